"""How headroom reaches the device: by the platform's own table where it covers what is asked, else written out.

buffermgrd binds ``pg_lossless_<speed>_<cable>_profile`` to the priorities of pfc_enable. It takes the numbers from the
platform's row of exactly that speed and length, unless a profile of that name exists already, which it uses unchanged.
So two ports of one speed and length always have one profile.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from roceconf.asic import HeadroomRow, HeadroomTable
from roceconf.nos import NotFittingError
from roceconf.nos.sonic.device import LOSSLESS_POOL, Sizing, derive, profile_name, profile_of_row
from roceconf.nos.sonic.fit.profiles import Profiles
from roceconf.nos.sonic.fit.sizes import Converter
from roceconf.switch import Amount, BufferProfile, Direction, Pool, PoolMode, PortGroup, PriorityGroup

_HIGHEST_GROUP = 7
_LOSSY_NAME = "ingress_lossy_profile"
_UNPLACED_NAME = "pg_lossless_profile"


@dataclass
class Delivery:
    """What decides how headroom is delivered, and the profiles written out so far, by name.

    Attributes:
        table: the platform's headroom table; None where none is known.
        why_unknown: why there is none.
        pools: the pools that will be written.
        profiles: makes other profiles sayable.
        converter: of sizes.
        written: profiles that have to stand in the file.
    """

    table: HeadroomTable | None
    why_unknown: str
    pools: tuple[Pool, ...]
    profiles: Profiles
    converter: Converter
    written: dict[str, BufferProfile] = field(default_factory=dict)

    @property
    def has_lossless_pool(self) -> bool | None:
        """Whether the pool of lossless traffic is written; None where the device keeps its own pools."""
        return any(pool.name == LOSSLESS_POOL for pool in self.pools) if self.pools else None

    @property
    def is_static(self) -> bool:
        """Whether that pool is static: the thresholds of the platform's rows, exponents of alpha, are no use there."""
        return any(pool.name == LOSSLESS_POOL and pool.mode is PoolMode.STATIC for pool in self.pools)


@dataclass(frozen=True, slots=True)
class _Plan:
    """One group on its way: the group, its lossless priority groups, and the profile it is to have if that is known."""

    group: PortGroup
    lossless: frozenset[int]
    lossy: tuple[PriorityGroup, ...]
    name: str = ""
    derived: BufferProfile | None = None


def deliver(groups: list[PortGroup], delivery: Delivery) -> list[PortGroup]:
    """The groups with the priority groups they will have on the device.

    Raises:
        NotFittingError: headroom is asked for that cannot be delivered; the message says what is missing.
    """
    plans = [_plan(group, delivery) for group in groups]
    has_cables = any(plan.group.cable_m is not None for plan in plans)
    return [_finish(plan, delivery, has_cables) for plan in plans]


def _plan(group: PortGroup, delivery: Delivery) -> _Plan:
    for held in group.priority_groups:
        if not 0 <= held.index <= _HIGHEST_GROUP:
            raise NotFittingError(
                f"{group.ports[0]}: priority group {held.index} does not exist; a port has the groups 0 to 7, so at "
                "most eight lossless classes"
            )
    asked = tuple(held for held in group.priority_groups if held.is_lossless)
    lossless = frozenset(held.index for held in asked)
    lossy = tuple(
        PriorityGroup(held.index, profile)
        for held in group.priority_groups
        if not held.is_lossless and held.index not in group.pfc.active
        if (profile := delivery.profiles.fit(held.profile, Direction.INGRESS, default_name=_LOSSY_NAME)) is not None
    )
    if not lossless and not group.pfc.active:
        return _Plan(group, lossless, lossy)
    sized = _largest(asked, delivery.converter)
    row = _row(group, sized, delivery)
    if row is not None:
        profile = profile_of_row(row)
        placed = replace(group, cable_m=row.cable_m)
        if lossless - group.pfc.active:
            _write_out(profile, delivery)  # buffermgrd binds only the priorities of pfc_enable
        return _Plan(placed, lossless | group.pfc.active, lossy, profile.name, profile)
    if sized is None:
        return _Plan(group, lossless, lossy)
    explicit = _explicit(sized, group, delivery)
    _write_out(explicit, delivery)
    return _Plan(group, lossless | group.pfc.active, lossy, explicit.name)


def _largest(asked: Iterable[PriorityGroup], converter: Converter) -> BufferProfile | None:
    """The profile with the largest headroom that is said as a number, in bytes; None where the device is to choose."""
    best: BufferProfile | None = None
    most = 0
    for held in asked:
        profile = held.profile
        headroom = converter.bytes(profile.headroom) if profile is not None else None
        if profile is not None and headroom is not None and headroom.number > most:
            best, most = replace(profile, headroom=headroom), headroom.number
    return best


def _row(group: PortGroup, sized: BufferProfile | None, delivery: Delivery) -> HeadroomRow | None:
    """The shortest published row of the speed that is long enough and keeps no less than is asked."""
    if delivery.table is None or group.speed_mbps is None or group.cable_m is None:
        return None
    if delivery.has_lossless_pool is False or delivery.is_static:
        return None
    needed = sized.headroom.number if sized is not None and isinstance(sized.headroom, Amount) else 0
    return next(
        (
            row
            for row in delivery.table.rows
            if row.speed_mbps == group.speed_mbps
            and row.cable_m >= group.cable_m
            and row.xoff_bytes >= needed
            and not row.suspect
        ),
        None,
    )


def _explicit(sized: BufferProfile, group: PortGroup, delivery: Delivery) -> BufferProfile:
    """A profile that is written out, under the name buffermgrd looks for."""
    pools = {pool.name for pool in delivery.pools if pool.direction is not Direction.EGRESS}
    pool = sized.pool if sized.pool in pools else LOSSLESS_POOL
    if delivery.pools and pool not in pools:
        raise NotFittingError(
            f"{group.ports[0]} asks for {sized.headroom} of headroom, but among the ingress pools "
            f"({', '.join(sorted(pools)) or 'none'}) is no {LOSSLESS_POOL} to draw it from"
        )
    alpha, limit = delivery.profiles.alpha(sized.alpha), delivery.converter.bytes(sized.limit)
    if alpha is None and limit is None:
        raise NotFittingError(
            f"{group.ports[0]}: no published row covers {sized.headroom} of headroom, so the profile is written out, "
            "and that needs a threshold: say alpha"
        )
    named = _UNPLACED_NAME
    if group.speed_mbps is not None and group.cable_m is not None:
        named = profile_name(group.speed_mbps, f"{group.cable_m}m")
    return BufferProfile(
        name=named,
        pool=pool,
        reserved=delivery.converter.bytes(sized.reserved) or Amount(0),
        headroom=sized.headroom,
        xon=delivery.converter.bytes(sized.xon),
        xon_offset=delivery.converter.bytes(sized.xon_offset),
        alpha=alpha,
        limit=limit if alpha is None else None,
    )


def _write_out(profile: BufferProfile, delivery: Delivery) -> None:
    """Keep a profile for the file; of two under one name the one with more headroom serves both."""
    earlier = delivery.written.get(profile.name)
    if earlier is None or _headroom(profile) > _headroom(earlier):
        delivery.written[profile.name] = profile


def _headroom(profile: BufferProfile) -> int:
    return profile.headroom.number if isinstance(profile.headroom, Amount) else 0


def _finish(plan: _Plan, delivery: Delivery, has_cables: bool) -> PortGroup:
    group = plan.group
    profile = delivery.written.get(plan.name, plan.derived) if plan.name else None
    if profile is None:
        return _left_to_device(plan, delivery, has_cables)
    indices = sorted(plan.lossless)
    lossless = tuple(PriorityGroup(index, profile) for index in indices)
    return replace(group, priority_groups=_sorted(plan.lossy, lossless))


def _left_to_device(plan: _Plan, delivery: Delivery, has_cables: bool) -> PortGroup:
    """No number is asked for and no row is known: what buffermgrd makes of it, in the words of a reader."""
    group = plan.group
    sizing = Sizing(
        table=delivery.table,
        why_unknown=delivery.why_unknown,
        has_cables=has_cables,
        has_lossless_pool=delivery.has_lossless_pool,
        is_static=delivery.is_static,
    )
    cable = None if group.cable_m is None else f"{group.cable_m}m"
    derived = derive(sizing, group.speed_mbps, cable, group.cable_m)
    profile = derived.profile
    if profile is not None and profile.name in delivery.written:
        profile = delivery.written[profile.name]
    if plan.lossless and profile is None:
        raise NotFittingError(
            f"{group.ports[0]} is to be lossless, but no headroom would be there: {derived.text}. Say the headroom, "
            "or a speed and cable length that the platform publishes"
        )
    indices = group.pfc.active if profile is not None else frozenset()
    lossless = tuple(PriorityGroup(index, profile) for index in sorted(indices))
    return replace(group, priority_groups=_sorted(plan.lossy, lossless))


def _sorted(lossy: tuple[PriorityGroup, ...], lossless: tuple[PriorityGroup, ...]) -> tuple[PriorityGroup, ...]:
    return tuple(sorted((*lossy, *lossless), key=lambda held: held.index))
