"""Switches as anything may ask for them, on ports with EOS's names; most of them EOS can come near to."""

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
    Hints,
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

NAMES = st.sampled_from(["", "a", "ROCE", "pg_lossless"])
SIZES = st.none() | st.integers(0, 2_000_000).map(Amount) | st.just(DeviceChosen("of a test"))
CELLS = st.integers(0, 5000).map(lambda number: Amount(number, Unit.CELLS))
ALPHAS = st.none() | st.integers(-8, 7).map(Alpha)


@st.composite
def profiles(draw: st.DrawFn) -> BufferProfile:
    return BufferProfile(
        name=draw(NAMES),
        pool=draw(NAMES),
        reserved=draw(SIZES),
        headroom=draw(SIZES | CELLS),
        xon=draw(SIZES),
        xon_offset=draw(SIZES),
        alpha=draw(ALPHAS),
        limit=draw(st.none() | st.integers(0, 100).map(Amount)),
    )


THRESHOLD_UNITS = st.sampled_from([Unit.BYTES, Unit.CELLS, Unit.KBYTES, Unit.MBYTES, Unit.MICROSECONDS, Unit.PERCENT])


@st.composite
def curves(draw: st.DrawFn) -> Curve:
    unit = draw(THRESHOLD_UNITS)
    low, high = sorted(draw(st.tuples(st.integers(0, 5_000_000), st.integers(0, 5_000_000))))
    return Curve(
        colour=draw(st.sampled_from(Colour)),
        kmin=draw(st.none() | st.just(Amount(low, unit))),
        kmax=draw(st.none() | st.just(Amount(high, unit))),
        pmax_percent=draw(st.none() | st.integers(0, 100)),
        averaging_weight=draw(st.none() | st.integers(0, 15)),
        marks=draw(st.booleans()),
        active=draw(st.sampled_from([True, True, None, False])),
    )


MARKINGS = st.builds(
    Marking,
    st.lists(curves(), max_size=3, unique_by=lambda curve: (curve.colour, curve.marks)).map(
        lambda found: tuple(sorted(found, key=lambda curve: (list(Colour).index(curve.colour), not curve.marks)))
    ),
    st.sampled_from([None, True, False]),
    NAMES,
)
RATES = st.none() | st.builds(
    Amount,
    st.integers(0, 200_000_000),
    st.sampled_from([Unit.KBPS, Unit.PPS, Unit.PERCENT, Unit.BYTES_PER_SECOND, Unit.BYTES]),
)
SCHEDULERS = st.builds(
    Scheduler,
    st.sampled_from([None, *Service]),
    st.none() | st.integers(0, 130),
    RATES,
    RATES,
    NAMES,
)


@st.composite
def queues(draw: st.DrawFn) -> tuple[Queue, ...]:
    indexes = sorted(draw(st.sets(st.integers(0, 9), max_size=9)))
    return tuple(
        Queue(
            index,
            draw(st.none() | profiles()),
            draw(st.none() | SCHEDULERS),
            draw(st.none() | MARKINGS),
        )
        for index in indexes
    )


TIMES = st.none() | st.integers(1, 100_000)
WATCHDOGS = st.builds(
    Watchdog,
    st.sampled_from([None, True, False]),
    st.none() | st.just(frozenset({3})),
    TIMES,
    TIMES,
    TIMES,
    st.none() | st.sampled_from(WatchdogAction),
    st.sampled_from([None, True, False]),
)


@st.composite
def class_maps(draw: st.DrawFn) -> tuple[ClassMap, ClassMap]:
    """A DSCP map whose lossless entries all groups share, and a variant of it."""
    entries = draw(st.dictionaries(st.integers(0, 63), st.integers(0, 7), max_size=64))
    return ClassMap.of(entries, "A"), ClassMap.of(entries, "B")


@st.composite
def switches(draw: st.DrawFn) -> Switch:
    """A switch of up to three groups, with everything the model can say."""
    lossless = draw(st.sets(st.integers(0, 6), max_size=3))
    dscp_maps = draw(class_maps())
    free = list(draw(st.permutations([f"Ethernet{port}/1" for port in range(1, 9)])))
    groups = []
    for _ in range(draw(st.integers(0, 3))):
        ports = tuple(free.pop() for _ in range(draw(st.integers(1, 2))))
        groups.append(draw(port_groups(ports, frozenset(lossless), dscp_maps)))
    ports_named = [port for group in groups for port in group.ports]
    members = draw(st.lists(st.sampled_from([*ports_named, "Ethernet99/1"]), max_size=2, unique=True))
    named = [*ports_named, "PortChannel7", "Ethernet98/1", "Loopback0"]
    switch = Switch(
        groups=tuple(groups),
        name=draw(st.sampled_from(["", "leaf1", "leaf 1", "le_af-2.lab"])),
        sku=draw(NAMES),
        version=draw(NAMES),
        pools=tuple(draw(st.lists(pools(), max_size=2, unique_by=lambda pool: pool.name))),
        watchdog=draw(st.none() | WATCHDOGS),
        pfc_all_off=draw(st.sampled_from([None, None, True, False])),
        buffer_model=draw(st.none() | st.sampled_from(BufferModel)),
        explicit_buffers=draw(st.booleans()),
        port_channels=draw(st.sampled_from([(), (PortChannel("PortChannel7", tuple(members)),)])),
        addresses=tuple(
            draw(
                st.lists(
                    st.builds(
                        PortAddress,
                        st.sampled_from(named),
                        st.sampled_from(["10.0.0.0/31", "10.0.0.2/31", "2001:db8::1/64", "x.x.x.x/30"]),
                    ),
                    max_size=3,
                    unique=True,
                )
            )
        ),
    )
    return assemble(switch)


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    return Pool(
        draw(st.sampled_from(["ingress", "ingress_lossless_pool", "egress_pool"])),
        draw(st.none() | st.sampled_from(Direction)),
        draw(st.none() | st.sampled_from(PoolMode)),
        draw(SIZES),
        draw(SIZES | st.integers(30_000_000, 60_000_000).map(Amount)),
    )


@st.composite
def port_groups(
    draw: st.DrawFn, ports: tuple[str, ...], lossless: frozenset[int], dscp_maps: tuple[ClassMap, ClassMap]
) -> PortGroup:
    enabled = draw(st.sampled_from([None, True, True, False]))
    return PortGroup(
        ports=ports,
        speed_mbps=draw(st.sampled_from([None, 25_000, 100_000, 400_000, 800_000, 123])),
        lanes=draw(st.sampled_from([None, None, 1, 2, 4, 8, 16])),
        mtu_bytes=draw(st.none() | st.integers(0, 70_000)),
        cable_m=draw(st.none() | st.integers(0, 300)),
        medium=draw(st.none() | st.sampled_from(Medium)),
        role=draw(st.none() | st.sampled_from(Role)),
        admin_up=draw(st.sampled_from([None, True, False])),
        routed=draw(st.sampled_from([None, True, False])),
        default_cos=draw(st.sampled_from([None, None, 0, 3, 9])),
        trust=draw(st.none() | st.sampled_from(Trust)),
        dscp_to_tc=draw(st.none() | st.sampled_from(dscp_maps)),
        cos_to_tc=draw(st.none() | st.dictionaries(st.integers(0, 7), st.integers(0, 7)).map(ClassMap.of)),
        tc_to_pg=draw(st.none() | st.just(lossy_together(lossless))),
        tc_to_queue=draw(st.none() | st.just(ClassMap.of({tc: tc for tc in range(8)}))),
        pfc_to_queue=draw(st.none() | st.just(ClassMap.of({tc: tc for tc in range(8)}))),
        pfc=Pfc(enabled, lossless, draw(st.sampled_from([None, True, False]))),
        ceiling=draw(RATES),
        link_pause=draw(st.sampled_from([None, True, False])),
        priority_groups=tuple(
            PriorityGroup(index, draw(st.none() | profiles()))
            for index in sorted(draw(st.sets(st.integers(0, 7), max_size=4)))
        ),
        queues=draw(queues()),
        watchdog=draw(st.none() | WATCHDOGS),
        classified_elsewhere=draw(st.booleans()),
    )


def lossy_together(lossless: frozenset[int]) -> ClassMap:
    """As SONiC does it: lossy classes share a priority group."""
    return ClassMap.of({tc: tc if tc in lossless else 7 for tc in range(8)})


HINTS = st.sampled_from(
    [
        Hints(),
        Hints(sku="arista-7260cx3-64"),
        Hints(sku="arista-7060dx5-64s"),
        Hints(asic="th5"),
        Hints(asic="th6"),
    ]
)
