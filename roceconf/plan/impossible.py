"""What cannot be: every combination that the chip, the pool or arithmetic forbids, with the number that breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.asic import speed_name
from roceconf.intent import IntentError
from roceconf.plan.budget import budget_of, ingress_pool
from roceconf.sizing import BudgetExceeded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roceconf.intent import Intent
    from roceconf.plan.classes import Classes
    from roceconf.plan.group import PlannedGroup
    from roceconf.plan.hardware import Hardware

_SERVICE_PORT_MBPS = 25_000
"""Ports up to 25G beside the fabric ports (two of 10G or 25G on many switches) are not part of the chip's figure."""


def error_at(intent: Intent, name: str, path: tuple[str | int, ...], message: str) -> IntentError:
    """What is wrong, at the place of the intent that says it.

    Args:
        intent: the intent.
        name: what messages call its file.
        path: keys and list positions that lead to the place.
        message: what is wrong there.
    """
    return IntentError(name, *intent.place_of(path), message)


def impossible(intent: Intent, hardware: Hardware, classes: Classes, name: str) -> Iterator[IntentError]:
    """What the chip cannot do: speeds it does not run, more bandwidth than it switches, more classes than groups."""
    foreign = list(_foreign_speeds(intent, hardware, name))
    yield from foreign or _too_much_bandwidth(intent, hardware, name)
    groups = hardware.asic.priority_groups.value
    needed = len(classes.lossless) + 1
    if groups is not None and needed > groups:
        message = (
            f"{len(classes.lossless)} lossless classes and one priority group for all others need {needed}; "
            f"a port of {hardware.asic.name} has {groups}"
        )
        yield error_at(intent, name, ("classes",), message)


def _foreign_speeds(intent: Intent, hardware: Hardware, name: str) -> Iterator[IntentError]:
    speeds = hardware.asic.speeds_mbps
    known = ", ".join(map(speed_name, speeds))
    for position, held in enumerate(intent.ports):
        if speeds and held.speed_mbps not in speeds:
            message = f"{hardware.asic.name} has no {speed_name(held.speed_mbps)} ports; it runs {known}"
            yield error_at(intent, name, ("ports", position, "speed"), message)


def _too_much_bandwidth(intent: Intent, hardware: Hardware, name: str) -> Iterator[IntentError]:
    total = sum(held.speed_mbps * len(held.ports) for held in intent.ports if held.speed_mbps > _SERVICE_PORT_MBPS)
    limit_gbps = hardware.asic.bandwidth_gbps.value
    if limit_gbps is not None and total > limit_gbps * 1000:
        excess = total / 1000 - limit_gbps
        message = (
            f"the ports add up to {total / 1000:,g}G; {hardware.asic.name} switches {limit_gbps:,}G, {excess:,g}G less"
        )
        yield error_at(intent, name, ("ports",), message)


def unplannable(intent: Intent, built: Sequence[PlannedGroup], name: str) -> Iterator[IntentError]:
    """What keeps single groups of ports from being planned."""
    for position, each in enumerate(built):
        if each.failure:
            yield error_at(intent, name, ("ports", position), each.failure)


def emptied_headroom_pool(
    intent: Intent, hardware: Hardware, built: Sequence[PlannedGroup], name: str
) -> Iterator[IntentError]:
    """A shared headroom pool that the stated incast empties is refused, with the numbers."""
    pool = ingress_pool(hardware)
    largest = max((each.headroom_bytes for each in built), default=0)
    if pool is None or not pool.xoff_bytes or pool.xoff_bytes >= intent.fan_in * largest:
        return
    carries = pool.xoff_bytes // largest
    need = intent.fan_in * largest
    message = (
        f"{intent.fan_in} senders at once need {intent.fan_in} x {largest:,} = {need:,} B of headroom; the shared "
        f"headroom pool published for {hardware.hwsku.name if hardware.hwsku else 'it'} has "
        f"{pool.xoff_bytes:,} B and carries {carries}"
    )
    yield error_at(intent, name, ("fan_in",), message)


def exceeded_budget(
    intent: Intent, hardware: Hardware, built: Sequence[PlannedGroup], name: str
) -> Iterator[IntentError]:
    """Headroom and minima that leave nothing to share, or more than the chip has: refused, with the numbers."""
    try:
        budget_of(hardware, built)
    except BudgetExceeded as error:
        yield error_at(intent, name, ("sku",), str(error))
