"""Buffer profiles as they are in force: once each, with all the ports that bind them."""

from typing import NamedTuple

from roceconf.rules.context import Context
from roceconf.rules.model import Place
from roceconf.rules.wording import named
from roceconf.sizing import LARGEST_FRAME_BYTES
from roceconf.switch import ETHERNET_OVERHEAD_BYTES, BufferProfile, Direction, Pool, PortGroup

FEWEST_PORTS = 32
"""Ports of the smallest Tomahawk switches (32 x 100G): what a pool serves where the text names no ports."""


class InForce(NamedTuple):
    """A profile on one side of the switch.

    Attributes:
        profile: the profile.
        side: what binds it, priority groups (ingress) or queues (egress); None where nothing does.
        indices: the priority groups or queues.
        ports: the ports, in the order of their groups.
        place: the first place, to which the name of a value is added.
    """

    profile: BufferProfile
    side: Direction | None
    indices: tuple[int, ...]
    ports: tuple[str, ...]
    place: Place

    @property
    def called(self) -> str:
        """What a message calls it: its name, else what binds it."""
        if self.profile.name:
            return f"Profile '{self.profile.name}'"
        return f"The buffer of {named('priority group' if self.side is Direction.INGRESS else 'queue', self.indices)}"

    def at(self, value: str) -> Place:
        """The place of one of its values."""
        return self.place._replace(path=f"{self.place.path}.{value}".removeprefix("."))


def profiles_in_force(context: Context) -> tuple[InForce, ...]:
    """Every buffer profile of a reading, those bound to nothing last."""
    return context.once(_in_force)


def _in_force(context: Context) -> tuple[InForce, ...]:
    found: dict[tuple[Direction | None, BufferProfile], _Bound] = {}
    for group in context.switch.groups:
        for held in group.priority_groups:
            _add(found, held.profile, Direction.INGRESS, held.index, group, "pg")
        for queue in group.queues:
            _add(found, queue.profile, Direction.EGRESS, queue.index, group, "queue")
    for profile in context.reading.unbound_profiles:
        found[None, profile] = _Bound(Place(f"profile:{profile.name}"), set(), {})
    return tuple(
        InForce(profile, side, tuple(sorted(bound.indices)), tuple(bound.ports), bound.place)
        for (side, profile), bound in found.items()
    )


class _Bound(NamedTuple):
    """Where a profile is bound first, and to what as far as is known; ``ports`` are the keys, in order."""

    place: Place
    indices: set[int]
    ports: dict[str, None]


def pool_of(profile: BufferProfile, context: Context) -> Pool | None:
    """The pool a profile draws from; None where it is not said or not defined."""
    return context.switch.pool(profile.pool) if profile.pool else None


def least_pool_bytes(pool: Pool, context: Context) -> tuple[int, int, frozenset[str]]:
    """The least a pool can do with: one full-size frame for each port that shares it.

    Args:
        pool: the pool.
        context: for the profiles that draw from it and the MTU of their ports.

    Returns:
        Bytes in all, bytes of a frame, and the ports; where the text does not show who uses the pool the bytes are for
        the ports of the smallest Tomahawk switches, and there are no ports.
    """
    users = frozenset(
        port for held in profiles_in_force(context) if held.profile.pool == pool.name for port in held.ports
    )
    mtus = [group.mtu_bytes for group in context.switch.groups if group.mtu_bytes and users.intersection(group.ports)]
    frame = max(mtus) + ETHERNET_OVERHEAD_BYTES if mtus else LARGEST_FRAME_BYTES
    return (len(users) or FEWEST_PORTS) * frame, frame, users


def _add(
    found: dict[tuple[Direction | None, BufferProfile], _Bound],
    profile: BufferProfile | None,
    side: Direction,
    index: int,
    group: PortGroup,
    path: str,
) -> None:
    if profile is None:
        return
    bound = found.get((side, profile))
    if bound is None:
        bound = found[side, profile] = _Bound(Place(group.ports[0], f"{path}.{index}"), set(), {})
    bound.indices.add(index)
    bound.ports.update(dict.fromkeys(group.ports))
