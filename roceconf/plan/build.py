"""An intent to a switch: every number it leaves open is filled in, with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.asic import speed_name
from roceconf.intent import IntentErrors
from roceconf.nos import network_os
from roceconf.plan.budget import headroom_pool_of
from roceconf.plan.buffers import pools_of
from roceconf.plan.classes import classes_of
from roceconf.plan.group import PlannedGroup, planned_group
from roceconf.plan.hardware import Hardware, UnknownHardwareError, hardware_of
from roceconf.plan.hosts import Hosts, UnknownHostsError, hosts_of
from roceconf.plan.impossible import beyond_what_there_is, error_at, error_in_group, impossible
from roceconf.plan.origin import Origin
from roceconf.plan.places import IntentPlaces
from roceconf.sizing import grouped
from roceconf.switch import Concern, Hints, PortAddress, PortChannel, Reading, Switch, assemble

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roceconf.intent import Intent


class Plan(NamedTuple):
    """A planned switch.

    Attributes:
        reading: the switch, with places in the intent.
        hints: what a network OS must know beside it.
        roce_dscps: the DSCPs of the lossless classes.
        cnp_dscps: the DSCPs of congestion notifications.
        fan_in: senders that may hit one port at once.
        fan_out: ports that one sender may fill at once.
        notes: where numbers come from, and what is left to the device, a sentence each.
        intent: what was wanted.
        hardware: what the switch is.
        hosts: the NICs at its ports.
        groups: the groups of ports as they were planned, in the order of the intent.
    """

    reading: Reading
    hints: Hints
    roce_dscps: tuple[int, ...]
    cnp_dscps: tuple[int, ...]
    fan_in: int
    fan_out: int
    notes: tuple[str, ...]
    intent: Intent
    hardware: Hardware
    hosts: Hosts
    groups: tuple[PlannedGroup, ...]


def plan(intent: Intent, name: str) -> Plan:
    """Plan a switch.

    Args:
        intent: what is wanted.
        name: what messages call its file.

    Returns:
        The plan.

    Raises:
        IntentErrors: the platform is not known, or what is wanted cannot be; with the numbers.
    """
    habits = network_os(intent.nos).habits
    try:
        hardware = hardware_of(intent, habits.names_hwskus)
    except UnknownHardwareError as error:
        raise IntentErrors([error_at(intent, name, (error.key,), str(error))]) from error
    try:
        classes = classes_of(intent, habits.best_effort_class)
    except ValueError as error:
        raise IntentErrors([error_at(intent, name, ("classes",), str(error))]) from error
    try:
        hosts = hosts_of(intent, classes)
    except UnknownHostsError as error:
        raise IntentErrors([error_at(intent, name, ("dcqcn", "nic"), str(error))]) from error
    errors = list(impossible(intent, hardware, classes, name))
    built = []
    for position, held in enumerate(intent.ports):
        try:
            built.append(planned_group(intent, held, hardware, classes, habits, hosts))
        except ValueError as error:
            errors.append(error_in_group(intent, name, position, error))
    errors += beyond_what_there_is(intent, hardware, built, name)
    if errors:
        raise IntentErrors(errors)
    of_port = {port: position for position, held in enumerate(intent.ports) for port in held.ports}
    switch = switch_of(intent, hardware, built, habits.names_hwskus)
    return Plan(
        reading=Reading(intent.nos, switch, IntentPlaces(intent, of_port), scope=frozenset(Concern)),
        hints=Hints(intent.sku or "", hardware.asic.key, version=intent.version or "", fan_in=intent.fan_in),
        roce_dscps=classes.roce_dscps,
        cnp_dscps=intent.cnp_dscps,
        fan_in=intent.fan_in,
        fan_out=intent.fan_out,
        notes=notes_of(hardware, hosts, built),
        intent=intent,
        hardware=hardware,
        hosts=hosts,
        groups=tuple(built),
    )


def switch_of(intent: Intent, hardware: Hardware, built: Sequence[PlannedGroup], names_hwskus: bool) -> Switch:
    """The switch in the words of the model.

    Args:
        intent: what is wanted.
        hardware: what the switch is.
        built: its ports as planned.
        names_hwskus: whether the network OS runs a platform as a HWSKU.
    """
    sku = hardware.hwsku.name if hardware.hwsku is not None and names_hwskus else ""
    return assemble(
        Switch(
            groups=tuple(each.group() for each in built),
            name=intent.switch,
            sku=sku,
            version=intent.version or "",
            pools=pools_of(hardware.buffers),
            explicit_buffers=intent.mmu == "explicit",
            port_channels=tuple(PortChannel(key, members) for key, members in intent.port_channels.items()),
            addresses=tuple(
                PortAddress(link.port, link.local) for held in intent.ports for link in held.link_addresses()
            ),
        )
    )


def notes_of(hardware: Hardware, hosts: Hosts, built: Sequence[PlannedGroup]) -> tuple[str, ...]:
    """Where numbers come from and what is left to the device, a sentence each, each once."""
    return tuple(dict.fromkeys(_notes(hardware, hosts, built)))


def _notes(hardware: Hardware, hosts: Hosts, built: Sequence[PlannedGroup]) -> Iterator[str]:
    for each in built:
        speed = speed_name(each.said.speed_mbps)
        if each.lossless is not None:
            cable = "" if each.said.cable_m is None else f", {grouped(each.said.cable_m)} m"
            # Where a row is published it says the rest too, and nobody asks.
            rest = "" if each.lossless.rest_origin is Origin.PUBLISHED else f" {_capital(each.lossless.rest_source)}"
            yield f"headroom at {speed}{cable}: {each.lossless.source}{rest}"
        yield from (f"ECN of queue {index} at {speed}: {marked.source}" for index, marked in each.marked.items())
    if hardware.buffers_note:
        yield hardware.buffers_note
    yield from crowded(hardware, built)
    yield from hosts.remarks


def crowded(hardware: Hardware, built: Sequence[PlannedGroup]) -> Iterator[str]:
    """A headroom pool that carries the stated incast only if it spreads over the partitions."""
    pool = None if not built else headroom_pool_of(hardware, built, built[0].intent.fan_in)
    if pool is not None and pool.fits_one_partition is False:
        name = hardware.asic.partition_name or "partition"
        yield (
            f"the headroom pool carries {pool.groups_carried:,} groups, but {pool.partition_groups_carried:,} where "
            f"all lie in one {name}; {pool.fan_in:,} senders may lie in one, and then frames are lost."
        )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
