"""torch.autograd.functional.jacobian: all rows at once. What else that module has is its own Python."""


@operator("torch.autograd.functional.jacobian")
def functional_jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """The derivatives of all numbers that `func` gives with respect to all of its inputs"""
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == "forward-mode":
        if create_graph:
            raise NotImplementedError('torch.autograd.functional.jacobian: `create_graph=True` and `strategy="forward-mode"` are not supported together (yet). Please either set `create_graph=False` or `strategy="reverse-mode"`.')
        prim.refuse("torch.autograd.functional.jacobian", 'strategy="forward-mode" (strategy="reverse-mode" gives the same)')
    functional = torch.autograd.functional
    with torch.enable_grad():
        several, inputs = functional._as_tuple(inputs, "inputs", "jacobian")
        inputs = functional._grad_preprocess(inputs, create_graph=create_graph, need_graph=True)
        outputs = func(*inputs)
        many, outputs = functional._as_tuple(outputs, "outputs of the user-provided function", "jacobian")
        functional._check_requires_grad(outputs, "outputs", strict=strict)
        if vectorize and strict:
            raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set `strict=False` or `vectorize=False`.")
        made = [_jacobian_of(outputs[i], i, inputs, create_graph, strict) for i in range(len(outputs))]
        made = functional._grad_postprocess(tuple(made), create_graph)
        return functional._tuple_postprocess(made, (many, several))


def _jacobian_of(output, place, inputs, creates, strict):
    """The derivatives of one output with respect to each input."""
    rows = _jacobian_rows(reshape(output, (output.numel(),)), inputs, creates) if output.requires_grad else [None] * len(inputs)
    parts = []
    for i in range(len(inputs)):
        if rows[i] is None:
            if strict:
                raise RuntimeError(f"Output {place} of the user-provided function is independent of input {i}. This is not allowed in strict mode.")
            parts.append(zeros(tuple(output.shape) + tuple(inputs[i].shape), dtype=inputs[i].dtype))
            continue
        if strict and creates and not rows[i].requires_grad:
            raise RuntimeError(f"The jacobian of the user-provided function is independent of input {place}. This is not allowed in strict mode when create_graph=True.")
        parts.append(reshape(rows[i], tuple(output.shape) + tuple(inputs[i].shape)))
    return tuple(parts)


def _jacobian_rows(output, inputs, creates):
    if prim.is_graph_known((output,)):
        basis = eye(output.shape[0], dtype=output.dtype)
        return _batched_grad((output,), inputs, (basis,), True, creates, True, False)
    rows = [[] for each in inputs]
    for number in range(output.shape[0]):
        made = _grad_of((output[number],), inputs, None, True, creates, True, False)
        for i in range(len(inputs)):
            rows[i].append(zeros_like(inputs[i]) if made[i] is None else made[i])
    return [torch.stack(each) for each in rows]
