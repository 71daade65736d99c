"""Backward inside of a program: torch.autograd.backward, torch.autograd.grad, Tensor.backward."""


def zeros_for_gradient(base, gradient):
    """Zeros of the sizes of `base` for what a view of it gets as its gradient."""
    return zeros(base.shape, dtype=gradient.dtype)


def zeros_for_levels(base, gradient, count):
    """The same where the last dimensions of the gradient are mapped over."""
    return zeros(tuple(base.shape) + tuple(gradient.shape[gradient.dim() - count :]), dtype=gradient.dtype)


def check_numbers(grad, name, place, traceback):
    """In the anomaly mode: raises where the gradient that a function gave is no number somewhere."""
    if prim.any(isnan(prim.vmap_whole(grad)), None, False):
        prim.host("warnings").warn(f"Error detected in {name}. Traceback of forward call that caused the error:\n{traceback}")
        raise RuntimeError(f"Function '{name}' returned nan values in its {place}th output.")


def kept(*tensors):
    """In a rule: eager saves these, although the rule needs nothing of them."""


def not_kept(*tensors):
    """In a rule: eager does not save these, although the rule reads them."""


@operator(gradient="with_zeros_gradient")
def _with_zeros(result: Tensor, other: Tensor):
    """The result, whose gradient for `other` is zeros, as eager has it, and no None."""
    return prim.alias(result)


def _backward_takes(result, other):
    """The result; eager keeps `other` for its gradient, which has zeros as its own gradient for that."""
    return _with_backward_of(result, other) if prim.has_history(other) else result


@operator(gradient="with_backward_of_gradient")
def _with_backward_of(result: Tensor, other: Tensor):
    return prim.alias(result)


@operator(gradient="once_gradient")
def _once(self: Tensor, name):
    """What eager has a gradient for, by the operator of this name, which has none itself."""
    return prim.alias(self)


@operator(gradient="underivable_gradient")
def _underivable(self: Tensor, name):
    return prim.alias(self)


def check_may_write(objection, recorded=True):
    """Raises what eager says of a write into a tensor that is recorded, unless that is nothing."""
    if recorded and objection:
        raise RuntimeError(objection)


def objection_to_same(objection, tensor, sizes):
    """What eager says of a write into `tensor.contiguous()`, where it says this of the tensor: it may be a copy."""
    return objection if prim.is_contiguous(tensor) else ""


def objection_to_reshaped(objection, tensor, sizes):
    """The same of `tensor.reshape(sizes)`, which is a view where there is one of these sizes."""
    try:
        prim.view(prim.detach(tensor), sizes)
    except RuntimeError:
        return ""
    return objection_to_view(objection, "ViewBackward0")


def objection_to_view(objection, name):
    """What eager says of a write into a view, whose node has a name, of a tensor of which it says this."""
    if objection.startswith("a leaf"):
        return "a view of " + objection
    if objection.startswith("A view"):
        return f"Output 0 of {name} is a view of a view which" + objection[len("A view") :]
    if objection.startswith("Output"):
        return f"Output 0 of {name}" + objection[objection.index(" is a view") :]
    return objection


def check_not_released(released):
    """Raises where a backward has used up what a node had saved."""
    if released:
        raise RuntimeError("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.")


def check_writes(tensor, kind, source, now, then, is_saved):
    """Raises where a tensor that a graph keeps was written since: so many times by now, and then."""
    if is_saved and now != then:
        raise RuntimeError(f"one of the variables needed for gradient computation has been modified by an inplace operation: [torch.{kind}Tensor {list(tensor.shape)}]{source} is at version {now}; expected version {then} instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).")


def fitted_gradient(grad, like):
    """A gradient summed to the sizes of the tensor that it is of, in that tensor's dtype."""
    if grad.dim() > like.dim():
        grad = grad.sum(tuple(range(grad.dim() - like.dim())))
    isOpen = False
    for dim in range(like.dim()):
        isSame = grad.shape[dim] == like.shape[dim]
        if prim.is_static(isSame) and isSame:
            continue
        if prim.is_static(isSame) and prim.is_static(like.shape[dim]) and like.shape[dim] == 1:
            grad = grad.sum(dim, keepdim=True)
        else:
            isOpen = True
    if isOpen:  # only run time knows whether the tensor was broadcast, or the gradient is of other sizes
        grad = prim.sum_to(grad, like.shape)
    if prim.is_complex(grad) and not prim.is_complex(like):
        grad = real(grad)
    return prim.cast(grad, like.dtype)


def accumulate_gradient(leaf, grad, fresh):
    """What a leaf does with its gradient when all of it came; `fresh`: nobody else has its memory."""
    if not leaf.requires_grad:  # any more
        return
    held = leaf.grad
    if held is None:  # it lies in memory as the leaf does
        leaf.grad = prim.laid_like(grad if fresh else prim.clone(grad), prim.detach(leaf))
    elif torch.is_grad_enabled():
        leaf.grad = held + grad
    else:
        held.add_(grad)


def _as_tuple(value):
    if value is None:
        return ()
    return (value,) if prim.is_tensor(value) else tuple(value)


def _first_gradient(index, output, grad):
    """The gradient of a result of the graph: the given one, checked, or 1 of a single number."""
    if grad is not None:
        if grad.shape != output.shape:
            raise RuntimeError(f"Mismatch in shape: grad_output[{index}] has a shape of {grad.shape} and output[{index}] has a shape of {output.shape}.")
        if prim.is_complex(output) != prim.is_complex(grad):
            raise RuntimeError(f"For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: grad_output[{index}] has a dtype of {grad.dtype} and output[{index}] has a dtype of {output.dtype}.")
        return grad
    if not output.requires_grad:
        return None
    if output.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if not output.dtype.is_floating_point:
        raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {output.dtype}")
    return ones_like(output)


def _first_gradients(tensors, grads):
    if len(grads) == 0:
        grads = (None,) * len(tensors)
    if len(tensors) != len(grads):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(grads)} gradients")
    made = []
    for index in range(len(tensors)):
        made.append(_first_gradient(index, tensors[index], grads[index]))
    for index in range(len(tensors)):
        if not tensors[index].requires_grad or not prim.has_edge(tensors[index]):
            raise RuntimeError(f"element {index} of tensors does not require grad and does not have a grad_fn")
    return tuple(made)


@operator("torch.autograd.backward")
def autograd_backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Adds the gradients of `tensors` to `.grad` of the leaves that they were computed of"""
    if grad_variables is not None:
        if grad_tensors is not None:
            raise RuntimeError("`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use `grad_tensors`.")
        grad_tensors = grad_variables
    if inputs is not None:
        inputs = _as_tuple(inputs)
        if len(inputs) == 0:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
        for each in inputs:
            each.retain_grad()
    tensors = _as_tuple(tensors)
    grads = _first_gradients(tensors, _as_tuple(grad_tensors))
    with torch.set_grad_enabled(create_graph):
        prim.run_backward(tensors, grads, inputs, create_graph if retain_graph is None else retain_graph, create_graph, True)


@operator("Tensor.backward")
def tensor_backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Adds the gradients of this tensor to `.grad` of the leaves that it was computed of"""
    autograd_backward(self, (gradient,), retain_graph, create_graph, None, inputs)


def _grad_of(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads):
    names = list(inputs.keys()) if type(inputs) is dict else None
    outputs, inputs = _as_tuple(outputs), tuple(inputs.values()) if type(inputs) is dict else _as_tuple(inputs)
    if len(inputs) == 0:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    grads = _first_gradients(outputs, _as_tuple(grad_outputs))
    for each in inputs:
        if not each.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    with torch.set_grad_enabled(create_graph):
        made = prim.run_backward(outputs, grads, inputs, create_graph if retain_graph is None else retain_graph, create_graph, False)
    if materialize_grads:
        made = tuple([zeros_like(inputs[i], requires_grad=create_graph) if made[i] is None else made[i] for i in range(len(inputs))])
    elif not allow_unused:
        for index in range(len(made)):
            if made[index] is None:
                raise RuntimeError(f"The differentiated Tensor at index {index} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.")
    return made if names is None else dict(zip(names, made))


def _check_batched(outputs, grads):
    for place, (output, grad) in enumerate(zip(outputs, grads)):
        if grad is not None and tuple(grad.shape)[1:] != tuple(output.shape):
            raise RuntimeError(f"If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was detected: grad_output[{place}] has a shape of {grad.shape[2:]} and output[{place}] has a shape of {output.shape}. If you only want some tensors in `grad_output` to be considered batched, consider using vmap.")


def _batched_grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads):
    """Gradients of each of the gradients of outputs that stand along their first dimension."""
    tensors, grads = _as_tuple(outputs), _as_tuple(grad_outputs)
    _check_batched(tensors, grads)
    sizes = [each.shape[0] for each in grads if each is not None]
    level = prim.vmap_new_level()
    mapped = tuple([None if each is None else prim.vmap_dim(each, 0, level) for each in grads])
    leaves = tuple(inputs.values()) if type(inputs) is dict else _as_tuple(inputs)
    made = prim.vmap_within(level, sizes[0], "error", lambda: _grad_of(tensors, leaves, mapped, retain_graph, create_graph, allow_unused, materialize_grads))
    rows = tuple([None if each is None else _vmap_outputs(None, 0, each, 0, level, sizes[0]) for each in made])
    return dict(zip(inputs.keys(), rows)) if type(inputs) is dict else rows


@operator("torch.autograd.grad")
def autograd_grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None, is_grads_batched=False, materialize_grads=False):
    """The gradients of `outputs` with respect to `inputs`, a tuple"""
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.")
    compute = _batched_grad if is_grads_batched else _grad_of
    return compute(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads)


def gradient_or_zeros(grad, like):
    """The gradient of one of several results, zeros where none came."""
    if grad is None:
        return zeros_like(like)
    return grad
