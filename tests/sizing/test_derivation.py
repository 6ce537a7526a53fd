"""Numbers as an engineer writes them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.sizing import grouped


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (1_000_000, 6, "1,000,000"),
        (4.45, 6, "4.45"),
        (-1234.5, 6, "-1,234.5"),
        (Fraction(1, 3), 2, "0.33"),
        (0.00001, 6, "0.00001"),
        (1e-9, 6, "0"),
        (12.5, 0, "12"),
        (1e22, 6, "10,000,000,000,000,000,000,000"),
    ],
)
def test_grouped(value: float, decimals: int, shown: str) -> None:
    assert grouped(value, decimals) == shown


@given(st.integers(-(10**15), 10**15), st.integers(0, 6))
def test_what_is_grouped_reads_back(scaled: int, decimals: int) -> None:
    value = Fraction(scaled, 10**decimals)
    assert Fraction(Decimal(grouped(value, decimals).replace(",", ""))) == value
