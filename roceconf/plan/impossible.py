"""What cannot be: every combination that the chip, the pool or arithmetic forbids, with the number that breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.asic import speed_name
from roceconf.intent import IntentError
from roceconf.plan.budget import budget_of, headroom_pool_of
from roceconf.plan.faults import KeyFaultError
from roceconf.sizing import BudgetExceeded, grouped

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


def error_in_group(intent: Intent, name: str, position: int, error: ValueError) -> IntentError:
    """What is wrong with a group of ports, at the key that says it: of the ports, else of the switch, else the group.

    Args:
        intent: the intent.
        name: what messages call its file.
        position: of the group in ``ports``.
        error: what is wrong.
    """
    keys = error.keys if isinstance(error, KeyFaultError) else ()
    group = ("ports", position)
    places: tuple[tuple[str | int, ...], ...] = ((*group, *keys), keys) if keys else ()
    path = next((place for place in places if intent.says(place)), group)
    return error_at(intent, name, path, str(error))


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
            f"the ports add up to {grouped(total / 1000)}G; {hardware.asic.name} switches {limit_gbps:,}G, "
            f"{grouped(excess)}G less"
        )
        yield error_at(intent, name, ("ports",), message)


def beyond_what_there_is(
    intent: Intent, hardware: Hardware, built: Sequence[PlannedGroup], name: str
) -> Iterator[IntentError]:
    """More buffer than the chip or its pools have: refused, with the number that breaks and by how much.

    Args:
        intent: what is wanted.
        hardware: what the switch is.
        built: its ports, as they were planned or as they will be written.
        name: what messages call the intent's file.
    """
    errors = list(_beyond_the_chip(intent, hardware, built, name))
    yield from errors or _beyond_the_pools(intent, hardware, built, name)


def _beyond_the_chip(
    intent: Intent, hardware: Hardware, built: Sequence[PlannedGroup], name: str
) -> Iterator[IntentError]:
    """Headroom of one group above a partition, or of the stated incast above the chip, whatever the pools are."""
    asic = hardware.asic
    memory, parts = asic.buffer_bytes.value, asic.partitions.value or 1
    if memory is None:
        return
    part = asic.partition_name or "partition"
    for position, each in enumerate(built):
        size, path = each.in_force_bytes, ("ports", position)
        if size * parts > memory:
            most = memory // parts
            whole = f"all of {asic.name}" if parts == 1 else f"one {part} of {asic.name}"
            message = f"a headroom of {size:,} B is {size - most:,} B more than {whole} has, {most:,} B"
            yield error_at(intent, name, path, message)
        elif size * intent.fan_in > memory:
            needed = size * intent.fan_in
            message = (
                f"{intent.fan_in} senders at once need {intent.fan_in} x {size:,} = {needed:,} B of headroom, "
                f"{needed - memory:,} B more than {asic.name} has, {memory:,} B"
            )
            yield error_at(intent, name, path, message)


def _beyond_the_pools(
    intent: Intent, hardware: Hardware, built: Sequence[PlannedGroup], name: str
) -> Iterator[IntentError]:
    """A shared headroom pool that the stated incast empties, and minima and headroom that leave nothing to share."""
    pool = headroom_pool_of(hardware, built, intent.fan_in)
    if pool is not None and not pool.fits:
        named = hardware.hwsku.name if hardware.hwsku is not None else None
        whose = named or (hardware.asic.name if hardware.platform is None else hardware.platform.key)
        message = f"{pool.refusal}; published for {whose}, it carries {pool.groups_carried}"
        yield error_at(intent, name, ("fan_in",), message)
    try:
        budget_of(hardware, built)
    except BudgetExceeded as error:
        yield error_at(intent, name, ("sku",), str(error))
