"""heapq: heaps with the least item first, or the largest."""


def precedes(a, b, largest):
    """Whether `a` belongs nearer to the root than `b`; items are compared by `<` alone."""
    return b < a if largest else a < b


def heap_up(heap, start, place, largest):
    """Moves an item towards the root until it does not precede its parent."""
    item = heap[place]
    while place > start:
        parent = (place - 1) >> 1
        if not precedes(item, heap[parent], largest):
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = item


def heap_down(heap, place, largest):
    """Moves an item to a leaf along the children that precede, then up to its place."""
    start = place
    item = heap[place]
    child = 2 * place + 1
    while child < len(heap):
        if child + 1 < len(heap) and not precedes(heap[child], heap[child + 1], largest):
            child = child + 1
        heap[place] = heap[child]
        place = child
        child = 2 * place + 1
    heap[place] = item
    heap_up(heap, start, place, largest)


@operator("_heapq._heapify_max")
def heapify_max(heap, /):
    for i in reversed(range(len(heap) // 2)):
        heap_down(heap, i, True)


@operator("_heapq._heapreplace_max")
def heapreplace_max(heap, item, /):
    if not heap:
        raise IndexError("index out of range")
    largest = heap[0]
    heap[0] = item
    heap_down(heap, 0, True)
    return largest


@operator("_heapq._heappop_max")
def heappop_max(heap, /):
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    return heapreplace_max(heap, last) if heap else last


def check_heap(name, heap):
    if not isinstance(heap, list):
        raise TypeError(f"{name} must be list, not {type(heap).__name__}")


@operator("_heapq.heappush")
def heappush(heap, item, /):
    check_heap("heappush() argument 1", heap)
    heap.append(item)
    heap_up(heap, 0, len(heap) - 1, False)


@operator("_heapq.heappop")
def heappop(heap, /):
    check_heap("heappop() argument", heap)
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    heap_down(heap, 0, False)
    return smallest


@operator("_heapq.heapify")
def heapify(heap, /):
    check_heap("heapify() argument", heap)
    for i in reversed(range(len(heap) // 2)):
        heap_down(heap, i, False)


@operator("_heapq.heapreplace")
def heapreplace(heap, item, /):
    if not heap:
        raise IndexError("index out of range")
    smallest = heap[0]
    heap[0] = item
    heap_down(heap, 0, False)
    return smallest


@operator("heapq.merge")
def merge(*iterables, key=None, reverse=False):
    rows = [list(iterable) for iterable in iterables]
    heads = rows if key is None else [[key(item) for item in row] for row in rows]
    places = [0 for _ in rows]
    while True:
        first = None
        for i in range(len(rows)):
            if places[i] < len(rows[i]):
                if first is None:
                    first = i
                elif precedes(heads[i][places[i]], heads[first][places[first]], reverse):
                    first = i
        if first is None:
            return
        places[first] += 1
        yield rows[first][places[first] - 1]


@operator("_heapq.heappushpop")
def heappushpop(heap, item, /):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        heap_down(heap, 0, False)
    return item
