"""A hostile text is refused or read in time that grows with its length alone."""

import json
import time

import pytest

from roceconf.nos import network_os
from roceconf.nos.text.doubt import MOST_FIRST_WORDS
from roceconf.switch import Hints, NotReadableError, Reading

HEAD = "hostname l1\ninterface Ethernet1/1\n   priority-flow-control on\n"
MOST_CPU_S = 6.0
"""Several times what a busy machine takes; without the bounds it was half a minute and more."""


def _read(os: str, text: str) -> Reading:
    began = time.process_time()
    try:
        return network_os(os).read(text, Hints())
    finally:
        assert time.process_time() - began < MOST_CPU_S


def test_ranges_of_more_ports_than_any_switch_are_refused_at_their_line() -> None:
    blocks = (f"interface Ethernet{number}/1-4096\n   priority-flow-control on\n" for number in range(1, 200))
    with pytest.raises(NotReadableError, match="20,480 interfaces") as refused:
        _read("eos", "hostname x\n" + "".join(blocks))
    assert refused.value.line == 10


def test_single_ports_beyond_any_switch_are_refused_at_their_line() -> None:
    lines = (f"interface Ethernet{number}\n" for number in range(1, 30_000))
    with pytest.raises(NotReadableError, match="16,385 interfaces") as refused:
        _read("eos", "".join(lines))
    assert refused.value.line == 16_385


def test_one_range_named_again_and_again_is_refused() -> None:
    with pytest.raises(NotReadableError, match="4,096 interfaces are configured, 69,632 times"):
        _read("eos", "hostname x\n" + "interface Ethernet1/1-4096\n   priority-flow-control on\n" * 200)


def test_more_ports_than_any_switch_are_refused_in_tables_too() -> None:
    ports = {f"Ethernet{number}": {"speed": "400000"} for number in range(20_000)}
    with pytest.raises(NotReadableError, match="no switch has more than 16,384") as refused:
        _read("sonic", json.dumps({"PORT": ports, "CABLE_LENGTH": {}}, indent=0))
    assert refused.value.line == 3 + 3 * 16_384


def test_the_largest_switch_with_every_vlan_is_read() -> None:
    ports = "".join(f"interface Ethernet{slot}/1-8\n   priority-flow-control on\n" for slot in range(1, 129))
    reading = _read("eos", f"{HEAD}{ports}interface Vlan1-4094\n   mtu 9214\n")
    assert len(reading.switch.groups[0].ports) == 1_024


def test_one_interface_in_many_sections_is_put_together_in_proportion() -> None:
    reading = _read("eos", HEAD + "interface Ethernet1/1\n   mtu 9214\n" * 20_000)
    assert reading.switch.groups[0].mtu_bytes == 9_214


def test_invented_words_are_compared_up_to_a_bound_that_is_said() -> None:
    text = HEAD + "".join(f"   foo{number} bar\n" for number in range(100_000))
    (remark,) = (remark for remark in _read("eos", text).remarks if "not compared" in remark.message)
    assert remark.at == (len(HEAD.splitlines()) + 1 + MOST_FIRST_WORDS, 4)
    assert not remark.is_fatal


def test_a_bound_of_comparisons_leaves_known_beginnings_alone() -> None:
    routes = "".join(f"ip route 10.{number // 256}.{number % 256}.0/24 10.0.0.1\n" for number in range(5_000))
    text = f"{HEAD}{routes}interface Ethernet2/1\n   priority-flow-contrl on\n"
    messages = [remark.message for remark in _read("eos", text).remarks]
    assert any("priority-flow-contrl" in message for message in messages)
    assert not any("not compared" in message for message in messages)


@pytest.mark.parametrize("tail", ["x", "priority 3", "mode active"])
def test_a_line_of_many_words_that_may_be_cut_short_is_read_in_proportion(tail: str) -> None:
    for count, lines in ((70, 2_000), (5_000, 20)):
        text = "".join(f"dcbx appl {number} {'1 ' * count}{tail}\n" for number in range(lines))
        _read("eos", HEAD + text)
