"""The PFC watchdog on the sheet: its times, and between what they make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.plan.origin import Number, Origin
from roceconf.plan.sheet.model import Row
from roceconf.sizing import check_watchdog, watchdog_bounds, watchdog_timers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.intent import WatchdogIntent
    from roceconf.plan.group import PlannedGroup
    from roceconf.plan.sheet.fitted import Written

_TIMES = ("detection", "restoration", "poll")


def watchdog_rows(planned: PlannedGroup, written: Written) -> Iterator[Row]:
    """The rows of a group; none where the intent switches the watchdog off.

    Args:
        planned: the ports as planned.
        written: what the output says of them.
    """
    watchdog, said = planned.group().watchdog, planned.watchdog_intent
    if watchdog is None or said == "off":
        return
    usual = watchdog_timers(planned.switch_ports)
    for name in _TIMES:
        value = getattr(watchdog, f"{name}_ms")
        settled = _origin(said, name)
        derivation = usual.derivation if name == "detection" and settled is not Origin.SAID else None
        reason = "said" if settled is Origin.SAID else _reason(name, planned.switch_ports)
        number = Number(value, "ms", settled, reason, derivation)
        yield Row(name, number, written.watchdog(f"{name}_ms", value))
    if watchdog.action is not None:
        settled = Origin.SAID if said is not None and said.action is not None else Origin.DEFAULT
        action = Number(
            watchdog.action.value, "", settled, "said" if settled is Origin.SAID else "drop is the usual one"
        )
        yield Row("action", action, written.action(watchdog.action.value))
    yield from _bounds(planned)


_REASONS = {
    "detection": "as SONiC's start_default sets it for {ports}",
    "restoration": "as detection, unless the intent says one",
    "poll": "half of the shorter of the two, so that a storm shows in two polls, but 100 ms at least",
}


def _reason(name: str, ports: int) -> str:
    return _REASONS[name].format(ports="1 port" if ports == 1 else f"{ports:,} ports")


def _origin(said: WatchdogIntent | None, name: str) -> Origin:
    return Origin.SAID if said is not None and getattr(said, f"{name}_ms") is not None else Origin.DEFAULT


def _bounds(planned: PlannedGroup) -> Iterator[Row]:
    lossless, known = planned.lossless, planned.bounds
    watchdog = planned.group().watchdog
    if lossless is None or watchdog is None:
        return
    bounds = watchdog_bounds(
        slowest_mbps=min(held.speed_mbps for held in planned.intent.ports if held.rdma),
        alpha=None if known is None else known.bounds.alpha,
        shared_bytes=None if known is None else known.bounds.shared_bytes,
    )
    faults = check_watchdog(
        bounds,
        detection_ms=watchdog.detection_ms or 0,
        restoration_ms=watchdog.restoration_ms or 0,
        poll_ms=watchdog.poll_ms or 0,
    )
    if bounds.lower_ms is not None:
        reason = f"{bounds.honest_pauses} times the {bounds.honest_pause} that one switch may pause by itself"
        yield Row("detection at least", Number(bounds.lower_ms, "ms", Origin.MODEL, reason, bounds.lower))
    reason = f"half of the {bounds.rnic_gives_up_ms:,} ms after which an RNIC gives up"
    why = "; ".join((reason, *faults))
    yield Row("detection at most", Number(bounds.upper_ms, "ms", Origin.MODEL, why, bounds.upper))
