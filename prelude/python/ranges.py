"""Ranges and slices."""


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
