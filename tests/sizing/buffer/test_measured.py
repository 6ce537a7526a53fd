"""The threshold model against what was measured on switches.

Counts stand in sonic-mgmt ``tests/qos/files/qos_params.*.yaml``: ``pkts_num_trig_pfc``, ``pkts_num_trig_ingr_drp`` and
``hdrm_pool_size``, in packets that take one cell each.
"""

from typing import NamedTuple

import pytest

from roceconf.asic import Asic, PublishedBuffers, find_hwsku, headroom_tables
from roceconf.sizing import SharedBuffer, drop_point, headroom_pool, shared_buffer, xoff_point
from roceconf.sizing.buffer import Promise
from tests.sizing.recombine import recombine


class Measured(NamedTuple):
    """Cells in one priority group when PFC was seen, and when the first packet was dropped with this headroom."""

    hwsku: str
    role: str
    ports: int
    min_cells: int
    dynamic_th: int
    pfc_cells: int
    drop_cells: int
    headroom_cells: int

    def __str__(self) -> str:
        return f"{self.hwsku}-{self.role}"


MEASURED = (
    Measured("Arista-7060X6-64PE-B-P64", "ft2", 64, 34, 0, 142285, 145139, 2853),
    Measured("Arista-7060X6-64PE-B-O128", "lt2", 128, 34, 0, 108469, 112944, 4474),
    Measured("Arista-7060X6-64PE-B-P32O64", "lt2", 96, 34, 0, 125589, 128443, 2853),
    Measured("Arista-7060X6-64PE-B-P32O64", "t1", 96, 34, 0, 103397, 109782, 6384),
    Measured("Arista-7060X6-64PE-B-P32V128", "t0", 160, 34, 0, 115917, 117699, 1781),
    Measured("Arista-7060X6-64PE-256x200G", "t0", 256, 74, 0, 120117, 121302, 1185),
    Measured("Arista-7060X6-64PE-B-O128", "t1", 128, 74, 0, 133349, 135105, 1755),
    Measured("Arista-7060CX-32S-C32", "t1", 32, 6, 0, 6542, 7835, 1292),
    Measured("Arista-7260CX3-C64", "t1", 64, 6, -3, 4490, 4779, 287),
    Measured("DellEMC-Z9332f-M-O16C64", "t1", 80, 10, -2, 22026, 22488, 462),
    Measured("DellEMC-Z9332f-O32", "t1", 32, 10, -2, 15152, 16624, 1472),
)


def _published(hwsku: str, role: str) -> tuple[Asic, PublishedBuffers, int]:
    found = find_hwsku(hwsku)
    assert found is not None
    buffers = found[1].buffers(role)
    cell = found[0].asic.cell_bytes.value
    assert buffers is not None
    assert cell is not None
    return found[0].asic, buffers, cell


def _shared(held: Measured) -> tuple[SharedBuffer, int]:
    asic, buffers, cell = _published(held.hwsku, held.role)
    ingress, egress = buffers.pool("ingress_lossless_pool"), buffers.pool("egress_lossless_pool")
    assert ingress is not None
    assert egress is not None
    shared = shared_buffer(
        asic,
        pool_bytes=ingress.size_bytes,
        pool_xoff_bytes=ingress.xoff_bytes or 0,
        ports=held.ports,
        lossless_groups=2,
        group_min_bytes=held.min_cells * cell,
        egress_lossless_pool_bytes=egress.size_bytes,
    )
    assert shared is not None
    return shared, cell


def test_there_are_eleven() -> None:
    assert len(set(MEASURED)) == 11


def test_ports_without_lossless_groups_are_counted_as_if_they_had_some() -> None:
    """Two service ports among 130: the model gives a little less than was measured, never more."""
    held = Measured("Arista-7060X6-16PE-384C-B-O128S2", "t0", 130, 74, 0, 134725, 136274, 1548)
    shared, cell = _shared(held)
    point = xoff_point(shared, cell_bytes=cell, dynamic_th=0, group_min_bytes=held.min_cells * cell)
    assert held.pfc_cells - 75 <= point.xoff_point_cells < held.pfc_cells


@pytest.mark.parametrize(("role", "pfc_cells"), [("t0", 20034), ("t0", 19939), ("t1", 19994)])
def test_tomahawk_2_pauses_up_to_a_hundredth_earlier_with_alpha_1(role: str, pfc_cells: int) -> None:
    shared, cell = _shared(Measured("Arista-7260CX3-C64", role, 64, 6, 0, 0, 0, 0))
    point = xoff_point(shared, cell_bytes=cell, dynamic_th=0, group_min_bytes=6 * cell)
    assert pfc_cells <= point.xoff_point_cells <= pfc_cells * 1.01
    assert any("1 % earlier" in assumption for assumption in point.derivation.assumptions)


@pytest.mark.parametrize("held", MEASURED, ids=str)
def test_pfc_begins_where_it_was_seen_to(held: Measured) -> None:
    shared, cell = _shared(held)
    point = xoff_point(shared, cell_bytes=cell, dynamic_th=held.dynamic_th, group_min_bytes=held.min_cells * cell)
    assert abs(point.xoff_point_cells - held.pfc_cells) <= 1
    assert point.xoff_point_bytes == point.xoff_point_cells * cell
    assert recombine(shared.derivation) == shared.shared_cells
    assert recombine(point.derivation) == point.xoff_point_cells


@pytest.mark.parametrize("held", MEASURED, ids=str)
def test_the_first_drop_is_a_headroom_later(held: Measured) -> None:
    shared, cell = _shared(held)
    point = xoff_point(shared, cell_bytes=cell, dynamic_th=held.dynamic_th, group_min_bytes=held.min_cells * cell)
    drop = drop_point(point, cell_bytes=cell, headroom_bytes=held.headroom_cells * cell)
    assert abs(drop.drop_point_cells - held.drop_cells) <= 1
    assert recombine(drop.derivation) == drop.drop_point_cells


@pytest.mark.parametrize("held", MEASURED, ids=str)
def test_the_headroom_between_the_two_is_a_published_one(held: Measured) -> None:
    asic, _, cell = _published(held.hwsku, held.role)
    rows = {row.xoff_bytes for table in headroom_tables(asic.key) for row in table.rows}
    assert held.headroom_cells * cell in rows or held.hwsku == "Arista-7060X6-64PE-B-P32V128"


FILLED = [
    ("Arista-7060CX-32S-C32", "t0", 9, 520, 361),
    ("Arista-7060CX-32S-C32", "t0", 7, 682, 267),
    ("Arista-7060CX-32S-C32", "t0", 3, 1292, 1165),
    ("Arista-7260CX3-C64", "t0", 13, 682, 542),
    ("DellEMC-Z9332f-M-O16C64", "t0", 36, 462, 384),
    ("DellEMC-Z9332f-O32", "t1", 36, 1472, 552),
    ("Arista-7060X6-64PE-B-P64", "ft2", 12, 2853, 1124),
    ("Arista-7060X6-64PE-B-O128", "lt2", 21, 4474, 3326),
    ("Arista-7060X6-64PE-B-P32O64", "t1", 11, 6384, 6240),
    ("Arista-7060X6-64PE-B-P32V128", "t0", 44, 1781, 1588),
]
"""HWSKU, role, groups of one partition whose headroom was filled, cells of each, and cells the next one still got."""


@pytest.mark.parametrize(("hwsku", "role", "groups", "full", "rest"), FILLED)
def test_a_partition_has_only_its_part_of_the_headroom_pool(
    hwsku: str, role: str, groups: int, full: int, rest: int
) -> None:
    asic, buffers, cell = _published(hwsku, role)
    pool = buffers.pool("ingress_lossless_pool")
    assert pool is not None
    assert pool.xoff_bytes is not None
    assert asic.partitions.value is not None
    assert pool.xoff_bytes // cell // asic.partitions.value == groups * full + rest
    held = headroom_pool(
        pool_bytes=pool.xoff_bytes, promises=[Promise(full * cell, 2, 32)], partitions=asic.partitions.value
    )
    assert held.partition_groups_carried == groups


@pytest.mark.parametrize(
    ("hwsku", "ports", "min_cells", "measured_cells", "margin_cells"),
    [
        ("NH-4210-F-P128", 128, 11, (207_822, 211_100), 500),
        ("NH-4210-F-O256", 256, 11, (207_822, 211_100), 500),
        ("Nokia-IXR7220-H6-O256", 256, 20, (226_618, 226_618), 4),
    ],
)
def test_tomahawk_6_pauses_no_earlier_than_said(
    hwsku: str, ports: int, min_cells: int, measured_cells: tuple[int, int], margin_cells: int
) -> None:
    """The measurements lie 2 to 6 % above what the model takes to be certain."""
    shared, cell = _shared(Measured(hwsku, "lt2", ports, min_cells, 0, 0, 0, 0))
    point = xoff_point(shared, cell_bytes=cell, dynamic_th=0, group_min_bytes=min_cells * cell)
    least, most = measured_cells
    assert most * 0.935 <= point.xoff_point_cells < least - margin_cells
    assert any("it is cautious" in assumption for assumption in point.derivation.assumptions)
