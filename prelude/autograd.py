"""Functions with a gradient of the user's: calls compute forward only."""


@operator("torch.autograd.function.Function.apply")
def function_apply(cls, *args):
    """What `forward` of a torch.autograd.Function gives"""
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
    if not isinstance(result, tuple):
        return _function_output(result, args, dirty, constant, follows)
    return tuple([_function_output(each, args, dirty, constant, follows) for each in result])


def _is_one_of(value, others):
    for other in others:
        if value is other:
            return True
    return False


def _function_output(value, args, dirty, constant, follows):
    """An argument that comes back is another object, unless it was written"""
    if not prim.is_tensor(value):
        return value
    if _is_one_of(value, args):
        if _is_one_of(value, dirty):
            return value
        value = prim.alias(value)
    if follows and (value.dtype.is_floating_point or value.dtype.is_complex) and not _is_one_of(value, constant):
        return value.requires_grad_()
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
