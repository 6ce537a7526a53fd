"""Port names written short, without losing one."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.report.port_ranges import shorten


@pytest.mark.parametrize(
    ("ports", "short"),
    [
        ([], ""),
        (["Ethernet0"], "Ethernet0"),
        (["Ethernet0", "Ethernet8"], "Ethernet0, Ethernet8 (2 ports)"),
        ([f"Ethernet{8 * n}" for n in range(64)], "Ethernet0-504 (64 ports)"),
        ([f"Ethernet{n}/1" for n in range(1, 33)], "Ethernet1-32/1 (32 ports)"),
        ([f"Ethernet{n}/{lane}" for n in range(1, 33) for lane in (1, 5)], "Ethernet1-32/1, Ethernet1-32/5 (64 ports)"),
        ([f"Ethernet1/{n}/{lane}" for n in range(1, 9) for lane in range(1, 5)], "Ethernet1/1-8/1-4 (32 ports)"),
        (["Ethernet0", "Ethernet8", "Ethernet16", "Ethernet504"], "Ethernet0-16, Ethernet504 (4 ports)"),
        (["et-0/0/0", "et-0/0/1", "et-0/0/2", "Management1"], "et-0/0/0-2, Management1 (4 ports)"),
        (["Ethernet007", "Ethernet008", "Ethernet009"], "Ethernet007, Ethernet008, Ethernet009 (3 ports)"),
        ([""], ""),
    ],
)
def test_ports_are_shortened(ports: list[str], short: str) -> None:
    assert shorten(ports) == short


def test_what_does_not_fit_is_counted() -> None:
    ports = [f"Ethernet{n * n}" for n in range(20)]
    assert shorten(ports, most=3) == "Ethernet0, Ethernet1, Ethernet4, ... (20 ports)"


NUMBERS = st.lists(st.integers(0, 600), min_size=2, max_size=64, unique=True).map(sorted)


@given(NUMBERS)
def test_no_port_is_lost_or_invented(numbers: list[int]) -> None:
    """Each range is its ends and a constant step, so the members are found again from ends and count."""
    short = shorten([f"Ethernet{number}" for number in numbers], most=1000)
    assert short.endswith(f" ({len(numbers)} ports)")
    ends = [tuple(map(int, found)) for found in re.findall(r"Ethernet(\d+)(?:-(\d+))?", short) if found[1]]
    single = [int(found) for found in re.findall(r"Ethernet(\d+)(?![\d-])", short)]
    for first, last in ends:
        inside = [number for number in numbers if first <= number <= last]
        steps = {after - before for before, after in pairwise(inside)}
        assert len(steps) == 1
        assert len(inside) >= 3
        single += inside
    assert sorted(single) == numbers
