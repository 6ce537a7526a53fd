"""Real plans, judged: the intents of ``samples`` are planned, and the switches simulated as planned."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.sizing.simulation.buffer import Limits
from tests.sizing.simulation.egress import Curve, EgressQueue
from tests.sizing.simulation.frames import cells_of, endless, one_by_one
from tests.sizing.simulation.planned import PlannedPorts, planned_ports
from tests.sizing.simulation.switch import Ingress, Switch

INTENTS = Path(__file__).resolve().parents[3] / "samples" / "intents"
PLANNED = {held.ports: held for path in sorted(INTENTS.glob("*.yaml")) for held in planned_ports(path)}

SAID_TOO_SMALL = {"leaf4.pod1 Ethernet49/1 and 14 more"}
"""The intent itself says 2 MB for 2 km at 400G, which is enough for full-size frames only."""
SAID_TOO_LATE = {"leaf3 Ethernet384 and 15 more"}
"""The intent itself says a Kmax of 8 MB at an alpha of 1/8."""
SAID_TOO_LATE_FOR_A_FAN_OUT = {*SAID_TOO_LATE, "leaf2 Ethernet33/1 and 31 more"}
"""And here a Kmin of 1.2 MB, where a group spread over eight queues is paused at 968 KB in each."""


def incast(held: PlannedPorts, senders: int, curve: Curve | None = None) -> tuple[Switch, EgressQueue]:
    """Senders on ports as planned, and a queue as planned between them; a lone sender is twice as fast as the queue."""
    switch = Switch(held.shared_cells, held.alpha, held.case.cell_bytes)
    link = held.case.link()
    queue = switch.egress(link.byte_fs * (2 if senders == 1 else 1), held.curve if curve is None else curve)
    limits = Limits(held.headroom_cells, xon_offset_cells=held.xon_offset_cells)
    for number in range(senders):
        switch.ingress(link, limits, one_by_one(held.case.lossless_bytes), [queue], start_fs=number)
    return switch, queue


def test_there_are_plans_to_judge() -> None:
    assert len(PLANNED) >= 8
    assert set(PLANNED) >= SAID_TOO_SMALL | SAID_TOO_LATE_FOR_A_FAN_OUT


@pytest.mark.parametrize("ports", PLANNED)
def test_the_planned_headroom_loses_nothing(ports: str) -> None:
    held = PLANNED[ports]
    case = held.case
    assert case.overrun(endless(case.lossless_bytes), held.headroom_cells).lost_frames == 0
    assert (case.overrun(held.worst_frames(), held.headroom_cells).lost_frames > 0) == (ports in SAID_TOO_SMALL)


@pytest.mark.parametrize("ports", PLANNED)
def test_the_planned_queue_is_marked_fully_before_anybody_is_paused(ports: str) -> None:
    for senders in (1, 2, PLANNED[ports].fan_in):
        switch, queue = incast(PLANNED[ports], senders)
        switch.run_to_first_xoff()
        assert queue.above_kmin
        assert queue.above_kmax == (ports not in SAID_TOO_LATE or senders == PLANNED[ports].fan_in)


@pytest.mark.parametrize("ports", PLANNED)
def test_with_kmin_above_what_the_groups_may_hold_pfc_comes_first(ports: str) -> None:
    held = PLANNED[ports]
    bound = 2 * held.alpha * held.shared_cells * held.case.cell_bytes / (1 + 2 * held.alpha)
    frame_bytes = cells_of(held.case.lossless_bytes, held.case.cell_bytes) * held.case.cell_bytes
    switch, queue = incast(held, 2, Curve(int(bound) + 2 * frame_bytes, 10**9))
    switch.run_to_first_xoff()
    assert not queue.above_kmin
    assert queue.marks == 0


@pytest.mark.parametrize("ports", PLANNED)
def test_a_group_that_feeds_the_stated_number_of_queues_is_marked_before_it_is_paused(ports: str) -> None:
    """Frames come whole: of Kmin within a frame of its bound, the last of the queues may lack that frame."""
    held = PLANNED[ports]
    frame_bytes = cells_of(held.case.lossless_bytes, held.case.cell_bytes) * held.case.cell_bytes
    bound = held.alpha * held.shared_cells * held.case.cell_bytes / (held.fan_out * (1 + held.alpha))
    kmin_bytes = held.curve.kmin_bytes
    assert (kmin_bytes >= bound) == (ports in SAID_TOO_LATE_FOR_A_FAN_OUT)
    if ports in SAID_TOO_LATE_FOR_A_FAN_OUT:
        assert not all(queue.above_kmin for queue in _fed_by_one(held, held.curve))
        return
    assert any(queue.above_kmin for queue in _fed_by_one(held, held.curve))
    below = min(kmin_bytes, int(bound) - frame_bytes)
    assert all(queue.above_kmin for queue in _fed_by_one(held, held.curve._replace(kmin_bytes=below)))
    assert kmin_bytes - below <= frame_bytes


def _fed_by_one(held: PlannedPorts, curve: Curve) -> list[EgressQueue]:
    """The queues that one group feeds in turn, at the moment it is paused."""
    switch = Switch(held.shared_cells, held.alpha, held.case.cell_bytes)
    link = held.case.link()
    queues = [switch.egress(link.byte_fs * 2 * held.fan_out, curve) for _ in range(held.fan_out)]
    switch.ingress(link, Limits(held.headroom_cells), one_by_one(held.case.lossless_bytes), queues)
    switch.run_to_first_xoff()
    return queues


def times(port: Ingress, xoff: bool) -> int:
    return sum(pause.xoff is xoff for pause in port.pauses)


@pytest.mark.parametrize("ports", PLANNED)
def test_the_stated_incast_is_paused_and_resumed_without_a_loss_or_a_gap(ports: str) -> None:
    """Senders that never slow down, so that only PFC holds them, three times over."""
    held = PLANNED[ports]
    switch, queue = incast(held, held.fan_in)
    switch.clock.run(lambda: all(times(port, xoff=False) >= 3 for port in switch.ingresses))
    assert all(port.group.lost_frames == 0 for port in switch.ingresses)
    assert all(0 < port.group.peak_headroom_cells <= held.headroom_cells for port in switch.ingresses)
    assert queue.idle_fs == 0


CAPPED = """\
switch: capped
nos: sonic
asic: th
ports: [{ports: "Ethernet[0-124:4]", speed: 100G, cable: 40m}]
"""


def test_a_capped_kmax_is_reached_in_the_moment_of_the_first_pause() -> None:
    """The cap is the bound: a frame more or less decides which comes first, and only the ramp below Kmax has marked."""
    (held,) = planned_ports(CAPPED)
    assert held.curve.kmax_bytes < 3_000_000
    switch, queue = incast(held, 1)
    switch.run_to_first_xoff()
    assert abs(queue.length_bytes - held.curve.kmax_bytes) <= 2 * 10_000
    assert queue.marks > 1
    assert held.alpha == Fraction(1)
