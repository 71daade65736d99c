"""Objects of the caller's among which the program chooses: each call has objects of its own."""

from language.harness import case


class Corner:
    def __init__(self, row, column):
        self.row, self.column = row, column

    def __repr__(self):
        return f"Corner({self.row}, {self.column})"


class Node:
    def __init__(self, value, rest=None):
        self.value, self.next = value, rest


def chosen(n, x, y):
    return x if n > 0 else y


def first_of_row(row, corners):
    for corner in corners:
        if corner.row == row:
            return corner
    return None


def collected(n, x, y):
    out = []
    for i in range(n):
        out.append(x if i % 2 else y)
    return out, [each is x for each in out], [each.column for each in out]


def written_where_chosen(n, x, y):
    z = x if n > 0 else y
    z.row += 10
    return z, z is x


def chain(n):
    head = None
    for i in reversed(range(n)):
        head = Node(i, head)
    return head


def without_range(head, start, count):
    current = head
    for _ in range(start):
        current = current.next
    for _ in range(count):
        if current.next is not None:
            current.next = current.next.next
    return head


def cut_after(head, n):
    current = head
    for _ in range(n):
        current = current.next
    current.next = current.next.next
    return current


def of_a_set(n, corners, sought):
    columns = [c.column for c in corners if c.row >= n]
    return sorted(columns), sought in corners, sorted(c.row for c in set(corners))


def corners():
    return Corner(0, 1), Corner(0, 4), Corner(2, 4)


def one_of(n, i):
    made = corners()
    return n, set(made[:2]), made[i]


def pair(n):
    return n, Corner(n, 1), Corner(n, 2)


CASES = [
    case(chosen, lambda: [pair(1), pair(0), pair(2)], artifact=False),
    case(
        first_of_row,
        lambda: [(0, corners()), (0, corners()[::-1]), (2, corners()), (3, corners())],
        artifact=False,
    ),
    case(collected, lambda: [pair(1), pair(3), pair(2), pair(0)], artifact=False),
    case(written_where_chosen, lambda: [pair(1), pair(0), pair(2)], artifact=False),
    case(
        without_range,
        lambda: [(chain(7), 1, 2), (chain(3), 0, 9), (chain(5), 3, 0), (chain(2), 4, 1)],
        artifact=False,
    ),
    case(
        of_a_set, lambda: [one_of(0, 0), one_of(1, 2), one_of(0, 1)], artifact=False, straight=True
    ),
    case(cut_after, lambda: [(chain(7), 2), (chain(4), 0), (chain(2), 1)], artifact=False),
]
