"""Rules on pools and buffer profiles: what the chip has, what they promise, what they contradict."""

from collections.abc import Iterator

from roceconf.asic import Asic, PublishedBuffers, find_hwsku
from roceconf.findings import Severity
from roceconf.rules.cells import cells, whole_in_cells_of
from roceconf.rules.context import Context
from roceconf.rules.demand import Demand, headroom_demands, headroom_floor_of
from roceconf.rules.egress import drops_before_it_pauses, limit_too_low
from roceconf.rules.inforce import FEWEST_PORTS, InForce, least_pool_bytes, pool_of, profiles_in_force
from roceconf.rules.lossless import counted, each
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.pausing import SENSIBLE_ALPHAS
from roceconf.rules.wording import named
from roceconf.switch import (
    BufferModel,
    DeviceChosen,
    Direction,
    Pool,
    PoolMode,
    Reading,
    Switch,
)


@rule(
    "BUF101",
    "pool-above-chip",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-buildimage PR 19640", "sonic-buildimage #24749", "sonic-buildimage #28657"),
)
def pool_is_above_the_chip(switch: Switch, context: Context) -> Iterator[Fault]:
    """A buffer pool is larger than the packet buffer of the chip, or than what is left of it to share.

    What the fabric does
        The chip's software refuses the pool. SONiC logs it and goes on without, or orchagent stops: the lossless
        priority groups are never programmed, and RoCE is dropped.

    How to mend it
        Use a size that is published for this platform. Where size and headroom are separate (Tomahawk and Tomahawk 2)
        their sum must fit; from Tomahawk 3 on the size contains the headroom.

    Source
        Sizes of the catalogue. Above the packet memory it is an error; between what is known to be usable and the
        memory a warning; on Tomahawk 6, where sources contradict each other, a note.
    """
    if not switch.pools:
        return iter(())
    asic = context.asic
    memory, usable = asic.buffer_bytes.value, asic.usable_bytes.value
    if memory is None and usable is None:
        context.need("packet buffer of the ASIC", None)
    return each(switch.pools, lambda pool: _above_the_chip(pool, asic, memory, usable, context))


def _above_the_chip(
    pool: Pool, asic: Asic, memory: int | None, usable: int | None, context: Context
) -> Iterator[Fault]:
    size, headroom = context.bytes(pool.size), context.bytes(pool.headroom) or 0
    most = usable or memory
    if size is None or most is None:
        return
    contains = asic.pool_contains_headroom.value
    total = size if contains else size + headroom
    what = f"{size:,} B and its headroom {headroom:,} B together" if total != size else f"{size:,} B"
    if total <= most or (pool.direction is Direction.EGRESS and memory is not None and total <= memory):
        return  # what waits on the way out is counted a second time: only memory that does not exist is a fault there
    if contains is None:
        severity, why = Severity.NOTE, "whether the size contains the headroom is disputed for this chip"
    elif memory is not None and total > memory:
        severity, why = Severity.ERROR, "the chip refuses it, and lossless priority groups are not programmed"
    else:
        severity, why = Severity.WARNING, "the chip keeps the rest for itself and may refuse it"
    beyond = memory if memory is not None and total > memory else most
    word = "has" if beyond == memory else "is known to share at most"
    yield Fault(
        f"Pool '{pool.name}' asks for {what}, but {asic.name} {word} {beyond:,} B: {why}.",
        "use the pool sizes published for this platform",
        Place(f"pool:{pool.name}", "size"),
        evidence={"size_bytes": size, "headroom_bytes": headroom, "buffer_bytes": memory, "usable_bytes": usable},
        severity=severity,
    )


@rule(
    "BUF102",
    "headroom-pool-below-one-group",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-buildimage PR 16690",),
)
def headroom_pool_is_below_one_group(switch: Switch, context: Context) -> Iterator[Fault]:
    """The shared headroom pool is smaller than the headroom of a single priority group.

    What the fabric does
        The first port that pauses its peer can already lose frames: it is promised headroom that does not exist.

    How to mend it
        Make the headroom pool at least as large as the largest headroom times the senders that may meet at one port.

    Source
        sonic-buildimage PR 16690: a pool made for 2 km cables, used with 120 km. Where the text does not say which
        groups are lossless, two largest frames and the round trip of the longest cable stand for the headroom, as a
        warning.
    """

    def check(pool: Pool) -> Iterator[Fault]:
        held = context.bytes(pool.headroom)
        if not held:
            return
        demands = headroom_demands(pool, context)
        largest = max(demands, default=Demand(0, 0, ()))
        severity, what = None, "the headroom of one priority group"
        if not demands:
            largest = max((demand for group in switch.groups for demand in headroom_floor_of(group)), default=largest)
            severity, what = Severity.WARNING, "what the longest cable alone brings after XOFF"
        needed = largest.headroom_bytes
        if held < needed:
            yield Fault(
                f"The headroom pool of '{pool.name}' holds {held:,} B, less than {what}, {needed:,} B: the first pause "
                "can already lose frames.",
                f"give the headroom pool at least {needed:,} B for each sender that may be paused at once",
                Place(f"pool:{pool.name}", "headroom"),
                largest.ports,
                {"pool_headroom_bytes": held, "largest_headroom_bytes": needed},
                severity=severity,
            )

    return each(switch.pools, check)


@rule(
    "BUF103",
    "headroom-pool-oversubscribed",
    on=Switch,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-buildimage PR 29565", "sonic-buildimage device/: shipped pools oversubscribe up to 11.9 times"),
)
def headroom_pool_is_oversubscribed(switch: Switch, context: Context) -> Iterator[Fault]:
    """All lossless priority groups together are promised more headroom than the shared pool holds.

    What the fabric does
        Nothing, as long as few groups pause at once, and that is what sharing is for. When more groups than the pool
        carries are between XOFF and silence at the same moment, frames are dropped although PFC works.

    How to mend it
        Compare the groups the pool carries with the senders that may meet: each sender of an incast is one group.
        A larger headroom pool takes from the shared buffer.

    Source
        Shipped SONiC configurations oversubscribe, from 1.1 to 11.9 times: this is a number to know, not a fault.
    """

    def check(pool: Pool) -> Iterator[Fault]:
        held, demands = context.bytes(pool.headroom), headroom_demands(pool, context)
        largest = max((demand.headroom_bytes for demand in demands), default=0)
        wanted = sum(demand.headroom_bytes * demand.groups for demand in demands)
        if not held or held < largest or wanted <= held:
            return
        groups = sum(demand.groups for demand in demands)
        yield Fault(
            f"{groups} lossless priority groups are promised {wanted:,} B from the headroom pool of '{pool.name}', "
            f"which holds {held:,} B (1:{wanted / held:.1f}): it carries {counted(held // largest, 'group')} of the "
            f"largest headroom, {largest:,} B, pausing at the same moment.",
            "check that no incast pauses more groups at once; else enlarge the headroom pool",
            Place(f"pool:{pool.name}", "headroom"),
            tuple(dict.fromkeys(port for demand in demands for port in demand.ports)),
            {
                "pool_headroom_bytes": held,
                "wanted_bytes": wanted,
                "ratio": round(wanted / held, 2),
                "groups": groups,
                "groups_carried": held // largest,
            },
        )

    return each(switch.pools, check)


@rule(
    "BUF104",
    "no-shared-headroom",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss cfgmgr/buffer_headroom_mellanox.lua", "sonic-buildimage PR 2527"),
)
def no_shared_headroom(reading: Reading, context: Context) -> Iterator[Fault]:
    """A lossless profile counts on a shared headroom pool that does not exist.

    What the fabric does
        Without a headroom pool the headroom lies inside the profile's own size. A size that is smaller leaves no room
        after XOFF: frames on the cable are dropped although PFC works.

    How to mend it
        Give the ingress pool a headroom pool (``xoff`` on SONiC), or make the size of the profile its minimum plus its
        headroom.

    Source
        sonic-buildimage PR 2527 for private headroom: the size is the minimum plus the headroom. Silent in the dynamic
        buffer model, where the device sizes the profile.
    """
    if context.switch.buffer_model is BufferModel.DYNAMIC:
        return iter(())

    def check(held: InForce) -> Iterator[Fault]:
        pool = pool_of(held.profile, context)
        if pool is None or pool.size is None or isinstance(pool.size, DeviceChosen):
            return
        if isinstance(pool.headroom, DeviceChosen) or context.bytes(pool.headroom):
            return
        reserved, headroom = context.bytes(held.profile.reserved), context.bytes(held.profile.headroom)
        if reserved is not None and headroom and reserved < headroom:
            yield Fault(
                f"{held.called} keeps {headroom:,} B of headroom, but its own size is {reserved:,} B and pool "
                f"'{pool.name}' has no shared headroom: there is no room for frames that arrive after XOFF.",
                f"give pool '{pool.name}' a headroom pool, or the profile a size that contains its headroom",
                held.at("headroom"),
                held.ports,
                {"headroom_bytes": headroom, "size_bytes": reserved, "pool_headroom_bytes": 0},
                ((Place(f"pool:{pool.name}", "size"), "the pool without headroom"),),
            )

    return each(profiles_in_force(context), check)


@rule(
    "BUF105",
    "threshold-said-twice",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/bufferorch.cpp", "sonic-yang-models sonic-buffer-profile.yang"),
)
def threshold_is_said_twice(reading: Reading, context: Context) -> Iterator[Fault]:
    """A buffer profile has a dynamic and a static threshold.

    What the fabric does
        Only one can hold. Which one depends on the order in which the device reads them, or it refuses the profile.

    How to mend it
        Keep one: alpha for a pool that is shared dynamically, a fixed limit for one that is not.

    Source
        sonic-buffer-profile.yang lets both stand; the switch software programs one.
    """
    for held in profiles_in_force(context):
        if held.profile.alpha is not None and held.profile.limit is not None:
            yield Fault(
                f"{held.called} has two thresholds, alpha {held.profile.alpha} and a fixed limit of "
                f"{held.profile.limit}: only one can hold, and which one is not certain.",
                "keep one of the two",
                held.at("limit"),
                held.ports,
                {"alpha": held.profile.alpha.factor, "limit": held.profile.limit.number},
            )


@rule(
    "BUF106",
    "no-threshold",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/bufferorch.cpp",),
)
def profile_has_no_threshold(reading: Reading, context: Context) -> Iterator[Fault]:
    """A buffer profile says neither a dynamic nor a static threshold.

    What the fabric does
        The switch software cannot create the profile: what is bound to it keeps what the chip starts with.

    How to mend it
        Write alpha (``dynamic_th``) or a fixed limit (``static_th``).

    Source
        The threshold is mandatory when a profile is created. Silent where an OS has a default for it, and for
        profiles whose pool is not known.
    """
    for held in profiles_in_force(context):
        pool = pool_of(held.profile, context)
        if pool is None or pool.mode is None or held.profile.alpha is not None or held.profile.limit is not None:
            continue
        if any(_is_said(held.at(value), context) for value in ("alpha", "limit")):
            continue  # said, but no number: the reader remarks it
        yield Fault(
            f"{held.called} draws from pool '{pool.name}' without a threshold: the device cannot create it, and what "
            "is bound to it is not set.",
            "write a threshold: alpha for a share of the free buffer, or a fixed limit",
            held.at("alpha"),
            held.ports,
        )


@rule(
    "BUF107",
    "profile-of-wrong-direction",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss cfgmgr/buffermgrdyn.cpp:3200 and 3329",),
)
def profile_is_of_the_wrong_direction(reading: Reading, context: Context) -> Iterator[Fault]:
    """A priority group is bound to a profile of an egress pool, or a queue to one of an ingress pool.

    What the fabric does
        The chip keeps separate books for what came in and what goes out. The binding is refused, and the priority group
        or queue stays without its buffer.

    How to mend it
        Bind priority groups to profiles of an ingress pool, queues to profiles of an egress pool.

    Source
        buffermgrdyn.cpp refuses it; the traditional model hands it to the chip's software, which does.
    """
    for held in profiles_in_force(context):
        pool = pool_of(held.profile, context)
        direction = pool.direction if pool is not None else None
        if held.side is None or direction in (None, Direction.BOTH, held.side):
            continue
        what = "priority group" if held.side is Direction.INGRESS else "queue"
        yield Fault(
            f"{held.called} draws from {direction} pool '{held.profile.pool}' but is bound to "
            f"{named(what, held.indices)}, which {'count' if len(held.indices) > 1 else 'counts'} on the {held.side} "
            "side: the binding is refused.",
            f"bind {named(what, held.indices)} to a profile of an {held.side} pool",
            held.at("profile"),
            held.ports,
        )


@rule(
    "BUF108",
    "lossless-queue-drops",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-buildimage PR 21320", "sonic-buildimage PR 1532"),
)
def lossless_queue_drops(reading: Reading, context: Context) -> Iterator[Fault]:
    """A lossless queue may hold less than the ingress side lets in, so it drops what PFC has kept.

    What the fabric does
        PFC counts on the way in. A queue that is full before the priority groups pause throws packets away on the way
        out: RoCE is dropped with PFC switched on and working.

    How to mend it
        Give lossless queues a profile of their own with a fixed limit as large as the egress pool, and the egress
        pool at least the size of the shared buffer of the ingress side.

    Source
        SONiC binds lossless queues to a profile whose limit is the whole pool. PR 21320: a limit below the ingress
        side. PR 1532: a limit for one of four partitions, which the software divides by four again. A lossless queue on
        the dynamic profile of lossy queues is an error; limits that are too low, and a dynamic share no larger than
        that of the priority group, are warnings.
    """
    yield from each(reading.switch.groups, lambda group: drops_before_it_pauses(group, context))
    yield from each(profiles_in_force(context), lambda held: limit_too_low(held, context))


@rule(
    "BUF109",
    "threshold-beyond-pool",
    on=Reading,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-buildimage PR 25560", "sonic-buildimage PR 25945"),
)
def threshold_is_beyond_the_pool(reading: Reading, context: Context) -> Iterator[Fault]:
    """A fixed limit is larger than the pool it draws from.

    What the fabric does
        The limit is never reached: the pool is empty before. Many shipped configurations write the whole chip to say
        "no limit". Newer software for Tomahawk 5 refuses a limit above one of its two partitions.

    How to mend it
        Write the size of the pool, or what the platform's current release publishes.

    Source
        sonic-buildimage PR 25560 and 25945: limits lowered after the switch software began to refuse them. Silent for a
        limit that this very platform publishes.
    """

    def check(held: InForce) -> Iterator[Fault]:
        pool = pool_of(held.profile, context)
        limit = context.bytes(held.profile.limit)
        size = context.bytes(pool.size) if pool is not None else None
        if pool is None or not size or limit is None or limit <= size:
            return
        if size < least_pool_bytes(pool, context)[0]:
            return  # the pool is the fault, and BUF111 names it
        if limit in _published_limits(held.profile.name, context):
            return
        yield Fault(
            f"{held.called} has the limit {limit:,} B, above pool '{pool.name}' with {size:,} B: the limit is never "
            "reached, and some releases refuse it.",
            f"write at most {size:,} B, unless 'no limit' is meant and the release takes it",
            held.at("limit"),
            held.ports,
            {"limit_bytes": limit, "pool_bytes": size},
        )

    return each(profiles_in_force(context), check)


@rule(
    "BUF110",
    "pool-not-whole-cells",
    on=Switch,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-mgmt tests/qos/files/qos_params.*.yaml: cell sizes",),
)
def pool_is_not_whole_cells(switch: Switch, context: Context) -> Iterator[Fault]:
    """A pool or its headroom is no whole number of the chip's cells.

    What the fabric does
        The chip counts in cells and rounds. The loss is small, but the number was not made for this chip: it was copied
        from another, and then the other numbers beside it are suspect too.

    How to mend it
        Use the numbers published for this platform, or round down to whole cells.

    Source
        Cell sizes of the catalogue. A headroom pool that is whole in cells of another Tomahawk is a warning; a pool
        size, a round number, or a number this very platform publishes, a note.
    """
    if not switch.pools:
        return iter(())
    cell = context.cell_bytes

    def check(pool: Pool) -> Iterator[Fault]:
        for value, amount in (("size", context.bytes(pool.size)), ("headroom", context.bytes(pool.headroom))):
            if not amount or amount % cell == 0:
                continue
            is_theirs = amount in _published_amounts(pool.name, value, context)
            fits = whole_in_cells_of(amount, cell) if value == "headroom" and not is_theirs else None
            origin = f", but whole in cells of {fits} B: was it copied from another chip?" if fits else "."
            yield Fault(
                f"The {value} of pool '{pool.name}', {amount:,} B, is {cells(amount, cell)}, which the chip "
                f"rounds{origin}{' This platform publishes it so.' if is_theirs else ''}",
                f"use the published size, or {amount // cell * cell:,} B",
                Place(f"pool:{pool.name}", value),
                evidence={"bytes": amount, "cell_bytes": cell},
                severity=None if fits else Severity.NOTE,
            )

    return each(switch.pools, check)


@rule(
    "BUF111",
    "pool-smaller-than-its-ports",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss PR 216",),
)
def pool_is_smaller_than_its_ports(switch: Switch, context: Context) -> Iterator[Fault]:
    """A pool cannot hold one full-size frame for each port that shares it.

    What the fabric does
        The pool is exhausted by a handful of packets. Lossless traffic stands still or is dropped at any load.

    How to mend it
        A pool is for the whole chip: if the number was made for one port, multiply it by the ports.

    Source
        sonic-swss PR 216: 113,664 B given for one of 32 ports. Where the text does not show who uses the pool, 32
        ports are taken and it is a warning.
    """

    def check(pool: Pool) -> Iterator[Fault]:
        size = context.bytes(pool.size)
        needed, frame, users = least_pool_bytes(pool, context)
        if size is None or size >= needed:
            return
        yield Fault(
            f"Pool '{pool.name}' holds {size:,} B, not even one frame of {frame:,} B for each of "
            f"{counted(len(users) or FEWEST_PORTS, 'port')}: it is exhausted by a handful of "
            f"packets.{' It looks like a number for one port.' if size and len(users) != 1 else ''}",
            f"give the pool its size for the whole chip ({FEWEST_PORTS} ports would be {FEWEST_PORTS * size:,} B)"
            if size
            else "give the pool the size published for this platform",
            Place(f"pool:{pool.name}", "size"),
            tuple(sorted(users)),
            {"size_bytes": size, "needed_bytes": needed, "ports": len(users) or None},
            severity=None if users and size else Severity.WARNING,
        )

    return each(switch.pools, check)


@rule(
    "BUF112",
    "alpha-extreme",
    on=Reading,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Choudhury and Hahne, Dynamic queue length thresholds, 1998",
        "Guo et al., RDMA over Commodity Ethernet, 2016",
    ),
)
def alpha_is_extreme(reading: Reading, context: Context) -> Iterator[Fault]:
    """A lossless priority group pauses almost at once, or only when the pool is nearly gone.

    What the fabric does
        With alpha 1/64 or less a group pauses at about one percent of the buffer: pause frames spread although there is
        room. With 4 or more one group may take four fifths of the buffer before it pauses, and the others starve.

    How to mend it
        Use alpha between 1/16 and 2; shipped Tomahawk tables use 1/8 to 1.

    Source
        SIGCOMM 2016 reports a switch whose default 1/64 instead of 1/16 spread pauses. A group at alpha a settles at
        a/(1+a) of the shared buffer.
    """
    for held in profiles_in_force(context):
        alpha = held.profile.alpha
        if held.side is not Direction.INGRESS or not held.profile.is_lossless or alpha is None:
            continue
        if alpha.exponent in SENSIBLE_ALPHAS:
            continue
        share = alpha.factor / (1 + alpha.factor)
        effect = "it pauses almost at once" if alpha.exponent < 0 else "it pauses only when little is left for others"
        yield Fault(
            f"{held.called} is lossless with alpha {alpha}: a single priority group settles at {share:.0%} of the "
            f"shared buffer, so {effect}.",
            "use an alpha between 1/16 and 2",
            held.at("alpha"),
            held.ports,
            {"alpha": alpha.factor, "share": round(share, 4)},
        )


@rule(
    "BUF113",
    "threshold-against-pool-mode",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss cfgmgr/buffermgrdyn.cpp:2764 and 2811",),
)
def threshold_is_against_the_pool_mode(reading: Reading, context: Context) -> Iterator[Fault]:
    """In the dynamic buffer model a profile has a threshold of another kind than its pool.

    What the fabric does
        The buffer manager refuses the profile, and everything bound to it stays as it was.

    How to mend it
        Give profiles of a dynamic pool an alpha, profiles of a static pool a fixed limit.

    Source
        buffermgrdyn.cpp. In the traditional model, which Tomahawk switches use, mixing is common and no finding.
    """
    if context.switch.buffer_model is not BufferModel.DYNAMIC:
        return
    for held in profiles_in_force(context):
        pool = pool_of(held.profile, context)
        if pool is None or pool.mode is None or (held.profile.alpha is None) == (held.profile.limit is None):
            continue
        kind = PoolMode.DYNAMIC if held.profile.alpha is not None else PoolMode.STATIC
        if kind is not pool.mode:
            yield Fault(
                f"{held.called} has a {kind} threshold, but pool '{pool.name}' is {pool.mode}: the dynamic buffer "
                "model refuses the profile.",
                f"give the profile a {pool.mode} threshold",
                held.at("alpha" if kind is PoolMode.DYNAMIC else "limit"),
                held.ports,
            )


@rule(
    "BUF114",
    "headroom-above-pool-size",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss cfgmgr/buffermgrdyn.cpp:792", "sonic-mgmt tests/qos/files/qos_params.th5.yaml"),
)
def headroom_is_above_the_pool(switch: Switch, context: Context) -> Iterator[Fault]:
    """The headroom pool is as large as the pool it belongs to, or larger.

    What the fabric does
        Where the size contains the headroom, nothing is left to share: every packet of a lossless class asks for a
        pause at once, or the chip refuses the pool.

    How to mend it
        Swap the two numbers if they were swapped; else use the sizes published for this platform.

    Source
        Whether the size contains the headroom is in the catalogue, by chip. Where it does not, or the chip is not
        known, this is a warning.
    """

    def check(pool: Pool) -> Iterator[Fault]:
        size, headroom = context.bytes(pool.size), context.bytes(pool.headroom)
        if size is None or not headroom or headroom < size:
            return
        contains = context.known_asic is not None and context.known_asic.pool_contains_headroom.value
        yield Fault(
            f"The headroom of pool '{pool.name}', {headroom:,} B, is not below its size, {size:,} B: "
            f"{'nothing is left to share' if contains else 'the two look swapped'}.",
            "use the sizes published for this platform; the two may be swapped",
            Place(f"pool:{pool.name}", "headroom"),
            evidence={"size_bytes": size, "headroom_bytes": headroom},
            severity=None if contains else Severity.WARNING,
        )

    return each(switch.pools, check)


def _is_said(place: Place, context: Context) -> bool:
    places, above = context.reading.places, place.path.rpartition(".")[0]
    return places.of(place.subject, place.path) != places.of(place.subject, above)


def _published_amounts(pool: str, value: str, context: Context) -> set[int | None]:
    """Sizes, or headrooms, that this very platform publishes for a pool, in whatever role."""
    pools = (held.pool(pool) for held in _published(context))
    return {held.size_bytes if value == "size" else held.xoff_bytes for held in pools if held is not None}


def _published_limits(profile: str, context: Context) -> set[int | None]:
    """Fixed limits that this very platform publishes for a profile, in whatever role."""
    profiles = (held.profile(profile) for held in _published(context))
    return {held.static_th_bytes for held in profiles if held is not None}


def _published(context: Context) -> Iterator[PublishedBuffers]:
    name = context.supplied.sku or context.switch.sku
    found = find_hwsku(name) if name else None
    for role in found[1].topologies if found is not None else ():
        buffers = found[1].buffers(role) if found is not None else None
        if buffers is not None and not buffers.suspect:
            yield buffers
