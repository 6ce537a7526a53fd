"""Judging takes time in proportion to the text: 1,024 ports in a second, not in ten."""

import json
import time
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from roceconf.nos.sonic import OS
from roceconf.rules import all_rules, find_rule
from roceconf.rules.context import Context, Supplied
from roceconf.rules.headroom.length import _not_growing
from roceconf.rules.runner import judge
from roceconf.switch import Hints
from tests.nos.sonic.texts import config

MOST_CPU_S = 6.0
"""Three times what either takes on a busy machine; before they grew with the square it was eight and more."""


def _of_ports(count: int) -> str:
    """A switch of so many ports with 16 rows each, all bound to the same profiles, each with its own detection time."""
    tables = config()
    ports = [f"Ethernet{number}" for number in range(count)]
    for table in ("PORT", "PORT_QOS_MAP", "PFC_WD"):
        row = tables[table].pop("Ethernet8")
        tables[table] |= dict.fromkeys(ports, row)
    tables["CABLE_LENGTH"]["AZURE"] = dict.fromkeys(ports, "40m")
    tables["PFC_WD"] |= {
        port: tables["PFC_WD"]["Ethernet0"] | {"detection_time": f"{400 + number}"} for number, port in enumerate(ports)
    }
    for table, profile in (("BUFFER_PG", "ingress_lossy_profile"), ("BUFFER_QUEUE", "egress_lossless_profile")):
        tables[table] = {f"{port}|{index}": {"profile": profile} for port in ports for index in range(8)}
    return json.dumps(tables, indent=1)


def test_many_ports_are_read_and_judged_in_proportion() -> None:
    text = _of_ports(1024)
    began = time.process_time()
    reading = OS.read(text, Hints())
    judge(Context(reading, Supplied(roce_dscps=(26,), cnp_dscps=(48,))), all_rules(), "x")
    assert len(reading.switch.groups) == 1024
    assert time.process_time() - began < MOST_CPU_S


def test_many_headroom_rows_are_compared_in_proportion() -> None:
    rows = (f"{speed} {metres}m 0 0 {metres + speed} 0 0" for speed in (100_000, 400_000) for metres in range(1, 2000))
    reading = OS.read("\n".join(rows), Hints())
    began = time.process_time()
    judge(Context(reading, Supplied()), [find_rule("HDR105")], "x")
    assert time.process_time() - began < MOST_CPU_S / 3


@given(st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 6)), st.integers(1, 6)))
def test_what_does_not_grow_is_what_comparing_every_two_would_find(kept: dict[tuple[int, int], int]) -> None:
    def outdone(one: tuple[int, int], other: tuple[int, int]) -> bool:
        if one[0] > other[0] or one[1] > other[1]:
            return False
        return kept[one] > kept[other] or (kept[one] == kept[other] and one[0] == other[0])

    found = list(_not_growing(kept))
    assert all(outdone(less, more) for less, more in found)
    assert {more for _, more in found} == {more for less, more in permutations(kept, 2) if outdone(less, more)}
