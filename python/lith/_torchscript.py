"""import_torchscript: archives of torch.jit.save as programs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import IO, Any

from . import _lith
from ._artifact import LoadedProgram
from ._saving import Beside, with_file


class ScriptedProgram(LoadedProgram):
    """The module of a TorchScript archive; call it like the original.

    It is compiled when it is first called with arguments of these kinds, dtypes and ranks. State
    that its code writes is kept from call to call, and `instance` gives another copy, as saved.
    Exceptions are those that the code raises, not torch.jit.Error.
    """

    def save(
        self,
        path: str | os.PathLike[str] | IO[bytes],
        *,
        metadata: Mapping[str, str] | None = None,
        extra_files: Mapping[str, str | bytes] | None = None,
        target: str | Sequence[str] | None = None,
        strip: bool = False,
    ) -> None:
        """Writes what was compiled so far to one file for `lith.load`, with state as imported; for
        what its arguments say, see `lith.save`.

        Raises:
            ValueError: when there is no such target.
            CompileError: when it has not been called yet.
            OSError: when the file cannot be written.
        """
        beside = Beside(metadata, extra_files, target, strip).described(path, [])
        with_file(path, lambda name: _lith.save_model(self._model, beside, name))


def import_torchscript(source: str | os.PathLike[str] | IO[bytes] | Any) -> ScriptedProgram:
    """The module of an archive that `torch.jit.save` wrote, without torch.

    Nothing in the archive is executed as Python; its code is parsed and compiled.

    Args:
        source: the archive (``.pt``), a binary file that holds it, or a scripted or traced module
            or function of torch, of which a copy is taken.

    Raises:
        OSError: when the file cannot be read.
        RuntimeError: when it is no archive of TorchScript, damaged, or holds what Lith lacks:
            quantised or sparse tensors, tensors of other devices.
    """
    if hasattr(source, "save_to_buffer"):
        return ScriptedProgram(_lith.import_torchscript("module", source.save_to_buffer()))
    if hasattr(source, "read"):
        return ScriptedProgram(_lith.import_torchscript("archive", source.read()))
    path = os.fsdecode(source)
    with open(path, "rb"):
        pass  # what the system says of a file that cannot be read
    return ScriptedProgram(_lith.import_torchscript(path, None))
