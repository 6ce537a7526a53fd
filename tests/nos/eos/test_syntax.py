"""The syntax of EOS that is read: every pattern by a line it takes and one it refuses, and by all published files."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from roceconf.nos.eos.interfaces import interface_names
from roceconf.nos.eos.modes import TABLE
from roceconf.nos.eos.syntax_faults import FAULTS
from roceconf.nos.text import match as matching
from roceconf.nos.text.doubt import Doubt, doubts
from roceconf.nos.text.faults import fault_of
from roceconf.nos.text.match import match, match_scan, said_in
from roceconf.nos.text.scan import Scan, scan_lines
from roceconf.nos.text.templates import Pattern, load_template
from roceconf.nos.text.transcript import unprompt
from roceconf.vendor import template_folder
from tests.nos.eos.samples import LEAF
from tests.shared import corpus, needs_shared


class Case(NamedTuple):
    mode: str
    kind: str
    takes: str
    refuses: str


CASES = [
    Case(*line.split("\t")) for line in Path(__file__).with_name("syntax_cases.tsv").read_text("utf-8").splitlines()[1:]
]
MODES = sorted({path.stem for path in (template_folder("eos") / "read").glob("*.ttp")} - {"port"})
CORPUS = sorted(
    [*corpus("eos").glob("*.cfg"), *corpus("bugs").glob("B*.eos.cfg"), *corpus("bugs").glob("B55.fixed.cfg")]
)
FAULTY = {
    "B55.eos.cfg": {5: "watchdog-action-no-drop"},
    "avd-5x-molecule-qos.cfg": {278: "watchdog-action-no-drop"},
    "bad-ai-fabric-qos-design-policymap-txqueue.cfg": {
        15: "egress-policy-map",
        16: "class-tx-queue",
        19: "class-tx-queue",
        25: "egress-service-policy",
        29: "watchdog-default-action",
    },
    "bad-eos-site-ecn-threshold.cfg": {
        **dict.fromkeys(range(1, 6), "trailing-comment"),
        9: "ecn-threshold",
        15: "queue-in-a-qos-line",
    },
    "bad-kr-doc-eos-roce.cfg": {12: "watchdog-without-pause", 16: "class-tx-queue", 20: "tx-queue-in-global-mode"},
    "intel-irdma-readme-arista.cfg": {6: "pfc-mode-on"},
    "intel-mfd-switchmanagement-pfc.cfg": {15: "pfc-mode-on"},
    "intel-rsd-psme-eapi-dcbx.cfg": {14: "pfc-mode-on", 18: "pfc-all-mode-off"},
}


def scan_of(text: str) -> Scan:
    return scan_lines(unprompt(text).lines, TABLE)


def takers(mode: str, text: str) -> list[Pattern]:
    """Every pattern of a mode that takes a statement, each tried alone by TTP."""
    template = load_template("eos", mode)
    data = f"\n@0 {' '.join(text.split())}\n"
    tried = template.candidates(" ".join(text.split()))
    return [template.patterns[index] for index in tried if matching._parse(matching._source(template, [index]), data)]


def doubts_of(text: str) -> list[Doubt]:
    scan = scan_of(text)
    return list(doubts(TABLE, scan, match_scan("eos", scan), FAULTS))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.mode}: {case.takes}")
def test_a_pattern_takes_its_line_alone(case: Case) -> None:
    assert [pattern.kind for pattern in takers(case.mode, case.takes)] == [case.kind]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.mode}: {case.refuses}")
def test_a_pattern_refuses_a_line_near_it(case: Case) -> None:
    (own,) = takers(case.mode, case.takes)
    assert own not in takers(case.mode, case.refuses)


@pytest.mark.parametrize("mode", MODES)
def test_every_pattern_has_a_case(mode: str) -> None:
    tried = {pattern.line for case in CASES if case.mode == mode for pattern in takers(mode, case.takes)}
    assert {pattern.line for pattern in load_template("eos", mode).patterns} == tried


@pytest.mark.parametrize("mode", MODES)
def test_variables_have_names_that_ttp_keeps(mode: str) -> None:
    forbidden = {"set", "re", "contains", "equal", "exclude", "chain", "ignore", "id", "at"}
    for pattern in load_template("eos", mode).patterns:
        assert not forbidden & set(re.findall(r"\{\{ (\w+)", pattern.line))
        assert pattern.line.count("{{") == pattern.line.count("}}")


@pytest.mark.parametrize("mode", MODES)
def test_named_expressions_exist(mode: str) -> None:
    template = load_template("eos", mode)
    defined = set(re.findall(r"^(\w+) =", "\n".join(template.variables), re.MULTILINE))
    for pattern in template.patterns:
        assert set(re.findall(r're\("(\w+)"\)', pattern.line)) <= defined


def test_digits_of_the_syntax_are_not_taken_for_numbers() -> None:
    assert match("eos", [("interface", "l3 mtu 9214")])[("interface", "l3 mtu 9214")] is None


def test_values_come_as_written() -> None:
    line = "qos  map dscp 24 26 to  traffic-class 3"
    record = match("eos", [("global", line)])["global", line]
    assert record is not None
    assert record.kind == "map_dscp"
    assert record.fields == {"dscp_values": "24 26", "traffic_class": "3"}


def test_the_tail_of_a_curve_is_one_field() -> None:
    line = "random-detect ecn minimum-threshold 890 kbytes maximum-threshold 8 mbytes"
    record = match("eos", [("queue", line)])["queue", line]
    assert record is not None
    assert record.fields == {"options": "minimum-threshold 890 kbytes maximum-threshold 8 mbytes"}


def one_record_a_statement(text: str) -> Counter[str]:
    """Assert that no statement is taken twice, and count the kinds."""
    scan = scan_of(text)
    records = match_scan("eos", scan)
    kinds: Counter[str] = Counter()
    for mode, statement in set(said_in(scan)):
        taken = takers(mode, statement)
        assert len(taken) <= 1, (statement, taken)
        record = records[mode, statement]
        assert (record.kind if record else None) == (taken[0].kind if taken else None)
        if record is None:
            continue
        kinds[record.kind] += 1
    return kinds


def test_exactly_one_record_a_statement_of_our_own() -> None:
    kinds = one_record_a_statement(LEAF)
    assert kinds["uc_tx_queue"] == 3
    assert kinds["ecn"] == 1
    assert kinds["mmu_apply"] == 1


@needs_shared
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_exactly_one_record_a_statement_published(path: Path) -> None:
    one_record_a_statement(path.read_bytes().decode())


@needs_shared
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_only_the_faulty_lines_of_published_files_are_doubted(path: Path) -> None:
    found = {doubt.line: doubt.fault.name if doubt.fault else None for doubt in doubts_of(path.read_bytes().decode())}
    assert found == FAULTY.get(path.name, {})


@needs_shared
def test_every_published_default_of_an_interface_is_known() -> None:
    path = corpus("eos", "batfish-7260cx3-64-eos4.21.7M-run-all.cfg")
    scan = scan_of(path.read_text("utf-8"))
    records = match_scan("eos", scan)
    ours = [s for s in scan.sections if s.mode in ("queue",)]
    assert len(ours) == 16
    assert all(records["queue", statement.text] for section in ours for statement in section.statements)
    pfc = [
        statement.text
        for section in scan.of_mode("interface")
        for statement in section.statements
        if "priority-flow-control" in statement.text
    ]
    assert len(pfc) == 24
    assert all(records["interface", text] for text in pfc)


def test_our_own_sample_raises_no_doubt() -> None:
    assert doubts_of(LEAF) == []


@pytest.mark.parametrize(
    ("right", "wrong", "mode", "reason", "nearest"),
    [
        ("bandwidth percent 50", "bandwith percent 50", "queue", "unknown statement", "bandwidth percent"),
        ("priority strict", "prioritize strict", "queue", "unknown statement", ""),
        ("ingress threshold 1/8", "ingres threshold 1/8", "mmu", "unknown statement", "ingress"),
        ("priority 3 no-drop", "priority 3 nodrop", "profile", "unknown rest", "priority-flow-control"),
        (
            "priority-flow-control on",
            "priority-flowcontrol on",
            "profile",
            "unknown statement",
            "priority-flow-control",
        ),
        ("service-profile LOSSLESS", "service-profil LOSSLESS", "interface", "misspelt", "service-profile"),
        ("qos map dscp 26 to", "qos map dscp 26 two", "global", "unknown rest", "qos map"),
        ("qos rewrite dscp", "qos rewrit dscp", "global", "misspelt", "qos rewrite"),
        ("traffic-class 3\nqos", "trafic-class 3\nqos", "global", "unknown rest", "qos map"),
    ],
)
def test_a_misspelt_statement_is_doubted(right: str, wrong: str, mode: str, reason: str, nearest: str) -> None:
    assert LEAF.count(right) >= 1
    found = {(doubt.mode, doubt.reason, doubt.nearest) for doubt in doubts_of(LEAF.replace(right, wrong))}
    assert found == {(mode, reason, nearest)}


@pytest.mark.parametrize(
    ("mode", "text", "name"),
    [
        ("interface", "priority-flow-control mode on", "pfc-mode-on"),
        ("interface", "priority-flow-control mode auto", "pfc-mode-foreign"),
        ("interface", "priority-flow-control mode on send-tlv", "pfc-mode-foreign"),
        ("global", "priority-flow-control all mode off", "pfc-all-mode-off"),
        ("global", "priority-flow-control mode on", "pfc-of-a-port-in-global-mode"),
        ("profile", "priority-flow-control watchdog action drop", "watchdog-without-pause"),
        ("global", "priority-flow-control watch-dog-interval on", "watchdog-without-pause"),
        ("global", "priority-flow-control  pause watchdog action no-drop", "watchdog-action-no-drop"),
        ("global", "priority-flow-control pause watchdog default action drop", "watchdog-default-action"),
        ("interface", "priority-flow-control pause watchdog action drop", "watchdog-action-on-a-port"),
        ("interface", "priority-flow-control pause headroom 9000", "pause-headroom"),
        ("global", "platform tomahawk mmu queue profile X", "platform-tomahawk"),
        ("global", "policy-map type tx-queue OUT", "egress-policy-map"),
        ("global", "class-map type queuing c-out", "class-map-of-another-os"),
        ("global", "system qos", "system-qos"),
        ("policy", "class tx-queue 3", "class-tx-queue"),
        ("interface", "service-policy type tx-queue output OUT", "egress-service-policy"),
        ("queue", "ecn threshold 1500000 bytes", "ecn-threshold"),
        ("interface", "qos tx-queue 3 ecn minimum-threshold 1", "queue-in-a-qos-line"),
        ("global", "uc-tx-queue 3", "uc-tx-queue-in-global-mode"),
        ("global", "tx-queue 3", "tx-queue-in-global-mode"),
        ("global", "mc-tx-queue 3", "mc-tx-queue-in-global-mode"),
        ("global", "queue-monitor ecn", "queue-monitor-ecn"),
        ("global", "hardware counter feature priority-flow-control in", "counter-feature-pfc"),
        ("queue", "no priority ! lossless", "trailing-comment"),
    ],
)
def test_a_known_error_is_named(mode: str, text: str, name: str) -> None:
    fault = fault_of(FAULTS, mode, text)
    assert fault is not None
    assert fault.name == name


def test_every_known_error_has_a_case_and_a_source() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert all(fault.source and fault.wrong and fault.write for fault in FAULTS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.mode}: {case.takes}")
def test_no_line_of_the_syntax_is_a_known_error(case: Case) -> None:
    """Lines that are read yet obsolete say so by their kind."""
    assert (fault_of(FAULTS, case.mode, case.takes) is not None) == case.kind.startswith("legacy_")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("Ethernet1/1", ["Ethernet1/1"]),
        ("Et1/1", ["Ethernet1/1"]),
        ("ethernet 21/1", ["Ethernet21/1"]),
        ("eth 14/1,15/1", ["Ethernet14/1", "Ethernet15/1"]),
        ("Ethernet1/1-4,7/1", ["Ethernet1/1", "Ethernet1/2", "Ethernet1/3", "Ethernet1/4", "Ethernet7/1"]),
        ("range Et1-2/1", ["Ethernet1/1", "Ethernet2/1"]),
        ("Po1-2", ["Port-Channel1", "Port-Channel2"]),
        ("Ethernet8.101", ["Ethernet8.101"]),
        ("EthernetN/1", ["EthernetN/1"]),
        ("Et(num_of_port)/1", ["Et(num_of_port)/1"]),
    ],
)
def test_interface_names(names: str, expected: list[str]) -> None:
    assert list(interface_names(names)) == expected
