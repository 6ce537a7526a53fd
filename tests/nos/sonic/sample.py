"""One switch that says everything SONiC can say, and one change of every field."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace

from roceconf.switch import (
    Alpha,
    Amount,
    BufferModel,
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
    Direction,
    Marking,
    Medium,
    Pfc,
    Pool,
    PoolMode,
    PortAddress,
    PortChannel,
    PortGroup,
    PriorityGroup,
    Queue,
    Role,
    Scheduler,
    Service,
    Switch,
    Trust,
    Unit,
    Watchdog,
    WatchdogAction,
    assemble,
)

IDENTITY = {each: each for each in range(8)}
LOSSLESS = BufferProfile(
    "pg_lossless_400000_77m_profile",
    "ingress_lossless_pool",
    Amount(18796),
    Amount(500_000),
    Amount(0),
    Amount(3556),
    Alpha(0),
)
EGRESS = BufferProfile("egress_lossless_profile", "egress_lossless_pool", Amount(0), limit=Amount(165_867_080))
ECN = Marking((Curve(Colour.GREEN, Amount(950_000), Amount(3_000_000), 7, 0),), name="ROCE_ECN")
WEIGHTED = Scheduler(
    Service.WEIGHTED,
    50,
    Amount(1000, Unit.BYTES_PER_SECOND),
    Amount(2000, Unit.BYTES_PER_SECOND),
    "ROCE",
)


def full_switch() -> Switch:
    """A switch without a known platform, so that every size is written out."""
    group = PortGroup(
        ports=("Ethernet0", "Ethernet8"),
        speed_mbps=400_000,
        mtu_bytes=9100,
        cable_m=77,
        admin_up=True,
        routed=True,
        trust=Trust.DSCP,
        dscp_to_tc=ClassMap.of({dscp: 3 if dscp == 26 else 0 for dscp in range(64)}),
        tc_to_pg=ClassMap.of({each: 3 if each == 3 else 0 for each in range(8)}),
        tc_to_queue=ClassMap.of(IDENTITY),
        pfc_to_queue=ClassMap.of(IDENTITY),
        pfc=Pfc(enabled=True, priorities=frozenset({3}), asymmetric=False),
        priority_groups=(PriorityGroup(3, LOSSLESS),),
        queues=(Queue(3, EGRESS, WEIGHTED, ECN),),
        watchdog=Watchdog(True, frozenset({3}), 400, 400, 200, WatchdogAction.DROP),
    )
    return assemble(
        Switch(
            groups=(group,),
            name="leaf1",
            sku="unheard-of-sku",
            pools=(
                Pool(
                    "ingress_lossless_pool",
                    Direction.INGRESS,
                    PoolMode.DYNAMIC,
                    Amount(162_539_680),
                    Amount(33_374_584),
                ),
                Pool("egress_lossless_pool", Direction.EGRESS, PoolMode.STATIC, Amount(162_539_680)),
            ),
            watchdog=Watchdog(poll_ms=200),
            buffer_model=BufferModel.TRADITIONAL,
            port_channels=(PortChannel("PortChannel1", ("Ethernet8",)),),
            addresses=(PortAddress("Ethernet0", "10.0.0.0/31"),),
        )
    )


CHANGED_SWITCH: Mapping[str, Callable[[Switch], Switch]] = {
    "name": lambda switch: replace(switch, name="leaf2"),
    "sku": lambda switch: replace(switch, sku="another-sku"),
    "version": lambda switch: replace(switch, version="202411"),
    "pools": lambda switch: replace(switch, pools=()),
    "watchdog": lambda switch: replace(switch, watchdog=Watchdog(detection_ms=300, poll_ms=200)),
    "pfc_all_off": lambda switch: replace(switch, pfc_all_off=False),
    "buffer_model": lambda switch: replace(switch, buffer_model=None),
    "explicit_buffers": lambda switch: replace(switch, explicit_buffers=True),
    "port_channels": lambda switch: replace(switch, port_channels=(PortChannel("PortChannel2", ("Ethernet8",)),)),
    "addresses": lambda switch: replace(switch, addresses=(PortAddress("Ethernet0", "10.0.0.2/31"),)),
}
"""Another value for every field of a Switch but its groups."""


def _on(**changes: object) -> Callable[[PortGroup], PortGroup]:
    return lambda group: replace(group, **changes)  # type: ignore[arg-type]


def _on_queue(**changes: object) -> Callable[[PortGroup], PortGroup]:
    return lambda group: replace(group, queues=(replace(group.queues[0], **changes),))  # type: ignore[arg-type]


def _on_curve(**changes: object) -> Callable[[PortGroup], PortGroup]:
    curve = replace(ECN.curves[0], **changes)  # type: ignore[arg-type]
    return _on_queue(marking=replace(ECN, curves=(curve,)))


def _on_profile(**changes: object) -> Callable[[PortGroup], PortGroup]:
    return _on(priority_groups=(PriorityGroup(3, replace(LOSSLESS, **changes)),))  # type: ignore[arg-type]


def _on_watchdog(**changes: object) -> Callable[[PortGroup], PortGroup]:
    return lambda group: replace(group, watchdog=replace(group.watchdog, **changes))  # type: ignore[type-var]


CHANGED_GROUP: Mapping[str, Callable[[PortGroup], PortGroup]] = {
    "ports": _on(ports=("Ethernet0", "Ethernet8", "Ethernet16")),
    "speed_mbps": _on(speed_mbps=800_000),
    "lanes": _on(lanes=8),
    "mtu_bytes": _on(mtu_bytes=9000),
    "cable_m": _on(cable_m=78),
    "medium": _on(medium=Medium.DAC),
    "role": _on(role=Role.HOST),
    "admin_up": _on(admin_up=False),
    "routed": _on(routed=None),
    "trust": _on(trust=Trust.COS),
    "default_cos": _on(default_cos=3),
    "dscp_to_tc": _on(dscp_to_tc=ClassMap.of(dict.fromkeys(range(64), 0))),
    "cos_to_tc": _on(cos_to_tc=ClassMap.of(IDENTITY), dscp_to_tc=None, trust=Trust.COS),
    "tc_to_pg": _on(tc_to_pg=None),
    "tc_to_queue": _on(tc_to_queue=None),
    "pfc_to_queue": _on(pfc_to_queue=None),
    "pfc": _on(pfc=Pfc(enabled=True, priorities=frozenset({3}), asymmetric=True)),
    "pfc.priorities": _on(pfc=Pfc(enabled=True, priorities=frozenset({3, 4}), asymmetric=False)),
    "link_pause": _on(link_pause=True),
    "ceiling": _on(ceiling=Amount(2000, Unit.BYTES_PER_SECOND)),
    "classified_elsewhere": _on(classified_elsewhere=True),
    "priority_groups": _on(priority_groups=(PriorityGroup(3, LOSSLESS), PriorityGroup(4, LOSSLESS))),
    "priority_groups.headroom": _on_profile(headroom=Amount(600_000)),
    "priority_groups.reserved": _on_profile(reserved=Amount(1)),
    "priority_groups.xon": _on_profile(xon=Amount(1)),
    "priority_groups.xon_offset": _on_profile(xon_offset=Amount(1)),
    "priority_groups.alpha": _on_profile(alpha=Alpha(-3)),
    "priority_groups.limit": _on_profile(alpha=None, limit=Amount(5)),
    "queues": _on(queues=()),
    "queues.profile": _on_queue(profile=None),
    "queues.scheduler": _on_queue(scheduler=replace(WEIGHTED, service=Service.STRICT)),
    "queues.scheduler.weight": _on_queue(scheduler=replace(WEIGHTED, weight=51)),
    "queues.scheduler.guaranteed": _on_queue(
        scheduler=replace(WEIGHTED, guaranteed=Amount(1001, Unit.BYTES_PER_SECOND))
    ),
    "queues.scheduler.ceiling": _on_queue(scheduler=replace(WEIGHTED, ceiling=Amount(2001, Unit.BYTES_PER_SECOND))),
    "queues.marking": _on_queue(marking=None),
    "queues.marking.colour": _on_curve(colour=Colour.YELLOW),
    "queues.marking.kmin": _on_curve(kmin=Amount(900_000)),
    "queues.marking.kmax": _on_curve(kmax=Amount(2_000_000)),
    "queues.marking.pmax": _on_curve(pmax_percent=8),
    "queues.marking.marks": _on_curve(marks=False),
    "queues.marking.active": _on_curve(active=False),
    "watchdog": _on(watchdog=None),
    "watchdog.priorities": _on_watchdog(priorities=frozenset({4})),
    "watchdog.detection": _on_watchdog(detection_ms=500),
    "watchdog.restoration": _on_watchdog(restoration_ms=500),
    "watchdog.poll": _on_watchdog(poll_ms=100),
    "watchdog.action": _on_watchdog(action=WatchdogAction.FORWARD),
}
"""A change of every field of a group, by its path."""

assert {field.name for field in fields(PortGroup)} <= {path.partition(".")[0] for path in CHANGED_GROUP}
