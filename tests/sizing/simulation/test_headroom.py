"""Headroom, judged: what is computed loses nothing and is no more than needed; a frame below the floor does lose."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import headroom_floor, longest_cable_m
from tests.sizing.simulation.cases import CELLS, Case, cases
from tests.sizing.simulation.frames import SMALLEST_BYTES, Train, cells_of, endless, mixed, wire_bytes

SMALL_WIRE = wire_bytes(SMALLEST_BYTES)
USUAL = Case(cell_bytes=254, speed_mbps=100_000, cable_mm=40_000)


def test_one_case_by_hand() -> None:
    """100G is 80 ps a byte, 40 m of fibre are 200 ns.

    From the end of the crossing frame at the peer 200 ns until it is stored, 960 until the PFC frame is ready, 737.92
    for the 9224 bytes of the frame before it, 6.72 for its own 84, 200 for the way, 1160 until the peer stops.
    """
    seen = USUAL.overrun()
    assert seen.window_fs == 3_264_640_000  # 40808 bytes
    begun = (40_808 - 12) // 84 + 1
    assert seen.stored_cells == 37 + (begun - 1) + 37 == 559
    assert USUAL.cells() == 633


@given(cases())
def test_nothing_is_lost(case: Case) -> None:
    seen = case.overrun(headroom_cells=case.cells())
    assert seen.lost_frames == 0
    assert seen.stored_cells <= case.cells()


@given(cases())
def test_nothing_is_lost_of_full_size_frames(case: Case) -> None:
    assert case.overrun(endless(case.lossless_bytes), case.cells(0.0)).lost_frames == 0


@given(cases(), st.integers(1, 99), st.data())
def test_nothing_is_lost_of_a_mixture(case: Case, percent: int, data: st.DataObject) -> None:
    """Wherever in the mixture the threshold is crossed, as long as it is even within the time that headroom covers."""
    share = Fraction(percent, 100)
    burst = share / (1 - share) * wire_bytes(case.lossless_bytes) // SMALL_WIRE
    frames = mixed(share, case.lossless_bytes, small_first=data.draw(st.integers(0, int(burst))))
    assert case.overrun(frames, case.cells(percent / 100)).lost_frames == 0


def test_a_mixture_is_meant_within_the_time_that_headroom_covers() -> None:
    """Half of an hour in small frames is no mixture of a half: the microseconds after XOFF may hold nothing else."""
    half = USUAL.cells(0.5)
    assert USUAL.overrun(mixed(Fraction(1, 2), 9216), half).lost_frames == 0
    assert USUAL.overrun(endless(SMALLEST_BYTES), half).lost_frames > 0


@given(cases(smallest_bytes=1000))
def test_headroom_for_full_size_frames_loses_small_ones(case: Case) -> None:
    assert case.overrun(headroom_cells=case.cells(0.0)).lost_frames > 0


@given(cases(), st.booleans())
def test_a_frame_less_than_the_floor_loses_something(case: Case, small: bool) -> None:
    """Of full-size frames alone already. The floor takes the lossless class to be as large as any."""
    case = case._replace(lossless_bytes=case.frame_bytes)
    floor = headroom_floor(
        speed_mbps=case.speed_mbps, cable_m=case.cable_m, medium=case.medium, frame_bytes=case.frame_bytes
    )
    cells = (floor.headroom_bytes - case.frame_bytes) // case.cell_bytes
    frames = endless(SMALLEST_BYTES if small else case.frame_bytes)
    assert case.overrun(frames, cells).lost_frames > 0


def unneeded(case: Case) -> int:
    """Cells that the arithmetic may give too much for small frames.

    It takes the last frame's time on the wire for small frames too, though a frame that has just begun is one frame,
    counts a gap more than there is, twice, and rounds up.
    """
    last = case.lossless_bytes
    return -(-wire_bytes(last) // SMALL_WIRE) - cells_of(last, case.cell_bytes) + 2


@given(cases())
def test_no_more_than_needed_for_small_frames(case: Case) -> None:
    needed = case.overrun().stored_cells
    assert 0 <= case.cells() - needed <= unneeded(case)
    assert case.overrun(headroom_cells=case.cells() - unneeded(case) - 1).lost_frames > 0


@given(cases())
def test_no_more_than_one_frame_too_much_for_full_size_frames(case: Case) -> None:
    needed = case.overrun(endless(case.lossless_bytes)).stored_cells
    assert 0 <= case.cells(0.0) - needed <= cells_of(case.lossless_bytes, case.cell_bytes) + 1


SMALL = USUAL._replace(lossless_bytes=64, gearbox_ns=400)
FORGOTTEN = {
    "the frame of another class": SMALL._replace(frame_bytes=64),
    "the cable": SMALL._replace(cable_mm=0),
    "the way back": SMALL._replace(cable_mm=20_000),
    "the peer's response": SMALL._replace(response_ns=0),
    "the gearbox": SMALL._replace(gearbox_ns=0),
}


@pytest.mark.parametrize("what", FORGOTTEN)
@pytest.mark.parametrize("cell", CELLS)
def test_whoever_forgets_a_term_loses_frames(what: str, cell: int) -> None:
    """The judge notices: with lossless frames of 64 bytes the arithmetic is within two cells of what is needed."""
    case = SMALL._replace(cell_bytes=cell)
    assert case.overrun(headroom_cells=case.cells()).lost_frames == 0
    assert case.overrun(headroom_cells=FORGOTTEN[what]._replace(cell_bytes=cell).cells()).lost_frames > 0


@given(cases())
def test_needed_headroom_grows_with_everything(case: Case) -> None:
    for larger in (
        case._replace(cable_mm=case.cable_mm + 7_919),
        case._replace(speed_mbps=case.speed_mbps * 2),
        case._replace(frame_bytes=case.frame_bytes + 1000),
        case._replace(lossless_bytes=case.frame_bytes),
        case._replace(response_ns=ceil(case.response_ns) + 100),
        case._replace(gearbox_ns=case.gearbox_ns + 100),
    ):
        assert larger.overrun().stored_cells >= case.overrun().stored_cells
        assert larger.cells() >= case.cells()


@pytest.mark.parametrize("cell", CELLS)
def test_no_size_is_worse_than_64_bytes(cell: int) -> None:
    """Not even one byte more than a cell, or than several: for the cells of every Tomahawk."""
    case = USUAL._replace(cell_bytes=cell, speed_mbps=400_000)
    sizes = {*range(SMALLEST_BYTES, 2 * cell + 3), *(k * cell + 1 for k in range(1, 9216 // cell + 1)), 9216}
    stored = {size: case.overrun(endless(size)).stored_cells for size in sizes if size <= 9216}
    assert max(stored, key=lambda size: (stored[size], -size)) == SMALLEST_BYTES


def test_64_bytes_are_the_worst_from_cells_of_147_bytes_on() -> None:
    """In smaller cells a frame one byte longer than a cell is worse; the model is not made for those."""
    assert min(CELLS) >= 147

    def worst(cell: int) -> int:
        case = USUAL._replace(cell_bytes=cell, speed_mbps=400_000, cable_mm=2_000_000)
        return max((SMALLEST_BYTES, cell + 1), key=lambda size: case.overrun(endless(size)).stored_cells)

    assert worst(150) == SMALLEST_BYTES
    assert worst(144) == 145


def worst_order(window_bytes: int, cell_bytes: int, largest_bytes: int) -> Iterator[Train]:
    """Of all sequences of frames that a peer can begin within a window the one that fills most cells.

    Only sizes matter that fill their last cell least, and the largest: searched from the end of the window backwards.
    """
    sizes = [SMALLEST_BYTES, *(n for n in range(cell_bytes + 1, largest_bytes, cell_bytes)), largest_bytes]
    best = [(0, 0)] * (window_bytes + wire_bytes(largest_bytes) + 1)
    for at in range(window_bytes - 12, -1, -1):
        best[at] = max((cells_of(size, cell_bytes) + best[at + wire_bytes(size)][0], size) for size in sizes)
    at = 0
    while (size := best[at][1]) != 0:
        yield Train(size)
        at += wire_bytes(size)


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("largest", [1500, 9216])
def test_no_order_of_frames_is_worse_than_small_ones_and_a_large_one_last(cell: int, largest: int) -> None:
    case = Case(cell, 10_000, 40_000, frame_bytes=largest, lossless_bytes=largest)
    byte_fs = case.link().byte_fs
    assumed = case.overrun()
    order = worst_order(assumed.window_fs // byte_fs, cell, largest)
    seen = case.overrun(order, case.cells())
    assert seen.lost_frames == 0
    assert assumed.stored_cells <= seen.stored_cells <= assumed.stored_cells + 1


@given(cases(), st.integers(0, 2_000_000))
def test_the_longest_cable_loses_nothing_and_a_longer_one_does(case: Case, headroom_bytes: int) -> None:
    metres = longest_cable_m(
        headroom_bytes,
        cell_bytes=case.cell_bytes,
        speed_mbps=case.speed_mbps,
        medium=case.medium,
        frame_bytes=case.frame_bytes,
        lossless_frame_bytes=case.lossless_bytes,
        peer_response_ns=case.response_ns,
        gearbox_ns=case.gearbox_ns,
    )
    cells = headroom_bytes // case.cell_bytes
    longest = case._replace(cable_mm=round(metres * 1000))
    if metres > 0:
        assert longest.overrun(headroom_cells=cells).lost_frames == 0
    # A cable longer by the wire of the cells that the arithmetic may give too much, at 4.45 ns a metre or more.
    spare_fs = (unneeded(case) + 1) * SMALL_WIRE * longest.link().byte_fs
    longer = longest._replace(cable_mm=longest.cable_mm + spare_fs // (2 * 4450) + 1)
    assert longer.overrun(headroom_cells=cells).lost_frames > 0
