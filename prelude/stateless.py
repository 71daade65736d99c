"""torch.func.functional_call: a module called with other parameters and buffers.

The program calls a copy of the module, over the same attributes, that has them: nothing is written
into the module and put back.
"""


def _stateless_places(module, prefix, places):
    """By its name where a parameter or buffer is: the dict that holds it, and its key there."""
    for held in (module._parameters, module._buffers):
        for name in tuple(held):
            if held[name] is not None:
                places[prefix + name] = (held, name)
    for name, each in tuple(module._modules.items()):
        if each is not None:
            _stateless_places(each, prefix + name + ".", places)
    return places


def _stateless_tied(places, given):
    """Names that are not given of what is given under another."""
    tied = {}
    for name in given:
        held, key = places[name]
        for other in places:
            if other == name or places[other][0][places[other][1]] is not held[key]:
                continue
            if other not in given:
                tied[other] = name
            elif given[other] is not given[name]:
                raise ValueError(f"functional_call got multiple values for keys {sorted([name, other])}, which are tied. Consider using tie_weights=False")
    return tied


def _stateless_copy(module, prefix, given, copies):
    """A copy of a module and its parts, each once, with what is given in its place."""
    for original, copy, at in copies:
        if original is module:
            return copy
    copy = object.__new__(type(module))
    for name, value in vars(module).items():
        copy.__dict__[name] = value
    copies.append((module, copy, prefix))
    copy.__dict__["_parameters"] = {name: given.get(prefix + name, each) for name, each in module._parameters.items()}
    copy.__dict__["_buffers"] = {name: given.get(prefix + name, each) for name, each in module._buffers.items()}
    copy.__dict__["_modules"] = {name: None if each is None else _stateless_copy(each, prefix + name + ".", given, copies) for name, each in module._modules.items()}
    return copy


def _stateless_end(copies, given, parameters_and_buffers):
    """What the call has set is set: on the module, or among what was given."""
    for module, copy, prefix in copies:
        for name, value in vars(copy).items():
            # A recurrent layer lists its weights anew in each call.
            if name not in ("_parameters", "_buffers", "_modules", "_flat_weights") and value is not vars(module).get(name):
                setattr(module, name, value)
        for held, made in ((module._parameters, copy._parameters), (module._buffers, copy._buffers)):
            for name in tuple(made):
                if prefix + name in parameters_and_buffers:
                    if made[name] is not given[prefix + name]:
                        parameters_and_buffers[prefix + name] = made[name]
                elif prefix + name not in given and made[name] is not held[name]:
                    held[name] = made[name]


@operator("torch.nn.utils.stateless._functional_call")
def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """What a module gives with these parameters and buffers in the place of its own"""
    places = _stateless_places(module, "", {})
    missing = [name for name in places if name not in parameters_and_buffers]
    unexpected = [name for name in parameters_and_buffers if name not in places]
    given = dict(parameters_and_buffers)
    if tie_weights and len(unexpected) == 0:
        for name, other in _stateless_tied(places, parameters_and_buffers).items():
            given[name] = given[other]
            missing.remove(name)
    if strict and (len(missing) > 0 or len(unexpected) > 0):
        said = []
        if len(unexpected) > 0:
            said.append(f"Unexpected key(s): {', '.join([repr(each) for each in unexpected])}.")
        if len(missing) > 0:
            said.append(f"Missing key(s): {', '.join([repr(each) for each in missing])}.")
        raise RuntimeError("Error(s) in reparametrizing for {}:\n\t{}".format(module._get_name(), "\n\t".join(said)))
    if len(unexpected) > 0:
        prim.refuse("torch.func.functional_call", "a name that is no parameter and no buffer of the module")
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    copies = []
    made = _stateless_copy(module, "", given, copies)(*args, **({} if kwargs is None else kwargs))
    _stateless_end(copies, given, parameters_and_buffers)
    return made
