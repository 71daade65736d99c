"""Sets of run time, nested lists of run time, lists of Tensor.tolist."""

from language.harness import case
import torch

T = torch.tensor


def frozen(x):
    s = set()
    for v in x.tolist():
        s.add(v % 3)
    return frozenset(s), s, s | {7}, sorted(s, reverse=True), len(s), 0 in s


def lists_of_two_kinds(x):
    rows = []
    for v in x:
        if v > 4:
            rows.append([1, 2])
        else:
            rows.append(["a", x])
    for row in rows:
        for item in row:
            print(item)
    return rows


def values_of_two_kinds(x):
    d = {}
    for i in range(x.shape[0]):
        d[i] = [x] if x[i] > 4 else {"a": 1}
    for value in d.values():
        if isinstance(value, list):
            print(len(value), value[0])
        else:
            print(value["a"])
    return d


def of_tensor(x):
    c = x.tolist()
    if c[0] > 2:
        c.append(4)
    return c, sum(c), [v * 2 for v in c]


def of_matrix(x):
    total = 0
    for row in x.tolist():
        for v in row:
            total += v
    return total, x.tolist()


def stack_of_pairs(x):
    stack = [(0, x)]
    out = []
    while stack:
        depth, part = stack.pop()
        if part.shape[0] > 1:
            half = part.shape[0] // 2
            stack.append((depth + 1, part[:half]))
            stack.append((depth + 1, part[half:]))
        else:
            out.append((depth, part))
    return out


def grid(x):
    g = [[0] * 4 for _ in range(x.shape[0])]
    for i in range(len(g)):
        for j in range(4):
            g[i][j] = i * j + int(x[i])
    return g, [row[1] for row in g], g[-1][-1]


def two_ends(x, wanted):
    ordered = sorted(x.tolist())
    i, j = 0, len(ordered) - 1
    while i < j:
        both = ordered[i] + ordered[j]
        if both == wanted:
            return i, j
        if both < wanted:
            i += 1
        else:
            j -= 1
    return None


def letters(x, text):
    counts = {}
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
    best = max(counts, key=counts.get) if counts else None
    return counts, best, sorted(counts.items(), key=lambda item: (-item[1], item[0]))


CASES = [
    case(frozen, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(lists_of_two_kinds, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(values_of_two_kinds, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(of_tensor, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(of_matrix, lambda: [(T([[3, 5, 9]]),), (T([[1.5], [2.5]]),)]),
    case(stack_of_pairs, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(grid, lambda: [(T([3, 5, 9]),), (T([0]),)]),
    case(two_ends, lambda: [(T([3, 5, 2]), 5), (T([0]), 7)]),
    case(letters, lambda: [(T([3]), "hello"), (T([0]), "")]),
]
