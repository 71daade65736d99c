"""Tuples that loops put into tuples, as deep as only run time knows: trees, chains of parents."""

import heapq

import torch
from language.harness import case

T = torch.tensor


def chain(n):
    whole = 0
    for i in range(1, n):
        whole = (whole, i)
    return whole


def taken_apart(xs):
    link = None
    for x in xs:
        link = (x, link)
    found = []
    while link is not None:
        value, link = link
        found.append(value)
    return found


def huffman(counts):
    heap = [(count, i, text) for i, (text, count) in enumerate(counts.items())]
    heapq.heapify(heap)
    n = len(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (a[0] + b[0], n, (a[2], b[2])))
        n += 1
    codes, open_nodes = {}, [(node, "") for _, _, node in heap]
    while open_nodes:
        node, code = open_nodes.pop()
        if isinstance(node, tuple):
            open_nodes += [(node[0], code + "0"), (node[1], code + "1")]
        else:
            codes[node] = code
    return codes


def depth(tree):
    return 1 + max(depth(part) for part in tree) if isinstance(tree, tuple) else 0


def folded(x, n):
    tree = x
    for i in range(n):
        tree = (tree, x * i) if i % 2 else (x + i, tree)

    def total(node):
        return total(node[0]) + total(node[1]) if isinstance(node, tuple) else node

    return total(tree), depth(tree)


def compared(n):
    a = b = ()
    for i in range(n):
        a, b = (i, a), (i, b)
    c = (n, a)
    print(a, a == b, a != c)
    return [a == b, a < c, c in [a, b], [b, c].index(a), sorted([c, a])[0] == a, {a: 1}[b], str(c)]


def of_several_lengths(n):
    whole = ()
    for i in range(n):
        whole = (whole,) if i % 2 else (i, whole, "s")
    return whole, repr(whole)


def with_tensors(x, n):
    a = b = None
    for i in range(n):
        a, b = (i, a), (i, b)
    deep = x
    for i in range(n):
        deep = (i, deep)
    return a == b, deep == 5 if n else deep == x


CASES = [
    case(of_several_lengths, lambda: [(3,), (0,), (6,)]),
    case(with_tensors, lambda: [(T([1.0, 2.0]), 0), (T([1.0]), 3), (T([1.0]), 1)]),
    case(chain, lambda: [(1,), (4,), (2,), (12,)]),
    case(taken_apart, lambda: [([],), ([1],), ([1.5, 2.5, 3.5],)]),
    case(huffman, lambda: [({"a": 5, "b": 2, "c": 1, "d": 1},), ({"a": 1},), ({},)]),
    case(folded, lambda: [(T([1.0, 2.0]), 0), (T([1.0, 2.0]), 5), (T([[3.0]]), 1)]),
    case(compared, lambda: [(3,), (0,), (1,)]),
]
