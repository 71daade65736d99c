"""Tensors that vmap maps over: factors of matrices and transforms.

What stands before the last two dimensions of matrices is gone through by the operators.
"""


def _map_triangle(self, diagonal, upper):
    return prim.vmap_remap(prim.triangle(prim.vmap_whole(self), diagonal, upper), self)


def _map_fft(self, inverse, factor, dims):
    return prim.vmap_remap(prim.fft(prim.vmap_whole(self), inverse, factor, tuple([_vmap_dims(self, each) for each in dims])), self)


def _map_rfft(self, dim, size, inverse, factor):
    return prim.vmap_remap(prim.rfft(prim.vmap_whole(self), _vmap_dims(self, dim), size, inverse, factor), self)


def _map_irfft(self, dim, size, factor):
    return prim.vmap_remap(prim.irfft(prim.vmap_whole(self), _vmap_dims(self, dim), size, factor), self)


def _vmap_all(results, self):
    return tuple([prim.vmap_remap(each, self) for each in results])


def _map_lu(self):
    return _vmap_all(prim.lu(prim.vmap_whole(self)), self)


def _map_cholesky(self):
    return _vmap_all(prim.cholesky(prim.vmap_whole(self)), self)


def _map_qr(self, columns):
    return _vmap_all(prim.qr(prim.vmap_whole(self), columns), self)


def _map_eigh(self):
    return _vmap_all(prim.eigh(prim.vmap_whole(self)), self)


def _map_eigvalsh(self):
    return _vmap_all(prim.eigvalsh(prim.vmap_whole(self)), self)


def _map_svd(self, columns, rows):
    return _vmap_all(prim.svd(prim.vmap_whole(self), columns, rows), self)


def _map_svdvals(self):
    return _vmap_all(prim.svdvals(prim.vmap_whole(self)), self)


def _map_solve_triangular(factor, right, upper, unit):
    wholes = prim.vmap_wide(max(factor.dim(), right.dim()), factor, right)
    return prim.vmap_remap(prim.solve_triangular(wholes[0], wholes[1], upper, unit), factor, right)
