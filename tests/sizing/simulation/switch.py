"""One partition of a switch: peers send into its priority groups, and the groups feed its egress queues."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import cycle
from typing import NamedTuple

from tests.sizing.simulation.buffer import Limits, Partition, PriorityGroup
from tests.sizing.simulation.clock import Clock
from tests.sizing.simulation.egress import Curve, EgressQueue
from tests.sizing.simulation.frames import Frames, Train, cells_of
from tests.sizing.simulation.peer import Link, PauseSender, Peer


class Pause(NamedTuple):
    """XOFF or XON becoming due, and what the group held of the shared buffer then."""

    time_fs: int
    xoff: bool
    shared_cells: int


class Ingress:
    """A port on which one lossless priority group receives, and the peer at the other end of its cable."""

    def __init__(
        self, clock: Clock, partition: Partition, link: Link, limits: Limits, frames: Frames, to: Sequence[EgressQueue]
    ) -> None:
        self._clock, self._partition = clock, partition
        self._queues = cycle(to)
        self.peer = Peer(clock, link, frames, self._arrive)
        self._sender = PauseSender(clock, link, self.peer.hear)
        self.group = PriorityGroup(partition, limits, self._pause)
        self.pauses: list[Pause] = []

    def _arrive(self, train: Train) -> None:
        cells = cells_of(train.frame_bytes, self._partition.cell_bytes)
        for _ in range(self.group.arrive(train)):
            next(self._queues).join(train.frame_bytes, lambda: self.group.depart(cells))

    def _pause(self, xoff: bool) -> None:
        self.pauses.append(Pause(self._clock.now_fs, xoff, self.group.shared_cells))
        self._sender.request(xoff)


class Switch:
    """A partition with what is plugged into it."""

    def __init__(self, shared_cells: int, alpha: Fraction, cell_bytes: int) -> None:
        self.clock = Clock()
        self.partition = Partition(shared_cells, alpha, cell_bytes)
        self.ingresses: list[Ingress] = []

    def egress(self, frame_byte_fs: int, curve: Curve | None = None) -> EgressQueue:
        """Add an egress port with one queue."""
        return EgressQueue(self.clock, frame_byte_fs, self.partition.cell_bytes, curve)

    def ingress(
        self, link: Link, limits: Limits, frames: Frames, to: Sequence[EgressQueue], start_fs: int = 0
    ) -> Ingress:
        """Add an ingress port whose peer begins to send at a time; its frames go to the queues in turn."""
        added = Ingress(self.clock, self.partition, link, limits, frames, to)
        self.ingresses.append(added)
        self.clock.at(start_fs, added.peer.send)
        return added

    @property
    def has_paused(self) -> bool:
        """Whether any group has paused its peer."""
        return any(each.pauses for each in self.ingresses)

    def run_to_first_xoff(self) -> None:
        """Let everything happen until a group pauses its peer, or nothing happens any more."""
        self.clock.run(lambda: self.has_paused)
