"""Gradients."""

import torch

from limits.entry import differs, limit, prose, raises, refused, script, tried


def _leaf():
    return (torch.ones(2, requires_grad=True),)


@limit(refused("LTH0301"), lambda: (torch.ones(1, requires_grad=True) * 2,))
def text_of_what_a_graph_has_made(x):
    """The text of a tensor of before the call that has a `grad_fn`; in a container of run time it shows `requires_grad=True`."""
    return str(x)  # here


@limit(raises(RuntimeError), _leaf)
def third_order_of_a_loop(x):
    """A third derivative of what a loop or branch that only run time knows has made."""
    y = x
    while y.sum() < 5:
        y = y * x * 2
    for _ in range(2):
        (y,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (g,) = torch.autograd.grad(y.sum(), x)
    return g


@limit(refused("LTH0505"), _leaf)
def hook_of_a_view_that_a_path_has_used(x):
    """The first hook of a view that some paths have used before, and others not."""
    v = (x * 2)[1:]
    s = v.exp() if x.sum() > 1 else v
    v.register_hook(lambda grad: grad * 0.5)  # here
    s.sum().backward()
    return x.grad


@limit(refused("LTH0505"), lambda: (torch.arange(4.0).reshape(2, 2).requires_grad_(),))
def hooks_of_several_views(w):
    """A hook of one of the views that a function gives together (`unbind`, `split`, `chunk`, the rows of `for`)."""
    seen = []
    for t in w:
        t.register_hook(lambda grad: seen.append(grad is None))  # here
        t.mean().backward(retain_graph=True)
    return seen


@limit(differs(), lambda: (torch.ones(3), torch.ones(3, requires_grad=True), 2))
def data_written_after_a_list_has_the_graph(x, y, n):
    """A write through `x.data` after a container or function of run time has a graph that keeps `x` is not seen by the backward."""
    v = x.detach().requires_grad_()
    kept = []
    for _ in range(n):
        kept.append(v * y)
    v.data.mul_(2)
    kept[0].sum().backward()
    return y.grad


def _computed():
    return (torch.ones(2, 3, requires_grad=True) * 2,)


@limit(refused("LTH0505"), _computed)
def argument_that_was_computed_is_written(x):
    """A write, where gradients are, into an argument that was computed before the call, or into what may be its memory
    (`contiguous`, `reshape`, `flatten`)."""
    y = x.t().contiguous()
    y.mul_(2)  # here
    return (x.t() * y).sum()


@limit(refused("LTH0505"), _computed)
def argument_that_was_computed_is_used_and_detached(x):
    """`detach_` of an argument that was computed before the call, after the call has used it."""
    y = x * 2
    x.detach_()
    return y  # here


@limit(refused("LTH0505"), _leaf)
def hook_of_a_graph_of_run_time(x):
    """Hooks of tensors that change objects, and `retain_grad`, where the graph differs from path to path or goes on
    outside."""
    seen = []
    y = x * 2
    y.register_hook(lambda g: seen.append(g))
    return y.sum()  # here


@script(raises(RuntimeError))
def second_order_through_a_hook(door):
    """Outside, gradients of gradients of a program whose rules go back through a tensor with hooks of its own raise RuntimeError
    (`exp`, whose rule keeps its result)."""

    def program(x):
        y = x.exp()
        y.register_hook(lambda g: g * 2)
        return y.sin()

    x = torch.ones(2, requires_grad=True)
    return torch.autograd.grad(door.compile(program)(x).sum(), x, create_graph=True)


@limit(refused("LTH0300"), _leaf)
def first_hook_in_a_loop(x):
    """The first hook of a tensor within a loop that it was made before."""
    y = x * 2
    for _ in range(int(x.sum())):  # here
        handle = y.register_hook(lambda g: g * 5)
        y.sum().backward(retain_graph=True)
        handle.remove()
    return x.grad


@limit(refused("LTH0505"), _leaf)
def hook_that_comes_late(x):
    """A hook that is registered, or removed, after a loop or container of run time has the tensor."""
    y = x * 2
    z = y
    for _ in range(int(x.sum())):
        z = z * y
    y.register_hook(lambda g: g * 5)  # here
    return z


@limit(refused("LTH0301"), _leaf)
def hook_that_stays(x):  # here
    """A hook that a program registers with a tensor of before the call, and does not remove."""
    x.register_hook(lambda g: g * 10)
    x.sum().backward()


@script(differs())
def hook_that_stays_after_an_exception(door):
    """A hook that a program registers with a tensor of before the call is not there after a call that raised."""

    def fn(x):
        x.register_hook(lambda g: g * 10)
        raise ValueError

    x = torch.ones(2, requires_grad=True)
    tried(door.compile(fn), x)
    x.sum().backward()
    return x.grad


@limit(raises(RuntimeError), _leaf)
def interpolation_that_was_used_up(x):
    """A second `backward` through `interpolate`, which keeps nothing in eager, raises that the graph was freed."""
    y = torch.nn.functional.interpolate(x[None, None], scale_factor=2).sum()
    y.backward()
    y.backward()


@limit(refused("LTH0505"), _leaf)
def hook_of_a_view_of_an_argument(x):
    """A hook of a view of an argument, where that view, or a view of it, is a result."""
    y = x.view(1, 2)
    y.register_hook(lambda g: g * 10)
    return y  # here


@limit(differs(), _leaf)
def gradient_that_is_a_view_of_what_was_given(x):
    """`.grad` has memory of its own where eager makes it a view of the gradient that was given and the graph differs from
    path to path."""
    given = torch.ones(2)
    y = x.view(2) if x.sum() > 1 else x * 2
    y.backward(given)
    x.grad.mul_(3)
    return given


@limit(differs(), _leaf)
def write_after_rrelu_in_place(x):
    """A write into what `rrelu` has made in place leaves its gradient as it was; eager raises at `backward`."""
    y = torch.nn.functional.rrelu(x * 2, inplace=True)
    z = y * 3
    y.add_(1)
    z.sum().backward()
    return x.grad


@limit(refused("LTH0301"), _leaf)
def gradient_of_one_of_several(x):
    """`.grad` of a tensor of which only run time knows which one it is."""
    y = torch.ones(2, requires_grad=True)
    one = x if x.sum() > 1 else y
    return one.grad  # here


class _Counts(torch.autograd.Function):
    made: list[int] = []

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        _Counts.made.append(1)
        return grad * 2


@limit(raises(RuntimeError), _leaf)
def function_that_counts_in_a_loop(x):
    """A `backward` of a `torch.autograd.Function` that changes Python objects, where the graph differs from path to path or
    goes on outside."""
    while x.sum() < 20:
        x = _Counts.apply(x)
    x.sum().backward()
    made = len(_Counts.made)
    _Counts.made.clear()
    return made


@limit(differs(), _leaf)
def name_of_a_node(x):
    """The name of a `grad_fn` is Lith's own where it is several nodes in eager, and it has no other methods than `name`."""
    return torch.nn.functional.layer_norm(x, (2,)).grad_fn.name()


def _with_hook():
    module = torch.nn.Linear(2, 2)
    module.register_full_backward_hook(lambda module, grad_input, grad_output: None)
    return module, torch.ones(2, requires_grad=True)


@limit(raises(RuntimeError), _with_hook)
def hooks_of_modules_on_paths(module, x):
    """Backward hooks of modules, within a program, where the graph differs from path to path; outside of the call, where gradients are differentiated."""
    y = module(x)
    if y.sum() > -100:
        y = y * 2
    y.sum().backward()
    return x.grad


@limit(refused("LTH0301"), _leaf)
def requires_grad_of_one_of_several(x):
    """`requires_grad_` and `detach_` of a tensor of which only run time knows which one it is, where that changes it."""
    y = torch.ones(2, requires_grad=True)
    one = x if x.sum() > 1 else y
    one.requires_grad_(False)  # here
    return x.requires_grad, y.requires_grad


@limit(refused("LTH0505"), lambda: (3, *_leaf()))
def gradients_of_a_container(n, x):
    """`torch.autograd.grad` and `backward` of, or for, a list of which only run time knows how many tensors it has."""
    made = [x * i for i in range(n)]
    return torch.autograd.grad(sum(made).sum(), made)  # here


@script(differs())
def write_before_an_exception(door):
    """An argument into which a call wrote what requires a gradient, before it raised, requires none."""

    def run(x, y):
        x.mul_(y)
        raise ValueError

    x = torch.ones(2)
    try:
        door.compile(run)(x, torch.ones(2, requires_grad=True))
    except ValueError:
        return x.requires_grad


@limit(refused("LTH0301"), lambda: (3, *_leaf()))
def gradient_of_one_out_of_a_container(n, x):
    """`.grad` of a tensor out of a container of run time that requires a gradient."""
    (x * 2).sum().backward()
    made = []
    for _ in range(n):
        made.append(x)
    return [each.grad is None for each in made]  # here


@limit(refused("LTH0301"), lambda: (3, *_leaf()))
def leaf_out_of_a_container(n, x):
    """`is_leaf` of a tensor out of a container or function of run time that requires a gradient."""
    made = []
    for _ in range(n):
        made.append(x)
    return made[0].is_leaf  # here


@script(refused("LTH0505"))
def backward_into_the_past(door):
    """`backward` within a program that arrives at what was computed before the call."""
    w = torch.ones(2, requires_grad=True)
    door.compile(lambda y: (y * y).sum().backward())(w * 2)  # here
    return w.grad


class Double(torch.autograd.Function):
    @staticmethod
    def forward(x, by=2):
        return x * by

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass


@limit(raises(NotImplementedError), lambda: (torch.ones(2),))
def autograd_function_with_defaults(x):
    """`torch.autograd.Function` with `setup_context` whose forward has default arguments raises NotImplementedError."""
    return Double.apply(x)


@limit(refused("LTH0312"), lambda: (torch.ones(2),))
def parameter_in_a_container(x):
    """`torch.nn.Parameter` that the program makes, in a container of run time."""
    made = []
    for i in range(int(x.sum())):  # here
        made.append(torch.nn.Parameter(x * i))
    return len(made)


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def inference_mode(x):
    """`is_inference()` within `torch.inference_mode`; results of that mode are ordinary tensors."""
    with torch.inference_mode():
        return (x + 1).is_inference()  # here


@limit(refused("LTH0505"), _leaf)
def write_through_data(x):
    """A write through `x.data` after a graph has kept `x`, where a backward needs it."""
    y = x * x
    x.data.mul_(3)
    y.sum().backward()  # here
    return x.grad


@limit(
    raises(RuntimeError),
    lambda: (torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)),
)
def write_after_data_was_kept(x, y):
    """A write into `x` after a graph has kept `x.data` raises at the backward, where eager takes what is there by then."""
    result = y * x.data
    with torch.no_grad():
        x.sub_(1)
    result.sum().backward()
    return y.grad


@limit(refused("LTH0505"), lambda: (*_leaf(), *_leaf()))
def write_into_one_of_two(x, y):
    """A write, where gradients are on, into a tensor of which only run time knows which one it is, and a backward through
    one that it may be."""
    a, b = x * 2, y * 3
    c = a if x.sum() > 1 else b
    c.mul_(2)  # here
    (a.sum() + b.sum()).backward()
    return x.grad


@limit(refused("LTH0505"), lambda: (*_leaf(), 2))
def write_by_a_recursion(x, n):
    """A write, where gradients are on, by a recursion that only run time bounds."""

    def doubled(y, n):
        if n > 0:
            y.mul_(2)  # here
            doubled(y, n - 1)

    y = x * 2
    doubled(y, n)
    y.sum().backward()
    return x.grad


@limit(refused("LTH0505"), _leaf)
def write_into_one_out_of_a_container(x):
    """A write, where gradients are on, into a tensor out of a container of run time that is differentiated."""
    made = []
    for _ in range(int(x.sum())):
        made.append(x * 2)
    made[0].mul_(3)  # here
    made[0].sum().backward()
    return x.grad


@limit(refused("LTH0505"), _leaf)
def write_into_a_leaf_out_of_a_container(x):
    """A write, where gradients are on, into what a container or function of run time may have of a leaf."""
    made = []
    for _ in range(int(x.sum())):
        made.append(x)
    made[0].add_(1)  # here
    return x.detach()


@limit(differs(), _leaf)
def write_into_a_part_out_of_a_container(x):
    """A write into one of the parts of `unbind`, `split` or `chunk`, taken by its index where only run time knows how many there
    are: eager raises."""
    y = x * 2
    y.unbind()[0].zero_()
    return y.detach()


@limit(refused("LTH0505"), _leaf)
def hook_of_a_leaf_that_leaves(x):
    """A hook of a leaf that a program makes, where a backward outside may come to it."""
    y = torch.ones(2, requires_grad=True)
    y.register_hook(lambda g: g * 10)
    return (x * y).sum()  # here


@limit(raises(RuntimeError), _leaf)
def name_in_the_message_of_a_write(x):
    """The message about a tensor that was written since a graph kept it names what made the tensor, but not where paths
    differ in that, and without the number of eager's overload (`Clamp1`)."""
    y = (x * 2).clamp(max=1)
    z = y.sin()
    with torch.no_grad():
        y.add_(1)
    z.sum().backward()


@limit(differs(), _leaf)
def function_of_run_time_differentiated(x):
    """What `torch.func.grad` gives requires a gradient where only run time knows the graph of the function, and other
    nodes of run time lead to a leaf."""

    def f(y):
        while y.sum() < 9:
            y = y * y.sum()
        return y.sum()

    torch.func.grad(f)(x)
    return torch.func.grad(f)(x.detach()).requires_grad


@limit(refused("LTH0502"), _leaf)
def rows_of_a_graph_of_run_time(x):
    """`is_grads_batched=True` where only run time knows the graph."""
    y = x
    while y.sum() < 9:
        y = y * 2
    return torch.autograd.grad(y, x, torch.eye(2), is_grads_batched=True)  # here


prose(
    __name__,
    "A `backward` of a `torch.autograd.Function` that gives None runs once more than in eager, where second order goes "
    "through a loop that only run time bounds.",
    "what it prints is seen; gradients are eager's",
)
prose(
    __name__,
    "`torch.utils.checkpoint` keeps what eager computes again; with `preserve_rng_state=False` gradients are those of the "
    "numbers that the forward drew.",
    "the memory, and random numbers",
)
prose(
    __name__,
    "Where the anomaly mode is on in the backward only, the error names the compiled call, as `CallBackward`; where it "
    "is on in both, PyTorch warns of that node as well.",
    "the words of a warning",
)


@limit(differs(), _leaf)
def casts_that_autocast_keeps(x):
    """Within `torch.autocast` eager casts a leaf once and keeps the cast until the region ends. Lith casts it where it is
    used: gradients of several uses meet in float32, not in bfloat16, and a write within the region is seen by what follows."""
    with torch.autocast("cpu", torch.bfloat16):
        first = torch.nn.functional.linear(x, x.detach()[None])
        with torch.no_grad():
            x.add_(1)
        return first, torch.nn.functional.linear(x, x.detach()[None])


@script(differs())
def view_without_gradients_of_a_leaf_that_was_made(door):
    """A view that was made under `no_grad` of a leaf that the program made collects a gradient of its own outside; in eager
    it gets none."""

    def run(x):
        made = x.clone().requires_grad_()
        with torch.no_grad():
            return made, made.view(1, 2)

    view = door.compile(run)(torch.ones(2))[1]
    view.sum().backward()
    return view.grad is None


@script(differs())
def write_into_a_view_of_a_plain_argument(door):
    """A view that a program made under `no_grad` of an argument without gradient takes a write of what requires one, which
    raises in eager."""

    def fn(x):
        with torch.no_grad():
            return x.view(-1)

    result = door.compile(fn)(torch.ones(2))
    try:
        result.mul_(torch.ones(2, requires_grad=True))
    except RuntimeError:
        return True
    return False


@script(differs())
def write_into_a_detached_plain_argument(door):
    """An argument requires a gradient after what does was written into its detached form, which a program gave back."""

    def fn(x):
        return x.detach()

    x = torch.ones(2)
    door.compile(fn)(x).mul_(torch.ones(2, requires_grad=True))
    return x.requires_grad


@script(differs())
def version_of_an_argument_given_back_as_data(door):
    """A write into `x.data`, which a program gave back, counts as a write of `x`."""

    def fn(x):
        return x.data

    x = torch.ones(2)
    door.compile(fn)(x).add_(1)
    return x._version


@limit(differs(), _leaf)
def versions_in_a_message(x):
    """The numbers of versions, and the sizes of the tensor, in the message of a write that a backward objects to, where
    the operation is composed of several."""
    y = x * 2
    y **= y
    try:
        y.sum().backward()
    except RuntimeError as error:
        return str(error)


@limit(differs(), lambda: (torch.ones(1, 1, 4, 4, requires_grad=True),))
def not_finite_gradient_of_a_mean(x):
    """A gradient that is not finite spreads over its plane in the backward of `avg_pool`, and of a few other functions
    differences of infinite terms are NaN where eager's are infinite (`[not_finite]` of tests/ops/gradients.toml)."""
    y = torch.nn.functional.avg_pool2d(x, 2)
    y.backward(torch.tensor([[[[float("nan"), 1.0], [1.0, 1.0]]]]))
    return x.grad.isnan().sum().item()


@limit(raises(RuntimeError), lambda: (*_leaf(), torch.ones(2, requires_grad=True)))
def used_up_as_a_whole(x, y):
    """A second backward through a part of a graph of run time (what a loop made, or leads to from there) that has been
    used up raises, also where it needs nothing that this part has kept."""
    v = y - x * 0.5
    e = v
    while e.sum().abs() > 0.01:
        e = e * v.sin()
    e.sum().backward()
    (g,) = torch.autograd.grad(v.sum(), [y])
    return g


@limit(differs(), _leaf)
def written_by_an_operation_without_gradients(x):
    """`logical_and_`, `logical_or_`, `logical_xor_` and `logical_not_` give a gradient of zero, and `heaviside_` does not
    raise; in eager the first four leave the graph as it was."""
    y = x * 2
    y.logical_not_()
    y.sum().backward()
    return x.grad.tolist()


@limit(differs(), lambda: (torch.ones(2, 2, requires_grad=True),))
def written_by_an_operation_with_itself(x):
    """A write by an operation that is composed of several and that has the tensor as another argument, too, and a
    backward through it."""
    y = x * 2
    y.addmm_(y, y)
    y.sum().backward()
    return x.grad.tolist()


prose(
    __name__,
    "Of several objections to a backward, or to a write into a view, the one that is raised may be another one of them: that a "
    "graph was freed or that what it keeps was written; that a tensor is a leaf or a view of one; of which operation it is an "
    "output.",
    "classes of exceptions are eager's, words may be another objection's",
)


def _recursive(v, n):
    return v if n <= 0 else torch.tanh(_recursive(v, n - 1) * 2)


@limit(refused("LTH0505"), lambda: (torch.ones(2, requires_grad=True), 1))
def write_into_what_a_recursion_gave(x, n):
    """A write, where gradients are on, into what a recursion gave that may give a leaf as it is."""
    y = _recursive(x, n)
    y.mul_(2)  # here
    return y


@limit(refused("LTH0505"), lambda: (torch.ones(3, requires_grad=True), 2))
def hook_of_a_view_for_several(x, n):
    """A hook of a view that each trip of a loop uses, where only run time knows the graph."""
    v = x[1:]
    v.register_hook(lambda grad: print("hook"))
    total = 0
    for _ in range(n):
        total = total + (v * 2).sum()  # here
    return total


@limit(differs(), lambda: (torch.ones(3, requires_grad=True), torch.ones(2)))
def backward_of_a_view_without_gradients(x, w):
    """A backward of a view of a leaf that was made under `no_grad` on some paths or trips, or stands in a list, does not raise."""
    y = x.max()
    for _ in w:
        with torch.no_grad():
            y = x[0]
    try:
        y.backward()
    except RuntimeError as error:
        return str(error)
    return "ran"


@limit(refused("LTH0505"), lambda: (torch.ones(2),))
def view_of_before_its_base_required_a_gradient(x):
    """A result that is a view of what got `requires_grad_()` after the view was made."""
    made = x.exp()
    view = made.view(2)
    made.requires_grad_()
    return view  # here


@limit(refused("LTH0505"), lambda: (torch.ones(2), 2))
def base_of_views_in_a_container_requires_a_gradient(x, n):
    """`requires_grad_()` of a tensor of which views, or itself, are in a container or function of run time."""
    views = []
    for i in range(n):
        views.append(x[i:])
    x.requires_grad_()  # here
    return views[0].requires_grad


@script(refused("LTH0505"))
def base_of_a_view_among_the_arguments_requires_a_gradient(door):
    """`requires_grad_()` of an argument of which another argument is a view."""

    def run(x, view):
        x.requires_grad_()  # here
        return view.requires_grad

    x = torch.ones(2)
    return door.compile(run)(x, x[1:])


@limit(refused("LTH0505"), _leaf)
def view_of_a_view_of_no_gradients(x):
    """A result, or what enters a container or attribute, that is a view, made where gradients are, of a view that was made
    where none are."""
    with torch.no_grad():
        view = x[:]
    return view[1:]  # here


@limit(refused("LTH0505"), lambda: (*_leaf(), 1))
def view_of_a_view_of_no_gradients_on_a_path(x, n):
    """The same, where it is the result of some paths only."""
    with torch.no_grad():
        view = x[:]
    return x if n > 1 else view[1:]  # here


@limit(refused("LTH0505"), lambda: (*_leaf(), []))
def view_of_a_view_of_no_gradients_in_a_list(x, items):
    """The same, in a list of before the call."""
    with torch.no_grad():
        view = x[:]
    items.append(view[1:])  # here


@script(differs(False))
def view_without_gradients_out_of_a_list(door):
    """A view of what a container of run time has of a view made where no gradients are requires no gradient."""

    def fn(x, n):
        with torch.no_grad():
            view = x[1:]
        items = [view for _ in range(n)]
        return items[0].view(-1)

    return door.compile(fn)(torch.ones(3, requires_grad=True), 2).requires_grad


@limit(refused("LTH0505"), lambda: (torch.ones(2, requires_grad=True), torch.ones(2)))
def view_of_one_of_two_that_was_written(x, y):
    """What is a view made where no gradients are on some paths only, where it is used after a write into its memory on all."""
    with torch.no_grad():
        view = x[:1] if y.sum() > 1 else y[:1] * 2
        x.add_(1)
    return view * x  # here


@script(differs())
def gradients_that_share_memory(door):
    """Eager gives the leaves of `torch.stack([x, y]).sum(0)` one tensor as their gradient, so that a second backward adds what is
    new to both twice; Lith's mostly have memory of their own."""

    def run(x, y):
        return torch.stack([x, y]).sum(0).sigmoid()

    x, y = (torch.ones(2, requires_grad=True) for _ in range(2))
    for _ in range(2):
        door.compile(run)(x, y).sum().backward()
    return x.grad, y.grad


@limit(differs(), lambda: (torch.ones(1, 1, 6, requires_grad=True),))
def infinite_gradient_of_a_mean_of_windows(x):
    """A gradient of NaN or infinity that comes to an element of `avg_pool` or `adaptive_avg_pool` makes NaNs of all elements
    of its line, not of its window alone."""
    y = torch.nn.functional.avg_pool1d(x, 2)
    y.backward(torch.tensor([[[1.0, 1.0, float("nan")]]]))
    return x.grad.isnan().tolist()


prose(
    __name__,
    "A hook of a leaf, also of `register_post_accumulate_grad_hook`, is called after the whole backward of a graph that differs from path to path; "
    "eager calls it as soon as the gradient of its leaf is there.",
    "what user code prints comes in another order",
)
prose(
    __name__,
    "Where NaN or infinity comes in, or is among the arguments, gradients of `trapezoid`, `prod`, `cumprod`, "
    "`renorm`, `multi_margin_loss`, `binary_cross_entropy_with_logits`, of factors of matrices and, of NaN, of `elu`, `hardtanh` and "
    "`softshrink` may be NaN, infinite or 0 in other places.",
    "finite gradients of finite arguments are eager's",
)


@script(raises(RuntimeError))
def statistics_that_two_graphs_follow(door):
    """A backward through an eager call of a module whose running statistics a compiled call has followed since raises
    that they were written: eager's batch norm does not count that."""
    module = torch.nn.BatchNorm1d(2)
    x = torch.ones(3, 2).requires_grad_()
    loss = module(x).sum()
    door.compile(module)(x)
    loss.backward()
    return x.grad


@script(differs())
def second_gradients_that_eager_lacks(door):
    """Second gradients of `hardsigmoid`, `embedding_bag`, `multi_margin_loss`, attention and `cdist`, which eager has not."""
    x = torch.ones(3).requires_grad_()
    loss = door.compile(torch.nn.functional.hardsigmoid)(x * 1).square().sum()
    first = torch.autograd.grad(loss, x, create_graph=True)[0]
    try:
        first.sum().backward()
    except RuntimeError:
        return "raised"
    return x.grad


@script(differs())
def part_that_is_written_outside(door):
    """A part of `split`, `chunk` or `unbind` that a program gives is written afterwards: eager raises."""
    part = door.compile(lambda x: x.split(2)[0])(torch.ones(4).requires_grad_() * 1)
    return part.add_(1).detach()


@script(differs())
def backward_that_raises_on_its_way(door):
    """A backward that raises: eager has added to `.grad` of the leaves that it came to before, a program to none."""
    x, w = torch.ones(2).requires_grad_(), torch.ones(2).requires_grad_()
    out = door.compile(lambda x, w: x.exp().add_(w))(x, w)
    try:
        out.sum().backward()
    except RuntimeError:
        return w.grad
    return "went"


@script(raises(RuntimeError))
def states_that_are_written(door):
    """What a GRU or an RNN gives is kept for its gradient: `out += x` before the backward raises; eager keeps a copy."""
    module = torch.nn.GRU(2, 2)
    x = torch.ones(3, 1, 2).requires_grad_()

    def run(x):
        out, _ = module(x)
        out += x
        return out

    door.compile(run)(x).sum().backward()
    return x.grad


@script(raises(RuntimeError))
def written_on_another_path(door):
    """What a program may write counts as written on each of its paths: a graph that kept it before the call raises."""
    x, k = torch.ones(2).requires_grad_(), torch.tensor(-1.0)
    before = x.square().sum()

    def run(x, k):
        y = x if k > 0 else x * 3
        y.mul_(2)
        return y

    door.compile(run)(x, k)
    before.backward()
    return x.grad


@script(differs())
def backward_after_one_of_second_order(door):
    """After a second-order backward that does not come through the call's result, a backward from there gives a gradient;
    eager has freed the graph, and raises."""

    def run(x):
        w = torch.ones(2)
        for t in x:
            w = torch.tanh(w * t)
        return w

    x = torch.ones(3, 2).requires_grad_()
    y = door.compile(run)(x)
    torch.autograd.grad(y.sum(), x, create_graph=True)[0].square().sum().backward()
    try:
        y.sum().backward()
    except RuntimeError:
        return "raised"
    return "went"


@script(differs())
def statistics_that_are_written(door):
    """The running statistics of a module in training are written before the backward: eager raises."""
    module = torch.nn.BatchNorm1d(2)
    loss = door.compile(module)(torch.ones(3, 2).requires_grad_()).sum()
    module.running_mean.add_(1)
    try:
        loss.backward()
    except RuntimeError:
        return "raised"
    return "went"


@script(raises(RuntimeError))
def singular_values_of_what_is_written(door):
    """The argument of `svdvals` is written before the backward: eager, which keeps the factors, goes on."""
    x = (torch.eye(2) * 3).requires_grad_() * 1
    loss = door.compile(torch.linalg.svdvals)(x).sum()
    with torch.no_grad():
        x.add_(1)
    loss.backward()
