"""What a long function owns where an exception is caught in the middle of it is released then."""

import resource

import pytest
import torch

import lith

STEPS = 60
MEGABYTE = 1 << 20


def run(x, limit: float):
    kept, done = [], 0
    try:
        for step in range(STEPS):
            x = x + 1
            kept.append(x)
            done = step
            total = x.sum()
            text = f"{step} of {float(total)}"
            if total > limit:
                raise ValueError(text)
            kept.append(x.reshape(3, -1) if step == STEPS - 1 else x * 2)
        return len(kept), done, "all"
    except ValueError as error:
        return len(kept), done, str(error)
    except RuntimeError as error:
        return len(kept), done, type(error).__name__


def test_memory_does_not_grow() -> None:
    program = lith.to_static(run)
    x = torch.zeros(MEGABYTE // 4)
    calls = [(x, step * MEGABYTE / 4 + 0.5) for step in (0, 3, 30, 59, 70)]
    for call in calls:
        assert program(*call) == run(*call)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20):
        for call in calls:
            program(*call)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 100 << 10, f"{grown >> 10} MB more"  # one call alone holds up to 120


@pytest.mark.parametrize("steps", [0, 1, 20])
def test_result_made_in_the_handler(steps: int) -> None:
    def search(x, wanted: int):
        best = None
        for step in range(STEPS):
            try:
                x = x * 2
                best = (x, [step, x.shape[0]])
                [x[0]][wanted - step]
            except IndexError:
                continue
            return best
        return best, x

    program = lith.to_static(search)
    got, want = program(torch.ones(3), steps), search(torch.ones(3), steps)
    assert str(got) == str(want)


class Guarded(torch.nn.Module):
    """Layers in a `try`, all of whose results are held where one of them raises."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(layers))

    def forward(self, x):
        kept = (x,)
        try:
            for layer in self.layers:
                kept += (layer(kept[-1]),)
        except RuntimeError as error:
            return str(error)[:10]
        return kept


def test_code_grows_with_the_length() -> None:
    sizes = []
    for layers in (200, 400):  # both beyond where the code generator optimises (codegen/Split.cpp)
        model = Guarded(layers).eval()
        program = lith.to_static(model)
        with torch.no_grad():
            for x in (torch.ones(2, 4), torch.ones(3, 4)):
                torch.testing.assert_close(program(x), model(x))
            assert program(torch.ones(2, 3)) == model(torch.ones(2, 3))
        sizes.append(program.get_debug_state().programs[0].code_size)
    assert sizes[1] < 2.2 * sizes[0]
