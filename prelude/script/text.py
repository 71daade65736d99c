"""Methods of texts. Ends count from 1 behind the last character where they are negative: -1 is all."""


def script_span(self, start, end):
    """Where a part of a text begins and ends"""
    size = len(self)
    start = max(0, size + start) if start < 0 else start
    return start, max(0, size + end + 1) if end < 0 else end


@operator("script.count")
def script_count(self, el, start=0, end=-1):
    """How often a text has another that begins in a part of it, or a list an element"""
    if isinstance(self, str):
        start, end = script_span(self, start, end)
        return self.count(el, start, end + len(el) - 1)
    return self.count(el)


@operator("script.find")
def script_find(self, substr, start=0, end=-1):
    """Where a text begins in another; -1: nowhere"""
    start, end = script_span(self, start, end)
    return self.find(substr, start, end)


@operator("script.rfind")
def script_rfind(self, substr, start=0, end=-1):
    """Where a text last begins in another; -1: nowhere"""
    start, end = script_span(self, start, end)
    return self.rfind(substr, start, end)


@operator("script.index")
def script_index(self, el, start=0, end=-1):
    """Where a text begins in another, or where a list has an element"""
    if not isinstance(self, str):
        if el not in self:
            raise RuntimeError("'" + script_text(el) + "' is not in list")
        return self.index(el)
    place = script_find(self, el, start, end)
    if place < 0:
        raise RuntimeError("ValueError: substring not found")
    return place


@operator("script.rindex")
def script_rindex(self, substr, start=0, end=-1):
    """Where a text last begins in another"""
    place = script_rfind(self, substr, start, end)
    if place < 0:
        raise RuntimeError("ValueError: substring not found")
    return place


@operator("script.startswith")
def script_startswith(self, substr, start=0, end=-1):
    """Whether a part of a text begins with another"""
    start, end = script_span(self, start, end)
    return self.startswith(substr, start, end)


@operator("script.endswith")
def script_endswith(self, substr, start=0, end=-1):
    """Whether a part of a text ends with another"""
    start, end = script_span(self, start, end)
    return self.endswith(substr, start, end)


@operator("script.strip")
def script_strip(self, chars=" \n\t\f\v"):
    """The text without certain characters at its ends"""
    return self.strip(chars)


@operator("script.lstrip")
def script_lstrip(self, chars=" \n\t\f\v"):
    """The text without certain characters at its beginning"""
    return self.lstrip(chars)


@operator("script.rstrip")
def script_rstrip(self, chars=" \n\t\f\v"):
    """The text without certain characters at its end"""
    return self.rstrip(chars)


@operator("script.split")
def script_split(self, separator=None, max=-1):
    """The parts between separators; without one, all words"""
    if separator is None:
        return self.split()
    if separator == "":
        raise RuntimeError("ValueError: empty separator")
    return self.split(separator, max)


@operator("script.rsplit")
def script_rsplit(self, separator=" ", max=-1):
    """The parts between separators, counted from the end"""
    return self.rsplit(separator, max)


@operator("script.splitlines")
def script_splitlines(self, keepends=False):
    """The lines; what ends them is an element of its own where it is kept"""
    lines = []
    line = ""
    for character in self:
        if character in "\n\r\v\f\x1c\x1d\x1e":
            lines.append(line)
            if keepends:
                lines.append(character)
            line = ""
        else:
            line = line + character
    if line != "":
        lines.append(line)
    return lines


@operator("script.partition")
def script_partition(self, separator):
    """What is before the first separator, it, and what is behind"""
    return self.partition(separator) if separator != "" else ("", "", self)


@operator("script.rpartition")
def script_rpartition(self, separator):
    """What is before the last separator, it, and what is behind"""
    return self.rpartition(separator) if separator != "" else (self, "", "")


@operator("script.replace")
def script_replace(self, old, new, max=-1):
    """The text with another in place of a part"""
    return self.replace(old, new, max)


@operator("script.join")
def script_join(self, values):
    """Texts with one between them"""
    return self.join(values)
