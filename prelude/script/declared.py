"""What code of archives says of types. A type is a text, or a tuple of a text and types in brackets."""


@operator("script.prim.annotate", "script.prim.unchecked_cast")
def script_typed(kind, value):
    """A value of a declared type: a tensor of one element is the number where one is declared"""
    if isinstance(value, torch.Tensor):
        if kind == "int":
            return int(value)
        if kind == "float":
            return float(value)
        if kind == "complex":
            return complex(value)
        if kind == "number":
            return value.item()
    return float(value) if kind == "float" and isinstance(value, int) else value


@operator("script.prim.uninitialized")
def script_unset(kind):
    """What no path reads"""
    return None


@operator("script.prim.isinstance")
def script_isinstance(value, kinds):
    """Whether a value is of one of several types"""
    for kind in kinds:
        if script_is_of(value, kind):
            return True
    return False


def script_is_of(value, kind):
    name, parts = (kind[0], kind[1:]) if isinstance(kind, tuple) else (kind, ())
    if name == "Optional":
        return value is None or script_is_of(value, parts[0])
    if name == "Union":
        return script_isinstance(value, parts)
    if name == "List":
        return isinstance(value, list) and all([script_is_of(each, parts[0]) for each in value])
    if name == "Dict":
        return isinstance(value, dict) and all([script_is_of(key, parts[0]) and script_is_of(each, parts[1]) for key, each in value.items()])
    if name == "Tuple":
        return isinstance(value, tuple) and len(value) == len(parts) and all([script_is_of(each, part) for each, part in zip(value, parts)])
    if name == "NoneType":
        return value is None
    if name == "Any":
        return True
    if name == "bool":
        return isinstance(value, bool)
    if name == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float, complex))
    if name == "float":
        return isinstance(value, float)
    if name == "complex":
        return isinstance(value, complex)
    if name == "str":
        return isinstance(value, str)
    if name == "Tensor":
        return isinstance(value, torch.Tensor)
    if name == "Device":
        return isinstance(value, torch.device)
    return type(value).__module__ + "." + type(value).__name__ == name


@operator("script.prim.fork")
def script_fork(function, *arguments):
    """What a task gives, which runs where it is started"""
    return function(*arguments)
