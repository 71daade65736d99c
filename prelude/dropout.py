"""Dropout: elements or channels set to 0 at random."""


def _check_probability(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _check_scaled(self):
    """What is scaled by a number that is no integer."""
    if prim.is_integral(self):
        raise RuntimeError(f"result type Float can't be cast to the desired output type {prim.class_name(self)}")


def _feature_sizes(self):
    if self.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return tuple(self.shape[:2]) + (1,) * (self.dim() - 2)


@operator("torch.feature_dropout")
def feature_dropout(self, p=0.5, train=True):
    """In training, whole channels set to 0 with probability p and the rest scaled by 1 / (1 - p)"""
    _check_probability(p)
    if not train or p == 0.0:
        return self
    if p == 1.0:
        return self * 0
    _check_scaled(self)
    return self * (prim.random_bernoulli(prim.full(_feature_sizes(self), 1.0 - p, torch.float64), self.dtype) / (1.0 - p))


def _alpha(self, sizes, p, train, whole):
    _check_probability(p)
    if not train or p == 0.0:
        return self
    if p == 1.0:
        return self * 0
    _check_scaled(self)
    alpha = 1.7580993408473766
    scale = 1.0 / math.sqrt((alpha * alpha * p + 1) * (1.0 - p))
    kept = prim.random_bernoulli(prim.full(sizes, 1.0 - p, torch.float64), self.dtype)
    if whole:
        kept = prim.in_memory_order(kept, prim.detach(self))
    return self * (kept * scale) + ((kept - 1) * (alpha * scale) + alpha * scale * p)


@operator("torch.alpha_dropout")
def alpha_dropout(self, p=0.5, train=False):
    """In training, elements set to the negative limit of SELU with probability p, mean and deviation kept"""
    return _alpha(self, self.shape, p, train, True)


@operator("torch.feature_alpha_dropout")
def feature_alpha_dropout(self, p=0.5, train=False):
    """alpha_dropout of whole channels"""
    return _alpha(self, _feature_sizes(self) if train and p != 0.0 else self.shape, p, train, False)


@operator("torch.dropout")
def torch_dropout(input, p, train):
    """dropout, where `train` is true"""
    return dropout(input, p, train)


@operator("torch.nn.functional.dropout")
def dropout(self, p=0.5, training=True, inplace=False):
    """In training, elements set to 0 with probability p and the rest scaled by 1 / (1 - p)"""
    _check_probability(p)
    if not training or p == 0.0:
        return self
    if p == 1.0:
        return _in_place(self, self * 0, inplace)
    _check_scaled(self)
    kept = prim.in_memory_order(prim.random_bernoulli(prim.full(self.shape, 1.0 - p, torch.float64), self.dtype), prim.detach(self))
    return prim.perhaps_itself(_in_place(self, self * (kept / (1.0 - p)), inplace), self, False)
