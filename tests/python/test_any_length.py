"""One program serves lists and texts of any length: as arguments, in attributes, from an artifact."""

from __future__ import annotations

import pytest
import torch

import lith


def programs(compiled) -> int:
    return len(compiled.get_debug_state().programs)


def total(xs, scale):
    result = torch.zeros(())
    for x in xs:
        result = result + x.sum() * scale
    return result, len(xs)


def tensors(count):
    return [torch.arange(float(i + 1)) for i in range(count)]


@pytest.mark.parametrize(
    "fn, first, others",
    [
        (lambda xs: total(xs, 2), (tensors(2),), [(tensors(n),) for n in (0, 1, 5)]),
        (lambda xs: [x + 1 for x in xs if x > 1], ([1, 2],), [([],), ([5] * 9,)]),
        (
            lambda xss: [sum(xs) for xs in xss],
            ([[1.0], [2.0, 3.0]],),
            [([],), ([[], [1.5] * 3, [2.0]],)],
        ),
        (lambda xs: torch.tensor(xs) * 2, ([1, 2],), [([1],), ([4, 5, 6],)]),
        (lambda text: text.split()[::-1], ("a b",), [("",), ("c d e",)]),
        (lambda text, other: text in other, ("a", "cat"), [("b", "cat"), ("", "")]),
    ],
)
def test_one_program(fn, first, others, monkeypatch):
    compiled = lith.to_static(fn)
    compiled(*first)
    monkeypatch.setenv("LITH_NO_COMPILE", "1")
    for arguments in others:
        expected, given = fn(*arguments), compiled(*arguments)
        if isinstance(expected, torch.Tensor):
            assert torch.equal(given, expected) and given.dtype == expected.dtype
        else:
            assert given == expected and type(given) is type(expected)


@pytest.mark.parametrize("wrong", [[1, 2.0], [1, True], [None], (1, 2), [1 << 80], [torch.ones(1)]])
def test_other_elements_are_another_program(wrong):
    def fn(xs):
        return [x for x in xs], len(xs)

    compiled = lith.to_static(fn)
    compiled([1, 2])
    try:
        given = compiled(wrong)
    except lith.CompileError:
        assert wrong == [1 << 80]
        return
    assert given == fn(wrong) and [type(x) for x in given[0]] == [type(x) for x in wrong]
    assert programs(compiled) == 2


def test_a_length_that_the_program_needs_is_given_up_when_it_changes():
    def fn(xs):
        first, *rest = xs
        return first, rest

    compiled = lith.to_static(fn)
    for count in range(1, 8):
        assert compiled(list(range(count))) == fn(list(range(count)))
    assert programs(compiled) == 2
    with pytest.raises(ValueError, match="not enough values"):
        compiled([])


def test_a_text_that_chooses_is_a_constant_until_it_changes():
    def fn(x, mode):
        return x + 1 if mode == "up" else x - 1

    compiled = lith.to_static(fn)
    for mode in ("up", "down", "left", "right", "up"):
        assert compiled(3, mode) == fn(3, mode)
    assert programs(compiled) == 2


def test_a_list_in_an_attribute_that_grows_with_each_call():
    class Recorder:
        def __init__(self):
            self.seen = []

    recorder = Recorder()

    def fn(x):
        recorder.seen.append(x)
        return sum(recorder.seen)

    compiled = lith.to_static(fn)
    assert [compiled(i) for i in range(100)] == [sum(range(i + 1)) for i in range(100)]
    assert recorder.seen == list(range(100))
    assert programs(compiled) == 2


def beside_writes():
    """Lists of tensors in programs that write other tensors, and how many programs serve them."""
    w, seen = torch.ones(3), []

    def notes(x):
        w.add_(x)
        seen.append(w.sum())
        return torch.stack(seen).mean(), len(seen)

    def slots(i, x, held=[None] * 4):  # noqa: B006
        w.mul_(2)
        held[i] = w.clone() if held[i] is None else held[i] + x
        return held

    def batches(xs):
        losses = []
        for x in xs:
            w.sub_(x)
            losses.append((x * w).sum())
        return losses

    x = torch.ones(3)
    return [
        (notes, [(x,)] * 6, 2),
        (slots, [(i, x) for i in (0, 1, 3, 1, 2, 3, 0)], 2),
        (batches, [([x] * n,) for n in (1, 3, 2, 5)], 1),
    ]


@pytest.mark.parametrize("which", range(3))
def test_beside_writes(which):
    (eager, calls, most), (fn, _, _) = beside_writes()[which], beside_writes()[which]
    compiled = lith.to_static(fn)
    for call in calls:
        torch.testing.assert_close(compiled(*call), eager(*call))
    assert programs(compiled) <= most


def test_a_list_that_comes_to_hold_what_is_written():
    def parts():
        w, held = torch.ones(3), [torch.zeros(3)] * 2

        def fn(x):
            before = held[-1].sum()
            w.add_(x)
            return before, held[-1].sum(), len(held)

        return w, held, fn

    (w, held, fn), (v, other, eager) = parts(), parts()
    compiled = lith.to_static(fn)
    for change in (list.copy, list.copy, None, list.pop, "part", list.copy):
        for memory, xs in ((w, held), (v, other)):
            if change is None or change == "part":
                xs.append(memory if change is None else memory[1:].expand(3, 2)[0])
            else:
                change(xs)
        torch.testing.assert_close(compiled(torch.ones(3)), eager(torch.ones(3)))


def test_lists_stay_the_callers():
    def fn(xs, flag):
        if flag:
            xs.append(xs[0])
        return xs

    compiled = lith.to_static(fn)
    for xs in ([[1], [2, 3]], [[4]], [[5], [], [6]]):
        parts = list(xs)
        assert compiled(xs, False) is xs and all(a is b for a, b in zip(xs, parts, strict=True))
        assert compiled(xs, True) is xs and xs[-1] is xs[0] and xs[0] is parts[0]


def test_artifact_takes_any_length(tmp_path):
    compiled = lith.to_static(total)
    compiled(tensors(2), 3)
    compiled.save(tmp_path / "total.lith")
    loaded = lith.load(tmp_path / "total.lith")
    for count in (0, 1, 7):
        assert [float(x) for x in loaded(tensors(count), 2)] == [
            float(x) for x in total(tensors(count), 2)
        ]
    for wrong in ([1], (torch.ones(2),), [torch.ones(2, 2)], [torch.ones(2), None], None):
        with pytest.raises(TypeError, match="argument 'xs'"):
            loaded(wrong, 2)


def test_dtype_of_an_empty_list_is_refused_where_it_is_not_known():
    compiled = lith.to_static(lambda n: torch.tensor([i for i in range(n)]))
    assert compiled(3).tolist() == [0, 1, 2]
    with pytest.raises(NotImplementedError, match="give a dtype"):
        compiled(0)


def test_a_list_in_a_list_that_an_attribute_holds_as_well():
    class Holder:
        items: list = []

    holder = Holder()

    def fn(rows):
        rows[0].append(len(holder.items))
        holder.items.append("x")
        return [len(row) for row in rows], rows[0]

    compiled = lith.to_static(fn)
    for shared in (False, True, False, True):
        results = []
        for call in (fn, compiled):
            rows = [[1], [2, 3]]
            holder.items = rows[0] if shared else []
            results.append((call(rows), rows, list(holder.items)))
        assert results[0] == results[1]


def test_lists_in_lists_without_end():
    def deep(levels):
        made = [1]
        for _ in range(levels):
            made = [made]
        return made

    within = [1]
    within.append(within)
    compiled = lith.to_static(lambda xs: len(xs))
    for given in (deep(10), deep(30), deep(100_000), within, [within], [(deep(20), 1)]):
        assert compiled(given) == len(given)
