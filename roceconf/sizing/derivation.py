"""How a number came about: its terms, each with a source, and the formula that puts them together."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Term(NamedTuple):
    """One term of a formula: what it is, its symbol in the formula, its value, unit and source."""

    name: str
    symbol: str
    value: float
    unit: str
    source: str


class Derivation(NamedTuple):
    """How a result was reached.

    Attributes:
        formula: an expression in the symbols of ``terms`` and of ``steps``, with ``ceil``, ``floor``, ``min``, ``max``.
        terms: what goes in.
        result: what comes out.
        unit: its unit.
        assumptions: what was taken for granted, one sentence each.
        steps: intermediate results in order; the ``source`` of each is its own expression, in terms and earlier steps.
    """

    formula: str
    terms: tuple[Term, ...]
    result: float
    unit: str
    assumptions: tuple[str, ...] = ()
    steps: tuple[Term, ...] = ()

    def term(self, symbol: str) -> Term:
        """Return the term or step of this symbol.

        Args:
            symbol: as it stands in the formula.

        Raises:
            KeyError: if the derivation has none.

        Source:
            What was given when the derivation was made.
        """
        for candidate in (*self.terms, *self.steps):
            if candidate.symbol == symbol:
                return candidate
        raise KeyError(symbol)


def exact(value: float | Fraction) -> Fraction:
    """Return a number as the decimal it is written as: 4.45 is 89/20, not the binary number nearest to it.

    Args:
        value: a number as it is written in a file or by a user.

    Raises:
        ValueError: if it is not finite.

    Source:
        Arithmetic on what is given.
    """
    return value if isinstance(value, Fraction) else Fraction(str(value))


MOST_DECIMALS = 6
"""A choice, derived from the constants: all are published with fewer; what is smaller is no number for people."""


def grouped(value: float | Fraction, decimals: int = MOST_DECIMALS) -> str:
    """Return a number as an engineer writes it: ``1,200,000``, ``4.45``, never with an exponent.

    Args:
        value: the number.
        decimals: digits behind the point at most; zeros at the end are left out.

    Source:
        Arithmetic on what is given.
    """
    scaled = round(exact(value) * 10**decimals)
    whole, part = divmod(abs(scaled), 10**decimals)
    fraction = f"{part:0{decimals}}".rstrip("0") if part else ""
    return f"{'-' if scaled < 0 else ''}{whole:,}{'.' if fraction else ''}{fraction}"


def plain(value: Fraction) -> float:
    """Return an int where the fraction is whole, else the nearest float.

    Args:
        value: an exact number.

    Source:
        Arithmetic on what is given.
    """
    return value.numerator if value.denominator == 1 else float(value)
