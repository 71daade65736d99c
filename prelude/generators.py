"""Generators of random numbers of torch: the default one, those of before the call, and those that a program makes.

A draw with a generator of its own sets the state that numbers are drawn from, and keeps the one after it.
"""


def _is_default(generator):
    return generator is prim.host("torch.default_generator")


def _drawn_from(generator, draw):
    """What draws, without a generator, gives with this one."""
    if not isinstance(generator, prim.host("torch.Generator")):
        raise TypeError(f"argument 'generator' must be torch._C.Generator, not {prim.type_name(generator)}")
    if _is_default(generator):
        return draw()
    prim.draw_from(prim.state_of_generator(generator))
    try:
        return draw()
    finally:
        prim.set_state_of_generator(generator, prim.drawn_state())


@operator("torch._C.Generator")
def generator(device=None):
    """A generator of its own, on the CPU"""
    prim.check_device(device)
    return prim.made_generator(prim.generator_seeded(67280421310721))


@operator("torch._C.Generator.get_state")
def generator_get_state(self):
    """The state, as bytes"""
    return prim.generator_state() if _is_default(self) else prim.clone(prim.state_of_generator(self))


@operator("torch._C.Generator.set_state")
def generator_set_state(self, new_state):
    """Sets the state, which get_state() gave; the generator"""
    if not prim.is_tensor(new_state):
        raise TypeError(f"expected a torch.ByteTensor, but got {prim.type_name(new_state)}")
    if new_state.dtype != torch.uint8:
        raise TypeError("RNG state must be a torch.ByteTensor")
    if _is_default(self):
        prim.set_generator_state(new_state)
    else:
        prim.draw_from(new_state)  # which checks it
        prim.set_state_of_generator(self, prim.drawn_state())
    return self


@operator("torch._C.Generator.manual_seed")
def generator_manual_seed(self, seed):
    """Starts anew from a seed; the generator"""
    if not isinstance(seed, int):
        raise RuntimeError(f"manual_seed expected a long, but got {prim.type_name(seed)}")
    if _is_default(self):
        prim.random_seed(int(seed))
    else:
        prim.set_state_of_generator(self, prim.generator_seeded(int(seed)))
    return self


@operator("torch._C.Generator.seed")
def generator_seed(self):
    """Starts anew from a seed of the system; the seed"""
    seed = prim.system_seed()
    generator_manual_seed(self, seed)
    return seed


@operator("torch._C.Generator.initial_seed")
def generator_initial_seed(self):
    """The seed that it started from"""
    seed = int(generator_get_state(self)[:8].view(torch.int64))
    prim.check(seed >= 0, "OverflowError", "a seed of 64 bits is no int of a compiled program")
    return seed


@operator("torch._C.Generator.clone_state")
def generator_clone_state(self):
    """Another generator in the same state"""
    return prim.made_generator(generator_get_state(self))


@operator("torch._C.Generator.device")
def generator_device(self):
    """The CPU"""
    return torch.device("cpu")
