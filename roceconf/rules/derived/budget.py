"""What a pool's lossless and lossy groups ask of the chip, as sizing reckons it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.rules.derived.lossless import lossless_groups
from roceconf.rules.model import Place

if TYPE_CHECKING:
    from roceconf.asic import Asic
    from roceconf.rules.context import Context
    from roceconf.sizing import Budget, BudgetExceeded, Minimum, Promise
    from roceconf.switch import Pool, PortGroup


class Asked(NamedTuple):
    """What groups draw from a pool, and where the largest sum of minima is said.

    Attributes:
        promises: headroom and minimum of the lossless groups, by kind of port.
        minima: minima of the other groups.
        ports: ports with groups that draw from the pool.
        place: the minimum that takes most of the pool; None where nothing is guaranteed.
        holders: the ports of that one.
    """

    promises: tuple[Promise, ...]
    minima: tuple[Minimum, ...]
    ports: int
    place: Place | None
    holders: tuple[str, ...]


def asked_of(pool: Pool, context: Context) -> Asked:
    """What the priority groups of all ports that are not shut ask of an ingress pool.

    Raises:
        Lacking: an amount is in a unit that needs a fact not known.
    """
    from roceconf.sizing import Minimum, Promise

    promises: list[Promise] = []
    minima: list[Minimum] = []
    largest: tuple[int, Place | None, tuple[str, ...]] = (0, None, ())
    ports = 0
    for group in context.switch.groups:
        if group.admin_up is False:
            continue
        lossless = {held.number: held for held in lossless_groups(group, context) if held.profile.pool == pool.name}
        counted = {number for held in lossless.values() for number in (held.number, *held.also)}
        drawn = False
        for index, minimum, lossy in _minima(group, pool, counted, context):
            taken = minimum * len(group.ports) * (1 if lossy else 1 + len(lossless[index].also))
            if taken > largest[0]:
                largest = (taken, Place(group.ports[0], f"pg.{index}.reserved"), group.ports)
            if lossy:
                minima.append(Minimum("lossy group", minimum, len(group.ports)))
            drawn = True
        for held in lossless.values():
            promises.append(
                Promise(
                    context.bytes(held.profile.headroom) or 0,
                    1 + len(held.also),
                    len(group.ports),
                    context.bytes(held.profile.reserved) or 0,
                )
            )
            drawn = True
        ports += len(group.ports) if drawn else 0
    return Asked(tuple(promises), tuple(minima), ports, largest[1], largest[2])


def _minima(group: PortGroup, pool: Pool, lossless: set[int], context: Context) -> list[tuple[int, int, bool]]:
    """Index, minimum in bytes and whether it is lossy, for each group with a minimum; alike lossless ones once."""
    held = {each.number for each in lossless_groups(group, context)}
    found = []
    for each in group.priority_groups:
        if (
            each.profile is None
            or each.profile.pool != pool.name
            or (each.index in lossless and each.index not in held)
        ):
            continue
        minimum = context.bytes(each.profile.reserved) or 0
        if minimum:
            found.append((each.index, minimum, each.index not in lossless))
    return found


def budget_of(pool: Pool, asked: Asked, asic: Asic, context: Context) -> Budget | BudgetExceeded | None:
    """The budget with a pool, or what breaks it; None where pool or chip are not known well enough.

    Raises:
        Lacking: an amount is in a unit that needs a fact not known.
    """
    size = context.bytes(pool.size)
    if size is None:
        return None
    from roceconf.sizing import BudgetExceeded, buffer_budget

    try:
        return buffer_budget(
            asic,
            pool_bytes=size,
            pool_headroom_bytes=context.bytes(pool.headroom) or 0,
            promises=asked.promises,
            minima=asked.minima,
            ports=max(asked.ports, sum(each.ports for each in asked.promises)),
        )
    except BudgetExceeded as exceeded:
        return exceeded
