"""Built-in functions and methods whose behaviour is a loop or a case distinction in Python.

NotImplemented stands for an argument that was not given.
"""


@operator("builtins.sum")
def builtin_sum(iterable, /, start=0):
    if isinstance(start, str):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    for item in iterable:
        start = start + item
    return start


@operator("builtins.any")
def builtin_any(iterable, /):
    for item in iterable:
        if item:
            return True
    return False


@operator("builtins.all")
def builtin_all(iterable, /):
    for item in iterable:
        if not item:
            return False
    return True


@operator("builtins.min")
def builtin_min(first, /, *rest, key=None, default=NotImplemented):
    return extremum("min", first, rest, key, default, False)


@operator("builtins.max")
def builtin_max(first, /, *rest, key=None, default=NotImplemented):
    return extremum("max", first, rest, key, default, True)


def extremum(name, first, rest, key, default, largest):
    if rest:
        if default is not NotImplemented:
            raise TypeError(
                "Cannot specify a default for " + name + "() with multiple positional arguments"
            )
        items = (first, *rest)
    else:
        items = first
    found = False
    for item in items:
        if not found:
            found = True
            best = item
            best_key = item if key is None else key(item)
            continue
        if key is None:
            # Compared itself, so that what has no order is none of its types from here on.
            if item > best if largest else item < best:
                best = item
            continue
        item_key = key(item)
        if item_key > best_key if largest else item_key < best_key:
            best = item
            best_key = item_key
    if found:
        return best
    if default is NotImplemented:
        is_later = sys.version_info[:2] >= (3, 12)
        what = "() iterable argument is empty" if is_later else "() arg is an empty sequence"
        raise ValueError(name + what)
    return default


def list_index(self, value, start=0, stop=NotImplemented):
    place = place_of(self, value, start, stop)
    if place is None:
        raise ValueError(repr(value) + " is not in list")
    return place


def place_of(items, value, start, stop):
    """Of the first item between two bounds that is equal; None: there is none."""
    size = len(items)
    start = place_bound(start, size)
    stop = size if stop is NotImplemented else place_bound(stop, size)
    for i in range(start, min(stop, size)):
        if items[i] is value or items[i] == value:
            return i
    return None


def place_bound(bound, size):
    if not hasattr(type(bound), "__index__"):
        raise TypeError("slice indices must be integers or have an __index__ method")
    bound = operator.index(bound)
    return max(bound + size, 0) if bound < 0 else bound


def list_count(self, value):
    count = 0
    for item in self:
        if item is value or item == value:
            count += 1
    return count


# f(**given): names are those of all parameters, open those that no other argument fills.
def check_keywords(function, given, names, open, takes_more):
    for name in given:
        if name not in names:
            if takes_more:
                continue
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
        if name not in open:
            raise TypeError(f"{function}() got multiple values for argument '{name}'")


def further_keywords(given, names):
    return {name: value for name, value in given.items() if name not in names}


# What dicts and sets ask of keys whose classes have methods of the user's.
def key_hash(key):
    return hash(key)


def key_equal(key, other):
    return bool(key == other)


def list_keys(self, key):
    size = len(self)
    keys = []
    for i in range(size):
        keys.append(key(self[i]))
        if len(self) != size:
            raise ValueError("list modified during sort")
    return keys


# copy.copy and copy.deepcopy of containers of run time.
def copied(container):
    return container.copy()


# An object that is met twice is copied once: `memos` are dicts from `id` to the copy, of which that
# at `level` is for objects that are nested like `container`.
def copied_deeply(container, memos, level):
    memo = memos[level]
    number = id(container)
    if number not in memo:
        memo[number] = contents_copied_deeply(container, memos)
    return memo[number]


def contents_copied_deeply(container, memos):
    if isinstance(container, dict):
        return {key: part_copied_deeply(value, memos) for key, value in container.items()}
    if isinstance(container, list):
        return [part_copied_deeply(item, memos) for item in container]
    return container.copy()


def part_copied_deeply(part, memos):
    if not isinstance(part, torch.Tensor):
        return prim.copied_with(part, memos)
    memo = memos[-1]
    number = id(part)
    if number not in memo:
        memo[number] = prim.copied_with(part, memos)
    return memo[number]


def tuple_copied_deeply(elements, memos):
    return tuple([part_copied_deeply(item, memos) for item in elements])


def complex_element(tensor):
    if tensor.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return tensor.item()


def real_element(tensor, name):
    """The only element of a complex tensor as a real number, by what C++ calls its type."""
    number = complex_element(tensor)
    prim.check(number.imag == 0.0, "RuntimeError", "value cannot be converted to type {0} without overflow", name)
    return number.real


def complex_abs(number):
    return math.hypot(number.real, number.imag)


def joined_texts(first, rest, separator):
    texts = [str(item) for item in first] + [str(item) for item in rest]
    return (" " if separator is None else separator).join(texts)


def parts_around(text, method, separator):
    """text.partition(separator), or rpartition, of an instance of a subclass of str"""
    before, found, after = getattr(text, method)(prim.plain(separator))
    return before, separator if found else found, after


def joined_instances(separator, items):
    """separator.join(items), where some are instances, as of subclasses of str"""
    texts = []
    for i, item in enumerate(items):
        text = prim.plain(item)
        if not isinstance(text, str):
            raise TypeError(f"sequence item {i}: expected str instance, {prim.type_name(item)} found")
        texts.append(text)
    return separator.join(texts)


def next_that_passes(predicate, items):
    """next(filter(predicate, items))"""
    for item in items:
        if item if predicate is None else predicate(item):
            return item
    raise StopIteration


# What the functions of the runtime do, for elements with methods of the user.
def list_contains(self, value):
    for item in self:
        if item is value or item == value:
            return True
    return False


def list_remove(self, value):
    for i in range(len(self)):
        if self[i] is value or self[i] == value:
            del self[i]
            return None
    raise ValueError("list.remove(x): x not in list")


def lists_equal(left, right):
    if len(left) != len(right):
        return False
    for i in range(len(left)):
        if not (left[i] is right[i] or left[i] == right[i]):
            return False
    return True


def list_sort(self, keys, reverse):
    size = len(self)
    if reverse:
        self.reverse()
        keys.reverse()
    for i in range(1, size):
        item = self[i]
        key = keys[i]
        j = i - 1
        while j >= 0 and key < keys[j]:
            self[j + 1] = self[j]
            keys[j + 1] = keys[j]
            j -= 1
        self[j + 1] = item
        keys[j + 1] = key
    if reverse:
        self.reverse()


def elements_text(elements, left, right):
    return left + ", ".join([repr(item) for item in elements]) + right


def tuple_text(elements):
    return elements_text(elements, "(", ",)" if len(elements) == 1 else ")")


def entries_text(entries):
    return "{" + ", ".join([repr(key) + ": " + repr(value) for key, value in entries.items()]) + "}"


@operator("tuple.index")
def tuple_index(self, value, start=0, stop=NotImplemented, /):
    place = place_of(self, value, start, stop)
    if place is None:
        raise ValueError("tuple.index(x): x not in tuple")
    return place


@operator("tuple.count")
def tuple_count(self, value, /):
    return list_count(self, value)


def dict_pop(self, key, default):
    if key in self:
        value = self[key]
        del self[key]
        return value
    return default


def dict_popitem(self, last):
    if not self:
        raise KeyError("popitem(): dictionary is empty")
    key = list(self)[-1 if last else 0]
    value = self[key]
    del self[key]
    return key, value


def dict_update_mapping(self, other):
    for key in other.keys():
        self[key] = other[key]


def dict_update_pairs(self, pairs):
    for i, pair in enumerate(pairs):
        if pair is None or isinstance(pair, (int, float, complex)):
            raise TypeError(f"cannot convert dictionary update sequence element #{i} to a sequence")
        items = tuple(pair)
        if len(items) != 2:
            raise ValueError(
                f"dictionary update sequence element #{i} has length {len(items)}; 2 is required"
            )
        self[items[0]] = items[1]


def subclass_fromkeys(cls, iterable, value=None):
    made = cls()
    for key in iterable:
        made[key] = value
    return made


def dict_fromkeys(self, keys, value):
    for key in keys:
        self[key] = value


@operator("OrderedDict.move_to_end", "collections.OrderedDict.move_to_end")
def dict_move_to_end(self, key, last=True):
    entries = prim.payload(self)
    value = entries.pop(key)
    if last:
        entries[key] = value
    else:
        items = list(entries.items())
        entries.clear()
        entries[key] = value
        for name, item in items:
            entries[name] = item


@operator("functools.reduce", "_functools.reduce")
def functools_reduce(function, sequence, /, *initial):
    if len(initial) > 1:
        raise TypeError(f"reduce expected at most 3 arguments, got {2 + len(initial)}")
    items = iter(sequence)
    if len(initial) == 1:
        result = initial[0]
    else:
        for result in items:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in items:
        result = function(result, item)
    return result


def reversed_sequence(self):
    if not prim.is_sequence(self):
        raise TypeError(f"'{type(self).__name__}' object is not reversible")
    return reversed_items(self, len(self))


def reversed_items(self, size):
    for i in range(size - 1, -1, -1):
        yield self[i]


def announce_name(hook, value, cls, name):
    if sys.version_info[:2] >= (3, 12):
        hook(value, cls, name)
        return
    try:
        hook(value, cls, name)
    except BaseException as error:
        what = f"'{type(value).__name__}' instance '{name}' in '{cls.__name__}'"
        raise RuntimeError("Error calling __set_name__ on " + what) from error


@operator("functools.update_wrapper")
def update_wrapper(wrapper, wrapped, assigned=NotImplemented, updated=NotImplemented):
    names = (
        ("__module__", "__name__", "__qualname__", "__doc__")
        if assigned is NotImplemented
        else assigned
    )
    for name in names:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    if updated is not NotImplemented:
        for name in updated:
            getattr(wrapper, name).update(getattr(wrapped, name, {}))
    elif isinstance(wrapped, types.FunctionType):
        for name, value in wrapped.__dict__.items():
            setattr(wrapper, name, value)
    wrapper.__wrapped__ = wrapped
    return wrapper


@operator("abc.abstractmethod")
def abstractmethod(function):
    function.__isabstractmethod__ = True
    return function


@operator("functools.wraps")
def wraps(wrapped, assigned=NotImplemented, updated=NotImplemented):
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned, updated)


def _slice_bound(bound, default, low, high):
    if bound is None:
        return default
    return max(bound + high, low) if bound < 0 else min(bound, high)


def ranges_equal(a, b):
    size = len(a)
    return size == len(b) and (size == 0 or (a[0] == b[0] and a[-1] == b[-1]))


def range_slice(numbers, part):
    size = len(numbers)
    step = 1 if part.step is None else part.step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step > 0:
        start = _slice_bound(part.start, 0, 0, size)
        stop = _slice_bound(part.stop, size, 0, size)
    else:
        start = min(_slice_bound(part.start, size - 1, -1, size), size - 1)
        stop = min(_slice_bound(part.stop, -1, -1, size), size - 1)
    first = numbers.start + start * numbers.step
    return range(first, numbers.start + stop * numbers.step, numbers.step * step)


@operator("builtins.BaseException.with_traceback")
def with_traceback(self, traceback, /):
    return self


# What a generator raises whose body raised StopIteration.
def generator_raised():
    raise RuntimeError("generator raised StopIteration") from StopIteration()


# A text with what is not ASCII escaped.
def ascii_text(text):
    if text.isascii():
        return text
    parts = []
    for character in text:
        number = ord(character)
        if number < 128:
            parts.append(character)
        elif number < 256:
            parts.append(f"\\x{number:02x}")
        else:
            parts.append(f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}")
    return "".join(parts)


# getattr and its like, where only run time knows which of `names` is meant.
def named_attribute(self, name, names, default):
    for each in names:
        if name == each:
            return (
                getattr(self, each, default)
                if default is not NotImplemented
                else getattr(self, each)
            )
    if name.startswith("__"):
        raise NotImplementedError("a special attribute whose name only run time knows")
    if hasattr(type(self), "__getattr__"):
        if default is NotImplemented:
            return type(self).__getattr__(self, name)
        try:
            return type(self).__getattr__(self, name)
        except AttributeError:
            return default
    if default is not NotImplemented:
        return default
    raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


def has_named_attribute(self, name, names):
    for each in names:
        if name == each:
            return hasattr(self, each)
    if name.startswith("__"):
        raise NotImplementedError("a special attribute whose name only run time knows")
    if hasattr(type(self), "__getattr__"):
        try:
            type(self).__getattr__(self, name)
        except AttributeError:
            return False
        return True
    return False


def set_named_attribute(self, name, names, value):
    for each in names:
        if name == each:
            setattr(self, each, value)
            return None
    raise NotImplementedError("a new attribute whose name only run time knows")


def bytes_item(numbers, index):
    if not -len(numbers) <= index < len(numbers):
        raise IndexError("index out of range")
    return numbers[index]


@operator("slice.indices")
def slice_indices(self, size, /):
    size = operator.index(size)
    if size < 0:
        raise ValueError("length should not be negative")
    bounds = [
        None if bound is None else operator.index(bound)
        for bound in (self.start, self.stop, self.step)
    ]
    part = range_slice(range(size), slice(*bounds))
    return part.start, part.stop, part.step


@operator("str.maketrans")
def str_maketrans(x, y=NotImplemented, z=NotImplemented, /):
    if y is NotImplemented:
        if not isinstance(x, dict):
            raise TypeError("if you give only one argument to maketrans it must be a dict")
        return {(ord(k) if isinstance(k, str) else k): v for k, v in x.items()}
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {ord(a): ord(b) for a, b in zip(x, y)}
    if z is not NotImplemented:
        for character in z:
            table[ord(character)] = None
    return table


@operator("str.translate")
def str_translate(self, table, /):
    parts = []
    for character in self:
        try:
            to = table[ord(character)]
        except LookupError:
            to = character
        if to is not None:
            parts.append(to if isinstance(to, str) else chr(to))
    return "".join(parts)
