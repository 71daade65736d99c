"""Texts as letters: their case, their kind, their numbers, and how wide they are."""


@operator("script.lower")
def script_lower(self):
    """The text in small letters"""
    return self.lower()


@operator("script.upper")
def script_upper(self):
    """The text in capital letters"""
    return self.upper()


@operator("script.capitalize")
def script_capitalize(self):
    """The text with a capital letter first"""
    return self.capitalize()


@operator("script.title")
def script_title(self):
    """The text with a capital letter at the beginning of each word"""
    return self.title()


@operator("script.swapcase")
def script_swapcase(self):
    """The text with capital letters for small ones, and the other way round"""
    return self.swapcase()


@operator("script.isalnum")
def script_isalnum(self):
    """Whether all characters are letters or digits"""
    return self.isalnum()


@operator("script.isalpha")
def script_isalpha(self):
    """Whether all characters are letters"""
    return self.isalpha()


@operator("script.isdecimal")
def script_isdecimal(self):
    """Whether all characters are digits"""
    return self.isdecimal()


@operator("script.isdigit")
def script_isdigit(self):
    """Whether all characters are digits"""
    return self.isdigit()


@operator("script.isnumeric")
def script_isnumeric(self):
    """Whether all characters are digits"""
    return self.isnumeric()


@operator("script.isidentifier")
def script_isidentifier(self):
    """Whether the text is of letters and digits, the first no digit: `_` is neither"""
    return self.isalnum() and not self[0].isdigit()


@operator("script.islower")
def script_islower(self):
    """Whether all letters are small"""
    return self.islower()


@operator("script.isupper")
def script_isupper(self):
    """Whether all letters are capital"""
    return self.isupper()


@operator("script.isprintable")
def script_isprintable(self):
    """Whether all characters can be printed"""
    return self.isprintable()


@operator("script.isspace")
def script_isspace(self):
    """Whether all characters are space"""
    return self.isspace()


@operator("script.istitle")
def script_istitle(self):
    """Whether the words begin with capital letters, and only these are"""
    return self.istitle()


def script_check_fill(fillchar):
    if len(fillchar) != 1:
        raise RuntimeError("TypeError: The fill character must be exactly one character long")


@operator("script.center")
def script_center(self, width, fillchar=" "):
    """The text in the middle of a width"""
    script_check_fill(fillchar)
    return self.center(width, fillchar)


@operator("script.ljust")
def script_ljust(self, width, fillchar=" "):
    """The text at the left of a width"""
    script_check_fill(fillchar)
    return self.ljust(width, fillchar)


@operator("script.rjust")
def script_rjust(self, width, fillchar=" "):
    """The text at the right of a width"""
    script_check_fill(fillchar)
    return self.rjust(width, fillchar)


@operator("script.zfill")
def script_zfill(self, width):
    """The text behind zeros, before a sign, too"""
    return self.rjust(width, "0")


@operator("script.expandtabs")
def script_expandtabs(self, tabsize=8):
    """Spaces for tabs, up to the next multiple of characters from the beginning of the text"""
    result = ""
    for character in self:
        if character != "\t":
            result = result + character
        elif tabsize > 0:
            result = result + " " * (tabsize - len(result) % tabsize)
    return result


@operator("script.ord")
def script_ord(string):
    """The number of a character"""
    if len(string) != 1:
        raise RuntimeError(f"String for ord() must be 1 character, found {len(string)}")
    return ord(string)


@operator("script.chr")
def script_chr(i):
    """The character of a number"""
    if i < 0 or i > 1114111:
        raise RuntimeError(f"chr() arg not in range(0x110000), found {i}")
    return chr(i)


@operator("script.hex")
def script_hex(i):
    """An int with the base 16"""
    return hex(i)


@operator("script.oct")
def script_oct(i):
    """An int with the base 8"""
    return oct(i)


@operator("script.bin")
def script_bin(i):
    """An int with the base 2"""
    return bin(i)
