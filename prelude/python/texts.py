"""Texts: joined, taken apart, translated, and those of containers.

NotImplemented stands for an argument that was not given.
"""


def joined_texts(first, rest, separator):
    texts = [str(item) for item in first] + [str(item) for item in rest]
    return (" " if separator is None else separator).join(texts)


def parts_around(text, method, separator):
    """text.partition(separator), or rpartition, of an instance of a subclass of str"""
    before, found, after = getattr(text, method)(prim.plain(separator))
    return before, separator if found else found, after


def joined_instances(separator, items):
    """separator.join(items), where some are instances, as of subclasses of str"""
    texts = []
    for i, item in enumerate(items):
        text = prim.plain(item)
        if not isinstance(text, str):
            raise TypeError(f"sequence item {i}: expected str instance, {prim.type_name(item)} found")
        texts.append(text)
    return separator.join(texts)


# What the functions of the runtime do, for elements with methods of the user.
def elements_text(elements, left, right):
    return left + ", ".join([repr(item) for item in elements]) + right


def tuple_text(elements):
    return elements_text(elements, "(", ",)" if len(elements) == 1 else ")")


def set_text(elements):
    is_frozen = isinstance(elements, frozenset)
    if len(elements) == 0:
        return "frozenset()" if is_frozen else "set()"
    text = elements_text(elements, "{", "}")
    return "frozenset(" + text + ")" if is_frozen else text


def entries_text(entries):
    return "{" + ", ".join([repr(key) + ": " + repr(value) for key, value in entries.items()]) + "}"


# A text with what is not ASCII escaped.
def ascii_text(text):
    if text.isascii():
        return text
    parts = []
    for character in text:
        number = ord(character)
        if number < 128:
            parts.append(character)
        elif number < 256:
            parts.append(f"\\x{number:02x}")
        else:
            parts.append(f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}")
    return "".join(parts)


@operator("str.maketrans")
def str_maketrans(x, y=NotImplemented, z=NotImplemented, /):
    if y is NotImplemented:
        if not isinstance(x, dict):
            raise TypeError("if you give only one argument to maketrans it must be a dict")
        return {(ord(k) if isinstance(k, str) else k): v for k, v in x.items()}
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {ord(a): ord(b) for a, b in zip(x, y)}
    if z is not NotImplemented:
        for character in z:
            table[ord(character)] = None
    return table


@operator("str.translate")
def str_translate(self, table, /):
    parts = []
    for character in self:
        try:
            to = table[ord(character)]
        except LookupError:
            to = character
        if to is not None:
            parts.append(to if isinstance(to, str) else chr(to))
    return "".join(parts)
