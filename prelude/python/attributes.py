"""Attributes of objects and classes: by names that only run time knows, properties, namespaces.

NotImplemented stands for an argument that was not given.
"""


def announce_name(hook, value, cls, name):
    if sys.version_info[:2] >= (3, 12):
        hook(value, cls, name)
        return
    try:
        hook(value, cls, name)
    except BaseException as error:
        what = f"'{type(value).__name__}' instance '{name}' in '{cls.__name__}'"
        raise RuntimeError("Error calling __set_name__ on " + what) from error


@operator("abc.abstractmethod")
def abstractmethod(function):
    function.__isabstractmethod__ = True
    return function


# getattr and its like, where only run time knows which of `names` is meant.
def named_attribute(self, name, names, default):
    for each in names:
        if name == each:
            return (
                getattr(self, each, default)
                if default is not NotImplemented
                else getattr(self, each)
            )
    if name.startswith("__"):
        raise NotImplementedError("a special attribute whose name only run time knows")
    if hasattr(type(self), "__getattr__"):
        if default is NotImplemented:
            return type(self).__getattr__(self, name)
        try:
            return type(self).__getattr__(self, name)
        except AttributeError:
            return default
    if default is not NotImplemented:
        return default
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


def has_named_attribute(self, name, names):
    for each in names:
        if name == each:
            return hasattr(self, each)
    if name.startswith("__"):
        raise NotImplementedError("a special attribute whose name only run time knows")
    if hasattr(type(self), "__getattr__"):
        try:
            type(self).__getattr__(self, name)
        except AttributeError:
            return False
        return True
    return False


def set_named_attribute(self, name, names, value):
    for each in names:
        if name == each:
            setattr(self, each, value)
            return None
    raise NotImplementedError("a new attribute whose name only run time knows")


@operator("builtins.property.__init__")
def property_init(self, fget=None, fset=None, fdel=None, doc=None):
    """The functions of a property whose class is written in Python"""
    prim.host("builtins.object").__setattr__(self, "fget", fget)
    prim.host("builtins.object").__setattr__(self, "fset", fset)
    prim.host("builtins.object").__setattr__(self, "fdel", fdel)


@operator("builtins.property.__get__")
def property_get(self, instance, owner=None):
    """What a property whose class is written in Python gives"""
    return self if instance is None else self.fget(instance)


@operator("types.SimpleNamespace.__repr__")
def namespace_repr(self):
    name = "namespace" if type(self) is types.SimpleNamespace else type(self).__name__
    return name + "(" + ", ".join([f"{key}={value!r}" for key, value in vars(self).items()]) + ")"


@operator("types.SimpleNamespace.__eq__")
def namespace_equal(self, other, /):
    if not isinstance(other, types.SimpleNamespace):
        return NotImplemented
    return vars(self) == vars(other)
