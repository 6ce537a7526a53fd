"""A formula worked out from its terms, exactly as it is printed: what is shown is what was calculated."""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import TYPE_CHECKING

from roceconf.sizing.derivation import Derivation, Term, exact, plain
from roceconf.sizing.headroom.unified import Headroom

if TYPE_CHECKING:
    from collections.abc import Mapping


class Worksheet:
    """Terms and steps of one calculation, in exact arithmetic."""

    def __init__(self, *terms: Term) -> None:
        """Begin with what goes in.

        Args:
            terms: each with a symbol of its own.
        """
        self._terms = list(terms)
        self._steps: list[Term] = []
        self._values = {term.symbol: exact(term.value) for term in terms}

    def add(self, term: Term) -> None:
        """Add a term.

        Args:
            term: with a symbol of its own.

        Source:
            Arithmetic on what is given.
        """
        self._terms.append(term)
        self._values[term.symbol] = exact(term.value)

    def step(self, symbol: str, name: str, expression: str, unit: str = "") -> None:
        """Work out an intermediate result.

        Args:
            symbol: its symbol.
            name: what it is.
            expression: in the symbols of the terms and of earlier steps.
            unit: its unit.

        Source:
            Arithmetic on what is given.
        """
        value = evaluate(expression, self._values)
        self._steps.append(Term(name, symbol, plain(value), unit, expression))
        self._values[symbol] = value

    def solve(self, formula: str, *assumptions: str) -> Derivation:
        """Work out the result.

        Args:
            formula: in the symbols of terms and steps.
            assumptions: what is taken for granted, one sentence each.

        Returns:
            Whole bytes, with the derivation.

        Source:
            Arithmetic on what is given.
        """
        result = plain(evaluate(formula, self._values))
        return Derivation(formula, tuple(self._terms), result, "B", assumptions, tuple(self._steps))

    def headroom(self, formula: str, *assumptions: str) -> Headroom:
        """Work out a headroom that is no number of cells.

        Args:
            formula: in the symbols of terms and steps, rounded up to whole bytes.
            assumptions: what is taken for granted, one sentence each.

        Returns:
            The headroom.

        Source:
            Arithmetic on what is given.
        """
        derivation = self.solve(formula, *assumptions)
        return Headroom(int(derivation.result), None, derivation)


def evaluate(expression: str, values: Mapping[str, Fraction]) -> Fraction:
    """Return what an expression of a derivation comes to.

    Args:
        expression: sums, products and quotients of numbers and symbols, with ``ceil``, ``floor``, ``min`` and ``max``.
        values: of the symbols.

    Returns:
        The exact value.

    Raises:
        ValueError: if the expression holds anything else.
        KeyError: if a symbol has no value.

    Source:
        Arithmetic on what is given.
    """
    return _value(_parsed(expression), values)


@cache
def _parsed(expression: str) -> ast.expr:
    return ast.parse(expression, mode="eval").body


def _value(node: ast.expr, values: Mapping[str, Fraction]) -> Fraction:
    match node:
        case ast.Constant(value=int() as number):
            return Fraction(number)
        case ast.Name(id=symbol):
            return values[symbol]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left, values) + _value(right, values)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _value(left, values) - _value(right, values)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _value(left, values) * _value(right, values)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _value(left, values) / _value(right, values)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _called(name, [_value(argument, values) for argument in arguments])
        case _:
            raise ValueError(f"no expression of a derivation: {ast.unparse(node)}")


def _called(name: str, arguments: list[Fraction]) -> Fraction:
    match name, arguments:
        case "ceil", [value]:
            return Fraction(ceil(value))
        case "floor", [value]:
            return Fraction(floor(value))
        case "min", [_, *_]:
            return min(arguments)
        case "max", [_, *_]:
            return max(arguments)
        case _:
            raise ValueError(f"a derivation knows no function {name} of {len(arguments)}")
