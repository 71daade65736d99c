"""Lists, dicts and sets that are arguments: which object is returned, and what the caller finds in it."""

from language.harness import case
import torch

T = torch.tensor


def joined_return(items, x):
    out = items if x > 0 else [1, 2]
    return out, out is items


def joined_append(items, x):
    out = items if x > 0 else []
    out.append(x)
    return out, items, len(items)


def append_dynamic(items, x):
    if x > 0:
        items.append(x)
    return items


def append_loop(items, x):
    while x < 5:
        items.append(x)
        x = x + 1
    return items, items[-1]


def append_loop_none(items, x):
    while x < 5:
        items.append(x)
        x = x + 1


def list_twice(a, b, x):
    if x > 0:
        a.append(x)
    return a is b, len(b), a


def list_twice_pop(a, b, x):
    a.append(x)
    if x > 0:
        b.pop(0)
    return a is b, len(a), len(b)


def nested_append(items, x):
    if x > 0:
        items[0].append(x)
    return items, items[0]


def nested_append_loop(items, x):
    n = 0
    while x < 5:
        items[n % 2].append(x)
        x = x + 1
        n += 1
    return items


def dict_of_lists(d, x):
    if x > 0:
        d["a"].append(x)
    else:
        d["b"] = [x]
    return d


def dict_loop(d, x):
    i = 0
    while x < 5:
        d[i] = x
        x = x + 1
        i += 1
    return d


def element_is(items, x):
    out = items if x > 0 else [x]
    return out[0], out[0] is items[0], items[0] is x


def element_written(items, x):
    out = items if x > 0 else [x]
    out[0].add_(1)
    return out[0], items[0], x


def in_list(items, x):
    return any(t is x for t in items)


def setitem_dynamic(items, i, x):
    items[i] = x
    return items


def setitem_loop(items, x):
    for i in range(len(items)):
        items[i] = items[i] + x
    return items


def del_item(items, x):
    if x > 0:
        del items[0]
    return items


def del_key(d, x):
    if x > 0:
        del d["a"]
    return d, "a" in d


def iadd_two_names(x):
    a = [x]
    b = a
    b += [x + 1]
    if x > 0:
        a += [x + 2]
    return a, b, a is b


def iadd_argument(items, x):
    b = items
    b += [x]
    if x > 0:
        items += [x, x]
    return b is items, len(b)


def default_arg(x, acc=[]):
    acc.append(x)
    return acc, len(acc)


def default_arg_dyn(x, acc=[]):
    if x > 0:
        acc.append(x)
    return acc


def dict_default(x, memo={}):
    if x > 0:
        memo["k"] = x
    return memo.get("k")


def parts(items, x):
    return [items, (items[0], items[1])], {"k": items}


def slice_assign(items, x):
    items[1:] = [x, x]
    return items


def slice_assign_dyn(items, x):
    if x > 0:
        items[:1] = []
    return items


def clear_dyn(items, x):
    if x > 0:
        items.clear()
    return items


def sort_arg(items, x):
    items.sort()
    if x > 0:
        items.reverse()
    return items


def sort_key(items, x):
    items.sort(key=lambda t: t.sum())
    return items


def set_add(s, x):
    if x > 0:
        s.add(5)
    return s, 5 in s


def swap(items, x):
    if x > 0:
        items[0], items[1] = items[1], items[0]
    return items


def rebind_both(a, b, x):
    if x > 0:
        a, b = b, a
    a.append(x)
    return a, b


def choose_elem(items, x):
    e = items[0] if x > 0 else items[1]
    e.append(x)
    return e, items


def written_while_iterated(d, x):
    for k in d:
        d[k] = d[k] + x
        if x > 0:
            d[k] = (d[k], len(d))
    for k, v in d.items():
        if k == "b":
            d[k] = [v]
    return d


def self_append(items, x):
    if x > 0:
        items.append(items)
    return len(items)


def stored_then_written(x):
    a = [x]
    d = {"k": x}
    y = x + 1
    a.append(y)
    d["y"] = y
    y.add_(1)
    x.mul_(2)
    return a, d


def stored_then_written_dyn(x):
    a = []
    d = {}
    y = x + 1
    if x.sum() > 0:
        a.append(y)
        d["y"] = y
    y.add_(1)
    return a, d, y


def update_global_in_callee(x, out):
    def put(v):
        out.append(v)
        return len(out)

    n = put(x)
    if x > 0:
        n += put(x + 1)
    return n


CASES = [
    case(joined_return, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(-1.0))]),
    case(joined_append, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(-1.0))]),
    case(append_dynamic, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(-1.0))]),
    case(append_loop, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(6.0))]),
    case(append_loop_none, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(6.0))]),
    case(
        list_twice,
        lambda: [(lambda a: (a, a, T(1.0)))([1]), ([1], [1], T(1.0)), ([1], [1], T(-1.0))],
    ),
    case(
        list_twice_pop,
        lambda: [(lambda a: (a, a, T(1.0)))([1]), ([1], [1], T(1.0)), ([1], [1], T(-1.0))],
    ),
    case(nested_append, lambda: [([[T(1.0)]], T(1.0)), ([[]], T(-1.0))]),
    case(nested_append_loop, lambda: [([[], []], T(1.0)), ([[], []], T(5.0))]),
    case(dict_of_lists, lambda: [({"a": []}, T(1.0)), ({"a": []}, T(-1.0))]),
    case(dict_loop, lambda: [({}, T(1.0)), ({}, T(6.0)), ({7: T(1.0)}, T(3.0))]),
    case(
        element_is, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(-1.0)), (lambda t: ([t], t))(T(1.0))]
    ),
    case(element_written, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(-1.0))]),
    case(in_list, lambda: [([T(1.0)], T(1.0)), (lambda t: ([T(2.0), t], t))(T(1.0))]),
    case(
        setitem_dynamic,
        lambda: [([1, 2, 3], 1, T(1.0)), ([1, 2, 3], -1, T(1.0)), ([1, 2, 3], 5, T(1.0))],
    ),
    case(
        setitem_loop,
        lambda: [([T(1.0), T(2.0)], T(1.0)), ([T(1.0), T(2.0), T(3.0)], T(1.0))],
    ),
    case(del_item, lambda: [([T(1.0), T(2.0)], T(1.0)), ([T(1.0), T(2.0)], T(-1.0))]),
    case(del_key, lambda: [({"a": T(1.0)}, T(1.0)), ({"a": T(1.0)}, T(-1.0))]),
    case(iadd_two_names, lambda: [(T(1.0),), (T(-1.0),)]),
    case(iadd_argument, lambda: [([], T(1.0)), ([], T(-1.0))]),
    case(
        default_arg,
        lambda: [(T(1.0),), (T(2.0),), (T(3.0),)],
        artifact=False,
        ordered=True,
        straight=True,
    ),
    case(
        default_arg_dyn,
        lambda: [(T(1.0),), (T(-2.0),), (T(3.0),)],
        artifact=False,
        ordered=True,
        straight=True,
    ),
    case(
        dict_default,
        lambda: [(T(-1.0),), (T(2.0),), (T(-3.0),)],
        artifact=False,
        ordered=True,
        straight=True,
    ),
    case(parts, lambda: [([T(1.0), T(2.0)], T(1.0)), ([T(1.0), 5], T(1.0))], straight=True),
    case(
        slice_assign,
        lambda: [([T(1.0), T(2.0)], T(1.0)), ([T(1.0), 5, 6], T(1.0))],
        straight=True,
    ),
    case(
        slice_assign_dyn,
        lambda: [([T(1.0), T(2.0)], T(1.0)), ([T(1.0), 5, 6], T(-1.0))],
    ),
    case(clear_dyn, lambda: [([T(1.0), T(2.0)], T(1.0)), ([T(1.0), 5, 6], T(-1.0))]),
    case(sort_arg, lambda: [([3, 1, 2], T(1.0)), ([5, 1, 2], T(-1.0))]),
    case(
        sort_key,
        lambda: [([T([3.0, 1]), T([1.0, 1])], T(1.0)), ([T([3.0, 1]), T([5.0, 1])], T(-1.0))],
        straight=True,
    ),
    case(set_add, lambda: [({3}, T(1.0)), ({3}, T(-1.0))], artifact=False),
    case(swap, lambda: [([T(1.0), T(2.0)], T(1.0)), ([T(1.0), T(2.0)], T(-1.0))]),
    case(rebind_both, lambda: [([1], [2], T(1.0)), ([1], [2], T(-1.0))]),
    case(choose_elem, lambda: [([[1], [2]], T(1.0)), ([[1], [2]], T(-1.0))]),
    case(
        written_while_iterated,
        lambda: [({"a": T(1.0), "b": T(2.0)}, T(1.0)), ({"b": T(2.0)}, T(-1.0)), ({}, T(2.0))],
    ),
    case(self_append, lambda: [([1], T(1.0)), ([1], T(-1.0))]),
    case(stored_then_written, lambda: [(T(1.0),), (T([1.0, 2.0]),)], straight=True),
    case(stored_then_written_dyn, lambda: [(T(1.0),), (T(-1.0),)]),
    case(update_global_in_callee, lambda: [(T(1.0), []), (T(-1.0), [])]),
]
