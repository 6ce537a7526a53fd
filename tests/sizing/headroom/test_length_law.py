"""What a table says between its rows: never against a row, never less for a longer cable, and back again."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import HeadroomRow, HeadroomTable
from roceconf.asic.load import headroom_table, names
from roceconf.sizing import (
    PublishedHeadroom,
    compare_with_published,
    fit_of,
    headroom,
    longest_published_cable_m,
    published_headroom,
)
from roceconf.sizing.headroom.fits import cell_bytes_of
from tests.sizing.recombine import recombine

TABLES = names("tables")
asked = st.sampled_from([(each, speed) for each in TABLES for speed in headroom_table(each).speeds()])
lengths = st.integers(0, 2_500_000).map(lambda millimetres: millimetres / 1000)


def said(table_id: str, speed_mbps: int, cable_m: float) -> PublishedHeadroom:
    found = published_headroom(headroom_table(table_id), speed_mbps, cable_m)
    assert found is not None
    return found


@pytest.mark.parametrize("table_id", TABLES)
def test_a_row_is_what_it_says_unless_it_is_suspect(table_id: str) -> None:
    table = headroom_table(table_id)
    for row in table.rows:
        found = published_headroom(table, row.speed_mbps, row.cable_m)
        if row.suspect:
            assert found is None or found.basis != "row"
        else:
            assert found is not None
            assert (found.headroom_bytes, found.least_bytes, found.basis) == (row.xoff_bytes, row.xoff_bytes, "row")
            assert found.rows == (row,)


@given(asked, lengths)
def test_the_terms_recombine_to_the_value(table_and_speed: tuple[str, int], metres: float) -> None:
    table_id, speed = table_and_speed
    found = published_headroom(headroom_table(table_id), speed, metres)
    if found is not None:
        assert recombine(found.derivation) == found.headroom_bytes == found.derivation.result
        assert found.least_bytes <= found.headroom_bytes
        assert all(term.source for term in found.derivation.terms)
        assert not any(row.suspect for row in found.rows)


@given(asked, lengths, lengths)
def test_a_longer_cable_never_needs_less(table_and_speed: tuple[str, int], one: float, other: float) -> None:
    table_id, speed = table_and_speed
    short, far = (published_headroom(headroom_table(table_id), speed, metres) for metres in sorted((one, other)))
    if short is not None and far is not None:
        assert short.headroom_bytes <= far.headroom_bytes
        assert short.least_bytes <= far.least_bytes
    assert short is not None or far is None, "a table that is silent stays silent"


@given(asked, lengths)
def test_between_rows_the_value_lies_between_them(table_and_speed: tuple[str, int], metres: float) -> None:
    table_id, speed = table_and_speed
    found = published_headroom(headroom_table(table_id), speed, metres)
    if found is None:
        return
    first, last = found.rows[0], found.rows[-1]
    match found.basis:
        case "row":
            assert first.cable_m == metres
        case "between":
            assert first.cable_m < metres < last.cable_m
            assert first.xoff_bytes <= found.least_bytes <= found.headroom_bytes <= last.xoff_bytes
        case "beyond":
            assert last.cable_m < metres
            assert found.least_bytes >= last.xoff_bytes
        case "below":
            assert metres < first.cable_m
            assert found.headroom_bytes == first.xoff_bytes


@given(asked, lengths)
def test_the_inverse_leads_back(table_and_speed: tuple[str, int], metres: float) -> None:
    table_id, speed = table_and_speed
    table = headroom_table(table_id)
    found = published_headroom(table, speed, metres)
    if found is None:
        return
    carried = longest_published_cable_m(table, speed, found.headroom_bytes)
    assert carried is not None
    assert carried >= metres
    again = published_headroom(table, speed, carried)
    assert again is not None
    assert again.headroom_bytes == found.headroom_bytes
    more = published_headroom(table, speed, round(carried + 0.001, 3))
    assert more is None or more.headroom_bytes > found.headroom_bytes


EXACT = [
    (table_id, short, far)
    for table_id in TABLES
    if (fit := fit_of(table_id)) is not None
    for short, far in pairwise(row for row in headroom_table(table_id).rows if not row.suspect)
    if short.speed_mbps == far.speed_mbps and {short, far} <= set(fit.kept(headroom_table(table_id)))
]
"""Neighbours that both follow the table's own constants."""


def test_there_are_neighbours_to_draw_from() -> None:
    assert len(EXACT) > 80


@given(st.sampled_from(EXACT), st.integers(1, 999))
def test_interpolation_is_within_a_cell_of_the_tables_own_constants(
    rows: tuple[str, HeadroomRow, HeadroomRow], thousandths: int
) -> None:
    table_id, short, far = rows
    table, fit = headroom_table(table_id), fit_of(table_id)
    assert fit is not None
    metres = short.cable_m + (far.cable_m - short.cable_m) * thousandths / 1000
    model = headroom(
        cell_bytes=cell_bytes_of(table), speed_mbps=short.speed_mbps, cable_m=metres, constants=fit.constants
    )
    ends = [
        headroom(
            cell_bytes=cell_bytes_of(table), speed_mbps=row.speed_mbps, cable_m=row.cable_m, constants=fit.constants
        ).headroom_bytes
        - row.xoff_bytes
        for row in (short, far)
    ]
    off = abs(said(table_id, short.speed_mbps, metres).headroom_bytes - model.headroom_bytes)
    assert off <= cell_bytes_of(table) + max(map(abs, ends))


@pytest.mark.parametrize(
    ("table_id", "speed", "metres", "value", "basis", "rows"),
    [
        ("th5-dell-z9864f", 800_000, 20, 774_954, "between", (5, 40)),
        ("th5-dell-z9864f", 800_000, 3, 729_488, "below", (5,)),
        ("th5-dell-z9864f", 800_000, 500, 2_226_310, "beyond", (300,)),
        # the suspect row at 40 m repeats the one of 5 m; Dell S6100, which mends it, has 56,160
        ("th-gen", 25_000, 40, 56_368, "between", (5, 300)),
        # the 300 m row repeats 100G: the table's own constants lead there, not a line
        ("th5-dell-z9864f", 25_000, 299, 119_126, "between", (40, 300)),
        # the 40 m row repeats 150 m
        ("th5-arista-7060x6-16pe", 400_000, 20, 415_798, "between", (5, 40)),
        # the 40 m row is another chip's, and the table has no constants
        ("th2-arista-7260cx3-d96c16", 50_000, 20, 59_072, "between", (5, 40)),
        # no constants, but three rows on one line
        ("th4-nokia-h4", 400_000, 500, 629_666, "beyond", (5, 300)),
    ],
)
def test_worked_examples(
    table_id: str, speed: int, metres: float, value: int, basis: str, rows: tuple[int, ...]
) -> None:
    found = said(table_id, speed, metres)
    assert (found.headroom_bytes, found.basis, tuple(row.cable_m for row in found.rows)) == (value, basis, rows)


def test_by_hand() -> None:
    """800G between 5 m and 40 m: 729,488 + 105,918 * 15 / 35 = 774,881.4, in whole cells of 254 bytes 774,954."""
    found = said("th5-dell-z9864f", 800_000, 20)
    assert found.headroom_bytes == 3051 * 254
    assert 3050 * 254 < 729_488 + 105_918 * 15 / 35 < 3051 * 254
    assert found.least_bytes == 3050 * 254


@pytest.mark.parametrize(
    ("table_id", "speed", "metres"),
    [
        ("th5-nexthop-4010", 800_000, 5),  # every row is suspect
        ("th5-nexthop-4010", 400_000, 100),  # flat, and from 300 m on not enough
        ("th3-quanta-ix9", 100_000, 41),
        ("th3-celestica-silverstone-v2", 100_000, 5),
        ("th4-dell-z9664f", 10_000, 301),  # rows of 25G: nothing shows how 10G grows
        ("th5-arista-7060x6-64pe-b-p64", 400_000, 5),  # no row of this speed
    ],
)
def test_where_a_table_has_nothing_to_say(table_id: str, speed: int, metres: float) -> None:
    assert published_headroom(headroom_table(table_id), speed, metres) is None


def test_the_longest_cable() -> None:
    dell = headroom_table("th5-dell-z9864f")
    assert longest_published_cable_m(dell, 800_000, 835_406) == 40.0
    assert longest_published_cable_m(dell, 800_000, 729_487) == 0.0
    assert longest_published_cable_m(dell, 800_000, 0) == 0.0
    assert longest_published_cable_m(dell, 1_600_000, 835_406) is None
    flat = headroom_table("th5-nexthop-4010")
    assert longest_published_cable_m(flat, 400_000, 10_000_000) == 40.0
    assert longest_published_cable_m(flat, 800_000, 10_000_000) is None


def test_less_than_nothing_is_no_headroom() -> None:
    with pytest.raises(ValueError, match="zero or more, not -1"):
        longest_published_cable_m(headroom_table("th5-nexthop-4010"), 400_000, -1)


@pytest.mark.parametrize("metres", [-1, float("nan"), float("inf")])
def test_what_is_no_length_is_refused(metres: float) -> None:
    with pytest.raises(ValueError, match="cable_m must be a length"):
        published_headroom(headroom_table("th-gen"), 100_000, metres)


def test_rows_that_shrink_never_pull_the_value_below_the_shorter_one() -> None:
    rows = (HeadroomRow(100_000, 5, 0, 0, 208_000, 0, 0), HeadroomRow(100_000, 40, 0, 0, 104_000, 0, 0))
    table = HeadroomTable("th-gen", "th", rows, ("a test",))
    found = published_headroom(table, 100_000, 20)
    assert found is not None
    assert found.headroom_bytes == 208_000
    assert recombine(found.derivation) == 208_000


def test_the_own_platforms_row_comes_first_and_may_be_the_next_longer_one() -> None:
    from roceconf.asic import platform

    box = platform("dell-z9864f")
    own, *others = compare_with_published(0, asic_key="th5", speed_mbps=800_000, cable_m=20, platform=box)
    assert (own.exact, own.row.cable_m) == (False, 40)
    assert not any(other.own for other in others)
    exact, *_ = compare_with_published(0, asic_key="th5", speed_mbps=800_000, cable_m=40, platform=box)
    assert exact.exact
