"""Published tables against the constants they were made with: how close, over which rows, and which have none."""

import pytest

from roceconf.asic.load import headroom_table, names
from roceconf.sizing.headroom import fit_of, headroom, misses, tables_looked_at, why_no_fit
from roceconf.sizing.headroom.fits import cell_bytes_of
from tests.sizing.recombine import recombine

FITTED = {
    # table: rows kept, worst difference in cells, rms in percent with one response law for all speeds
    "th-dell-s6100": (14, 1, 3.22),
    "th-dell-z9100": (11, 1, 3.41),
    "th-gen": (11, 1, 3.41),
    "th2-arista-7260cx3": (6, 0, 0.49),
    "th2-dell-z9264f": (14, 7, 5.05),
    "th3-dell-z9332f": (10, 1, 0.89),
    "th4-dell-z9664f": (15, 0, 1.98),
    "th5-arista-7060x6-16pe": (2, 1, 0.45),
    "th5-arista-7060x6-16pe-b": (2, 1, 0.51),
    "th5-arista-7060x6-64pe-b-o128": (1, 0, 0.18),
    "th5-arista-7060x6-64pe-b-p32o64": (3, 1, 0.48),
    "th5-arista-7060x6-64pe-b-p32v128": (2, 1, 0.49),
    "th5-arista-7060x6-64pe-b-p64": (1, 1, 0.67),
    "th5-arista-7060x6-64pe-o128s2": (1, 1, 0.37),
    "th5-dell-z9864f": (16, 0, 1.97),
    "th5-micas-w6940": (16, 0, 1.97),
    "th6-nexthop-4210": (25, 0, 1.18),
    "th6-nokia-h6": (20, 1, 6.52),
}
COMPLETE = {"th4-dell-z9664f": 9, "th5-dell-z9864f": 12, "th5-micas-w6940": 12, "th6-nexthop-4210": 20}
"""Tables of which every row from 100G on must be met, and how many rows that are."""


def test_every_published_table_was_looked_at() -> None:
    looked_at = set(tables_looked_at())
    assert looked_at == set(names("tables"))
    assert len(looked_at) == 26
    assert {each for each in looked_at if fit_of(each) is not None} == set(FITTED)
    assert {each for each in looked_at if why_no_fit(each)} == looked_at - set(FITTED)
    assert not any("nobody" in why_no_fit(each) for each in looked_at)


@pytest.mark.parametrize(("table_id", "expected"), FITTED.items())
def test_how_close_a_fit_comes(table_id: str, expected: tuple[int, float, float]) -> None:
    table, fit = headroom_table(table_id), fit_of(table_id)
    assert fit is not None
    rows = fit.kept(table)
    free, one = misses(table, rows, fit.constants), misses(table, rows, fit.one_law)
    assert (free.rows, free.worst_cells, round(one.rms * 100, 2)) == expected
    assert free.rms <= one.rms


@pytest.mark.parametrize(("table_id", "count"), COMPLETE.items())
def test_every_kept_row_from_100g_on_is_met_within_a_cell(table_id: str, count: int) -> None:
    table, fit = headroom_table(table_id), fit_of(table_id)
    assert fit is not None
    rows = [row for row in fit.kept(table) if row.speed_mbps >= 100_000]
    assert rows == [row for row in table.rows if row.speed_mbps >= 100_000], "nothing is left out"
    assert len(rows) == count
    for row in rows:
        model = headroom(
            cell_bytes=cell_bytes_of(table),
            speed_mbps=row.speed_mbps,
            cable_m=row.cable_m,
            constants=fit.constants,
        )
        assert abs(model.headroom_bytes - row.xoff_bytes) <= cell_bytes_of(table), row
        assert recombine(model.derivation) == model.headroom_bytes


@pytest.mark.parametrize(
    ("table_id", "mean_percent", "worst_percent"),
    [("th5-dell-z9864f", 0.85, 6.2), ("th6-nexthop-4210", -0.54, 5.2)],
)
def test_the_planning_model_is_within_two_percent_of_tomahawk_5_and_6(
    table_id: str, mean_percent: float, worst_percent: float
) -> None:
    table, fit = headroom_table(table_id), fit_of(table_id)
    assert fit is not None
    planned = misses(table, fit.kept(table))
    assert abs(planned.mean) < 0.02
    assert round(planned.mean * 100, 2) == mean_percent
    cell = cell_bytes_of(table)
    for row in fit.kept(table):
        model = headroom(cell_bytes=cell, speed_mbps=row.speed_mbps, cable_m=row.cable_m).headroom_bytes
        assert abs(row.xoff_bytes / model - 1) * 100 < worst_percent


@pytest.mark.parametrize("table_id", FITTED)
def test_what_a_fit_leaves_out_is_a_row_of_the_table(table_id: str) -> None:
    table, fit = headroom_table(table_id), fit_of(table_id)
    assert fit is not None
    places = {f"{row.speed_mbps}/{row.cable_m}" for row in table.rows} | {str(speed) for speed in table.speeds()}
    for place, reason in fit.left_out:
        assert place in places
        assert reason
    assert all(fit.knows(table, row.speed_mbps) for row in fit.kept(table))
    assert fit.why
    assert fit.constants.source


OWN = [each for each in FITTED if (fit := fit_of(each)) is not None and not fit.taken_from]


@pytest.mark.parametrize("table_id", OWN)
def test_no_other_response_would_fit_better(table_id: str) -> None:
    table, fit = headroom_table(table_id), fit_of(table_id)
    assert fit is not None
    response = fit.constants.response
    assert response is not None

    def missed_cells(speed: int, response_ns: float) -> float:
        law = fit.constants._replace(response=response._replace(by_speed_ns=((speed, response_ns),)))
        cell = cell_bytes_of(table)
        return sum(
            abs(
                headroom(cell_bytes=cell, speed_mbps=speed, cable_m=row.cable_m, constants=law).headroom_bytes
                - row.xoff_bytes
            )
            / cell
            for row in fit.kept(table)
            if row.speed_mbps == speed
        )

    for speed, chosen in response.by_speed_ns:
        best = missed_cells(speed, chosen)
        around = (round(chosen + step * 100_000 / speed, 1) for step in (-200, -60, -20, -7, -2, 2, 7, 20, 60, 200))
        assert all(missed_cells(speed, other) >= best for other in around), speed


def test_a_table_nobody_looked_at_has_no_constants() -> None:
    assert fit_of("th9-nobody") is None
    assert why_no_fit("th9-nobody") == "nobody has looked at this table yet"


def test_without_rows_there_is_nothing_to_hold_a_model_against() -> None:
    with pytest.raises(ValueError, match="no row"):
        misses(headroom_table("th-gen"), ())


def test_nokias_tables_are_scaled_and_not_calculated() -> None:
    """Why they have no constants: their 400G and 800G rows are 1.86 times the row below, in whole cells."""
    table = headroom_table("th5-nokia-h5")
    for metres in (5, 40, 300):
        at = {speed: table.row(speed, metres) for speed in (100_000, 400_000, 800_000)}
        for slow, fast in ((100_000, 400_000), (400_000, 800_000)):
            less, more = at[slow], at[fast]
            assert less is not None
            assert more is not None
            assert abs(more.xoff_bytes // 254 - less.xoff_bytes * 186 // 100 // 254) == 0
