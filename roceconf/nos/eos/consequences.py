"""Statements that are well formed and yet do nothing, or work against each other, by EOS's own meaning."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from roceconf.nos.eos import defaults
from roceconf.nos.eos.lines import Said
from roceconf.nos.eos.maps import Maps, Rewrite
from roceconf.nos.eos.numbers import Timer, seconds
from roceconf.nos.eos.settings import TAKEN_BACK, Settings
from roceconf.switch import At, Curve, PortGroup, Remark, RemarkKind, Service, Watchdog

_PUBLISHED = "published deployment notes for EOS 4.36, citing Arista's AI Network Fabric Deployment Guide"


class Subject(NamedTuple):
    """Settings that hold together: of ports of one kind, or of a profile that no port uses.

    Attributes:
        said: the settings in force.
        ports: the ports.
        group: what they make; None for a profile.
    """

    said: Settings
    ports: tuple[str, ...] = ()
    group: PortGroup | None = None


def of_queues(subject: Subject, curve_refused: bool = False) -> Iterator[Remark]:
    """Weights of queues that have none, weights above the whole, counters of queues that mark nothing.

    Args:
        subject: what to look at.
        curve_refused: whether EOS refuses a curve of the text, which then is the fault, not the counting beside it.
    """
    said = subject.said
    weights: dict[int, tuple[int, At]] = {}
    for index in defaults.CLASSES:
        weight = said.get(f"queue.{index}.weight")
        service = said.get(f"queue.{index}.service")
        strict = service is None or service.value is Service.STRICT
        if weight is not None and isinstance(weight.value, int):
            if not strict:
                weights[index] = (weight.value, weight.at)
            else:
                why = "EOS serves a queue strictly unless told" if service is None else "`priority strict` is said too"
                yield Remark(
                    RemarkKind.INEFFECTIVE,
                    weight.at,
                    f"bandwidth percent {weight.value} of queue {index} is no share: {why}, and a strict queue takes "
                    "what it wants before the weighted ones",
                    "add `no priority` to the queue, or take the percentage away",
                    is_fatal=False,
                    ports=subject.ports,
                    source=f"{defaults.RUN_ALL}; {defaults.MANUAL}",
                )
        counted, curve = said.get(f"queue.{index}.counted"), said.get(f"queue.{index}.ecn")
        marks = curve is not None and isinstance(curve.value, Curve)
        meant = marks or curve_refused or f"queue.{index}.ecn{TAKEN_BACK}" in said
        if counted is not None and counted.value is True and not meant:
            yield Remark(
                RemarkKind.INEFFECTIVE,
                counted.at,
                f"random-detect ecn count in queue {index} counts nothing: no threshold marks packets there",
                "give the queue random-detect ecn minimum-threshold ... maximum-threshold ..., or take the line away",
                is_fatal=False,
                ports=subject.ports,
                source=_PUBLISHED,
            )
    total = sum(weight for weight, _ in weights.values())
    if total > 100:
        shares = ", ".join(f"queue {index}: {weight}" for index, (weight, _) in sorted(weights.items()))
        places = sorted(at for _, at in weights.values())
        yield Remark(
            RemarkKind.CONFLICTING,
            places[-1],
            f"bandwidth percent adds up to {total} ({shares}): more than the port has, so no queue gets its share",
            "lower the percentages until they add up to 100 or less",
            is_fatal=False,
            ports=subject.ports,
            source=defaults.MANUAL,
        )


def of_rewriting(maps: Maps, groups: Sequence[PortGroup]) -> Iterator[Remark]:
    """Maps from traffic class to DSCP or CoS without the rewriting that would use them, or out of a lossless class."""
    lossless = {priority for group in groups for priority in group.pfc.active}
    for rewrite in maps.rewrites:
        if rewrite.field in maps.rewriting:
            yield from _rewritten_away(rewrite, maps, lossless)
            continue
        classes = ", ".join(map(str, rewrite.classes))
        message = (
            f"`{rewrite.said.text}` classifies nothing: it says what {rewrite.field.upper()} traffic class {classes} "
            f"leaves with, and only where `qos rewrite {rewrite.field}` is on"
        )
        if rewrite.field == "dscp" and rewrite.value not in maps.mapped:
            actual = maps.dscp_to_tc.get(rewrite.value)
            message += f"; no statement maps DSCP {rewrite.value}, so EOS sends it to traffic class {actual}"
        advice = (
            f"write `qos map {rewrite.field} {rewrite.value} to traffic-class {rewrite.classes[0]}` to classify, "
            f"or add `qos rewrite {rewrite.field}`"
            if rewrite.classes
            else f"add `qos rewrite {rewrite.field}`"
        )
        yield Remark(
            RemarkKind.INEFFECTIVE, rewrite.said.at, message, advice, False, (), "Arista's YANG, dscpRewriteEnabled"
        )


def _rewritten_away(rewrite: Rewrite, maps: Maps, lossless: Set[int]) -> Iterator[Remark]:
    """A lossless class that leaves with a value which the same maps send into another class."""
    held = maps.dscp_to_tc if rewrite.field == "dscp" else maps.cos_to_tc
    arrives = held.get(rewrite.value)
    for traffic_class in rewrite.classes:
        if traffic_class not in lossless or arrives in (None, traffic_class):
            continue
        field = "DSCP" if rewrite.field == "dscp" else "CoS"
        sources = held.sources_of(traffic_class)
        yield Remark(
            RemarkKind.CONFLICTING,
            rewrite.said.at,
            f"`{rewrite.said.text}` with `qos rewrite {rewrite.field}`: lossless class {traffic_class} leaves with "
            f"{field} {rewrite.value}, which these maps put into class {arrives}: the next switch with the same plan "
            "treats it as that",
            f"write `qos map traffic-class {traffic_class} to {rewrite.field} {sources[0]}`, or take "
            f"`qos rewrite {rewrite.field}` away"
            if sources
            else f"take `qos rewrite {rewrite.field}` away",
            is_fatal=False,
            ports=(),
            source="Arista's YANG, dscpRewriteEnabled and cosRewriteEnabled",
        )


def of_precedence(maps: Maps, groups: Sequence[PortGroup]) -> Iterator[Remark]:
    """Lossless DSCPs that may be dropped first."""
    lossless = {priority for group in groups for priority in group.pfc.active}
    for dscp, said in maps.precedences.items():
        traffic_class = maps.dscp_to_tc.get(dscp)
        if traffic_class not in lossless:
            continue
        ports = tuple(port for group in groups if traffic_class in group.pfc.active for port in group.ports)
        yield Remark(
            RemarkKind.CONFLICTING,
            said.at,
            f"`{said.text}` gives packets of the lossless traffic class {traffic_class} a drop precedence: they are "
            "the first to be dropped where PFC promises that none is",
            "take `drop-precedence` away",
            is_fatal=False,
            ports=ports,
            source=defaults.AVD,
        )


def of_control_class(general: Sequence[Said]) -> Iterator[Remark]:
    """Attempts to move the control class."""
    for said in general:
        kind, fields = said.record
        if kind != "map_queue" or fields["queue_kind"] == "mc-tx-queue":
            continue
        classes, queue = fields["traffic_classes"].split(), int(fields["queue"])
        wrong = (str(defaults.CONTROL_CLASS) in classes) != (queue == defaults.CONTROL_CLASS)
        if wrong:
            yield Remark(
                RemarkKind.INEFFECTIVE,
                said.at,
                f"`{said.text}`: EOS keeps traffic class 7 and queue 7 for control traffic, fixed to each other",
                "use another traffic class or queue",
                is_fatal=False,
                source=defaults.MANUAL,
            )


def of_watchdog(
    common: Watchdog | None, places: Mapping[str, At | object], subjects: Sequence[Subject]
) -> Iterator[Remark]:
    """Polling too slow for the times it has to keep."""
    place = places.get("watchdog.poll")
    if common is not None and isinstance(place, tuple):
        yield from _slow(common.poll_ms, common.detection_ms, common.restoration_ms, place, ())
    for subject in subjects:
        timer = subject.said.get("watchdog.timer")
        if timer is not None and isinstance(timer.value, Timer):
            value = timer.value
            yield from _slow(value.polling_ms, value.timeout_ms, value.recovery_ms, timer.at, subject.ports)


def _slow(
    poll_ms: int | None, timeout_ms: int | None, recovery_ms: int | None, at: At, ports: tuple[str, ...]
) -> Iterator[Remark]:
    times = {"timeout": timeout_ms, "recovery-time": recovery_ms}
    known = {what: time for what, time in times.items() if time is not None}
    if poll_ms is None or not known:
        return
    what = min(known, key=lambda each: known[each])
    if 2 * poll_ms > known[what]:
        yield Remark(
            RemarkKind.INEFFECTIVE,
            at,
            f"polling-interval {seconds(poll_ms)} s is more than half of {what} {seconds(known[what])} s: EOS warns "
            "and takes an interval of its own",
            f"write at most {seconds(known[what] // 2)}, or leave it out",
            is_fatal=False,
            ports=ports,
            source=_PUBLISHED,
        )


def of_applied_buffers(general: Sequence[Said]) -> Iterator[Remark]:
    """Two MMU profiles applied at once."""
    applies = [said for said in general if said.record.kind == "mmu_apply"]
    names = list(dict.fromkeys(said.record.fields["name"] for said in applies))
    if len(names) > 1:
        yield Remark(
            RemarkKind.CONFLICTING,
            applies[0].at,
            f"MMU profiles {', '.join(names)} are all applied, but a switch has one: only the last is in force",
            "apply one of them",
            is_fatal=False,
            source=defaults.AVD,
            also_at=tuple(said.at for said in applies[1:]),
        )


def of_channels(
    channels: Mapping[str, Settings],
    members: Mapping[str, Sequence[str]],
    groups: Mapping[str, PortGroup],
    direct: Set[str],
) -> Iterator[Remark]:
    """PFC said on a port-channel only.

    Args:
        channels: settings of each.
        members: ports of each.
        groups: what each port is told.
        direct: those that have PFC lines of their own, which are wrong whether or not the text shows their members.
    """
    for name, said in channels.items():
        pfc = said.get("pfc")
        without = tuple(port for port in members.get(name, ()) if port in groups and not groups[port].pfc.enabled)
        if pfc is None or pfc.value is not True or not (without or (name in direct and not members.get(name))):
            continue
        profile = said.get("profile")
        yield Remark(
            RemarkKind.INEFFECTIVE,
            (profile or pfc).at,
            f"PFC of {name} is said on the port-channel only: EOS has PFC on Ethernet interfaces, and no source shows "
            "that members take it from the port-channel",
            "put PFC, or the service-profile that has it, on every member as well",
            is_fatal=False,
            ports=without,
            source=defaults.AVD,
        )


ROCE_UDP_PORT = 4791
"""The destination port of RoCEv2 (IANA)."""


def of_dcbx(general: Sequence[Said], subjects: Sequence[Subject]) -> Iterator[Remark]:
    """DCBX that tells hosts another priority than the lossless ones, or that has no LLDP to ride on."""
    told: Said | None = None
    line = f"application udp {ROCE_UDP_PORT} "
    for said in general:
        kind, fields = said.record
        if kind == "dcbx_application" and fields["protocol"] == "udp" and int(fields["number"]) == ROCE_UDP_PORT:
            told = said
        elif kind == "no_dcbx" and f"{fields['options']} ".startswith(line):
            told = None
    lossless = sorted({priority for each in subjects if each.group for priority in each.group.pfc.active})
    if told is not None and lossless and int(told.record.fields["priority"]) not in lossless:
        yield Remark(
            RemarkKind.CONFLICTING,
            told.at,
            f"`{told.text}` tells hosts to send RoCEv2 with a priority that is not lossless here: PFC is on for "
            f"{', '.join(map(str, lossless))}",
            f"write dcbx application udp {ROCE_UDP_PORT} priority {lossless[0]}",
            is_fatal=False,
            source="Intel RSD, eos_eapi (dcbx application)",
        )
    for subject in subjects:
        mode = subject.said.get("dcbx")
        for way in ("transmit", "receive"):
            lldp = subject.said.get(f"lldp.{way}")
            if mode is not None and mode.value != "none" and lldp is not None and lldp.value is False:
                yield Remark(
                    RemarkKind.INEFFECTIVE,
                    mode.at,
                    f"dcbx mode {mode.value} does nothing with `no lldp {way}`: DCBX is carried by LLDP",
                    f"write lldp {way}, or take dcbx mode away",
                    ports=subject.ports,
                    source="IEEE 802.1Qaz; " + defaults.RUN_ALL,
                )
