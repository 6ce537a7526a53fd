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
    "ranges": set(),
    "files": set(),
    "vendor": set(),
    "findings": set(),
    "sizing": {"asic"},
    "intent": {"ranges", "units", "files", "nos"},
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


PAGE_OF: dict[str, set[str]] = {
    "asic": {"catalogue"},
    "sku": {"catalogue"},
    "rule": {"rules"},
    "nic": {"nics"},
    "render": {"changes"},
    "plan": {"plan", "plan_data"},
    "explain.headroom": {"headroom", "carried"},
    "explain.alpha": {"buffers"},
    "explain.xoff": {"buffers"},
    "explain.xon_offset": {"xon"},
    "explain.pool": {"pool"},
    "explain.kmin": {"marking"},
    "explain.kmax": {"marking"},
    "explain.pmax": {"marking"},
    "explain.marking": {"marking"},
    "explain.watchdog": {"watchdog"},
}
"""The pages that a command prints; values that pages are made of, and the width of a page, any command may import."""

OF_ALL_PAGES = {"asked", "delay", "layout"}


def cli_imported(path: Path) -> set[str]:
    """The modules of ``cli`` that a module imports, without ``roceconf.cli.`` before them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    modules = {path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".") for path in PACKAGE.rglob("*.py")}
    return {name.removeprefix("roceconf.cli.") for name in found if name.removeprefix("roceconf.") in modules}


def cli_modules() -> Iterator[tuple[str, set[str]]]:
    for path in sorted((PACKAGE / "cli").rglob("*.py")):
        yield ".".join(path.relative_to(PACKAGE / "cli").with_suffix("").parts), cli_imported(path)


def test_pages_import_no_command() -> None:
    pages = [(name, imported) for name, imported in cli_modules() if name.startswith("pages.")]
    assert any("pages.layout" in imported for _, imported in pages)
    for name, imported in pages:
        strays = {each for each in imported if not each.startswith(("pages.", "roceconf."))}
        assert not strays, f"cli/{name} imports {sorted(strays)}"


def test_a_command_imports_no_page_but_its_own() -> None:
    used: dict[str, set[str]] = {}
    for name, imported in cli_modules():
        if name.startswith("pages."):
            continue
        pages = {each.removeprefix("pages.") for each in imported if each.startswith("pages.")} - OF_ALL_PAGES
        assert pages <= PAGE_OF.get(name, set()), f"cli/{name} imports {sorted(pages)}"
        used[name] = pages
    assert {name: pages for name, pages in used.items() if pages} == PAGE_OF


def test_pages_judge_nothing() -> None:
    """What is asked of sizing is asked by the command; a page has values, constants and names of them."""
    for path in sorted((PACKAGE / "cli" / "pages").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("roceconf.sizing"):
                called = {alias.name for alias in node.names if alias.name.islower()}
                assert called <= UNITS_OF_SIZING, f"{path.name} calls {sorted(called)}"


UNITS_OF_SIZING = {"alpha_of", "pause_refresh_ns", "rnic_gives_up_ms", "rnic_timeouts"}
"""What a page asks of sizing to write a number in another unit, or to list what a table has."""


def test_an_option_of_several_commands_is_declared_once() -> None:
    declared: dict[str, list[str]] = {}
    for path in sorted((PACKAGE / "cli" / "explain").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.arg) and node.annotation is not None and "Option(" in ast.unparse(node.annotation):
                declared.setdefault(node.arg, []).append(path.name)
    assert declared["rtt"] == ["marking.py"]
    twice = {name: files for name, files in declared.items() if len(files) > 1}
    assert not twice


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
