"""Functions with a gradient of the user's."""


@operator("torch.autograd.function.Function.apply")
def function_apply(cls, *args):
    """What `forward` of a torch.autograd.Function gives, with `backward` as its gradient"""
    context = torch.autograd.function.FunctionCtx()
    context.needs_input_grad = tuple([prim.is_tensor(arg) and arg.requires_grad for arg in args])
    follows = torch.is_grad_enabled() and True in context.needs_input_grad
    with torch.no_grad():
        if torch.autograd.function._is_setup_context_defined(cls.setup_context):
            if cls.forward.__defaults__ is not None:
                raise NotImplementedError("setup_context where forward has default arguments")
            result = cls.forward(*args)
            cls.setup_context(context, args, result)
        else:
            result = cls.forward(context, *args)
    dirty = getattr(context, "dirty_tensors", ())
    constant = getattr(context, "non_differentiable", ())
    results = result if isinstance(result, tuple) else (result,)
    differentiable = tuple([not _is_one_of(each, constant) for each in results])
    results = tuple([_function_output(each, args, dirty) for each in results])
    if follows:
        context.kept = tuple([(prim.kept_tensor(each), _source(cls, each, results)) if prim.is_tensor(each) else None for each in getattr(context, "to_save", ())])
        prim.custom_node(cls, context, args, results, differentiable)
    return results if isinstance(result, tuple) else results[0]


def _check_sizes(cls, index, grad, like):
    """Raises where a gradient is not of the sizes of its tensor, nor of what that is expanded to."""
    fits = grad.dim() >= like.dim()
    if fits:
        for back in range(1, like.dim() + 1):
            size = like.shape[like.dim() - back]
            isSame = grad.shape[grad.dim() - back] == size
            if not (prim.is_static(isSame) and isSame) and size != 1 and not isSame:
                fits = False
    if not fits:
        raise RuntimeError(f"Function {cls.__name__}Backward returned an invalid gradient at index {index} - got {list(grad.shape)} but expected shape compatible with {list(like.shape)}")


def function_gradients(cls, context, grads, results, args, released, is_later):
    """What `backward` gives for each argument of `forward`; `is_later`: in a node of run time."""
    count = len(args)
    if getattr(context, "materialize_grads", True):
        grads = [zeros_like(results[i]) if grads[i] is None and prim.is_tensor(results[i]) else grads[i] for i in range(len(grads))]
    context.saved_tensors = getattr(context, "to_save", ())
    if len(context.saved_tensors) > 0:
        check_not_released(released)
    for i in range(len(context.saved_tensors)):
        if prim.is_tensor(context.saved_tensors[i]):
            prim.check_kept(context.saved_tensors[i], *context.kept[i], is_later)
    made = cls.backward(context, *grads)
    made = tuple(made) if isinstance(made, (tuple, list)) else (made,)
    for each in made[count:]:
        if each is not None:
            raise RuntimeError(f"function {cls.__name__}Backward returned an incorrect number of gradients (expected {count}, got {len(made)})")
    if len(made) < count:
        raise RuntimeError(f"function {cls.__name__}Backward returned an incorrect number of gradients (expected {count}, got {len(made)})")
    index = 0
    for i in range(count):
        if not prim.is_tensor(args[i]):
            if made[i] is not None:
                raise RuntimeError(f"function {cls.__name__}Backward returned a gradient different than None at position {i + 1}, but the corresponding forward input was not a Variable")
        elif made[i] is not None and not prim.is_tensor(made[i]):
            raise RuntimeError(f"expected Variable or None (got {type(made[i]).__name__})")
    for i in range(count):
        if prim.is_tensor(args[i]):
            if context.needs_input_grad[i] and prim.is_tensor(made[i]):
                _check_sizes(cls, index, made[i], args[i])
            index = index + 1
    return made[:count]


def _source(cls, saved, results):
    """What eager's message adds of a saved tensor that is a result of the function itself."""
    for index in range(len(results)):
        if saved is results[index]:
            return f", which is output {index} of {cls.__name__},"
    return ""


def _is_one_of(value, others):
    for other in others:
        if value is other:
            return True
    return False


def _function_output(value, args, dirty):
    """An argument that comes back is another object, unless it was written"""
    if prim.is_tensor(value) and _is_one_of(value, args) and not _is_one_of(value, dirty):
        return prim.alias(value)
    return value


@operator("torch.Tensor._make_subclass")
def make_subclass(cls, data, require_grad=False):
    """A tensor of this class over the same elements, as torch.nn.Parameter makes itself"""
    return prim.of_class(prim.detach(data), cls, require_grad)


@operator("torch.autograd.Variable")
def variable(data=None, requires_grad=False, volatile=None):
    """A tensor over the same elements, as older programs wrap one"""
    if data is None:
        data = torch.empty(0)
    if not prim.is_tensor(data):
        raise TypeError("Variable data has to be a tensor, but got " + type(data).__name__)
    result = prim.detach(data)
    return result.requires_grad_() if requires_grad else result
