"""Watchdog timers as SONiC's start_default sets them, and the bounds between which timers make sense."""

from fractions import Fraction
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import alpha_of, check_watchdog, watchdog_bounds, watchdog_timers
from roceconf.sizing.watchdog import pause_refresh_ns, rnic_gives_up_ms
from tests.sizing.recombine import recombine

speeds = st.sampled_from([10_000, 25_000, 100_000, 800_000])


@pytest.mark.parametrize(
    ("ports", "detection", "poll"),
    [
        (1, 200, 100),
        (32, 200, 100),
        (33, 400, 200),
        (64, 400, 200),
        (128, 800, 400),
        (512, 3200, 1000),
        (1024, 5000, 1000),
    ],
)
def test_timers_grow_with_the_switch(ports: int, detection: int, poll: int) -> None:
    timers = watchdog_timers(ports)
    assert timers[:3] == (detection, detection, poll)


@given(st.integers(1, 2048))
def test_timers_are_what_the_daemon_takes(ports: int) -> None:
    timers = watchdog_timers(ports)
    assert 100 <= timers.detection_ms <= 5000
    assert 100 <= timers.restoration_ms <= 60000
    assert 100 <= timers.poll_ms <= 1000
    assert 2 * timers.poll_ms <= timers.detection_ms
    assert recombine(timers.derivation) == timers.detection_ms


@pytest.mark.parametrize(
    ("ports", "said", "settled"),
    [
        (64, {"detection_ms": 1000}, (1000, 1000, 500)),
        (64, {"detection_ms": 4000}, (4000, 4000, 1000)),  # the daemon polls at least once a second
        (512, {}, (3200, 3200, 1000)),
        (64, {"restoration_ms": 5000}, (400, 5000, 200)),
        (64, {"restoration_ms": 300}, (300, 300, 150)),  # detection follows a restoration that is shorter
        (64, {"detection_ms": 400, "restoration_ms": 200}, (400, 200, 100)),  # both are said: judged, not changed
        (32, {"poll_ms": 1000}, (2000, 2000, 1000)),
        (32, {"poll_ms": 50}, (200, 200, 50)),
        (32, {"detection_ms": 120}, (120, 120, 100)),
        (32, {"detection_ms": 50}, (50, 100, 100)),  # what is settled keeps within what the daemon takes
        (32, {"detection_ms": 300, "restoration_ms": 900, "poll_ms": 70}, (300, 900, 70)),
        (32, {"restoration_ms": 60, "poll_ms": 900}, (100, 60, 900)),
    ],
)
def test_timers_that_are_not_said_follow_those_that_are(
    ports: int, said: dict[str, int], settled: tuple[int, int, int]
) -> None:
    timers = watchdog_timers(ports, **said)
    assert timers[:3] == settled
    assert recombine(timers.derivation) == timers.detection_ms


maybe = st.none() | st.integers(1, 100_000)


@given(st.integers(1, 2048), maybe, maybe, maybe)
def test_what_is_said_stays_and_what_is_settled_suits_the_daemon(
    ports: int, detection: int | None, restoration: int | None, poll: int | None
) -> None:
    timers = watchdog_timers(ports, detection_ms=detection, restoration_ms=restoration, poll_ms=poll)
    limits = ((100, 5000), (100, 60_000), (100, 1000))
    for said, settled, (shortest, longest) in zip((detection, restoration, poll), timers[:3], limits, strict=True):
        assert settled == said if said is not None else shortest <= settled <= longest
    assert recombine(timers.derivation) == timers.detection_ms
    if restoration is None:
        assert timers.restoration_ms >= min(timers.detection_ms, 60_000)
    elif detection is None and restoration >= 100:
        assert timers.detection_ms <= restoration
    if poll is None and min(timers[:2]) >= 200:
        assert 2 * timers.poll_ms <= min(timers[:2])


@pytest.mark.parametrize("said", [{"detection_ms": 0}, {"restoration_ms": -1}, {"poll_ms": 0}])
def test_a_timer_of_no_length_is_refused(said: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(said)).removesuffix('_ms')} must be positive"):
        watchdog_timers(32, **said)


def test_the_bounds_carry_the_factors_they_were_made_with() -> None:
    bounds = watchdog_bounds(slowest_mbps=25_000, alpha=1, shared_bytes=60_000_000)
    assert (bounds.honest_pauses, bounds.retry_share) == (10, Fraction(1, 2))
    assert bounds.lower is not None
    assert bounds.lower.term("margin").value == bounds.honest_pauses
    assert bounds.upper.term("share").value == bounds.retry_share


def test_no_port_no_watchdog() -> None:
    with pytest.raises(ValueError, match="at least one port"):
        watchdog_timers(0)


@pytest.mark.parametrize(
    ("speed_mbps", "pause_ns"), [(100_000, 335_539), (400_000, 83_884), (800_000, 41_942), (1_600_000, 20_971)]
)
def test_a_pause_frame_holds_for_65535_quanta(speed_mbps: int, pause_ns: int) -> None:
    assert pause_refresh_ns(speed_mbps) == pause_ns


@pytest.mark.parametrize(("timeout", "gives_up"), [(14, 469), (18, 7_516), (20, 30_064)])
def test_an_rnic_gives_up_after_its_retries(timeout: int, gives_up: int) -> None:
    assert rnic_gives_up_ms(timeout) == gives_up
    bounds = watchdog_bounds(rnic_timeout=timeout)
    assert bounds.upper_ms == int(4.096 * 2**timeout * 7 / 2000)
    assert bounds.rnic_gives_up_ms == gives_up
    assert (bounds.lower_ms, bounds.lower, bounds.honest_pause_ms) == (None, None, None)


def test_the_lower_bound_is_ten_honest_pauses() -> None:
    bounds = watchdog_bounds(slowest_mbps=25_000, alpha=1, shared_bytes=60_000_000)
    assert (bounds.honest_pause_ms, bounds.lower_ms) == (20, 192)  # 60 MB at 3.125 MB a millisecond
    assert watchdog_bounds(slowest_mbps=25_000, alpha=0.125, shared_bytes=60_000_000).lower_ms == 24
    # No group holds more than there is.
    assert watchdog_bounds(slowest_mbps=25_000, alpha=8, shared_bytes=60_000_000).lower_ms == 192


@given(
    st.sampled_from([10_000, 25_000, 100_000, 800_000]), st.integers(-8, 7), st.integers(1, 10**9), st.integers(1, 31)
)
def test_bounds_recombine(speed: int, exponent: int, shared: int, timeout: int) -> None:
    bounds = watchdog_bounds(slowest_mbps=speed, alpha=alpha_of(exponent), shared_bytes=shared, rnic_timeout=timeout)
    assert bounds.lower is not None
    assert bounds.lower_ms is not None
    assert bounds.honest_pause_ms is not None
    assert recombine(bounds.lower) == bounds.lower_ms
    assert recombine(bounds.upper) == bounds.upper_ms
    assert bounds.lower_ms <= 10 * bounds.honest_pause_ms < bounds.lower_ms + 10


def test_what_is_wrong_with_timers_is_said() -> None:
    bounds = watchdog_bounds(slowest_mbps=10_000, alpha=1, shared_bytes=60_000_000)
    assert check_watchdog(bounds, detection_ms=500, restoration_ms=500, poll_ms=250) == ()
    assert check_watchdog(bounds, detection_ms=50, restoration_ms=40, poll_ms=60) == (
        "detection 50 ms is below 480 ms, 10 honest pauses of one switch",
        "restoration 40 ms is below detection 50 ms",
        "poll 60 ms is above detection 50 ms",
        "detection 50 ms is outside what SONiC's daemon takes, 100 to 5,000 ms",
        "restoration 40 ms is outside what SONiC's daemon takes, 100 to 60,000 ms",
        "poll 60 ms is outside what SONiC's daemon takes, 100 to 1,000 ms",
    )
    (said,) = check_watchdog(bounds, detection_ms=4_000, restoration_ms=4_000, poll_ms=1_000)
    assert said == (
        "detection 4,000 ms is above 3,758 ms, 50% of the 7,516 ms after which an RNIC with timeout 18 gives up"
    )


@given(st.integers(1, 600))
def test_the_default_timers_stay_within_what_an_rnic_waits(ports: int) -> None:
    timers = watchdog_timers(ports)
    bounds = watchdog_bounds(slowest_mbps=100_000, alpha=1, shared_bytes=80_000_000)
    assert check_watchdog(
        bounds, detection_ms=timers.detection_ms, restoration_ms=timers.restoration_ms, poll_ms=timers.poll_ms
    ) == (() if timers.detection_ms <= bounds.upper_ms else (ANY,))


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 31, not 32"):
        watchdog_bounds(rnic_timeout=32)
    with pytest.raises(ValueError, match="1 to 31, not 0"):
        rnic_gives_up_ms(0)
    with pytest.raises(ValueError, match="must be positive"):
        watchdog_bounds(slowest_mbps=0, alpha=1, shared_bytes=1)
    with pytest.raises(ValueError, match="must be positive"):
        pause_refresh_ns(0)
