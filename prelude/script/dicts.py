"""Dicts, and what lists and dicts share."""


@operator("script.dict", "script.tensor.dict")
def script_dict(*inputs):
    """A new dict, of pairs or of another"""
    return dict(inputs[0]) if inputs else {}


@operator("script.keys", "script.tensor.keys")
def script_keys(self):
    """A list of the keys"""
    return list(self.keys())


@operator("script.values", "script.tensor.values")
def script_values(self):
    """A list of the values"""
    return list(self.values())


@operator("script.items", "script.tensor.items")
def script_items(self):
    """A list of the keys with their values"""
    return list(self.items())


@operator("script.get", "script.tensor.get")
def script_get(self, key, default_value=None):
    """The value of a key, or another"""
    return self.get(key, default_value)


@operator("script.setdefault", "script.tensor.setdefault")
def script_setdefault(self, key, default_value):
    """The value of a key, which gets one where it has none"""
    return self.setdefault(key, default_value)


@operator("script.update", "script.tensor.update")
def script_update(self, to_add):
    """Takes over the keys of another dict"""
    self.update(to_add)


@operator("script.pop", "script.tensor.pop")
def script_pop(self, *place):
    """The element at a position of a list or of a key, which leaves it"""
    if isinstance(self, list) and len(self) == 0:
        raise RuntimeError("pop from empty list")
    return self.pop(*place)


@operator("script.popitem", "script.tensor.popitem")
def script_popitem(self):
    """The first key with its value, which leave the dict"""
    if len(self) == 0:
        raise RuntimeError("popitem(): dictionary is empty")
    key = list(self.keys())[0]
    return key, self.pop(key)


@operator("script._set_item", "script.tensor._set_item")
def script_set_item(self, place, value):
    """Puts a value at a position of a list, or gives it to a key; a list is given back"""
    self[place] = value
    return self if isinstance(self, list) else None


@operator("script.Delete", "script.tensor.Delete")
def script_delete(self, place):
    """Takes out a position of a list, or a key"""
    del self[place]


@operator("script.__contains__", "script.tensor.__contains__")
def script_contains(self, item):
    """Whether a list or dict has an element or key"""
    return item in self


@operator("script.hash")
def script_hash(value):
    """A number that equal values share; of an int the int"""
    if not isinstance(value, int):
        prim.refuse("torch.hash", "what is no int, whose hash PyTorch leaves open")
    return int(value)
