"""Backward hooks of modules: lith._hooks.BackwardHook takes the place of PyTorch's."""


def grad_fn_of(is_leaf, name):
    """What `grad_fn` is; `name` is None where only run time knows it."""
    return None if is_leaf else prim.host("lith._hooks.Node")(name)


@operator("torch.utils.hooks.BackwardHook")
def backward_hook(module, user_hooks, user_pre_hooks):
    """What runs the backward hooks of a module in one of its calls"""
    return prim.host("lith._hooks.BackwardHook")(module, user_hooks, user_pre_hooks)


@operator("lith._hooks.number_of")
def number_of_hooks(module):
    """The number under which the host keeps the backward hooks that a module has now"""
    return prim.module_hooks(module) if torch.is_grad_enabled() else -1


@operator("lith._hooks.run")
def run_module_hooks(hooks, number, name, grads, rest):
    """What the backward hooks of a module make of gradients"""
    if not prim.is_in_node():
        return getattr(hooks, name)(grads, *rest)
    if torch.is_grad_enabled():
        raise RuntimeError("the gradient of a gradient through backward hooks of modules is not compiled: call the original, or compile the function that differentiates")
    return prim.run_module_hooks(number, name, tuple(grads), rest)
