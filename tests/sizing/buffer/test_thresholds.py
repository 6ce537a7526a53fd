"""Dynamic thresholds against the PFC triggers measured on switches."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic, find_hwsku
from roceconf.sizing import alpha_of, shared_buffer, threshold_bytes, xoff_point
from tests.sizing.recombine import recombine

# HWSKU, role, ports, lossless groups, minimum of a group in cells, dynamic_th, cells held when PFC was seen
MEASURED = [
    ("Arista-7060X6-64PE-B-P64", "ft2", 64, 2, 34, 0, 142285),
    ("Arista-7060X6-64PE-B-O128", "lt2", 128, 2, 34, 0, 108469),
    ("Arista-7060X6-64PE-B-P32O64", "lt2", 96, 2, 34, 0, 125589),
    ("Arista-7060X6-64PE-B-P32O64", "t1", 96, 2, 34, 0, 103397),
    ("Arista-7060X6-64PE-B-P32V128", "t0", 160, 2, 34, 0, 115917),
    ("Arista-7060CX-32S-C32", "t1", 32, 2, 6, 0, 6542),
    ("Arista-7260CX3-C64", "t1", 64, 2, 6, -3, 4490),
    ("DellEMC-Z9332f-M-O16C64", "t1", 80, 2, 10, -2, 22026),
    ("DellEMC-Z9332f-O32", "t1", 32, 2, 10, -2, 15152),
]


@pytest.mark.parametrize(("hwsku", "role", "ports", "groups", "minimum", "dynamic_th", "measured"), MEASURED)
def test_the_nine_measured_triggers(
    hwsku: str, role: str, ports: int, groups: int, minimum: int, dynamic_th: int, measured: int
) -> None:
    found = find_hwsku(hwsku)
    assert found is not None
    box, sku = found
    buffers = sku.buffers(role)
    assert buffers is not None
    ingress, egress = buffers.pool("ingress_lossless_pool"), buffers.pool("egress_lossless_pool")
    assert ingress is not None
    assert egress is not None
    cell = box.asic.cell_bytes.value
    assert cell is not None
    shared = shared_buffer(
        box.asic,
        pool_bytes=ingress.size_bytes,
        pool_xoff_bytes=ingress.xoff_bytes or 0,
        ports=ports,
        lossless_groups=groups,
        group_min_bytes=minimum * cell,
        egress_lossless_pool_bytes=egress.size_bytes,
    )
    assert shared is not None
    point = xoff_point(shared, cell_bytes=cell, dynamic_th=dynamic_th, group_min_bytes=minimum * cell)
    assert abs(point.xoff_point_cells - measured) <= 1
    assert point.xoff_point_bytes == point.xoff_point_cells * cell
    assert recombine(shared.derivation) == shared.shared_cells
    assert recombine(point.derivation) == point.xoff_point_cells


@pytest.mark.parametrize(
    ("exponent", "alpha"), [(-8, Fraction(1, 256)), (-3, Fraction(1, 8)), (0, 1), (3, 8), (7, 128)]
)
def test_alpha(exponent: int, alpha: Fraction) -> None:
    assert alpha_of(exponent) == alpha


@pytest.mark.parametrize("exponent", [-9, 8])
def test_alpha_out_of_range(exponent: int) -> None:
    with pytest.raises(ValueError, match="between -8 and 7"):
        alpha_of(exponent)


def test_one_group_at_alpha_one_takes_half() -> None:
    assert threshold_bytes(1, 1_000_000) == 500_000
    assert threshold_bytes(Fraction(1, 8), 900_000) == 100_000
    assert threshold_bytes(1, 1_000_000, active_groups=3) == 250_000
    with pytest.raises(ValueError, match="positive alpha"):
        threshold_bytes(0, 1)
    with pytest.raises(ValueError, match="active group"):
        threshold_bytes(1, 1, active_groups=0)


@given(st.integers(-8, 7), st.integers(0, 10**9), st.integers(1, 1024))
def test_groups_together_never_exceed_the_shared_buffer_and_more_groups_get_less(
    exponent: int, shared: int, groups: int
) -> None:
    alpha = alpha_of(exponent)
    each = threshold_bytes(alpha, shared, groups)
    assert each * groups <= shared
    assert each <= threshold_bytes(alpha, shared, max(1, groups - 1))
    if exponent < 7:
        assert each <= threshold_bytes(alpha_of(exponent + 1), shared, groups)


def test_without_the_egress_pool_tomahawk_3_is_close() -> None:
    exact = shared_buffer(
        asic("th3"), pool_bytes=66394076, pool_xoff_bytes=8644128, egress_lossless_pool_bytes=55921148
    )
    guessed = shared_buffer(asic("th3"), pool_bytes=66394076, pool_xoff_bytes=8644128)
    assert exact is not None
    assert guessed is not None
    assert abs(exact.shared_cells - guessed.shared_cells) < 10
    assert "Dell Z9332F" in guessed.derivation.assumptions[0]
    assert recombine(guessed.derivation) == guessed.shared_cells


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


def test_tomahawk_plus_borrows_tomahawks_form_and_says_so() -> None:
    plus = shared_buffer(asic("th+"), pool_bytes=10875072, pool_xoff_bytes=4194112)
    assert plus is not None
    assert plus.shared_cells == 10875072 // 208 // 4
    assert "taken for Tomahawk+" in plus.derivation.assumptions[0]


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="no shared buffer"):
        shared_buffer(asic("th5"), pool_bytes=1000, pool_xoff_bytes=1000)
    with pytest.raises(ValueError, match="negative"):
        shared_buffer(asic("th5"), pool_bytes=1000, pool_xoff_bytes=-1)
    fine = shared_buffer(asic("th5"), pool_bytes=10**8, pool_xoff_bytes=10**7)
    assert fine is not None
    with pytest.raises(ValueError, match="at least one group"):
        xoff_point(fine, cell_bytes=254, dynamic_th=0, active_groups=0)
