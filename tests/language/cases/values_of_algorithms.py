"""What programs of the textbook do: dicts that are filled and emptied, ranges and lists for one
parameter, long tables, numbers and texts that are compared by identity."""

import dataclasses
import math

import numpy as np

from language.harness import case

LONG = 10**20
FIVE, ABC = 5, "abc"
TABLE = [(i * 7) % 2000 for i in range(2000)]
BOARDS = [[i, j] for i in range(10) for j in range(10)]
WORDS = tuple(str(i) for i in range(3000))


def emptied_again(n):
    d = {}
    for i in range(n):
        d[i] = 1
        del d[i]
    d[5] = 2
    return d, 4 in d, 5 in d


def tried_and_taken_back(text, pattern):
    """Each letter of the pattern stands for a part of the text."""
    places, letters = {}, {}

    def back(at, start):
        if at == len(pattern):
            return start == len(text)
        char = pattern[at]
        if char in places:
            return text.startswith(places[char], start) and back(at + 1, start + len(places[char]))
        for end in range(start + 1, len(text) + 1):
            part = text[start:end]
            if part in letters:
                continue
            places[char], letters[part] = part, char
            if back(at + 1, end):
                return True
            del places[char], letters[part]
        return False

    return back(0, 0)


def last_entries(n):
    d = {}
    for i in range(n):
        d[i % 5] = i
        if i % 3 == 2:
            d.popitem()
    return list(d.items()), 7 in d


def constant_added(s):
    s.add(23)
    return list(s), len(s)


def search(a, item):
    if len(a) == 0:
        return False
    middle = len(a) // 2
    if a[middle] == item:
        return True
    return search(a[:middle], item) if item < a[middle] else search(a[middle + 1 :], item)


def lists_and_ranges(a, b, item):
    return search([a, b], item), search(range(a, b), item), search(range(a, b, 2), item)


def same_numbers(x, y):
    kept = [x, 20, y]
    return x is y, x is FIVE, kept[2] is y, [k is kept[1] for k in kept]


def same_texts(a, n):
    kept = [a for _ in range(n)] + ["abc"]
    return a is ABC, [k is a for k in kept], {"k": a}["k"] is a


@dataclasses.dataclass
class Link:
    value: int
    next: object = None


def meet_in_a_circle(first, n):
    head = last = Link(first)
    for i in range(1, n):
        last.next = Link(first + i)
        last = last.next
    last.next = head.next
    slow = fast = head
    while True:
        slow, fast = slow.next, fast.next.next
        if slow == fast:
            return slow.value, slow is fast, head == fast


def found_by_identity(n):
    node, value = (30, (20, (10, None))), 10 * n
    while node is not None and node[0] is not value:
        node = node[1]
    return node


def long_compared(x):
    above = x < LONG, x <= LONG, x == LONG, x != LONG, LONG > x, -LONG >= x
    return above, min(x, LONG), -LONG < x < LONG


def long_with_floats(x):
    return x / LONG, x * LONG, LONG - x, x // 10**25, x > 10**21, LONG == x


def long_in_a_loop(n):
    number, digits = 10**30 + 7, []
    while number > n:
        digits.append(number % 10)
        number //= 10
    return digits, number


def table_read(n):
    return TABLE[n], n in TABLE, TABLE.index(n), len(TABLE)


def board_read(n):
    return BOARDS[n][1], [n, n] in BOARDS


def word_known(n):
    return str(n) in WORDS, n in (1, 2, 3)


def close(a, b):
    return math.isclose(1.0, 1.1, rel_tol=a, abs_tol=b)


def arrays_of_size(n):
    return np.arange(5, n), np.arange(0, n, -1), np.zeros(n), np.ones((n, 1)), np.full(n, 2.0)


TEXT = [("aba", "abcab"), ("abab", "xyx"), ("abcabc", "xx")]
CASES = [
    case(emptied_again, lambda: [(3,), (100,)]),
    case(tried_and_taken_back, lambda: [*TEXT, ("GraphTreesGraph", "aba")]),
    case(last_entries, lambda: [(4,), (40,)]),
    case(constant_added, lambda: [({2, 7},), ({1, 23},), (set(),)], artifact=False, straight=True),
    case(lists_and_ranges, lambda: [(0, 500, 7), (1, 9, 9), (3, 4, 3)]),
    case(same_numbers, lambda: [(5, 5), (5, 20), (2.5, 2.5), (True, True)], straight=True),
    case(same_texts, lambda: [("abc", 2), ("left", 1), ("", 0)]),
    case(meet_in_a_circle, lambda: [(1, 5), (3, 2), (0, 8)]),
    case(found_by_identity, lambda: [(1,), (3,), (4,)]),
    case(long_compared, lambda: [(1,), (-5,), (1e20,), (-1e30,), (True,)], straight=True),
    case(long_with_floats, lambda: [(0.5,), (-3.25,), (math.inf,)], straight=True),
    case(long_in_a_loop, lambda: [(10**12,), (0,)]),
    case(table_read, lambda: [(3,), (1999,), (2000,)]),
    case(board_read, lambda: [(3,), (99,), (100,)]),
    case(word_known, lambda: [(3,), (3000,)], straight=True),
    case(close, lambda: [(0.1, 0.0), (1e-9, 0.0), (-0.1, 0.0), (0.1, -1.0)]),
    case(arrays_of_size, lambda: [(2,), (7,), (-3,)], tool=False),
]
