"""What is lossless on a port: the priority groups that pause their peer and the queues the pause protects."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Lacking
from roceconf.rules.wording import plural
from roceconf.switch import BufferProfile, Concern, PortGroup

T = TypeVar("T")

ETHERNET_OVERHEAD_BYTES = 22
"""Header with VLAN tag and checksum: the frame around an IP packet."""


class LosslessGroup(NamedTuple):
    """A priority group, by number, with a profile that keeps headroom. ``also`` are the others bound to it."""

    number: int
    profile: BufferProfile
    also: tuple[int, ...] = ()


def lossless_groups(group: PortGroup, context: Context) -> tuple[LosslessGroup, ...]:
    """The priority groups of a port that keep headroom and may pause, one for each distinct profile.

    A group whose priority PFC leaves out never pauses, so its headroom is nobody's loss; where the text does not cover
    PFC, every group with headroom counts.
    """
    held: dict[BufferProfile, list[int]] = {}
    for candidate in group.priority_groups:
        paused = not context.covers(Concern.PFC) or candidate.index in group.pfc.active
        if candidate.profile is not None and candidate.is_lossless and paused:
            held.setdefault(candidate.profile, []).append(candidate.index)
    return tuple(LosslessGroup(indices[0], profile, tuple(indices[1:])) for profile, indices in held.items())


def lossless_queues(group: PortGroup) -> tuple[int, ...]:
    """The queues in which lossless traffic waits and which a pause stops, ascending.

    Where the maps from classes and from priorities contradict each other, a queue is neither: that is the fault to mend
    first, and it has rules of its own. Where one map is not known the other decides.
    """
    queues: set[int] = set()
    for priority in group.pfc.active:
        classes = group.tc_to_pg.sources_of(priority) if group.tc_to_pg is not None else ()
        waiting = {group.tc_to_queue.get(held) for held in classes} if group.tc_to_queue is not None else set()
        paused = {group.pfc_to_queue.get(priority)} if group.pfc_to_queue is not None else set()
        both = waiting & paused if waiting and paused else waiting | paused
        queues.update(queue for queue in both if queue is not None)
    return tuple(sorted(queues))


def each(subjects: Iterable[T], check: Callable[[T], Iterator[Fault]]) -> Iterator[Fault]:
    """Judge subject after subject; one that lacks a fact does not keep the others from being judged.

    Raises:
        Lacking: after the last, where one lacked a fact.
    """
    lacking: Lacking | None = None
    for subject in subjects:
        try:
            yield from check(subject)
        except Lacking as absent:
            lacking = lacking or absent
    if lacking is not None:
        raise lacking


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 port``, ``32 ports``."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def speed(speed_mbps: int) -> str:
    """A port speed as the field writes it: ``400G``, ``2.5G``."""
    return f"{speed_mbps / 1000:g}G"
