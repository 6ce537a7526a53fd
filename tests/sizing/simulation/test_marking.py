"""ECN before PFC, judged: at the first XOFF the queues are as long as the arithmetic says, so that they have marked."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from roceconf.sizing import EcnThresholds, Marking, ecn_thresholds, rdma_packet, reaction
from tests.sizing.simulation.buffer import Limits
from tests.sizing.simulation.egress import Curve, EgressQueue
from tests.sizing.simulation.frames import one_by_one, wire_bytes
from tests.sizing.simulation.switch import Switch
from tests.sizing.simulation.test_thresholds import BYTE_FS, LINK, Buffer, buffers

SPEED_MBPS = 400_000

large_buffers = buffers(smallest_bytes=2000)
"""Buffers and frames of which a threshold can be at least a packet."""


def thresholds_of(preset: str, marking: Marking) -> EcnThresholds:
    """What the arithmetic says; a buffer too small for it to say anything is not drawn."""
    alpha, least = Fraction(marking.alpha), rdma_packet().value
    assume(alpha * marking.shared_bytes / (marking.fan_out * (1 + alpha * marking.lossless_groups)) > least)
    return ecn_thresholds(SPEED_MBPS, preset=preset, marking=marking)


def incast(buffer: Buffer, senders: int, curve: Curve, others: int = 0) -> EgressQueue:
    """Fill one queue until somebody is paused."""
    switch, queue = incast_of(buffer, senders, curve, others)
    switch.run_to_first_xoff()
    return queue


def incast_of(buffer: Buffer, senders: int, curve: Curve, others: int = 0) -> tuple[Switch, EgressQueue]:
    """Groups that will fill one queue; a lone sender is twice as fast as the queue.

    Args:
        buffer: the partition.
        senders: groups that feed the queue.
        curve: what the queue marks by.
        others: groups that feed other queues, which do not move.
    """
    switch = buffer.switch()
    queue, blocked = switch.egress(BYTE_FS * (2 if senders == 1 else 1), curve), switch.egress(BYTE_FS)
    blocked.held = True
    for number in range(senders):
        switch.ingress(LINK, Limits(), one_by_one(buffer.frame_bytes), [queue], start_fs=number)
    # They fill as fast as the senders' groups, so that all reach the threshold together.
    growth = Fraction(1, 2) if senders == 1 else Fraction(senders - 1, senders)
    slower = LINK._replace(byte_fs=round(BYTE_FS / growth))
    for number in range(others):
        switch.ingress(slower, Limits(), one_by_one(buffer.frame_bytes), [blocked], start_fs=senders + number)
    return switch, queue


def fan_out(buffer: Buffer, groups: int, ways: Sequence[int], curve: Curve) -> list[EgressQueue]:
    """Let each of some groups spread over queues of its own, slower together than it, until somebody is paused.

    Args:
        buffer: the partition.
        groups: groups that do so.
        ways: of the frames of a group, in turn, the number of the queue.
        curve: what the queues mark by.
    """
    switch = buffer.switch()
    every = list[EgressQueue]()
    for number in range(groups):
        queues = [switch.egress(BYTE_FS * 8 * len(ways), curve) for _ in range(max(ways) + 1)]
        switch.ingress(LINK, Limits(), one_by_one(buffer.frame_bytes), [queues[way] for way in ways], number)
        every += queues
    switch.run_to_first_xoff()
    return every


def slack_bytes(buffer: Buffer, groups: int) -> int:
    """Frames do not divide: each group may lack the one that no longer fits, and one that others have ahead of it."""
    return 2 * groups * buffer.frame_cells * buffer.cell_bytes


NEVER_LOW_ENOUGH = "microsoft-sonic-th2"
"""A preset with a Kmax of 10 MB: of buffers as small as these it is always capped, and the cap is the bound."""


@given(
    large_buffers,
    st.integers(1, 8),
    st.integers(0, 3),
    st.sampled_from(["default", "microsoft-sonic", NEVER_LOW_ENOUGH]),
)
def test_an_incast_of_the_stated_fan_in_or_more_is_marked_fully_before_it_is_paused(
    buffer: Buffer, fan_in: int, more: int, preset: str
) -> None:
    marking = Marking(buffer.alpha, buffer.shared_bytes, fan_out=1, fan_in=fan_in)
    kmax = thresholds_of(preset, marking).kmax_bytes
    below = max(0, kmax - slack_bytes(buffer, fan_in + more))
    assert incast(buffer, fan_in + more, Curve(below, below)).above_kmax


@given(large_buffers, st.integers(1, 8))
def test_kmax_is_capped_just_where_pfc_would_come_first(buffer: Buffer, fan_in: int) -> None:
    marking = Marking(buffer.alpha, buffer.shared_bytes, fan_out=1, fan_in=fan_in)
    thresholds = thresholds_of(NEVER_LOW_ENOUGH, marking)
    assert "kmax" in thresholds.capped
    too_high = thresholds.kmax_bytes + slack_bytes(buffer, fan_in)
    seen = incast(buffer, fan_in, Curve(too_high, too_high))
    assert not seen.above_kmin
    assert seen.marks == 0
    assert abs(seen.length_bytes - thresholds.kmax_bytes) <= slack_bytes(buffer, fan_in)


@given(large_buffers, st.integers(1, 4), st.integers(2, 4))
def test_fewer_senders_than_stated_may_be_paused_first(buffer: Buffer, senders: int, times: int) -> None:
    """What the cap promises it promises for the stated fan-in: at alpha 1 and above little is lost, below it much."""
    marking = Marking(buffer.alpha, buffer.shared_bytes, fan_out=1, fan_in=times * senders)
    kmax = thresholds_of(NEVER_LOW_ENOUGH, marking).kmax_bytes
    stated = Marking(buffer.alpha, buffer.shared_bytes, fan_out=1, fan_in=senders)
    own = thresholds_of(NEVER_LOW_ENOUGH, stated).kmax_bytes
    if kmax > own + slack_bytes(buffer, senders):
        assert not incast(buffer, senders, Curve(kmax, kmax)).above_kmax


@given(large_buffers, st.integers(1, 4), st.integers(1, 4))
def test_a_congested_neighbour_lowers_what_a_queue_may_hold(buffer: Buffer, senders: int, others: int) -> None:
    """The bound is for a partition empty otherwise; with k groups full elsewhere f + k stand in its denominator."""
    length = incast(buffer, senders, Curve(0, 0), others).length_bytes
    expected = senders * buffer.alpha * buffer.shared_bytes / (1 + buffer.alpha * (senders + others))
    assert abs(length - expected) <= slack_bytes(buffer, senders + others) * (1 + buffer.alpha)


spreads = st.integers(1, 8).flatmap(lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=2 * n))


@given(large_buffers, st.integers(1, 4), spreads)
def test_a_group_that_fans_out_is_marked_somewhere_before_it_is_paused(
    buffer: Buffer, groups: int, ways: list[int]
) -> None:
    """However it spreads over the stated number of queues: one of them holds its share or more."""
    fan = max(ways) + 1
    marking = Marking(buffer.alpha, buffer.shared_bytes, lossless_groups=groups, fan_out=fan, fan_in=2)
    kmin = thresholds_of("default", marking).kmin_bytes
    below = max(0, kmin - slack_bytes(buffer, fan))
    queues = fan_out(buffer, groups, ways, Curve(below, below))
    assert any(queue.above_kmin for queue in queues)


@given(large_buffers, st.integers(1, 4), st.integers(1, 8))
def test_kmin_is_capped_just_where_pfc_would_come_first(buffer: Buffer, groups: int, fan: int) -> None:
    """Spread evenly is the worst: no queue marks if Kmin lies above the bound."""
    marking = Marking(buffer.alpha, buffer.shared_bytes, lossless_groups=groups, fan_out=fan, fan_in=2)
    thresholds = thresholds_of(NEVER_LOW_ENOUGH, marking)
    assume("kmin" in thresholds.capped)
    too_high = thresholds.kmin_bytes + slack_bytes(buffer, 2)
    queues = fan_out(buffer, groups, range(fan), Curve(too_high, too_high))
    assert not any(queue.above_kmin for queue in queues)
    for queue in queues:
        assert abs(queue.length_bytes - thresholds.kmin_bytes) <= slack_bytes(buffer, 2)


@given(st.integers(-3, 3), st.integers(2, 8), st.integers(150, 600), st.integers(2, 60))
def test_congestion_control_has_as_long_as_computed(
    dynamic_th: int, senders: int, frames: int, kmin_frames: int
) -> None:
    """Between the first frame above Kmin and the first XOFF, of frames that fill their cells."""
    buffer = Buffer(254, 16 * 254, dynamic_th, frames * 16)
    kmin = kmin_frames * 16 * 254
    switch, queue = incast_of(buffer, senders, Curve(kmin, kmin))
    switch.clock.run(lambda: queue.above_kmin or switch.has_paused)
    assume(not switch.has_paused)
    since_fs = switch.clock.now_fs
    switch.run_to_first_xoff()
    seen_ns = (switch.clock.now_fs - since_fs) // 10**6
    frames_ns = 3 * senders * wire_bytes(buffer.frame_bytes) * BYTE_FS // (senders - 1) // 10**6

    def holds(reaction_ns: int) -> bool:
        return reaction(
            kmin,
            SPEED_MBPS,
            rtt_ns=reaction_ns,
            cnp_interval_ns=1,
            alpha=buffer.alpha,
            shared_bytes=buffer.shared_bytes,
            senders=senders,
            ingress_mbps=SPEED_MBPS,
        ).holds

    assume(seen_ns > 2 * frames_ns)
    assert holds(seen_ns * 99 // 100 - frames_ns)
    assert not holds(seen_ns * 101 // 100 + frames_ns)
