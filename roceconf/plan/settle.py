"""A plan brought in line with what the network OS can say: thresholds follow the profile that will be in force."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roceconf.intent import IntentErrors
from roceconf.nos import network_os
from roceconf.plan.build import notes_of, switch_of
from roceconf.plan.impossible import beyond_what_there_is, error_in_group
from roceconf.switch import Amount, assemble

if TYPE_CHECKING:
    from roceconf.nos import Fitted
    from roceconf.plan.build import Plan
    from roceconf.plan.group import PlannedGroup
    from roceconf.switch import BufferProfile, Medium, PortGroup, Size, Switch


def settled(planned: Plan, fitted: Fitted, name: str) -> Plan:
    """The plan with XOFF points, ECN and all that follows from the profiles as they will be written.

    A network OS may write another alpha or headroom than was planned: SONiC's daemon takes the platform's row, EOS has
    one profile for all ports. What is capped so that marking comes before PFC must be capped by that.

    Args:
        planned: the plan.
        fitted: what the network OS can say of it.
        name: what messages call the intent's file.

    Returns:
        The same plan where nothing is written otherwise; what the OS leaves to the device is taken as planned.

    Raises:
        IntentErrors: with what is written a cap leaves ECN too little, with the numbers.
    """
    groups, errors = [], []
    for position, group in enumerate(planned.groups):
        profile = _in_force(group, fitted)
        try:
            groups.append(group if profile is None or profile == group.in_force else group.with_profile(profile))
        except ValueError as error:
            errors.append(error_in_group(planned.intent, name, position, error))
    errors += beyond_what_there_is(planned.intent, planned.hardware, groups, name)
    if errors:
        raise IntentErrors(errors)
    if tuple(groups) == planned.groups:
        return planned
    names_hwskus = network_os(planned.intent.nos).habits.names_hwskus
    switch = switch_of(planned.intent, planned.hardware, groups, names_hwskus)
    return planned._replace(
        reading=replace(planned.reading, switch=switch),
        notes=notes_of(planned.hardware, planned.hosts, groups),
        groups=tuple(groups),
    )


def as_judged(planned: Plan, fitted: Fitted) -> Switch:
    """The fitted switch with the links of the intent, which not every network OS can say: what rules judge.

    Args:
        planned: the plan.
        fitted: what the network OS can say of it.

    Returns:
        The switch that is written, its ports with cable length and medium as the intent says them.
    """
    links = {port: group for group in planned.reading.switch.groups for port in group.ports}
    pieces: dict[tuple[PortGroup, int | None, Medium | None], list[str]] = {}
    for group in fitted.switch.groups:
        for port in group.ports:
            link = links.get(port, group)
            cable_m = link.cable_m if group.cable_m is None else group.cable_m
            medium = link.medium if group.medium is None else group.medium
            pieces.setdefault((group, cable_m, medium), []).append(port)
    groups = tuple(
        replace(group, ports=tuple(ports), cable_m=cable_m, medium=medium)
        for (group, cable_m, medium), ports in pieces.items()
    )
    return assemble(replace(fitted.switch, groups=groups))


def _in_force(group: PlannedGroup, fitted: Fitted) -> BufferProfile | None:
    """The profile of a group's lossless priority groups, with every number that is written in place of the planned."""
    if group.lossless is None:
        return None
    planned = group.lossless.profile
    ports = fitted.switch.group_of(group.said.ports[0])
    held = None if ports is None else ports.priority_group(group.classes.lossless[0])
    written = None if held is None else held.profile
    if written is None:
        return planned
    return replace(
        planned,
        reserved=_said(written.reserved, planned.reserved),
        headroom=_said(written.headroom, planned.headroom),
        xon=_said(written.xon, planned.xon),
        xon_offset=_said(written.xon_offset, planned.xon_offset),
        alpha=planned.alpha if written.alpha is None else written.alpha,
    )


def _said(written: Size | None, planned: Size | None) -> Size | None:
    return written if isinstance(written, Amount) else planned
