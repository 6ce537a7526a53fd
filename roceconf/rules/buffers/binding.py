"""Rules on what profiles are bound to: the wrong side, or a lossless queue that drops."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.buffers.egress import drops_before_it_pauses, limit_too_low, queues_without_buffer
from roceconf.rules.context import Context
from roceconf.rules.derived.inforce import pool_of, profiles_in_force
from roceconf.rules.derived.lossless import each
from roceconf.rules.model import Fault, rule
from roceconf.rules.wording import named
from roceconf.switch import Direction, PortGroup, Reading


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
    yield from each(context.switch.groups, lambda group: drops_before_it_pauses(group, context))
    yield from each(profiles_in_force(context), lambda held: limit_too_low(held, context))


@rule(
    "BUF115",
    "lossless-queue-without-buffer",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-buildimage PR 21320", "sonic-swss orchagent/bufferorch.cpp"),
)
def lossless_queue_has_a_buffer(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue has no egress buffer profile, while other queues of the same text have one.

    What the fabric does
        The queue keeps what the chip starts with: where that is the share of a lossy queue, it is full before the
        priority groups pause, and drops what PFC has kept.

    How to mend it
        Bind the lossless queues to the lossless egress profile of the platform.

    Source
        SONiC binds lossless queues to a profile whose limit is the whole egress pool; PR 21320 shows what a smaller one
        does. Silent where the text binds no queue to any profile: then the device brings its own.
    """
    return queues_without_buffer(group, context)
