"""Rules on the shared headroom pool: what it holds against what priority groups are promised."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.demand import Demand, device_sized_floors, headroom_demands, headroom_floor_of
from roceconf.rules.derived.inforce import InForce, pool_of, profiles_in_force
from roceconf.rules.derived.lossless import counted, each
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import (
    BufferModel,
    DeviceChosen,
    Direction,
    Pool,
    Reading,
    Switch,
)


@rule(
    "BUF102",
    "headroom-pool-below-one-group",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "sonic-buildimage PR 16690",
        "sonic-mgmt tests/qos/files/qos_params.*.yaml, hdrm_pool_size: a partition has only its part of the pool",
    ),
)
def headroom_pool_is_below_one_group(switch: Switch, context: Context) -> Iterator[Fault]:
    """The shared headroom pool is smaller than the headroom of a single priority group.

    What the fabric does
        The first port that pauses its peer can already lose frames: it is promised headroom that does not exist.

    How to mend it
        Make the headroom pool at least as large as the largest headroom times the senders that may meet at one port.

    Source
        sonic-buildimage PR 16690: a pool made for 2 km cables, used with 120 km. A partition of the chip has only its
        part of the pool (measured in sonic-mgmt): where that part is too small for one group, a warning. Where the
        device sizes the headroom of a group, two largest frames and the cable's round trip stand for it (the frames
        alone where the length is not known). Where the text does not say which groups are lossless, those of the
        longest cable, as a warning.
    """

    def check(pool: Pool) -> Iterator[Fault]:
        held = context.bytes(pool.headroom)
        if not held:
            return
        largest = max(headroom_demands(pool, context), default=Demand(0, 0, ()))
        severity, what = None, "the headroom of one priority group"
        floor = max(device_sized_floors(pool, context), default=largest)
        if floor.headroom_bytes > largest.headroom_bytes:
            largest, what = floor, "what arrives after XOFF in one priority group whatever the peer does"
        if not largest.headroom_bytes:
            floors = (demand for group in switch.groups for demand in headroom_floor_of(group, context))
            largest = max(floors, default=largest)
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
        elif severity is None and held // (parts := _partitions(pool, context)) < needed:
            yield Fault(
                f"The headroom pool of '{pool.name}' holds {held:,} B, of which one of {parts} partitions has "
                f"{held // parts:,} B: less than {what}, {needed:,} B. The first pause can already lose frames.",
                f"give the headroom pool at least {parts * needed:,} B, so that each partition holds one group's",
                Place(f"pool:{pool.name}", "headroom"),
                largest.ports,
                {"pool_headroom_bytes": held, "largest_headroom_bytes": needed, "partitions": parts},
                severity=Severity.WARNING,
            )

    return each(switch.pools, check)


def _partitions(pool: Pool, context: Context) -> int:
    """The partitions over which a headroom pool is split; 1 where they are not known.

    That is measured for pools whose size and headroom the text says. Where it limits the headroom alone (EOS), no
    source tells whether the limit is for the chip or a partition.
    """
    asic = context.known_asic
    parts = asic.partitions.value if asic is not None else None
    return parts or 1 if pool.size is not None and not isinstance(pool.size, DeviceChosen) else 1


@rule(
    "BUF103",
    "headroom-pool-oversubscribed",
    on=Switch,
    severity=Severity.NOTE,
    since="0.1",
    sources=(
        "sonic-buildimage PR 29565",
        "sonic-buildimage device/: shipped pools oversubscribe up to 11.9 times",
        "sonic-mgmt tests/qos/files/qos_params.*.yaml, hdrm_pool_size: a partition has only its part of the pool",
    ),
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
        Shipped SONiC configurations oversubscribe, from 1.1 to 11.9 times: this is a number to know, not a fault. The
        pool is split evenly over the partitions of the chip (measured in sonic-mgmt), so groups whose ports lie in one
        of them have only its part.
    """

    def check(pool: Pool) -> Iterator[Fault]:
        held, demands = context.bytes(pool.headroom), headroom_demands(pool, context)
        largest = max((demand.headroom_bytes for demand in demands), default=0)
        wanted = sum(demand.headroom_bytes * demand.groups for demand in demands)
        parts = _partitions(pool, context)
        if not held or held // parts < largest or wanted <= held:
            return
        groups = sum(demand.groups for demand in demands)
        one = held // parts // largest  # a partition has only its own part of the pool
        apart = f", {one:,} where all lie in one of {parts} partitions" if parts > 1 else ""
        yield Fault(
            f"{groups} lossless priority groups are promised {wanted:,} B, {wanted / held:.2g} times what the headroom "
            f"pool of '{pool.name}' holds, {held:,} B: it carries {counted(one * parts, 'group')} of the "
            f"largest headroom, {largest:,} B, pausing at the same moment{apart}.",
            "check that no incast pauses more groups at once; else enlarge the headroom pool",
            Place(f"pool:{pool.name}", "headroom"),
            tuple(dict.fromkeys(port for demand in demands for port in demand.ports)),
            {
                "pool_headroom_bytes": held,
                "wanted_bytes": wanted,
                "ratio": round(wanted / held, 2),
                "groups": groups,
                "groups_carried": one * parts,
                "partition_groups_carried": one,
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
        if pool.direction is Direction.EGRESS:
            return  # nothing is kept for frames in flight on the way out; bound to a priority group BUF107 names it
        if isinstance(pool.headroom, DeviceChosen) or context.bytes(pool.headroom):
            return
        if context.remarked(Place(f"pool:{pool.name}", "headroom")):
            return
        reserved, headroom = context.bytes(held.profile.reserved), context.bytes(held.profile.headroom)
        if reserved is not None and headroom and reserved < headroom:
            yield Fault(
                f"{held.called} keeps {headroom:,} B of headroom, but its own size is {reserved:,} B and pool "
                f"'{pool.name}' has no shared headroom: there is no room for frames that arrive after XOFF.",
                f"give pool '{pool.name}' a headroom pool, or the profile a size that contains its headroom",
                context.said(held.at("headroom"), Place(f"pool:{pool.name}", "size")),
                held.ports,
                {"headroom_bytes": headroom, "size_bytes": reserved, "pool_headroom_bytes": 0},
                ((Place(f"pool:{pool.name}", "size"), "the pool without headroom"),),
            )

    return each(profiles_in_force(context), check)
