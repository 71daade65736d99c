"""Backward inside of a program: its gradients, its errors and what it leaves are eager's."""

from __future__ import annotations

from typing import Any

import torch

from gradients.harness import cases, check, program


@program((3, 4), (4, 2), (2,))
def steps_of_a_perceptron(w, v, b):
    x = torch.arange(6.0, dtype=torch.float64).reshape(2, 3) / 6
    losses = []
    for _ in range(3):
        loss = ((torch.tanh(x @ w) @ v + b - 1) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in (w, v, b):
                p -= 0.1 * p.grad
                p.grad = None
        losses.append(loss.item())
    return losses


@program((3, 4), (4, 2), (2,))
def gradients_of_some(w, v, b):
    return torch.autograd.grad((w @ v + b).exp().sum(), (w, b))


@program((3,), (2,))
def one_that_is_not_used(w, v):
    return torch.autograd.grad((w * w).sum(), (w, v), allow_unused=True)


@program((3,), (2,))
def one_that_is_not_used_and_has_to_be(w, v):
    return torch.autograd.grad((w * w).sum(), (w, v))


@program((3,))
def twice_through_a_kept_graph(w):
    y = (w * w).sum()
    y.backward(retain_graph=True)
    y.backward()


@program((3,))
def twice_through_a_graph_that_is_gone(w):
    y = (w * w).sum()
    y.backward()
    y.backward()


@program((4,), (2,))
def twice_through_a_write_into_a_view(x, w):
    y = x.view(2, 2).t().reshape(4)
    y[1:3] = w
    for _ in range(2):
        y.mean().backward()


@program((4,), (2,))
def twice_through_a_write_into_a_view_in_a_loop(x, w):
    y = x + 1
    y[1:3] = w
    while x.grad is None or x.grad.sum() < 8:
        y.sum().backward()


@program((4,), (4,))
def twice_through_a_write_into_all_of_it(x, w):
    y = x + 1
    y.copy_(w)
    for _ in range(2):
        y.sum().backward()


@program((3,))
def twice_through_a_composite_that_writes(x):
    for _ in range(2):
        torch.diag(x).sum().backward(retain_graph=True)
    y = torch.diag(x)
    y.sum().backward()
    y.sum().backward()


@program((3,))
def twice_through_what_saves_nothing(w):
    y = (w + 1).sum()
    y.backward()
    y.backward()


@program((3,))
def gradient_of_a_gradient(w):
    (g,) = torch.autograd.grad((w * w * w).sum(), w, create_graph=True)
    (h,) = torch.autograd.grad((g * g).sum(), w)
    return h


@program((3,))
def penalty_of_a_gradient(w):
    (g,) = torch.autograd.grad((w.tanh() * w).sum(), w, create_graph=True)
    ((g.norm() - 1) ** 2).backward()


@program((3, 4))
def views(w):
    y = w[0] * 2 + w[1].exp() + w.T[:, 2]
    z = y.view(2, 2).unsqueeze(0).expand(3, 2, 2)
    (z * z).sum().backward()


@program((3, 4))
def writes_through_views(w):
    x = torch.zeros(4, 4, dtype=torch.float64)
    x[1] = w[0] * 2
    x[:, 2] = w[1] * 3
    x[0].mul_(w[2])
    (x * x).sum().backward()
    return x.detach()


@program((3, 4))
def a_view_sees_what_is_written_later(w):
    x = w * 1
    row = x[1]
    x[1, 2] = w[0, 0] * w[2, 3]
    (row * row).sum().backward()


@program((3, 4))
def numbers_written(w):
    x = w * 2
    x[0] = 1.0
    x[1].zero_()
    x.sum().backward()


@program((3, 4))
def root_of_many_elements(w):
    (w * w).backward()


@program((3, 4))
def gradient_given(w):
    (w * w).backward(torch.full((3, 4), 3.0, dtype=torch.float64))


@program((3, 4))
def gradient_given_of_other_sizes(w):
    (w * w).backward(torch.ones(2, 4, dtype=torch.float64))


@program((3,))
def no_graph(w):
    w.detach().sum().backward()


@program((3,))
def leaf_made_inside(w):
    x = torch.ones(3, dtype=torch.float64).requires_grad_()
    y = x * w
    (y * y).sum().backward()
    return x.grad, x.is_leaf, y.is_leaf, x.requires_grad


@program((3,))
def write_into_a_leaf(w):
    w.add_(1)


@program((3,))
def write_into_a_view_of_a_leaf(w):
    w.view(-1)[0] = 1.0


@program((3, 4))
def indexing_by_tensors(w):
    index = torch.tensor([0, 2, 2])
    y = w[index] * torch.arange(12.0, dtype=torch.float64).view(3, 4)
    mask = y.detach() > 0
    y[mask].sum().backward()


@program((3, 4), (3, 4))
def joined(w, v):
    y = torch.cat([w, v.exp()], 0)
    z = torch.stack([w, v * w])
    ((y * y).sum() + (z * z).sum()).backward()


@program((4, 4))
def detached_part(w):
    y = w.exp()
    (y * y.detach()).sum().backward()


@program((4,))
def sum_of_two_backwards(w):
    (w * 2).sum().backward()
    (w * w).sum().backward()


@program((4,), (4,))
def only_one_input(w, v):
    (w * v).sum().backward(inputs=[v])


@program((4,))
def gradient_of_an_intermediate(w):
    y = w * 3
    z = (y * y).sum()
    return torch.autograd.grad(z, (y, w))


@program((1, 3), (4, 1), (2, 1, 1), (1, 1))
def broadcast_by_sizes_of_run_time(a, b, c, d):
    (a * b * c.exp() + d).sum().backward()


@program((3, 1, 4), (1, 5, 1), (3, 5, 4))
def broadcast_in_turn_and_transposed(a, b, whole):
    ((a + b) * whole).transpose(0, 2).tanh().sum().backward()
    z = torch.complex(a, a) * torch.complex(whole, b * whole)
    (z.real + z.imag).sum().backward()


@program((1, 6), (5, 6))
def broadcast_of_halves(a, b):
    for dtype in (torch.float16, torch.bfloat16):
        (a.to(dtype) * b.to(dtype)).sum().to(torch.float64).backward()


@program((3,))
def view_of_no_gradients_is_no_root(x):
    """It says that it requires a gradient, and has no edge that a backward could start at."""
    with torch.no_grad():
        part = x[-1]
    print(part.requires_grad)
    part.backward()


@program((3,), (2,))
def gradient_that_some_paths_set_to_none(x, w):
    if x.sum() > 0:
        x.grad = None
    handle = w.register_post_accumulate_grad_hook(lambda leaf: None)
    try:
        x.sum().backward()
    finally:
        handle.remove()
    print(x.grad.stride())


@program((3,))
def second_gradient_of_a_product_ends_its_graph(w):
    product = w.prod()
    (g,) = torch.autograd.grad(product, w, create_graph=True)
    (h,) = torch.autograd.grad((g * g).sum() + g.sum(), w)
    print(g.tolist(), h.tolist())
    product.backward()


@program((3,))
def second_gradient_of_a_product_with_a_zero(w):
    (g,) = torch.autograd.grad(
        (w[1:].prod() + (w * w[0].detach() * 0).prod()), w, create_graph=True
    )
    (h,) = torch.autograd.grad((g * g).sum() + g.sum(), w)
    print(g.tolist(), h.tolist())


@cases(globals())
def test_inside(case: Any) -> None:
    check(case, case.inputs)
