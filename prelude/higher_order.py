"""Control flow as operators that take functions, and what torch.compile leaves behind."""


@operator("torch.cond")
def cond(pred, true_fn, false_fn, operands=()):
    """What one of two functions gives for the operands"""
    return true_fn(*operands) if pred else false_fn(*operands)


@operator("torch._higher_order_ops.while_loop.while_loop")
def while_loop(cond_fn, body_fn, carried_inputs):
    """What a function makes of its own results, as long as another holds of them"""
    state = tuple([clone(each) for each in carried_inputs])
    while cond_fn(*state):
        state = tuple(body_fn(*state))
    return state


@operator("torch._dynamo.mutation_guard.GenerationTracker.tag", "torch._dynamo.mutation_guard._GenerationTracker.tag")
def dynamo_tag(cls, obj):
    """What torch.compile, once it ran, notes of each module that is made: nothing here"""
