"""bisect: places in sorted lists."""


def bisect_place(a, x, lo, hi, key, right):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if isinstance(a, dict):
            raise TypeError(f"{type(a).__name__} is not a sequence")
        item = a[middle] if key is None else key(a[middle])
        if not x < item if right else item < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


@operator("_bisect.bisect_left")
def bisect_left(a, x, lo=0, hi=None, *, key=None):
    return bisect_place(a, x, lo, hi, key, False)


@operator("_bisect.bisect_right")
def bisect_right(a, x, lo=0, hi=None, *, key=None):
    return bisect_place(a, x, lo, hi, key, True)


@operator("_bisect.insort_left")
def insort_left(a, x, lo=0, hi=None, *, key=None):
    place = bisect_place(a, x if key is None else key(x), lo, hi, key, False)
    a.insert(place, x)


@operator("_bisect.insort_right")
def insort_right(a, x, lo=0, hi=None, *, key=None):
    place = bisect_place(a, x if key is None else key(x), lo, hi, key, True)
    a.insert(place, x)
