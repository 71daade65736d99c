"""torch.func: gradients of functions, over torch.autograd's backward.

A call gives its function inputs of its own (`prim.level_input`), which require a gradient as long as
the call goes on (`prim.close_level`). What the function captured or was given besides keeps its own
graph, so that gradients flow on through what the call gives where gradients are on around it.
"""


def _tree_map(function, value):
    """What a function gives for each leaf, in the containers of the value."""
    if type(value) is dict:
        return {key: _tree_map(function, each) for key, each in value.items()}
    if type(value) is prim.host("collections.OrderedDict"):
        return prim.host("collections.OrderedDict")([(key, _tree_map(function, each)) for key, each in value.items()])
    if type(value) is list:
        return [_tree_map(function, each) for each in value]
    if type(value) is tuple:
        return tuple([_tree_map(function, each) for each in value])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_tree_map(function, each) for each in value])
    return function(value)


def _tree_leaves(value):
    leaves = []
    _tree_map(leaves.append, value)
    return leaves


def _tree_fill(value, leaves):
    """The containers of a value with other leaves."""
    left = list(leaves)
    return _tree_map(lambda each: left.pop(0), value)


def _tree_text(value):
    """The containers of a value as error messages show them."""
    if type(value) is dict:
        return "{" + ", ".join([f"{key!r}: {_tree_text(each)}" for key, each in value.items()]) + "}"
    if type(value) is list:
        return "[" + ", ".join([_tree_text(each) for each in value]) + "]"
    if type(value) is tuple:
        return "(" + ", ".join([_tree_text(each) for each in value]) + (",)" if len(value) == 1 else ")")
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value).__name__ + "(" + ", ".join([f"{name}={_tree_text(each)}" for name, each in zip(value._fields, value)]) + ")"
    return "*"


def _func_positions(args, argnums):
    """The positions of the arguments that a function is differentiated with respect to."""
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    wrapped = []
    for each in argnums if isinstance(argnums, tuple) else (argnums,):
        if not isinstance(each, int):
            raise RuntimeError(f"argnum must be int, got: {type(each)}")
        if each >= len(args) or each < -len(args):
            raise RuntimeError(f"Got argnum={each}, but only {len(args)} positional inputs")
        wrapped.append(each + len(args) if each < 0 else each)
    if len(wrapped) == 0:
        raise RuntimeError("argnums must be non-empty")
    for place in range(len(wrapped)):
        if wrapped[place] in wrapped[:place]:
            raise RuntimeError(f"argnums elements must be unique, got {tuple(wrapped)}")
    return wrapped


def _func_chosen(args, argnums):
    positions = _func_positions(args, argnums)
    return tuple([args[each] for each in positions]) if isinstance(argnums, tuple) else args[positions[0]]


def _func_inputs(args, argnums, follows):
    """The arguments with inputs of this call among them, and those inputs in their containers."""

    def made(value):
        if not prim.is_tensor(value):
            raise ValueError(f"Thing passed to transform API must be Tensor, got {type(value)}")
        if not value.is_floating_point() and not prim.is_complex(value):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        return prim.level_input(prim.vmap_spread(value), follows)

    if argnums is None:
        inputs = _tree_map(made, args)
        return inputs, inputs
    positions = _func_positions(args, argnums)
    inputs = [_tree_map(made, args[each]) for each in positions]
    given = [inputs[positions.index(i)] if i in positions else args[i] for i in range(len(args))]
    return tuple(given), tuple(inputs) if isinstance(argnums, tuple) else inputs[0]


def _func_left(value, follows):
    """What a call gives back: it requires a gradient where more does than the call's inputs."""

    def left(each):
        if not prim.is_tensor(each):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(each)}")
        return each if follows and prim.leads_on((each,)) else prim.detach(each)

    return _tree_map(left, value)


def _func_zeros(value):
    return prim.vmap_remap(zeros_like(prim.vmap_whole(value)), value)


def _func_gradients(outputs, inputs, gradients, creates):
    """The gradients of outputs with respect to inputs of a call that is over, zeros where none come."""
    chosen = [i for i in range(len(outputs)) if prim.may_require(outputs[i])]
    if len(chosen) == 0:
        return [_func_zeros(each) for each in inputs]
    outputs = tuple([outputs[i] for i in chosen])
    gradients = tuple([_first_gradient(place, outputs[place], gradients[chosen[place]]) for place in range(len(chosen))])
    with torch.set_grad_enabled(creates):  # what rules ask for, whether somebody goes on or not
        made = prim.run_backward(outputs, gradients, tuple(inputs), True, creates and prim.leads_on(outputs + gradients), False)
    return [_func_zeros(inputs[i]) if made[i] is None else made[i] for i in range(len(inputs))]


def _func_output(output, has_aux, name):
    """The output of a function, and what it gives beside."""
    if not has_aux:
        return output, None
    if not (isinstance(output, tuple) and len(output) == 2):
        raise RuntimeError(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return output[0], output[1]


def _grad_and_value(func, argnums, has_aux, args, kwargs):
    follows = torch.is_grad_enabled()
    with torch.enable_grad():
        args, differentiated = _func_inputs(args, argnums, follows)
        inputs = _tree_leaves(differentiated)
        output, aux = _func_output(func(*args, **kwargs), has_aux, "grad_and_value(f)(*args)")
        if not prim.is_tensor(output):
            raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}")
        if output.dim() != 0:
            raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with {output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
        if prim.is_complex(output) and prim.may_require(output):
            raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {output.dtype}")
    prim.close_level(tuple(inputs))
    made = _func_gradients((output,), inputs, (ones_like(output),), True)
    gradient = _func_left(_tree_fill(differentiated, made), follows)
    output = _func_left(output, follows)
    return gradient, (output, _func_left(aux, follows)) if has_aux else output


@operator("torch.func.grad_and_value")
def func_grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`, which gives one number, and what `func` gives"""

    def wrapper(*args, **kwargs):
        return _grad_and_value(func, argnums, has_aux, args, kwargs)

    return wrapper


@operator("torch.func.grad")
def func_grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`, which gives one number"""

    def wrapper(*args, **kwargs):
        gradient, rest = _grad_and_value(func, argnums, has_aux, args, kwargs)
        return (gradient, rest[1]) if has_aux else gradient

    return wrapper


def _func_vjp(func, primals, argnums, has_aux):
    """What vjp gives, and the leaves of the outputs with their graph."""
    follows = torch.is_grad_enabled()
    with torch.enable_grad():
        primals, differentiated = _func_inputs(primals, argnums, follows)
        inputs = _tree_leaves(differentiated)
        outputs, aux = _func_output(func(*primals), has_aux, "vjp(f, *primals)")
    prim.close_level(tuple(inputs))
    leaves = _tree_leaves(outputs)
    if len(leaves) == 0:
        raise RuntimeError("vjp(f, *primals): Expected f to be a function that has non-empty output (got output = [])")
    for each in leaves:
        if not prim.is_tensor(each):
            raise RuntimeError(f"vjp(f, *primals): expected f(*primals) to return only tensors, got unsupported type {type(each)}")
    for each in leaves:
        if not each.is_floating_point() and not prim.is_complex(each):
            raise RuntimeError(f"vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype {each.dtype}")

    def wrapper(cotangents, retain_graph=True, create_graph=None):
        creates = torch.is_grad_enabled() if create_graph is None else create_graph
        if _tree_text(cotangents) != _tree_text(outputs):
            raise RuntimeError(f"Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. cotangents: {_tree_text(cotangents)}, primal output: {_tree_text(outputs)}")
        made = _func_gradients(leaves, inputs, _tree_leaves(cotangents), creates)
        return _func_left(_tree_fill(differentiated, made), creates)

    return _func_left(outputs, follows), wrapper, _func_left(aux, follows) if has_aux else None, leaves


@operator("torch.func.vjp")
def func_vjp(func, *primals, has_aux=False):
    """What `func` gives, and a function that takes gradients of that to gradients of the primals"""
    made = _func_vjp(func, primals, None, has_aux)
    return made[:3] if has_aux else made[:2]


def _func_refuse_complex(value, what):
    leaves = _tree_leaves(value)
    for place in range(len(leaves)):
        if prim.is_tensor(leaves[place]) and prim.is_complex(leaves[place]):
            raise RuntimeError(f"jacrev: Expected all {what} to be real but received complex tensor at flattened input idx: {place}")


def _func_rows(pull, outputs, leaves, inputs):
    """For each input the gradients of all numbers of the outputs, one after the other."""
    counts = [each.numel() for each in leaves]
    total = sum(counts)
    basis, start = [], 0
    for place in range(len(leaves)):
        rows = eye(total, dtype=leaves[place].dtype)
        rows = rows if len(leaves) == 1 else narrow(rows, 1, start, counts[place])
        basis.append(rows.reshape((total,) + tuple(leaves[place].shape)))
        start = start + counts[place]
    if prim.is_graph_known(tuple(leaves)):
        made = _vmap_call(pull, 0, 0, "error", (_tree_fill(outputs, basis),), {})
        return _tree_leaves(made), counts
    rows = [[] for each in inputs]
    for row in range(total):
        made = _tree_leaves(pull(_tree_fill(outputs, [each[row] for each in basis])))
        for place in range(len(made)):
            rows[place].append(made[place])
    return [torch.stack(each) for each in rows], counts


@operator("torch.func.jacrev")
def func_jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that gives the matrix of all derivatives of `func`; all rows at once"""
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    def wrapper(*args):
        _func_refuse_complex(args, "inputs")
        outputs, pull, aux, leaves = _func_vjp(func, args, argnums, has_aux)
        _func_refuse_complex(outputs, "outputs")
        chosen = _func_chosen(args, argnums)
        inputs = _tree_leaves(chosen)
        made, counts = _func_rows(pull, outputs, leaves, inputs)
        matrices, start = [], 0
        for place in range(len(leaves)):
            parts = []
            for each, input in zip(made, inputs):
                rows = each if len(leaves) == 1 else narrow(each, 0, start, counts[place])
                parts.append(rows.reshape(tuple(leaves[place].shape) + tuple(input.shape)))
            matrices.append(_tree_fill(chosen, parts))
            start = start + counts[place]
        result = _tree_fill(outputs, matrices)
        return (result, aux) if has_aux else result

    return wrapper


@operator("torch.func.hessian")
def func_hessian(func, argnums=0):
    """A function that gives the matrix of all second derivatives of `func`"""
    return func_jacrev(func_jacrev(func, argnums), argnums)


def _func_is_forward(name):
    prim.refuse(name, "forward mode (torch.func.vjp, jacrev and hessian, which go backward, are compiled)")


@operator("torch.func.jvp")
def func_jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """Refused: forward mode"""
    _func_is_forward("torch.func.jvp")


@operator("torch.func.jacfwd")
def func_jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None, randomness="error"):
    """Refused: forward mode"""
    _func_is_forward("torch.func.jacfwd")


@operator("torch.func.linearize")
def func_linearize(func, *primals):
    """Refused: forward mode"""
    _func_is_forward("torch.func.linearize")
