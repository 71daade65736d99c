"""The tool, C++ and other doors."""

from limits.entry import prose

prose(
    __name__,
    "`lith run`: that two arguments are one list or one tensor cannot be said; an "
    "`OSError` of a number and a text is shown as the tuple of its arguments.",
    "the tool's own text",
)
prose(
    __name__,
    "`lith::compile` (C++, without Python) takes modules of functions, classes of one base, constants and imports of "
    "`torch`, `torch.nn.functional` and `math`; arguments are tensors, numbers, texts and containers. `torch.nn.Module`, "
    "other packages and decorators of the user's are refused (LTH0316).",
    "C++; `tests/package/test_compiler.py` shows each",
)
