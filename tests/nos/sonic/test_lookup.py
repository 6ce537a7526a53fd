"""``pg_profile_lookup.ini`` as a reading."""

import pytest

from roceconf.asic import asic_names, headroom_tables
from roceconf.nos.sonic import OS
from roceconf.switch import Amount, Concern, Hints, RemarkKind, Span

TABLE = """# PG lossless profiles.
# speed cable size xon xoff threshold xon_offset
100000 5m 1248 2288 165568 0 2288
100000 40m   1248 2288 177632 0
"""


def test_each_row_is_a_port_group_named_by_speed_and_cable() -> None:
    reading = OS.read(TABLE, Hints(sku="x"))
    assert [group.ports for group in reading.switch.groups] == [("100000 5m",), ("100000 40m",)]
    group = reading.switch.group_of("100000 40m")
    assert group is not None
    assert (group.speed_mbps, group.cable_m) == (100_000, 40)
    held = group.priority_group(3)
    assert held is not None
    assert held.profile is not None
    assert held.profile.headroom == Amount(177_632)
    assert held.profile.xon_offset is None
    assert reading.scope == {Concern.BUFFERS}
    at = reading.places.of("100000 40m", "pg.3.headroom")
    assert isinstance(at, tuple)
    assert reading.places.span(at) == Span(4, 24)


@pytest.mark.parametrize(
    ("row", "kind", "fatal", "column", "words"),
    [
        ("100000 5m 1248 2288", RemarkKind.MALFORMED, True, 1, "4 columns"),
        ("100000 5.5m 1248 2288 165568 0 2288", RemarkKind.MALFORMED, True, 8, "whole number of metres"),
        ("100000 5m 1KB 2288 165568 0 2288", RemarkKind.MALFORMED, True, 11, "size '1KB'"),
        ("100000 5m 1248 2288 165568 8 2288", RemarkKind.OUT_OF_RANGE, True, 28, "threshold 8"),
        ("100000 300m 1248 268736 0 0 2288", RemarkKind.CONFLICTING, True, 25, "look exchanged"),
        ("100000 300m 1248 268736 2288 0 2288", RemarkKind.CONFLICTING, True, 25, "look exchanged"),
        ("100000 300m 1248 0 0 0 2288", RemarkKind.CONFLICTING, True, 20, "keep no headroom"),
        ("100000 0300m 1248 2288 268736 0 2288", RemarkKind.INEFFECTIVE, False, 8, "letter by letter"),
        ("100000 40m 1248 2288 9999 0 2288", RemarkKind.CONFLICTING, False, 1, "second row"),
    ],
)
def test_a_faulty_row_is_noticed(row: str, kind: RemarkKind, fatal: bool, column: int, words: str) -> None:
    reading = OS.read(TABLE + row + "\n", Hints())
    (remark,) = reading.remarks
    assert remark.kind is kind
    assert remark.is_fatal == fatal
    assert words in remark.message
    assert reading.places.span(remark.at) == (5, column)


@pytest.mark.parametrize("asic", asic_names())
def test_no_published_table_has_a_faulty_row(asic: str) -> None:
    for table in headroom_tables(asic):
        lines = [
            f"{row.speed_mbps} {row.cable_m}m {row.size_bytes} {row.xon_bytes} {row.xoff_bytes} {row.dynamic_th} "
            f"{row.xon_offset_bytes}"
            for row in table.rows
        ]
        remarks = OS.read("\n".join(lines), Hints()).remarks if lines else ()
        assert [remark.message for remark in remarks] == [], table.id


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("0 5m 1248 2288 165568 0", "speed 0 is out of range: no port has that speed"),
        ("1600001 5m 1248 2288 165568 0", "speed 1600001 is out of range"),
        ("100000 5m 1248 2288 99999999999999999999 0", "xoff 99999999999999999999 is out of range"),
        ("100000 5m 1248 2288 165568 -9", "threshold -9 is no alpha exponent"),
    ],
)
def test_a_number_that_no_field_can_hold_serves_no_port(row: str, words: str) -> None:
    reading = OS.read(f"{TABLE}{row}\n", Hints())
    (remark,) = reading.remarks
    assert (remark.kind, remark.is_fatal) == (RemarkKind.OUT_OF_RANGE, True)
    assert words in remark.message
    assert len(reading.switch.groups) == 2


@pytest.mark.parametrize("row", ["10000 5m 18432 18432 16384 7", "50000 5m 19456 19456 14336 0"])
def test_xon_a_little_above_a_short_links_headroom_is_no_exchange(row: str) -> None:
    assert OS.read(row + "\n", Hints()).remarks == ()


def test_a_threshold_in_bytes_is_doubted_and_a_small_one_refused() -> None:
    (large,) = OS.read("10000 5m 1248 2288 35776 36736\n", Hints()).remarks
    (small,) = OS.read("10000 5m 1248 2288 35776 9\n", Hints()).remarks
    assert (large.is_fatal, small.is_fatal) == (False, True)
