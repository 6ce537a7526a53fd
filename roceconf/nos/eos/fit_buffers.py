"""Buffers as EOS can say them: sized by EOS itself, or one MMU profile for all ports."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from roceconf.nos import NotFittingError
from roceconf.nos.eos import defaults, numbers
from roceconf.nos.eos.platform import HeadroomBounds
from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    Direction,
    Pool,
    PortGroup,
    PriorityGroup,
    Size,
    Switch,
    Unit,
)

PROFILE = "ROCE"
"""Name of the MMU profile that is written."""


class Buffers(NamedTuple):
    """The one MMU profile of a switch.

    Attributes:
        groups: profile of each lossless priority group, by index.
        queues: profile of each queue of which something is said, by index.
        pool: the headroom pool; None where its limit stays EOS's own.
        bounded: what its limit became and why, as a clause; empty where it is what was asked.
    """

    groups: dict[int, BufferProfile]
    queues: dict[int, BufferProfile]
    pool: Pool | None
    bounded: str


def device_sized(group: PortGroup) -> tuple[PriorityGroup, ...]:
    """The priority groups of ports whose buffers EOS sizes by itself."""
    profile = BufferProfile(pool=defaults.POOL, headroom=defaults.DEVICE_SIZES)
    return tuple(PriorityGroup(index, profile) for index in sorted(group.pfc.active))


def common_buffers(switch: Switch, cell_bytes: int | None, bounds: HeadroomBounds, fan_in: int = 1) -> Buffers | None:
    """The MMU profile of a switch whose sizes are to be written.

    Args:
        switch: what is asked.
        cell_bytes: size of one buffer cell, where the chip is known.
        bounds: how large a headroom pool the chip can have.
        fan_in: priority groups that must find their headroom at once.

    Returns:
        The profile: the largest headroom of all ports, because there is one for all; None where sizes are not to be
        written or no port is lossless.

    Raises:
        NotFittingError: sizes in cells and in bytes and no chip to tell how they compare, or more headroom at
            once than the largest pool that EOS and the chip take.
    """
    lossless = sorted({index for group in switch.groups for index in group.pfc.active})
    if not switch.explicit_buffers or not lossless:
        return None
    asked = {index: list(_profiles(switch.groups, index)) for index in lossless}
    everything = [profile for profiles in asked.values() for profile in profiles]
    headroom = _largest((profile.headroom for profile in everything), cell_bytes)
    resume = _in_bytes(_largest((profile.xon_offset for profile in everything), cell_bytes), cell_bytes)
    groups = {
        index: BufferProfile(
            name=PROFILE,
            pool=defaults.POOL,
            reserved=_largest((profile.reserved for profile in profiles), cell_bytes),
            headroom=headroom if headroom is not None else defaults.PROFILE_SILENT,
            xon_offset=resume,
            alpha=_smallest(profile.alpha for profile in profiles),
        )
        for index, profiles in asked.items()
    }
    pool, said = _pool(switch, headroom, cell_bytes, bounds, fan_in)
    return Buffers(groups, dict(_queues(switch, cell_bytes)), pool, said)


def _profiles(groups: Iterable[PortGroup], index: int) -> Iterator[BufferProfile]:
    for group in groups:
        held = group.priority_group(index) if index in group.pfc.active else None
        if held is not None and held.profile is not None:
            yield held.profile


def _queues(switch: Switch, cell_bytes: int | None) -> Iterator[tuple[int, BufferProfile]]:
    for index in defaults.CLASSES:
        queues = [queue for group in switch.groups if (queue := group.queue(index)) is not None]
        profiles = [queue.profile for queue in queues if queue.profile is not None]
        reserved = _largest((profile.reserved for profile in profiles), cell_bytes)
        alphas = [profile.alpha for profile in profiles if profile.alpha is not None]
        alpha = _allowed(max(alphas, key=lambda each: each.exponent)) if alphas else None
        if reserved is not None or alpha is not None:
            yield index, BufferProfile(name=PROFILE, reserved=reserved, alpha=alpha)


def _largest(asked: Iterable[Size | None], cell_bytes: int | None) -> Amount | None:
    """The largest of several sizes, in the unit it is said in; what the device chooses does not count."""
    amounts = list(dict.fromkeys(size for size in asked if isinstance(size, Amount)))
    plain = [_plain(amount) for amount in amounts]
    if not plain:
        return None
    if len({amount.unit for amount in plain}) == 1:
        return max(plain, key=lambda amount: amount.number)
    if cell_bytes is None:
        raise NotFittingError(
            f"{plain[0]} and {plain[1]} cannot be compared without the chip's cell size: name the platform"
        )
    return max(plain, key=lambda amount: amount.in_bytes(cell_bytes) or 0)


def _plain(amount: Amount) -> Amount:
    if amount.unit is Unit.CELLS:
        return Amount(amount.number, Unit.CELLS)
    in_bytes = amount.in_bytes()
    if in_bytes is None:
        raise NotFittingError(f"{amount} is no size of a buffer that EOS takes: it takes bytes or cells")
    return Amount(in_bytes)


def _in_bytes(amount: Amount | None, cell_bytes: int | None) -> Amount | None:
    """An amount in bytes, which `ingress resume` takes alone."""
    if amount is None or amount.unit is Unit.BYTES:
        return amount
    in_bytes = amount.in_bytes(cell_bytes)
    if in_bytes is None:
        raise NotFittingError(
            f"EOS takes the XON offset in bytes, and {amount} are known in cells only: name the platform"
        )
    return Amount(in_bytes)


def _smallest(asked: Iterable[Alpha | None]) -> Alpha | None:
    """The smallest alpha, which pauses first."""
    alphas = [alpha for alpha in asked if alpha is not None]
    return _allowed(min(alphas, key=lambda alpha: alpha.exponent)) if alphas else None


def _allowed(alpha: Alpha) -> Alpha:
    return Alpha(min(max(alpha.exponent, numbers.ALPHA_LOW), numbers.ALPHA_HIGH))


def _pool(
    switch: Switch, headroom: Amount | None, cell_bytes: int | None, bounds: HeadroomBounds, fan_in: int
) -> tuple[Pool | None, str]:
    """The limit asked for, else all headroom together, within what the CLI and the chip take; and what bounds it."""
    each = headroom if headroom is not None and headroom.number > 0 else None
    asked = _largest((pool.headroom for pool in switch.pools if pool.direction is not Direction.EGRESS), cell_bytes)
    is_asked = asked is not None and asked.number > 0
    if asked is None or not is_asked:
        if each is None:
            return None, ""
        asked = each._replace(number=each.number * pausing_groups(switch))
    pausing = min(fan_in, pausing_groups(switch))
    at_once = None if each is None else each._replace(number=each.number * max(1, pausing))
    limit, why = asked, ""
    for most, said in _bounds(at_once, asked.unit, is_asked, cell_bytes, bounds):
        if limit.number > most:
            limit, why = limit._replace(number=_whole_cells(most, asked.unit, cell_bytes)), said
    needed = _in_unit(at_once, limit.unit, cell_bytes)
    if needed is not None and needed > limit.number:
        raise NotFittingError(_too_much(each, at_once, pausing, limit, why))
    return Pool(defaults.POOL, Direction.INGRESS, headroom=limit), f"{asked} became {limit}: {why}" if why else ""


def _too_much(each: Amount | None, at_once: Amount | None, pausing: int, limit: Amount, why: str) -> str:
    reason = f": {why}" if why else ", the limit asked for"
    if pausing <= 1:
        return f"the headroom of one priority group, {each}, is above {limit}{reason}"
    return f"{pausing} senders at once need {pausing} x {each} = {at_once} of headroom, above {limit}{reason}"


def _whole_cells(number: int, unit: Unit, cell_bytes: int | None) -> int:
    """A limit that bounds, in whole cells where their size is known: what is beyond the last the chip would drop."""
    return number if unit is not Unit.BYTES or cell_bytes is None else number // cell_bytes * cell_bytes


def _bounds(
    at_once: Amount | None, unit: Unit, is_asked: bool, cell_bytes: int | None, bounds: HeadroomBounds
) -> Iterator[tuple[int, str]]:
    """Largest limits in a unit, with what says so, widest first.

    A limit nobody asked for also stays within what is published for the chip: the rest of the buffer is what is shared.
    """
    yield numbers.POOL_HIGH[unit], f"the most the CLI takes is {Amount(numbers.POOL_HIGH[unit], unit)}"
    usable = _in_unit(_amount(bounds.usable_bytes), unit, cell_bytes)
    if usable is not None:
        yield usable, f"{bounds.chip} has {bounds.usable_bytes:,} B for all pools together"
    published = _in_unit(_amount(bounds.published_bytes), unit, cell_bytes)
    if published is not None and not is_asked:
        words = f"the largest headroom pool published for {bounds.chip} is {bounds.published_bytes:,} B"
        yield max(published, _in_unit(at_once, unit, cell_bytes) or 0), f"{words}, and the rest of its buffer is shared"


def _amount(size_bytes: int | None) -> Amount | None:
    return None if size_bytes is None else Amount(size_bytes)


def _in_unit(amount: Amount | None, unit: Unit, cell_bytes: int | None) -> int | None:
    """An amount in bytes or whole cells; None where the cell that tells is not known."""
    if amount is None or amount.unit is unit:
        return None if amount is None else amount.number
    in_bytes = amount.in_bytes(cell_bytes)
    if in_bytes is None or unit is Unit.BYTES or cell_bytes is None:
        return in_bytes if unit is Unit.BYTES else None
    return in_bytes // cell_bytes


def pausing_groups(switch: Switch) -> int:
    """The lossless priority groups of all ports: those that may need their headroom at once."""
    return sum(len(group.ports) * len(group.pfc.active) for group in switch.groups)


def oversubscription(switch: Switch, cell_bytes: int | None) -> str:
    """How far the headroom pool of a fitted switch is oversubscribed, as a sentence; empty where it is not."""
    pool = switch.pool(defaults.POOL)
    limit = pool.headroom if pool is not None else None
    held = [group.priority_groups[0].profile for group in switch.groups if group.priority_groups]
    headroom = next((profile.headroom for profile in held if profile is not None), None)
    if not isinstance(limit, Amount) or not isinstance(headroom, Amount):
        return ""
    each = _in_unit(headroom, limit.unit, cell_bytes)
    count = pausing_groups(switch)
    if not each or count * each <= limit.number:
        return ""
    return (
        f"the headroom pool of {limit} carries {limit.number // each} of {count} lossless priority groups "
        f"of {headroom} at once: oversubscribed {count * each / limit.number:.1f} times"
    )
