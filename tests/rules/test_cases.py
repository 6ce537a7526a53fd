"""Every rule against texts of every network OS: the bad ones give exactly these findings, the good ones none."""

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from roceconf import nos
from roceconf.findings import Finding
from roceconf.nos import keys as network_keys
from roceconf.nos import network_os
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.model import Rule
from roceconf.rules.runner import judge
from roceconf.switch import Hints

CASES = Path(__file__).parent / "cases"
READABLE = tuple(key for key in network_keys() if (Path(nos.__file__).parent / key / "read.py").is_file())
RULES = {rule.id: rule for rule in all_rules()}


class Case(NamedTuple):
    rule: str
    number: int
    is_bad: bool
    data: dict[str, Any]

    @property
    def nos(self) -> str:
        return str(self.data["nos"])

    def __str__(self) -> str:
        return f"{self.rule}-{self.nos}-{'bad' if self.is_bad else 'good'}-{self.number}"


@lru_cache(maxsize=1)
def _files() -> dict[str, dict[str, Any]]:
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(CASES.glob("*.toml"))}


def _cases() -> Iterator[Case]:
    for rule_id, data in _files().items():
        for kind in ("bad", "good"):
            for number, case in enumerate(data.get(kind, []), start=1):
                if case["nos"] in READABLE:
                    yield Case(rule_id, number, kind == "bad", case)


def _findings(case: Case) -> tuple[Finding, ...]:
    options = case.data.get("options", {})
    hints = Hints(sku=options.get("sku", ""), asic=options.get("asic", ""), cable_m=options.get("cable_m"))
    supplied = Supplied(
        hints.sku,
        hints.asic,
        hints.cable_m,
        tuple(options.get("roce_dscps", ())),
        tuple(options.get("cnp_dscps", ())),
        options.get("fan_in", Supplied().fan_in),
        options.get("fan_out"),
    )
    reading = network_os(case.nos).read(case.data["text"], hints)
    judged = judge(Context(reading, supplied), [RULES[case.rule]], "case")
    needs = [skipped.needs for skipped in judged.skipped]
    assert needs == case.data.get("needs", []), f"{case} lacks {needs}"
    return judged.findings


def _fits(finding: Finding, expected: dict[str, Any]) -> bool:
    return (
        finding.line == expected["line"]
        and finding.column == expected.get("column", finding.column)
        and finding.ports == tuple(expected.get("ports", finding.ports))
        and finding.severity == expected.get("severity", finding.severity)
        and expected.get("contains", "") in finding.message
        and expected.get("help", "") in finding.help
        and [place.line for place in finding.related] == expected.get("related", [p.line for p in finding.related])
    )


@pytest.mark.parametrize("case", [case for case in _cases() if case.is_bad], ids=str)
def test_a_bad_text_gives_exactly_its_findings(case: Case) -> None:
    found, expected = _findings(case), case.data["expect"]
    told = [
        f"{f.line}:{f.column} {f.severity}: {f.message} [{f.help}] {f.ports} {[p.line for p in f.related]}"
        for f in found
    ]
    assert len(found) == len(expected), told
    assert all(_fits(*pair) for pair in zip(found, expected, strict=True)), told


@pytest.mark.parametrize("case", [case for case in _cases() if not case.is_bad], ids=str)
def test_a_good_text_gives_none(case: Case) -> None:
    assert [f"{finding.line}: {finding.message}" for finding in _findings(case)] == []


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_every_rule_has_both_kinds_of_case_for_every_os_it_applies_to(rule: Rule) -> None:
    data = _files().get(rule.id, {})
    apart: dict[str, str] = data.get("not_on", {})
    for key in READABLE:
        bad = any(case["nos"] == key for case in data.get("bad", []))
        good = any(case["nos"] == key for case in data.get("good", []))
        if key in apart:
            assert apart[key].strip(), f"{rule.id} does not say why it has no cases for {key}"
            assert not bad, f"{rule.id} has a bad case for {key} although it says that it cannot arise there"
        else:
            assert bad, f"{rule.id} has no bad case for {key}"
            assert good, f"{rule.id} has no good case for {key}"


def test_every_file_of_cases_belongs_to_a_rule() -> None:
    assert set(_files()) <= set(RULES)


def test_every_case_is_well_formed() -> None:
    known = {"nos", "title", "text", "options", "expect", "needs"}
    for rule_id, data in _files().items():
        assert set(data) <= {"not_on", "bad", "good"}, rule_id
        for case in [*data.get("bad", []), *data.get("good", [])]:
            assert set(case) <= known, f"{rule_id}: {set(case) - known}"
