"""Functions of functools.

NotImplemented stands for an argument that was not given.
"""


@operator("functools.reduce", "_functools.reduce")
def functools_reduce(function, sequence, /, *initial):
    if len(initial) > 1:
        raise TypeError(f"reduce expected at most 3 arguments, got {2 + len(initial)}")
    items = iter(sequence)
    if len(initial) == 1:
        result = initial[0]
    else:
        for result in items:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in items:
        result = function(result, item)
    return result


@operator("functools.update_wrapper")
def update_wrapper(wrapper, wrapped, assigned=NotImplemented, updated=NotImplemented):
    names = (
        ("__module__", "__name__", "__qualname__", "__doc__")
        if assigned is NotImplemented
        else assigned
    )
    for name in names:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    if updated is not NotImplemented:
        for name in updated:
            getattr(wrapper, name).update(getattr(wrapped, name, {}))
    elif isinstance(wrapped, types.FunctionType):
        for name, value in wrapped.__dict__.items():
            setattr(wrapper, name, value)
    wrapper.__wrapped__ = wrapped
    return wrapper


@operator("functools.wraps")
def wraps(wrapped, assigned=NotImplemented, updated=NotImplemented):
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned, updated)


@operator("functools.cache")
def keep_results(user_function):
    return cached(user_function, None, False)


@operator("functools.lru_cache")
def keep_latest_results(maxsize=128, typed=False):
    if callable(maxsize):
        return cached(maxsize, 128, typed)
    return lambda user_function: cached(user_function, maxsize, typed)


def cached(user_function, maxsize, typed):
    """A function made by the program whose results are kept; the oldest use goes first"""
    results = {}

    def wrapper(*args, **keywords):
        key = (args, tuple(keywords.items())) if keywords else args
        if typed:
            key = (key, tuple([type(item) for item in args]))
        if key in results:
            value = results.pop(key)
        else:
            value = user_function(*args, **keywords)
        if maxsize is None or maxsize > 0:
            results[key] = value
            if maxsize is not None and len(results) > maxsize:
                del results[next(iter(results))]
        return value

    return wrapper


@operator("functools.cmp_to_key", "_functools.cmp_to_key")
def cmp_to_key(mycmp):
    class K:
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

    return K
