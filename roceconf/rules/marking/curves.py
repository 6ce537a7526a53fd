"""The marking curves of a port: judged once each, called and placed."""

from collections.abc import Callable, Iterator

from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import each, lossless_queues, nearest_said, roce_queues
from roceconf.rules.derived.pausing import priority_group_of
from roceconf.rules.derived.plans import stray_priorities
from roceconf.rules.model import Fault, Place
from roceconf.rules.wording import named
from roceconf.switch import Amount, Colour, Curve, Marking, PortGroup

CurveCheck = Callable[[Curve, str, Place], Iterator[Fault]]
"""Judges one curve, called by the words a message uses for it, at the place of its queue."""


def each_curve(group: PortGroup, check: CurveCheck, queues: tuple[int, ...] | None = None) -> Iterator[Fault]:
    """Run a check over every curve of the named queues, of all where none are named; a shared profile once."""
    shared: dict[tuple[str, Marking], list[int]] = {}
    for queue in group.queues:
        if queue.marking is not None and (queues is None or queue.index in queues):
            shared.setdefault((queue.marking.name, queue.marking), []).append(queue.index)
    curves = [
        (curve, called(name, indices, curve), Place(group.ports[0], f"queue.{indices[0]}.marking.{curve.colour}"))
        for (name, marking), indices in shared.items()
        for curve in marking.curves
    ]
    return each(curves, lambda held: check(*held))


def called(name: str, indices: list[int], curve: Curve) -> str:
    """What a message calls a curve: by its profile, else by its queues; with its colour where that is not green."""
    what = f"WRED profile '{name}'" if name else f"The curve of {named('queue', indices)}"
    return what if curve.colour is Colour.GREEN else f"{what} ({curve.colour})"


def value_at(place: Place, name: str) -> Place:
    """The place of a value of the curve at a place."""
    return place._replace(path=f"{place.path}.{name}")


def place_of_binding(group: PortGroup, index: int, context: Context) -> Place:
    """Where a queue is bound to its marking; where an OS writes the curve into the queue, the curve."""
    return nearest_said(group, context, f"queue.{index}.marking", f"queue.{index}.marking.green.kmin")


def place_of_dropping(place: Place, context: Context) -> Place:
    """The place of a dropping curve, which an OS that can mark and drop in one queue keeps apart."""
    places, apart = context.reading.places, place.path.replace(".marking.", ".marking.wred.")
    above = place.path.rpartition(".")[0]
    known = places.of(place.subject, apart) != places.of(place.subject, above)
    return place._replace(path=apart) if known else place


def exceeds(one: Amount, other: Amount, context: Context) -> bool:
    """Whether one threshold is above another; False where their units cannot be compared.

    Raises:
        Lacking: a unit needs a fact that is not known.
    """
    if one.unit is other.unit:
        return one.number > other.number
    first, second = context.bytes(one), context.bytes(other)
    return first is not None and second is not None and first > second


def marking_of(group: PortGroup, index: int) -> Marking | None:
    """How a queue marks; None where it does not, or is not there."""
    queue = group.queue(index)
    return None if queue is None else queue.marking


def unmarked(group: PortGroup, context: Context) -> list[int]:
    """Lossless queues with no curve at all for RoCE; one that is switched off or drops has a rule of its own.

    The queue of a priority that most ports do not have is left out: there the priority is the fault.
    """
    strays = stray_priorities(group, context)
    return [
        index
        for index in roce_queues(group, context)
        if priority_group_of(group, index) not in strays
        and (
            (marking := marking_of(group, index)) is None
            or not any(curve.colour is Colour.GREEN and (curve.marks or curve.active) for curve in marking.curves)
        )
    ]


def marked_instead(group: PortGroup) -> list[int]:
    """Lossy queues that mark, on ports where no lossless queue does."""
    lossless = lossless_queues(group)
    marking = [queue.index for queue in group.queues if queue.marking is not None and queue.marking.ecn is not None]
    return [] if any(index in lossless for index in marking) else marking
