"""The budget of a chip: what adds up, what is inside what, what cannot be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic, asic_names, buffer_configurations
from roceconf.sizing import Budget, BudgetExceeded, Minimum, Promise, buffer_budget, shared_buffer
from roceconf.sizing.buffer.facts import constant, smallest_xon_offset_bytes
from roceconf.sizing.constants import read
from tests.sizing.recombine import recombine

CHIPS = tuple(name for name in asic_names() if name != "thu")


def _budget(chip: str, pool: int | None = None, xoff: int | None = None, *promises: Promise) -> Budget:
    budget = buffer_budget(asic(chip), pool_bytes=pool, pool_headroom_bytes=xoff, promises=promises)
    assert budget is not None
    return budget


def test_beside_the_pool_on_tomahawk_and_2() -> None:
    first = _budget("th", 10875072, 4194112, Promise(177632, 2, 32, 1248))
    assert first.total_bytes == 10875072 + 4194112 + 32 * 2 * 1248
    assert first.shared_bytes == 10875072
    assert first.partition_cells.headroom == 5041
    assert not first.contains_headroom
    second = _budget("th2", 35621248, 7847424, Promise(145392, 2, 64, 1248))
    assert (second.usable_margin_bytes, second.buffer_margin_bytes) == (-147264, 673920)
    assert "147,264 B more than published configurations of Tomahawk 2 use" in second.remarks[0]


def test_inside_the_pool_from_tomahawk_3_on() -> None:
    third = _budget("th3", 66394076, 27200352, Promise(201930, 2, 32, 2540))
    assert third.total_bytes == 66394076
    assert third.shared_bytes == 38462204, "the egress lossless pool that Dell ships"
    fifth = _budget("th5", 162539680, 33374584, Promise(835406, 2, 64, 18796))
    assert fifth.total_bytes == 162539680
    assert fifth.contains_headroom
    assert fifth.other_reading is None


@pytest.mark.parametrize(
    ("chip", "pool", "xoff", "ports", "minimum"),
    [
        ("th", 10875072, 4194112, 32, 1248),
        ("th2", 33582016, 8965632, 64, 1248),
        ("th3", 66394076, 27200352, 32, 2540),
        ("th4", 113620296, 50653696, 64, 9144),
        ("th5", 162539680, 33374584, 64, 18796),
        ("th6", 258035400, 81553920, 128, 4620),
    ],
)
def test_a_partition_shares_what_its_thresholds_are_reckoned_from(
    chip: str, pool: int, xoff: int, ports: int, minimum: int
) -> None:
    budget = _budget(chip, pool, xoff, Promise(100_000, 2, ports, minimum))
    shared = shared_buffer(
        asic(chip),
        pool_bytes=pool,
        pool_xoff_bytes=xoff,
        ports=ports,
        lossless_groups=2,
        group_min_bytes=minimum,
    )
    assert shared is not None
    assert budget.partition_cells.shared == shared.shared_cells


def test_both_readings_of_tomahawk_6_are_given() -> None:
    sixth = _budget("th6", 258035400, 81553920, Promise(1424220, 2, 128, 4620))
    assert sixth.total_bytes == 258035400
    assert sixth.other_reading is not None
    assert sixth.other_reading.shared_bytes == 258035400
    assert sixth.other_reading.buffer_margin_bytes is not None
    assert sixth.other_reading.buffer_margin_bytes < 0
    assert sixth.shared_bytes < sixth.other_reading.shared_bytes
    (said,) = [remark for remark in sixth.remarks if "disputed" in remark]
    assert "the smaller shared buffer" in said
    assert recombine(sixth.other_reading.derivation) == sixth.other_reading.total_bytes


def test_what_is_disputed_never_refuses() -> None:
    assert _budget("th6", 267_000_000, 200_000_000).other_reading is not None
    with pytest.raises(BudgetExceeded, match="Tomahawk 6 by 2,803,140 B"):
        _budget("th6", 270_000_000, 1)


def test_without_a_pool_what_headroom_and_minima_leave_is_shared() -> None:
    fourth = _budget("th4", None, None, Promise(424434, 2, 64, 9144))
    assert fourth.headroom_bytes == 128 * 424434
    assert not fourth.is_pooled
    assert fourth.total_bytes == asic("th4").usable_bytes.value
    pooled = _budget("th4", None, 50653696, Promise(424434, 2, 64, 9144))
    assert pooled.headroom_bytes == 50653696
    assert pooled.is_pooled


def test_lossy_groups_queues_and_ports_are_counted_where_given() -> None:
    bare = _budget("th5", 162539680, 33374584)
    held = buffer_budget(
        asic("th5"),
        pool_bytes=162539680,
        pool_headroom_bytes=33374584,
        minima=[Minimum("lossy group", 254, 64), Minimum("port", 1, 10)],
        ports=64,
    )
    assert held is not None
    assert held.reserved_bytes == (64 * 70 + 64 + 10) * 254, "once, with 70 cells a port"
    assert held.shared_bytes == bare.shared_bytes - held.reserved_bytes
    assert recombine(held.derivation) == held.total_bytes


@pytest.mark.parametrize(
    ("chip", "arguments", "message", "excess"),
    [
        ("th", {"pool_bytes": 33_582_016, "pool_headroom_bytes": 8_965_632}, "17,039,360 B of Tomahawk by", 25_508_288),
        ("th5", {"pool_bytes": 174_000_000, "pool_headroom_bytes": 1}, "173,268,640 B of Tomahawk 5 by", 731_360),
        ("th4", {"promises": [Promise(424_434, 2, 640, 9144)]}, "leave nothing to share of 113,620,296 B", 452_738_744),
        ("th5", {"pool_bytes": 10**6, "pool_headroom_bytes": 10**6}, "leave nothing to share of 1,000,000 B", 0),
    ],
)
def test_what_cannot_be_says_which_number_breaks_and_by_how_much(
    chip: str, arguments: dict[str, object], message: str, excess: int
) -> None:
    with pytest.raises(BudgetExceeded, match=message) as raised:
        buffer_budget(asic(chip), **arguments)  # type: ignore[arg-type]
    assert raised.value.excess_bytes == excess
    assert f"{excess:,} B" in str(raised.value)
    assert recombine(raised.value.budget.derivation) == raised.value.budget.total_bytes


@pytest.mark.parametrize("pool_bytes", [1_000_000, 60_000_000, 180_000_000])
def test_a_refusal_never_speaks_of_less_than_nothing(pool_bytes: int) -> None:
    """Headroom above the pool: what is left is negative, also where the pool itself is above the chip."""
    with pytest.raises(BudgetExceeded) as raised:
        buffer_budget(asic("th5"), pool_bytes=pool_bytes, pool_headroom_bytes=200_000_000)
    assert "-" not in str(raised.value)
    assert f"leave nothing to share of {pool_bytes:,} B: {200_000_000 - pool_bytes:,} B more than there is" in str(
        raised.value
    )


@pytest.mark.parametrize(
    ("chip", "arguments", "message"),
    [
        ("th5", {"pool_bytes": -1}, "negative"),
        ("th5", {"promises": [Promise(1, 1, -1)]}, "negative"),
        ("th5", {"minima": [Minimum("queue", -1, 1)]}, "a minimum must not be negative"),
        ("th5", {"promises": [Promise(1, 1, 9)], "ports": 8}, "8 ports are fewer than the 9"),
        ("th+", {"promises": [Promise(1, 1, 1)]}, "packet buffer of Tomahawk. is not public"),
    ],
)
def test_nonsense_is_refused(chip: str, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        buffer_budget(asic(chip), **arguments)  # type: ignore[arg-type]


def test_a_chip_that_is_not_public_has_no_budget() -> None:
    assert buffer_budget(asic("thu"), pool_bytes=10**8, pool_headroom_bytes=10**7) is None
    plus = _budget("th+", 10875072, 4194112)
    assert (plus.usable_margin_bytes, plus.buffer_margin_bytes, plus.shared_share) == (None, None, None)


@given(
    st.sampled_from(CHIPS),
    st.none() | st.integers(10**6, 3 * 10**8),
    st.none() | st.integers(0, 10**8),
    st.lists(
        st.builds(Promise, st.integers(0, 10**6), st.integers(0, 8), st.integers(0, 128), st.integers(0, 20_000)),
        max_size=3,
    ),
    st.lists(st.builds(Minimum, st.just("queue"), st.integers(0, 2000), st.integers(0, 512)), max_size=2),
)
def test_the_terms_add_up(
    chip: str, pool: int | None, xoff: int | None, promises: list[Promise], minima: list[Minimum]
) -> None:
    if asic(chip).usable_bytes.value is None and asic(chip).buffer_bytes.value is None:
        pool = pool or 10**6
    try:
        budget = buffer_budget(asic(chip), pool_bytes=pool, pool_headroom_bytes=xoff, promises=promises, minima=minima)
    except BudgetExceeded as exceeded:
        budget = exceeded.budget
    assert budget is not None
    assert recombine(budget.derivation) == budget.total_bytes
    assert budget.total_bytes == budget.reserved_bytes + budget.headroom_bytes + budget.shared_bytes
    used = {term.symbol for term in budget.derivation.terms}
    formulas = " ".join([budget.derivation.formula, *(step.source for step in budget.derivation.steps)])
    assert {symbol for symbol in used if symbol not in formulas} <= {"parts"}


def test_little_is_shared_below_what_is_published_for_whole_chips() -> None:
    """The two below the mark are of boxes whose pools are half the chip's."""
    least = constant("least_shared_percent").value
    shares, pooled = {}, {}
    for name in asic_names():
        for held in buffer_configurations(name):
            pool = held.pool("ingress_lossless_pool")
            if pool is None or held.suspect or not pool.xoff_bytes:
                continue
            budget = _budget(name, pool.size_bytes, pool.xoff_bytes)
            if budget.shared_share is not None and budget.usable_bytes is not None:
                shares[held.id] = float(budget.shared_share) * 100
                pooled[held.id] = budget.total_bytes * 100 / budget.usable_bytes
    assert {name for name, share in shares.items() if share < least} == {
        "th4-nokia-ixr7220-h4-32d-t0",
        "th5-nokia-ixr7220-h5-32d-t0",
    }
    assert min(share for share in shares.values() if share >= least) >= 50, "without the minima of any port"
    assert min(held for name, held in pooled.items() if shares[name] >= least) >= 70, "what BUF117's page says"
    assert any("below 40 %" in said for said in _budget("th5", 162539680, 106931968).remarks)


def test_published_offsets_are_what_the_catalogue_has() -> None:
    from roceconf.asic import headroom_tables

    for name in asic_names():
        offsets = {row.xon_offset_bytes for table in headroom_tables(name) for row in table.rows if not row.suspect}
        assert smallest_xon_offset_bytes(name) == min(offsets, default=2288 if name == "th+" else None)


def test_every_constant_has_a_source() -> None:
    def sources(table: dict[str, object]) -> None:
        for name, value in table.items():
            if isinstance(value, dict) and name != "measured":
                assert str(value["source"]).strip(), name

    sources(dict(read("buffer")))
