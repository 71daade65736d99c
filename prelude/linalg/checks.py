"""What functions of linear algebra refuse, in eager's words."""


def _check_kernel(self, name, kernel):
    """What a kernel of PyTorch says of dtypes that it lacks."""
    if self.dtype not in (torch.float32, torch.float64):
        if prim.is_complex(self):
            prim.refuse("torch." + name, "complex matrices")
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")


def _known(self, name, kernel):
    """What a decomposition computes with: where eager's kernel lacks the dtype, there is nothing to decompose."""
    if self.dtype in (torch.float32, torch.float64):
        return self
    if prim.is_complex(self):
        prim.refuse("torch." + name, "complex matrices")
    prim.check(self.numel() == 0, "NotImplementedError", f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")
    return prim.cast(self, torch.float32)


def _check_rank(self, name):
    if self.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")


def _check_matrices(self, name, kernel=None):
    """Matrices of floats; half precision is refused here, or where a kernel is named by what it says of that."""
    _check_rank(self, name)
    if not prim.is_floating(self):
        if prim.is_complex(self):
            prim.refuse("torch." + name, "complex matrices")
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {prim.class_name(self)}")
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        if kernel is None:
            raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {prim.class_name(self)}")
        prim.check(self.numel() == 0, "NotImplementedError", f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")


def _check_square(self, name, kernel=None):
    _check_matrices(self, name, kernel)
    _check_equal_sides(self, name)


def _check_equal_sides(self, name):
    prim.check(self.shape[-1] == self.shape[-2], "RuntimeError", name + ": A must be batches of square matrices, but they are {0} by {1} matrices", self.shape[-2], self.shape[-1])


def _check_failures(failures, name, reason):
    """Raises for the first matrix of a batch that has one; {0} in the reason is what it says."""
    failures = prim.vmap_whole(failures)
    if prim.any(failures != 0, None, False).item():
        flat = prim.reshape(failures, (-1,))
        at = prim.argmax(prim.cast(flat != 0, torch.int64), None, False).item()
        batch = f"(Batch element {at}): " if failures.dim() > 0 else ""
        raise torch.linalg.LinAlgError(f"{name}: {batch}" + reason.replace("{0}", str(flat[at].item())))
