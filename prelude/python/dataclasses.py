"""dataclasses.dataclass on a class that the program makes: fields, and methods that stand for generated text."""


def _inherited_fields(cls):
    fields = {}
    for base in cls.__mro__[-1:0:-1]:
        for field in getattr(base, "__dataclass_fields__", {}).values():
            fields[field.name] = field
    return fields


def _own_field(cls, name, mark, keyword_only):
    library = prim.host("dataclasses")
    default = getattr(cls, name, library.MISSING)
    if isinstance(default, prim.host("types.MemberDescriptorType")):
        default = library.MISSING
    field = default if isinstance(default, library.Field) else library.field(default=default)
    field.name = name
    kinds = {"ClassVar": library._FIELD_CLASSVAR, "InitVar": library._FIELD_INITVAR}
    field._field_type = kinds.get(mark, library._FIELD)
    if field._field_type is not library._FIELD and field.default_factory is not library.MISSING:
        raise TypeError(f"field {field.name} cannot have a default factory")
    if field._field_type is library._FIELD_CLASSVAR and field.kw_only is not library.MISSING:
        raise TypeError(f"field {field.name} is a ClassVar but specifies kw_only")
    if field.kw_only is library.MISSING:
        field.kw_only = keyword_only
    if mark == "" and getattr(type(field.default), "__hash__", True) is None:
        raise ValueError(
            f"mutable default {type(field.default)} for field {name} is not allowed: use default_factory"
        )
    if isinstance(default, library.Field):
        if field.default is library.MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, field.default)
    return field


def _check_order(fields):
    missing = prim.host("dataclasses").MISSING
    optional = ""
    for field in fields.values():
        if field.init and not field.kw_only and field._field_type.name != "_FIELD_CLASSVAR":
            if field.default is not missing or field.default_factory is not missing:
                optional = field.name
            elif optional:
                which = f" {optional!r}" if sys.version_info[:2] >= (3, 13) else ""
                raise TypeError(f"non-default argument {field.name!r} follows default argument{which}")


def _add_method(cls, name):
    """Whether the class has no such method of its own."""
    is_new = prim.class_entry(cls, name, None) is None
    if is_new:
        setattr(cls, name, prim.generated("dataclass." + name))
    return is_new


def _check_bases(cls, frozen):
    bases = [base for base in cls.__mro__[-1:0:-1] if hasattr(base, "__dataclass_fields__")]
    has_frozen = any([base.__dataclass_params__.frozen for base in bases])
    if bases and has_frozen and not frozen:
        raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
    if bases and not has_frozen and frozen:
        raise TypeError("cannot inherit frozen dataclass from a non-frozen one")


def _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only):
    library = prim.host("dataclasses")
    later = (match_args, kw_only, False, False) if sys.version_info[:2] >= (3, 12) else ()
    cls.__dataclass_params__ = library._DataclassParams(
        init, repr, eq, order, unsafe_hash, frozen, *later
    )
    fields = _inherited_fields(cls)
    keyword_only = kw_only
    seen = False
    names = []
    for name, mark in prim.class_annotations(cls):
        names.append(name)
        if mark != "KW_ONLY":
            fields[name] = _own_field(cls, name, mark, keyword_only)
            continue
        if seen:
            raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
        keyword_only = seen = True
    for name, value in cls.__dict__.items():
        if isinstance(value, library.Field) and name not in names:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    _check_bases(cls, frozen)
    cls.__dataclass_fields__ = fields
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    if init:
        _check_order(fields)
        _add_method(cls, "__init__")
    if repr:
        _add_method(cls, "__repr__")
    has_equality = prim.class_entry(cls, "__eq__", None) is not None
    if eq:
        _add_method(cls, "__eq__")
    if order:
        for name in ("__lt__", "__le__", "__gt__", "__ge__"):
            if not _add_method(cls, name):
                end = "" if sys.version_info[:2] >= (3, 13) else "."
                raise TypeError(
                    f"Cannot overwrite attribute {name} in class {cls.__name__}{end} Consider using functools.total_ordering"
                )
    if frozen:
        for name in ("__setattr__", "__delattr__"):
            if prim.class_entry(cls, name, None) is not None:
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
        cls.__setattr__ = prim.generated("dataclass.__setattr__")
        cls.__delattr__ = prim.generated("dataclass.__delattr__")
    has_hash = prim.class_entry(cls, "__hash__", None) is not None
    if unsafe_hash and has_hash:
        raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
    if unsafe_hash or (eq and frozen):
        _add_method(cls, "__hash__")
    elif eq and not has_equality and prim.class_entry(cls, "__hash__", None) is None:
        cls.__hash__ = None
    if match_args and prim.class_entry(cls, "__match_args__", None) is None:
        cls.__match_args__ = tuple(
            [
                f.name
                for f in fields.values()
                if f.init and not f.kw_only and f._field_type.name == "_FIELD"
            ]
        )
    if not cls.__doc__:
        prim.hide_entry(cls, "__doc__")  # the signature, with its annotations
    return cls


@operator("dataclasses.dataclass")
def dataclass(
    cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
    match_args=True, kw_only=False, slots=False, weakref_slot=False,
):  # fmt: skip
    if slots or weakref_slot:
        prim.refuse("dataclasses.dataclass", "slots in a class that the program makes")

    def process(cls):
        return _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only)

    return process if cls is None else process(cls)
