"""Watchdog timers as SONiC's start_default sets them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import watchdog_timers
from tests.sizing.recombine import recombine


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


def test_no_port_no_watchdog() -> None:
    with pytest.raises(ValueError, match="at least one port"):
        watchdog_timers(0)
