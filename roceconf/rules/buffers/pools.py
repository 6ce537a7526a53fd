"""Rules on pools themselves: larger than the chip, smaller than their ports, not made for its cells."""

from collections.abc import Iterator

from roceconf.asic import Asic
from roceconf.findings import Severity
from roceconf.rules.buffers.published import published_amounts
from roceconf.rules.context import Context
from roceconf.rules.derived.cells import cells, whole_in_cells_of
from roceconf.rules.derived.inforce import FEWEST_PORTS, least_pool_bytes
from roceconf.rules.derived.lossless import each, lossless_groups, lossless_queues
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import (
    DeviceChosen,
    Direction,
    Pool,
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
        their sum must fit; from Tomahawk 3 on the size contains the headroom. Where the text limits the headroom alone
        (EOS), that must leave something to share.

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
    if most is None or (size is None and isinstance(pool.size, DeviceChosen)):
        return
    contains = asic.pool_contains_headroom.value if size is not None else False
    total = (size or 0) + (0 if contains else headroom)
    what = f"{size:,} B" if size is not None else f"{headroom:,} B of headroom"
    if size is not None and total != size:
        what += f" plus {headroom:,} B of headroom"
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
    is_published = size is not None and size in published_amounts(pool.name, "size", context)
    yield Fault(
        f"Pool '{pool.name}' asks for {what}, but {asic.name} {word} {beyond:,} B: {why}.",
        (
            "it is published so: ask whoever publishes it"
            if is_published
            else "use the pool sizes published for this platform"
        )
        if size is not None
        else f"leave the headroom pool to the device, or keep it well below {most:,} B, which it is taken from",
        Place(f"pool:{pool.name}", "size" if size is not None else "headroom"),
        evidence={"size_bytes": size, "headroom_bytes": headroom, "buffer_bytes": memory, "usable_bytes": usable},
        severity=severity,
    )


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
    cell, memory = context.cell_bytes, context.asic.buffer_bytes.value

    def check(pool: Pool) -> Iterator[Fault]:
        for value, amount in (("size", context.bytes(pool.size)), ("headroom", context.bytes(pool.headroom))):
            if not amount or amount % cell == 0 or (memory is not None and amount > memory):
                continue  # one above the memory is for BUF101
            is_theirs = amount in published_amounts(pool.name, value, context)
            fits = whole_in_cells_of(amount, cell) if value == "headroom" and not is_theirs else None
            origin = f", but whole in cells of {fits} B: was it copied from another chip?" if fits else "."
            yield Fault(
                f"The {value} of pool '{pool.name}', {amount:,} B, is {cells(amount, cell)}, which the chip "
                f"rounds{origin}{' This platform publishes it so.' if is_theirs else ''}",
                f"{amount // cell * cell:,} B are whole cells"
                if is_theirs
                else f"use the published size, or {amount // cell * cell:,} B",
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
        if size is None or size >= needed or (not size and users and not _serves_lossless(pool, context)):
            return
        yield Fault(
            f"Pool '{pool.name}' holds {size:,} B, not even one frame of {frame:,} B for "
            f"{'its port' if len(users) == 1 else f'each of {len(users) or FEWEST_PORTS} ports'}: it is exhausted by a "
            f"handful of packets.{' It looks like a number for one port.' if size and len(users) != 1 else ''}",
            f"give the pool its size for the whole chip ({FEWEST_PORTS} ports would be {FEWEST_PORTS * size:,} B)"
            if size
            else "give the pool the size published for this platform",
            Place(f"pool:{pool.name}", "size"),
            tuple(sorted(users)),
            {"size_bytes": size, "needed_bytes": needed, "ports": len(users) or None},
            severity=None if users and size else Severity.WARNING,
        )

    return each(switch.pools, check)


def _serves_lossless(pool: Pool, context: Context) -> bool:
    """Whether a lossless class draws from a pool; one of no size that serves none is there to take nothing in."""
    for group in context.switch.groups:
        if any(held.profile.pool == pool.name for held in lossless_groups(group, context)):
            return True
        queues = (group.queue(index) for index in lossless_queues(group))
        if any(queue is not None and queue.profile is not None and queue.profile.pool == pool.name for queue in queues):
            return True
    return False


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
            f"Pool '{pool.name}' has {headroom:,} B of headroom in a size of {size:,} B: "
            f"{'nothing is left to share' if contains else 'the two look swapped'}.",
            "use the sizes published for this platform; the two may be swapped",
            Place(f"pool:{pool.name}", "headroom"),
            evidence={"size_bytes": size, "headroom_bytes": headroom},
            severity=None if contains else Severity.WARNING,
        )

    return each(switch.pools, check)
