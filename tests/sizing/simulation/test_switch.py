"""All of it at once, judged: senders that never slow down, paused and resumed over and over, lose nothing."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.sizing.simulation.buffer import Limits
from tests.sizing.simulation.cases import Case, cases
from tests.sizing.simulation.frames import SMALLEST_BYTES, cells_of, in_turn
from tests.sizing.simulation.switch import Switch

MOST_FRAMES = 3000

short = cases().map(
    lambda case: case._replace(cable_mm=case.cable_mm % 20_000, response_ns=int(case.response_ns) % 500)
)


@given(
    case=short,
    sizes=st.lists(st.one_of(st.just(SMALLEST_BYTES), st.integers(SMALLEST_BYTES, 9216)), min_size=1, max_size=4),
    senders=st.integers(1, 4),
    dynamic_th=st.integers(-4, 3),
    shared_frames=st.integers(4, 60),
    offset_cells=st.integers(0, 40),
    min_cells=st.integers(0, 80),
)
def test_nothing_is_lost_however_often_senders_are_paused_and_resumed(
    case: Case,
    sizes: list[int],
    senders: int,
    dynamic_th: int,
    shared_frames: int,
    offset_cells: int,
    min_cells: int,
) -> None:
    """Also where an XOFF follows an XON so closely that it waits for it."""
    largest = case.lossless_bytes
    shared_cells = shared_frames * cells_of(largest, case.cell_bytes)
    switch = Switch(shared_cells, Fraction(2) ** dynamic_th, case.cell_bytes)
    link = case.link()
    queue = switch.egress(link.byte_fs * (2 if senders == 1 else 1))
    limits = Limits(case.cells(), min_cells, offset_cells)
    for number in range(senders):
        frames = in_turn(*(min(size, largest) for size in sizes))
        switch.ingress(link, limits, frames, [queue], start_fs=number)
    switch.clock.run(lambda: queue.served > MOST_FRAMES)
    for port in switch.ingresses:
        assert port.group.lost_frames == 0
        assert port.group.peak_headroom_cells <= case.cells()
