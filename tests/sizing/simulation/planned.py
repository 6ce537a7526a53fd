"""A planned switch as the simulation needs it: links, headroom, thresholds and marking of its lossless ports."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from roceconf.intent import load
from roceconf.plan import plan
from roceconf.sizing import Link as SizedLink
from roceconf.switch import Amount, Size
from tests.sizing.simulation.cases import Case
from tests.sizing.simulation.egress import Curve
from tests.sizing.simulation.frames import SMALLEST_BYTES, Frames, endless, mixed


class PlannedPorts(NamedTuple):
    """Ports of a plan that are configured alike, and one of their lossless priority groups.

    Attributes:
        ports: the first of them, and how many.
        case: their link.
        small_share: share of wire time in 64-byte frames that their headroom is planned for.
        headroom_cells: of the group.
        alpha: of the group.
        shared_cells: shared buffer of a partition.
        xon_offset_cells: of the group.
        curve: how the queue of the class marks.
        fan_in: senders that the intent reckons with.
        fan_out: queues that it reckons with.
    """

    ports: str
    case: Case
    small_share: Fraction
    headroom_cells: int
    alpha: Fraction
    shared_cells: int
    xon_offset_cells: int
    curve: Curve
    fan_in: int
    fan_out: int

    def worst_frames(self) -> Frames:
        """The worst that the headroom is planned for."""
        small = self.small_share == 1
        return endless(SMALLEST_BYTES) if small else mixed(self.small_share, self.case.lossless_bytes)


def planned_ports(intent: Path | str) -> Iterator[PlannedPorts]:
    """Plan an intent, a file or its text, and give each group of lossless ports."""
    made = plan(load(intent), "intent")
    for group in made.groups:
        if group.lossless is None:
            continue
        profile, link = group.lossless.profile, group.lossless.link.link
        marking = next(iter(group.marked.values())).marking
        assert profile.alpha is not None
        assert group.bounds is not None
        assert marking is not None
        assert marking.ecn is not None
        cell, ecn = link.cell_bytes, marking.ecn
        yield PlannedPorts(
            f"{made.reading.switch.name} {group.said.ports[0]} and {len(group.said.ports) - 1} more",
            _case(link),
            Fraction(str(link.small_packet_share)),
            _bytes(profile.headroom, cell) // cell,
            Fraction(profile.alpha.factor),
            group.bounds.shared.shared_cells,
            _bytes(profile.xon_offset, cell) // cell,
            Curve(_bytes(ecn.kmin, cell), _bytes(ecn.kmax, cell), Fraction(ecn.pmax_percent or 0, 100)),
            made.fan_in,
            made.fan_out,
        )


def _case(link: SizedLink) -> Case:
    usual = Case(link.cell_bytes, link.speed_mbps, round(link.cable_m * 1000), link.medium)
    return usual._replace(
        frame_bytes=link.frame_bytes,
        lossless_bytes=link.lossless,
        response_ns=usual.response_ns if link.peer_response_ns is None else link.peer_response_ns,
        gearbox_ns=link.gearbox_ns or 0,
    )


def _bytes(size: Size | None, cell: int) -> int:
    assert isinstance(size, Amount)
    number = size.in_bytes(cell)
    assert number is not None
    return number
