"""functools.lru_cache whose first call is in a branch or a loop; objects that only some paths read."""

import functools
import typing

import torch

from language.harness import case

T = torch.tensor


class Recipe:
    def __init__(self, parts):
        self.parts = parts
        self.places = {name: i for i, name in enumerate(parts)}


@functools.lru_cache(8)
def recipe(pattern, count):
    return Recipe([pattern.split()[i] for i in range(count)])


@functools.lru_cache(8)
def refuses(n):
    if n > 2:
        raise ValueError("too many")
    return [n]


def sizes(x, pattern):
    known = {"h": 2}
    return [known.get(part, x.shape[0]) for part in recipe(pattern, 2).parts]


def in_loop(x, n):
    total = x.sum()
    for i in range(n):
        y = torch.cat([x, x]).reshape(sizes(x, "n h"))
        total = total + y[i % 2].sum() * recipe("n h", 2).places["h"]
    return total, recipe("n h", 2) is recipe("n h", 2)


def in_branch(x, n):
    if n > 2:
        x = torch.cat([x, x]).reshape(sizes(x, "h n"))[1]
    return torch.cat([x, x]).reshape(sizes(x, "h n")), recipe("h n", 2).parts


def raising(x, n):
    out = []
    for i in range(n):
        try:
            out.append(refuses(1 if i < 2 else 3)[0])
        except ValueError as e:
            out.append(str(e))
    return out


class Scale:
    def __init__(self, by):
        self.by = by

    def of(self, x):
        return x * self.by


class Named(typing.NamedTuple):
    kind: type
    of: typing.Callable
    rest: typing.Any = None


SCALES = {"two": Scale(2.0)}
LISTED = [Scale(3.0)]
KINDS = {list: Named(list, lambda x: [x], SCALES)}


def got_on_one_path(x, n):
    if n > 2:
        x = x + 1
    else:
        x = SCALES.get("two").of(x)
    return SCALES.get("two").of(x)


def got_in_loop(x, n):
    for i in range(n):
        if i % 2:
            continue
        scale = SCALES.get("two")
        if scale is not None:
            x = scale.of(x) + LISTED[0].by
    return x, LISTED[0].of(x)


def field_of_named(x, n):
    named = KINDS[list]
    if n > 1:
        x = named.rest["two"].of(x)
    return named.of(x), named.kind is list, KINDS[list].rest is SCALES, named[1](x)


def X():
    return [(T([1.0, 2.0]), 1), (T([1.0, 2.0, 3.0]), 4), (T([2.0]), 0), (T([1.0, -2.0]), 3)]


CASES = [
    case(in_loop, X),
    case(in_branch, X),
    case(raising, X),
    case(got_on_one_path, X),
    case(got_in_loop, X),
    case(field_of_named, X),
]
