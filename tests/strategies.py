"""Hypothesis strategies for switches, of any network OS: what an intent, a conversion or a reader may come up with."""

from dataclasses import replace

from hypothesis import strategies as st

from roceconf.switch import (
    Alpha,
    Amount,
    BufferModel,
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
    DeviceChosen,
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
    Size,
    Switch,
    Trust,
    Unit,
    Watchdog,
    WatchdogAction,
    assemble,
)

SONIC_PORTS = tuple(f"Ethernet{8 * number}" for number in range(12))
EOS_PORTS = tuple(f"Ethernet{number}/1" for number in range(1, 13))
SPEEDS_MBPS = (10_000, 25_000, 50_000, 100_000, 200_000, 400_000, 800_000)
NAMES = st.sampled_from(("", "AZURE", "ROCE", "leaf-1", "a.b", "with blank", "pg_lossless_400000_40m_profile", "NULL"))
_MAYBE_BOOL = st.sampled_from((None, True, False))


def amounts(most: int = 2_000_000) -> st.SearchStrategy[Amount]:
    """Sizes as the systems say them: bytes, cells, kilobytes."""
    return st.one_of(
        st.integers(0, most).map(Amount),
        st.integers(0, most // 500).map(lambda cells: Amount(cells, Unit.CELLS)),
        st.integers(0, most // 1000).map(lambda kbytes: Amount(kbytes, Unit.KBYTES)),
    )


def sizes(most: int = 2_000_000) -> st.SearchStrategy[Size | None]:
    """A size that is said, left to the device, or not said."""
    return st.one_of(st.none(), amounts(most), st.just(DeviceChosen("the OS chooses it")))


def class_maps(sources: int, targets: int) -> st.SearchStrategy[ClassMap]:
    """A map from 0..sources to 0..targets: a few entries, or all of them with a few that differ from the rest."""
    few = st.dictionaries(st.integers(0, sources), st.integers(0, targets), max_size=4)

    def build(said: dict[int, int], rest: int | None, name: str) -> ClassMap:
        whole = {} if rest is None else dict.fromkeys(range(sources + 1), rest)
        return ClassMap.of(whole | said, name)

    return st.builds(
        build, few, st.one_of(st.none(), st.integers(0, targets)), st.sampled_from(("", "AZURE", "bad name"))
    )


def profiles() -> st.SearchStrategy[BufferProfile]:
    """Any buffer profile."""
    return st.builds(
        BufferProfile,
        name=NAMES,
        pool=st.sampled_from(("", "ingress", "ingress_lossless_pool", "egress_lossless_pool")),
        reserved=sizes(20_000),
        headroom=sizes(),
        xon=st.one_of(st.none(), amounts(20_000)),
        xon_offset=st.one_of(st.none(), amounts(20_000)),
        alpha=st.one_of(st.none(), st.integers(-8, 7).map(Alpha)),
        limit=st.one_of(st.none(), amounts(100_000_000)),
    )


def curves(colour: Colour) -> st.SearchStrategy[Curve]:
    """A curve of one colour whose thresholds ascend."""
    thresholds = st.tuples(st.integers(0, 9_000_000), st.integers(0, 9_000_000)).map(sorted)
    return st.builds(
        lambda pair, pmax, weight, marks, active: Curve(
            colour, Amount(pair[0]), Amount(pair[1]), pmax, weight, marks, active
        ),
        thresholds,
        st.one_of(st.none(), st.integers(0, 100)),
        st.one_of(st.none(), st.integers(0, 15)),
        st.booleans(),
        _MAYBE_BOOL,
    )


def markings() -> st.SearchStrategy[Marking]:
    """ECN or WRED: at most one curve a colour and kind, in canonical order."""

    def ordered(held: list[Curve]) -> tuple[Curve, ...]:
        of_kind = {(curve.colour, curve.marks): curve for curve in held}
        return tuple(of_kind[c, m] for c in Colour for m in (True, False) if (c, m) in of_kind)

    any_curve = st.sampled_from(tuple(Colour)).flatmap(curves)
    return st.builds(Marking, st.lists(any_curve, max_size=3).map(ordered), _MAYBE_BOOL, NAMES)


def schedulers() -> st.SearchStrategy[Scheduler]:
    """Any service with a weight SONiC and EOS both take."""
    rates = st.one_of(
        st.none(),
        st.builds(Amount, st.integers(0, 10**10), st.sampled_from((Unit.BYTES_PER_SECOND, Unit.KBPS, Unit.PPS))),
        st.builds(Amount, st.integers(1, 100), st.just(Unit.PERCENT)),
    )
    return st.builds(
        Scheduler,
        service=st.sampled_from((None, Service.STRICT, Service.WEIGHTED)),
        weight=st.one_of(st.none(), st.integers(1, 100)),
        guaranteed=rates,
        ceiling=rates,
        name=NAMES,
    )


def watchdogs() -> st.SearchStrategy[Watchdog]:
    """Any watchdog."""
    times = st.one_of(st.none(), st.integers(10, 60_000))
    return st.builds(
        Watchdog,
        enabled=_MAYBE_BOOL,
        priorities=st.one_of(st.none(), st.frozensets(st.integers(0, 7), max_size=3)),
        detection_ms=times,
        restoration_ms=times,
        poll_ms=times,
        action=st.sampled_from((None, *WatchdogAction)),
        forced=_MAYBE_BOOL,
    )


def _indexed(count: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, count), max_size=3, unique=True)


@st.composite
def port_groups(draw: st.DrawFn, ports: tuple[str, ...]) -> PortGroup:
    """A group of these ports with anything a model can say."""

    def maybe_map(sources: int, targets: int) -> ClassMap | None:
        return draw(st.one_of(st.none(), class_maps(sources, targets)))

    return PortGroup(
        ports=ports,
        speed_mbps=draw(st.one_of(st.none(), st.sampled_from(SPEEDS_MBPS))),
        lanes=draw(st.sampled_from((None, None, 1, 2, 4, 8))),
        mtu_bytes=draw(st.one_of(st.none(), st.integers(1500, 9216))),
        cable_m=draw(st.one_of(st.none(), st.sampled_from((0, 1, 3, 5, 17, 40, 300, 500, 2000)))),
        medium=draw(st.sampled_from((None, *Medium))),
        role=draw(st.sampled_from((None, *Role))),
        admin_up=draw(_MAYBE_BOOL),
        routed=draw(_MAYBE_BOOL),
        default_cos=draw(st.sampled_from((None, None, 0, 3))),
        trust=draw(st.sampled_from((None, *Trust))),
        dscp_to_tc=maybe_map(63, 7),
        cos_to_tc=maybe_map(7, 7),
        tc_to_pg=maybe_map(7, 7),
        tc_to_queue=maybe_map(7, 7),
        pfc_to_queue=maybe_map(7, 7),
        pfc=Pfc(draw(_MAYBE_BOOL), draw(st.frozensets(st.integers(0, 7), max_size=3)), draw(_MAYBE_BOOL)),
        ceiling=draw(st.sampled_from((None, None, Amount(50_000, Unit.KBPS), Amount(50, Unit.PERCENT)))),
        link_pause=draw(_MAYBE_BOOL),
        priority_groups=tuple(
            PriorityGroup(index, draw(st.one_of(st.none(), profiles()))) for index in sorted(draw(_indexed(7)))
        ),
        queues=tuple(
            Queue(
                index,
                draw(st.one_of(st.none(), profiles())),
                draw(st.one_of(st.none(), schedulers())),
                draw(st.one_of(st.none(), markings())),
            )
            for index in sorted(draw(_indexed(7)))
        ),
        watchdog=draw(st.one_of(st.none(), watchdogs())),
        classified_elsewhere=draw(st.booleans()),
    )


def pools() -> st.SearchStrategy[tuple[Pool, ...]]:
    """No pools, or pools of the names that systems use."""
    one = st.builds(
        Pool,
        name=st.sampled_from(("ingress", "ingress_lossless_pool", "egress_lossless_pool")),
        direction=st.sampled_from((None, *Direction)),
        mode=st.sampled_from((None, *PoolMode)),
        size=sizes(200_000_000),
        headroom=sizes(60_000_000),
    )
    return st.lists(one, max_size=3, unique_by=lambda pool: pool.name).map(tuple)


@st.composite
def switches(draw: st.DrawFn, names: tuple[str, ...] = SONIC_PORTS, skus: tuple[str, ...] = ("",)) -> Switch:
    """A switch in canonical form.

    Args:
        draw: given by Hypothesis.
        names: the ports to take from.
        skus: what the switch may say its platform is.
    """
    ports = draw(st.lists(st.sampled_from(names), min_size=1, max_size=6, unique=True))
    cut = draw(st.integers(1, len(ports)))
    parts = [part for part in (tuple(ports[:cut]), tuple(ports[cut:])) if part]
    addresses = draw(st.lists(st.sampled_from(ports), max_size=2, unique=True))
    members = draw(st.lists(st.sampled_from(ports), max_size=2, unique=True))
    return assemble(
        Switch(
            groups=tuple(draw(port_groups(part)) for part in parts),
            name=draw(NAMES),
            sku=draw(st.sampled_from(skus)),
            version=draw(st.sampled_from(("", "master", "4.32"))),
            pools=draw(pools()),
            watchdog=draw(st.one_of(st.none(), watchdogs())),
            pfc_all_off=draw(st.sampled_from((None, None, None, False, True))),
            buffer_model=draw(st.sampled_from((None, None, *BufferModel))),
            explicit_buffers=draw(st.booleans()),
            port_channels=(PortChannel("PortChannel1", tuple(members)),) if members else (),
            addresses=tuple(PortAddress(port, f"10.0.{i}.0/31") for i, port in enumerate(addresses)),
        )
    )


def lossless_switches(names: tuple[str, ...] = SONIC_PORTS, skus: tuple[str, ...] = ("",)) -> st.SearchStrategy[Switch]:
    """Switches as a plan makes them: every group with speed, cable and one or two lossless classes with headroom."""
    return switches(names, skus).flatmap(_made_lossless)


@st.composite
def _made_lossless(draw: st.DrawFn, switch: Switch) -> Switch:
    return assemble(
        replace(switch, pools=(), pfc_all_off=None, groups=tuple(_lossless(draw, g) for g in switch.groups))
    )


def _lossless(draw: st.DrawFn, group: PortGroup) -> PortGroup:
    priorities = draw(st.sampled_from((frozenset({3}), frozenset({3, 4}), frozenset({5}))))
    profile = BufferProfile(
        pool="ingress_lossless_pool",
        reserved=Amount(draw(st.sampled_from((0, 1248, 18796)))),
        headroom=Amount(draw(st.integers(10_000, 3_000_000))),
        xon=Amount(0),
        xon_offset=Amount(3556),
        alpha=Alpha(draw(st.integers(-3, 1))),
    )
    return replace(
        group,
        speed_mbps=draw(st.sampled_from(SPEEDS_MBPS[3:])),
        cable_m=draw(st.integers(0, 600)),
        pfc=Pfc(enabled=True, priorities=priorities),
        priority_groups=tuple(PriorityGroup(priority, profile) for priority in sorted(priorities)),
    )
