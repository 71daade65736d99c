"""`dict(x)` and `{**x}` take what has `keys`, and say of anything else what Python says; functions of torch.nn.functional
say of what is no tensor what PyTorch says."""

from language.harness import case
import torch
import torch.nn.functional as F


class Nothing:
    def __getattr__(self, name):
        raise AttributeError(name)


class Doubles:
    def __getattr__(self, name):
        if name == "keys":
            return lambda: ["a", "b"]
        raise AttributeError(name)

    def __getitem__(self, key):
        return key * 2


NOTHING, DOUBLES = Nothing(), Doubles()
LAYERS = torch.nn.Sequential(torch.nn.ReLU())


def of_keys(x):
    return dict(DOUBLES), {**DOUBLES, "c": x}


def said(x):
    found = []
    for attempt in (lambda: dict(NOTHING), lambda: {**NOTHING}, lambda: {**LAYERS}, lambda: LAYERS(1), lambda: F.relu(1), lambda: F.softmax(3, dim=0), lambda: F.dropout(2, 0.5), lambda: F.relu([x])):
        try:
            attempt()
        except (TypeError, AttributeError) as mistake:
            found.append((type(mistake), str(mistake)))
    return found


CASES = [case(f, lambda: [(torch.ones(2),), (torch.ones(3),)], artifact=False, straight=True) for f in (of_keys, said)]
