"""torch.inference_mode as a context and as a decorator, and who asks for it."""

import torch
from language.harness import case


def T(*values):
    return torch.tensor(values)


def in_with(x):
    before = torch.is_inference_mode_enabled(), torch.is_grad_enabled()
    with torch.inference_mode():
        within = torch.is_inference_mode_enabled(), torch.is_grad_enabled()
        if x.sum() > 0:
            y = x + 1
        else:
            y = x - 1
    return y * 2, before, within, torch.is_inference_mode_enabled(), torch.is_grad_enabled()


@torch.inference_mode()
def decorated(x):
    return x * 2, torch.is_inference_mode_enabled(), torch.is_grad_enabled()


@torch.inference_mode
def decorated_without_call(x):
    return x * 3, torch.is_inference_mode_enabled()


def switched_off(x):
    with torch.inference_mode():
        with torch.inference_mode(False):
            within = torch.is_inference_mode_enabled(), torch.is_grad_enabled()
        return x + 1, within, torch.is_inference_mode_enabled()


def left_by_exception(x):
    try:
        with torch.inference_mode():
            if x.sum() > 0:
                raise ValueError("positive")
            y = x + 1
    except ValueError:
        y = x - 1
    return y, torch.is_inference_mode_enabled(), torch.is_grad_enabled()


def both():
    return [(T(1.0, 2.0),), (T(-1.0, -2.0),)]


CASES = [
    case(in_with, both),
    case(decorated, both, straight=True),
    case(decorated_without_call, both, straight=True),
    case(switched_off, both, straight=True),
    case(left_by_exception, both),
]
