"""Numbers in the digits of another script are none: Python would take them, no switch does."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import roceconf.nos
from roceconf.nos import network_os
from roceconf.nos.eos.number_faults import number_faults
from roceconf.nos.text.match import Record
from roceconf.switch import Hints, RemarkKind
from tests.bench import configurations

SOURCES = sorted(Path(roceconf.nos.__path__[0]).rglob("*.py"))
ANY_SCRIPT = ("\\d", "\\D")


def strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_expression_takes_the_digits_of_every_script() -> None:
    found = [
        f"{path.name}: {text}"
        for path in SOURCES
        for text in strings(path)
        if not ("\n" in text and '"""' in text) and any(mark in text for mark in ANY_SCRIPT)
    ]
    assert found == []


HEAD, QUEUE = "interface Ethernet1\n", "interface Ethernet1\n   uc-tx-queue 3\n"
LINES = {
    "priority-flow-control priority {3} no-drop": HEAD,
    "mtu {9214}": HEAD,
    "speed {400}g-8": HEAD,
    "channel-group {7} mode active": HEAD,
    "bandwidth percent {50}": QUEUE,
    "random-detect ecn minimum-threshold {9} bytes maximum-threshold 99 bytes max-mark-probability 7": QUEUE,
    "shape rate {50} percent": QUEUE,
}
SCRIPTS = ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９", "०१२३४५६७८९")


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("line", LINES)
def test_eos_reads_no_number_of_another_script(line: str, script: str) -> None:
    header = LINES[line]
    number = line.partition("{")[2].partition("}")[0]
    foreign = "".join(script[int(digit)] for digit in number)
    eos = network_os("eos")
    said = header + "      " + line.replace(f"{{{number}}}", foreign) + "\n"
    reading = eos.read(said + "interface Ethernet2\n   mtu 9214\n", Hints())
    without = eos.read(header + "interface Ethernet2\n   mtu 9214\n", Hints())
    assert reading.switch == without.switch
    (remark,) = reading.remarks
    assert remark.kind in (RemarkKind.MALFORMED, RemarkKind.UNKNOWN)
    assert remark.is_fatal


def test_every_number_of_a_record_is_looked_at() -> None:
    for field in ("priority", "mtu", "percent", "rate_kbps", "group", "threshold", "speed", "seconds"):
        (fault,) = number_faults({("global", "x"): Record("x", {field: "٣"})}).values()
        assert (fault.kind, fault.help) == (RemarkKind.MALFORMED, "write numbers with the digits 0 to 9")
    assert number_faults({("global", "x"): Record("x", {"name": "host٣"})}) == {}


@pytest.mark.parametrize("script", SCRIPTS)
def test_sonic_reads_no_number_of_another_script(script: str) -> None:
    tables = json.loads(configurations.sonic())
    port = next(iter(tables["PORT"]))
    tables["PORT"][port]["mtu"] = "".join(script[int(digit)] for digit in "9100")
    reading = network_os("sonic").read(json.dumps(tables, ensure_ascii=False), Hints())
    (group,) = [held for held in reading.switch.groups if port in held.ports]
    assert group.mtu_bytes is None
    assert [remark.kind for remark in reading.remarks] == [RemarkKind.MALFORMED]
