"""The arrows between the rooms, held by reading every import; drawn in docs/architecture.md."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "roceconf"

MAY_IMPORT: dict[str, set[str]] = {
    "switch": set(),
    "asic": set(),
    "nic": set(),
    "units": set(),
    "files": set(),
    "vendor": set(),
    "findings": set(),
    "sizing": {"asic"},
    "intent": {"units", "files", "nos"},
    "plan": {"intent", "sizing", "asic", "nic", "switch", "nos"},
    "nos": {"switch", "asic", "sizing", "vendor"},
    "rules": {"switch", "sizing", "asic", "findings"},
    "linting": {"files", "nos", "rules", "switch", "findings", "asic"},
    "report": {"findings", "linting"},
}
"""What each room may import beside itself and the package's version; ``cli`` may import everything."""


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        yield parts[0], path


def rooms_imported(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            module = node.module or ""
            names = [f"{module}.{alias.name}" if module == "roceconf" else module for alias in node.names]
        else:
            continue
        rooms |= {name.split(".")[1] for name in names if name.startswith("roceconf.")}
    return rooms - {"__version__"}


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_what_its_arrows_allow(room: str) -> None:
    for owner, path in modules():
        if owner == room:
            strays = rooms_imported(path) - MAY_IMPORT[room] - {room}
            assert not strays, f"{path.relative_to(PACKAGE)} imports {sorted(strays)}"


def test_nothing_imports_the_commands() -> None:
    for owner, path in modules():
        if owner not in ("cli", "__main__"):
            assert "cli" not in rooms_imported(path), path


def test_every_room_is_on_the_plan() -> None:
    rooms = {owner for owner, _ in modules()} - {"__init__", "__main__", "cli"}
    assert rooms <= set(MAY_IMPORT)
    described = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in rooms | {"cli"}:
        assert f"roceconf/{room}" in described, f"docs/architecture.md does not describe {room}"


@pytest.mark.parametrize("folder", ["utils", "helpers", "common"])
def test_there_is_no_room_for_everything(folder: str) -> None:
    assert not list(PACKAGE.rglob(folder))
    assert not list(PACKAGE.rglob(f"{folder}.py"))


def test_a_network_os_does_not_import_another() -> None:
    for path in sorted((PACKAGE / "nos").glob("*/*.py")):
        own = path.parent.name
        if own == "text":
            continue
        for other in (p.name for p in (PACKAGE / "nos").iterdir() if p.is_dir() and p.name not in (own, "text")):
            assert f"roceconf.nos.{other}" not in path.read_text(encoding="utf-8"), f"{path} imports {other}"
