"""Attributes of instances, classes and modules of torch."""

from __future__ import annotations

import types


def looks(w: types.SimpleNamespace) -> dict[str, object]:
    Abstract, Base, Middle, Other, Plain, Point = (
        w.Abstract,
        w.Base,
        w.Middle,
        w.Other,
        w.Plain,
        w.Point,
    )
    Sub, fallback, held, layer, layers, mapped = (
        w.Sub,
        w.fallback,
        w.held,
        w.layer,
        w.layers,
        w.mapped,
    )
    method, o, plain, point, record, slotted = w.method, w.o, w.plain, w.point, w.record, w.slotted
    x = w.x

    # --- attributes of instances
    def look_attribute():
        return o.rate

    def look_own_attribute():
        return o.size

    def look_getattr_default():
        return getattr(o, "extra", "default")

    def look_hasattr():
        return hasattr(o, "extra"), hasattr(o, "rate")

    def look_method():
        return o.method()

    def look_method_value():
        return method()

    def look_super():
        return o.chain()

    def look_property():
        return o.double

    def look_class_method():
        return o.made(), Sub.made()

    def look_static_method():
        return o.fixed()

    def look_slot():
        return slotted.full, slotted.__mark__

    def look_empty_slot():
        try:
            return slotted.empty
        except AttributeError:
            return "empty"

    def look_slot_hasattr():
        return hasattr(slotted, "empty"), getattr(slotted, "empty", "default")

    def look_fallback():
        return fallback.name

    def look_missing_fallback():
        try:
            return plain.name
        except AttributeError:
            return "missing"

    def look_dict_of_instance():
        return sorted(vars(o))

    def look_property_of_a_held():
        return held["o"].double, held["same"].method()

    def look_cached_property():
        return record.cached

    def look_descriptor():
        return record.field

    def look_dataclass():
        return point == Point(5), Point().x, point.y

    def look_assignment():
        o.size = 7
        return o.size

    def look_assignment_in_a_dict():
        mapped["a"] = 9
        return mapped["a"], len(mapped)

    # --- attributes of classes
    def look_class_attribute():
        return Sub.rate

    def look_class_getattr():
        return getattr(Sub, "extra", "default")

    def look_metaclass():
        return Sub.described()

    def look_class_of():
        return type(o).__name__, o.__class__.rate

    def look_isinstance():
        return isinstance(o, Other), isinstance(o, Middle), isinstance(plain, Base)

    def look_issubclass():
        return issubclass(Sub, Other), issubclass(Sub, Middle)

    def look_type_is():
        return type(o) is Sub, type(o) is not Other

    def look_new():
        made = Sub(3)
        return made.size, made.rate

    def look_new_plain():
        return type(Plain()).__name__, hasattr(Plain(), "size")

    def look_name():
        return type(o).__name__, Sub.__qualname__, Sub.__module__

    def look_abstract():
        return isinstance(plain, Abstract), issubclass(Plain, Abstract)

    def look_match():
        match o:
            case Other():
                return "other"
            case Base(size=size):
                return size
        return "none"

    def look_match_positions():
        match point:
            case Point(first, second):
                return first, second
        return "none"

    # --- torch.nn.Module
    def look_forward():
        return layer(x)

    def look_layers():
        return layers[0](layers[1](x))

    def look_inner():
        return layer.inner(x)

    def look_layer_attribute():
        return layer.scale, hasattr(layer, "extra")

    def look_hooks():
        return (layer.inner(x) * 0 + 1).sum().item(), layer.training

    def look_parameters():
        return [name for name, _ in layer.named_parameters(remove_duplicate=False)]

    return locals()
