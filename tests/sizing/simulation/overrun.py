"""The one question headroom answers: how much is still stored after XOFF became due, and whether any of it is lost."""

from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from tests.sizing.simulation.buffer import Limits, Partition, PriorityGroup
from tests.sizing.simulation.clock import Clock
from tests.sizing.simulation.frames import Frames, Train, wire_bytes
from tests.sizing.simulation.peer import Link, PauseSender, Peer


class Overrun(NamedTuple):
    """What became of the frames that came too late.

    Attributes:
        stored_cells: the most the headroom held.
        lost_frames: frames for which it was too small.
        window_fs: how long after the crossing frame the peer could still begin another.
    """

    stored_cells: int
    lost_frames: int
    window_fs: int


def overrun(
    link: Link, *, cell_bytes: int, crossing_bytes: int, in_flight: Frames, headroom_cells: int | None = None
) -> Overrun:
    """Let a peer send into a group that has reached its threshold and that nothing leaves.

    Args:
        link: the link between them.
        cell_bytes: a cell of the buffer.
        crossing_bytes: the frame for which the threshold leaves no room, so that XOFF becomes due.
        in_flight: what the peer sends after it, for as long as it may.
        headroom_cells: the headroom; None for one that is always large enough, to see what is needed.
    """
    clock = Clock()
    full = Partition(shared_cells=0, alpha=Fraction(1), cell_bytes=cell_bytes)
    group = PriorityGroup(full, Limits(headroom_cells), lambda pause: port.request(pause))

    def deliver(train: Train) -> None:
        group.arrive(train)

    peer = Peer(clock, link, chain((Train(crossing_bytes),), in_flight), deliver)
    port = PauseSender(clock, link, peer.hear)
    peer.send()
    clock.run()
    assert peer.stopped_fs is not None, "a peer that is never paused"
    window_fs = peer.stopped_fs - wire_bytes(crossing_bytes) * link.byte_fs
    return Overrun(group.peak_headroom_cells, group.lost_frames, window_fs)
