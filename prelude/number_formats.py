"""Numbers of bytes and as hexadecimal text, and what the text of a tensor says last."""


@operator("int.from_bytes")
def int_from_bytes(bytes, byteorder="big", *, signed=False):
    if not isinstance(byteorder, str):
        kind = "None" if byteorder is None else type(byteorder).__name__
        raise TypeError(f"from_bytes() argument 'byteorder' must be str, not {kind}")
    if byteorder != "big" and byteorder != "little":
        raise ValueError("byteorder must be either 'little' or 'big'")
    if isinstance(bytes, str) or not hasattr(bytes, "__iter__"):
        raise TypeError(f"cannot convert '{type(bytes).__name__}' object to bytes")
    parts = []
    for each in bytes:
        part = operator.index(each)
        if part < 0 or part > 255:
            raise ValueError("bytes must be in range(0, 256)")
        parts.append(part)
    if byteorder == "big":
        parts.reverse()
    number = 0
    for i in range(len(parts)):
        part = parts[i]
        if signed and i == len(parts) - 1 and part >= 128:
            part = part - 256
        if part != 0:
            number = number + part * (1 << (8 * i))
    return number


@operator("int.bit_count")
def int_bit_count(self):
    return bin(self).count("1")


@operator("int.as_integer_ratio")
def int_as_integer_ratio(self):
    return int(self), 1


@operator("float.as_integer_ratio")
def float_as_integer_ratio(self):
    if self != self:
        raise ValueError("cannot convert NaN to integer ratio")
    if self in (math.inf, -math.inf):
        raise OverflowError("cannot convert Infinity to integer ratio")
    fraction, exponent = math.frexp(self)
    number = int(math.ldexp(fraction, 53))
    exponent = exponent - 53
    while number % 2 == 0 and exponent < 0:
        number = number // 2
        exponent = exponent + 1 if number else 0
    return (number << exponent, 1) if exponent >= 0 else (number, 1 << -exponent)


@operator("int.conjugate", "int.__index__", "int.__int__", "int.__trunc__", "int.__floor__", "int.__ceil__")
def int_itself(self):
    return int(self)


@operator("int.__round__")
def int_round(self, ndigits=None, /):
    return round(self, ndigits)


@operator("complex.conjugate")
def complex_conjugate(self):
    return complex(self.real, -self.imag)


@operator("float.conjugate", "float.__float__")
def float_itself(self):
    return self


@operator("float.__round__")
def float_round(self, ndigits=None, /):
    return round(self, ndigits)


@operator("float.__trunc__", "float.__int__")
def float_trunc(self):
    return int(self)


@operator("float.__floor__")
def float_floor(self):
    return math.floor(self)


@operator("float.__ceil__")
def float_ceil(self):
    return math.ceil(self)


@operator("float.hex")
def float_hex(self):
    if self != self or self in (math.inf, -math.inf):
        return repr(self)
    sign = "-" if math.copysign(1.0, self) < 0 else ""
    if self == 0:
        return sign + "0x0.0p+0"
    fraction, exponent = math.frexp(abs(self))
    shift = 1 - max(-1021 - exponent, 0)
    fraction = math.ldexp(fraction, shift)
    exponent = exponent - shift
    digits = int(math.ldexp(fraction, 52))
    return f"{sign}0x{digits >> 52}.{digits & ((1 << 52) - 1):013x}p{exponent:+d}"


@operator("float.fromhex")
def float_fromhex(text, /):
    whole = text.strip().lower()
    negative = whole.startswith("-")
    if whole[:1] in ("-", "+"):
        whole = whole[1:]
    if whole in ("inf", "infinity", "nan"):
        return -float(whole) if negative else float(whole)
    digits = whole.removeprefix("0x")
    mantissa, mark, exponent = digits.partition("p")
    before, point, after = mantissa.partition(".")
    if not before + after or (mark and not exponent) or "_" in digits or " " in digits:
        raise ValueError("invalid hexadecimal floating-point string")
    try:
        scale = int(exponent) if mark else 0
        number = int(before + after, 16)
    except ValueError:
        raise ValueError("invalid hexadecimal floating-point string") from None
    try:
        value = math.ldexp(float(number), scale - 4 * len(after))
    except OverflowError:
        raise OverflowError("hexadecimal value too large to represent as a float") from None
    return -value if negative else value


def text_with_suffix(text, suffix, line_width):
    """The text of a tensor that says one thing more, on a line of its own where it is long"""
    body = text[:-1]
    last = body[body.rfind("\n") + 1 :]
    length = len(last) if last.startswith(("       dtype=", "       size=")) else len(last) + 2
    return body + (",\n       " if length + len(suffix) + 2 > line_width else ", ") + suffix + ")"
