"""What is promised of every function that calculates: it says what goes in, what breaks, and where it comes from."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "roceconf"
MODULES = sorted(path for room in ("sizing", "nic") for path in (PACKAGE / room).rglob("*.py"))

Function = ast.FunctionDef

ROOMS_OF_NUMBERS = ("sizing", "nic", "plan")

UNIT = re.compile(
    r"(?:\b|_)(?:bits?|bytes?|cells?|frames?|ns|us|ms|mm|[kmg]?bps|quanta|percent|shares?|metres?|orders?|numbers?)(?:\b|_)"
    r"|[kMG]b/s|[0-9]G\b|\b[kKMG]i?B\b|%",
    re.IGNORECASE,
)
"""A word that says what a number counts."""

SOURCE = re.compile(
    r"IEEE|RFC|InfiniBand|SONiC|sonic-|Cisco|NVIDIA|Broadcom|derived|judgement|data/|\.(?:lua|cpp|h|py|yang|j2|toml|ini)\b",
)
"""A word that says where a number comes from."""

FREE = (0, 1)
"""Nothing, and one or the last of something: anybody may write them."""


def functions(path: Path) -> Iterator[tuple[str, Function]]:
    """Every public function and method of a module, with its dotted name."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for below in node.body:
                if isinstance(below, ast.FunctionDef) and not below.name.startswith("_") and not is_property(below):
                    yield f"{node.name}.{below.name}", below


def is_property(function: Function) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "property" for each in function.decorator_list)


PUBLIC = [
    pytest.param(function, id=f"{path.relative_to(PACKAGE)}:{name}")
    for path in MODULES
    for name, function in functions(path)
]


@pytest.mark.parametrize("function", PUBLIC)
def test_a_public_function_says_where_it_comes_from(function: Function) -> None:
    said = ast.get_docstring(function) or ""
    assert re.search(r"^Source:\n    \S", said, re.MULTILINE), "no section Source: in the docstring"


@pytest.mark.parametrize("function", PUBLIC)
def test_a_public_function_describes_every_argument(function: Function) -> None:
    said = ast.get_docstring(function) or ""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    named = [each.arg for each in arguments if each.arg not in ("self", "cls")]
    missing = [name for name in named if not re.search(rf"^    {name}: ", said, re.MULTILINE)]
    assert missing == []


@pytest.mark.parametrize("function", PUBLIC)
def test_a_public_function_that_raises_says_when(function: Function) -> None:
    raised = [node for node in ast.walk(function) if isinstance(node, ast.Raise) and node.exc is not None]
    assert not raised or "Raises:" in (ast.get_docstring(function) or "")


@pytest.mark.parametrize(
    "path",
    sorted(path for room in ROOMS_OF_NUMBERS for path in (PACKAGE / room).rglob("*.py")),
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_no_number_stands_in_code_without_a_source(path: Path) -> None:
    """A number that is a fact lies in a data file; one in code says what it counts or where it comes from."""
    assert strays(path.read_text("utf-8")) == []


def strays(text: str) -> list[str]:
    """Numbers without a word of what they count or where they come from, on their line or with the name they get."""
    lines, tree = text.splitlines(), ast.parse(text)
    spared = set(structural(tree))
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or type(node.value) not in (int, float) or node.value in FREE:
            continue
        said = lines[node.lineno - 1]
        if node.lineno > 1 and lines[node.lineno - 2].lstrip().startswith("#"):
            said += lines[node.lineno - 2]
        if node not in spared and not UNIT.search(said + explained(tree, node)) and not SOURCE.search(said):
            found.append(f"{node.lineno}: {node.value!r}")
    return found


def structural(tree: ast.Module) -> Iterator[ast.AST]:
    """What is no amount: indices, powers of ten and two, and how near a misspelt name must be."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(slice=inside):
                yield from ast.walk(inside)
            case ast.BinOp(op=ast.Pow(), left=left, right=right):
                yield from (*ast.walk(left), *ast.walk(right))
            case ast.Call(func=ast.Name(id="get_close_matches")):
                yield from ast.walk(node)


def explained(tree: ast.Module, number: ast.Constant) -> str:
    """The text below a name that a module gives a number, where it says what it counts or where it comes from."""
    for node, below in pairwise(tree.body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and number in ast.walk(node):
            is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
            text = str(below.value.value) if is_text else ""  # type: ignore[attr-defined]
            return text if UNIT.search(text) or SOURCE.search(text) else ""
    return ""


@pytest.mark.parametrize(
    "code",
    [
        "x = 8",
        "x = y * 1000  # as usual",
        "fan_out: int = 8",
        "x = (\n    # a comment of no use\n    2120\n)",
        'LIMIT = 42\n"""What is allowed."""',
        "threshold = 5 if late else 1",
    ],
)
def test_a_number_that_says_nothing_is_found(code: str) -> None:
    assert strays(code) != []


@pytest.mark.parametrize(
    "code",
    [
        "headroom_bytes = 9216",
        "x = y / 8  # bits in a byte",
        'SMALLEST = 64\n"""IEEE 802.3, 3.2.8: no frame is smaller."""',
        "x = 10**9",
        "x = parts[2]",
        "# IEEE 802.3 Annex 31B: 16 bits\nx = 65535",
        "x = 0 if y else 1",
    ],
)
def test_a_number_that_says_what_it_counts_may_stand(code: str) -> None:
    assert strays(code) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_many_fields_are_given_by_name(path: Path) -> None:
    """Six values in a row can be told apart where each is of its own kind; of more, two get swapped."""
    assert [
        f"{node.lineno}: {node.func.id} of {len(node.args)}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id[0].isupper() and len(node.args) > 6
    ] == []
