"""Rules on the budget of the chip: what is reserved, kept for headroom and shared, against what there is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from roceconf.asic import Asic
from roceconf.findings import Severity
from roceconf.rules.buffers.published import published_amounts
from roceconf.rules.context import Context
from roceconf.rules.derived.budget import Asked, asked_of, budget_of
from roceconf.rules.derived.inforce import least_pool_bytes
from roceconf.rules.derived.lossless import each
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import DeviceChosen, Direction, Pool, Switch

if TYPE_CHECKING:
    from roceconf.sizing import BudgetExceeded


@rule(
    "BUF116",
    "buffer-over-budget",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "sonic-mgmt tests/qos/files/qos_params.*.yaml: measured PFC triggers",
        "sonic-buildimage #28657",
    ),
)
def buffer_is_over_budget(switch: Switch, context: Context) -> Iterator[Fault]:
    """What priority groups are guaranteed, with headroom and pool, is more than the chip has.

    What the fabric does
        The chip cannot guarantee what it does not have: its software refuses the profiles, or nothing is left to share
        and every packet of a lossless class asks for a pause.

    How to mend it
        The minimum of a group (``size`` of its profile on SONiC) holds a packet or two; headroom belongs into the
        headroom pool, and what bursts need into the shared buffer.

    Source
        On Tomahawk and 2 minima lie beside pool and headroom, from Tomahawk 3 on they come out of the pool (measured
        PFC triggers of sonic-mgmt). An error where minima and headroom exceed the packet memory; a warning where they
        fill the pool; on Tomahawk 6, where it is disputed what a pool contains, a note.
        Silent where the pool alone is too large, too small or all headroom, which has rules of its own.
    """

    def check(pool: Pool) -> Iterator[Fault]:
        if not _is_to_be_judged(pool, context):
            return
        from roceconf.sizing import BudgetExceeded

        asic = context.asic
        asked = asked_of(pool, context)
        broken = budget_of(pool, asked, asic, context)
        if isinstance(broken, BudgetExceeded) and broken.budget.reserved_bytes:
            yield _over_budget(pool, asic, asked, broken)

    return each(switch.pools, check)


def _over_budget(pool: Pool, asic: Asic, asked: Asked, broken: "BudgetExceeded") -> Fault:
    budget = broken.budget
    once = _minima_once_bytes(asked)
    memory = budget.buffer_bytes
    certain = not budget.contains_headroom or (memory is not None and once + budget.headroom_bytes > memory)
    severity = None if certain else Severity.WARNING
    if asic.pool_contains_headroom.value is None:
        severity = Severity.NOTE
    taken = budget.reserved_bytes + budget.headroom_bytes
    if budget.contains_headroom:
        what = (
            f"Priority groups are guaranteed {budget.reserved_bytes:,} B and the headroom pool of '{pool.name}' holds "
            f"{budget.headroom_bytes:,} B: together {taken:,} B of a pool of {budget.total_bytes:,} B, which leaves "
            "nothing to share."
        )
    else:
        what = (
            f"Priority groups are guaranteed {budget.reserved_bytes:,} B beside pool '{pool.name}' with "
            f"{budget.shared_bytes:,} B and {budget.headroom_bytes:,} B of headroom: {broken.excess_bytes:,} B more "
            f"than {asic.name} has."
        )
    return Fault(
        what,
        "give groups the minimum published for this platform: a packet or two each",
        asked.place or Place(f"pool:{pool.name}", "size"),
        asked.holders,
        {
            "reserved_bytes": budget.reserved_bytes,
            "headroom_bytes": budget.headroom_bytes,
            "shared_bytes": budget.shared_bytes,
            "buffer_bytes": budget.buffer_bytes,
            "excess_bytes": broken.excess_bytes,
        },
        ((Place(f"pool:{pool.name}", "size"), "the pool"),),
        severity,
    )


def _minima_once_bytes(asked: Asked) -> int:
    lossless = sum(held.group_min_bytes * held.groups * held.ports for held in asked.promises)
    return lossless + sum(held.minimum_bytes * held.number for held in asked.minima)


@rule(
    "BUF117",
    "buffer-left-unused",
    on=Switch,
    severity=Severity.NOTE,
    since="0.1",
    sources=("sonic-buildimage device/: published pools hold 70 % and more of the chip they are made for",),
)
def buffer_is_left_unused(switch: Switch, context: Context) -> Iterator[Fault]:
    """The ingress pools together hold less than two fifths of the chip's packet buffer.

    What the fabric does
        Bursts meet pauses early: the shared buffer is what absorbs them before PFC speaks, and most of the chip lies
        idle.

    How to mend it
        Use the pool sizes published for this platform. A small size is often one that was copied from a smaller chip.

    Source
        Published configurations put 70 % and more of the chip they are made for into pools. Silent for a size that this
        very platform publishes: a box with half a chip has half the pools. How much of the pool headroom takes is no
        concern here: a headroom pool that is not oversubscribed is a choice.
    """
    asic = context.known_asic
    most = None if asic is None else asic.usable_bytes.value or asic.buffer_bytes.value
    pools = [pool for pool in switch.pools if pool.direction is not Direction.EGRESS]
    if asic is None or most is None or not pools or not all(_is_to_be_judged(pool, context) for pool in pools):
        return
    from roceconf.sizing import least_pool_percent

    beside = asic.pool_contains_headroom.value is False
    sizes = [context.bytes(pool.size) or 0 for pool in pools]
    held = sum(sizes) + sum(context.bytes(pool.headroom) or 0 for pool in pools if beside)
    largest = pools[sizes.index(max(sizes))]
    if held * 100 >= least_pool_percent() * most:
        return
    if context.bytes(largest.size) in published_amounts(largest.name, "size", context):
        return
    yield Fault(
        f"The ingress pools hold {held:,} B, {held / most:.0%} of the {most:,} B that {asic.name} has for them: bursts "
        "meet pauses early, and the rest lies idle.",
        "use the pool sizes published for this platform",
        Place(f"pool:{largest.name}", "size"),
        evidence={"pools_bytes": held, "usable_bytes": most},
    )


def _is_to_be_judged(pool: Pool, context: Context) -> bool:
    """Whether a pool serves the way in and none of the rules on pools themselves speaks of it."""
    if pool.direction is Direction.EGRESS or pool.size is None or isinstance(pool.size, DeviceChosen):
        return False
    size, headroom = context.bytes(pool.size), context.bytes(pool.headroom) or 0
    if not size or headroom >= size or size < least_pool_bytes(pool, context)[0]:
        return False
    asic = context.known_asic
    most = None if asic is None else asic.buffer_bytes.value or asic.usable_bytes.value
    beside = asic is not None and asic.pool_contains_headroom.value is False
    return most is None or size + (headroom if beside else 0) <= most
