"""Weak references that a program makes."""


@operator("weakref.ReferenceType")
def weak_reference(object, callback=None, /):
    """A function that gives the object, which lives for as long as the program knows it"""
    if callback is not None:
        prim.refuse("weakref.ref", "a callback")
    if object is None or type(object) in (bool, int, float, complex, str, bytes, tuple, list, dict):
        raise TypeError(f"cannot create weak reference to '{prim.type_name(object)}' object")

    def referent():
        return object

    return referent
