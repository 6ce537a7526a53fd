"""Dynamic thresholds, judged: what groups hold when they pause their peers, one after the other and all at once."""

from fractions import Fraction
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic
from roceconf.sizing import shared_buffer, threshold_bytes, xoff_point
from tests.sizing.simulation.buffer import Limits
from tests.sizing.simulation.cases import CELLS
from tests.sizing.simulation.frames import SMALLEST_BYTES, cells_of, one_by_one
from tests.sizing.simulation.peer import Link
from tests.sizing.simulation.switch import Switch

BYTE_FS = 20_000  # 400G
LINK = Link(BYTE_FS, delay_fs=0, peer_response_fs=0, local_response_fs=0)
"""What comes after XOFF is not the question here, so there is little of it."""


class Buffer(NamedTuple):
    """A partition of many frames, and the frames."""

    cell_bytes: int
    frame_bytes: int
    dynamic_th: int
    shared_cells: int

    @property
    def alpha(self) -> Fraction:
        return Fraction(2) ** self.dynamic_th

    @property
    def frame_cells(self) -> int:
        return cells_of(self.frame_bytes, self.cell_bytes)

    @property
    def shared_bytes(self) -> int:
        return self.shared_cells * self.cell_bytes

    def switch(self) -> Switch:
        return Switch(self.shared_cells, self.alpha, self.cell_bytes)

    def threshold_cells(self, groups: int) -> int:
        return threshold_bytes(self.alpha, self.shared_bytes, groups) // self.cell_bytes


@st.composite
def buffers(draw: st.DrawFn, smallest_bytes: int = SMALLEST_BYTES) -> Buffer:
    cell, frame = draw(st.sampled_from(CELLS)), draw(st.integers(smallest_bytes, 9216))
    frames = draw(st.integers(50, 250))
    return Buffer(cell, frame, draw(st.integers(-4, 3)), frames * cells_of(frame, cell))


def held_at_xoff(buffer: Buffer, groups: int, min_cells: int = 0, apart_fs: int = 1) -> list[int]:
    """Shared cells each group held when it paused its peer; nothing leaves, all send at line rate."""
    switch = buffer.switch()
    queue = switch.egress(BYTE_FS)
    queue.held = True
    limits = Limits(min_cells=min_cells)
    for number in range(groups):
        switch.ingress(LINK, limits, one_by_one(buffer.frame_bytes), [queue], start_fs=number * apart_fs)
    switch.clock.run()
    return [port.pauses[0].shared_cells for port in switch.ingresses]


@given(buffers(), st.integers(1, 8), st.integers(0, 80))
def test_groups_that_fill_together_pause_at_the_threshold(buffer: Buffer, groups: int, min_cells: int) -> None:
    """Within the frame that no longer fits. What is guaranteed to a group comes on top."""
    for held in held_at_xoff(buffer, groups, min_cells):
        assert abs(held - buffer.threshold_cells(groups)) <= buffer.frame_cells


@given(buffers(), st.integers(2, 6))
def test_a_group_that_fills_before_the_others_holds_more_and_leaves_less(buffer: Buffer, groups: int) -> None:
    """The first pauses where a lone group does; each that follows finds a threshold lowered by those before it."""
    held = held_at_xoff(buffer, groups, apart_fs=10**15)
    expected = Fraction(buffer.shared_cells)
    for cells in held:
        expected *= buffer.alpha / (1 + buffer.alpha)
        assert abs(cells - expected) <= buffer.frame_cells * (1 + buffer.alpha)
        expected /= buffer.alpha
    assert buffer.threshold_cells(groups) - buffer.frame_cells <= held[0]
    assert sum(held) <= buffer.shared_cells


@given(st.integers(-4, 3), st.integers(0, 60), st.integers(1, 4))
def test_the_xoff_point_of_a_chip_holds(dynamic_th: int, min_cells: int, groups: int) -> None:
    """With frames of one cell to the cell: minimum and threshold, as ``xoff_point`` adds them."""
    chip = asic("th5")
    cell = chip.cell_bytes.value or 0
    shared = shared_buffer(chip, pool_bytes=600 * cell, pool_xoff_bytes=0)
    assert shared is not None
    point = xoff_point(
        shared, cell_bytes=cell, dynamic_th=dynamic_th, group_min_bytes=min_cells * cell, active_groups=groups
    )
    buffer = Buffer(cell, cell, dynamic_th, shared.shared_cells)
    for held in held_at_xoff(buffer, groups, min_cells):
        assert abs(min_cells + held - point.xoff_point_cells) <= 1
