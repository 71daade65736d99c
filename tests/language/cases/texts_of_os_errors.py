"""OSErrors that are kept over a loop, or are one of several: their texts are of number, words and files."""

from language.harness import case


def raised(n):
    if n == 0:
        raise OSError(2, "No", "f.txt")
    if n == 1:
        raise OSError(13, "Denied")
    if n == 2:
        raise OSError(17, "There", "a", None, "b")
    if n == 3:
        raise OSError("words")
    raise KeyError("k")


def kept(xs):
    found = []
    for x in xs:
        try:
            raised(x)
        except (OSError, KeyError) as e:
            found.append(e)
    return [str(e) for e in found], [repr(e) for e in found], str(found)


def last(xs):
    error = None
    for x in xs:
        try:
            raised(x)
        except Exception as e:
            error = e
    return f"{error}", type(error).__name__


CASES = [
    case(kept, lambda: [([0, 1, 2],), ([3, 4],), ([2, 2, 4, 0],), ([],)]),
    case(last, lambda: [([0, 1],), ([3, 2],), ([0],), ([],)]),
]
