"""Dynamic thresholds: alpha, and where groups settle."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.asic import asic
from roceconf.sizing import (
    SharedBuffer,
    alpha_of,
    drop_point,
    dynamic_th_of,
    dynamic_threshold,
    shared_buffer,
    threshold_bytes,
    xoff_point,
)
from tests.sizing.recombine import recombine


@pytest.mark.parametrize(
    ("exponent", "alpha"), [(-8, Fraction(1, 256)), (-3, Fraction(1, 8)), (0, 1), (3, 8), (7, 128)]
)
def test_alpha(exponent: int, alpha: Fraction) -> None:
    assert alpha_of(exponent) == alpha
    assert dynamic_th_of(alpha) == exponent


@pytest.mark.parametrize("exponent", [-9, 8])
def test_alpha_out_of_range(exponent: int) -> None:
    with pytest.raises(ValueError, match="between -8 and 7"):
        alpha_of(exponent)


@pytest.mark.parametrize("alpha", [0, 3, 0.3, 256, -1])
def test_no_exponent_for_what_is_no_power_of_two(alpha: float) -> None:
    with pytest.raises(ValueError, match="power of two between 1/256 and 128"):
        dynamic_th_of(alpha)


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


def _fifth(pool_bytes: int = 162_539_680, xoff_bytes: int = 33_374_584) -> SharedBuffer:
    shared = shared_buffer(asic("th5"), pool_bytes=pool_bytes, pool_xoff_bytes=xoff_bytes)
    assert shared is not None
    return shared


@given(
    st.integers(10**7, 2 * 10**8),
    st.integers(-8, 7),
    st.integers(1, 512),
    st.integers(0, 10**6),
    st.integers(0, 10**7),
)
def test_threshold_xoff_point_and_drop_point_add_up(
    pool: int, exponent: int, groups: int, minimum: int, headroom: int
) -> None:
    shared = _fifth(pool, 10**6)
    held = dynamic_threshold(shared, cell_bytes=254, dynamic_th=exponent, active_groups=groups)
    point = xoff_point(shared, cell_bytes=254, dynamic_th=exponent, active_groups=groups, group_min_bytes=minimum)
    drop = drop_point(point, cell_bytes=254, headroom_bytes=headroom)
    assert recombine(held.derivation) == held.threshold_cells
    assert recombine(point.derivation) == point.xoff_point_cells == minimum // 254 + held.threshold_cells
    assert recombine(drop.derivation) == drop.drop_point_cells
    assert drop.drop_point_cells == point.xoff_point_cells + headroom // 254 + 1
    assert held.threshold_cells == threshold_bytes(alpha_of(exponent), shared.shared_cells, groups)
    assert held.threshold_bytes == held.threshold_cells * 254


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"active_groups": 0}, "at least one group"),
        ({"dynamic_th": 8}, "between -8 and 7"),
        ({"group_min_bytes": -1}, "group_min_bytes must not be negative, not -1"),
    ],
)
def test_nonsense_is_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        xoff_point(_fifth(), **{"cell_bytes": 254, "dynamic_th": 0, **arguments})


def test_a_negative_headroom_is_refused() -> None:
    point = xoff_point(_fifth(), cell_bytes=254, dynamic_th=0)
    with pytest.raises(ValueError, match="headroom_bytes"):
        drop_point(point, cell_bytes=254, headroom_bytes=-1)
