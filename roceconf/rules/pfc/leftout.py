"""The rule on ports that were left out of PFC."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from roceconf.asic import speed_name
from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import counted, lossless_queues
from roceconf.rules.derived.plans import port_count
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named
from roceconf.switch import Concern, PortGroup, Queue, Switch

SERVICE_MBPS = 25_000
"""The speed of the service ports that Tomahawk switches have beside their fast ones (10G and 25G SFP)."""

MANY = 4
"""So many ports with PFC to one without make the one an exception."""

FEWEST = 3
"""Fewer ports with PFC make no habit."""

Likeness = tuple[int | None, bool | None, bool | None, int | None, str]
"""What ports have in common that do the same work: speed, layer, whether they are up, MTU, port channel."""


@rule(
    "PFC111",
    "port-left-out",
    on=Switch,
    severity=Severity.WARNING,
    since="0.1",
    sources=("IEEE 802.1Qbb", "Guo et al., SIGCOMM 2016"),
)
def port_is_left_out(switch: Switch, context: Context) -> Iterator[Fault]:
    """A port has no PFC, while nearly all ports like it do, and nothing says that it is meant so.

    What the fabric does
        PFC works hop by hop. RoCE that leaves through this port is lossy here, and pause its peer sends is not
        honoured: frames are dropped at the first congestion, and only on the flows through this port.

    How to mend it
        Configure the port as the others. Where no RoCE is meant here, switch PFC off in so many words.

    Source
        IEEE 802.1Qbb; Guo et al., "RDMA over Commodity Ethernet at Scale", SIGCOMM 2016. Ports are alike where speed,
        layer, administrative state and port channel agree. Silent for ports that are switched off, for service ports,
        and for those whose queues are configured on purpose for lossy traffic.
    """
    if not context.covers(Concern.PORTS, Concern.PFC) or switch.pfc_all_off:
        return
    fastest = max((group.speed_mbps or 0 for group in switch.groups), default=0)
    channel_of = {member: channel.name for channel in switch.port_channels for member in channel.members}
    alike: dict[Likeness, tuple[list[PortGroup], list[PortGroup]]] = {}
    for group in switch.groups:
        for channel, ports in _by_channel(group.ports, channel_of).items():
            paused, left = alike.setdefault(_likeness(group, channel), ([], []))
            part = replace(group, ports=ports)
            if group.pfc.active:
                paused.append(part)
            elif _may_be_forgotten(group, fastest, context):
                left.append(part)
    for paused, left in alike.values():
        lossless = _lossless(paused) if left else frozenset()
        forgotten = [group for group in left if _is_no_lossy_port(group, lossless, context)]
        if not forgotten or not _is_exception(port_count(paused), port_count(left), context):
            continue
        first, priorities = paused[0], frozenset().union(*(group.pfc.active for group in paused))
        kind = "" if first.speed_mbps is None else f" of {speed_name(first.speed_mbps)}"
        yield Fault(
            f"PFC is off here, but on for {named('priority', priorities)} on {counted(port_count(paused), 'port')}"
            f"{kind} like this one: RoCE through this port is lossy, and its pause is not honoured.",
            "configure PFC here as on the others, or switch it off in so many words where no RoCE is meant",
            Place(forgotten[0].ports[0]),
            tuple(port for group in forgotten for port in group.ports),
            {"ports_with_pfc": port_count(paused), "ports_without": port_count(forgotten)},
            ((Place(first.ports[0], "pfc"), "PFC is switched on here"),),
        )


def _by_channel(ports: tuple[str, ...], channel_of: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    parts: dict[str, list[str]] = {}
    for port in ports:
        parts.setdefault(channel_of.get(port, ""), []).append(port)
    return {channel: tuple(held) for channel, held in parts.items()}


def _likeness(group: PortGroup, channel: str) -> Likeness:
    mtu = group.mtu_bytes if group.speed_mbps is None else None  # where no speed is said, the MTU must do
    return group.speed_mbps, group.routed, group.admin_up, mtu, channel


def _may_be_forgotten(group: PortGroup, fastest: int, context: Context) -> bool:
    port = group.ports[0]
    is_service = group.speed_mbps is not None and group.speed_mbps <= SERVICE_MBPS and group.speed_mbps < fastest
    decided = bool(group.pfc.enabled) or bool(group.pfc.priorities) or context.says(port, "pfc")
    spoilt = context.is_unsettled(group) or context.remarked(Place(port, "pfc"))
    return group.admin_up is not False and not is_service and not decided and not spoilt


def _is_no_lossy_port(group: PortGroup, lossless: frozenset[Queue], context: Context) -> bool:
    """Whether the queues say nothing, or the very words of a lossless queue: no port somebody made lossy on purpose."""
    port = group.ports[0]
    said = any(
        context.says(port, f"queue.{queue.index}{value}")
        for queue in group.queues
        for value in ("", ".scheduler", ".marking.green", ".profile")
    )
    return not said or any(_is_kept(queue, group) for queue in lossless.intersection(group.queues))


def _is_kept(queue: Queue, group: PortGroup) -> bool:
    """Whether a queue marks, or has a buffer profile that no other queue of its port has."""
    others = {other.profile for other in group.queues if other.index != queue.index}
    return queue.marking is not None or (queue.profile is not None and queue.profile not in others)


def _lossless(paused: list[PortGroup]) -> frozenset[Queue]:
    return frozenset(
        queue for group in paused for index in lossless_queues(group) if (queue := group.queue(index)) is not None
    )


def _is_exception(paused: int, left: int, context: Context) -> bool:
    if context.supplied.roce_dscps:
        return left < paused
    return paused >= FEWEST and paused >= MANY * left
