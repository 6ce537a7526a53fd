"""The rules over published configurations: no crash, no false error on what makers ship, each bug report named."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roceconf.findings import Finding, Severity
from roceconf.nos import network_os
from roceconf.rules import all_rules
from roceconf.rules.context import Supplied
from roceconf.switch import Hints, NotReadableError
from tests.rules.readings import judged
from tests.shared import SHARED, corpus, needs_shared

TABLE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "corpus.toml").read_text("utf-8"))
BUGS: list[dict[str, Any]] = TABLE["bug"]
TRUE_ERRORS: dict[str, dict[str, int]] = {each["file"]: each["true_errors"] for each in TABLE["render"]}
NO_CONFIGURATIONS = {"avd-issue-4921-mmu-cli-help.cfg", "microsoft-converged-nic-7050s.cfg"}
"""The help of a command line, and prose."""
RULES = {rule.id for rule in all_rules()}


def _system(path: Path) -> str:
    return "eos" if path.suffix == ".cfg" else "sonic"


def _findings(path: Path) -> tuple[Finding, ...]:
    text = path.read_text("utf-8", errors="replace")
    return judged(network_os(_system(path)).read(text, Hints()), Supplied()).findings


def _texts() -> Iterator[Path]:
    if SHARED is None:
        return
    yield from sorted(corpus("sonic").glob("*.json"))
    yield from sorted(corpus("eos").glob("*.cfg"))
    yield from sorted(corpus("whole").glob("*.sonic.*"))
    yield from sorted(path for bug in BUGS for name in _names(bug) if (path := corpus("bugs", name)).is_file())


def _names(bug: dict[str, Any]) -> tuple[str, ...]:
    return (bug["file"], bug["fixed"]) if "fixed" in bug else (bug["file"],)


def _renders() -> list[Path]:
    return [] if SHARED is None else sorted(corpus("sonic").glob("*.json"))


@needs_shared
@pytest.mark.parametrize("path", list(_texts()) or [Path("absent")], ids=lambda path: path.name)
def test_every_text_is_judged_without_a_crash_and_with_lines_inside_it(path: Path) -> None:
    text = path.read_text("utf-8", errors="replace")
    try:
        read = network_os(_system(path)).read(text, Hints())
    except NotReadableError:
        assert path.name in NO_CONFIGURATIONS
        return
    for finding in judged(read, Supplied(roce_dscps=(3, 26), cnp_dscps=(48,))).findings:
        assert 1 <= finding.line <= len(text.split("\n"))
        assert finding.message.strip()
        assert finding.help.strip()


@needs_shared
@pytest.mark.parametrize("path", _renders() or [Path("absent")], ids=lambda path: path.name)
def test_what_makers_ship_has_no_false_error(path: Path) -> None:
    errors = {(each.rule, each.line) for each in _findings(path) if each.severity is Severity.ERROR}
    assert errors == set(TRUE_ERRORS.get(path.name, {}).items())


@needs_shared
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug["file"])
def test_a_bug_report_is_named_and_its_correction_free_of_it(bug: dict[str, Any]) -> None:
    wanted = {(rule, line) for rule, line in bug.get("speak", {}).items() if rule in RULES}
    assert wanted <= {(each.rule, each.line) for each in _findings(corpus("bugs", bug["file"]))}
    if "fixed" in bug:
        assert {each.rule for each in _findings(corpus("bugs", bug["fixed"]))}.isdisjoint(bug.get("speak", {}))


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug["file"])
def test_a_bug_report_is_either_named_or_excused(bug: dict[str, Any]) -> None:
    assert bool(bug.get("speak")) != bool(bug.get("silent"))


@needs_shared
def test_every_bug_report_of_these_systems_is_in_the_table() -> None:
    there = {path.name for path in corpus("bugs").iterdir() if ".sonic." in path.name or ".eos." in path.name}
    assert there == {bug["file"] for bug in BUGS}
