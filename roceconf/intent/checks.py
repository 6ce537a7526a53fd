"""What an intent must not say although each of its values is right: conflicts between values.

The checks work on a draft, which holds every part that could be read, so that a file with a wrong value still learns of
all the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from roceconf.intent.addresses import link_addresses, overlap
from roceconf.intent.model import CNP, ClassIntent, EcnIntent, PortGroupIntent, class_plan
from roceconf.units import SPEEDS_MBPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roceconf.intent.errors import Path

Conflict = tuple["Path", str]

LANE_MBPS = frozenset([10_000, 25_000, 50_000, 100_000, 200_000])
"""Rates of one SerDes lane: NRZ 10 and 25 Gb/s, PAM4 50, 100 and 200 (IEEE 802.3 clauses for 10G to 1.6T)."""

PASSIVE_COPPER_M = 3
"""About as far as passive copper carries 100 Gb/s a lane: IEEE 802.3ck specifies 2 m (400GBASE-CR4), makers sell 3."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The parts of an intent that could be read.

    Attributes:
        has_headroom: whether the switch says a headroom for all ports.
        preset: the class plan, if it is known.
        classes: the classes that could be read.
        classes_whole: whether that is all of them, and the plan is known.
        cnp_dscp: what the hosts are set to.
        groups: port groups by position; only those that could be read.
        port_names: the names of each group that could be read, which is more than the groups.
        ports_whole: whether all groups' names could be read.
        port_channels: those that could be read.
        ecns: ECN settings by path.
    """

    has_headroom: bool
    preset: str | None
    classes: Mapping[str, ClassIntent]
    classes_whole: bool
    cnp_dscp: int | None
    groups: Mapping[int, PortGroupIntent]
    port_names: Mapping[int, tuple[str, ...]]
    ports_whole: bool
    port_channels: Mapping[str, tuple[str, ...]]
    ecns: Mapping[Path, EcnIntent]


def conflicts(draft: Draft, line_of: Mapping[int, int]) -> Iterator[Conflict]:
    """Everything that contradicts something else.

    Args:
        draft: what could be read.
        line_of: the line of each port group's ports, to name the other place.

    Yields:
        A path and what is wrong there.
    """
    yield from _class_conflicts(draft)
    yield from _cnp_conflicts(draft)
    yield from _ecn_conflicts(draft)
    yield from _port_conflicts(draft, line_of)
    for at, group in draft.groups.items():
        yield from _group_conflicts(draft, at, group)
    yield from _address_conflicts(draft, line_of)
    yield from _channel_conflicts(draft)


def doubts(groups: Mapping[int, PortGroupIntent]) -> Iterator[Conflict]:
    """What is allowed but unlikely to be right.

    Args:
        groups: port groups by position.

    Yields:
        A path and what is doubtful there.
    """
    most_lanes = 8
    for at, group in groups.items():
        lane_mbps = group.speed_mbps // (group.lanes or most_lanes)
        if group.medium == "dac" and (group.cable_m or 0) > PASSIVE_COPPER_M and lane_mbps >= 100_000:
            limit = f"hardly carries {lane_mbps // 1000} Gb/s a lane beyond {PASSIVE_COPPER_M} m"
            yield (
                ("ports", at, "cable"),
                f"cable: passive copper {limit}; at {group.cable_m:g} m take aec, aoc or fibre",
            )


def _class_conflicts(draft: Draft) -> Iterator[Conflict]:
    if not draft.classes_whole and not draft.classes:
        return
    plan = class_plan(draft.preset, draft.classes, draft.cnp_dscp)
    of_priority: dict[int, str] = {}
    of_dscp: dict[int, str] = {}
    for name, one in plan.items():
        other = of_priority.setdefault(one.priority, name)
        if other != name:
            yield (
                _class_path(draft, name, "priority"),
                f"classes: {name} and {other} both use priority {one.priority}; a class has its own",
            )
        for dscp in one.dscp:
            other = of_dscp.setdefault(dscp, name)
            if other != name:
                yield (
                    _class_path(draft, name, "dscp"),
                    f"classes: {name} and {other} both name DSCP {dscp}; a DSCP belongs to one class",
                )
        if one.lossless and not one.dscp:
            yield (
                _class_path(draft, name),
                f"classes: {name} is lossless but names no DSCP, so nothing would ever use it; add dscp",
            )
        if one.strict and one.bandwidth_percent is not None:
            yield (
                _class_path(draft, name, "bandwidth"),
                f"classes: {name} is strict, so it has no share; leave out bandwidth or strict",
            )
    shares = {name: one.bandwidth_percent for name, one in plan.items() if one.bandwidth_percent and not one.strict}
    if sum(shares.values()) > 100:
        last = list(shares)[-1]
        listed = " + ".join(f"{share:g}" for share in shares.values())
        yield (
            _class_path(draft, last, "bandwidth"),
            f"bandwidth: the shares are {listed} = {sum(shares.values()):g} %, more than 100",
        )


def _class_path(draft: Draft, name: str, *below: str) -> Path:
    """The place of a class that was said; of what brought it, for one of a plan or the CNP's DSCP of the hosts."""
    said = draft.classes.get(name)
    if name == CNP and below == ("dscp",) and draft.cnp_dscp is not None and not (said and said.dscp):
        return ("dcqcn", "cnp_dscp")
    return ("classes", name, *below) if said else ("preset",)


def _cnp_conflicts(draft: Draft) -> Iterator[Conflict]:
    if draft.cnp_dscp is None or not draft.classes_whole:
        return
    plan = class_plan(draft.preset, draft.classes, draft.cnp_dscp)
    path: Path = ("dcqcn", "cnp_dscp")
    if CNP in plan and draft.cnp_dscp not in plan[CNP].dscp:
        said = ", ".join(map(str, plan[CNP].dscp))
        yield (
            path,
            f"cnp_dscp: hosts send CNPs with DSCP {draft.cnp_dscp}, but classes.cnp.dscp is {said}; write one of them",
        )
    elif not any(draft.cnp_dscp in one.dscp for one in plan.values()):
        taken = {one.priority for one in plan.values()}
        free = next((priority for priority in (6, 7, 5, 4, 2, 1, 0, 3) if priority not in taken), None)
        remedy = "give it to a class" if free is None else f"add `cnp: {{priority: {free}, strict: true}}` to classes"
        yield path, f"cnp_dscp: no class carries DSCP {draft.cnp_dscp}; {remedy}"


def _ecn_conflicts(draft: Draft) -> Iterator[Conflict]:
    for path, ecn in draft.ecns.items():
        if ecn.kmin is None or ecn.kmax is None:
            continue
        in_cells = ecn.kmin.unit == ecn.kmax.unit == "cells"
        lower, upper = (ecn.kmin.as_cells, ecn.kmax.as_cells) if in_cells else (ecn.kmin.as_bytes, ecn.kmax.as_bytes)
        if lower is not None and upper is not None and lower > upper:
            yield (
                (*path, "kmin"),
                f"kmin: {ecn.kmin} is above kmax {ecn.kmax}; marking starts at kmin and is full at kmax",
            )


def _port_conflicts(draft: Draft, line_of: Mapping[int, int]) -> Iterator[Conflict]:
    owner: dict[str, int] = {}
    for at, names in draft.port_names.items():
        again: dict[int, list[str]] = {}
        for name in names:
            first = owner.setdefault(name, at)
            if first != at:
                again.setdefault(first, []).append(name)
        for first, twice in again.items():
            some = ", ".join(twice[:3]) + (f" and {len(twice) - 3} more" if len(twice) > 3 else "")
            yield (
                ("ports", at, "ports"),
                f"ports: {some} also in the group of line {line_of[first]}; a port belongs to one group",
            )


def _group_conflicts(draft: Draft, at: int, group: PortGroupIntent) -> Iterator[Conflict]:
    if group.rdma and group.cable_m is None and group.headroom is None and not draft.has_headroom:
        yield (
            ("ports", at),
            "cable is missing; headroom is sized from it (write cable: 40m, or rdma: false where no RDMA runs)",
        )
    if group.lanes is not None and (group.speed_mbps % group.lanes or group.speed_mbps // group.lanes not in LANE_MBPS):
        speed = next(name for name, mbps in SPEEDS_MBPS.items() if mbps == group.speed_mbps)
        rates = ", ".join(f"{mbps // 1000}" for mbps in sorted(LANE_MBPS))
        yield ("ports", at, "lanes"), f"lanes: {speed} over {group.lanes} lanes is no rate of a lane ({rates} Gb/s)"
    if group.addresses is not None:
        try:
            link_addresses(group.addresses, group.ports)
        except ValueError as error:
            yield ("ports", at, "addresses"), f"addresses: {error}"


def _address_conflicts(draft: Draft, line_of: Mapping[int, int]) -> Iterator[Conflict]:
    said = [(at, group.addresses) for at, group in draft.groups.items() if group.addresses is not None]
    for (first, one), (second, other) in combinations(said, 2):
        if overlap(one, other):
            yield (
                ("ports", second, "addresses"),
                f"addresses: {other} overlaps {one} of the group of line {line_of[first]}",
            )


def _channel_conflicts(draft: Draft) -> Iterator[Conflict]:
    group_of = {name: at for at, names in draft.port_names.items() for name in names}
    channel_of: dict[str, str] = {}
    for channel, members in draft.port_channels.items():
        path: Path = ("port_channels", channel)
        if channel in group_of:
            yield path, f"port_channels: {channel} is the name of a port"
        speeds = set()
        for member in members:
            other = channel_of.setdefault(member, channel)
            if other != channel:
                yield path, f"port_channels: {member} is a member of {other} already"
            if member not in group_of and draft.ports_whole:
                yield path, f"port_channels: {member} is in no group of ports; list it there with its speed and cable"
            group = draft.groups.get(group_of.get(member, -1))
            if group is not None:
                speeds.add(group.speed_mbps)
                if group.addresses is not None:
                    message = f"{member} takes an address of its own from {group.addresses}; a member has none"
                    yield path, f"port_channels: {message}"
        if len(speeds) > 1:
            yield path, f"port_channels: the members of {channel} differ in speed; all must be alike"
