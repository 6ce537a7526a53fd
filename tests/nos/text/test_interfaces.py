import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.nos.text.interfaces import MOST, expand


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("Ethernet1/1-3", ["Ethernet1/1", "Ethernet1/2", "Ethernet1/3"]),
        ("ethernet 1/1, ethernet 1/3-4", ["ethernet1/1", "ethernet1/3", "ethernet1/4"]),
        ("Eth1/1 - 2", ["Eth1/1", "Eth1/2"]),
        ("ethernet1/1/1-1/1/3", ["ethernet1/1/1", "ethernet1/1/2", "ethernet1/1/3"]),
        ("Ethernet1/1-3/1", ["Ethernet1/1", "Ethernet2/1", "Ethernet3/1"]),
        ("Ethernet1-2/1", ["Ethernet1/1", "Ethernet2/1"]),
        (
            "range FourHundredGigE 1/0/95 to FourHundredGigE 1/0/97",
            ["FourHundredGigE1/0/95", "FourHundredGigE1/0/96", "FourHundredGigE1/0/97"],
        ),
        ("Ethernet1,1,2", ["Ethernet1", "Ethernet2"]),
        ("Port-Channel10", ["Port-Channel10"]),
    ],
)
def test_lists_are_expanded(names: str, expected: list[str]) -> None:
    assert list(expand(names)) == expected


@pytest.mark.parametrize(
    "names",
    [
        "Ethernet1/1-2/4",
        "Ethernet4-1",
        "Ethernet1-999999999999",
        "Ethernet1-5000",
        "1-4",
        "EthernetN/1",
        "Ethernet1/1,",
        "",
        "a" * 10_000,
    ],
)
def test_what_cannot_be_told_comes_back(names: str) -> None:
    assert expand(names) == (names,)


@given(st.text(alphabet="Eth0123456789/-,. to", max_size=40))
def test_any_text_gives_names_without_haste_or_harm(names: str) -> None:
    found = expand(names)
    assert 1 <= len(found) <= MOST
    assert len(set(found)) == len(found)


@given(st.integers(1, 64), st.integers(0, 20))
def test_a_range_has_both_its_ends(low: int, more: int) -> None:
    assert list(expand(f"Ethernet{low}/1-{low + more}/1")) == [f"Ethernet{n}/1" for n in range(low, low + more + 1)]
