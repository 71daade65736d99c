"""Write UnicodeTables.inc and UnicodeNames.inc from Python's unicodedata.

Run with the Python whose Unicode version the parser should follow (3.11 has
14.0.0):  python3.11 compiler/syntax/tools/make_unicode_tables.py
"""

import base64
import pathlib
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent.parent
ALL = range(0x110000)
HANGUL = range(0xAC00, 0xAC00 + 11172)

# Formal aliases, which unicodedata looks up but does not list.
ALIASES = """
NULL|NUL|START OF HEADING|SOH|START OF TEXT|STX|END OF TEXT|ETX|END OF TRANSMISSION|EOT|ENQUIRY|ENQ
ACKNOWLEDGE|ACK|ALERT|BEL|BACKSPACE|BS|CHARACTER TABULATION|HORIZONTAL TABULATION|HT|TAB|LINE FEED
NEW LINE|END OF LINE|LF|NL|EOL|LINE TABULATION|VERTICAL TABULATION|VT|FORM FEED|FF|CARRIAGE RETURN
CR|SHIFT OUT|LOCKING-SHIFT ONE|SO|SHIFT IN|LOCKING-SHIFT ZERO|SI|DATA LINK ESCAPE|DLE
DEVICE CONTROL ONE|DC1|DEVICE CONTROL TWO|DC2|DEVICE CONTROL THREE|DC3|DEVICE CONTROL FOUR|DC4
NEGATIVE ACKNOWLEDGE|NAK|SYNCHRONOUS IDLE|SYN|END OF TRANSMISSION BLOCK|ETB|CANCEL|CAN|END OF MEDIUM
EOM|SUBSTITUTE|SUB|ESCAPE|ESC|INFORMATION SEPARATOR FOUR|FILE SEPARATOR|FS
INFORMATION SEPARATOR THREE|GROUP SEPARATOR|GS|INFORMATION SEPARATOR TWO|RECORD SEPARATOR|RS
INFORMATION SEPARATOR ONE|UNIT SEPARATOR|US|SP|DELETE|DEL|PADDING CHARACTER|PAD|HIGH OCTET PRESET
HOP|BREAK PERMITTED HERE|BPH|NO BREAK HERE|NBH|INDEX|IND|NEXT LINE|NEL|START OF SELECTED AREA|SSA
END OF SELECTED AREA|ESA|CHARACTER TABULATION SET|HORIZONTAL TABULATION SET|HTS
CHARACTER TABULATION WITH JUSTIFICATION|HORIZONTAL TABULATION WITH JUSTIFICATION|HTJ
LINE TABULATION SET|VERTICAL TABULATION SET|VTS|PARTIAL LINE FORWARD|PARTIAL LINE DOWN|PLD
PARTIAL LINE BACKWARD|PARTIAL LINE UP|PLU|REVERSE LINE FEED|REVERSE INDEX|RI|SINGLE SHIFT TWO
SINGLE-SHIFT-2|SS2|SINGLE SHIFT THREE|SINGLE-SHIFT-3|SS3|DEVICE CONTROL STRING|DCS|PRIVATE USE ONE
PRIVATE USE-1|PU1|PRIVATE USE TWO|PRIVATE USE-2|PU2|SET TRANSMIT STATE|STS|CANCEL CHARACTER|CCH
MESSAGE WAITING|MW|START OF GUARDED AREA|START OF PROTECTED AREA|SPA|END OF GUARDED AREA
END OF PROTECTED AREA|EPA|START OF STRING|SOS|SINGLE GRAPHIC CHARACTER INTRODUCER|SGC
SINGLE CHARACTER INTRODUCER|SCI|CONTROL SEQUENCE INTRODUCER|CSI|STRING TERMINATOR|ST
OPERATING SYSTEM COMMAND|OSC|PRIVACY MESSAGE|PM|APPLICATION PROGRAM COMMAND|APC|NBSP|SHY|CGJ|ALM
ZWSP|ZWNJ|ZWJ|LRM|RLM|LRE|RLE|PDF|LRO|RLO|NNBSP|MMSP|WJ|LRI|RLI|FSI|PDI|BYTE ORDER MARK|BOM|ZWNBSP
LATIN CAPITAL LETTER GHA|LATIN SMALL LETTER GHA|WEIERSTRASS ELLIPTIC FUNCTION
PRESENTATION FORM FOR VERTICAL RIGHT WHITE LENTICULAR BRACKET|SYRIAC SUBLINEAR COLON SKEWED LEFT
"""


def aliases():
    names = [name for line in ALIASES.split("\n") for name in line.split("|") if name]
    names += [f"VS{i}" for i in range(1, 257)]
    return [(ord(unicodedata.lookup(name)), name) for name in names]


def ranges(predicate):
    found, start = [], None
    for code in [*ALL, None]:
        inside = code is not None and predicate(code)
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            found.append((start, (code or 0x110000) - 1))
            start = None
    return found


def emit(out, comment, kind, name, values, per_line):
    out.append(f"// {comment}\nstatic constexpr {kind} {name}[] = {{")
    for i in range(0, len(values), per_line):
        out.append("    " + ", ".join(values[i : i + per_line]) + ",")
    out.append("};\n")


def pairs(items):
    return [f"{{0x{a:X}, 0x{b:X}}}" for a, b in items]


def tables():
    version = unicodedata.unidata_version
    out = [f"// Made by tools/make_unicode_tables.py from Unicode {version}. Do not edit.\n"]

    def past_ascii(test):
        return lambda code: code >= 128 and test(code)

    emit(
        out,
        "May start an identifier.",
        "CodeRange",
        "identifierStart",
        pairs(ranges(past_ascii(lambda c: chr(c).isidentifier()))),
        5,
    )
    emit(
        out,
        "May continue an identifier.",
        "CodeRange",
        "identifierContinue",
        pairs(ranges(past_ascii(lambda c: ("a" + chr(c)).isidentifier()))),
        5,
    )
    emit(
        out,
        "Escaped by repr.",
        "CodeRange",
        "notPrintable",
        pairs(ranges(past_ascii(lambda c: not chr(c).isprintable()))),
        5,
    )
    usable = [c for c in ALL if ("a" + chr(c)).isidentifier() and c not in HANGUL]
    text, index = [], []
    for code in usable:
        full = unicodedata.normalize("NFKD", chr(code))
        if full != chr(code):
            index.append(f"{{0x{code:X}, {len(text)}, {len(full)}}}")
            text += [f"0x{ord(c):X}" for c in full]
    emit(
        out,
        "Full compatibility decompositions: slices of decomposed.",
        "Decomposition",
        "decompositions",
        index,
        5,
    )
    emit(out, "The text of all decompositions.", "uint32_t", "decomposed", text, 12)
    emit(
        out,
        "Canonical combining classes other than 0.",
        "CombiningClass",
        "combiningClasses",
        pairs((c, unicodedata.combining(chr(c))) for c in ALL if unicodedata.combining(chr(c))),
        6,
    )
    composed = []
    for code in ALL:
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            text = "".join(chr(int(p, 16)) for p in parts)
            if unicodedata.normalize("NFC", text) == chr(code):
                composed.append((int(parts[0], 16), int(parts[1], 16), code))
    emit(
        out,
        "Primary composites, sorted by their parts.",
        "Composition",
        "compositions",
        [f"{{0x{a:X}, 0x{b:X}, 0x{c:X}}}" for a, b, c in sorted(composed)],
        4,
    )
    (HERE / "UnicodeTables.inc").write_text("\n".join(out))


def name_hash(name):
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value >> 24


def names():
    named = []
    for code in ALL:
        name = unicodedata.name(chr(code), "")
        if name and not name.startswith("CJK UNIFIED IDEOGRAPH-") and code not in HANGUL:
            named.append((code, name))
    named += aliases()
    runs, previous = [], None
    for position, (code, _) in enumerate(named):
        if previous is None or code != previous + 1:
            runs.append(f"{{0x{code:X}, {position}}}")
        previous = code
    hashes = b"".join(name_hash(name).to_bytes(5, "little") for _, name in named)
    assert len({name_hash(name) for _, name in named}) == len(named)
    out = ["// Made by tools/make_unicode_tables.py. Do not edit.\n"]
    emit(
        out,
        "Runs of code points: the first, and its index among the hashes.",
        "NameRun",
        "nameRuns",
        runs,
        6,
    )
    ideographs = ranges(lambda c: unicodedata.name(chr(c), "").startswith("CJK UNIFIED IDEOGRAPH-"))
    emit(out, "Named by their number.", "CodeRange", "ideographs", pairs(ideographs), 5)
    out.append(f"static constexpr size_t nameCount = {len(named)};")
    out.append("// 40-bit hashes of the names, five bytes each, in base 64.")
    out.append("static constexpr char nameHashes[] =")
    text = base64.b64encode(hashes).decode()
    out += [f'    "{text[i : i + 92]}"' for i in range(0, len(text), 92)]
    out[-1] += ";"
    (HERE / "UnicodeNames.inc").write_text("\n".join(out) + "\n")


if __name__ == "__main__":
    tables()
    names()
