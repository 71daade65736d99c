"""Optimizers of PyTorch: its own Python but for what follows."""


# The step of an optimizer, without gradients but where it is differentiable.
def step_of_optimizer(step, *args, **kwargs):
    with torch.set_grad_enabled(args[0].defaults["differentiable"]):
        return step(*args, **kwargs)


@operator("torch.optim.optimizer.Optimizer._patch_step_function")
def patch_step_function(self):
    """Steps run their hooks from the first optimizer of a class on"""
    cls = type(self)
    self._zero_grad_profile_name = f"Optimizer.zero_grad#{cls.__name__}.zero_grad"
    if not prim.hook_step(cls) and not getattr(cls.step, "hooked", None):
        cls.step = self.profile_hook_step(cls.step)
        cls.step.hooked = True


# The gradient as a fused kernel takes it: without the scale, which is also taken off the tensor itself.
def _fused_gradient(grad, grad_scale, maximize):
    if grad_scale is not None:
        grad.div_(grad_scale)
    return -grad if maximize else grad


# Of a scaler: whether a gradient was not finite, so that the step is left out.
def _is_left_out(found_inf):
    return found_inf is not None and found_inf.item() == 1.0


def _fused_adam(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, grad_scale, found_inf, decoupled):
    if _is_left_out(found_inf):
        return
    lr = lr.item() if prim.is_tensor(lr) else lr
    for i in range(len(params)):
        param, exp_avg, exp_avg_sq, step = params[i], exp_avgs[i], exp_avg_sqs[i], state_steps[i].item()
        grad = _fused_gradient(grads[i], grad_scale, maximize)
        if weight_decay != 0:
            if decoupled:
                param.sub_(param * (lr * weight_decay))
            else:
                grad = grad + param * weight_decay
        exp_avg.add_((grad - exp_avg) * (1 - beta1))
        exp_avg_sq.mul_(beta2).add_(grad * grad * (1 - beta2))
        second = exp_avg_sq
        if amsgrad:
            second = max_exp_avg_sqs[i]
            second.copy_(prim.maximum(second, exp_avg_sq))
        param.sub_(exp_avg * (lr / (1 - beta1**step)) / (prim.sqrt(second) / (1 - beta2**step) ** 0.5 + eps))


@operator("torch._fused_adam_")
def fused_adam_(self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, *, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, grad_scale=None, found_inf=None):
    """A step of Adam, in place"""
    _fused_adam(self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, grad_scale, found_inf, False)


@operator("torch._fused_adamw_")
def fused_adamw_(self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, *, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, grad_scale=None, found_inf=None):
    """A step of AdamW, in place"""
    _fused_adam(self, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, lr, beta1, beta2, weight_decay, eps, amsgrad, maximize, grad_scale, found_inf, True)


@operator("torch._fused_sgd_")
def fused_sgd_(self, grads, momentum_buffer_list, *, weight_decay, momentum, lr, dampening, nesterov, maximize, is_first_step, grad_scale=None, found_inf=None):
    """A step of stochastic gradient descent, in place"""
    if _is_left_out(found_inf):
        return
    lr = lr.item() if prim.is_tensor(lr) else lr
    for i in range(len(self)):
        grad = _fused_gradient(grads[i], grad_scale, maximize)
        if weight_decay != 0:
            grad = grad + self[i] * weight_decay
        if momentum != 0:
            buffer = momentum_buffer_list[i]
            buffer.copy_(grad if is_first_step else buffer * momentum + grad * (1 - dampening))
            grad = grad + buffer * momentum if nesterov else buffer
        self[i].sub_(grad * lr)


@operator("torch._fused_adagrad_")
def fused_adagrad_(self, grads, state_sums, state_steps, *, lr, lr_decay, weight_decay, eps, maximize, grad_scale=None, found_inf=None):
    """A step of Adagrad, in place"""
    if _is_left_out(found_inf):
        return
    lr = lr.item() if prim.is_tensor(lr) else lr
    for i in range(len(self)):
        grad = _fused_gradient(grads[i], grad_scale, maximize)
        if weight_decay != 0:
            grad = grad + self[i] * weight_decay
        state_sums[i].add_(grad * grad)
        rate = lr / (1 + (state_steps[i].item() - 1) * lr_decay)
        self[i].sub_(grad / (prim.sqrt(state_sums[i]) + eps) * rate)


@operator("torch._amp_foreach_non_finite_check_and_unscale_")
def non_finite_check_and_unscale_(self, found_inf, inv_scale):
    """Takes the scale off gradients, and notes whether one of them is not finite"""
    for each in self:
        if not prim.all(torch.isfinite(each), None, False).item():
            found_inf.fill_(1.0)
        each.mul_(inv_scale)


@operator("torch._amp_update_scale_")
def update_scale_(self, growth_tracker, found_inf, scale_growth_factor, scale_backoff_factor, growth_interval):
    """The scale for the next step, in place, and how many went well in a row"""
    if found_inf.item() > 0:
        self.mul_(scale_backoff_factor)
        growth_tracker.fill_(0)
    elif growth_tracker.item() + 1 == growth_interval:
        grown = self * scale_growth_factor
        if torch.isfinite(grown).item():
            self.copy_(grown)
        growth_tracker.fill_(0)
    else:
        growth_tracker.add_(1)
    return self
