"""Cells that differ from eager and are written down: each group belongs to a row of docs/limits.md, by its words."""

from __future__ import annotations

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Known:
    limit: str  # words of its row
    kinds: str  # a regular expression for the whole name, as is the next
    operations: str
    places: str = ".*"

    def covers(self, kind: str, place: str, operation: str) -> bool:
        patterns = ((self.kinds, kind), (self.places, place), (self.operations, operation))
        return all(re.fullmatch(pattern, text, re.DOTALL) for pattern, text in patterns)


CLASSES = "type_.*|enum_class|generic_alias|numpy_type"
INSIDE = "inside|inside_of_run_time"
FUNCTIONS = "lambda|closure|method|class_method|method_of_list|partial|attribute_getter"

KNOWN = [
    Known("`__dict__` of a class is a dict", CLASSES, r"v\.__dict__|vars\(v\)"),
    Known(
        "is the object itself",
        "method|class_method|partial|generic_alias|property|attribute_getter|(pure_)?path",
        r"copy\.(deep)?copy\(.*",
    ),
    Known(
        "of an iterator of `itertools`",
        "iterator|repeat|attribute_getter",
        r"try: return v(\.a|\[0\]).*|type\(v\).*|isinstance\(v, .*|v\.__(class|doc)__.*|v\.a = .*|v\.a \+?= .*|setattr.*",
        INSIDE,
    ),
    Known("Which exception", "enum_class|numpy_datetime|type_of_torch", r"torch\.(as_)?tensor\(v\)"),
    Known("Which exception", "tensor_of_(ints|bools)|list_of_tensors", r"torch\.zeros\(v\)"),
    Known("Which exception", "tensor_of_bools", r"torch\.ones\(2, 2\)\.sum\(v\)"),
    Known("Which exception", "bytes", r"torch\.ones\(2\)\.to\(v\)"),
    Known("Which exception", "tensor_complex", r"sorted\(.*"),
    Known("Which exception", "scripted_function|scripted_module", r"v\(.*"),
    Known("are of the Python that stands for it", "scripted_function|scripted_module", r"v\.__dict__|vars\(v\)|copy\..*"),
    Known("Which exception", "tensor_with_gradient|parameter", r"x = v\nx \|= w\nreturn x"),
    Known("Which exception", "parameter_list|module_list|sequential|int_flag|enum_class", r"del v.*|dict\(v\)|\{\*\*v\}"),
    Known("`%d` of a complex tensor", "tensor_complex", r"'%.*"),
    Known("The text of a tensor that requires a gradient", "tensor_with_gradient|parameter", r"set\(v\)"),
    Known("read it by its methods", "list_subclass_with_methods", r"json.*|np\.(asarray|add).*|match.*|torch\.(as_)?tensor.*"),
    Known("of a class of NumPy begins", "numpy_type", r"v\.__doc__"),
    Known("`__module__` of a type variable", "type_variable", r"v\.__module__", INSIDE),
    Known("the attributes of `list[int]`", "generic_alias", r"issubclass.*|.*return str\(e\)|\{\*\*v\}"),
    Known(
        "the attributes of `list[int]`",
        "generic_alias",
        r"\nyielded.*|\(lambda: v\)\(\)|def inner.*|functools\.reduce.*|if v: x = v.*|return (\[k for|sorted).*|v|v or 5|x = .*",
        INSIDE,
    ),
    Known("A function that the program makes, within an exception", FUNCTIONS + "|property|weak_reference", r"assert not v.*", INSIDE),
    Known("A `property` that the program makes", "property", r"global kept_value.*|v\.__doc__|\{v: 1.*", INSIDE),
    Known("Setting an attribute of a `functools.partial`", "partial|lambda", r"v\.a = .*|setattr.*", INSIDE),
    Known("that only run time knows to be empty", "range|list_subclass|deque|module_list|parameter_list|sequential", r"torch\.(as_)?tensor\(v\)", INSIDE),
    Known("`is` between numbers", "float_nan", r"\{v: 1\}\[v\]"),
    Known("past 64 bits that only some paths", "int_of_more_bits", r"'\{\}.*|\(1, 2, 3\)\[:v\]", INSIDE),
    Known("`torch.FloatTensor(3)`", "type_of_torch", r"v\(1\)"),
    Known("A set of a subclass", "set_subclass", r"try: return v\[0\].*|v in .*|w in v", INSIDE),
    Known("the hash of a named result", "named_result", r"hash\(v\).*|\{v: 1\}\[v\]", INSIDE),
    Known("with `remove` of a tensor", "tensor_empty", r".*x\.remove\(v\).*", INSIDE),
    Known("`__orig_class__`", "generic", r"v\.__dict__|vars\(v\)", INSIDE),
]  # fmt: skip


def known(kind: str, place: str, operation: str) -> Known | None:
    return next((each for each in KNOWN if each.covers(kind, place, operation)), None)
