"""No regular expression of the readers takes more than linear time, whatever a text repeats."""

import ast
import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import roceconf.nos
from roceconf.nos.eos.modes import TABLE
from roceconf.nos.eos.syntax_faults import FAULTS
from roceconf.nos.text.faults import _of_mode
from roceconf.nos.text.modes import header_pattern

LENGTHS = (500, 4_000)
"""The short one first: there even a cubic expression fails within a second, instead of hanging."""
CPU_S = 0.008
"""A linear expression takes a tenth of it at most; a quadratic one several times as much at 4,000 characters."""
REPEATED = (
    *(
        " ",
        "\t",
        "\n",
        "1",
        "a",
        "A",
        "/",
        "-",
        ".",
        ",",
        "_",
        "|",
        ":",
        "(",
        "[",
        "#",
        "<",
        '"',
        "\\",
        "\r",
        "\x1b[0m",
    ),
    *("a ", "1 ", "1/", "/1", "1-", "a-", "1,", "(con", "(x, EOS-", "to ", " to", "\n ", "a\n", "1. ", "# "),
)
NOWHERE = "\x00"
"""What no expression takes, so that one that may try again does."""
METHODS = {"match", "fullmatch", "search", "findall", "finditer", "split", "sub"}
NOT_OF_A_TEXT = {
    "roceconf.nos.text.templates": "reads the project's own template files",
    "roceconf.nos.sonic.tables": "its patterns are tried on names of the intent",
}


def _of_intent(module: str) -> bool:
    return module in NOT_OF_A_TEXT or ".fit" in module


def _patterns() -> Iterator[tuple[str, str, re.Pattern[str]]]:
    """Where, how and what: every expression that a reader's source runs."""
    for found in pkgutil.walk_packages(roceconf.nos.__path__, "roceconf.nos."):
        if _of_intent(found.name):
            continue
        module = importlib.import_module(found.name)
        assert module.__file__ is not None
        for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
                pattern = _pattern(node, vars(module))
                if pattern is not None:
                    yield found.name, node.func.attr, pattern
        for value in vars(module).values():
            for each in value if isinstance(value, tuple) else ():
                for part in each if isinstance(each, tuple) else (each,):
                    if isinstance(part, re.Pattern):
                        yield found.name, "search", part
    for name, mode in TABLE.modes.items():
        for pattern in (header_pattern(mode.headers), _of_mode(FAULTS, name)):
            if pattern is not None:
                yield f"mode {name}", "match", pattern
    for block in TABLE.blocks:
        yield "blocks", "match", re.compile(block.start)


def _pattern(call: ast.Call, names: dict[str, Any]) -> re.Pattern[str] | None:
    """The expression of ``re.match(x, ...)``, ``X.match(...)`` or ``_compiled(X).match(...)``."""
    assert isinstance(call.func, ast.Attribute)
    on = call.func.value
    if isinstance(on, ast.Name) and on.id == "re":
        written: ast.expr | None = call.args[0]
    elif isinstance(on, ast.Call) and on.args:
        written = on.args[0]
    else:
        written = on if isinstance(on, ast.Name) else None
    if isinstance(written, ast.Constant):
        return re.compile(written.value) if isinstance(written.value, str) else None
    value = names.get(written.id) if isinstance(written, ast.Name) else None
    if isinstance(value, re.Pattern):
        return value
    return re.compile(value) if isinstance(value, str) and written is not on else None


def _beginnings(parsed: Any) -> Iterator[str]:
    """Texts that lead an expression to each of its parts in turn."""
    said = ""
    for operator, argument in parsed:
        yield said
        if operator in (_constants.SUBPATTERN,):
            yield from (said + inner for inner in _beginnings(argument[-1]))
        elif operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
            yield from (said + inner for inner in _beginnings(argument[2]))
        elif operator is _constants.BRANCH:
            for branch in argument[1]:
                yield from (said + inner for inner in _beginnings(branch))
        said += _least(operator, argument)
    yield said


def _least(operator: Any, argument: Any) -> str:
    if operator is _constants.LITERAL:
        return chr(argument)
    if operator is _constants.SUBPATTERN:
        return "".join(_least(*each) for each in argument[-1])
    if operator in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
        return "".join(_least(*each) for each in argument[2]) * max(1, int(argument[0]))
    if operator is _constants.BRANCH:
        return "".join(_least(*each) for each in argument[1][0])
    if operator in (_constants.IN, _constants.ANY, _constants.NOT_LITERAL):
        return _one_of(argument) if operator is _constants.IN else "x"
    return ""


def _one_of(allowed: Any) -> str:
    operator, argument = allowed[0]
    if operator is _constants.LITERAL:
        return chr(argument)
    if operator is _constants.RANGE:
        return chr(argument[0])
    if operator is _constants.CATEGORY:
        return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " "}.get(str(argument), "a")
    return "x"


def _seconds(pattern: re.Pattern[str], method: str, text: str) -> float:
    """CPU time of one run; of three where the first is slow, because a busy machine is no fault of the expression."""
    best = float("inf")
    for _ in range(3):
        began = time.thread_time()
        if method in ("findall", "finditer"):
            pattern.findall(text)
        elif method == "sub":
            pattern.sub("", text)
        else:
            getattr(pattern, method)(text)
        best = min(best, time.thread_time() - began)
        if best < CPU_S:
            break
    return best


PATTERNS = sorted({(where, method, pattern) for where, method, pattern in _patterns()}, key=str)


NAMES = [f"{where} {pattern.pattern[:40]}" for where, _, pattern in PATTERNS]


def test_the_expressions_are_found() -> None:
    assert len(PATTERNS) > 50


@pytest.mark.parametrize(
    ("where", "method", "pattern"), PATTERNS, ids=[f"{at}-{p.pattern[:40]}" for at, _, p in PATTERNS]
)
def test_no_repetition_takes_more_than_linear_time(where: str, method: str, pattern: re.Pattern[str]) -> None:
    parsed = _parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    for beginning in sorted(set(_beginnings(parsed))):
        for repeated in REPEATED:
            for length in LENGTHS:
                text = beginning + repeated * (length // len(repeated)) + NOWHERE
                taken = _seconds(pattern, method, text)
                assert taken < CPU_S, f"{where}: {beginning!r} and {length} of {repeated!r}: {taken:.3f} s"
