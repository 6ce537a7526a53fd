"""A clean switch built by hand, and readings made of it: what the rules are tried on where no text is needed."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from roceconf.findings import Finding
from roceconf.rules import all_rules, find_rule
from roceconf.rules.context import Context, Supplied
from roceconf.rules.runner import Judgement, judge
from roceconf.switch import (
    Alpha,
    Amount,
    At,
    BufferProfile,
    ClassMap,
    Concern,
    Curve,
    Default,
    Direction,
    Marking,
    Names,
    Pfc,
    PlaceTable,
    Pool,
    PoolMode,
    PortGroup,
    PriorityGroup,
    Queue,
    Reading,
    Remark,
    Scheduler,
    Service,
    Switch,
    Trust,
    Watchdog,
    WatchdogAction,
    assemble,
)

IDENTITY = ClassMap.of({number: number for number in range(8)})

LOSSLESS = BufferProfile(
    "pg_lossless_800000_40m_profile",
    "ingress_lossless_pool",
    reserved=Amount(18_796),
    headroom=Amount(835_406),
    xon=Amount(0),
    xon_offset=Amount(3_556),
    alpha=Alpha(0),
)
"""The row that Tomahawk 5 platforms publish for 800G and 40 m (sonic-buildimage, Dell Z9864f)."""

LOSSY = BufferProfile("ingress_lossy_profile", "ingress_lossless_pool", reserved=Amount(0), alpha=Alpha(3))
EGRESS_LOSSLESS = BufferProfile(
    "egress_lossless_profile", "egress_lossless_pool", reserved=Amount(0), limit=Amount(162_539_680)
)
EGRESS_LOSSY = BufferProfile("egress_lossy_profile", "egress_lossless_pool", reserved=Amount(1_778), alpha=Alpha(0))
ECN = Marking((Curve(kmin=Amount(950_000), kmax=Amount(3_000_000), pmax_percent=7, averaging_weight=0),), name="ROCE")
"""Cisco's published values for 400G and 800G."""


def _queue(index: int) -> Queue:
    if index in (3, 4):
        return Queue(index, EGRESS_LOSSLESS, Scheduler(Service.WEIGHTED, 25), ECN)
    strict = index in (6, 7)
    return Queue(index, EGRESS_LOSSY, Scheduler(Service.STRICT) if strict else Scheduler(Service.WEIGHTED, 10))


GROUP = PortGroup(
    ports=tuple(f"Ethernet{8 * number}" for number in range(32)),
    speed_mbps=800_000,
    mtu_bytes=9_100,
    cable_m=40,
    admin_up=True,
    trust=Trust.DSCP,
    dscp_to_tc=ClassMap.of({dscp: {26: 3, 27: 4, 48: 6}.get(dscp, 1) for dscp in range(64)}),
    tc_to_pg=ClassMap.of({0: 0, 1: 0, 2: 0, 3: 3, 4: 4, 5: 0, 6: 0, 7: 7}),
    tc_to_queue=IDENTITY,
    pfc_to_queue=IDENTITY,
    pfc=Pfc(True, frozenset({3, 4}), False),
    link_pause=False,
    priority_groups=(PriorityGroup(0, LOSSY), PriorityGroup(3, LOSSLESS), PriorityGroup(4, LOSSLESS)),
    queues=tuple(map(_queue, range(8))),
    watchdog=Watchdog(True, frozenset({3, 4}), 400, 400, 200, WatchdogAction.DROP),
)

OTHERS = replace(GROUP, ports=tuple(f"Ethernet{8 * number}" for number in range(32, 64)), cable_m=5)

CLEAN = assemble(
    Switch(
        groups=(GROUP, OTHERS),
        name="leaf1",
        pools=(
            Pool(
                "ingress_lossless_pool",
                Direction.INGRESS,
                PoolMode.DYNAMIC,
                Amount(162_539_680),
                Amount(106_931_968),
            ),
            Pool("egress_lossless_pool", Direction.EGRESS, PoolMode.STATIC, Amount(162_539_680)),
        ),
    )
)
"""Two groups of ports, PFC on 3 and 4, everything as it should be."""

EVERYTHING = frozenset(Concern)


class Lines(PlaceTable):
    """Finds every subject on line 1, and what a test placed elsewhere on the line it gave."""

    __slots__ = ()

    def of(self, subject: str, path: str = "") -> At | Default | None:
        found = PlaceTable.of(self, subject, path)
        return (1, 1) if found is None else found


def reading(
    switch: Switch = CLEAN,
    *,
    scope: frozenset[Concern] = EVERYTHING,
    names: Names | None = None,
    remarks: tuple[Remark, ...] = (),
    places: Mapping[tuple[str, str], At | Default] | None = None,
) -> Reading:
    """A reading of a switch that was never text; what ``places`` does not name lies on line 1."""
    return Reading("hand", assemble(switch), Lines(dict(places or {})), names or Names(), remarks, scope, 1)


def judged(read: Reading, supplied: Supplied | None = None) -> Judgement:
    """What all rules say."""
    return judge(Context(read, supplied or Supplied(asic="th5")), all_rules(), "switch.cfg")


def findings(rule_id: str, read: Reading, supplied: Supplied | None = None) -> tuple[Finding, ...]:
    """What one rule says."""
    return judge(Context(read, supplied or Supplied(asic="th5")), [find_rule(rule_id)], "switch.cfg").findings


def changed(change: Callable[[PortGroup], PortGroup], *, first: bool = False) -> Switch:
    """The clean switch with every group changed, or only the first."""
    one, two = CLEAN.groups
    return replace(CLEAN, groups=(change(one), two if first else change(two)))
