"""Gradients of convolutions and poolings."""


def conv_gradient(grad, needs, input, weight, geometry):
    n = input.ndim - 2
    of_input = _conv_gradient_of_input(grad, input, weight, geometry, n) if needs[0] else None
    of_weight = None
    if needs[1]:
        moved, still = (grad, _conj(input)) if geometry[0] == 1 else (_conj(input), grad)
        if prim.is_complex(grad):
            of_weight = _window_products(moved, still, weight, geometry, n)
        else:
            of_weight = prim.conv_weight(moved, still, tuple(weight.shape) + _steps_of(geometry, n))
    of_bias = prim.sum(grad, (0,) + tuple(range(2, n + 2)), False) if needs[2] else None
    return of_input, of_weight, of_bias


def _steps_of(geometry, n):
    """Stride, padding and dilation of each dimension."""
    steps = ()
    for i in range(n):
        steps += tuple(geometry[2 + 4 * i : 5 + 4 * i])
    return steps


def conv_weight_gradient(grad, needs, input, gradient, geometry):
    """Of a convolution, whose weight is `grad`: a gradient of its input, and the convolution itself."""
    n = input.ndim - 2
    whole = [0, input.shape[1] // geometry[1]]
    for i in range(n):
        whole += [*geometry[2 + n + 3 * i : 5 + n + 3 * i], 0]
    of_input = _conv_gradient_of_input(gradient, input, grad, whole, n) if needs[0] else None
    of_gradient = None
    if needs[1]:
        of_gradient = prim.conv(input, grad, None, tuple(whole))
        for i in range(n):  # where it is that of a transposed convolution, strides leave sizes open
            of_gradient = narrow(of_gradient, 2 + i, 0, gradient.shape[2 + i])
    return of_input, of_gradient


def _conv_gradient_of_input(grad, input, weight, geometry, n):
    """The other kind of convolution; the sizes that strides leave open are those of the input."""
    turned = [0 if geometry[0] == 1 else 1, geometry[1]]
    for i in range(n):
        stride, padding, dilation = geometry[2 + 4 * i : 5 + 4 * i]
        reach = (grad.shape[2 + i] - 1) * stride - 2 * padding + dilation * (weight.shape[2 + i] - 1) + 1
        turned += [stride, padding, dilation, 0 if geometry[0] == 1 else input.shape[2 + i] - reach]
    result = prim.conv(grad, _conj(weight), None, tuple(turned))
    if geometry[0] == 1:  # an output padding of a stride and more gives elements too many
        for i in range(n):
            result = narrow(result, 2 + i, 0, input.shape[2 + i])
    return result


def _window_products(moved, still, weight, geometry, n):
    """The products of `still` [N, A, places...] with the windows of `moved` [N, B, sizes...], summed over batch
    and places: [A, B / groups, window...], as one product of matrices for each group"""
    groups, count, places, taps = geometry[1], still.shape[0], 1, 1
    amounts = [0, 0, 0, 0]
    for i in range(n):
        amounts += [geometry[3 + 4 * i], geometry[3 + 4 * i]]
        places = places * still.shape[2 + i]
        taps = taps * weight.shape[2 + i]
    windows = prim.pad(moved, 0, tuple(amounts))
    for i in range(n):
        stride, padding, dilation = geometry[2 + 4 * i : 5 + 4 * i]
        windows = prim.unfold(windows, 2 + i, dilation * (weight.shape[2 + i] - 1) + 1, stride)
        windows = narrow(windows, 2 + i, 0, still.shape[2 + i])
        if not (prim.is_static(dilation) and dilation == 1):
            windows = windows[..., ::dilation]
    inner, outer = moved.shape[1] // groups, still.shape[1] // groups
    at, within = tuple(range(2, 2 + n)), tuple(range(2 + n, 2 + 2 * n))
    if prim.is_static(groups) and groups == 1:
        columns = prim.reshape(prim.permute(windows, (0,) + at + (1,) + within), (1, count * places, inner * taps))
    else:  # with a dimension of the groups there would be nine
        columns = prim.reshape(prim.permute(windows, (1, 0) + at + within), (groups, inner, count * places, taps))
        columns = prim.reshape(prim.permute(columns, (0, 2, 1, 3)), (groups, count * places, inner * taps))
    rows = prim.permute(prim.reshape(still, (count, groups, outer, places)), (1, 2, 0, 3))
    products = matmul(prim.reshape(rows, (groups, outer, count * places)), columns)
    return prim.reshape(products, weight.shape)


def _put_back(grad, self, index):
    """The gradient at the places in the planes from which the maxima came."""
    lead = tuple(self.shape[:2])
    planes = prim.reshape(_zeros(self.shape, grad), lead + (_volume_of(self.shape[2:]),))
    flat = lead + (_volume_of(index.shape[2:]),)
    return prim.reshape(prim.scatter(planes, 2, prim.reshape(index, flat), prim.reshape(grad, flat), 1), self.shape)


def max_pool_gradient(grads, self, results):
    kept(self)
    return None if grads[0] is None else _zero_for(_put_back(grads[0], self, results[1]), self)


def max_pool_values_gradient(grad, self, geometry):
    kept(self)
    return _zero_for(_put_back(grad, self, prim.max_pool(self, geometry)[1]), self)


def adaptive_max_pool_gradient(grads, self, results):
    kept(self)
    return None if grads[0] is None else _zero_for(_put_back(grads[0], self, results[1]), self)


def avg_pool_gradient(grad, self, geometry):
    """A mean of windows is a product with a matrix in each dimension."""
    kept(self)
    counts_padding, divisor = geometry[1], geometry[2]
    for i in range(self.ndim - 2):
        window, stride, padding = geometry[3 + 3 * i : 6 + 3 * i]
        size = self.shape[2 + i]
        first = prim.arange(0, 1, grad.shape[2 + i], torch.int64) * stride - padding
        last = prim.minimum(first + window, size + padding)
        width = last - first
        first, last = prim.maximum(first, 0), prim.minimum(last, size)
        if counts_padding != 1:
            width = last - first
        grad = _spread(grad, 2 + i, first, last, 1 if divisor != 0 else width, size)
    return _zero_for(grad if divisor == 0 else grad / divisor, self)


def adaptive_avg_pool_gradient(grad, self, size):
    for i in range(self.ndim - 2):
        length, parts = self.shape[2 + i], grad.shape[2 + i]
        place = prim.arange(0, 1, parts, torch.int64)
        first = place * length // parts
        last = ((place + 1) * length + (parts - 1)) // parts
        grad = _spread(grad, 2 + i, first, last, last - first, length)
    return grad


def _spread(grad, dim, first, last, width, size):
    """Each element of a dimension over `size` places, to those from `first` to `last`, divided by `width`."""
    place = prim.arange(0, 1, size, torch.int64)
    inside = (place >= prim.unsqueeze(first, 1)) & (place < prim.unsqueeze(last, 1))
    matrix = prim.cast(inside, grad.dtype)
    if prim.is_tensor(width):
        matrix = matrix / prim.unsqueeze(width, 1)
    return transpose(prim.matmul(transpose(grad, dim, grad.ndim - 1), matrix), dim, grad.ndim - 1)


def unfold_gradient(grad, base, dim, size, step):
    """Windows, the last dimension of the gradient, added where they overlap."""
    count, rank = grad.shape[dim], base.ndim
    places = prim.unsqueeze(prim.arange(0, 1, count, torch.int64) * step, 1) + prim.arange(0, 1, size, torch.int64)
    order = tuple(range(dim + 1)) + (rank,) + tuple(range(dim + 1, rank))
    sizes = tuple(base.shape)
    rows = prim.reshape(prim.permute(grad, order), sizes[:dim] + (count * size,) + sizes[dim + 1 :])
    return prim.index_add(_zeros(sizes, grad), dim, prim.reshape(places, (count * size,)), rows)
