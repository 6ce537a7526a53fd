"""A number of any length, wherever the syntax takes one, is a remark and never an exception."""

import re

import pytest

from roceconf.nos import network_os
from roceconf.nos.eos.modes import TABLE
from roceconf.nos.text.templates import Pattern, load_template
from roceconf.rules import all_rules
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import judge
from roceconf.switch import Hints, RemarkKind

EOS = network_os("eos")
HEADER = {
    "global": "",
    "interface": "interface Ethernet1/1\n",
    "profile": "qos profile P\n",
    "queue": "interface Ethernet1/1\n   uc-tx-queue 3\n",
    "mmu": "platform trident mmu queue profile P\n",
    "policy": "policy-map type quality-of-service P\n",
    "policy-class": "policy-map type quality-of-service P\n   class C\n",
    "class": "class-map type qos match-any P\n",
}
WORDS = {
    "SECONDS": "{n}.{n}",
    "TAIL": "forced {n}g",
    "CURVE": "minimum-threshold {n} bytes maximum-threshold {n} bytes max-mark-probability {n} weight {n}",
    "WRED": "drop-precedence {n} minimum-threshold {n} kbytes maximum-threshold {n} kbytes drop-probability {n}",
    "TIMER": "timeout {n} polling-interval {n}.{n} recovery-time {n}",
    "VALUES": "{n} {n}-{n}",
    "FRACTION": "{n}/{n}",
    "QUEUES": "uc-tx-queue",
    "QUEUE": "{n}",
    "REWRITTEN": "dscp",
    "UNITS": "percent",
    "CAST": "unicast",
    "DCBX_PROTOCOL": "udp",
    "POOL": "bytes {n}",
    "AMOUNT": "cells {n}",
    "NAMES": "Ethernet{n}",
}
PATTERNS = [
    pytest.param(mode, pattern, id=f"{mode}-{pattern.line}")
    for mode in HEADER
    if mode in TABLE.modes
    for pattern in load_template("eos", mode).patterns
    if not pattern.is_literal
]


def _filled(pattern: Pattern, number: str) -> str:
    def value(found: re.Match[str]) -> str:
        kind = re.search(r're\("(\w+)"\)', found.group())
        return WORDS.get(kind[1] if kind else "", "{n}").replace("{n}", number)

    return re.sub(r"\{\{.*?\}\}", value, pattern.line)


@pytest.mark.parametrize("digits", [13, 400, 5000])
@pytest.mark.parametrize(("mode", "pattern"), PATTERNS)
def test_a_number_of_any_length_is_read(mode: str, pattern: Pattern, digits: int) -> None:
    text = f"hostname l\n{HEADER[mode]}      {_filled(pattern, '9' * digits)}\ninterface Ethernet2/1\n   shutdown\n"
    reading = EOS.read(text, Hints())
    judge(Context(reading, Supplied(roce_dscps=(26,), cnp_dscps=(48,))), all_rules(), "x")
    assert all(len(remark.message) < 1000 for remark in reading.remarks)


@pytest.mark.parametrize(
    "line",
    [
        "speed forced " + "1" * 400,
        "speed forced " + "1" * 5000 + "g",
        "shape rate " + "1" * 5000,
        "uc-tx-queue 3\n      bandwidth guaranteed " + "1" * 5000,
        "channel-group " + "1" * 5000 + " mode active",
        "uc-tx-queue 3\n      random-detect ecn minimum-threshold 1 bytes maximum-threshold " + "1" * 5000 + " bytes",
    ],
)
def test_a_number_no_device_takes_is_out_of_range(line: str) -> None:
    (remark,) = EOS.read(f"interface Ethernet1/1\n   {line}\n", Hints()).remarks
    assert (remark.kind, remark.is_fatal) == (RemarkKind.OUT_OF_RANGE, True)
    assert "digits" in remark.message


@pytest.mark.parametrize("said", ["0", "forced 0gfull", "999999999g"])
def test_a_speed_no_port_has_is_not_said(said: str) -> None:
    reading = EOS.read(f"interface Ethernet1/1\n   speed {said}\n", Hints())
    assert reading.switch.groups[0].speed_mbps is None
    assert [remark.kind for remark in reading.remarks] == [RemarkKind.OUT_OF_RANGE]


def test_zeros_before_a_number_do_not_change_it() -> None:
    reading = EOS.read("qos map dscp 000000000026 to traffic-class 000000000003\ninterface Ethernet1\n", Hints())
    mapping = reading.switch.groups[0].dscp_to_tc
    assert mapping is not None
    assert mapping.get(26) == 3
    assert mapping.get(0) == 1
