"""A partition of the buffer with dynamic thresholds, and the ingress priority groups that share it."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from tests.sizing.simulation.frames import Train, cells_of


class Partition:
    """What the groups share. None may hold more than alpha times what nobody holds."""

    def __init__(self, shared_cells: int, alpha: Fraction, cell_bytes: int) -> None:
        self.shared_cells, self.alpha, self.cell_bytes = shared_cells, alpha, cell_bytes
        self.used_cells = 0
        self._numerator, self._denominator = alpha.as_integer_ratio()

    def allows(self, cells: int) -> bool:
        """Whether a group may hold so many shared cells now."""
        return cells * self._denominator <= self._numerator * (self.shared_cells - self.used_cells)


class Limits(NamedTuple):
    """What a priority group is given, in cells; without a headroom nothing bounds it."""

    headroom_cells: int | None = None
    min_cells: int = 0
    xon_offset_cells: int = 0


class PriorityGroup:
    """A lossless group of one ingress port: its minimum, then shared buffer, then headroom; what fits nowhere is lost.

    XOFF is due as soon as it uses headroom or has reached its threshold; XON when its headroom is empty and it lies an
    offset below its threshold. A frame that the threshold no longer admits goes into the headroom whole.

    Attributes:
        headroom_cells: what its headroom holds.
        peak_headroom_cells: the most it ever held.
        lost_frames: frames that fitted nowhere.
        paused: whether XOFF was the last thing it asked for.
    """

    def __init__(self, partition: Partition, limits: Limits, pause: Callable[[bool], None]) -> None:
        self._partition, self._limits, self._pause = partition, limits, pause
        self._held = 0  # minimum and shared
        self.headroom_cells = self.peak_headroom_cells = self.lost_frames = 0
        self.paused = False

    @property
    def shared_cells(self) -> int:
        """Cells it holds of the shared buffer."""
        return max(0, self._held - self._limits.min_cells)

    @property
    def cells(self) -> int:
        """All cells it holds."""
        return self._held + self.headroom_cells

    def arrive(self, train: Train) -> int:
        """Store what arrives.

        Returns:
            How many of the frames were stored; the others are lost.
        """
        assert train.length is not None
        each = cells_of(train.frame_bytes, self._partition.cell_bytes)
        admitted = 0
        while admitted < train.length and self._admit(each):
            admitted += 1
        rest = train.length - admitted
        stored = rest
        if self._limits.headroom_cells is not None:
            stored = min(rest, (self._limits.headroom_cells - self.headroom_cells) // each)
        self.headroom_cells += stored * each
        self.peak_headroom_cells = max(self.peak_headroom_cells, self.headroom_cells)
        self.lost_frames += rest - stored
        if not self.paused and (rest or not self._partition.allows(self.shared_cells + 1)):
            self.paused = True
            self._pause(True)
        return admitted + stored

    def _admit(self, cells: int) -> bool:
        before, after = self.shared_cells, max(0, self._held + cells - self._limits.min_cells)
        if after and not self._partition.allows(after):
            return False
        self._held += cells
        self._partition.used_cells += after - before
        return True

    def depart(self, cells: int) -> None:
        """A frame leaves: headroom empties first, then the shared buffer, then the minimum."""
        from_headroom = min(cells, self.headroom_cells)
        self.headroom_cells -= from_headroom
        before = self.shared_cells
        self._held -= cells - from_headroom
        self._partition.used_cells += self.shared_cells - before
        if self.paused and not self.headroom_cells and self._below_xon():
            self.paused = False
            self._pause(False)

    def _below_xon(self) -> bool:
        shared = self.shared_cells
        return not shared or self._partition.allows(shared + self._limits.xon_offset_cells)
