"""isinstance and issubclass where the metaclass answers; types of tensors; attributes of tensors."""

import torch
from torch.autograd import Variable

from language.harness import case


class Quacking(type):
    def __instancecheck__(cls, instance):
        return hasattr(instance, "quack") or super().__instancecheck__(instance)


class Duck(metaclass=Quacking):
    pass


class Robot:
    quack = 1


class Anything(type):
    def __subclasscheck__(cls, other):
        return other is not int


class Any(metaclass=Anything):
    pass


weight = torch.nn.Parameter(torch.ones(2))
buffer = torch.nn.Buffer(torch.ones(2))
weight.tag, buffer.scale = "w", 3


def by_metaclass(x):
    found = isinstance(Robot(), Duck), isinstance(Duck(), Duck), isinstance(x, Duck)
    if x.sum() > 0:
        return found, isinstance(3, (Robot, Duck)), issubclass(Robot, Any), issubclass(int, Any)
    return found, issubclass(Robot, Duck), isinstance(buffer, torch.nn.Buffer)


def types_of_tensors(x):
    names = [torch.FloatTensor, torch.LongTensor, torch.BoolTensor, torch.cuda.FloatTensor]
    kinds = [isinstance(x, each) for each in names] + [isinstance(x > 0, each) for each in names]
    if isinstance(x, Variable) and x.sum() > 0:
        y = Variable(x)
        y += 1
        return kinds, Variable(x * 2, requires_grad=False), isinstance(weight, Variable)
    return kinds, isinstance(weight, torch.nn.Parameter), isinstance(3, Variable)


def attributes_of_tensors(x):
    found = getattr(weight, "tag", None), hasattr(x, "tag"), hasattr(buffer, "tag")
    if x.sum() > 0:
        x.tag = "seen"
        return x * buffer.scale, found, x.tag
    return x + buffer.scale, found


def version(x):
    if torch.__version__ >= "1.8" and x.sum() > 0:
        return torch.__version__ < "99.0", torch.__version__[0]
    return torch.__version__ == torch.__version__, torch.__version__ > "2.0.1"


def axes_of_ranks(x):
    axes = torch.arange(1, len(x.shape)).tolist()
    if x.sum() > 0:
        return x.sum(axes), axes
    return x.mean(dim=axes, keepdim=True), axes[::-1]


def calls():
    return [(torch.ones(2, 3),), (-torch.ones(1, 2),)]


CASES = [
    case(by_metaclass, calls),
    case(types_of_tensors, calls),
    case(attributes_of_tensors, calls, artifact=False),
    case(version, calls),
    case(axes_of_ranks, calls),
]
