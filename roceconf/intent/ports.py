"""Port names, and the short way to write many of them: ``Ethernet[0-504:8]``, ``Ethernet[1-32]/[1,5]``."""

from __future__ import annotations

import itertools
import math
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MAXIMUM_PORTS = 4096
"""Four times the logical ports of the largest chip (Tomahawk 6: 1024 lanes); more is a slip of the finger."""

MAXIMUM_CHARACTERS = 8192
"""Of one expression; what is longer is better written as a YAML list."""

_EXAMPLE = "Ethernet[1-32]"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9._/:-]{0,62}")
_ITEM = re.compile(r"(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9})(?::(?P<step>[0-9]{1,9}))?)?")


def expand(expression: str) -> tuple[str, ...]:
    """The ports an expression names, in its order.

    Args:
        expression: names separated by commas; brackets hold numbers, ranges with both ends included, and steps.

    Returns:
        The names, each once.

    Raises:
        ValueError: a bracket that does not close, a range that runs backwards or misses its end, a name twice.
    """
    if len(expression) > MAXIMUM_CHARACTERS:
        raise ValueError(
            f"{_short(expression)!r} is {len(expression):,} characters long; write brackets, or a list of names"
        )
    names: list[str] = []
    for term in _terms(expression):
        names += _expand_term(term, MAXIMUM_PORTS - len(names))
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{name} is named twice in {_short(expression)!r}")
        seen.add(name)
    return tuple(names)


def _terms(expression: str) -> list[str]:
    """The parts between the commas that stand outside of brackets."""
    if re.search(r"\[[^\]]*(\[|$)|^[^\[]*\]|\][^\[]*\]", expression):
        raise ValueError(f"the brackets of {_short(expression)!r} do not pair")
    terms = [term.strip() for term in re.split(r",(?![^\[]*\])", expression)]
    if not all(terms):
        raise ValueError(f"{_short(expression)!r} lacks a port name" + (" beside a comma" if len(terms) > 1 else ""))
    return terms


def _expand_term(term: str, room: int) -> list[str]:
    parts = re.split(r"\[([^\[\]]*)\]", term)
    fixed, brackets = parts[::2], parts[1::2]
    ranges = [_numbers(bracket, term) for bracket in brackets]
    count = math.prod(sum(map(len, runs)) for runs in ranges)
    if count > room:
        raise ValueError(f"{_short(term)!r} would be {count:,} ports; no switch has more than {MAXIMUM_PORTS:,}")
    _check_name(_joined(fixed, [runs[0][0] for runs in ranges]), term)
    numbers = itertools.product(*(itertools.chain.from_iterable(runs) for runs in ranges))
    return [_joined(fixed, between) for between in numbers]


def _joined(fixed: Sequence[str], between: Sequence[int]) -> str:
    texts = itertools.zip_longest(fixed, map(str, between), fillvalue="")
    return "".join(itertools.chain.from_iterable(texts))


def _numbers(bracket: str, term: str) -> list[range]:
    runs = []
    for item in bracket.split(","):
        match = _ITEM.fullmatch(item.strip())
        if match is None:
            raise ValueError(f"'[{_short(bracket)}]' in {_short(term)!r} is no range; write [1-32], [0-504:8] or [1,5]")
        padded = next((text for text in (match["first"], match["last"]) if text and text != str(int(text))), None)
        if padded:
            plain = re.sub(r"\b0+(?=[0-9])", "", bracket)
            raise ValueError(
                f"{padded} in {_short(term)!r} has leading zeros, which no port name has; "
                f"write {_short(term.replace(f'[{bracket}]', f'[{plain}]'))}"
            )
        first = int(match["first"])
        last = int(match["last"] or first)
        step = int(match["step"] or 1)
        if last < first:
            turned = term.replace(f"{match['first']}-{match['last']}", f"{last}-{first}", 1)
            raise ValueError(f"{item.strip()} in {_short(term)!r} runs backwards; write {_short(turned)}")
        if step == 0:
            raise ValueError(f"the step of {item.strip()} in {_short(term)!r} is 0; it is 1 at least")
        if (last - first) % step:
            end = last - (last - first) % step
            raise ValueError(
                f"{item.strip()} in {_short(term)!r} does not reach {last} in steps of {step}; it ends at {end}"
            )
        runs.append(range(first, last + 1, step))
    return runs


def _check_name(name: str, term: str) -> None:
    bare = re.search(r"[0-9]-[0-9]", re.sub(r"\[[^\]]*\]", "", term))
    if bare:
        digits = re.search(r"[0-9]+-[0-9]+(:[0-9]+)?", term)
        hint = term.replace(digits[0], f"[{digits[0]}]", 1) if digits else _EXAMPLE
        hint = hint if _is_expression(hint) else _EXAMPLE
        raise ValueError(f"{_short(term)!r} is a range without brackets; write {_short(hint)}")
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"{_short(name)!r} is no port name; write one such as Ethernet0, Ethernet1/1 or Ethernet[1-32]/1"
        )


def _is_expression(text: str) -> bool:
    """Whether a text that is about to be advised would be taken."""
    try:
        return bool(expand(text))
    except ValueError:
        return False


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
