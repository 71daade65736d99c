"""Functions of itertools: what they give is computed as it is taken.

Wrong arguments raise in the call itself, which makes the iterators; generators do the rest.
"""


@operator("itertools.chain")
def iter_chain(*iterables):
    for iterable in iterables:
        yield from iterable


@operator("itertools.chain.from_iterable")
def iter_chain_from_iterable(iterable, /):
    for inner in iterable:
        yield from inner


@operator("itertools.count")
def iter_count(start=0, step=1):
    if not prim.is_number(start) or not prim.is_number(step):
        raise TypeError("a number is required")
    return counted(start, step)


def counted(start, step):
    while True:
        yield start
        start = start + step


@operator("itertools.cycle")
def iter_cycle(iterable, /):
    return cycled(iter(iterable))


def cycled(items):
    kept = []
    for item in items:
        kept.append(item)
        yield item
    while kept:
        yield from kept


@operator("itertools.repeat")
def iter_repeat(object, times=None):
    if times is not None and not isinstance(times, int):
        raise TypeError(f"'{type(times).__name__}' object cannot be interpreted as an integer")
    return repeated(object, times)


def repeated(object, times):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


@operator("itertools.accumulate")
def iter_accumulate(iterable, func=None, *, initial=None):
    return accumulated(iter(iterable), func, initial)


def accumulated(items, func, initial):
    total = initial
    started = initial is not None
    if started:
        yield total
    for item in items:
        if not started:
            total = item
            started = True
        else:
            total = total + item if func is None else func(total, item)
        yield total


@operator("itertools.islice")
def iter_islice(iterable, *bounds):
    if not bounds or len(bounds) > 3:
        raise TypeError(f"islice expected at {'least 2' if not bounds else 'most 4'} arguments, got {len(bounds) + 1}")
    limits = slice(*bounds)
    wanted = 0 if limits.start is None else limits.start
    step = 1 if limits.step is None else limits.step
    stop = limits.stop
    if len(bounds) == 1 and stop is not None and not isinstance(stop, int):
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if (stop is not None and (not isinstance(stop, int) or stop < 0)) or not isinstance(wanted, int) or wanted < 0:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if not isinstance(step, int) or step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    return sliced(iter(iterable), wanted, stop, step)


def sliced(items, wanted, stop, step):
    if stop is not None and stop == 0 and wanted == 0:
        return
    taken = 0
    for item in items:
        if taken == wanted and (stop is None or taken < stop):
            yield item
            wanted = wanted + step
            if stop is not None and wanted > stop:
                wanted = stop  # what lies between the last element and the stop is taken too
        taken = taken + 1
        if stop is not None and wanted >= stop and taken >= wanted:
            return


@operator("itertools.takewhile")
def iter_takewhile(predicate, iterable, /):
    return taken_while(predicate, iter(iterable))


def taken_while(predicate, items):
    for item in items:
        if not predicate(item):
            return
        yield item


@operator("itertools.dropwhile")
def iter_dropwhile(predicate, iterable, /):
    return dropped_while(predicate, iter(iterable))


def dropped_while(predicate, items):
    dropping = True
    for item in items:
        if dropping and predicate(item):
            continue
        dropping = False
        yield item


@operator("itertools.filterfalse")
def iter_filterfalse(predicate, iterable, /):
    return filtered_false(predicate, iter(iterable))


def filtered_false(predicate, items):
    for item in items:
        if not (item if predicate is None else predicate(item)):
            yield item


@operator("itertools.starmap")
def iter_starmap(function, iterable, /):
    return starmapped(function, iter(iterable))


def starmapped(function, items):
    for arguments in items:
        yield function(*arguments)


@operator("itertools.compress")
def iter_compress(data, selectors):
    return compressed(iter(data), iter(selectors))


def compressed(items, selectors):
    for item, selected in zip(items, selectors):
        if selected:
            yield item


@operator("itertools.pairwise")
def iter_pairwise(iterable, /):
    return paired(iter(iterable))


def paired(items):
    for last in items:
        for item in items:
            yield last, item
            last = item


@operator("itertools.zip_longest")
def iter_zip_longest(*iterables, fillvalue=None):
    return zipped_longest([iter(iterable) for iterable in iterables], fillvalue)


def zipped_longest(columns, fillvalue):
    left = [True for _ in columns]
    while True:
        row = []
        for i in range(len(columns)):
            item = fillvalue
            if left[i]:
                try:
                    item = next(columns[i])
                except StopIteration:
                    left[i] = False
            row.append(item)
        if not any(left):
            return
        yield tuple(row)


@operator("itertools.groupby")
def iter_groupby(iterable, key=None):
    return grouped(iter(iterable), key)


def grouped(items, key):
    group = []
    current = None
    for item in items:
        item_key = item if key is None else key(item)
        if group and not item_key == current:
            yield current, iter(group)
            group = []
        current = item_key
        group.append(item)
    if group:
        yield current, iter(group)


def tee_part(source, taken):
    i = 0
    while True:
        if i == len(taken):
            try:
                taken.append(next(source))
            except StopIteration:
                return
        yield taken[i]
        i += 1


@operator("itertools.tee")
def iter_tee(iterable, n=2, /):
    if n < 0:
        raise ValueError("n must be >= 0")
    source = iter(iterable)
    taken = []
    return tuple([tee_part(source, taken) for _ in range(n)])
