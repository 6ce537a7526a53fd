"""Puts the terms of a derivation back together, by its own formula and nothing else."""

from fractions import Fraction
from math import ceil, floor

from roceconf.sizing import Derivation
from roceconf.sizing.derivation import exact

_FUNCTIONS = {"ceil": lambda x: Fraction(ceil(x)), "floor": lambda x: Fraction(floor(x)), "min": min, "max": max}


def recombine(derivation: Derivation) -> Fraction:
    """Evaluate the formula from its terms, checking each step on the way."""
    values: dict[str, object] = {term.symbol: exact(term.value) for term in derivation.terms}
    assert len(values) == len(derivation.terms), "two terms share a symbol"
    for step in derivation.steps:
        value = eval(step.source, {"__builtins__": {}}, _FUNCTIONS | values)
        assert float(value) == step.value, step
        values[step.symbol] = value
    result = eval(derivation.formula, {"__builtins__": {}}, _FUNCTIONS | values)
    return Fraction(result)
