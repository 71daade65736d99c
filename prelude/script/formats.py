"""What TorchScript writes for values: floats in 17 digits, texts within containers without quotes."""


def script_float_text(x):
    if not math.isfinite(x):
        return ("-" if math.copysign(1.0, x) < 0 else "") + ("nan" if x != x else "inf")
    if -9223372036854775808.0 <= x < 9223372036854775808.0 and float(int(x)) == x:
        return f"{int(x)}."
    return f"{x:.17g}"


def script_tensor_text(x):
    """Of a single integer as PyTorch's C++ writes it; of others Lith has no such text"""
    if x.dim() > 0 or x.dtype.is_floating_point or x.dtype.is_complex:
        prim.refuse("a text of TorchScript", "of a tensor with dimensions or of floats")
    names = {torch.uint8: "Byte", torch.int8: "Char", torch.int16: "Short", torch.int32: "Int", torch.int64: "Long", torch.bool: "Bool"}
    return f"{int(x)}\n[ CPU{names[x.dtype]}Type{{}} ]"


def script_text(x):
    if isinstance(x, str):
        return x
    if prim.is_tensor(x):
        return script_tensor_text(x)
    if isinstance(x, float):
        return script_float_text(x)
    if isinstance(x, complex):
        return script_float_text(x.real) + ("" if x.imag < 0 else "+") + script_float_text(x.imag) + "j"
    if isinstance(x, list):
        return "[" + ", ".join([script_text(each) for each in x]) + "]"
    if isinstance(x, tuple):
        return "(" + ", ".join([script_text(each) for each in x]) + (",)" if len(x) == 1 else ")")
    if isinstance(x, dict):
        return "{" + ", ".join([script_text(key) + ": " + script_text(value) for key, value in x.items()]) + "}"
    return str(x)


@operator("script.str", "script.tensor.str")
def script_str(elem):
    """What is printed of a value"""
    return script_text(elem)


@operator("script.print", "script.tensor.print", "script.prim.Print")
def script_print(*values):
    """Prints values with spaces between them"""
    print(*[script_text(each) for each in values])


@operator("script.format", "script.tensor.format")
def script_format(self, *values):
    """The text with a value for each {}"""
    parts = self.split("{}")
    if len(parts) > len(values) + 1:
        raise RuntimeError("Too few arguments for format string: " + self)
    result = parts[0]
    for i in range(1, len(parts)):
        result = result + script_text(values[i - 1]) + parts[i]
    return result


def script_type_word(x):
    return "String" if isinstance(x, str) else "Double" if isinstance(x, float) else "List" if isinstance(x, list) else "None"


def script_percent_number(x, sign):
    """A float is rounded to single precision first"""
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        raise RuntimeError(f"%{sign} requires a number for formatting, but got {script_type_word(x)}")
    if sign == "d" or sign == "i":
        return str(int(x))
    x = torch.tensor(float(x), dtype=torch.float32).item()
    return f"{x:f}" if sign == "f" else f"{x:F}" if sign == "F" else f"{x:e}" if sign == "e" else f"{x:E}"


def script_percent_value(x, sign):
    if sign == "s":
        return script_text(x)
    if sign != "c":
        return script_percent_number(x, sign)
    if isinstance(x, int):
        return chr(x % 256)
    if not isinstance(x, str) or len(x) != 1:
        raise RuntimeError("%c requires an int or char for formatting, but got " + script_type_word(x))
    return x


@operator("script.percentFormat", "script.tensor.percentFormat")
def script_percent_format(self, *values):
    """The text with a value for each %s, %d, %i, %f, %F, %e, %E or %c"""
    if len(values) == 1 and isinstance(values[0], tuple):
        values = values[0]
    result = ""
    used = 0
    place = 0
    while place < len(self):
        if self[place] != "%":
            result = result + self[place]
            place = place + 1
            continue
        if place + 1 == len(self):
            raise RuntimeError("Incomplete format specifier")
        sign = self[place + 1]
        place = place + 2
        if sign == "%":
            result = result + "%"
            continue
        if sign not in "sdifFeEc":
            raise RuntimeError(f"The specifier %{sign} is not supported in TorchScript format strings")
        if used >= len(values):
            raise RuntimeError("Too few arguments for format string")
        result = result + script_percent_value(values[used], sign)
        used = used + 1
    if used < len(values):
        raise RuntimeError("Too many arguments for format string")
    return result
