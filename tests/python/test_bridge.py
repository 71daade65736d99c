"""A native graph as a node of PyTorch's: a product that the probe makes, against eager's."""

import gc
import threading
import weakref

import _lith_probe as probe
import pytest
import torch

import lith

assert lith  # whose C functions the node runs


def leaves(count: int = 2) -> list[torch.Tensor]:
    torch.manual_seed(0)
    return [torch.randn(3).requires_grad_() for _ in range(count)]


def test_gradients_are_eagers() -> None:
    a, b, c = leaves(3)

    def gradients(multiply):
        hidden = multiply(a * 2, b)
        total = (multiply(hidden, c) + multiply(hidden, a)).sum()
        return torch.autograd.grad(total, (a, b, c))

    torch.testing.assert_close(gradients(probe.multiply), gradients(torch.mul))


def test_a_graph_is_kept_or_given_up() -> None:
    a, b = leaves()
    result = probe.multiply(a, b)
    result.sum().backward(retain_graph=True)
    result.sum().backward()
    torch.testing.assert_close(a.grad, 2 * b.detach())
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        result.sum().backward()
    torch.testing.assert_close(a.grad, 2 * b.detach())


def test_what_was_saved_must_not_be_written() -> None:
    a, b = leaves()
    result = probe.multiply(a, b)
    with torch.no_grad():
        b.add_(1)
    with pytest.raises(
        RuntimeError, match=r"FloatTensor \[3\]\] is at version 1; expected version 0"
    ):
        result.sum().backward()


def test_two_forwards_before_one_backward() -> None:
    a, b = leaves()
    first, second = probe.multiply(a, b), probe.multiply(b, a)
    (first + 2 * second).sum().backward()
    torch.testing.assert_close(a.grad, 3 * b.detach())


def test_some_inputs_only() -> None:
    a, b = leaves()
    c = b * 1
    result = probe.multiply(a, c)
    result.sum().backward(inputs=[b], retain_graph=True)
    assert a.grad is None
    torch.testing.assert_close(b.grad, a.detach())
    (gradient,) = torch.autograd.grad(result.sum(), [c])
    torch.testing.assert_close(gradient, a.detach())


def test_hooks_run_once_and_in_order() -> None:
    a, b = leaves()
    seen = []
    a.register_hook(lambda g: seen.append(("a", g.clone())))
    a.register_post_accumulate_grad_hook(lambda p: seen.append(("done", p.grad.clone())))
    probe.multiply(probe.multiply(a, b), a).sum().backward()
    assert [name for name, _ in seen] == ["a", "done"]
    torch.testing.assert_close(seen[0][1], 2 * (a * b).detach())


def test_gradients_of_any_layout() -> None:
    a, b = leaves()
    result = probe.multiply(a, b)
    result.sum().backward(retain_graph=True)  # expanded
    result.backward(torch.arange(6.0)[::2])
    torch.testing.assert_close(a.grad, b.detach() * (1 + torch.arange(6.0)[::2]))


def test_second_order_raises() -> None:
    a, b = leaves()
    with pytest.raises(RuntimeError, match="was not compiled"):
        torch.autograd.grad(probe.multiply(a, b).sum(), a, create_graph=True)


def test_a_graph_goes_with_its_result() -> None:
    a = torch.ones(3, requires_grad=True)
    b = torch.ones(3)
    gone = weakref.ref(b)
    result = probe.multiply(a, b)
    del b
    assert gone() is not None
    result = result.detach()
    gc.collect()
    assert gone() is None


def test_two_threads_at_once() -> None:
    failed = []

    def train(seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        for _ in range(200):
            a = torch.randn(50, generator=generator).requires_grad_()
            probe.multiply(probe.multiply(a, a), a).sum().backward()
            if not torch.allclose(a.grad, 3 * a.detach() ** 2):
                failed.append(seed)

    threads = [threading.Thread(target=train, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_one_graph_in_two_threads() -> None:
    a, b = leaves()
    result = probe.multiply(a, b)
    seen = []

    def differentiate() -> None:
        for _ in range(200):
            seen.append(torch.autograd.grad(result.sum(), a, retain_graph=True)[0])

    threads = [threading.Thread(target=differentiate) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 400 and all(torch.equal(g, b.detach()) for g in seen)
