"""What a pool leaves to share, chip by chip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic, asic_names
from roceconf.sizing import Promise, buffer_budget, shared_buffer
from tests.sizing.recombine import recombine

CHIPS = tuple(name for name in asic_names() if name != "thu")


@pytest.mark.parametrize(
    ("pool", "xoff", "ports", "egress"), [(66394076, 8644128, 80, 55921148), (66394076, 27200352, 32, 38462204)]
)
def test_tomahawk_3_is_as_well_known_without_its_egress_pool(pool: int, xoff: int, ports: int, egress: int) -> None:
    third = asic("th3")
    exact = shared_buffer(third, pool_bytes=pool, pool_xoff_bytes=xoff, egress_lossless_pool_bytes=egress)
    derived = shared_buffer(
        third, pool_bytes=pool, pool_xoff_bytes=xoff, ports=ports, lossless_groups=2, group_min_bytes=2540
    )
    assert exact is not None
    assert derived is not None
    assert derived.shared_cells == exact.shared_cells
    assert "Dell Z9332F" in derived.derivation.assumptions[0]


def test_without_ports_tomahawk_3_says_so() -> None:
    shared = shared_buffer(asic("th3"), pool_bytes=66394076, pool_xoff_bytes=8644128)
    assert shared is not None
    assert "no ports" in shared.derivation.assumptions[1]


def test_a_chip_whose_partitions_are_not_public_gives_nothing() -> None:
    assert shared_buffer(asic("thu"), pool_bytes=10**8, pool_xoff_bytes=10**7) is None


def test_what_is_not_measured_is_said() -> None:
    sixth = shared_buffer(asic("th6"), pool_bytes=258035400, pool_xoff_bytes=81553920)
    assert sixth is not None
    assert any("disputed" in assumption for assumption in sixth.derivation.assumptions)
    assert sixth.shared_cells == 420194
    fourth = shared_buffer(asic("th4"), pool_bytes=113620296, pool_xoff_bytes=50653696)
    assert fourth is not None
    assert any("Tomahawk 4" in assumption for assumption in fourth.derivation.assumptions)
    measured = shared_buffer(asic("th5"), pool_bytes=162539680, pool_xoff_bytes=33374584)
    assert measured is not None
    assert [assumption.startswith("measured") for assumption in measured.derivation.assumptions] == [True, False, False]


def test_tomahawk_plus_borrows_tomahawks_form_and_says_so() -> None:
    plus = shared_buffer(asic("th+"), pool_bytes=10875072, pool_xoff_bytes=4194112)
    assert plus is not None
    assert plus.shared_cells == 10875072 // 208 // 4
    assert "taken for Tomahawk+" in plus.derivation.assumptions[0]


def test_what_breaks_is_said_with_its_numbers() -> None:
    with pytest.raises(ValueError, match=r"headroom pool of 1,000 B .* of a pool of 1,000 B: 2 cells too much"):
        shared_buffer(asic("th5"), pool_bytes=1000, pool_xoff_bytes=1000)
    with pytest.raises(ValueError, match="negative"):
        shared_buffer(asic("th5"), pool_bytes=1000, pool_xoff_bytes=-1)


@given(
    st.sampled_from(CHIPS),
    st.integers(10**7, 2 * 10**8),
    st.integers(0, 10**6),
    st.integers(0, 64),
    st.integers(0, 2),
    st.integers(0, 2000),
)
def test_the_formula_gives_the_result_and_every_term_is_in_it(
    chip: str, pool: int, xoff: int, ports: int, groups: int, minimum: int
) -> None:
    shared = shared_buffer(
        asic(chip),
        pool_bytes=pool,
        pool_xoff_bytes=xoff,
        ports=ports,
        lossless_groups=groups,
        group_min_bytes=minimum,
    )
    assert shared is not None
    assert recombine(shared.derivation) == shared.shared_cells
    assert all(term.symbol in shared.derivation.formula for term in shared.derivation.terms)
    assert shared.shared_bytes == shared.shared_cells * (asic(chip).cell_bytes.value or 0)


@pytest.mark.parametrize("minimum", [1, 253, 254, 255, 1248])
def test_a_minimum_takes_whole_cells_as_the_budget_counts_it(minimum: int) -> None:
    shared = shared_buffer(
        asic("th5"),
        pool_bytes=162539680,
        pool_xoff_bytes=33374584,
        ports=64,
        lossless_groups=2,
        group_min_bytes=minimum,
    )
    budget = buffer_budget(
        asic("th5"), pool_bytes=162539680, pool_headroom_bytes=33374584, promises=[Promise(835406, 2, 64, minimum)]
    )
    assert shared is not None
    assert budget is not None
    assert shared.shared_bytes == budget.shared_bytes // 2
