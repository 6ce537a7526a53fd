"""Columns and paragraphs of plain text."""

from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap

WIDTH = 100
"""Paragraphs are broken here; tables may be wider, for a source that is broken cannot be searched for."""


_NARROWEST = 24
"""The last column of a table is not made narrower than this, however narrow the terminal."""


def columns(rows: Iterable[Sequence[str]], indent: str = "") -> str:
    """Rows with every column but the last as wide as its widest cell.

    Args:
        rows: cells; a row may be shorter than others.
        indent: before every row.

    Returns:
        One line a row, each with a newline; nothing for no rows.
    """
    held = [list(row) for row in rows]
    widths = [
        max((len(row[column]) for row in held if column < len(row) - 1), default=0)
        for column in range(max(map(len, held), default=0))
    ]
    lines = []
    for row in held:
        padded = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        lines.append((indent + "  ".join([*padded, row[-1]])).rstrip() + "\n")
    return "".join(lines)


def table(rows: Iterable[Sequence[str]], indent: str = "", right: Collection[int] = (), width: int = WIDTH) -> str:
    """Columns like :func:`columns`, with the last one broken so that lines keep within a width.

    Args:
        rows: cells, as many in every row.
        indent: before every row.
        right: columns that are set to the right, as numbers are.
        width: of a line; what cannot be broken may still be longer.

    Returns:
        One or more lines a row, each with a newline; nothing for no rows.
    """
    held = [list(row) for row in rows]
    widths = [max(len(row[at]) for row in held) for at in range(len(held[0]) - 1)] if held else []
    before = len(indent) + sum(widths) + 2 * len(widths)
    lines = []
    for row in held:
        cells = zip(row[:-1], widths, strict=True)
        head = "  ".join(cell.rjust(room) if at in right else cell.ljust(room) for at, (cell, room) in enumerate(cells))
        for at, part in enumerate(_broken(row[-1], "", max(width - before, _NARROWEST)) or [""]):
            lines.append(f"{indent}{head if at == 0 else ' ' * len(head)}  {part}".rstrip() + "\n")
    return "".join(lines)


def paragraph(text: str, indent: str = "", width: int = WIDTH) -> str:
    """A text broken into lines of a width, each indented, with a newline at its end."""
    return "".join(f"{line}\n" for line in _broken(text, indent, width))


def number(value: float) -> str:
    """A number as an engineer writes it: ``827,532``, ``4.45``."""
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.6f}".rstrip("0").rstrip(".")


def _broken(text: str, indent: str, width: int = WIDTH) -> list[str]:
    """Lines; a path is never broken, so that it can be copied."""
    return wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
