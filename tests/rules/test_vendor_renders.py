"""Configurations as makers ship them, and the public bug reports: what these rules may and must say of them."""

import json
from pathlib import Path

import pytest

from roceconf.findings import Finding, Severity
from roceconf.nos import network_os
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import judge
from roceconf.switch import Hints
from tests.shared import corpus, needs_shared

FAMILIES = ("HDR", "BUF", "ECN", "SCH")
RENDERS = sorted(corpus("sonic").glob("*.json"))

WARNINGS = {
    "th.Arista-7060CX-32S-C32.t1": [("ECN201", 2_097_152, 1_360_528)],
    "th2.Arista-7260CX3-C64.t1": [("ECN201", 10_000_000, 4_198_896)],
}
"""What is known to be true of them: full marking comes after PFC. Kmax and the pause point in bytes."""


def _findings(path: Path, nos: str = "sonic") -> list[Finding]:
    reading = network_os(nos).read(path.read_text("utf-8"), Hints())
    rules = [rule for rule in all_rules() if rule.id.startswith(FAMILIES)]
    return list(judge(Context(reading, Supplied()), rules, path.name).findings)


@needs_shared
@pytest.mark.parametrize("path", RENDERS, ids=lambda path: path.name)
def test_a_shipped_configuration_has_no_error_and_only_true_warnings(path: Path) -> None:
    found = _findings(path)
    assert [finding.message for finding in found if finding.severity is Severity.ERROR] == []
    warnings = [
        (finding.rule, finding.evidence["kmax_bytes"], finding.evidence["xoff_point_bytes"])
        for finding in found
        if finding.severity is Severity.WARNING
    ]
    assert warnings == WARNINGS.get(path.name.rpartition(".t1.")[0] + ".t1", [])


@needs_shared
@pytest.mark.parametrize("path", RENDERS, ids=lambda path: path.name)
def test_lines_of_a_shipped_configuration_hold_the_numbers(path: Path) -> None:
    lines = path.read_text("utf-8").split("\n")
    numbers = {"ECN201": "kmax_bytes", "BUF103": "pool_headroom_bytes", "BUF109": "limit_bytes", "BUF110": "bytes"}
    for finding in _findings(path):
        assert f'"{finding.evidence[numbers[finding.rule]]}"' in lines[finding.line - 1]


REPORTED = (
    ("B01.sonic.json", "B01.fixed.json", "HDR101", "371 B"),
    ("B02.sonic.ini", "B02.fixed.ini", "HDR108", "xoff 56,368 B and size 55,120 B"),
    (
        "B05.sonic.json",
        "B05.fixed.json",
        "BUF109",
        "165,364,160 B, above pool 'egress_lossless_pool' with 147,226,020 B",
    ),
    (
        "B10.sonic.json",
        "B10.fixed.json",
        "BUF109",
        "167,546,528 B, above pool 'egress_lossless_pool' with 166,115,492 B",
    ),
    ("B11.sonic.json", "B11.fixed.json", "BUF108", "3,995,680 B, exactly 1/4 of pool"),
    ("B32.sonic.json", "B32.fixed.json", "BUF102", "7,785,676 B"),
    ("B44.sonic.json", "B44.fixed.json", "BUF111", "113,664 B"),
)


@needs_shared
@pytest.mark.parametrize(("bad", "fixed", "rule", "contains"), REPORTED)
def test_a_reported_bug_is_found_and_its_corrected_form_is_free_of_it(
    bad: str, fixed: str, rule: str, contains: str
) -> None:
    said = [finding.message for finding in _findings(corpus("bugs", bad)) if finding.rule == rule]
    assert any(contains in message for message in said)
    assert [finding.message for finding in _findings(corpus("bugs", fixed)) if finding.rule == rule] == []


@needs_shared
def test_a_disputed_pool_is_a_note() -> None:
    severities = [found.severity for found in _findings(corpus("bugs", "B04.sonic.json")) if found.rule == "BUF101"]
    assert severities == [Severity.NOTE]


@needs_shared
def test_no_configuration_of_the_collection_breaks_a_rule() -> None:
    index = json.loads(corpus("bugs", "INDEX.json").read_text("utf-8"))
    assert index
    for path in sorted([*corpus("bugs").glob("*.sonic.*"), *corpus("whole").glob("*sonic*.json")]):
        assert all(finding.message for finding in _findings(path))
