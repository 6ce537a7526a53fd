"""Rules on how long the watchdog waits: not shorter than an honest pause, not longer than the RNIC does."""

from collections.abc import Iterator
from math import ceil

from roceconf.asic import speed_name
from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_groups
from roceconf.rules.derived.pausing import shared_by_lossless
from roceconf.rules.marking.shape import longest_queue
from roceconf.rules.model import Fault, rule
from roceconf.rules.watchdog.subject import place_of, watchdog_of
from roceconf.switch import PortGroup


@rule(
    "WDG109",
    "watchdog-cuts-honest-pause",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("SONiC HLD, PFC Watchdog", "IEEE 802.1Q 36 (PFC)", "sonic-swss orchagent/pfcwdorch.cpp"),
)
def detection_outlasts_honest_pauses(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog acts within a time for which a healthy switch may pause.

    What the fabric does
        A peer pauses until what its priority group holds has gone out. If the watchdog takes that for a storm, it drops
        the packets that PFC was to keep. Below one such pause this is a warning, below ten a note: congestion further
        on lengthens a pause by what no single switch knows.

    How to mend it
        Detect later, or keep slow ports out of the lossless class.

    Source
        A group holds at most alpha, and never more than all, of what one partition of the chip shares; it leaves at the
        slowest port that has PFC. The peer is taken to be a switch like this one. Derived, with a margin of ten.
    """
    watchdog = watchdog_of(group)
    slowest = _slowest_mbps(context)
    if watchdog is None or watchdog.detection_ms is None or slowest is None:
        return
    if context.default_of(group.ports[0], "watchdog.detection") is not None:
        return
    from roceconf.sizing import watchdog_bounds

    memory = longest_queue(context) if context.asic.buffer_bytes.value is not None else None
    most = None if memory is None else watchdog_bounds(slowest_mbps=slowest, alpha=1, shared_bytes=ceil(memory))
    if most is not None and most.lower_ms is not None and watchdog.detection_ms >= most.lower_ms:
        return  # not even the whole memory of a partition takes so long
    bounds = [
        watchdog_bounds(slowest_mbps=slowest, alpha=held.profile.alpha.factor, shared_bytes=shared.shared_bytes)
        for ports in context.switch.groups
        for held in lossless_groups(ports, context)
        if held.profile.alpha is not None and (shared := shared_by_lossless(ports, held.profile, context)) is not None
    ]
    longest = max(bounds, key=lambda each: each.lower_ms or 0, default=None)
    if longest is None or longest.lower is None or longest.lower_ms is None or longest.honest_pause_ms is None:
        return
    if watchdog.detection_ms >= longest.lower_ms:
        return
    held_bytes = int(longest.lower.term("held").value)
    is_shorter = watchdog.detection_ms < longest.honest_pause_ms
    than = "shorter than" if is_shorter else "less than ten times"
    detection = place_of(group, context, "detection")
    yield Fault(
        f"Watchdog detection {watchdog.detection_ms} ms is {than} the {longest.honest_pause_ms} ms in which a switch "
        f"like this one sends at {speed_name(slowest)} what one priority group may hold ({held_bytes:,} B): an honest "
        "pause may be taken for a storm, and its packets are dropped.",
        f"detect after {longest.lower_ms} ms or later, or keep ports of {speed_name(slowest)} out of the lossless "
        "class",
        detection,
        group.ports,
        {
            "detection_ms": watchdog.detection_ms,
            "honest_pause_ms": longest.honest_pause_ms,
            "lower_bound_ms": longest.lower_ms,
            "slowest_mbps": slowest,
            "held_bytes": held_bytes,
        },
        severity=None if is_shorter else Severity.NOTE,
    )


@rule(
    "WDG110",
    "watchdog-outlasts-retry",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "InfiniBand Architecture 1.3, 9.7.6.1.3: 4.096 us * 2^timeout",
        "NCCL transport net_ib: NCCL_IB_TIMEOUT 14, 18, 20 by release, NCCL_IB_RETRY_CNT 7",
    ),
)
def detection_ends_before_the_retries(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog acts so late that RNICs may have given up.

    What the fabric does
        A queue pair that hears nothing for its timeout, times its retries, is broken and the job with it. A watchdog
        that acts later ends the storm but saves nothing. Above half of what timeout 18 waits this is a note, above all
        that timeout 20 waits, the longest default of NCCL, a warning.

    How to mend it
        Detect within half of the RNICs' retry time, or raise their timeout.

    Source
        4.096 us * 2^timeout * 7 retries: 0.47 s for timeout 14, 7.5 s for 18, 30 s for 20.
    """
    watchdog = watchdog_of(group)
    if watchdog is None or watchdog.detection_ms is None:
        return
    from roceconf.sizing import rnic_gives_up_ms, rnic_timeouts, watchdog_bounds

    bounds, longest = watchdog_bounds(), rnic_timeouts()[-1]
    detection = place_of(group, context, "detection")
    if watchdog.detection_ms <= bounds.upper_ms or context.remarked(detection):
        return
    waits = rnic_gives_up_ms(longest)
    is_longer = watchdog.detection_ms > waits
    than = (
        f"longer than the {waits:,} ms after which even RNICs with timeout {longest} give up"
        if is_longer
        else f"more than half of the {bounds.rnic_gives_up_ms:,} ms after which RNICs with timeout "
        f"{bounds.rnic_timeout} give up"
    )
    follows = (
        "queue pairs break before the storm is ended"
        if is_longer
        else f"few retries are left when the storm is ended, and none with timeout {rnic_timeouts()[0]}"
    )
    yield Fault(
        f"Watchdog detection {watchdog.detection_ms:,} ms is {than}: {follows}.",
        f"detect after {bounds.upper_ms:,} ms at the latest",
        detection,
        group.ports,
        {"detection_ms": watchdog.detection_ms, "upper_bound_ms": bounds.upper_ms},
        severity=None if is_longer else Severity.NOTE,
    )


def _slowest_mbps(context: Context) -> int | None:
    """Speed of the slowest port in use that has PFC; None where one does not say, or says what its chip does not run.

    A speed of 800 is meant for 800000: its own rule speaks of it.
    """
    speeds = [group.speed_mbps for group in context.switch.groups if group.pfc.active and group.admin_up is not False]
    known = [speed_mbps for speed_mbps in speeds if speed_mbps is not None]
    runs = context.known_asic.speeds_mbps if context.known_asic is not None else ()
    foreign = runs and not set(known) <= set(runs)
    return min(known) if known and len(known) == len(speeds) and not foreign else None
