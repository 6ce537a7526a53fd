"""The doors of sizing: what they name is there, and loaded no sooner than it is asked for."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "roceconf"
by_name = pytest.mark.parametrize("name", ["roceconf.sizing", "roceconf.sizing.headroom", "roceconf.sizing.buffer"])


def _late(name: str) -> dict[str, str]:
    held = vars(import_module(name))["_LATE"]
    assert isinstance(held, dict)
    return held


def _tree(name: str) -> ast.Module:
    return ast.parse(Path(str(import_module(name).__file__)).read_text("utf-8"))


def _imported(name: str, nodes: list[ast.stmt]) -> dict[str, str]:
    """Name and module, relative to the door, of all that these statements import from sizing."""
    found: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("roceconf.sizing"):
            module = (node.module or "").removeprefix(name).lstrip(".")
            found |= {alias.name: module for alias in node.names}
    return found


@by_name
def test_late_and_early_names_are_all_there_are(name: str) -> None:
    early = set(_imported(name, _tree(name).body))
    assert early.isdisjoint(_late(name))
    assert early | set(_late(name)) == set(import_module(name).__all__)


@by_name
def test_type_checkers_see_what_is_loaded(name: str) -> None:
    (typing,) = [node for node in _tree(name).body if isinstance(node, ast.If)]
    assert _imported(name, typing.body) == _late(name)


@by_name
def test_every_name_is_found(name: str) -> None:
    door = import_module(name)
    for each in door.__all__:
        assert getattr(door, each) is not None
    with pytest.raises(AttributeError, match=r"has no attribute 'hedroom'"):
        _ = door.hedroom


@pytest.mark.parametrize(
    ("asked", "loads", "spares"),
    [
        (
            "published_headroom",
            "headroom.length_law",
            ("cnp", "ecn", "watchdog", "headroom.models"),
        ),
        ("cnp_load", "cnp", ("ecn", "headroom.models", "buffer")),
        ("buffer_budget", "buffer.budget", ("buffer.xon", "buffer.xoff", "ecn", "cnp")),
        ("watchdog_bounds", "watchdog", ("cnp", "ecn", "buffer")),
        ("headroom", "headroom.unified", ("headroom.planning", "headroom.fits", "buffer", "rdma")),
    ],
)
def test_one_name_loads_what_it_needs_and_no_more(asked: str, loads: str, spares: tuple[str, ...]) -> None:
    script = f"import sys; from roceconf.sizing import {asked}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert f"roceconf.sizing.{loads}" in loaded
    assert loaded.isdisjoint(f"roceconf.sizing.{each}" for each in spares)


@pytest.mark.parametrize("room", ["rules", "plan", "nos", "nic", "linting", "intent"])
def test_nobody_reaches_past_the_door(room: str) -> None:
    strays = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("roceconf.sizing.")
    ]
    assert strays == []
