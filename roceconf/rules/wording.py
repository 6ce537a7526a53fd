"""How messages spell lists of numbers: ``priority 3``, ``DSCPs 0 to 7, 16 and 24 to 31``."""

from collections.abc import Iterable


def spelled(numbers: Iterable[int]) -> str:
    """Numbers in ascending order, runs of three and more drawn together.

    Args:
        numbers: any; duplicates are dropped.

    Returns:
        ``3``, ``3 and 4``, ``0 to 7, 16 and 24 to 31``; ``none`` for no numbers.
    """
    pieces: list[str] = []
    for run in _runs(sorted(set(numbers))):
        pieces.extend([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run])
    if not pieces:
        return "none"
    return pieces[0] if len(pieces) == 1 else f"{', '.join(pieces[:-1])} and {pieces[-1]}"


def named(noun: str, numbers: Iterable[int]) -> str:
    """A noun and its numbers, in the plural where there are several: ``priority 3``, ``priorities 3 and 4``."""
    held = sorted(set(numbers))
    return f"{noun if len(held) == 1 else plural(noun)} {spelled(held)}"


def agree(numbers: Iterable[int], singular: str, several: str) -> str:
    """The form of a word that goes with so many: ``agree({3}, "is", "are")``."""
    return singular if len(set(numbers)) == 1 else several


def plural(noun: str) -> str:
    """The plural of a regular noun: ``priorities``, ``traffic classes``, ``queues``."""
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("s") else f"{noun}s"


def _runs(numbers: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs
