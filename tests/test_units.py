"""Quantities: what is read, what is refused, and in which words."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf import units
from roceconf.units import Size


def detection_ms(value: object) -> int:
    return units.milliseconds(value, 10, 60_000)


@pytest.mark.parametrize(
    ("said", "in_bytes"),
    [
        ("950KB", 950_000),
        ("950kB", 950_000),
        ("64KiB", 65_536),
        ("1.5MB", 1_500_000),
        ("2MiB", 2_097_152),
        ("267196860B", 267_196_860),
        ("64 KiB", 65_536),
    ],
)
def test_sizes_in_bytes(said: str, in_bytes: int) -> None:
    assert units.size(said).as_bytes == in_bytes
    assert units.size(said).as_cells is None
    assert units.size(said).in_bytes(cell_bytes=254) == in_bytes


def test_a_size_in_cells_becomes_bytes_by_the_chip() -> None:
    size = units.size("1200cells")
    assert (size.as_cells, size.as_bytes, size.in_bytes(cell_bytes=254)) == (1200, None, 304_800)


@pytest.mark.parametrize(
    ("read", "said", "value"),
    [
        (detection_ms, "200ms", 200),
        (detection_ms, "0.2s", 200),
        (detection_ms, "60s", 60_000),
        (units.speed_mbps, "800G", 800_000),
        (units.speed_mbps, "1.6T", 1_600_000),
        (units.speed_mbps, "1600G", 1_600_000),
        (units.cable_m, "40m", 40),
        (units.cable_m, "0.5m", 0.5),
        (units.cable_m, "2km", 2000),
        (units.percent, 7, 7),
        (units.percent, 7.5, 7.5),
        (units.percent, "7%", 7),
        (units.percent, "0.5%", 0.5),
        (units.percent, 100, 100),
        (units.alpha, "1/8", Fraction(1, 8)),
        (units.alpha, 0.125, Fraction(1, 8)),
        (units.alpha, 8, Fraction(8)),
        (units.alpha, "1/128", Fraction(1, 128)),
    ],
)
def test_read(read: Callable[[object], object], said: object, value: object) -> None:
    assert read(said) == value


@pytest.mark.parametrize(
    ("read", "said", "words"),
    [
        (units.size, 950, "950 has no unit; write 950KB or 950B"),
        (units.size, "950", "has no unit"),
        (units.size, "950kb", "is no size"),
        (units.size, "0KB", "is zero"),
        (units.size, "-1KB", "below zero"),
        (units.size, "0.5B", "no whole number of bytes"),
        (units.size, "1.5cells", "no whole number of cells"),
        (units.size, "267196861B", "more buffer than any Tomahawk"),
        (units.size, "682161cells", "more than any Tomahawk"),
        (units.size, float("nan"), "is no size"),
        (units.size, float("inf"), "is no size"),
        (units.size, True, "true is no size"),
        (units.size, [1], "a list is no size"),
        (detection_ms, 200, "200 has no unit; write 200ms"),
        (detection_ms, "9ms", "out of range (10ms to 60000ms)"),
        (detection_ms, "61s", "out of range"),
        (detection_ms, "0.0125s", "no whole number of milliseconds"),
        (units.speed_mbps, 800, "800 has no unit; write 800G"),
        (units.speed_mbps, 400_000, "400000 has no unit; write 400G"),
        (units.speed_mbps, 7, "7 has no unit; write one of 10G"),
        (units.speed_mbps, "300G", "no speed of an Ethernet port"),
        (units.speed_mbps, "800", "has no unit"),
        (units.speed_mbps, "0G", "is zero"),
        (units.cable_m, 40, "40 has no unit; write 40m"),
        (units.cable_m, "0m", "rdma: false"),
        (units.cable_m, "121km", "too long"),
        (units.cable_m, "40ft", "is no cable length"),
        (units.percent, 0.07, "0.07 looks like a fraction; write 7 for 7 percent"),
        (units.percent, 0, "out of range"),
        (units.percent, -1, "out of range"),
        (units.percent, 101, "out of range"),
        (units.percent, float("nan"), "out of range"),
        (units.percent, "7", "has no unit; write 7%"),
        (units.percent, True, "is no percentage"),
        (units.alpha, 3, "is no alpha"),
        (units.alpha, 0, "dynamic_th 0, write 1"),
        (units.alpha, -3, "dynamic_th -3, write 1/8"),
        (units.alpha, "1/3", "is no alpha"),
        (units.alpha, "1/0", "is no alpha"),
        (units.alpha, float("inf"), "is no alpha"),
    ],
)
def test_refused(read: Callable[[object], object], said: object, words: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read(said)
    assert words in str(caught.value)


@given(
    st.decimals(min_value=Decimal("0.001"), max_value=250, places=3),
    st.sampled_from(["KB", "KiB", "MB", "MiB", "B", "cells"]),
)
def test_a_size_survives_its_text(number: Decimal, unit: units.SizeUnit) -> None:
    try:
        size = Size(number, unit)
    except ValueError:
        return  # no whole number of bytes
    again = units.size(str(size))
    assert again == size
    assert again.in_bytes(208) == size.in_bytes(208)


@given(st.integers(10, 60_000))
def test_milliseconds_are_said_in_seconds_too(time_ms: int) -> None:
    assert detection_ms(f"{time_ms}ms") == time_ms
    assert detection_ms(f"{Decimal(time_ms) / 1000:f}s") == time_ms


@given(st.decimals(min_value=Decimal("0.1"), max_value=120_000, places=1))
def test_metres_are_said_in_kilometres_too(length_m: Decimal) -> None:
    assert units.cable_m(f"{length_m:f}m") == float(length_m)
    assert units.cable_m(f"{length_m / 1000:f}km") == float(length_m)


@given(st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.lists(st.integers()), st.none()))
def test_anything_else_is_refused_with_a_sentence(value: object) -> None:
    readers: list[Callable[[object], object]] = [
        units.size,
        units.speed_mbps,
        units.cable_m,
        units.percent,
        units.alpha,
        detection_ms,
    ]
    for read in readers:
        message = "it was read"
        try:
            read(value)
        except ValueError as error:
            message = str(error)
        assert len(message) > 8


def test_short_times_are_nanoseconds_or_microseconds() -> None:
    assert units.nanoseconds("1160ns", "round trip", 0, 10_000) == 1160
    assert units.nanoseconds("8us", "round trip", 0, 10_000) == 8000
    assert units.nanoseconds("0.5 us", "round trip", 0, 10_000) == 500


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (8, "8 has no unit; write 8ns"),
        ("8", "8 has no unit; write 8ns"),
        ("8ms", "'8ms' is no round trip; write it with its unit, such as 1200ns or 8us"),
        ("0.5ns", "0.5ns is no whole number of nanoseconds"),
        ("11us", r"11us is out of range \(0ns to 10,000ns\)"),
    ],
)
def test_what_is_no_short_time(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        units.nanoseconds(value, "round trip", 0, 10_000)


@pytest.mark.parametrize(("value", "percent"), [(0, 0), ("0%", 0), ("0.0 %", 0), (15, 15), ("15%", 15), (100.0, 100)])
def test_a_share_may_be_nothing(value: object, percent: float) -> None:
    assert units.share_percent(value) == percent


@pytest.mark.parametrize("value", [-1, 101, 0.5, "0", True, False, None, "150%"])
def test_what_is_no_share(value: object) -> None:
    with pytest.raises(ValueError, match=r"write|range"):
        units.share_percent(value)
