"""The graph of a program as objects, the text of what runs, and the tree of a source."""

from __future__ import annotations

import ast
import re

import pytest
import torch

import lith


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)

    def forward(self, x, n: int):
        out = []
        for i in range(n):
            x = torch.relu(self.layer(x)) * 2 + i
            if x.sum() > 100:
                break
            out.append(x)
        return torch.stack(out)


@pytest.fixture(scope="module")
def program():
    compiled = lith.to_static(Model())
    with torch.no_grad():
        compiled(torch.ones(2, 4), 3)
    return compiled


def line_of(text: str) -> int:
    with open(__file__, encoding="utf-8") as file:
        return next(number for number, line in enumerate(file, 1) if text in line)


def test_text_has_lines_of_the_source(program) -> None:
    text = str(program.graph)
    assert text.startswith("module {") and "lith.matmul" in program.graph
    assert re.search(rf"lith.mul .*  // at test_graph_objects.py:{line_of('torch.relu(')}\n", text)


def test_nodes_and_values(program) -> None:
    graph = program.graph
    assert isinstance(graph, lith.Graph) and program.get_debug_state().programs[0].graph == graph
    assert [value.type for value in graph.inputs][:2] == ["tensor<?x?xf32>", "i64"]
    (output,) = graph.outputs
    assert output.type == "tensor<?x?x?xf32>" and output.node in graph.nodes
    (product,) = graph.find("matmul")
    assert product.kind == "lith.matmul" and graph.find("lith.matmul") == [product]
    assert product.location.startswith("linear.py:") and repr(product).startswith("%")
    assert product.inputs[1].node.kind == "lith.permute" and product.inputs[0].node is None
    assert product.inputs[1].node.attributes["dims"] == "array<i64: 1, 0>"
    assert {node.attributes["kind"] for node in graph.find("compare")} >= {"lt", "gt", "eq"}
    assert sum(map(len, (block.nodes for block in graph.blocks))) == len(graph.nodes)


def test_blocks(program) -> None:
    graph = program.graph
    assert graph.blocks[0].name == "^bb0" and len(graph.blocks) > 5
    branch = next(node for node in graph.nodes if len(node.successors) == 2)
    header = next(block for block in graph.blocks if branch in block.nodes)
    assert branch is header.nodes[-1] and all(to in graph.blocks for to, _ in branch.successors)
    into = [(to, given) for node in graph.nodes for to, given in node.successors if to is header]
    assert len(into) == 2 and all(len(given) == len(header.inputs) for _, given in into)
    assert {value.type for value in header.inputs} == {"tensor<?x?xf32>", "!lith.list", "i64"}
    assert [function.name for function in graph.functions] == ["main"]


def test_graphviz(program) -> None:
    dot = program.graph.to_dot()
    assert dot.startswith("digraph program {") and dot.count("subgraph") == len(
        program.graph.blocks
    )
    assert "matmul\\n" in dot and "style=dashed" in dot and dot.count("{") == dot.count("}")


def test_before_the_first_call() -> None:
    program = lith.to_static(Model())
    for name in ("graph", "code"):
        with pytest.raises(lith.CompileError, match="no program has been compiled yet"):
            getattr(program, name)
    assert "def forward(self, x, n: int):" in program.source


def test_code_has_loops_and_kernels(program) -> None:
    code = program.code
    assert "@kernel('reduce')\ndef kernel0(" in code and "while True:" in code and "break" in code
    assert re.search(r"= v\d+ @ v\d+  # linear.py", code) and "list_append(" in code
    assert "if not (" in code and "raise RuntimeError('mat1 and mat2" in code
    assert "lith." not in code and "retain" not in code and "goto" not in code
    body = code[code.index("def kernel0") :].split("\n\n")[0]
    assert "maximum(" in body and "* 2" in body and "sum(" in body  # in one loop


def branches(x, k):
    total = 0
    for i in range(k):
        for j in range(i):
            if j % 3 == 0:
                continue
            if i * j > 50:
                break
            total += j
        else:
            x = x + total
        while total > 100:
            total -= 7
            if total % 50 == 0:
                return x, total
    if x.sum() > 3:
        x = x * 2
    elif x.sum() < -3:
        x = -x
    return x, total


def test_code_reads_as_python() -> None:
    """Of nested loops, each with its ways out; what it says parses."""
    program = lith.to_static(branches)
    program(torch.ones(3), 9)
    code = program.code
    tree = ast.parse(code)
    function = tree.body[-1]
    assert isinstance(function, ast.FunctionDef) and function.name == "branches"
    loops = [node for node in ast.walk(function) if isinstance(node, ast.While)]
    assert len(loops) == 3 and "goto" not in code and "else:" in code
    assert sum(isinstance(node, ast.Return) for node in ast.walk(function)) == 2
    assert function.returns is not None and ast.unparse(function.returns).startswith("tuple[")


def test_code_of_a_saved_program(program, tmp_path) -> None:
    program.save(tmp_path / "m.lith")
    loaded = lith.load(tmp_path / "m.lith")
    assert "while True:" in loaded.code and "@kernel" in loaded.code and loaded.graph.find("matmul")
    assert "x = torch.relu(self.layer(x)) * 2 + i" in loaded.source


def test_code_of_gradients() -> None:
    weight = torch.ones(3, requires_grad=True)
    program = lith.to_static(lambda x: (x * weight).exp().sum())
    program(torch.ones(3)).backward()
    assert "def program(" in program.code and program.graph.functions[1:]


def traced(x):
    y = x + 1
    return -y


def test_syntax_tree() -> None:
    first = traced.__code__.co_firstlineno
    tree = lith.syntax_tree(traced)
    assert tree.startswith(f"(FunctionDef {first}:0-{first + 2}:13 traced ")
    assert (
        f"\n  (Assign {first + 1}:4-{first + 1}:13 [(Name {first + 1}:4-{first + 1}:5 y Store)]"
        in tree
    )
    assert f"(UnaryOp {first + 2}:11-{first + 2}:13 USub " in tree and tree.count(
        "("
    ) == tree.count(")")
    assert lith.syntax_tree(lith.to_static(traced)) == tree
    assert lith.syntax_tree(lambda x: x + 1).startswith("(Lambda ")
    for target in (Model(), lith.to_static(Model())):
        assert lith.syntax_tree(target).startswith(
            "(FunctionDef "
        ) and "forward" in lith.syntax_tree(target)
    with pytest.raises(OSError, match="has no source"):
        lith.syntax_tree(torch.sin)


def test_a_text_that_is_no_graph() -> None:
    with pytest.raises(RuntimeError):
        lith.Graph("nonsense").nodes  # noqa: B018
