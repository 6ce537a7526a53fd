"""What is promised of every function that calculates: it says what goes in, what breaks, and where it comes from."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "roceconf"
MODULES = sorted(path for room in ("sizing", "nic") for path in (PACKAGE / room).rglob("*.py"))

Function = ast.FunctionDef

UNITS = {
    0: "nothing",
    1: "one, and the last of something",
    2: "there and back, twice, and pairs",
    8: "bits in a byte",
    10: "the base of powers of ten",
    100: "percent",
    125: "bytes in a millisecond at 1 Mb/s",
    1000: "thousands: ns and us, kB, and millimetres of a metre",
    1024: "bytes in a KiB",
    8000: "bits in a byte times Mb/s to bits in a ns",
    1_000_000: "millions",
    10**9: "ns in a second",
}
"""Numbers that are no facts but units and counts: anybody may write them."""


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
    assert re.search(r"^Source:", said, re.MULTILINE), "no Source: in the docstring"


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


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_number_stands_in_code_without_a_source(path: Path) -> None:
    """A number that is a fact lies in a data file; one in code is a unit, or has its source on its line or above."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    strays = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Constant) or type(node.value) not in (int, float) or node.value in UNITS:
            continue
        if re.search(rf"order (<|==|>=) {node.value!r}\b|cutoff=|10 ?\*\* ?{node.value!r}", lines[node.lineno - 1]):
            continue  # a generation of the chip, how near a misspelt name must be, a power of ten
        around = lines[max(0, node.lineno - 2) : node.lineno + 1]
        if not any("#" in line or '"""' in line for line in around):
            strays.append(f"{node.lineno}: {node.value!r}")
    assert strays == []
