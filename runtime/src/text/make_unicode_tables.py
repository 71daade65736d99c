"""Writes UnicodeTables.inc: what Python knows of each character outside ASCII.

Run with the Python whose Unicode version the runtime shall follow:
    python make_unicode_tables.py > UnicodeTables.inc
"""

FIRST, LAST = 0x80, 0x10FFFF

PROPERTIES = {
    "NotPrintable": lambda c: not c.isprintable(),
    "Alpha": str.isalpha,
    "Decimal": str.isdecimal,
    "Digit": str.isdigit,
    "Numeric": str.isnumeric,
    "Space": str.isspace,
    "Upper": str.isupper,
    "Lower": str.islower,
    "Title": str.istitle,
    "IdentifierStart": str.isidentifier,
    "IdentifierPart": lambda c: ("a" + c).isidentifier(),
}
MAPPINGS = {"Upper": str.upper, "Lower": str.lower, "Title": str.title, "Fold": str.casefold}


def ranges(holds):
    start = None
    for code in range(FIRST, LAST + 2):
        inside = code <= LAST and holds(chr(code))
        if inside and start is None:
            start = code
        if not inside and start is not None:
            yield start, code - 1
            start = None


def main() -> None:
    print("// Made by make_unicode_tables.py. Ranges and mappings of characters outside ASCII.")
    for name, holds in PROPERTIES.items():
        body = "".join(f"{{0x{a:x}, 0x{b:x}}}," for a, b in ranges(holds))
        print(f"constexpr Range {name}Ranges[] = {{{body}}};")
    for name, mapped in MAPPINGS.items():
        entries = []
        for code in range(FIRST, LAST + 1):
            to = mapped(chr(code))
            if to != chr(code):
                codes = ", ".join(f"0x{ord(c):x}" for c in to)
                entries.append(f"{{0x{code:x}, {{{codes}}}}},")
        print(f"constexpr Mapping {name}Mappings[] = {{{''.join(entries)}}};")


if __name__ == "__main__":
    main()
