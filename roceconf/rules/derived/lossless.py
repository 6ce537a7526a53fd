"""What is lossless on a port: the priority groups that pause their peer and the queues the pause protects."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from roceconf.rules.context import Context
from roceconf.rules.derived.reach import broken_priorities
from roceconf.rules.model import Fault, Lacking, Place
from roceconf.rules.wording import plural
from roceconf.switch import BufferProfile, Certainty, Concern, Default, PortGroup, path_of_dscp

T = TypeVar("T")


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
    for priority in group.pfc.active - broken_priorities(group):
        classes = group.tc_to_pg.sources_of(priority) if group.tc_to_pg is not None else ()
        waiting = {group.tc_to_queue.get(held) for held in classes} if group.tc_to_queue is not None else set()
        paused = {group.pfc_to_queue.get(priority)} if group.pfc_to_queue is not None else set()
        both = waiting & paused if waiting and paused else waiting | paused
        queues.update(queue for queue in both if queue is not None)
    return tuple(sorted(queues))


def roce_queues(group: PortGroup, context: Context) -> tuple[int, ...]:
    """The lossless queues that are there for RoCE, ascending.

    Where the DSCPs of RoCE are known and their way can be followed, only those in which they wait: what another
    lossless queue lacks for RoCE is nobody's loss, and that it is lossless has rules of its own.
    """
    queues = lossless_queues(group)
    ways = [path_of_dscp(group, dscp).queue for dscp in context.supplied.roce_dscps]
    if not ways or any(way.certainty is Certainty.UNKNOWN for way in ways):
        return queues
    return tuple(index for index in queues if index in {way.value for way in ways})


def nearest_said(group: PortGroup, context: Context, *paths: str) -> Place:
    """The first of these paths for which the text has a place of its own, else the ports themselves."""
    port, places = group.ports[0], context.reading.places
    whole = places.of(port, "")
    for path in paths:
        at = places.of(port, path)
        if at is not None and at != whole and not isinstance(at, Default):
            return Place(port, path)
    return Place(port)


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
