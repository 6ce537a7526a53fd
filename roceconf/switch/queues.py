"""What happens at an egress queue: scheduling, marking, buffer."""

from dataclasses import dataclass, field
from enum import StrEnum

from roceconf.switch.amount import Amount
from roceconf.switch.buffers import BufferProfile


class Service(StrEnum):
    """How a queue is served."""

    STRICT = "strict"
    WEIGHTED = "weighted"


@dataclass(frozen=True, slots=True)
class Scheduler:
    """The service of one queue.

    Attributes:
        service: strict or weighted; None where the file does not say.
        weight: weight among the weighted queues: relative on SONiC, percent on EOS.
        guaranteed: guaranteed rate.
        ceiling: shaping rate.
        name: the scheduler's name where the OS names them; a label, not compared.
    """

    service: Service | None = None
    weight: int | None = None
    guaranteed: Amount | None = None
    ceiling: Amount | None = None
    name: str = field(default="", compare=False)


class Colour(StrEnum):
    """The drop precedence a curve applies to."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Curve:
    """One WRED curve: nothing below Kmin, rising to Pmax at Kmax, everything above.

    Attributes:
        colour: which packets it applies to; RoCE traffic is green.
        kmin: the queue length at which it begins.
        kmax: the queue length at which it reaches ``pmax_percent``.
        pmax_percent: 0 to 100.
        averaging_weight: exponent of the queue average; 0 is the instantaneous length.
        marks: True where it marks ECT packets, False where it drops.
        active: whether it is switched on; None where the file does not say.
    """

    colour: Colour = Colour.GREEN
    kmin: Amount | None = None
    kmax: Amount | None = None
    pmax_percent: int | None = None
    averaging_weight: int | None = None
    marks: bool = True
    active: bool | None = True


@dataclass(frozen=True, slots=True)
class Marking:
    """ECN or WRED of a queue.

    Attributes:
        curves: at most one per colour and kind, ordered by colour, marking before dropping.
        counted: whether marked packets are counted (EOS ``random-detect ecn count``); None where there is no such word.
        name: the WRED profile's name where the OS names them; a label, not compared.
    """

    curves: tuple[Curve, ...] = ()
    counted: bool | None = None
    name: str = field(default="", compare=False)

    @property
    def ecn(self) -> Curve | None:
        """The curve that marks RoCE packets: green, marking and switched on."""
        return next((c for c in self.curves if c.colour is Colour.GREEN and c.marks and c.active), None)


@dataclass(frozen=True, slots=True)
class Queue:
    """An egress queue of a port.

    Attributes:
        index: 0 to 15; 0 to 7 on EOS.
        profile: its buffer profile.
        scheduler: its service.
        marking: its ECN or WRED.
    """

    index: int
    profile: BufferProfile | None = None
    scheduler: Scheduler | None = None
    marking: Marking | None = None
