"""How a number came about, as text and for programs: the same for every number."""

from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.sizing import Derivation, Term


def derivation_text(derivation: Derivation) -> str:
    """Formula, steps, terms with their sources, and what is taken for granted."""
    parts = [f"formula: {derivation.formula}\n"]
    parts += ["steps:\n", columns(map(_term, derivation.steps), "  ")] if derivation.steps else []
    parts += ["terms:\n", columns(map(_term, derivation.terms), "  ")]
    if derivation.assumptions:
        parts += ["taken for granted:\n", *(paragraph(each, "  ") for each in derivation.assumptions)]
    return "".join(parts)


def derivation_data(derivation: Derivation) -> dict[str, object]:
    """The same, as what JSON can say; ``result`` is in ``unit``."""
    return {
        "result": derivation.result,
        "unit": derivation.unit,
        "formula": derivation.formula,
        "terms": [term._asdict() for term in derivation.terms],
        "steps": [term._asdict() for term in derivation.steps],
        "assumptions": list(derivation.assumptions),
    }


def _term(term: Term) -> tuple[str, str, str, str]:
    return (term.symbol, f"{number(term.value)} {term.unit}".rstrip(), term.name, term.source)
