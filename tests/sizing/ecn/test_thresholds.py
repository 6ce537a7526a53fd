"""Marking thresholds: the published numbers, the caps, and what they promise."""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import Marking, alpha_of, bounds_for, ecn_thresholds, presets, rdma_packet
from tests.sizing.recombine import recombine

speeds = st.sampled_from([10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000])
PACKET = int(rdma_packet().value)
schools = st.sampled_from([name for name in presets() if name not in ("dctcp", "juniper")])


def markings() -> st.SearchStrategy[Marking]:
    return st.builds(
        Marking,
        alpha=st.integers(-8, 7).map(alpha_of),
        shared_bytes=st.integers(1, 10**9),
        lossless_groups=st.integers(1, 8),
        fan_out=st.integers(1, 128),
        fan_in=st.integers(1, 128),
    )


@st.composite
def roomy_markings(draw: st.DrawFn) -> Marking:
    """What leaves Kmin at least one RDMA packet, so that no school is refused for it."""
    bare = draw(markings())
    alpha = Fraction(bare.alpha)
    least = ceil((PACKET + 1) * bare.fan_out * (1 + alpha * bare.lossless_groups) / alpha)
    return bare._replace(shared_bytes=least + draw(st.integers(0, 10**6) | st.integers(0, 10**9)))


@pytest.mark.parametrize(
    ("speed_mbps", "kmin", "kmax"),
    [
        (10_000, 150_000, 3_000_000),
        (100_000, 150_000, 3_000_000),
        (200_000, 416_000, 3_000_000),
        (400_000, 950_000, 3_000_000),
        (800_000, 950_000, 3_000_000),
    ],
)
def test_the_defaults(speed_mbps: int, kmin: int, kmax: int) -> None:
    thresholds = ecn_thresholds(speed_mbps)
    assert thresholds[:3] == (kmin, kmax, 7)
    assert thresholds.capped == ()
    assert "not known" in thresholds.kmin.assumptions[0]


def test_the_caps_of_the_literature() -> None:
    # Tomahawk's 10.88 MB in one piece, alpha 1, two classes: 113 kB for 32 queues, 453 kB for 8
    for queues, kilobytes in ((32, 113), (8, 453)):
        marking = Marking(alpha=1, shared_bytes=10_875_072, lossless_groups=2, fan_out=queues, fan_in=2)
        capped = ecn_thresholds(400_000, marking=marking)
        assert capped.kmin_bytes // 1000 == kilobytes
        assert "kmin" in capped.capped
        assert f"capped at {capped.kmin_bytes:,} B" in capped.kmin.assumptions[0]


def test_a_large_buffer_caps_nothing() -> None:
    thresholds = ecn_thresholds(800_000, marking=Marking(alpha=1, shared_bytes=60_000_000, fan_out=8, fan_in=2))
    assert thresholds.capped == ()
    assert thresholds[:3] == (950_000, 3_000_000, 7)


@given(speeds, schools, markings())
def test_marking_precedes_pfc_or_is_refused(speed: int, preset: str, marking: Marking) -> None:
    free = ecn_thresholds(speed, preset=preset, rtt_ns=8_000)
    alpha, shared = Fraction(marking.alpha), marking.shared_bytes
    fan_out = alpha * shared / (marking.fan_out * (1 + alpha * marking.lossless_groups))
    incast = marking.fan_in * alpha * shared / (1 + alpha * marking.fan_in)
    if ceil(fan_out) - 1 < PACKET:  # the bound of Kmax is never the lower one
        with pytest.raises(ValueError, match=f"at most {ceil(fan_out) - 1:,} B .* less than one RDMA packet"):
            ecn_thresholds(speed, preset=preset, marking=marking, rtt_ns=8_000)
        return
    held = ecn_thresholds(speed, preset=preset, marking=marking, rtt_ns=8_000)
    assert PACKET <= held.kmin_bytes <= held.kmax_bytes
    assert held.kmin_bytes == min(free.kmin_bytes, ceil(fan_out) - 1) < fan_out
    assert held.kmax_bytes == min(free.kmax_bytes, ceil(incast) - 1) < incast
    for derivation in (held.kmin, held.kmax, held.pmax):
        assert recombine(derivation) == derivation.result


@given(speeds, schools, roomy_markings())
def test_every_cap_is_said_with_both_numbers(speed: int, preset: str, marking: Marking) -> None:
    held = ecn_thresholds(speed, preset=preset, marking=marking, rtt_ns=8_000)
    free = ecn_thresholds(speed, preset=preset, rtt_ns=8_000)
    lowered = {"kmin": held.kmin_bytes < free.kmin_bytes, "kmax": held.kmax_bytes < free.kmax_bytes}
    assert set(held.capped) == {name for name, is_lower in lowered.items() if is_lower}
    assert [cap.threshold.lower() for cap in held.caps] == list(held.capped)
    for cap in held.caps:
        derivation = held.kmin if cap.threshold == "Kmin" else held.kmax
        assert cap.allowed_bytes == derivation.result < cap.asked_bytes
        assert f"{cap.allowed_bytes:,} B" in derivation.assumptions[0]
        assert f"{cap.asked_bytes:,} B" in derivation.assumptions[0]


@given(speeds, schools, roomy_markings())
def test_the_most_a_threshold_may_be_is_a_number_whether_it_caps_or_not(
    speed: int, preset: str, marking: Marking
) -> None:
    held = ecn_thresholds(speed, preset=preset, marking=marking, rtt_ns=8_000)
    free = ecn_thresholds(speed, preset=preset, rtt_ns=8_000)
    assert (free.kmin_allowed_bytes, free.kmax_allowed_bytes) == (None, None)
    assert held.kmin_allowed_bytes is not None
    assert held.kmax_allowed_bytes is not None
    assert held.kmin_bytes == min(free.kmin_bytes, held.kmin_allowed_bytes)
    assert held.kmax_bytes == min(free.kmax_bytes, held.kmax_allowed_bytes)
    for most, derivation in ((held.kmin_allowed_bytes, held.kmin), (held.kmax_allowed_bytes, held.kmax)):
        assert most < derivation.term("limit").value <= most + 1


def test_a_bound_says_what_it_takes_for_granted_and_a_cap_how_near_pfc_is() -> None:
    held = ecn_thresholds(800_000, preset="hpcc", marking=Marking(1, 20_000_000, fan_out=8, fan_in=1))
    assert set(held.capped) == {"kmin", "kmax"}
    for derivation, more, instead in ((held.kmin, "p + k", "p"), (held.kmax, "f + k", "f")):
        assert "marking and PFC come within a frame or two of each other" in derivation.assumptions[0]
        assert derivation.assumptions[1] == (
            "this holds while no other priority group of the partition is at its threshold: with k others "
            f"{more} stands for {instead} in the denominator"
        )
    assert all("within a frame or two" in cap.why for cap in held.caps)
    roomy = ecn_thresholds(800_000, marking=Marking(1, 10**9, fan_out=1, fan_in=1))
    assert roomy.capped == ()
    assert "within a frame" not in roomy.kmin.assumptions[0]
    assert "no other priority group" in roomy.kmin.assumptions[1]


@given(st.integers(-8, 7).map(alpha_of), st.integers(10**6, 10**9), st.integers(1, 8), st.integers(1, 64))
def test_a_stated_fan_in_never_loosens_the_cap_of_kmax(alpha: Fraction, shared: int, groups: int, fan_in: int) -> None:
    stated = bounds_for(alpha, shared, groups, fan_in=fan_in, fan_out=8, ingress_mbps=800_000)
    assert stated == Marking(alpha, shared, 8, 1, groups, fan_in, 800_000)
    alone = ceil(alpha * shared / (1 + alpha)) - 1
    try:
        held = ecn_thresholds(800_000, preset="hpcc", marking=stated, rtt_ns=8_000)
    except ValueError:
        return
    assert held.kmax_allowed_bytes == alone
    assert held.reaction is not None
    assert held.reaction.senders == fan_in


def test_caps_that_leave_no_slope_say_so() -> None:
    held = ecn_thresholds(800_000, preset="hpcc", marking=Marking(1, 4_000_000, fan_out=1, fan_in=1))
    assert held.kmin_bytes == held.kmax_bytes == 1_999_999
    assert held.cautions == ("the caps leave no slope: every packet is marked from 1,999,999 B on, none below",)
    assert "a step" in held.pmax.assumptions[0]


def test_the_slope_is_pmax_over_the_width() -> None:
    held = ecn_thresholds(400_000)
    assert held.pmax.result == 7
    assert held.pmax.term("slope").value == pytest.approx(7 / 2050)


def test_one_sender_is_the_hardest_case_for_kmax() -> None:
    bounds = [
        ecn_thresholds(800_000, preset="hpcc", marking=Marking(1, 20_000_000, fan_out=8, fan_in=senders)).kmax_bytes
        for senders in (1, 2, 3)
    ]
    assert bounds == [9_999_999, 12_800_000, 12_800_000]


@given(speeds, speeds)
def test_a_faster_port_marks_no_earlier(one: int, other: int) -> None:
    slow, fast = sorted((one, other))
    assert ecn_thresholds(slow).kmin_bytes <= ecn_thresholds(fast).kmin_bytes


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="one of arista-avd"):
        ecn_thresholds(100_000, preset="cisko")
    with pytest.raises(ValueError, match="speed_mbps"):
        ecn_thresholds(0)
    with pytest.raises(ValueError, match="positive"):
        ecn_thresholds(100_000, marking=Marking(alpha=0, shared_bytes=1, fan_out=1, fan_in=1))
    with pytest.raises(ValueError, match="incast must be at least 1"):
        ecn_thresholds(100_000, marking=Marking(alpha=1, shared_bytes=1, fan_out=1, fan_in=1, incast=0))
    with pytest.raises(ValueError, match="ingress_mbps"):
        ecn_thresholds(100_000, marking=Marking(alpha=1, shared_bytes=1, fan_out=1, fan_in=1, ingress_mbps=0))
    with pytest.raises(ValueError, match="rtt_ns"):
        ecn_thresholds(100_000, rtt_ns=0)
    with pytest.raises(ValueError, match="fan_out"):
        ecn_thresholds(100_000, marking=Marking(alpha=1, shared_bytes=1, fan_out=0, fan_in=1))
