"""PFC watchdog timers as SONiC's ``pfcwd start_default`` sets them."""

from __future__ import annotations

from typing import NamedTuple, cast

from roceconf.sizing.constants import read
from roceconf.sizing.derivation import Derivation, Term


class WatchdogTimers(NamedTuple):
    """Timers of the PFC watchdog in milliseconds, with the derivation of the detection time."""

    detection_ms: int
    restoration_ms: int
    poll_ms: int
    derivation: Derivation


def watchdog_timers(ports: int) -> WatchdogTimers:
    """Return the watchdog's default timers for a switch.

    Detection grows with the number of ports, because one poll walks them all; polling at half the detection time leaves
    a storm two polls to show, where SONiC's own default polls as seldom as it detects.

    Args:
        ports: ports the watchdog watches.

    Raises:
        ValueError: if there is no port.
    """
    if ports < 1:
        raise ValueError(f"a switch has at least one port, not {ports}")
    data = read("watchdog")
    source = cast("str", data["source"])
    base, step = cast("int", data["detection_ms"]), cast("int", data["ports_per_step"])
    longest = cast("list[int]", data["detection_limits_ms"])[1]
    shortest_poll, longest_poll = cast("list[int]", data["poll_limits_ms"])
    detection = min(base * max(1, (ports - 1) // step + 1), longest)
    derivation = Derivation(
        formula="min(t * max(1, floor((N - 1) / k) + 1), longest)",
        terms=(
            Term("detection for the first ports", "t", base, "ms", source),
            Term("ports", "N", ports, "", "given"),
            Term("ports a step", "k", step, "", source),
            Term("longest detection the daemon takes", "longest", longest, "ms", source),
        ),
        result=detection,
        unit="ms",
        assumptions=("restoration equals detection, as start_default sets it; polling at half of it",),
    )
    return WatchdogTimers(detection, detection, max(shortest_poll, min(detection // 2, longest_poll)), derivation)
