"""Whether lossless traffic can be dropped on the way out although PFC has kept it on the way in."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.inforce import InForce, least_pool_bytes, pool_of, profiles_in_force
from roceconf.rules.derived.lossless import lossless_groups, lossless_queues, nearest_said, roce_queues
from roceconf.rules.derived.pausing import priority_group_of, shared_by_lossless
from roceconf.rules.derived.plans import stray_priorities
from roceconf.rules.model import Fault, Place
from roceconf.rules.wording import agree, named, spelled
from roceconf.switch import Concern, Direction, PortGroup

if TYPE_CHECKING:
    from roceconf.sizing import SharedBuffer


def drops_before_it_pauses(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Lossless queues whose dynamic share is that of lossy queues, or no larger than what their groups may hold."""
    lossless = lossless_queues(group)
    lossy = {queue.profile for queue in group.queues if queue.index not in lossless}
    for queue in group.queues:
        profile = queue.profile
        if queue.index not in lossless or profile is None or profile.alpha is None:
            continue
        place = Place(group.ports[0], f"queue.{queue.index}.profile")
        evidence = {"queue": queue.index, "alpha": profile.alpha.factor}
        if profile in lossy and pool_of(profile, context) is not None:
            yield Fault(
                f"A lossless queue is bound to profile '{profile.name}' with alpha {profile.alpha}, like lossy "
                "queues: it drops on the way out when it outgrows its share, although PFC is on.",
                "bind the lossless queues to a profile whose fixed limit is the whole egress pool",
                place,
                group.ports,
                evidence,
            )
            continue
        index = priority_group_of(group, queue.index)
        held = group.priority_group(index) if index is not None else None
        pausing = held.profile.alpha if held is not None and held.profile is not None and held.is_lossless else None
        if pausing is not None and profile.alpha.exponent <= pausing.exponent:
            yield Fault(
                f"Lossless queue {queue.index} may hold alpha {profile.alpha} of the free buffer, its priority group "
                f"{index} alpha {pausing} before it pauses: with two senders the queue is full first and drops.",
                f"give queue {queue.index} a larger alpha than its priority group, the largest there is",
                place,
                group.ports,
                {**evidence, "priority_group_alpha": pausing.factor},
                severity=Severity.WARNING,
            )


def queues_without_buffer(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Lossless queues without an egress profile, in a text that binds other queues to profiles of an egress pool."""
    strays = stray_priorities(group, context)
    bare = [
        index
        for index in roce_queues(group, context)
        if ((queue := group.queue(index)) is None or queue.profile is None)
        and not context.says(group.ports[0], f"queue.{index}.profile")
        and priority_group_of(group, index) not in strays
    ]
    bound = _queues_with_buffer(context)
    if not bare or not bound or not context.covers(Concern.BUFFERS, Concern.PFC) or context.is_unsettled(group):
        return
    elsewhere = bound.issuperset(bare)
    others = bare if elsewhere else bound
    where = f"{named('queue', others)} {'of other ports' if elsewhere else 'of this text'}"
    yield Fault(
        f"Lossless {named('queue', bare)} {agree(bare, 'has', 'have')} no buffer profile, while {where} "
        f"{agree(others, 'has', 'have')} one: the queue keeps what the chip starts "
        "with, and may drop what PFC has kept.",
        f"bind {named('queue', bare)} to the lossless egress profile",
        nearest_said(group, context, f"queue.{bare[0]}", f"pfc.priority.{priority_group_of(group, bare[0])}"),
        group.ports,
        {"queues": spelled(bare)},
    )


@lru_cache(maxsize=1)
def _queues_with_buffer(context: Context) -> frozenset[int]:
    """The queues that some port binds to a profile of an egress pool."""
    held = (each for each in profiles_in_force(context) if each.side is Direction.EGRESS)
    egress = (each for each in held if (pool := pool_of(each.profile, context)) and pool.direction is Direction.EGRESS)
    return frozenset(index for each in egress for index in each.indices)


def limit_too_low(held: InForce, context: Context) -> Iterator[Fault]:
    """A fixed limit of lossless queues, or of queues yet to be bound, below what the ingress side lets in."""
    pool = pool_of(held.profile, context)
    limit = context.bytes(held.profile.limit)
    size = context.bytes(pool.size) if pool is not None else None
    if (
        held.side is Direction.INGRESS
        or pool is None
        or pool.direction is not Direction.EGRESS
        or not size
        or limit is None
        or size < least_pool_bytes(pool, context)[0]
        or (held.side is Direction.EGRESS and not any(_has_lossless(held, group) for group in context.switch.groups))
    ):
        return
    asic = context.known_asic
    parts = asic.partitions.value if asic is not None else None
    evidence = {"limit_bytes": limit, "pool_bytes": size}
    if asic is not None and asic.order < 3 and parts and parts > 1 and limit * parts == size:
        yield Fault(
            f"{held.called} has the limit {limit:,} B, exactly 1/{parts} of pool '{pool.name}': since SAI 3.5.3.1 the "
            f"limit is for the whole chip and is divided by {parts} again, so queues get 1/{parts} of what was meant.",
            f"write the size of the pool, {size:,} B",
            held.at("limit"),
            held.ports,
            evidence,
            severity=Severity.WARNING,
        )
        return
    for shared in _shared_behind(held, context):
        whole = shared.shared_bytes * (parts or 1)
        if size >= whole and limit >= shared.shared_bytes:
            continue
        yield Fault(
            f"{held.called} lets a lossless queue hold {min(limit, size):,} B, but priority groups may fill "
            f"{whole:,} B ({shared.shared_bytes:,} B in each partition) before they pause: the queue may "
            "drop what PFC has kept.",
            "make egress pool and limit at least as large as the shared buffer of the ingress side",
            held.at("limit"),
            held.ports,
            {**evidence, "ingress_shared_bytes": whole, "ingress_shared_of_a_partition_bytes": shared.shared_bytes},
            severity=Severity.WARNING,
        )
        return


_PUBLISHED_GROUPS = 2
"""Lossless groups of a port that published egress pools are sized for; one less leaves the ingress side its minimum."""


def _shared_behind(held: InForce, context: Context) -> Iterator["SharedBuffer"]:
    """What lossless groups share on ports whose lossless queues have an egress profile, where it is known."""
    if context.known_asic is None:
        return
    for group in context.switch.groups:
        if not _has_lossless(held, group):
            continue
        for lossless in lossless_groups(group, context):
            pool = pool_of(lossless.profile, context)
            size = context.bytes(pool.size) if pool is not None else None
            if size is None or size > (context.known_asic.buffer_bytes.value or size):
                continue  # a pool above the chip is refused: there is nothing to compare with
            shared = shared_by_lossless(group, lossless.profile, context, counted_groups=_PUBLISHED_GROUPS)
            if shared is not None:
                yield shared


def _has_lossless(held: InForce, group: PortGroup) -> bool:
    return group.ports[0] in held.ports and not set(lossless_queues(group)).isdisjoint(held.indices)
