"""Modules of PyTorch whose own code takes a shortcut that changes results."""


@operator("torch.nn.TransformerEncoder.forward")
def transformer_encoder_forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
    """All layers. As PyTorch's nested tensors leave it, padding at the end of a sequence gives 0"""
    functional = torch.nn.functional
    padding = functional._canonical_mask(mask=src_key_padding_mask, mask_name="src_key_padding_mask", other_type=functional._none_or_dtype(mask), other_name="mask", target_type=src.dtype)
    mask = functional._canonical_mask(mask=mask, mask_name="mask", other_type=None, other_name="", target_type=src.dtype, check_other=False)
    first = self.layers[0]
    nested = getattr(self, "use_nested_tensor", False) and not first.training and src.dim() == 3 and padding is not None and mask is None and torch.backends.mha.get_fastpath_enabled()
    if nested and torch.is_grad_enabled():
        attention = first.self_attn
        tensors = (src, attention.in_proj_weight, attention.in_proj_bias, attention.out_proj.weight, attention.out_proj.bias, first.norm1.weight, first.norm1.bias, first.norm2.weight, first.norm2.bias, first.linear1.weight, first.linear1.bias, first.linear2.weight, first.linear2.bias)
        nested = not any([each.requires_grad for each in tensors])
    size = src.shape
    causal = torch.nn.modules.transformer._detect_is_causal_mask(mask, is_causal, size[1 if first.self_attn.batch_first else 0] if len(size) == 3 else size[0])
    output = src
    for layer in self.layers:
        output = layer(output, src_mask=mask, is_causal=causal, src_key_padding_mask=padding)
    if nested:
        kept = padding == 0
        if getattr(self, "mask_check", True):
            # Only where nothing follows padding does PyTorch make nested tensors.
            kept = kept | ~prim.all(kept[:, 1:] <= kept[:, :-1], None, False)
        output = prim.where(prim.unsqueeze(kept, 2), output, 0.0)
    return output if self.norm is None else self.norm(output)


@operator("torch.nn.TransformerEncoderLayer.forward")
def transformer_encoder_layer_forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
    """The layer by its parts, also where PyTorch has one operator for all of them"""
    functional = torch.nn.functional
    padding = functional._canonical_mask(mask=src_key_padding_mask, mask_name="src_key_padding_mask", other_type=functional._none_or_dtype(src_mask), other_name="src_mask", target_type=src.dtype)
    mask = functional._canonical_mask(mask=src_mask, mask_name="src_mask", other_type=None, other_name="", target_type=src.dtype, check_other=False)
    if self.norm_first:
        x = src + self._sa_block(self.norm1(src), mask, padding, is_causal=is_causal)
        return x + self._ff_block(self.norm2(x))
    x = self.norm1(src + self._sa_block(src, mask, padding, is_causal=is_causal))
    return self.norm2(x + self._ff_block(x))


@operator("torch.nn.RNNBase._update_flat_weights")
def update_flat_weights(self):
    """The list of weights that a recurrent module keeps has those that are its attributes now"""
    weights = [getattr(self, name, None) for name in self._flat_weights_names]
    if any([new is not old for new, old in zip(weights, self._flat_weights)]):
        self._flat_weights = weights


@operator("torch._check_with")
def check_with(error_type, cond, message):
    """Raises an error of this type where the condition is false"""
    if not isinstance(cond, bool):
        if prim.is_tensor(cond):
            raise TypeError("cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert that all elements are true.")
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if not cond:
        raise error_type("Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement request to PyTorch.)" if message is None else str(message()))


@operator("torch.utils.checkpoint.checkpoint")
def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default", debug=False, early_stop=True, **kwargs):
    """Calls a function. What backward would compute again is kept here"""
    if use_reentrant is None:
        torch.utils.checkpoint.warnings.warn("torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, calling checkpoint without use_reentrant will raise an exception. use_reentrant=False is recommended, but if you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more details on the differences between the two variants.", stacklevel=2)
        use_reentrant = True
    kwargs.pop("preserve_rng_state", True)
    if not use_reentrant:
        if context_fn is None:
            return function(*args, **kwargs)
        with context_fn()[0]:
            return function(*args, **kwargs)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join([name for name in kwargs]))
    if context_fn is not None or debug is not False:
        raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
    if any([prim.is_tensor(each) and each.requires_grad for each in args]):
        return function(*args)
    torch.utils.checkpoint.warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)
    with torch.no_grad():  # also what the function captured has no gradient then
        return function(*args)


# getattr(module, name) of a name that only run time knows; `names` are those of its class. Parts
# without the name's known beginning and end are not compiled.
def part_of_module(self, name, names, beginning, end):
    for each in tuple(self._modules) + tuple(self._parameters) + tuple(self._buffers):
        if each.startswith(beginning) and each.endswith(end) and name == each:
            return getattr(self, each)
    if name in names or name in vars(self):
        raise NotImplementedError(f"getattr() of '{name}', a name that only run time knows, which is no part of the module")
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
