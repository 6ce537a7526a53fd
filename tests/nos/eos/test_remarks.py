"""What a reader remarks on: faults of statements and statements without effect, with exact lines."""

from typing import NamedTuple

import pytest

from roceconf.nos import network_os
from roceconf.switch import Hints, Remark, RemarkKind

EOS = network_os("eos")

QUEUE = "interface Ethernet1/1\n   uc-tx-queue 3\n      "
LOSSLESS = "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"


def remarks(text: str) -> tuple[Remark, ...]:
    return EOS.read(text, Hints()).remarks


class Case(NamedTuple):
    """A text with one fault, and the same without it."""

    bad: str
    good: str
    kind: RemarkKind
    is_fatal: bool
    line: int
    words: str


CASES = {
    "a map without the rewriting that uses it": Case(
        "qos map traffic-class 3 to dscp 26\n",
        "qos rewrite dscp\nqos map traffic-class 3 to dscp 26\n",
        RemarkKind.INEFFECTIVE,
        False,
        1,
        "classifies nothing",
    ),
    "a map meant to classify": Case(
        "qos map dscp 24 to traffic-class 3\nqos map traffic-class 7 to dscp 48\n",
        "qos map dscp 24 to traffic-class 3\nqos map dscp 48 to traffic-class 6\n",
        RemarkKind.INEFFECTIVE,
        False,
        2,
        "EOS sends it to traffic class 6",
    ),
    "a counter of nothing": Case(
        QUEUE + "random-detect ecn count\n",
        QUEUE
        + "random-detect ecn minimum-threshold 2 bytes maximum-threshold 9 bytes\n      random-detect ecn count\n",
        RemarkKind.INEFFECTIVE,
        False,
        3,
        "counts nothing",
    ),
    "a share of a queue that is strict by default": Case(
        QUEUE + "bandwidth percent 40\n",
        QUEUE + "no priority\n      bandwidth percent 40\n",
        RemarkKind.INEFFECTIVE,
        False,
        3,
        "EOS serves a queue strictly unless told",
    ),
    "a share of a queue that is told to be strict": Case(
        QUEUE + "priority strict\n      bandwidth percent 40\n",
        QUEUE + "priority strict\n",
        RemarkKind.INEFFECTIVE,
        False,
        4,
        "`priority strict` is said too",
    ),
    "more than the whole": Case(
        QUEUE
        + "no priority\n      bandwidth percent 70\n   uc-tx-queue 1\n      no priority\n      bandwidth percent 31\n",
        QUEUE
        + "no priority\n      bandwidth percent 70\n   uc-tx-queue 1\n      no priority\n      bandwidth percent 30\n",
        RemarkKind.CONFLICTING,
        False,
        7,
        "adds up to 101",
    ),
    "polling too slow for the switch": Case(
        "priority-flow-control pause watchdog default timeout 0.2\n"
        "priority-flow-control pause watchdog default polling-interval 0.101\n",
        "priority-flow-control pause watchdog default timeout 0.2\n"
        "priority-flow-control pause watchdog default polling-interval 0.1\n",
        RemarkKind.INEFFECTIVE,
        False,
        2,
        "half of timeout 0.2 s",
    ),
    "polling too slow for a port": Case(
        "interface Ethernet1\n   priority-flow-control pause watchdog port timer timeout 1 polling-interval 0.3 "
        "recovery-time 0.5\n",
        "interface Ethernet1\n   priority-flow-control pause watchdog port timer timeout 1 polling-interval auto "
        "recovery-time 0.5\n",
        RemarkKind.INEFFECTIVE,
        False,
        2,
        "half of recovery-time 0.5 s",
    ),
    "an action that is none": Case(
        "priority-flow-control pause watchdog action no-drop\n",
        "priority-flow-control pause watchdog action drop\n",
        RemarkKind.UNKNOWN,
        True,
        1,
        "no action",
    ),
    "an old spelling": Case(
        "interface Ethernet1\n   priority-flow-control mode on\n",
        "interface Ethernet1\n   priority-flow-control on\n",
        RemarkKind.OBSOLETE,
        False,
        2,
        "EOS 4.13",
    ),
    "a foreign policy": Case(
        "hostname a\npolicy-map type tx-queue Q\n",
        "hostname a\npolicy-map type quality-of-service Q\n",
        RemarkKind.FOREIGN,
        True,
        2,
        "no egress queueing",
    ),
    "a misspelt statement": Case(
        "interface Ethernet1\n   service-profle ROCE\n   mtu 9214\n",
        "interface Ethernet1\n   service-profile ROCE\n   mtu 9214\n",
        RemarkKind.UNKNOWN,
        True,
        2,
        "no statement of EOS",
    ),
    "a known statement that goes on wrongly": Case(
        "qos map dscp 26 to traffic-klass 3\nhostname a\n",
        "qos map dscp 26 to traffic-class 3\nhostname a\n",
        RemarkKind.MALFORMED,
        True,
        1,
        "not what follows",
    ),
    "a priority whose behaviour is misspelt": Case(
        "interface Ethernet1\n   priority-flow-control priority 3 nodrop\n   mtu 9214\n",
        "interface Ethernet1\n   priority-flow-control priority 3 no-drop\n   mtu 9214\n",
        RemarkKind.MALFORMED,
        True,
        2,
        "knows `priority-flow-control priority`",
    ),
    "what a newer release may know": Case(
        "interface Ethernet1\n   priority-flow-control history\n   mtu 9214\n",
        "interface Ethernet1\n   mtu 9214\n",
        RemarkKind.MALFORMED,
        False,
        2,
        "not what follows",
    ),
    "PFC on a port-channel only": Case(
        "qos profile P\n" + LOSSLESS + "!\ninterface Port-Channel1\n   service-profile P\n!\n"
        "interface Ethernet1\n   channel-group 1 mode active\n",
        "qos profile P\n" + LOSSLESS + "!\ninterface Port-Channel1\n   service-profile P\n!\n"
        "interface Ethernet1\n   channel-group 1 mode active\n   service-profile P\n",
        RemarkKind.INEFFECTIVE,
        False,
        6,
        "members",
    ),
    "two MMU profiles in force": Case(
        "platform trident mmu queue profile A apply\nplatform trident mmu queue profile B apply\n",
        "platform trident mmu queue profile A apply\n",
        RemarkKind.CONFLICTING,
        False,
        1,
        "only the last",
    ),
    "a line of the R series": Case(
        "interface Ethernet1\n   random-detect ecn delay threshold 3 milliseconds\n   mtu 9214\n",
        "interface Ethernet1\n   mtu 9214\n",
        RemarkKind.FOREIGN,
        False,
        2,
        "R series",
    ),
    "a lossless DSCP to be dropped first": Case(
        "qos map dscp 26 to traffic-class 3 drop-precedence 2\ninterface Ethernet1\n" + LOSSLESS,
        "qos map dscp 26 to traffic-class 3\ninterface Ethernet1\n" + LOSSLESS,
        RemarkKind.CONFLICTING,
        False,
        1,
        "drop precedence",
    ),
    "the control class moved": Case(
        "qos map traffic-class 7 to tx-queue 5\n",
        "qos map traffic-class 7 to tx-queue 7\n",
        RemarkKind.INEFFECTIVE,
        False,
        1,
        "fixed to each other",
    ),
    "a priority told to hosts that is not lossless": Case(
        "dcbx application udp 4791 priority 4\ninterface Ethernet1\n" + LOSSLESS,
        "dcbx application udp 4791 priority 3\ninterface Ethernet1\n" + LOSSLESS,
        RemarkKind.CONFLICTING,
        False,
        1,
        "not lossless here",
    ),
    "DCBX without LLDP": Case(
        "interface Ethernet1\n   dcbx mode ieee\n   no lldp receive\n",
        "interface Ethernet1\n   dcbx mode ieee\n   no lldp receive\n   lldp receive\n",
        RemarkKind.INEFFECTIVE,
        True,
        2,
        "carried by LLDP",
    ),
    "a lossless class rewritten into another": Case(
        "qos rewrite dscp\nqos map traffic-class 3 to dscp 32\ninterface Ethernet1\n" + LOSSLESS,
        "qos rewrite dscp\nqos map traffic-class 3 to dscp 26\ninterface Ethernet1\n" + LOSSLESS,
        RemarkKind.CONFLICTING,
        False,
        2,
        "lossless class 3 leaves with DSCP 32, which these maps put into class 4",
    ),
    "a lossless class rewritten into another by CoS": Case(
        "qos rewrite cos\nqos map traffic-class 3 to cos 0\ninterface Ethernet1\n" + LOSSLESS,
        "qos rewrite cos\nqos map traffic-class 3 4 to cos 3\ninterface Ethernet1\n" + LOSSLESS,
        RemarkKind.CONFLICTING,
        False,
        2,
        "leaves with CoS 0, which these maps put into class 1",
    ),
    "PFC on a port-channel without members": Case(
        "interface Port-Channel1\n" + LOSSLESS,
        "interface Ethernet1\n" + LOSSLESS,
        RemarkKind.INEFFECTIVE,
        False,
        2,
        "PFC on Ethernet interfaces",
    ),
    "guarantees beyond the port": Case(
        "interface Ethernet1/1\n   speed 400g-4\n   uc-tx-queue 3\n      bandwidth guaranteed 500000000\n",
        "interface Ethernet1/1\n   speed 400g-4\n   uc-tx-queue 3\n      bandwidth guaranteed 400000000\n",
        RemarkKind.CONFLICTING,
        False,
        4,
        "adds up to 500 Gb/s (queue 3: 500 Gb/s) on a port of 400 Gb/s",
    ),
    "bytes written as cells": Case(
        "platform trident mmu queue profile P\n    ingress headroom cells 446024\n",
        "platform trident mmu queue profile P\n    ingress headroom cells 1756\n",
        RemarkKind.OUT_OF_RANGE,
        False,
        2,
        "looks like a number of bytes",
    ),
    "more bytes than any headroom pool": Case(
        "platform trident mmu queue profile P\n    ingress priority-group 3 reserved 33554433\n",
        "platform trident mmu queue profile P\n    ingress priority-group 3 reserved 33554432\n",
        RemarkKind.OUT_OF_RANGE,
        False,
        2,
        "33,554,433 B",
    ),
    "thresholds in time": Case(
        QUEUE + "random-detect ecn minimum-threshold 1 milliseconds maximum-threshold 3 milliseconds\n",
        QUEUE + "random-detect ecn minimum-threshold 1 kbytes maximum-threshold 3 kbytes\n",
        RemarkKind.FOREIGN,
        False,
        3,
        "virtual output queues",
    ),
    "marking in the queue of multicast": Case(
        "interface Ethernet1\n" + LOSSLESS + "   mc-tx-queue 3\n"
        "      random-detect ecn minimum-threshold 1 kbytes maximum-threshold 3 kbytes\n",
        "interface Ethernet1\n" + LOSSLESS + "   uc-tx-queue 3\n"
        "      random-detect ecn minimum-threshold 1 kbytes maximum-threshold 3 kbytes\n",
        RemarkKind.INEFFECTIVE,
        False,
        5,
        "RoCE is unicast",
    ),
    "PFC on a switch without hardware": Case(
        "! device: leaf1 (vEOS-lab, EOS-4.32.2F)\ninterface Ethernet1\n" + LOSSLESS,
        "! device: leaf1 (DCS-7060DX5-64S, EOS-4.32.2F)\ninterface Ethernet1\n" + LOSSLESS,
        RemarkKind.INEFFECTIVE,
        False,
        1,
        "vEOS-lab has no switching chip",
    ),
    "the queue word of other platforms": Case(
        "! device: leaf1 (DCS-7060DX5-64S, EOS-4.32.2F)\n" + QUEUE.replace("uc-", "") + "no priority\n",
        "! device: leaf1 (DCS-7060DX5-64S, EOS-4.32.2F)\n" + QUEUE + "no priority\n",
        RemarkKind.CONFLICTING,
        False,
        3,
        "spell unicast queues `uc-tx-queue`",
    ),
    "a range that runs backwards": Case(
        "interface Ethernet4-1\n   mtu 9214\n",
        "interface Ethernet1-4\n   mtu 9214\n",
        RemarkKind.MALFORMED,
        True,
        1,
        "cannot be told",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_remarked_on_once_and_its_mending_is_not(name: str) -> None:
    case = CASES[name]
    (remark,) = remarks(case.bad)
    assert (remark.kind, remark.is_fatal, remark.at[0]) == (case.kind, case.is_fatal, case.line)
    assert case.words in remark.message
    assert remark.help
    assert remarks(case.good) == ()


NUMBERS = {
    "qos map dscp 64 to traffic-class 3": "DSCP 64",
    "qos map dscp 26 to traffic-class 8": "traffic class 8",
    "qos map dscp 26 to traffic-class 3 drop-precedence 3": "drop precedence 3",
    "qos map cos 8 to traffic-class 3": "CoS 8",
    "qos map traffic-class 8 to uc-tx-queue 3": "traffic class 8",
    "qos map traffic-class 3 to uc-tx-queue 8": "queue 8",
    "priority-flow-control pause watchdog default timeout 0.001": "timeout 0.001 has more than 2 decimals",
    "priority-flow-control pause watchdog default timeout 61": "timeout 61 s is not within 0.01 to 60 s",
    "priority-flow-control pause watchdog default recovery-time 0": "recovery-time 0 s",
    "priority-flow-control pause watchdog default polling-interval 31": "31 s is not within 0.005 to 30",
    "platform trident mmu headroom-pool limit cells 131073": "131,073 cells",
    "platform trident mmu headroom-pool limit 0": "headroom pool of 0 B",
    "dcbx ets traffic-class 0 bandwidth 50": "ETS class 0",
    "dcbx application udp 4791 priority 9": "PFC priority 9",
}
PORT_NUMBERS = {
    "priority-flow-control priority 8 no-drop": "PFC priority 8",
    "mtu 67": "MTU 67",
    "qos dscp 64": "DSCP 64",
    "uc-tx-queue 8": "queue 8",
    "priority-flow-control pause watchdog port timer timeout 0.2 polling-interval 0.0001 recovery-time 1": "decimals",
    "priority-flow-control pause watchdog port timer timeout 0.2 recovery-time 1": "does not read",
}
QUEUE_NUMBERS = {
    "bandwidth percent 0": "percentage 0",
    "bandwidth percent 101": "percentage 101",
    "bandwidth guaranteed percent 200": "percentage 200",
    "random-detect ecn minimum-threshold 0 bytes maximum-threshold 5 bytes": "threshold 0",
    "random-detect ecn minimum-threshold 1 bytes maximum-threshold 256000001 bytes": "threshold 256000001",
    "random-detect ecn minimum-threshold 1 bytes maximum-threshold 5 bytes max-mark-probability 101": "probability 101",
    "random-detect ecn minimum-threshold 1 bytes maximum-threshold 5 bytes weight 16": "weight 16",
    "random-detect ecn minimum-threshold 1 bytes maximum-threshold 5 packets": "'packets'",
    "random-detect ecn minimum-threshold 1 bytes": "does not read",
    "random-detect drop drop-precedence 3 minimum-threshold 1 bytes maximum-threshold 5 bytes": "above 2",
}
MMU_NUMBERS = {
    "ingress threshold 3": "no threshold EOS knows",
    "ingress threshold 1/256": "no threshold EOS knows",
    "ingress priority-group 8 reserved 5": "priority group 8",
    "egress unicast queue 8 threshold 1": "queue 8",
}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((line, words) for line, words in NUMBERS.items()),
        *(("interface Ethernet1\n   " + line, words) for line, words in PORT_NUMBERS.items()),
        *((QUEUE + line, words) for line, words in QUEUE_NUMBERS.items()),
        *(("platform trident mmu queue profile P\n    " + line, words) for line, words in MMU_NUMBERS.items()),
    ],
)
def test_a_number_eos_refuses_is_fatal_and_not_read(text: str, words: str) -> None:
    (remark,) = remarks(text + "\n")
    assert remark.is_fatal
    assert remark.kind in (RemarkKind.OUT_OF_RANGE, RemarkKind.MALFORMED)
    assert remark.at[0] == text.count("\n") + 1
    assert words in remark.message
    reading = EOS.read(text + "\n", Hints())
    assert reading.switch.watchdog is None
    assert reading.switch.pools == ()
    for group in reading.switch.groups:
        assert group.pfc.priorities == frozenset()
        assert group.mtu_bytes is None
        assert all(queue.marking is None for queue in group.queues)


def test_the_queue_word_is_not_judged_where_no_source_shows_it() -> None:
    text = QUEUE.replace("uc-", "") + "no priority\n"
    assert remarks(text) == ()
    assert EOS.read(text, Hints(asic="th5")).remarks == ()
    (remark,) = EOS.read(text, Hints(asic="th4")).remarks
    assert remark.ports == ("Ethernet1/1",)
    assert EOS.read(text, Hints(asic="th2")).remarks == ()


def test_the_same_fault_in_many_places_is_one_remark() -> None:
    text = "".join(f"interface Ethernet{port}\n   priority-flow-control priority 9 no-drop\n!\n" for port in (1, 2, 10))
    (remark,) = remarks(text)
    assert (remark.at, remark.also_at) == ((2, 4), ((5, 4), (8, 4)))
    assert remark.ports == ("Ethernet1", "Ethernet2", "Ethernet10")


def test_a_fault_in_a_profile_names_the_ports_that_use_it() -> None:
    text = (
        "qos profile P\n   uc-tx-queue 3\n      bandwidth percent 0\n!\ninterface Ethernet1-2\n   service-profile P\n"
    )
    (remark,) = remarks(text)
    assert remark.ports == ("Ethernet1", "Ethernet2")


def test_a_counter_on_the_interface_counts_what_the_profile_marks() -> None:
    text = (
        "qos profile P\n   uc-tx-queue 3\n"
        "      random-detect ecn minimum-threshold 2 bytes maximum-threshold 9 bytes\n!\n"
        "interface Ethernet1\n   service-profile P\n   uc-tx-queue 3\n      random-detect ecn count\n"
    )
    assert remarks(text) == ()
