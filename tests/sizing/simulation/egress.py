"""An egress queue: serves frames in order, and marks them with ECN as they leave, by how long it is then."""

from collections import deque
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from tests.sizing.simulation.clock import Clock
from tests.sizing.simulation.frames import cells_of, wire_bytes


class Curve(NamedTuple):
    """No mark up to Kmin, every frame above Kmax, with rising probability up to Pmax between them."""

    kmin_bytes: int
    kmax_bytes: int
    pmax: Fraction = Fraction(1)

    def probability(self, length_bytes: int) -> Fraction:
        """Of a mark, for a frame that leaves a queue of this length."""
        if length_bytes <= self.kmin_bytes:
            return Fraction(0)
        if length_bytes > self.kmax_bytes:
            return Fraction(1)
        return self.pmax * Fraction(length_bytes - self.kmin_bytes, self.kmax_bytes - self.kmin_bytes)


class EgressQueue:
    """Serves at the rate of its port, unless it is held.

    Attributes:
        held: whether it may not send, because whoever is behind it paused it.
        cells: what it holds.
        above_kmin: whether it was ever longer than Kmin, so that a frame leaving it could be marked.
        above_kmax: whether it was ever longer than Kmax, so that every frame leaving it was marked.
        marks: marks to be expected of the frames that have left.
        served: frames that have left.
        idle_fs: how long it stood still between two frames for want of the second.
    """

    def __init__(self, clock: Clock, frame_byte_fs: int, cell_bytes: int, curve: Curve | None = None) -> None:
        self._clock, self._byte_fs, self._cell_bytes, self._curve = clock, frame_byte_fs, cell_bytes, curve
        self._waiting: deque[tuple[int, Callable[[], None]]] = deque()
        self._serving = False
        self._idle_since_fs: int | None = None
        self.held = self.above_kmin = self.above_kmax = False
        self.cells = self.served = self.idle_fs = 0
        self.marks = Fraction(0)

    @property
    def length_bytes(self) -> int:
        """How long it is, as the chip counts it."""
        return self.cells * self._cell_bytes

    def join(self, frame_bytes: int, left: Callable[[], None]) -> None:
        """A frame joins the queue; ``left`` is called when the last of it is on the wire."""
        self.cells += cells_of(frame_bytes, self._cell_bytes)
        self._waiting.append((frame_bytes, left))
        if self._curve is not None:
            self.above_kmin |= self.length_bytes > self._curve.kmin_bytes
            self.above_kmax |= self.length_bytes > self._curve.kmax_bytes
        self._serve()

    def release(self) -> None:
        """Whoever held it lets it go."""
        self.held = False
        self._serve()

    def _serve(self) -> None:
        if self._serving or self.held or not self._waiting:
            return
        if self._idle_since_fs is not None:
            self.idle_fs += self._clock.now_fs - self._idle_since_fs
            self._idle_since_fs = None
        self._serving = True
        frame_bytes = self._waiting[0][0]
        if self._curve is not None:
            self.marks += self._curve.probability(self.length_bytes)
        self._clock.at(self._clock.now_fs + wire_bytes(frame_bytes) * self._byte_fs, self._gone)

    def _gone(self) -> None:
        frame_bytes, left = self._waiting.popleft()
        self.cells -= cells_of(frame_bytes, self._cell_bytes)
        self.served += 1
        self._serving = False
        left()
        if not self._waiting:
            self._idle_since_fs = self._clock.now_fs
        self._serve()
