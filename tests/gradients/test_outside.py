"""Programs whose graphs differ from call to call, differentiated outside of them."""

from __future__ import annotations

from typing import Any

import torch

from gradients.harness import cases, check, program


@program((3,), (3,))
def two_histories_meet(w, v):
    return w * w if w.sum() > v.sum() else v.exp() * w


@program((5, 3), (3, 3), (3, 3))
def recurrent_cell_with_break(xs, w, u):
    h = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        h = torch.tanh(x @ w + h @ u)
        if h.norm() > 1.4:
            break
    return h


@program((5, 3), (3, 3))
def states_of_all_trips(xs, w):
    states = []
    h = torch.zeros(3, dtype=torch.float64)
    for x in xs:
        h = torch.tanh(x @ w + h)
        states.append(h)
    return states


@program((3,), (3,))
def several_results(w, v):
    y = w.exp()
    return y, y * v, v.detach() * 2, (w * v).sum()


def repeated(x, w, depth):
    return x if depth == 0 else torch.tanh(repeated(x, w, depth - 1) @ w)


@program((3,), (3, 3))
def recursion_of_unknown_depth(x, w):
    return repeated(x, w, int(x.detach().abs().sum() * 2))


@program((3,), (3,))
def hooks_of_a_graph_that_goes_on_outside(w, v):
    y = w * v
    y.register_hook(lambda g: g.clamp(max=1) * v.detach().norm())
    z = y.exp()
    z.register_hook(lambda g: g * 10 if g.sum() > 1 else g)
    return z + y, y * 2


@program((3,))
def hooks_in_a_loop_of_run_time(w):
    y = w
    while y.norm() < 20:
        y = y * 2 + 1
        y.register_hook(lambda g: g * 0.5)
    return y


@program((3,))
def view_made_without_gradients(x):
    part = x.sum()
    while part < -100:
        part = part * 2
    with torch.no_grad():
        view = x[1]
    return view, part


@cases(globals())
def test_outside(case: Any) -> None:
    check(case, case.inputs, across=True)
