"""Activation functions."""


@operator("torch.relu", "Tensor.relu", "torch.nn.functional.relu")
def relu(self, inplace=False):
    """max(x, 0)"""
    result = prim.maximum(self, 0)
    return self.copy_(result) if inplace else result
