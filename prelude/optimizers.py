"""Optimizers of PyTorch: its own Python but for what follows."""


# The step of an optimizer, without gradients but where it is differentiable.
def step_of_optimizer(step, *args, **kwargs):
    with torch.set_grad_enabled(args[0].defaults["differentiable"]):
        return step(*args, **kwargs)
