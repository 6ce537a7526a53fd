"""Kmin against the round trip, and whether DCQCN acts before PFC."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import alpha_of, bounds_for, ecn_thresholds
from roceconf.sizing.ecn import reaction, round_trip
from tests.sizing.recombine import recombine

speeds = st.sampled_from([25_000, 100_000, 400_000, 800_000])
times = st.integers(100, 10_000_000)


@pytest.mark.parametrize(
    ("kmin", "percent", "holds"),
    [(79_999, 19, False), (80_000, 20, True), (400_000, 100, True), (2_000_000, 500, True), (2_000_001, 500, False)],
)
def test_kmin_is_held_against_the_product(kmin: int, percent: int, holds: bool) -> None:
    held = round_trip(kmin, 400_000, 8_000)
    assert (held.bdp_bytes, held.kmin_percent, held.holds) == (400_000, percent, holds)
    assert ("senders are slowed down" in held.said) == (kmin < 80_000)
    assert ("adds delay" in held.said) == (kmin > 2_000_000)


@pytest.mark.parametrize(
    ("kmin", "rtt", "words"),
    [
        (960_000, 8_000, "Kmin is 2.4 of the"),
        (48_000_000, 8_000, "Kmin is 120 of the bandwidth-delay product of 400,000 B, above 5"),
        (500_000_000_000, 8_000, "Kmin is 1,250,000 of the"),
        (5_200, 8_000_000, "Kmin is 0.000013 of the bandwidth-delay product of 400,000,000 B, below 0.2"),
    ],
)
def test_a_multiple_of_the_product_is_written_without_an_exponent(kmin: int, rtt: int, words: str) -> None:
    assert round_trip(kmin, 400_000, rtt).said.startswith(words)


def test_a_long_time_is_written_in_groups_of_digits() -> None:
    held = reaction(
        10_000, 400_000, 1_000_000_000, 50_500, alpha=1, shared_bytes=10**6, senders=2, ingress_mbps=400_000
    )
    assert "until a CNP acts (1,000,050.5 us)" in held.said


@given(st.integers(1, 10**12), speeds, st.integers(100, 10**12))
def test_nothing_that_is_said_of_time_has_an_exponent(kmin: int, speed: int, rtt: int) -> None:
    held = round_trip(kmin, speed, rtt)
    acts = reaction(kmin, speed, rtt, alpha=1, shared_bytes=10**9, senders=8, ingress_mbps=speed)
    for said in (held.said, acts.said, *held.derivation.assumptions):
        assert re.search(r"\de[+-]\d", said) is None


@given(st.integers(1, 10**8), speeds, times)
def test_the_product_recombines(kmin: int, speed: int, rtt: int) -> None:
    held = round_trip(kmin, speed, rtt)
    assert recombine(held.derivation) == held.kmin_percent
    assert held.holds == (Fraction(1, 5) <= Fraction(kmin * 8000, speed * rtt) <= 5)


@given(
    st.integers(1, 10**7), speeds, times, times, st.integers(-8, 7), st.integers(1, 10**9), st.integers(1, 128), speeds
)
def test_the_margin_is_what_theory_says(
    kmin: int, speed: int, rtt: int, cnp: int, exponent: int, shared: int, senders: int, ingress: int
) -> None:
    alpha = alpha_of(exponent)
    held = reaction(kmin, speed, rtt, cnp, alpha=alpha, shared_bytes=shared, senders=senders, ingress_mbps=ingress)
    assert recombine(held.derivation) == held.room_bytes - held.needed_bytes
    assert held.holds == (held.room_bytes >= held.needed_bytes)
    full = senders * alpha * shared / (1 + alpha * senders)
    needed = max(Fraction(0), Fraction(senders * ingress - speed, 8000)) * (rtt + cnp)
    if held.holds:
        assert full - kmin >= needed
    elif full - kmin >= needed:  # rounding is to the safe side, by less than two bytes
        assert full - kmin - needed < 2


def test_one_sender_at_equal_speed_fills_nothing() -> None:
    held = reaction(1000, 400_000, 8_000, alpha=1, shared_bytes=10_000_000, senders=1, ingress_mbps=400_000)
    assert (held.needed_bytes, held.holds) == (0, True)


def test_a_step_down_in_speed_congests_with_one_sender() -> None:
    held = reaction(1000, 400_000, 8_000, alpha=1, shared_bytes=1_000_000, senders=1, ingress_mbps=800_000)
    assert held.needed_bytes == 400_000 // 8 * 12  # 400G come in more than go out, for 8 us and a CNP interval of 4 us
    assert not held.holds
    assert held.said == (
        "one sender brings 600,000 B until a CNP acts (12 us); from Kmin to PFC the queue takes 499,000 B: PFC "
        "acts first, and DCQCN after it"
    )


def test_thresholds_tell_both() -> None:
    marking = bounds_for(1, 60_000_000, 2, fan_in=8, fan_out=8)
    held = ecn_thresholds(400_000, marking=marking, rtt_ns=8_000)
    assert held.round_trip is not None
    assert held.reaction is not None
    assert held.reaction.senders == 8
    assert held.reaction.needed_bytes == 7 * 50 * 12_000
    assert held.kmin.assumptions[2:] == (held.round_trip.said, held.reaction.said)
    slow = ecn_thresholds(400_000, marking=marking, rtt_ns=8_000, cnp_interval_ns=50_000)
    assert slow.reaction is not None
    assert slow.reaction.needed_bytes == 7 * 50 * 58_000
    assert ecn_thresholds(400_000, rtt_ns=8_000).reaction is None
    assert ecn_thresholds(400_000, marking=marking).round_trip is None


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="must be positive"):
        round_trip(0, 400_000, 8_000)
    with pytest.raises(ValueError, match="must be positive"):
        reaction(1, 400_000, 8_000, 0, alpha=1, shared_bytes=1, senders=1, ingress_mbps=1)
