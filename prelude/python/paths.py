"""Functions in C that Python's posixpath is made of, for texts of run time."""


@operator("posix._path_splitroot_ex")
def path_splitroot(path, /):
    """The drive, which is empty, the slashes of the root, and the rest"""
    if path[:1] != "/":
        return "", "", path
    if path[1:2] != "/" or path[2:3] == "/":
        return "", "/", path[1:]
    return "", path[:2], path[2:]


@operator("posix._path_normpath")
def path_normpath(path, /):
    """A path without empty parts, `.`, and what `..` takes back"""
    _, root, rest = path_splitroot(path)
    parts = []
    for part in rest.split("/"):
        if part == ".." and (parts and parts[-1] != ".." or not parts and root):
            if parts:
                parts.pop()
        elif part and part != ".":
            parts.append(part)
    return root + "/".join(parts) or "."


@operator("posix.fspath")
def path_text(path, /):
    """The text of a path"""
    if isinstance(path, (str, bytes)):
        return path
    cls = type(path)
    if not hasattr(cls, "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {cls.__name__}")
    made = cls.__fspath__(path)
    if not isinstance(made, (str, bytes)):
        raise TypeError(f"expected {cls.__name__}.__fspath__() to return str or bytes, not {type(made).__name__}")
    return made


@operator("sys.intern")
def text_intern(text, /):
    """The text: of equal ones no program tells which is which"""
    if type(text) is str:
        return text
    name = type(text).__name__
    raise TypeError(f"can't intern {name}" if isinstance(text, str) else f"intern() argument must be str, not {name}")
