"""Random numbers that differ in what vmap maps over; `sizes` are those of the levels."""


def _draw_random(sizes, size, dtype):
    return prim.random(sizes + tuple(size), dtype)


def _draw_random_normal(sizes, size, dtype):
    return prim.random_normal(sizes + tuple(size), dtype)


def _draw_random_int(sizes, low, high, size, dtype):
    return prim.random_int(low, high, sizes + tuple(size), dtype)


def _draw_random_bernoulli(sizes, p, dtype):
    return prim.random_bernoulli(prim.expand(p, sizes + tuple(p.shape)), dtype)


def _draw_random_normal_one_by_one(sizes, size, dtype):
    return prim.random_normal_one_by_one(sizes + tuple(size), dtype)


def _draw_random_normal_by_sixteen(sizes, size, dtype):
    return prim.random_normal_by_sixteen(sizes + tuple(size), dtype)
