"""Hooks of tensors within a program.

`prim.hooks_of` gives the dict that a tensor's node or leaf has for all its hooks: "before", those
that get the gradient, by number; "count", how many there were; "keeper", the tensor that keeps the
gradient, or None; "after", those that a leaf has for after its gradient was added. A node of run
time has the hooks that were there when it was made: `prim.hooks_to_change` refuses later changes.
"""


def _handle(held, place, hook):
    """Registers a hook; the handle's `remove` takes it out again."""
    hooks = held[place]
    handle = object.__new__(torch.utils.hooks.RemovableHandle)
    handle.id = held["count"]
    handle.hooks_dict_ref = lambda: prim.hooks_to_change(hooks)
    handle.extra_dict_ref = ()
    held["count"] = held["count"] + 1
    hooks[handle.id] = hook
    return handle


@operator("Tensor.register_hook")
def register_hook(self, hook):
    """Calls a function with the gradient of this tensor; what it returns takes its place"""
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return _handle(prim.hooks_of(self, True), "before", hook)


@operator("Tensor.register_post_accumulate_grad_hook")
def register_post_accumulate_grad_hook(self, hook):
    """Calls a function with this leaf after its gradient was added"""
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    if not self.is_leaf:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    return _handle(prim.hooks_of(self, False), "after", hook)


@operator("Tensor.retain_grad")
def retain_grad(self):
    """This tensor gets its gradient as `.grad`, as leaves do"""
    if not self.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if not self.is_leaf:
        prim.hooks_of(self, False)["keeper"] = self


def _replaced(hook, grad):
    made = hook(grad)
    if made is None:
        return grad
    if grad is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not prim.is_tensor(made):
        raise TypeError(f"expected Variable, but hook returned '{type(made).__name__}'")
    if made.shape != grad.shape:
        raise RuntimeError(f"hook '{getattr(hook, '__name__', '<unknown>')}' has changed the size of value")
    return made


def run_hooks(held, grad):
    """What hooks make of the gradient of a tensor; None where its node was reached without one."""
    for hook in tuple(held["before"].values()):
        grad = _replaced(hook, grad)
    keeper = held["keeper"]
    if keeper is not None and grad is not None:
        keeper.grad = prim.clone(grad) if keeper.grad is None else keeper.grad + grad
    return grad


def run_outside_hooks(hooks, grad):
    """The same of hooks that a leaf had before the call."""
    for hook in tuple(hooks.values()):
        grad = _replaced(hook, grad)
    return grad


def run_hooks_after(hooks, leaf):
    """Hooks of a leaf whose gradient was added."""
    for hook in tuple(hooks.values()):
        if hook(leaf) is not None:
            raise RuntimeError("Tensor post accumulate grad hooks should return None.")
