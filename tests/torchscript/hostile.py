"""Damaged and hostile archives: a reader of each says what is wrong and does not crash.

`damaged` spoils a good archive at places of chance; `hostile` are made to do harm: to run code, to
take memory or time, or to have tensors outside of their storage.
"""

from __future__ import annotations

import io
import random
import struct
import zipfile
from collections.abc import Iterator

Named = tuple[str, bytes]


def damaged(good: bytes, count: int, seed: int) -> Iterator[Named]:
    """The archive with its end cut off, bytes changed, or a part zeroed, moved or doubled."""
    chance = random.Random(seed)
    for i in range(count):
        data, at = bytearray(good), chance.randrange(len(good))
        part = slice(at, at + chance.randrange(1, 64))
        kind = ("cut", "bit", "byte", "bytes", "zeros", "gone", "twice")[i % 7]
        if kind == "cut":
            del data[at:]
        elif kind == "bit":
            data[at] ^= 1 << chance.randrange(8)
        elif kind == "byte":
            data[at] ^= chance.randrange(1, 256)
        elif kind == "bytes":
            for _ in range(10):
                data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        elif kind == "zeros":
            data[part] = bytes(len(data[part]))
        elif kind == "gone":
            del data[part]
        else:
            data[part] = data[part] * 2
        yield f"{kind}_{i}_at_{at}", bytes(data)


def damaged_directories(good: bytes, count: int, seed: int) -> Iterator[Named]:
    """Changes of the directory and of the headers in front of entries, which no checksum covers."""
    chance = random.Random(seed)
    end = good.rindex(b"PK\5\6")
    start = struct.unpack_from("<I", good, end + 16)[0]
    headers = [info.header_offset for info in zipfile.ZipFile(io.BytesIO(good)).infolist()]
    for i in range(count):
        data = bytearray(good)
        at = (
            chance.randrange(start, len(good))
            if i % 2
            else chance.choice(headers) + chance.randrange(30)
        )
        data[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
        yield f"directory_{i}_at_{at}", bytes(data)


# Pickles, in their opcodes

PROTO, STOP, MARK, NONE, EMPTY_TUPLE, EMPTY_LIST, EMPTY_DICT = (
    b"\x80\2",
    b".",
    b"(",
    b"N",
    b")",
    b"]",
    b"}",
)
TUPLE, TUPLE1, TUPLE2, APPENDS, SETITEMS = b"t", b"\x85", b"\x86", b"e", b"u"
REDUCE, BUILD, NEWOBJ, BINPERSID, TRUE, FALSE = b"R", b"b", b"\x81", b"Q", b"\x88", b"\x89"


def text(value: str) -> bytes:
    return b"X" + struct.pack("<I", len(value.encode())) + value.encode()


def name(module: str, attribute: str) -> bytes:
    return b"c" + module.encode() + b"\n" + attribute.encode() + b"\n"


def integer(value: int) -> bytes:
    return b"\x8a\x08" + struct.pack("<q", value)


def put(index: int) -> bytes:
    return b"r" + struct.pack("<I", index)


def get(index: int) -> bytes:
    return b"j" + struct.pack("<I", index)


def items(*parts: bytes) -> bytes:
    return MARK + b"".join(parts) + TUPLE


def instance(attribute: bytes) -> bytes:
    """An object of a class of the archive, with one attribute."""
    state = EMPTY_DICT + MARK + text("a") + attribute + SETITEMS
    return name("__torch__", "M") + EMPTY_TUPLE + NEWOBJ + state + BUILD


def module(attribute: bytes) -> bytes:
    return PROTO + instance(attribute) + STOP


def storage(count: int, key: str = "0", kind: str = "FloatStorage", device: str = "cpu") -> bytes:
    parts = text("storage"), name("torch", kind), text(key), text(device), integer(count)
    return items(*parts) + BINPERSID


def tensor(of: bytes, offset: int, sizes: tuple[int, ...], strides: tuple[int, ...]) -> bytes:
    numbers = [items(*map(integer, values)) for values in (sizes, strides)]
    hooks = name("collections", "OrderedDict") + EMPTY_TUPLE + REDUCE
    rebuild = name("torch._utils", "_rebuild_tensor_v2")
    return rebuild + items(of, integer(offset), *numbers, FALSE, hooks) + REDUCE


def zipped(
    data: bytes,
    constants: bytes = PROTO + EMPTY_TUPLE + STOP,
    weights: bytes = bytes(24),
    more: dict[str, bytes] | None = None,
    compression: int = zipfile.ZIP_STORED,
) -> bytes:
    """An archive with this data.pkl and one storage of six floats."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        records = {
            "data.pkl": data,
            "constants.pkl": constants,
            "data/0": weights,
            "version": b"3\n",
        }
        records["code/__torch__.py"] = b"class M(Module):\n  pass\n"
        for record, content in {**records, **(more or {})}.items():
            archive.writestr(f"archive/{record}", content)
    return file.getvalue()


def good() -> bytes:
    return zipped(module(tensor(storage(6), 0, (2, 3), (3, 1))))


def hostile() -> Iterator[Named]:
    for kind, attribute in attributes():
        yield kind, zipped(module(attribute))
    for kind, pickle in pickles():
        yield kind, zipped(pickle)
        yield kind + "_in_constants", zipped(module(NONE), pickle)
    yield from bombs()
    yield from containers()


def attributes() -> Iterator[Named]:
    """Values that no archive has."""
    call = items(text("echo harm")) + REDUCE
    for function in (
        "os system",
        "posix system",
        "builtins eval",
        "subprocess Popen",
        "torch load",
        "builtins getattr",
    ):
        yield f"calls {function}", name(*function.split()) + call
    yield "calls a class", name("__torch__", "M") + call
    yield "is a function", name("collections", "OrderedDict")
    yield "is a storage", storage(6)
    yield "old object", MARK + name("__torch__", "M") + b"o"
    yield (
        "tensor of a table",
        name("torch.jit._pickle", "build_tensor_from_id") + integer(0) + TUPLE1 + REDUCE,
    )
    yield (
        "list of others",
        name("torch.jit._pickle", "build_intlist")
        + items(EMPTY_LIST + MARK + text("a") + APPENDS)
        + REDUCE,
    )
    yield "key twice", EMPTY_DICT + MARK + (text("a") + NONE) * 2 + SETITEMS
    yield "key is a list", EMPTY_DICT + MARK + EMPTY_LIST + NONE + SETITEMS
    yield "no utf8", b"X\1\0\0\0\xff"
    yield "long integer", b"\x8a\x09" + bytes(9)
    yield "enum of nothing", name("__torch__", "E") + NONE + REDUCE
    most = (1 << 63) - 1
    places: dict[str, tuple[int, tuple[int, ...], tuple[int, ...]]] = {
        "too long": (0, (7,), (1,)),
        "offset behind": (6, (1,), (1,)),
        "offset far behind": (most, (1,), (1,)),
        "negative offset": (-1, (1,), (1,)),
        "negative size": (0, (-1,), (1,)),
        "negative stride": (5, (2,), (-1,)),
        "negative sizes": (0, (-2, -3), (3, 1)),
        "stride leaves": (0, (2, 3), (4, 1)),
        "rank differs": (0, (2, 3), (1,)),
        "sizes overflow": (0, (1 << 32, 1 << 32), (0, 0)),
        "bytes overflow": (0, (1 << 62,), (0,)),
        "stride overflows": (0, (3,), (most,)),
        "sum overflows": (most - 1, (2, 2), (1, 1)),
        "empty and far": (1 << 40, (0,), (1,)),
        "empty and huge": (0, (0, 1 << 40, 1 << 40), (1, 1, 1)),
    }
    for kind, place in places.items():
        yield kind, tensor(storage(6), *place)
    for kind, of in {
        "storage too long": storage(7),
        "storage negative": storage(-1),
        "storage huge": storage(most),
        "storage missing": storage(6, key="9"),
        "storage elsewhere": storage(6, key="../constants.pkl"),
        "storage of doubles": storage(6, kind="DoubleStorage"),
        "storage of nothing": storage(6, kind="device"),
        "storage of a gpu": storage(6, device="cuda:0"),
        "no storage": NONE,
    }.items():
        yield kind, tensor(of, 0, (1,), (1,))


def pickles() -> Iterator[Named]:
    yield "empty pickle", b""
    yield "no end", PROTO + NONE
    yield "nothing", PROTO + STOP
    yield "protocol 4", b"\x80\4" + b"\x95" + struct.pack("<Q", 2) + b"N."
    yield "more behind", module(NONE) + b"N."
    yield "two objects", PROTO + NONE + instance(NONE) + STOP
    yield "open mark", PROTO + MARK + instance(NONE) + STOP
    yield "no mark", PROTO + EMPTY_LIST + APPENDS + STOP
    yield "under a mark", PROTO + NONE + MARK + BUILD + STOP
    yield "mark taken", PROTO + EMPTY_LIST + MARK + TUPLE2 + STOP
    yield "memo gap", PROTO + NONE + put(0xFFFFFFFF) + STOP
    yield "memo unknown", PROTO + get(3) + STOP
    yield "built twice", PROTO + instance(NONE) + NONE + BUILD + STOP
    yield "built from a list", PROTO + EMPTY_LIST + NONE + BUILD + STOP
    yield "text beyond", PROTO + b"X\xff\xff\xff\xff" + STOP
    yield "name beyond", PROTO + b"cos\nsystem"
    yield "holds itself", module(EMPTY_LIST + put(0) + MARK + get(0) + APPENDS)
    cycle = (
        name("__torch__", "M")
        + EMPTY_TUPLE
        + NEWOBJ
        + put(0)
        + EMPTY_DICT
        + MARK
        + text("a")
        + get(0)
    )
    yield "object holds itself", PROTO + cycle + SETITEMS + BUILD + STOP
    yield "many marks", PROTO + MARK * 1_000_000 + STOP
    yield "deep lists", PROTO + (EMPTY_LIST + MARK) * 500_000 + APPENDS * 500_000 + STOP
    yield "deep tuples", module(NONE + TUPLE1 * 900_000)
    yield "deep tuples of the memo", module(NONE + put(0) + TUPLE1 * 600)
    doubled = b"".join(put(i) + get(i) + TUPLE2 for i in range(64))
    yield "doubled 64 times", module(NONE + doubled)


def bombs() -> Iterator[Named]:
    """What expands to far more than the file."""
    many = [("lists", EMPTY_LIST), ("nones", NONE), ("dicts", EMPTY_DICT), ("numbers", b"K\1")]
    for kind, opcode in many:
        pickle = module(EMPTY_LIST + MARK + opcode * 5_000_000 + APPENDS)
        yield f"many {kind}", zipped(pickle, compression=zipfile.ZIP_DEFLATED)
    memo = module(NONE + put(0) + EMPTY_LIST + MARK + get(0) * 5_000_000 + APPENDS)
    yield "many of the memo", zipped(memo, compression=zipfile.ZIP_DEFLATED)
    call = name("collections", "OrderedDict") + b"q\0" + EMPTY_TUPLE + REDUCE
    calls = EMPTY_LIST + MARK + call + (b"h\0" + EMPTY_TUPLE + REDUCE) * 1_300_000 + APPENDS
    yield "many calls", zipped(module(calls), compression=zipfile.ZIP_DEFLATED)
    zeros = bytes(65 << 20)
    for record in ("data.pkl", "code/__torch__/a.py", "extra/a"):
        more = {record: zeros}
        yield f"large {record}", zipped(module(NONE), more=more, compression=zipfile.ZIP_DEFLATED)
    parts = {f"extra/{i}": bytes(50 << 20) for i in range(4)}
    yield "large together", zipped(module(NONE), more=parts, compression=zipfile.ZIP_DEFLATED)
    large = module(tensor(storage(65 << 18), 0, (65 << 18,), (1,)))
    yield "large weights", zipped(large, weights=zeros, compression=zipfile.ZIP_DEFLATED)


# Places of fields in an entry of the directory, and in the record at its end: offset and bytes.
ENTRY = {
    "flags": (8, 2),
    "method": (10, 2),
    "crc": (16, 4),
    "packed": (20, 4),
    "size": (24, 4),
    "header": (42, 4),
}
END = {"count": (10, 2), "size": (12, 4), "offset": (16, 4), "comment": (20, 2)}


def replaced(data: bytes, at: int, place: tuple[int, int], value: int) -> bytes:
    offset, size = at + place[0], place[1]
    return data[:offset] + value.to_bytes(size, "little") + data[offset + size :]


def changed(data: bytes, record: str, field: str, value: int) -> bytes:
    """The archive with a field of a record's entry in the directory changed."""
    entry = data.rindex(b"PK\1\2", 0, data.rindex(record.encode()))
    return replaced(data, entry, ENTRY[field], value)


def overlapping() -> bytes:
    """Code that lies in the weights."""
    archive, record = good(), "archive/code/__torch__.py"
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        entry = file.getinfo(record)
    local = archive[entry.header_offset :][: 30 + len(record) + entry.file_size]
    outer = zipped(module(NONE), weights=local)
    return changed(outer, record, "header", outer.index(local))


def containers() -> Iterator[Named]:
    """Zip files whose directory lies, and archives that lack something."""
    archive, many = good(), 0xFFFFFFFF
    lies = [
        ("method", 9),
        ("method", 8),
        ("flags", 1),
        ("crc", 1),
        ("packed", many),
        ("packed", 5),
        ("size", many),
    ]
    lies += [("size", 5), ("header", many), ("header", 1)]
    for record in ("data.pkl", "constants.pkl", "code/__torch__.py", "data/0"):
        for field, value in lies:
            yield f"{field} {value} of {record}", changed(archive, record, field, value)
    end = archive.rindex(b"PK\5\6")
    for field, place in END.items():
        for value in (1, (1 << 8 * place[1]) - 2):
            yield f"end {field} {value}", replaced(archive, end, place, value)
    yield "overlapping", overlapping()
    yield (
        "data.pkl twice",
        zipped(module(NONE), more={"dat4.pkl": b""}).replace(b"dat4.pkl", b"data.pkl"),
    )
    yield "empty", b""
    yield "text", b"no archive\n" * 100
    yield "empty zip", archive[end : end + 4] + bytes(18)
    yield "oldest archive", b"PYTORCH1" + bytes(100)
    yield "old archive", zipped(module(NONE), more={"model.json": b"{}"})
    yield "version 11", zipped(module(NONE), more={"version": b"11\n"})
    yield "version 0", zipped(module(NONE), more={"version": b"0\n"})
    yield "version large", zipped(module(NONE), more={"version": b"9" * 30})
    yield "version of words", zipped(module(NONE), more={"version": b"three"})
    yield "big endian", zipped(module(NONE), more={"byteorder": b"big"})
    yield "no module", zipped(PROTO + NONE + STOP)
    yield "no tuple", zipped(module(NONE), PROTO + NONE + STOP)
    for record in ("data.pkl", "constants.pkl", "version"):
        yield f"no {record}", archive.replace(record.encode(), b"_" * len(record))


def with_version(data: bytes, version: int) -> bytes:
    """The archive as if an earlier PyTorch had written it."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(file, "w") as made:
        for info in source.infolist():
            is_version = info.filename.split("/")[-1] == "version"
            made.writestr(info.filename, f"{version}\n" if is_version else source.read(info))
    return file.getvalue()
