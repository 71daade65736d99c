"""What torch.jit and torch.fx do around a call: tasks, and the call of a module of torch.fx."""


@operator("torch.jit.fork")
def jit_fork(func, *args, **kwargs):
    """A task, which runs where it is started"""
    return prim.host("lith._tasks.Future")(func(*args, **kwargs))


@operator("torch.jit.wait")
def jit_wait(future):
    """What the function of a task returned"""
    return future.wait()


@operator("torch.fx.graph_module._WrappedCall.__call__")
def call_of_fx(self, obj, *args, **kwargs):
    """The call of a module of torch.fx, without the text that it prints of an exception"""
    if self.cls_call is not None:
        return self.cls_call(obj, *args, **kwargs)
    return super(self.cls, obj).__call__(*args, **kwargs)
