"""Comparisons, tests of identity and conversions between numbers."""


@operator("script.eq")
def script_eq(a, b):
    """Whether two numbers, texts, lists, devices or members of an enum are equal"""
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):  # the sizes of a tensor are a list there
        return list(a) == list(b)
    return a == b


@operator("script.ne")
def script_ne(a, b):
    """Whether they differ"""
    return not script_eq(a, b)


@operator("script.lt")
def script_lt(a, b):
    """Whether a is less than b"""
    return a < b


@operator("script.le")
def script_le(a, b):
    """Whether a is not above b"""
    return a <= b


@operator("script.gt")
def script_gt(a, b):
    """Whether a is above b"""
    return a > b


@operator("script.ge")
def script_ge(a, b):
    """Whether a is not less than b"""
    return a >= b


@operator("script.__is__", "script.tensor.__is__")
def script_is(self, obj):
    """Whether they are one object; numbers are where they are equal"""
    if isinstance(self, (int, float)) and isinstance(obj, (int, float)):
        return type(self) is type(obj) and self == obj
    return self is obj


@operator("script.__isnot__", "script.tensor.__isnot__")
def script_isnot(self, obj):
    """Whether they are two objects"""
    return not script_is(self, obj)


@operator("script.__not__", "script.tensor.__not__")
def script_not(self):
    """Whether a bool is False"""
    return not self


@operator("script.Bool")
def script_bool(a):
    """Whether a number is not 0"""
    return bool(a)


def script_number(convert, a, message):
    """The number that a text says"""
    try:
        return convert(a)
    except ValueError as error:
        raise RuntimeError(message + repr(a)) from error


@operator("script.Int")
def script_int(a):
    """A number without its fraction, or the int of a text"""
    return script_number(int, a, "invalid literal for int() with base 10: ") if isinstance(a, str) else int(a)


@operator("script.Float")
def script_float(a):
    """A number as a float, or the float of a text"""
    return script_number(float, a, "could not convert string to float: ") if isinstance(a, str) else float(a)


def script_part(a):
    return a.item() if prim.is_tensor(a) else a


@operator("script.Complex", "script.tensor.Complex", "script.tensor.ComplexImplicit")
def script_complex(a, b=0):
    """A complex number of its parts"""
    return complex(script_part(a), script_part(b))
