"""The load of congestion notification packets, and the class that has to carry it."""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.nic import nic
from roceconf.sizing import CnpClass, CnpLoad, cnp_load, published_intervals_ns
from tests.sizing.recombine import recombine

counts = st.integers(1, 4096)
intervals = st.integers(1, 10_000_000)
speeds = st.sampled_from([10_000, 25_000, 100_000, 400_000, 800_000, 1_600_000])


@st.composite
def classes(draw: st.DrawFn) -> CnpClass:
    speed_mbps = draw(speeds)
    share = draw(st.none() | st.integers(1, 100) | st.decimals("0.01", "100", places=2).map(float))
    return CnpClass(speed_mbps, share, draw(st.none() | st.integers(1, speed_mbps * 10**6)))


@pytest.mark.parametrize(
    ("interval_ns", "bits_per_second"), [(4_000, 196_000_000), (2_000, 392_000_000), (50_000, 15_680_000)]
)
def test_one_limiter_at_the_published_intervals(interval_ns: int, bits_per_second: int) -> None:
    assert cnp_load(1, interval_ns=interval_ns).bits_per_second == bits_per_second


@pytest.mark.parametrize(
    ("tagged", "ipv6", "frame_bytes"), [(False, False, 98), (True, False, 102), (False, True, 118), (True, True, 122)]
)
def test_a_cnp_on_the_wire(tagged: bool, ipv6: bool, frame_bytes: int) -> None:
    load = cnp_load(1, interval_ns=4_000, tagged=tagged, ipv6=ipv6)
    assert load.frame_bytes == load.derivation.term("W").value == frame_bytes
    # 32 bytes of UDP payload, as in the published capture
    assert sum(load.derivation.term(symbol).value for symbol in ("bth", "reserved", "icrc")) == 32


def test_a_strict_class_has_the_port_and_a_shaped_one_its_ceiling() -> None:
    strict = cnp_load(8, interval_ns=4_000, served=CnpClass(400_000))
    assert strict[:4] == (1_568_000_000, 98, 400_000_000_000, 2040)
    assert strict.fits is True
    shaped = cnp_load(8, interval_ns=4_000, served=CnpClass(400_000, None, 1_000_000_000))
    assert shaped[2:4] == (1_000_000_000, 5)
    assert shaped.fits is False
    weighted = cnp_load(8, interval_ns=4_000, served=CnpClass(100_000, 1))
    assert weighted[2:4] == (1_000_000_000, 5)
    assert weighted.fits is False
    assert cnp_load(8, interval_ns=4_000).fits is None


def test_the_intervals_are_those_of_the_nics() -> None:
    assert published_intervals_ns() == (nic("dcqcn15").cnp_interval_ns, nic("connectx").cnp_interval_ns)


@given(counts, intervals, st.none() | classes(), st.booleans(), st.booleans())
def test_the_terms_recombine(
    limiters: int, interval_ns: int, served: CnpClass | None, tagged: bool, ipv6: bool
) -> None:
    load = cnp_load(limiters, interval_ns=interval_ns, served=served, tagged=tagged, ipv6=ipv6)
    assert recombine(load.derivation) == load.bits_per_second
    assert all(term.source for term in (*load.derivation.terms, *load.derivation.steps))
    assert load.bits_per_second == ceil(Fraction(limiters * load.frame_bytes * 8 * 10**9, interval_ns))
    if served is not None:
        assert load.derivation.term("C").value == load.capacity_bits_per_second
        assert load.derivation.term("m").value == load.limiters_carried


@given(intervals, classes())
def test_a_class_carries_just_as_many_limiters_as_it_says(interval_ns: int, served: CnpClass) -> None:
    def loaded(limiters: int) -> CnpLoad:
        return cnp_load(limiters, interval_ns=interval_ns, served=served)

    carried = loaded(1).limiters_carried
    assert carried is not None
    assert loaded(carried + 1).fits is False
    if carried:
        assert loaded(carried).fits is True


@given(counts, intervals)
def test_more_limiters_and_shorter_intervals_load_more(limiters: int, interval_ns: int) -> None:
    load = cnp_load(limiters, interval_ns=interval_ns).bits_per_second
    assert cnp_load(limiters + 1, interval_ns=interval_ns).bits_per_second > load
    assert cnp_load(limiters, interval_ns=interval_ns + 1).bits_per_second <= load


@pytest.mark.parametrize(
    ("limiters", "interval_ns", "served", "message"),
    [
        (0, 4_000, None, "at least one limiter, not 0"),
        (1, 0, None, "0 ns is no limit"),
        (1, -1, None, "-1 ns is no limit"),
        (1, 4_000, CnpClass(0), "no port runs at 0"),
        (1, 4_000, CnpClass(100_000, 0), "not 0 %"),
        (1, 4_000, CnpClass(100_000, 100.5), "not 100.5 %"),
        (1, 4_000, CnpClass(100_000, None, 0), "carries nothing"),
        (1, 4_000, CnpClass(10_000, None, 10_000_000_007), "lies 7 b/s above the port"),
    ],
)
def test_what_cannot_be_is_refused(limiters: int, interval_ns: int, served: CnpClass | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cnp_load(limiters, interval_ns=interval_ns, served=served)
