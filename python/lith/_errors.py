"""What Lith raises when it refuses a program."""

from __future__ import annotations


class CompileError(RuntimeError):
    """The compiler refuses a program; nothing of the refused call has run.

    Attributes:
        file: the user's source file, or ``""`` when the place is unknown.
        line: counted from 1; 0 when unknown.
        column: in UTF-8 bytes, counted from 1; 0 when unknown.
        code: the kind of diagnostic, such as ``"LTH0204"``; ``lith explain`` tells more.
    """

    file: str
    line: int
    column: int
    code: str

    def __init__(
        self, message: str, file: str = "", line: int = 0, column: int = 0, code: str = ""
    ) -> None:
        super().__init__(message)
        self.file, self.line, self.column, self.code = file, line, column, code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.file, self.line, self.column, self.code)
