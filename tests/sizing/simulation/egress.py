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


class EgressQueue:
    """Serves at the rate of its port once it is released.

    Attributes:
        first_mark_fs: when the first frame left that could be marked: the queue was longer than Kmin.
        full_marking_fs: when the first frame left that was marked for certain: the queue was longer than Kmax.
        marks: marks to be expected so far.
        idle_fs: how long it stood still since it served its first frame, up to the last frame it served.
    """

    def __init__(self, clock: Clock, frame_byte_fs: int, cell_bytes: int, curve: Curve | None = None) -> None:
        self._clock, self._byte_fs, self._cell_bytes, self._curve = clock, frame_byte_fs, cell_bytes, curve
        self._waiting: deque[tuple[int, Callable[[], None]]] = deque()
        self._serving = False
        self._idle_since_fs: int | None = None
        self.held = False
        self.cells = 0
        self.first_mark_fs: int | None = None
        self.full_marking_fs: int | None = None
        self.marks = Fraction(0)
        self.idle_fs = 0

    def join(self, frame_bytes: int, left: Callable[[], None]) -> None:
        """A frame joins the queue; ``left`` is called when the last of it is on the wire."""
        self.cells += cells_of(frame_bytes, self._cell_bytes)
        self._waiting.append((frame_bytes, left))
        self._serve()

    def release(self) -> None:
        """Whoever held the port lets it go."""
        self.held = False
        self._serve()

    def _serve(self) -> None:
        if self._serving or self.held or not self._waiting:
            return
        if self._idle_since_fs is not None:
            self.idle_fs += self._clock.now_fs - self._idle_since_fs
            self._idle_since_fs = None
        self._serving = True
        self._mark(self.cells * self._cell_bytes)
        frame_bytes = self._waiting[0][0]
        self._clock.at(self._clock.now_fs + wire_bytes(frame_bytes) * self._byte_fs, self._served)

    def _served(self) -> None:
        frame_bytes, left = self._waiting.popleft()
        self.cells -= cells_of(frame_bytes, self._cell_bytes)
        self._serving = False
        left()
        if not self._waiting:
            self._idle_since_fs = self._clock.now_fs
        self._serve()

    def _mark(self, length_bytes: int) -> None:
        if self._curve is None or length_bytes <= self._curve.kmin_bytes:
            return
        if self.first_mark_fs is None:
            self.first_mark_fs = self._clock.now_fs
        if length_bytes > self._curve.kmax_bytes:
            self.marks += 1
            if self.full_marking_fs is None:
                self.full_marking_fs = self._clock.now_fs
        else:
            above, ramp = length_bytes - self._curve.kmin_bytes, self._curve.kmax_bytes - self._curve.kmin_bytes
            self.marks += self._curve.pmax * Fraction(above, ramp)
