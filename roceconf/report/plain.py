"""Text from a configuration, made harmless and short enough to show on a terminal."""

KEPT_BEFORE = 60
"""Characters kept before the column of interest of a long line: half of a wide terminal."""


def harmless(text: str) -> str:
    r"""The text with everything that a terminal might obey written out.

    Control characters, escape sequences, direction marks and unpaired surrogates come out as ``\x1b`` or ``\u202e``.
    A tab becomes one blank, so that columns stay columns.

    Args:
        text: anything, also from hostile files and file names.

    Returns:
        Printable characters only, on one line.
    """
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def excerpt(line: str, column: int, width: int = 120) -> tuple[str, int]:
    """The part of a source line around a column, harmless, without indentation.

    Args:
        line: the whole line.
        column: counted from 1; 0 or less for none.
        width: most characters to return.

    Returns:
        The part, and where the column is in it counted from 0; -1 where there is no such column.
    """
    line = line.rstrip("\r\n")
    at = column - 1 if 0 < column <= len(line) + 1 else -1
    start = len(line) - len(line.lstrip())
    if at >= 0:
        start = min(start, at)
        if at - start >= width - 10:
            start = at - KEPT_BEFORE
    head = "..." if start and line[:start].strip() else ""
    before, after = line[start : max(at, start)], line[max(at, start) : start + width]
    shown = head + harmless(before)
    where = len(shown) if at >= 0 else -1
    rest = harmless(after)
    room = max(width - len(shown), 0)
    tail = "..." if len(rest) > room or start + width < len(line) else ""
    return (shown + rest[:room]).rstrip() + tail, where
