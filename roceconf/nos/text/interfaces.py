"""Lists of interface names, as headers write them: ``Ethernet1/1-4,7/1``, ``range ethernet 1/1 - 4``, ``A to B``."""

import re
from collections.abc import Mapping

MOST = 4096
"""Names that one list may stand for; more is a slip of the pen and stays unexpanded. The largest Tomahawk box has 1024
logical ports."""

_PART = re.compile(
    r"(?P<letters>[A-Za-z][A-Za-z-]*?)?\s*(?P<numbers>[0-9][0-9/:.]*)(?:\s*-\s*(?P<to>[0-9][0-9/:.]*))?$"
)
_TO = re.compile(r"(?<=\s)to(?=\s)", re.IGNORECASE)


def expand(names: str, kinds: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The single names of a list of interfaces.

    ``1/1-4`` is 1/1 to 1/4. Where both ends of a range have several numbers they must agree in all but one
    (``1/1-1/4``, ``1/1-32/1``): which ports lie between others, only the device knows.

    Args:
        names: the list behind ``interface``, with or without ``range``.
        kinds: full names by lower-case abbreviation, such as ``{"et": "Ethernet"}``; the longest that fits the written
            letters is taken, written letters that none fits stay.

    Returns:
        The names in their order, each once. What is no list of names, or too long a one, comes back as it is.
    """
    text = names.strip()
    if text.lower().startswith("range "):
        text = text[6:].strip()
    found: list[str] = []
    letters = ""
    for part in text.split(","):
        ends = _TO.split(part.strip())
        if len(ends) == 2:
            second = _PART.match(ends[1].strip())
            part = f"{ends[0]}-{second['numbers']}" if second else part
        match = _PART.match(part.strip())
        if match is None:
            return (names.strip(),)
        letters = _full(match["letters"], kinds or {}) if match["letters"] else letters
        numbers = _range(match["numbers"], match["to"])
        if not letters or numbers is None or len(found) + len(numbers) > MOST:
            return (names.strip(),)
        found += (letters + number for number in numbers)
    return tuple(dict.fromkeys(found))


def _full(letters: str, kinds: Mapping[str, str]) -> str:
    """The full name of a kind of interface that may be written short."""
    written = letters.lower()
    for short, full in kinds.items():
        if written.startswith(short) and full.lower().startswith(written):
            return full
    return letters


def _range(first: str, last: str | None) -> list[str] | None:
    """The numbers from one end to the other, both included; None where it cannot be told."""
    if last is None:
        return [first]
    start, end = re.split(r"([/:.])", first), re.split(r"([/:.])", last)
    if len(end) == 1:
        end = [*start[:-1], *end]
    elif len(start) == 1 and len(end) > 1:
        start = [*start, *end[1:]]  # `1-4/1` is 1/1, 2/1, 3/1, 4/1
    if len(start) != len(end):
        return None
    differing = [index for index, (one, other) in enumerate(zip(start, end, strict=True)) if one != other]
    if not differing:
        return ["".join(start)]
    index = differing[0]
    if len(differing) > 1 or not (start[index].isdigit() and end[index].isdigit()):
        return None
    low, high = start[index], end[index]
    if max(len(low), len(high)) > 6 or not 0 <= int(high) - int(low) < MOST:
        return None
    return ["".join([*start[:index], str(number), *start[index + 1 :]]) for number in range(int(low), int(high) + 1)]
