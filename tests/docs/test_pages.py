"""What the pages say exists, exists; what they show, is what comes."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from roceconf.cli.application import application
from roceconf.rules import all_rules
from tests.docs import intent_reference

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
SAID_TO_RUN = [
    ROOT / "docs" / f"{name}.md"
    for name in ("linting", "sonic", "eos", "planning", "headroom", "buffers", "ecn", "nics", "simulation")
]
BY_DOING = {"adding-a-network-os.md", "adding-a-platform.md", "adding-a-rule.md"}
"""Pages that name files and rules which are made while following them; ``test_adding.py`` follows them."""

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:^\$ |`|^)roceconf ([a-z]+)\b([^`\n#]*)", re.MULTILINE)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
RULE = re.compile(r"\b[A-Z]{3}[0-9]{3}\b")
PATH = re.compile(r"`((?:roceconf|vendor_templates|tests|docs|samples)/[\w./-]+)`")
LINK = re.compile(r"\]\(([\w./-]+\.md)\)")

FOREIGN_OPTIONS = {"--more"}


def named(page: Path) -> str:
    return page.name


@cache
def commands() -> dict[str, set[str]]:
    """The options of each command."""
    group = typer.main.get_command(application([]))
    assert isinstance(group, TyperGroup)
    return {name: options(command) for name, command in group.commands.items()}


def options(command: object) -> set[str]:
    """The options of a command and of those below it."""
    found = {"--help", *(word for each in getattr(command, "params", ()) for word in each.opts)}
    return found.union(*(options(below) for below in getattr(command, "commands", {}).values()))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_and_their_options_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for command, rest in COMMAND.findall(text):
        assert command in commands(), f"roceconf {command}"
        unknown = set(OPTION.findall(rest)) - commands()[command]
        assert not unknown, f"roceconf {command}{rest}"
    anywhere = set().union(*commands().values()) | FOREIGN_OPTIONS
    inline = [word for code in re.findall(r"`(--[^`]+)`", text) for word in OPTION.findall(code)]
    assert set(inline) <= anywhere


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in BY_DOING], ids=named)
def test_rules_that_are_named_exist(page: Path) -> None:
    assert set(RULE.findall(page.read_text(encoding="utf-8"))) <= {rule.id for rule in all_rules()}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in BY_DOING], ids=named)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [name for name in PATH.findall(text) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [link for link in LINK.findall(text) if not (page.parent / link).exists()] == []


def test_the_readme_leads_to_every_page_and_names_every_command_and_subject() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {page.name for page in PAGES} - {link.removeprefix("docs/") for link in LINK.findall(readme)} == set()
    assert [name for name in commands() if not re.search(rf"\broceconf {name}\b", readme)] == []
    explain = typer.main.get_command(application([])).commands["explain"]  # type: ignore[attr-defined]
    assert isinstance(explain, TyperGroup)
    assert "headroom" in explain.commands
    assert [subject for subject in explain.commands if not re.search(rf"\b{subject}\b", readme)] == []


def test_the_families_of_rules_are_all_told() -> None:
    told = set(re.findall(r"^\| `([A-Z]{3})` \|", (ROOT / "docs" / "linting.md").read_text("utf-8"), re.MULTILINE))
    assert told == {rule.id[:3] for rule in all_rules()}


def shown() -> Iterator[tuple[str, str]]:
    """Every command that a page shows with what it prints."""
    for page in SAID_TO_RUN:
        for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield command, output


@pytest.mark.parametrize(("command", "output"), list(shown()))
def test_a_command_prints_what_the_page_shows(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``...`` stands for anything, as in the pages; samples are found, and what is written goes elsewhere."""
    monkeypatch.setenv("COLUMNS", "80")  # the terminal this runs in must not matter
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    words = command.split()
    assert words[0] == "roceconf"
    done = subprocess.run(
        [sys.executable, "-m", "roceconf.cli", *words[1:]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"},  # the width of the pages, whatever the terminal
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert done.returncode in (0, 1)
    assert doctest.OutputChecker().check_output(output, done.stdout, doctest.ELLIPSIS), done.stdout


def test_the_reference_of_the_intent_is_what_the_schema_says() -> None:
    page = intent_reference.PAGE.read_text(encoding="utf-8")
    assert page == intent_reference.page(), "write it anew: python -m tests.docs.intent_reference"
