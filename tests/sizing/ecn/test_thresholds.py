"""Marking thresholds: the published numbers, the caps, and what they promise."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import Marking, alpha_of, ecn_thresholds, presets
from tests.sizing.recombine import recombine

speeds = st.sampled_from([10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000])
markings = st.builds(
    Marking,
    alpha=st.integers(-8, 7).map(alpha_of),
    shared_bytes=st.integers(1, 10**9),
    lossless_groups=st.integers(1, 8),
    fan_out=st.integers(1, 128),
    fan_in=st.integers(1, 128),
)


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


@pytest.mark.parametrize(
    ("preset", "speed_mbps", "expected"),
    [
        ("hpcc", 25_000, (100_000, 400_000, 20)),
        ("hpcc", 400_000, (1_600_000, 6_400_000, 20)),
        ("nvidia", 400_000, (150_000, 1_500_000, 100)),
        ("cisco", 400_000, (150_000, 3_000_000, 7)),
        ("microsoft-sonic", 100_000, (1_048_576, 2_097_152, 5)),
        ("microsoft-sonic-th", 100_000, (250_000, 2_097_152, 5)),
        ("microsoft-sonic-th2", 100_000, (2_000_000, 10_000_000, 5)),
        ("azure-local-cisco", 100_000, (300_000, 300_000, 100)),
        ("azure-local-dell", 25_000, (150_000, 1_500_000, 100)),
        ("dcqcn15", 40_000, (5_000, 200_000, 1)),
    ],
)
def test_the_presets(preset: str, speed_mbps: int, expected: tuple[int, int, int]) -> None:
    assert ecn_thresholds(speed_mbps, preset=preset)[:3] == expected


def test_the_caps_of_the_literature() -> None:
    # Tomahawk's 10.88 MB in one piece, alpha 1, two classes: 113 kB for 32 queues, 453 kB for 8
    for queues, kilobytes in ((32, 113), (8, 453)):
        marking = Marking(alpha=1, shared_bytes=10_875_072, lossless_groups=2, fan_out=queues)
        capped = ecn_thresholds(400_000, marking=marking)
        assert capped.kmin_bytes // 1000 == kilobytes
        assert "kmin" in capped.capped
        assert f"capped at {capped.kmin_bytes} B" in capped.kmin.assumptions[0]


def test_a_large_buffer_caps_nothing() -> None:
    thresholds = ecn_thresholds(800_000, marking=Marking(alpha=1, shared_bytes=60_000_000))
    assert thresholds.capped == ()
    assert thresholds[:3] == (950_000, 3_000_000, 7)


@given(speeds, st.sampled_from(presets()), markings)
def test_marking_precedes_pfc(speed: int, preset: str, marking: Marking) -> None:
    thresholds = ecn_thresholds(speed, preset=preset, marking=marking)
    alpha, shared = Fraction(marking.alpha), marking.shared_bytes
    assert thresholds.kmin_bytes >= 0
    assert thresholds.kmax_bytes >= 0
    fan_out = alpha * shared / (marking.fan_out * (1 + alpha * marking.lossless_groups))
    incast = marking.fan_in * alpha * shared / (1 + alpha * marking.fan_in)
    assert thresholds.kmin_bytes < fan_out
    assert thresholds.kmax_bytes < incast
    free = ecn_thresholds(speed, preset=preset)
    assert thresholds.kmin_bytes <= free.kmin_bytes
    assert thresholds.kmax_bytes <= free.kmax_bytes
    assert ("kmin" in thresholds.capped) == (thresholds.kmin_bytes < free.kmin_bytes)
    assert ("kmax" in thresholds.capped) == (thresholds.kmax_bytes < free.kmax_bytes)
    assert recombine(thresholds.kmin) == thresholds.kmin_bytes
    assert recombine(thresholds.kmax) == thresholds.kmax_bytes


@given(speeds, st.sampled_from(presets()), markings)
def test_kmin_never_exceeds_kmax(speed: int, preset: str, marking: Marking) -> None:
    thresholds = ecn_thresholds(speed, preset=preset, marking=marking)
    assert thresholds.kmin_bytes <= thresholds.kmax_bytes
    assert 0 < thresholds.pmax_percent <= 100


@given(speeds, speeds)
def test_a_faster_port_marks_no_earlier(one: int, other: int) -> None:
    slow, fast = sorted((one, other))
    assert ecn_thresholds(slow).kmin_bytes <= ecn_thresholds(fast).kmin_bytes


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="one of azure-local-cisco"):
        ecn_thresholds(100_000, preset="cisko")
    with pytest.raises(ValueError, match="speed_mbps"):
        ecn_thresholds(0)
    with pytest.raises(ValueError, match="positive"):
        ecn_thresholds(100_000, marking=Marking(alpha=0, shared_bytes=1))
    with pytest.raises(ValueError, match="fan_out"):
        ecn_thresholds(100_000, marking=Marking(alpha=1, shared_bytes=1, fan_out=0))
