"""Port names written short: ``Ethernet0-504 (64 ports)``."""

import re
from collections.abc import Iterator, Sequence

Piece = str | tuple[int, int]
"""A part of a name: text, or the first and last of a run of numbers."""

Pattern = tuple[Piece, ...]

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
"""What may be counted up: ``007`` is a text, for 8 does not follow it, and no port has ten digits."""

SHORTEST_RUN = 3
"""Two ports are written out: ``Ethernet0, Ethernet8`` is as short as their range and says more."""


def shorten(ports: Sequence[str], most: int = 8) -> str:
    """Port names as ranges, with their number.

    Args:
        ports: names in natural order.
        most: how many names or ranges to write; the rest is counted.

    Returns:
        ``Ethernet0-504 (64 ports)``, ``Ethernet1-32/1, Ethernet40/1 (33 ports)``; a single port is its name.
    """
    patterns = [_pattern(port) for port in ports]
    for position in range(max(map(len, patterns), default=0) - 1, -1, -1):
        patterns = _merge(patterns, position)
    written = [_written(pattern) for pattern in patterns[:most]]
    if len(patterns) > most:
        written.append("...")
    return ", ".join(written) + (f" ({len(ports)} ports)" if len(ports) > 1 else "")


def _pattern(port: str) -> Pattern:
    pieces = re.findall(r"[0-9]+|[^0-9]+", port)
    return tuple((int(piece), int(piece)) if _NUMBER.fullmatch(piece) else piece for piece in pieces)


def _merge(patterns: list[Pattern], position: int) -> list[Pattern]:
    """Patterns that differ only at one position, and there by a constant step, become one."""
    alike: dict[tuple[Pattern, Pattern], list[Pattern]] = {}
    for pattern in patterns:
        alike.setdefault((pattern[:position], pattern[position + 1 :]), []).append(pattern)
    merged: list[Pattern] = []
    for (before, after), members in alike.items():
        numbers = [piece for member in members if isinstance(piece := _piece(member, position), tuple)]
        if len(numbers) == len(members):
            merged.extend((*before, run, *after) for run in _runs(numbers))
        else:
            merged.extend(members)
    return merged


def _piece(pattern: Pattern, position: int) -> Piece:
    return pattern[position] if position < len(pattern) else ""


def _runs(numbers: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(numbers):
        end = start + 1
        if end < len(numbers):
            step = numbers[end][0] - numbers[start][0]
            while end < len(numbers) and numbers[end][0] - numbers[end - 1][0] == step > 0:
                end += 1
        if end - start >= SHORTEST_RUN and all(first == last for first, last in numbers[start:end]):
            yield numbers[start][0], numbers[end - 1][0]
            start = end
        else:
            yield numbers[start]
            start += 1


def _written(pattern: Pattern) -> str:
    return "".join(
        piece if isinstance(piece, str) else str(piece[0]) if piece[0] == piece[1] else f"{piece[0]}-{piece[1]}"
        for piece in pattern
    )
