"""Port expressions."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.intent.ports import MAXIMUM_PORTS, expand


@pytest.mark.parametrize(
    ("expression", "count", "first", "last"),
    [
        ("Ethernet[0-504:8]", 64, "Ethernet0", "Ethernet504"),
        ("Ethernet[1-30]/1", 30, "Ethernet1/1", "Ethernet30/1"),
        ("Ethernet[1-32]/[1,5]", 64, "Ethernet1/1", "Ethernet32/5"),
        ("Ethernet[0-24:8,100]", 5, "Ethernet0", "Ethernet100"),
        ("Ethernet[7]", 1, "Ethernet7", "Ethernet7"),
        ("Ethernet0, Ethernet8,Ethernet[16-24:8]", 4, "Ethernet0", "Ethernet24"),
        ("et-0/0/[0-63]:0", 64, "et-0/0/0:0", "et-0/0/63:0"),
        ("ethernet-1/1", 1, "ethernet-1/1", "ethernet-1/1"),
        ("Ethernet[0-4095]", 4096, "Ethernet0", "Ethernet4095"),
    ],
)
def test_expanded(expression: str, count: int, first: str, last: str) -> None:
    ports = expand(expression)
    assert (len(ports), ports[0], ports[-1]) == (count, first, last)


def test_the_right_bracket_runs_fastest() -> None:
    assert expand("Ethernet[1-2]/[1,5]") == ("Ethernet1/1", "Ethernet1/5", "Ethernet2/1", "Ethernet2/5")


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("Ethernet[30-1]", "runs backwards; write Ethernet[1-30]"),
        ("Ethernet[0-8:0]", "the step of 0-8:0"),
        ("Ethernet[0-510:8]", "does not reach 510 in steps of 8; it ends at 504"),
        ("Ethernet[0-999999999]", "would be 1,000,000,000 ports"),
        ("Ethernet[0-99999]/[0-99999]/[0-99999]", "ports; no switch has more than 4,096"),
        ("Ethernet[0-4096]", "would be 4,097 ports"),
        ("Ethernet[1-2", "do not pair"),
        ("Ethernet1-2]", "do not pair"),
        ("Ethernet[[1-2]]", "do not pair"),
        ("Ethernet[]", "is no range"),
        ("Ethernet[a-b]", "is no range"),
        ("Ethernet[1-2-3]", "is no range"),
        ("Ethernet[01-04]", "leading zeros"),
        ("Ethernet1-30/1", "is a range without brackets; write Ethernet[1-30]/1"),
        ("Ethernet0-504:8", "is a range without brackets; write Ethernet[0-504:8]"),
        ("Ethernet0,,Ethernet8", "lacks a port name"),
        ("", "lacks a port name"),
        ("Ethernet 1", "is no port name"),
        ("12", "is no port name"),
        ("Ethernet[1-2],Ethernet2", "Ethernet2 is named twice"),
        ("Ethernet1\nshutdown", "is no port name"),
        ("E" * 70, "is no port name"),
        ("E" * 9000, "9,000 characters long"),
    ],
)
def test_refused(expression: str, words: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        expand(expression)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 250


@given(st.integers(0, 400), st.integers(0, 60), st.integers(1, 16), st.sampled_from(["", "/1", ":0"]))
def test_both_ends_are_included(first: int, steps: int, step: int, tail: str) -> None:
    last = first + steps * step
    assert expand(f"Ethernet[{first}-{last}:{step}]{tail}") == tuple(
        f"Ethernet{number}{tail}" for number in range(first, last + 1, step)
    )


@given(st.text(alphabet="Ethrn019[],-:/ \n", max_size=40) | st.text(max_size=40))
def test_any_text_gives_ports_or_a_sentence(expression: str) -> None:
    ports: tuple[str, ...] = ()
    message = ""
    try:
        ports = expand(expression)
    except ValueError as error:
        message = str(error)
    assert bool(ports) is not bool(message)
    assert len(set(ports)) == len(ports) <= MAXIMUM_PORTS


@pytest.mark.parametrize("expression", ["," * 8000, "[" * 8000, "[1]" * 2700, "E[1-9]" * 1300, "1-" * 4000])
def test_hostile_expressions_are_refused_at_once(expression: str) -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match=r"."):
        expand(expression)
    assert time.process_time() - start < 5
