"""Modes of PyTorch that calls inherit, and what only counts its uses."""


@operator("torch._C._log_api_usage_once", "torch._C._log_api_usage_metadata")
def log_api_usage_once(*names):
    """Nothing"""


@operator("torch.backends.cudnn.m.flags")
def cudnn_flags(*options, **named):
    """A context without effect: there is no such device"""
    return prim.host("contextlib.nullcontext")()


@operator("torch.autograd.profiler.record_function.__init__")
def init_record_function(self, name, args=None):
    """The label, and what eager keeps beside it before it is entered"""
    self.name = name
    self.args = args
    self.run_callbacks_on_exit = True
    self.record = None
    self._cupti_monitor_external_id = None


@operator("torch.autograd.profiler.record_function.__enter__")
def enter_record_function(self):
    """The label itself: no profiler looks into a compiled program"""
    return self


@operator(
    "torch.autograd.profiler.record_function.__exit__",
    "contextlib.nullcontext.__exit__",
    restores=True,
)
def leave_unchanged(self, *error):
    """Nothing"""


@operator("torch.fx._symbolic_trace.is_fx_tracing")
def is_fx_tracing():
    """False; without eager's warning that the name says less than it did"""
    return False


def without_choice(name, fits):
    """A context that changes nothing, as one kernel serves all; where eager has none for the CPU, it is refused."""
    if not fits:
        prim.refuse(name, "backends that the CPU does not have")
    return prim.host("contextlib.nullcontext")()


@operator("torch.nn.attention.sdpa_kernel")
def sdpa_kernel(backends, set_priority=False):
    """A context in which attention runs on one of these backends; one kernel serves them all"""
    kinds = prim.host("torch.nn.attention.SDPBackend")
    chosen = backends if isinstance(backends, (list, tuple)) else [backends]
    return without_choice("sdpa_kernel", kinds.MATH in chosen or kinds.FLASH_ATTENTION in chosen)


@operator("torch.backends.cuda.sdp_kernel")
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    """The same, under its older name"""
    return without_choice("sdp_kernel", enable_flash or enable_math)


@operator("torch.autograd.grad_mode.inference_mode.__enter__")
def enter_inference_mode(self):
    """Inference mode and, with it, no gradients"""
    self._inference_mode_context = (torch.is_grad_enabled(), torch.is_inference_mode_enabled())
    torch._C._set_grad_enabled(not self.mode)
    prim.set_inference_mode(self.mode)


@operator(
    "torch.autograd.grad_mode.no_grad.__exit__",
    "torch.autograd.grad_mode.enable_grad.__exit__",
    "torch.autograd.grad_mode.set_grad_enabled.__exit__",
    restores=True,
)
def leave_grad_mode(self, *error):
    """The mode of before"""
    torch._C._set_grad_enabled(self.prev)


@operator("torch.autograd.grad_mode.inference_mode.__exit__", restores=True)
def leave_inference_mode(self, *error):
    """The modes of before"""
    gradients, inference = self._inference_mode_context
    torch._C._set_grad_enabled(gradients)
    prim.set_inference_mode(inference)


@operator("torch.set_anomaly_enabled")
def set_anomaly_enabled(mode, check_nan=True):
    """Begins or ends the anomaly mode, in which a backward says which line of the forward gave no number"""
    prim.set_anomaly(mode, check_nan)


@operator(
    "torch.autograd.anomaly_mode.detect_anomaly.__exit__",
    "torch.autograd.anomaly_mode.set_detect_anomaly.__exit__",
    restores=True,
)
def leave_anomaly_mode(self, *error):
    """The mode of before"""
    prim.set_anomaly(self.prev, self.prev_check_nan)


@operator("torch._C._is_autocast_available")
def is_autocast_available(device_type):
    """Whether autocast knows the device; only the CPU is there"""
    return device_type in ("cpu", "cuda", "mtia", "maia", "xpu", "ipu", "hpu", "xla", "mps", "privateuseone")


@operator("torch.is_autocast_enabled")
def is_autocast_enabled(device_type="cuda"):
    """Whether a region of autocast for the device encloses the call"""
    return device_type == "cpu" and prim.autocast() is not False


@operator("torch.is_autocast_cpu_enabled")
def is_autocast_cpu_enabled():
    """The same for the CPU"""
    return prim.autocast() is not False


@operator("torch.get_autocast_dtype")
def get_autocast_dtype(device_type):
    """The dtype that autocast uses"""
    if device_type != "cpu":
        return torch.float16
    return torch.bfloat16 if prim.autocast() is False else prim.autocast()


@operator("torch.set_autocast_enabled")
def set_autocast_enabled(device_type, enabled=None):
    """Begins or ends a region of autocast; other devices than the CPU are not there"""
    if enabled is None:
        enabled = device_type
        device_type = "cuda"
    if device_type == "cpu":
        prim.set_autocast(torch.bfloat16 if enabled else False)


@operator("torch.set_autocast_dtype")
def set_autocast_dtype(device_type, dtype):
    """The dtype of the region of autocast, where there is one"""
    if device_type == "cpu" and prim.autocast() is not False:
        prim.set_autocast(dtype)


@operator(
    "torch.amp.autocast_mode.autocast.__exit__",
    "torch.cpu.amp.autocast_mode.autocast.__exit__",
    "torch.cuda.amp.autocast_mode.autocast.__exit__",
    restores=True,
)
def leave_autocast(self, *error):
    """The region of before"""
    torch.set_autocast_enabled(self.device, self.prev)
    torch.set_autocast_dtype(self.device, self.prev_fastdtype)
    return False


@operator("torch.set_autocast_cache_enabled", "torch.clear_autocast_cache")
def set_autocast_option(*options):
    """Nothing: no casts are kept"""


@operator("torch.autocast_increment_nesting", "torch.autocast_decrement_nesting")
def autocast_nesting():
    """How many regions of autocast enclose this one; only what clears casts asks"""
    return 1


@operator("torch.is_autocast_cache_enabled")
def is_autocast_cache_enabled():
    """True"""
    return True
