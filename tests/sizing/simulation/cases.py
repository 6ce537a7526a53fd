"""Links to judge: the same numbers for the formula and for the simulation."""

from fractions import Fraction
from typing import NamedTuple

from hypothesis import strategies as st

from roceconf.asic import asic, asic_names
from roceconf.sizing import Headroom, headroom, ieee_response_ns
from roceconf.sizing.constants import constant, media
from tests.sizing.simulation.clock import byte_fs, femtoseconds
from tests.sizing.simulation.frames import SMALLEST_BYTES, Frames, endless
from tests.sizing.simulation.overrun import Overrun, overrun
from tests.sizing.simulation.peer import Link

CELLS = sorted({cell for key in asic_names() if (cell := asic(key).cell_bytes.value) is not None})
SPEEDS = [10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000]


class Case(NamedTuple):
    """A port, its cable and its peer."""

    cell_bytes: int
    speed_mbps: int
    cable_mm: int
    medium: str = "fibre"
    frame_bytes: int = 9216
    lossless_bytes: int = 9216
    response_ns: float = 1160
    gearbox_ns: float = 0

    @property
    def cable_m(self) -> float:
        return self.cable_mm / 1000

    def headroom(self, small_packet_share: float = 1.0) -> Headroom:
        """What the arithmetic says."""
        return headroom(
            cell_bytes=self.cell_bytes,
            speed_mbps=self.speed_mbps,
            cable_m=self.cable_m,
            medium=self.medium,
            frame_bytes=self.frame_bytes,
            lossless_frame_bytes=self.lossless_bytes,
            small_packet_share=small_packet_share,
            peer_response_ns=self.response_ns,
            gearbox_ns=self.gearbox_ns,
        )

    def cells(self, small_packet_share: float = 1.0) -> int:
        """The same in cells."""
        cells = self.headroom(small_packet_share).cells
        assert cells is not None
        return cells

    def link(self) -> Link:
        """The same link for the simulation: constants are shared, formulas are not."""
        a_metre_ns = Fraction(str(constant(f"propagation.{self.medium}").value))
        return Link(
            byte_fs(self.speed_mbps),
            femtoseconds(a_metre_ns * Fraction(self.cable_mm, 1000) + Fraction(str(self.gearbox_ns))),
            femtoseconds(self.response_ns),
            femtoseconds(constant("local_response_ns").value),
            self.frame_bytes,
            self.lossless_bytes,
        )

    def overrun(self, in_flight: Frames | None = None, headroom_cells: int | None = None) -> Overrun:
        """What the simulation says; in flight are, unless others are given, frames of 64 bytes."""
        return overrun(
            self.link(),
            cell_bytes=self.cell_bytes,
            crossing_bytes=self.lossless_bytes,
            in_flight=endless(SMALLEST_BYTES) if in_flight is None else in_flight,
            headroom_cells=headroom_cells,
        )


RESPONSES = sorted({0.0, 1160.0, *(ns for speed in SPEEDS if (ns := ieee_response_ns(speed)) is not None)})


@st.composite
def cases(draw: st.DrawFn, smallest_bytes: int = SMALLEST_BYTES) -> Case:
    """Any port of any Tomahawk, its cable and its peer."""
    frame_bytes = draw(st.integers(smallest_bytes, 9216))
    return Case(
        cell_bytes=draw(st.sampled_from(CELLS)),
        speed_mbps=draw(st.sampled_from(SPEEDS)),
        cable_mm=draw(st.one_of(st.sampled_from([0, 3_000, 40_000, 300_000]), st.integers(0, 2_000_000))),
        medium=draw(st.sampled_from(media())),
        frame_bytes=frame_bytes,
        lossless_bytes=draw(st.one_of(st.just(frame_bytes), st.integers(smallest_bytes, frame_bytes))),
        response_ns=draw(st.one_of(st.sampled_from(RESPONSES), st.integers(0, 20_000))),
        gearbox_ns=draw(st.one_of(st.just(0), st.integers(0, 1000))),
    )
