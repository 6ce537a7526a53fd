"""The judge itself: small things whose outcome can be worked out by hand."""

from fractions import Fraction
from functools import partial
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sizing.simulation.buffer import Limits, Partition, PriorityGroup
from tests.sizing.simulation.clock import Clock, byte_fs, femtoseconds
from tests.sizing.simulation.egress import Curve, EgressQueue
from tests.sizing.simulation.frames import Train, cells_of, endless, in_turn, mixed, one_by_one, wire_bytes
from tests.sizing.simulation.peer import Link, PauseSender, Peer
from tests.sizing.simulation.switch import Switch

BYTE_FS = 10_000  # 800G


def test_time_is_exact_or_refused() -> None:
    assert femtoseconds(3430.4) == 3_430_400_000
    assert byte_fs(1_600_000) == 5_000
    with pytest.raises(ValueError, match="no whole number"):
        byte_fs(7_000)


def test_things_happen_in_order_and_never_in_the_past() -> None:
    clock, seen = Clock(), list[str]()
    clock.at(5, lambda: seen.append("second"))
    clock.at(5, lambda: seen.append("third"))
    clock.at(3, lambda: seen.append("first"))
    clock.at(4, lambda: seen.append("never")).call_off()
    clock.run()
    assert seen == ["first", "second", "third"]
    with pytest.raises(ValueError, match="lies before"):
        clock.at(4, clock.run)


def test_a_frame_takes_whole_cells_and_its_gap_and_preamble() -> None:
    assert [cells_of(size, 254) for size in (64, 254, 255, 9216)] == [1, 1, 2, 37]
    assert wire_bytes(64) == 84


@given(st.integers(1, 99), st.integers(65, 9216))
def test_a_mixture_keeps_its_share(percent: int, largest: int) -> None:
    small = total = 0
    for train in islice(mixed(Fraction(percent, 100), largest), 50):
        assert train.length is not None
        wire = train.length * wire_bytes(train.frame_bytes)
        total += wire
        small += wire if train.frame_bytes == 64 else 0
        assert small * 100 <= percent * total
    assert total * percent - small * 100 < 100 * (wire_bytes(64) + wire_bytes(largest))


class Listener:
    """Notes what arrives and when, in byte times."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.heard: list[tuple[int, int, int | None]] = []

    def __call__(self, train: Train) -> None:
        self.heard.append((self._clock.now_fs // BYTE_FS, *train))


LINK = Link(BYTE_FS, 1000 * BYTE_FS, 300 * BYTE_FS, 50 * BYTE_FS)


def test_a_peer_sends_back_to_back_until_its_response_is_over() -> None:
    """Frames of 120 bytes of wire begin 12 bytes after the last: at 12, 132, 252; a pause heard at 0 ends it at 300."""
    clock = Clock()
    listener = Listener(clock)
    peer = Peer(clock, LINK, one_by_one(100), listener)
    peer.send()
    peer.hear(True)
    clock.run()
    assert listener.heard == [(1120, 100, 1), (1240, 100, 1), (1360, 100, 1)]
    peer.hear(False)
    clock.run(lambda: len(listener.heard) > 3)
    assert listener.heard[3] == (1360 + 300 + 120 + 1000, 100, 1)


@pytest.mark.parametrize(
    ("response", "frames", "last_at"), [(11, 0, None), (12, 1, 1120), (251, 2, 1240), (252, 3, 1360), (371, 3, 1360)]
)
def test_a_frame_begins_with_its_preamble(response: int, frames: int, last_at: int | None) -> None:
    """One train or single frames: cut at the same frame, though a train is accounted for only when its end is known."""
    for source, late in ((one_by_one(100), 0), (endless(100), 12)):
        clock = Clock()
        listener = Listener(clock)
        peer = Peer(clock, LINK._replace(peer_response_fs=response * BYTE_FS), source, listener)
        peer.send()
        peer.hear(True)
        clock.run()
        assert sum(length or 0 for _, _, length in listener.heard) == frames
        if last_at is not None:
            assert 0 <= listener.heard[-1][0] - last_at < late + 1


def test_the_last_frame_may_be_a_large_one() -> None:
    clock = Clock()
    listener = Listener(clock)
    peer = Peer(clock, LINK._replace(last_frame_bytes=1000), endless(100), listener)
    peer.send()
    peer.hear(True)
    clock.run()
    assert listener.heard == [(240 + 1020 + 1000, 100, 2), (240 + 1020 + 1000, 1000, 1)]


def test_a_peer_that_is_paused_again_within_its_last_frame_sends_it_once() -> None:
    clock = Clock()
    listener = Listener(clock)
    peer = Peer(clock, LINK._replace(peer_response_fs=0, last_frame_bytes=1000), endless(100), listener)
    peer.send()
    for at, pause in ((250, True), (300, False), (350, True)):
        clock.at(at * BYTE_FS, partial(peer.hear, pause))
    clock.run()
    assert listener.heard == [(120 + 1020 + 1000, 100, 1), (120 + 1020 + 1000, 1000, 1)]


class Ear:
    """Notes which PFC frames arrive and when, in byte times."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.heard: list[tuple[int, bool]] = []

    def __call__(self, pause: bool) -> None:
        self.heard.append((self._clock.now_fs // BYTE_FS, pause))


def test_a_pause_waits_for_the_frame_that_has_just_begun() -> None:
    clock = Clock()
    ear = Ear(clock)
    sender = PauseSender(clock, LINK._replace(other_frame_bytes=500), ear)
    sender.request(True)
    # Ready while the first is being sent: it follows at once.
    clock.at(550 * BYTE_FS, lambda: sender.request(False))
    clock.run()
    first = 50 + 508 + 84
    assert ear.heard == [(first + 1000, True), (first + 84 + 1000, False)]


def test_what_is_no_longer_wanted_is_not_sent() -> None:
    clock = Clock()
    ear = Ear(clock)
    sender = PauseSender(clock, LINK._replace(other_frame_bytes=500), ear)
    for number, pause in enumerate((True, False, True)):
        clock.at(number * BYTE_FS, partial(sender.request, pause))
    clock.run()
    assert ear.heard == [(50 + 508 + 84 + 1000, True)]


def test_a_group_fills_minimum_then_shared_then_headroom_and_loses_the_rest() -> None:
    asked = list[bool]()
    partition = Partition(shared_cells=10, alpha=Fraction(1), cell_bytes=100)
    group = PriorityGroup(partition, Limits(headroom_cells=3, min_cells=2, xon_offset_cells=2), asked.append)
    assert group.arrive(Train(100, 2)) == 2
    assert (group.cells, group.shared_cells, partition.used_cells) == (2, 0, 0)
    assert group.arrive(Train(100, 4)) == 4
    assert (group.shared_cells, asked) == (4, [])
    # 5 of 10 are at the threshold of alpha 1; three more are the headroom, and the fourth fits nowhere.
    assert group.arrive(Train(100, 5)) == 4
    assert (group.shared_cells, group.headroom_cells, group.lost_frames, asked) == (5, 3, 1, [True])
    for cells, shared, headroom in ((2, 5, 1), (1, 5, 0), (1, 4, 0)):
        group.depart(cells)
        assert (group.shared_cells, group.headroom_cells) == (shared, headroom)
    # 4 and an offset of 2 are within what 10 - 4 leave.
    assert asked == [True, False]


def test_a_frame_that_does_not_fit_goes_into_the_headroom_whole() -> None:
    partition = Partition(shared_cells=10, alpha=Fraction(1), cell_bytes=100)
    group = PriorityGroup(partition, Limits(), lambda pause: None)
    group.arrive(Train(400))
    group.arrive(Train(400))
    assert (group.shared_cells, group.headroom_cells) == (4, 4)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(64, 2000), st.integers(1, 5)), max_size=60), st.data())
def test_nothing_appears_or_vanishes(
    arrivals: list[tuple[int, int, int]],
    departures: st.DataObject,
) -> None:
    partition = Partition(shared_cells=60, alpha=Fraction(1, 2), cell_bytes=100)
    limits = Limits(headroom_cells=20, min_cells=4, xon_offset_cells=3)
    groups = [PriorityGroup(partition, limits, lambda pause: None) for _ in range(3)]
    inside: list[tuple[PriorityGroup, int]] = []
    for index, size, length in arrivals:
        lost = groups[index].lost_frames
        stored = groups[index].arrive(Train(size, length))
        assert stored + groups[index].lost_frames - lost == length
        inside += [(groups[index], cells_of(size, 100))] * stored
        for group, cells in [inside.pop(0) for _ in range(departures.draw(st.integers(0, len(inside))))]:
            group.depart(cells)
        for group in groups:
            assert group.cells == sum(cells for owner, cells in inside if owner is group)
            assert 0 <= group.headroom_cells <= 20
        assert partition.used_cells == sum(group.shared_cells for group in groups)


def test_a_queue_serves_in_order_marks_by_its_length_and_notices_when_it_stands_still() -> None:
    clock, gone = Clock(), list[int]()
    queue = EgressQueue(clock, BYTE_FS, 100, Curve(200, 600, Fraction(1, 2)))
    queue.held = True
    for _ in range(8):
        queue.join(100, lambda: gone.append(clock.now_fs // BYTE_FS))
    queue.release()
    clock.at(1060 * BYTE_FS, lambda: queue.join(100, lambda: None))
    clock.run()
    assert gone == [120 * (n + 1) for n in range(8)]
    # at 800 and 700 for certain; at 600, 500, 400, 300 with a half, three eighths, ...; at 200 and 100 never
    assert queue.marks == 2 + Fraction(4 + 3 + 2 + 1, 8)
    assert (queue.above_kmin, queue.above_kmax, queue.served) == (True, True, 9)
    assert queue.idle_fs == 100 * BYTE_FS


def test_a_switch_pauses_and_resumes_a_sender_that_is_too_fast_and_loses_nothing() -> None:
    switch = Switch(shared_cells=400, alpha=Fraction(1), cell_bytes=100)
    queue = switch.egress(2 * BYTE_FS)
    port = switch.ingress(LINK, Limits(headroom_cells=60, xon_offset_cells=20), in_turn(1000, 500), [queue])
    switch.clock.run(lambda: len(port.pauses) == 20)
    assert [pause.xoff for pause in port.pauses] == [True, False] * 10
    assert port.group.lost_frames == 0
    assert port.group.peak_headroom_cells > 0
    assert queue.idle_fs == 0
