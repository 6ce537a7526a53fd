"""XON, judged: what a group still holds when it resumes its peer must last until the first new frame is there."""

from fractions import Fraction
from math import ceil
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic
from roceconf.sizing import XonWindow, dynamic_th_of, shared_buffer, threshold_bytes, xon_window
from tests.sizing.simulation.buffer import Limits
from tests.sizing.simulation.cases import CELLS
from tests.sizing.simulation.frames import (
    GAP_BYTES,
    PAUSE_FRAME_BYTES,
    PREAMBLE_BYTES,
    cells_of,
    one_by_one,
    wire_bytes,
)
from tests.sizing.simulation.peer import Link
from tests.sizing.simulation.switch import Switch

BYTE_FS = 20_000  # 400G
LOCAL_FS, PEER_FS = 960_000_000, 1_160_000_000
OTHER_BYTES = 9216


def link_of(cable_m: int) -> Link:
    return Link(BYTE_FS, cable_m * 5_000_000, PEER_FS, LOCAL_FS, OTHER_BYTES)


def idle_fs(
    link: Link, *, cell_bytes: int, frame_bytes: int, alpha: Fraction, shared_cells: int, offset_cells: int, groups: int
) -> int:
    """How long the egress ports stand still after a pause of their own, at most.

    Each group feeds a queue of its own at the speed of its port. The queues are held until every peer is paused and the
    wires are silent; then all are released.
    """
    switch = Switch(shared_cells, alpha, cell_bytes)
    queues = [switch.egress(link.byte_fs) for _ in range(groups)]
    for queue in queues:
        queue.held = True
        switch.ingress(link, Limits(xon_offset_cells=offset_cells), one_by_one(frame_bytes), [queue])
    switch.clock.run()
    frame_cells = cells_of(frame_bytes, cell_bytes)
    waiting = max(queue.cells for queue in queues) // frame_cells
    for queue in queues:
        queue.release()
    switch.clock.run(lambda: all(queue.served > waiting + 3 for queue in queues))
    assert all([pause.xoff for pause in port.pauses[:2]] == [True, False] for port in switch.ingresses)
    return max(queue.idle_fs for queue in queues)


def round_trip_bytes(link: Link) -> int:
    """The right side of the window as it is usually written: the cable both ways and both responses, at line rate."""
    return (2 * link.delay_fs + PEER_FS + LOCAL_FS) // BYTE_FS


def frames_on_the_way(frame_bytes: int) -> int:
    """What it leaves out: XON waits for a frame of another class too, and the first new frame has to arrive whole."""
    return PREAMBLE_BYTES + OTHER_BYTES + wire_bytes(PAUSE_FRAME_BYTES) + wire_bytes(frame_bytes)


class Window(NamedTuple):
    """What a group and its neighbours are given."""

    cell_bytes: int
    frame_bytes: int
    alpha: Fraction
    offset_cells: int
    groups: int
    cable_m: int

    @property
    def frame_cells(self) -> int:
        return cells_of(self.frame_bytes, self.cell_bytes)

    def shared_cells(self, needed_bytes: int) -> int:
        """The least shared buffer that leaves frames of so many bytes of wire at the threshold less the offset."""
        frames = ceil(Fraction(needed_bytes, wire_bytes(self.frame_bytes)))
        threshold = frames * self.frame_cells + self.offset_cells
        return ceil(threshold * (1 + self.alpha * self.groups) / self.alpha)

    def idle_fs(self, shared_cells: int) -> int:
        return idle_fs(
            link_of(self.cable_m),
            cell_bytes=self.cell_bytes,
            frame_bytes=self.frame_bytes,
            alpha=self.alpha,
            shared_cells=shared_cells,
            offset_cells=self.offset_cells,
            groups=self.groups,
        )


windows = st.builds(
    Window,
    cell_bytes=st.sampled_from(CELLS),
    frame_bytes=st.sampled_from([1082, 2106, 4218, 9216]),
    alpha=st.integers(-3, 3).map(lambda exponent: Fraction(2) ** exponent),
    offset_cells=st.integers(1, 80),
    groups=st.integers(1, 3),
    cable_m=st.integers(0, 60),
)


@given(windows)
def test_a_queue_that_holds_what_leaves_meanwhile_does_not_run_dry(window: Window) -> None:
    """The frame that no longer fitted below the threshold is the one it may be short of."""
    link = link_of(window.cable_m)
    needed = round_trip_bytes(link) + frames_on_the_way(window.frame_bytes) + wire_bytes(window.frame_bytes)
    assert window.idle_fs(window.shared_cells(needed)) == 0


@given(windows)
def test_a_queue_that_holds_less_runs_dry(window: Window) -> None:
    """While it drains the threshold rises, so that XON is sent sooner, by no more than the offset."""
    link = link_of(window.cable_m)
    needed = round_trip_bytes(link) + frames_on_the_way(window.frame_bytes)
    sooner = wire_bytes(window.frame_bytes) * (window.offset_cells // window.frame_cells + 2)
    if needed > sooner:
        assert window.idle_fs(window.shared_cells(needed - sooner) - 1) > 0


@pytest.mark.parametrize("cell", CELLS)
def test_cable_and_responses_alone_are_not_enough(cell: int) -> None:
    """``T - xon_offset >= rate * (2 tau L + T)`` holds to the byte, and the port stands still for two frames' time."""
    window = Window(cell, 4218, Fraction(1), 17, 1, 40)
    link = link_of(40)
    shared = window.shared_cells(round_trip_bytes(link))
    left = threshold_bytes(1, shared * cell) - 17 * cell
    assert left >= round_trip_bytes(link)
    idle = window.idle_fs(shared)
    assert 0 < idle <= frames_on_the_way(4218) * BYTE_FS


def test_small_frames_are_gone_sooner_than_their_cells_say() -> None:
    """Bytes held are bytes of cells: of 64-byte frames each cell is 84 bytes of wire, a third of its 254."""
    window = Window(254, 64, Fraction(1), 17, 1, 40)
    needed = round_trip_bytes(link_of(40)) + frames_on_the_way(64) + 2 * wire_bytes(64)
    as_cells = ceil((Fraction(needed, 254) + 17) * 2)
    assert threshold_bytes(1, as_cells * 254) - 17 * 254 >= needed
    assert window.idle_fs(as_cells) > 0
    assert window.idle_fs(window.shared_cells(needed)) == 0


def xon_window_of(window: Window, shared_cells: int) -> XonWindow:
    """What the arithmetic says of the same window, for a chip whose partition shares that many cells."""
    shared = shared_buffer(asic("th2"), pool_bytes=4 * window.cell_bytes * shared_cells, pool_xoff_bytes=0)
    assert shared is not None
    assert shared.shared_cells == shared_cells
    return xon_window(
        shared,
        cell_bytes=window.cell_bytes,
        dynamic_th=dynamic_th_of(window.alpha),
        xon_offset_bytes=window.offset_cells * window.cell_bytes,
        speed_mbps=400_000,
        cable_m=window.cable_m,
        active_groups=window.groups,
        frame_bytes=OTHER_BYTES,
        lossless_frame_bytes=window.frame_bytes,
        peer_response_ns=PEER_FS / 10**6,
    )


@given(windows, st.integers(0, 200))
def test_the_margin_of_the_arithmetic_is_where_the_queue_runs_dry(window: Window, cable_m: int) -> None:
    """Of frames that fill their cells, and but for the frames that do not divide."""
    frame_bytes = 20 * 208
    window = window._replace(cell_bytes=208, frame_bytes=frame_bytes, cable_m=cable_m)
    needed = xon_window_of(window, 10**6).needed_bytes
    assert needed == round_trip_bytes(link_of(cable_m)) + frames_on_the_way(frame_bytes) + GAP_BYTES
    enough = window.shared_cells(needed + wire_bytes(frame_bytes))
    assert 0 <= xon_window_of(window, enough).margin_bytes <= 3 * wire_bytes(frame_bytes)
    assert window.idle_fs(enough) == 0
    # XON comes sooner than the arithmetic says, by no more than the offset, and two frames do not divide.
    lack = window.offset_cells * 208 + 3 * wire_bytes(frame_bytes)
    too_little = window.shared_cells(needed - min(needed, lack)) - 1
    if window.groups == 1 and xon_window_of(window, too_little).threshold_bytes > (window.offset_cells + 40) * 208:
        assert window.idle_fs(too_little) > 0
