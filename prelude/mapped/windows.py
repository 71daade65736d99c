"""Tensors that vmap maps over: windows of planes, convolutions among them."""


def _map_pad(self, value, amounts):
    return prim.vmap_remap(prim.pad(prim.vmap_whole(self), value, (0, 0) * prim.vmap_count(self) + tuple(amounts)), self)


def _map_unfold(self, dim, size, step):
    return prim.vmap_remap(prim.unfold(prim.vmap_whole(self), _vmap_dims(self, dim), size, step), self)


def _vmap_batched(function, self):
    """A function of planes with any number of them in front, of which the mapped ones join the first"""
    whole = prim.vmap_whole(self)
    count = prim.vmap_count(self)
    sizes = tuple(whole.shape)
    lead = sizes[: count + 1]
    total = 1
    for each in lead:
        total = total * each
    made = function(prim.reshape(whole, (total,) + sizes[count + 1 :]))
    if isinstance(made, tuple):
        return tuple([prim.vmap_remap(prim.reshape(each, lead + tuple(each.shape[1:])), self) for each in made])
    return prim.vmap_remap(prim.reshape(made, lead + tuple(made.shape[1:])), self)


def _map_max_pool(self, geometry):
    return _vmap_batched(lambda whole: prim.max_pool(whole, geometry), self)


def _map_max_pool_values(self, geometry):
    return _vmap_batched(lambda whole: prim.max_pool_values(whole, geometry), self)


def _map_avg_pool(self, geometry):
    return _vmap_batched(lambda whole: prim.avg_pool(whole, geometry), self)


def _map_adaptive_avg_pool(self, size):
    return _vmap_batched(lambda whole: prim.adaptive_avg_pool(whole, size), self)


def _map_adaptive_max_pool(self, size):
    return _vmap_batched(lambda whole: prim.adaptive_max_pool(whole, size), self)


def _map_conv(input, weight, bias, geometry):
    if not prim.vmap_is_mapped(weight):
        made = _vmap_batched(lambda whole: prim.conv(whole, weight, None, geometry), input)
    else:
        made = _vmap_grouped_conv(input, weight, geometry)
    if bias is None:
        return made
    return made + reshape(bias, (bias.shape[0],) + (1,) * (made.dim() - 2))


def _vmap_grouped_conv(input, weight, geometry):
    """Each mapped over its own weight: as groups of channels"""
    rank = input.dim()
    x, w = prim.vmap_wide(rank, input, weight)
    count = x.dim() - rank
    sizes, window = tuple(x.shape), tuple(w.shape)
    total = 1
    for each in sizes[:count]:
        total = total * each
    batch, channels = sizes[count], sizes[count + 1]
    x = prim.reshape(x, (total, batch, channels) + sizes[count + 2 :])
    x = prim.permute(x, (1, 0) + tuple(range(2, rank + 1)))
    x = prim.reshape(x, (batch, total * channels) + sizes[count + 2 :])
    w = prim.reshape(w, (total * window[count],) + window[count + 1 :])
    made = prim.conv(x, w, None, (geometry[0], geometry[1] * total) + tuple(geometry[2:]))
    places = tuple(made.shape[2:])
    made = prim.reshape(made, (batch, total, made.shape[1] // total) + places)
    made = prim.permute(made, (1, 0) + tuple(range(2, rank + 1)))
    return prim.vmap_remap(prim.reshape(made, sizes[:count] + tuple(made.shape[1:])), input, weight)
