"""Exceptions, and context managers that see them."""


@operator("builtins.BaseException.with_traceback")
def with_traceback(self, traceback, /):
    return self


# What a generator raises whose body raised StopIteration.
def generator_raised(error):
    try:
        raise error
    except StopIteration as e:
        raise RuntimeError("generator raised StopIteration") from e


@operator("contextlib.ExitStack.__exit__")
def exit_stack_exit(self, *details):
    raised = details[1]
    received = raised is not None
    suppressed = False
    for is_sync, leave in reversed(list(self._exit_callbacks)):
        self._exit_callbacks.pop()
        try:
            if leave(None if raised is None else type(raised), raised, None):
                suppressed = True
                raised = None
        except BaseException as e:
            suppressed = False
            raised = e
    if raised is not None and raised is not details[1]:
        raise raised
    return received and suppressed


@operator("_thread.RLock")
def reentrant_lock():
    """A lock that nothing else asks for: a call of a program has one thread"""

    class RLock:
        def acquire(self, blocking=True, timeout=-1):
            return True

        def release(self):
            return None

        def __enter__(self):
            return True

        def __exit__(self, kind, value, traceback):
            return None

    return RLock()
