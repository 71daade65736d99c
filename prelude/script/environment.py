"""What scripted code asks and tells its surroundings: errors, warnings, modes, devices, objects."""


@operator("script.prim.RaiseException")
def script_raise(msg, cls=None):
    """Raises an exception of Python by its name; RuntimeError where the class is none of these"""
    classes = {
        "builtins.ArithmeticError": ArithmeticError,
        "builtins.AssertionError": AssertionError,
        "builtins.AttributeError": AttributeError,
        "builtins.Exception": Exception,
        "builtins.IndexError": IndexError,
        "builtins.KeyError": KeyError,
        "builtins.LookupError": LookupError,
        "builtins.NotImplementedError": NotImplementedError,
        "builtins.OSError": OSError,
        "builtins.OverflowError": OverflowError,
        "builtins.StopIteration": StopIteration,
        "builtins.TypeError": TypeError,
        "builtins.ValueError": ValueError,
        "builtins.ZeroDivisionError": ZeroDivisionError,
    }
    raise classes.get(cls, RuntimeError)(msg)


@operator("script.warn")
def script_warn(message, stacklevel=2):
    """A warning"""
    prim.host("warnings.warn")(message, UserWarning)


@operator("script._print")
def script_print_line(s):
    """Prints a text"""
    print(s)


@operator("script.manual_seed")
def script_manual_seed(seed):
    """Seeds the generator that random numbers are drawn from"""
    torch.manual_seed(seed)


@operator("script.set_grad_enabled")
def script_set_grad_enabled(val):
    """Whether gradients are wanted from here on"""
    torch._C._set_grad_enabled(val)


@operator("script.is_scripting")
def script_is_scripting():
    """True: the code is that of a script"""
    return True


@operator("script._get_tracing_state", "script.has_torch_function", "script.tensor.has_torch_function", "script.is_vulkan_available", "script._use_cudnn_rnn_flatten_weight", "script._nnpack_available", "script.tensor.cudnn_is_acceptable")
def script_false(*args):
    """False: nothing is traced or overridden, and only the CPU is there"""
    return False


@operator("script.device")
def script_device(type, *index):
    """A device"""
    return torch.device(type, *index)


@operator("script.prim.index")
def script_device_index(self):
    """The number of a device, or None"""
    return self.index


@operator("script.prim.type")
def script_device_type(self):
    """The kind of a device"""
    return self.type


@operator("script.wait", "script.tensor.wait", "script.prim.awaitable_nowait", "script.prim.awaitable_wait", "script.prim.unchecked_unwrap_optional")
def script_itself(self):
    """The value itself, which is there already"""
    return self


@operator("script._unwrap_optional", "script.tensor._unwrap_optional")
def script_unwrap(optional):
    """A value that is not None"""
    if optional is None:
        raise RuntimeError("Unwrapping null optional")
    return optional


@operator("script.prim.Uninitialized")
def script_uninitialized():
    """None, for a value that is not used"""


@operator("script.prim.IfThenElse")
def script_if(cond, x, y):
    """One of two values"""
    return x if cond else y


@operator("script.prim.TupleIndex", "script.prim.StringIndex", "script.prim.ModuleContainerIndex")
def script_element(values, place):
    """An element of a tuple, text or container of modules"""
    return values[place]


@operator("script.prim.TupleUnpack", "script.prim.ListUnpack")
def script_unpack(values):
    """The elements of a tuple or list"""
    return tuple(values)


@operator("script.prim.rangelist")
def script_range_list(n):
    """A list of the ints below n"""
    return list(range(n))


@operator("script.prim.EnumName")
def script_enum_name(member):
    """The name of a member of an enum"""
    return member.name


@operator("script.prim.EnumValue")
def script_enum_value(member):
    """The value of a member of an enum"""
    return member.value


@operator("script.prim.id")
def script_id(x):
    """A number that no other object has; of None 0"""
    return 0 if x is None else id(x)
