"""A planned switch as the simulation needs it: links, headroom, thresholds and marking of its lossless ports."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from roceconf.asic import Asic, PublishedBuffers, asic, buffer_configurations
from roceconf.intent import load
from roceconf.plan import Plan, plan
from roceconf.sizing import planning_response_ns, shared_buffer
from roceconf.switch import Amount, BufferProfile, PortGroup, Size
from tests.sizing.simulation.cases import Case
from tests.sizing.simulation.egress import Curve

INGRESS_POOL, EGRESS_POOL = "ingress_lossless_pool", "egress_lossless_pool"
FRAME_OVERHEAD_BYTES = 22


class PlannedPorts(NamedTuple):
    """Ports of a plan that are configured alike, and one of their lossless priority groups.

    Attributes:
        ports: the first of them, and how many.
        case: their link.
        headroom_cells: of the group.
        alpha: of the group.
        shared_cells: shared buffer of a partition.
        xon_offset_cells: of the group.
        curve: how the queue of the class marks.
        fan_in: senders that the intent reckons with.
    """

    ports: str
    case: Case
    headroom_cells: int
    alpha: Fraction
    shared_cells: int
    xon_offset_cells: int
    curve: Curve
    fan_in: int


def planned_ports(intent: Path | str) -> Iterator[PlannedPorts]:
    """Plan an intent, a file or its text, and give each group of lossless ports."""
    made = plan(load(intent), "intent")
    chip = asic(made.hints.asic)
    cell = chip.cell_bytes.value
    assert cell is not None
    for group in made.reading.switch.groups:
        index = next((held.index for held in group.priority_groups if held.is_lossless), None)
        if index is None:
            continue
        held, queue = group.priority_group(index), group.queue(index)
        assert held is not None
        assert held.profile is not None
        assert held.profile.alpha is not None
        assert queue is not None
        assert queue.marking is not None
        assert queue.marking.ecn is not None
        ecn = queue.marking.ecn
        yield PlannedPorts(
            f"{made.reading.switch.name} {group.ports[0]} and {len(group.ports) - 1} more",
            _case(group, cell),
            _bytes(held.profile.headroom, cell) // cell,
            Fraction(held.profile.alpha.factor),
            _shared_cells(made, chip, held.profile),
            _bytes(held.profile.xon_offset, cell) // cell,
            Curve(_bytes(ecn.kmin, cell), _bytes(ecn.kmax, cell), Fraction(ecn.pmax_percent or 0, 100)),
            made.fan_in,
        )


def _case(group: PortGroup, cell: int) -> Case:
    assert group.speed_mbps is not None
    assert group.cable_m is not None
    assert group.mtu_bytes is not None
    assert group.medium is not None
    frame = group.mtu_bytes + FRAME_OVERHEAD_BYTES
    response = planning_response_ns(group.speed_mbps)
    usual = Case(cell, group.speed_mbps, group.cable_m * 1000, group.medium.value, frame, frame)
    return usual if response is None else usual._replace(response_ns=response)


def _shared_cells(made: Plan, chip: Asic, profile: BufferProfile) -> int:
    """Of the pools planned; where the device keeps its own, of the smallest that are published for the chip."""
    switch, cell = made.reading.switch, chip.cell_bytes.value or 0
    pools = {
        pool.name: (_bytes(pool.size, cell), 0 if pool.headroom is None else _bytes(pool.headroom, cell))
        for pool in switch.pools
    } or _smallest_published(chip)
    (size, xoff), egress = pools[INGRESS_POOL], pools.get(EGRESS_POOL)
    shared = shared_buffer(
        chip,
        pool_bytes=size,
        pool_xoff_bytes=xoff,
        ports=sum(len(group.ports) for group in switch.groups),
        lossless_groups=max(sum(held.is_lossless for held in group.priority_groups) for group in switch.groups),
        group_min_bytes=_bytes(profile.reserved, cell),
        egress_lossless_pool_bytes=None if egress is None else egress[0],
    )
    assert shared is not None
    return shared.shared_cells


def _smallest_published(chip: Asic) -> dict[str, tuple[int, int]]:
    def left(held: PublishedBuffers) -> int:
        pool = held.pool(INGRESS_POOL)
        assert pool is not None
        return pool.size_bytes - (pool.xoff_bytes or 0)

    usable = [held for held in buffer_configurations(chip.key) if not held.suspect and held.pool(INGRESS_POOL)]
    return {pool.name: (pool.size_bytes, pool.xoff_bytes or 0) for pool in min(usable, key=left).pools}


def _bytes(size: Size | None, cell: int) -> int:
    assert isinstance(size, Amount)
    number = size.in_bytes(cell)
    assert number is not None
    return number
