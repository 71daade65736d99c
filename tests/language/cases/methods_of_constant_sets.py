"""Methods of frozensets from outside, bound and not."""

import keyword

from language.harness import case

WORDS = frozenset({"a", "b"})
has = WORDS.__contains__


def bound(s):
    return has(s), has("a"), keyword.iskeyword(s), keyword.iskeyword("for"), WORDS.__contains__("b")


def as_functions(words):
    return list(map(keyword.iskeyword, words)), [w for w in filter(has, words)], WORDS.__len__()


CASES = [
    case(bound, lambda: [("a",), ("if",)], straight=True),
    case(as_functions, lambda: [(["a", "if"],), (["c"],)]),
]
