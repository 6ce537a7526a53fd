"""Headroom: worked numbers, the laws that must hold for any link, and derivations that add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic, asic_names, headroom_tables, platform, platform_names
from roceconf.asic.load import headroom_table, names
from roceconf.sizing import headroom, headroom_floor, ieee_response_ns, longest_cable_m
from tests.sizing.recombine import recombine

SPEEDS = [10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000]
speeds = st.sampled_from(SPEEDS)
cells = st.sampled_from([208, 254, 420])
media = st.sampled_from(["fibre", "aoc", "dac", "aec"])
lengths = st.integers(0, 2_000_000).map(lambda millimetres: millimetres / 1000)
frames = st.integers(64, 9216)
shares = st.sampled_from([0.0, 0.15, 0.5, 1.0])

# theory: cell 254, 9216-byte frames; bytes for 64-byte frames, a share of 0.15, and full-size frames only
WORKED = {
    (100, 5): (147574, 69850, 56134),
    (100, 40): (160782, 75438, 60452),
    (100, 100): (183642, 85344, 68072),
    (100, 300): (259080, 118364, 93472),
    (200, 5): (229616, 105410, 83566),
    (200, 40): (256032, 117094, 92456),
    (200, 100): (301498, 136906, 107696),
    (200, 300): (452628, 202692, 158750),
    (400, 5): (393700, 177038, 138684),
    (400, 40): (446532, 200152, 156718),
    (400, 100): (537464, 239776, 187198),
    (400, 300): (839724, 371602, 288798),
    (800, 5): (721868, 320040, 249174),
    (800, 40): (827532, 366268, 284734),
    (800, 100): (1009142, 445262, 345948),
    (800, 300): (1613916, 709168, 549402),
}


@pytest.mark.parametrize(("link", "expected"), WORKED.items())
def test_the_worked_table(link: tuple[int, int], expected: tuple[int, int, int]) -> None:
    gigabits, metres = link
    calculated = tuple(
        headroom(cell_bytes=254, speed_mbps=gigabits * 1000, cable_m=metres, small_packet_share=share).headroom_bytes
        for share in (1.0, 0.15, 0.0)
    )
    assert calculated == expected


@pytest.mark.parametrize(
    ("cell", "gigabits", "metres", "expected"),
    [(208, 100, 40, 133328), (208, 400, 40, 367328), (420, 400, 40, 732060), (420, 800, 40, 1362060)],
)
def test_other_cells(cell: int, gigabits: int, metres: int, expected: int) -> None:
    assert headroom(cell_bytes=cell, speed_mbps=gigabits * 1000, cable_m=metres).headroom_bytes == expected


def test_a_smaller_lossless_frame_saves_some_eighty_cells() -> None:
    whole = headroom(cell_bytes=254, speed_mbps=400_000, cable_m=40)
    small = headroom(cell_bytes=254, speed_mbps=400_000, cable_m=40, lossless_frame_bytes=4200)
    assert whole.cells is not None
    assert small.cells is not None
    assert whole.cells - small.cells in (79, 80)


def test_what_a_configured_headroom_carries() -> None:
    carried = longest_cable_m(393_192, cell_bytes=254, speed_mbps=800_000, small_packet_share=0.0)
    assert int(carried) == 146


def test_a_headroom_too_small_for_any_cable_carries_none() -> None:
    assert longest_cable_m(0, cell_bytes=254, speed_mbps=800_000) == 0.0
    assert longest_cable_m(50_000, cell_bytes=254, speed_mbps=800_000) == 0.0


def test_the_model_agrees_with_the_tables_that_share_its_assumptions() -> None:
    (dell,) = [table for table in headroom_tables("th5") if table.id == "th5-dell-z9864f"]
    for row in dell.rows:
        if row.speed_mbps >= 100_000:
            model = headroom(cell_bytes=254, speed_mbps=row.speed_mbps, cable_m=row.cable_m)
            assert abs(model.headroom_bytes - row.xoff_bytes) <= 0.012 * row.xoff_bytes


def test_of_370_published_rows_ten_lie_below_full_size_frames_and_246_below_the_worst_case() -> None:
    published = {
        (box.asic_key, hwsku.table_id): (box.asic.cell_bytes.value or 0, table.rows)
        for box in map(platform, platform_names())
        for hwsku in box.hwskus
        if (table := hwsku.table()) is not None and "086b03bd70f9" in table.sources[0] and box.asic_key != "th+"
    }
    published["th5", "balanced"] = (254, headroom_table("th5-nexthop-4010-balanced").rows)
    below_full = below_worst = total = 0
    for cell, rows in published.values():
        for row in rows:
            worst, full = (
                headroom(cell_bytes=cell, speed_mbps=row.speed_mbps, cable_m=row.cable_m, small_packet_share=share)
                for share in (1.0, 0.0)
            )
            total += 1
            below_full += row.xoff_bytes < full.headroom_bytes
            below_worst += row.xoff_bytes < worst.headroom_bytes
    assert (total, below_full, below_worst) == (370, 10, 246)


def test_of_the_349_shipped_rows_ten_lie_below_full_size_frames_five_of_them_suspect() -> None:
    """What the page of HDR102 says: each shipped table once."""
    below_full, below_worst, total = [], 0, 0
    for table in map(headroom_table, names("tables")):
        for row in table.rows:
            worst, full = (
                headroom(
                    cell_bytes=asic(table.asic_key).cell_bytes.value or 0,
                    speed_mbps=row.speed_mbps,
                    cable_m=row.cable_m,
                    small_packet_share=share,
                ).headroom_bytes
                for share in (1.0, 0.0)
            )
            total += 1
            below_worst += row.xoff_bytes < worst
            if row.xoff_bytes < full:
                below_full.append(bool(row.suspect))
    assert (total, len(below_full), sum(below_full), below_worst) == (349, 10, 5, 225)


def test_no_published_row_that_is_not_suspect_lies_below_the_floor() -> None:
    for key in asic_names():
        for table in headroom_tables(key):
            for row in table.rows:
                floor = headroom_floor(speed_mbps=row.speed_mbps, cable_m=row.cable_m).headroom_bytes
                assert row.xoff_bytes >= floor or row.suspect, (table.id, row)


def test_the_floor_is_two_frames_and_the_cables_round_trip() -> None:
    floor = headroom_floor(speed_mbps=800_000, cable_m=40)
    assert floor.headroom_bytes == 2 * (9216 + 20) + 100 * 2 * 5 * 40
    assert floor.cells is None
    assert recombine(floor.derivation) == floor.headroom_bytes


@pytest.mark.parametrize(
    ("speed_mbps", "nanoseconds"), [(10_000, 3430.4), (100_000, 2017.28), (400_000, 1158.4), (800_000, 579.2)]
)
def test_the_standards_response_time(speed_mbps: int, nanoseconds: float) -> None:
    assert ieee_response_ns(speed_mbps) == pytest.approx(nanoseconds)
    assert ieee_response_ns(1_600_000) is None


def test_a_slow_peer_needs_more() -> None:
    usual = headroom(cell_bytes=254, speed_mbps=100_000, cable_m=5)
    slow = headroom(cell_bytes=254, speed_mbps=100_000, cable_m=5, peer_response_ns=ieee_response_ns(100_000))
    boxed = headroom(cell_bytes=254, speed_mbps=100_000, cable_m=5, gearbox_ns=400)
    assert slow.headroom_bytes > usual.headroom_bytes
    assert boxed.headroom_bytes > usual.headroom_bytes
    assert slow.derivation.term("T_peer").source == "given"


@given(cells, speeds, lengths, media, frames, shares)
def test_the_terms_recombine_to_the_value(
    cell: int, speed: int, metres: float, medium: str, frame: int, share: float
) -> None:
    result = headroom(
        cell_bytes=cell,
        speed_mbps=speed,
        cable_m=metres,
        medium=medium,
        frame_bytes=9216,
        lossless_frame_bytes=frame,
        small_packet_share=share,
    )
    assert recombine(result.derivation) == result.headroom_bytes == result.derivation.result
    assert result.cells is not None
    assert result.headroom_bytes == result.cells * cell
    assert all(term.source for term in result.derivation.terms)


@given(cells, speeds, speeds, lengths, lengths, media, shares)
def test_faster_or_longer_never_needs_less(
    cell: int, speed_a: int, speed_b: int, length_a: float, length_b: float, medium: str, share: float
) -> None:
    slow, fast = sorted((speed_a, speed_b))
    short, long = sorted((length_a, length_b))

    def need(speed: int, metres: float) -> int:
        return headroom(
            cell_bytes=cell, speed_mbps=speed, cable_m=metres, medium=medium, small_packet_share=share
        ).headroom_bytes

    assert need(slow, short) <= need(fast, short) <= need(fast, long)


@given(cells, speeds, lengths, frames, frames)
def test_larger_frames_never_need_less_in_the_worst_case(
    cell: int, speed: int, metres: float, one: int, other: int
) -> None:
    small, large = sorted((one, other))

    def need(frame: int) -> int:
        return headroom(cell_bytes=cell, speed_mbps=speed, cable_m=metres, frame_bytes=frame).headroom_bytes

    assert need(small) <= need(large)


@given(cells, speeds, lengths, media, shares)
def test_the_worst_case_is_the_worst_and_the_floor_the_least(
    cell: int, speed: int, metres: float, medium: str, share: float
) -> None:
    link = {"cell_bytes": cell, "speed_mbps": speed, "cable_m": metres, "medium": medium}
    some = headroom(**link, small_packet_share=share).headroom_bytes  # type: ignore[arg-type]
    worst = headroom(**link).headroom_bytes  # type: ignore[arg-type]
    least = headroom_floor(speed_mbps=speed, cable_m=metres, medium=medium).headroom_bytes
    assert least <= some <= worst


@given(cells, speeds, lengths, media, shares)
def test_a_headroom_carries_the_cable_it_was_made_for(
    cell: int, speed: int, metres: float, medium: str, share: float
) -> None:
    made = headroom(cell_bytes=cell, speed_mbps=speed, cable_m=metres, medium=medium, small_packet_share=share)
    carried = longest_cable_m(
        made.headroom_bytes, cell_bytes=cell, speed_mbps=speed, medium=medium, small_packet_share=share
    )
    assert carried >= metres
    again = headroom(cell_bytes=cell, speed_mbps=speed, cable_m=carried, medium=medium, small_packet_share=share)
    assert again.headroom_bytes == made.headroom_bytes
    beyond = headroom(
        cell_bytes=cell, speed_mbps=speed, cable_m=carried + 0.002, medium=medium, small_packet_share=share
    )
    assert beyond.headroom_bytes > made.headroom_bytes


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"cell_bytes": 0}, "cell_bytes"),
        ({"speed_mbps": 0}, "speed_mbps"),
        ({"cable_m": -1}, "cable_m"),
        ({"cable_m": float("nan")}, "cable_m"),
        ({"cable_m": float("inf")}, "cable_m"),
        ({"medium": "string"}, "fibre, aoc, dac, aec"),
        ({"frame_bytes": 63}, "frame_bytes"),
        ({"lossless_frame_bytes": 9217}, "lossless_frame_bytes"),
        ({"small_packet_share": 1.1}, "small_packet_share"),
        ({"peer_response_ns": -1.0}, "peer_response_ns"),
        ({"gearbox_ns": float("inf")}, "gearbox_ns"),
    ],
)
def test_what_is_out_of_range_is_named(wrong: dict[str, object], named: str) -> None:
    link: dict[str, object] = {"cell_bytes": 254, "speed_mbps": 400_000, "cable_m": 40, **wrong}
    with pytest.raises(ValueError, match=named):
        headroom(**link)  # type: ignore[arg-type]


def test_cells_in_which_64_byte_frames_are_not_the_worst_are_refused() -> None:
    """A frame of 97 bytes takes two cells of 96 on 117 bytes of wire, 58.5 a cell: worse than 84."""
    with pytest.raises(ValueError, match="cell_bytes must be at least 147, not 96"):
        headroom(cell_bytes=96, speed_mbps=400_000, cable_m=300)
    assert headroom(cell_bytes=96, speed_mbps=400_000, cable_m=300, small_packet_share=0.0).cells
    assert headroom(cell_bytes=147, speed_mbps=400_000, cable_m=300).cells


def test_the_floor_of_a_smaller_lossless_frame_counts_one_of_each() -> None:
    floor = headroom_floor(speed_mbps=10_000, cable_m=40, lossless_frame_bytes=4218)
    assert floor.headroom_bytes == (9216 + 20) + (4218 + 20) + 10 * 2 * 5 * 40 // 8
    assert recombine(floor.derivation) == floor.headroom_bytes
    assert headroom_floor(speed_mbps=10_000, cable_m=40, lossless_frame_bytes=9216) == headroom_floor(
        speed_mbps=10_000, cable_m=40
    )
