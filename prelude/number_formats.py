"""Numbers as bytes and as hexadecimal text."""


@operator("int.to_bytes")
def int_to_bytes(self, length=1, byteorder="big", *, signed=False):
    if length < 0:
        raise ValueError("length argument must be non-negative")
    if byteorder != "big" and byteorder != "little":
        raise ValueError("byteorder must be either 'little' or 'big'")
    if self < 0 and not signed:
        raise OverflowError("can't convert negative int to unsigned")
    rest = self
    parts = []
    for _ in range(length):
        parts.append(rest & 255)
        rest = rest >> 8
    top = parts[-1] >= 128 if signed and parts else False
    if rest != (-1 if self < 0 else 0) or (signed and top != (self < 0) and (parts or self)):
        raise OverflowError("int too big to convert")
    if byteorder == "big":
        parts.reverse()
    return bytes(parts)


@operator("int.from_bytes")
def int_from_bytes(data, byteorder="big", *, signed=False):
    if byteorder != "big" and byteorder != "little":
        raise ValueError("byteorder must be either 'little' or 'big'")
    parts = list(data)
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
