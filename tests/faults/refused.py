"""Constructs and operators that are refused, one function each, with the code at the line that is named.

Each function prints first: a refusal comes before anything of the call has run.
"""

import asyncio  # noqa: F401
import enum
import sys
import time
import typing

import numpy as np
import torch

LIBRARY = {"factors": torch.geqrf}


def uses_eval(x):
    print("ran")
    return eval("x + 1")  # LTH0302


def uses_exec(x):
    print("ran")
    exec("y = 1")  # LTH0302
    return x


def uses_locals(x):
    print("ran")
    return locals()  # LTH0302


def uses_frame(x):
    print("ran")
    return sys._getframe()  # LTH0302


def opens_file(x):
    print("ran")
    return open("/nonexistent-folder/file")  # LTH0302


def reads_date(x):
    print("ran")
    return x, time.localtime().tm_year  # LTH0302


def asks_input(x):
    print("ran")
    return input("value? ")  # LTH0302


def starts_thread(x):
    print("ran")
    import threading

    threading.Thread(target=print).start()  # LTH0302
    return x


def lu_factor(x):
    print("ran")
    return torch.linalg.lu_factor(x)  # LTH0302


def eigenvalues(x):
    print("ran")
    return torch.linalg.eigvals(x)  # LTH0302


def through_table(x):
    print("ran")
    return LIBRARY["factors"](x)  # LTH0302


def poisson(x):
    print("ran")
    return torch.poisson(x)  # LTH0302


def sparse(x):
    print("ran")
    return x.to_sparse()  # LTH0302


def quantised(x):
    print("ran")
    return torch.quantize_per_tensor(x, 0.1, 0, torch.qint8)  # LTH0302


def in_untaken_branch(x):
    print("ran")
    if x.sum() > 1e9:
        return torch.linalg.eigvals(x)  # LTH0302
    return x


def in_callee(x):
    print("ran")
    return helper(x)


def helper(x):
    y = x * 2
    return torch.linalg.eigvals(y)  # LTH0302


def in_loop(x):
    print("ran")
    for _ in range(3):
        x = torch.frexp(x)  # LTH0302
    return x


async def coroutine(x):  # LTH0301
    return x


def awaits(x):
    print("ran")

    async def inner():
        return x

    return inner()  # LTH0301


def star_import(x):
    print("ran")
    return __import__("json").loads("1")  # LTH0302


def numpy_view(x):
    print("ran")
    return x.numpy().ctypes.data  # LTH0302


def data_pointer(x):
    print("ran")
    return x.data_ptr()  # LTH0302


def leaves_generator_in_finally(x):
    print("ran")

    def parts():
        try:
            yield x  # LTH0314
        finally:
            print("dropped")

    kept = parts()
    for part in kept:
        if part.sum() > 0:
            return part
    return x


def drops_generator_of_zip(x):
    print("ran")

    def parts():
        try:
            yield x  # LTH0314
            yield x + 1
        finally:
            print("dropped")

    total = 0
    for part, _ in zip(parts(), range(int(x.sum()))):
        total = total + part
    return total


class Counting(type):
    def __call__(cls, *args):
        made = super().__call__(*args)
        made.made = True
        return made


def made_by_metaclass(x):
    print("ran")

    class Counted(metaclass=Counting):  # LTH0300
        pass

    return x if Counted() else x


def writes_under_conjugate(x):
    print("ran")
    y = torch.complex(x, x)
    conjugate = y.conj()  # LTH0502
    for _ in range(2):
        y += 1
    return conjugate


def makes_enum(x):
    print("ran")

    class Color(enum.Enum):  # LTH0300
        RED = 1

        def twice(self):
            return self.value * 2

    return x * Color.RED.twice()


def makes_named_tuple(x):
    print("ran")

    class Pair(typing.NamedTuple):  # LTH0300
        a: torch.Tensor = x

    return Pair().a


class Key:
    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return hash(self.number)


GROUPS = {Key(1): 2.0}


def looks_up_by_key(x):
    print("ran")
    return x * GROUPS[Key(1)]  # LTH0315


def groups_by_key_made_here(x):
    print("ran")

    class Sign:
        def __init__(self, number):
            self.number = number

        def __eq__(self, other):
            return self.number == other.number

        def __hash__(self):
            return hash(self.number)

    groups = {}
    for value in x.view(-1).tolist():
        groups.setdefault(Sign(value > 0), []).append(value)  # LTH0311
    return len(groups)


def generator_takes_from_itself(x):
    print("ran")

    def permutations(count):
        if count == 0:
            yield ()
        else:
            for rest in permutations(count - 1):  # LTH0305
                for i in range(count):
                    yield rest[:i] + (count,) + rest[i:]

    return len(list(permutations(int(x.sum()))))


def sets_class_attribute(x):
    print("ran")

    class Counter:
        made = 0

        def __init__(self):
            type(self).made += 1

    class Other(Counter):
        pass

    if x.sum() > 0:  # LTH0300
        Other()
    return Other.made


ARRAY = np.ones(2)


def adds_array(x):
    print("ran")
    return x + ARRAY  # LTH0502


def sets_shape_of_array(x):
    print("ran")
    a = x.numpy()
    a.shape = (-1,)  # LTH0302
    return a


def draws_with_numpy(x):
    print("ran")
    return x * np.random.rand()  # LTH0302


def compares_array(x):
    print("ran")
    return x == ARRAY  # LTH0502


NUMBERS = iter([1, 2])
PAIRS = zip([1], [2])
LABELLED = torch.ones(2).as_subclass(type("Labelled", (torch.Tensor,), {}))


class Proxy:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func.__name__


PROXY = Proxy()


def uses_up_iterator(x):
    print("ran")
    for n in NUMBERS:  # LTH0302
        x = x + n
    return x


def uses_up_pairs(x):
    print("ran")
    return x, next(PAIRS)  # LTH0302


def subclass_of_tensor(x):
    print("ran")
    return x + LABELLED  # LTH0315


def operator_of_a_class(x):
    print("ran")
    return torch.add(PROXY, x)  # LTH0302


def gives_generator(x):
    print("ran")
    return (v for v in x)  # LTH0317


def gives_function(x):
    print("ran")
    return {"next": lambda y: x + y}  # LTH0317


def yields(x):  # LTH0317
    print("ran")
    yield x


class Counter:
    count = 0


COUNTS = {"n": 0}


def counted_by_class(k):
    return Counter.count if k <= 0 else counted_by_class(k - 1) + 1


def counted_by_dict(k):
    return COUNTS["n"] if k <= 0 else counted_by_dict(k - 1) + 1


def recursion_reads_class(x):
    print("ran")
    Counter.count += 1  # LTH0307
    return x + counted_by_class(int(x.sum()))


def recursion_reads_dict(x):
    print("ran")
    COUNTS["n"] += 1  # LTH0307
    return x + counted_by_dict(int(x.sum()))


SPACE: dict = {}
exec("def made(x):\n    return x + 1", SPACE)
MADE = SPACE["made"]
MANY = [type(f"Kind{i}", (), {"size": i, "__call__": lambda self, x: x})() for i in range(300)]


def calls_function_without_source(x):
    print("ran")
    return MADE(x)  # LTH0303


def attribute_by_a_name_of_run_time(x):
    print("ran")
    return x.to(getattr(torch, "float" + str(int(x.sum()))))  # LTH0304


def types_that_do_not_settle(x):
    print("ran")
    rest = iter([x])
    for _ in range(int(x.sum())):  # LTH0306
        rest = map(torch.exp, rest)
    return list(rest)


def arguments_of_run_time(x):
    print("ran")
    sizes = [int(v) for v in x.view(-1).tolist() if v > 0]
    return torch.nn.functional.interpolate(x[None], size=sizes)  # LTH0308


def calls_one_of_many(x):
    print("ran")
    return MANY[int(x.sum())](x)  # LTH0309


def attribute_of_one_of_many(x):
    print("ran")
    return MANY[int(x.sum())].size  # LTH0310


def parameter_in_a_list_of_run_time(x):
    print("ran")
    made = []
    for i in range(int(x.sum())):  # LTH0312
        made.append(torch.nn.Parameter(x * i))
    return len(made)


def unknown_dtype(x):
    print("ran")
    return x.to(torch.float8_e5m2)  # LTH0501


def unknown_device(x):
    print("ran")
    return x.to("cuda")  # LTH0503


def length_of_run_time(x):
    print("ran")
    dims = [int(v) for v in x.view(-1).tolist() if v > 1]
    return x.sum(dims)  # LTH0504


def hook_within_paths(x):
    print("ran")
    w = torch.ones(2, requires_grad=True)
    y, seen = w * 2, []
    y.register_hook(lambda g: seen.append(g))
    while y.sum() < x.sum():  # LTH0505
        y = y * w * 2
    y.sum().backward()


FUNCTIONS = [
    hook_within_paths,
    uses_eval, uses_exec, uses_locals, uses_frame, opens_file, reads_date, asks_input, starts_thread,
    lu_factor, eigenvalues, through_table, poisson, sparse, quantised, in_untaken_branch, in_callee, in_loop,
    coroutine, awaits, star_import, numpy_view, data_pointer, leaves_generator_in_finally,
    makes_enum, makes_named_tuple, writes_under_conjugate,
    drops_generator_of_zip, made_by_metaclass, looks_up_by_key, groups_by_key_made_here,
    generator_takes_from_itself, sets_class_attribute,
    adds_array, compares_array, sets_shape_of_array, draws_with_numpy,
    uses_up_iterator, uses_up_pairs, subclass_of_tensor, operator_of_a_class,
    gives_generator, gives_function, yields, recursion_reads_class, recursion_reads_dict,
    calls_function_without_source, attribute_by_a_name_of_run_time, types_that_do_not_settle,
    arguments_of_run_time, calls_one_of_many, attribute_of_one_of_many, parameter_in_a_list_of_run_time,
    unknown_dtype, unknown_device, length_of_run_time,
]  # fmt: skip
