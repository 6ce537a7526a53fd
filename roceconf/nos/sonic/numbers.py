"""Numbers and ranges as CONFIG_DB writes them."""

import re
from functools import lru_cache

_NUMBER = re.compile(r"-?[0-9]{1,20}", re.ASCII)
_CABLE = re.compile(r"([0-9]{1,7})m", re.ASCII)
_RANGE = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", re.ASCII)
PRIORITIES = re.compile(r"([0-7](,[0-7])*)?", re.ASCII)
"""A list of priorities as CONFIG_DB takes it, the empty one included (sonic-port-qos-map.yang)."""
LAST_INDEX = {"BUFFER_PG": 7, "BUFFER_QUEUE": 15, "QUEUE": 15}
"""Priority groups end at 7 and queues at 15 (sonic-buffer-pg.yang, sonic-buffer-queue.yang)."""


def number(text: str | None) -> int | None:
    """A plain decimal number, blanks around it forgiven as the daemons' ``stoi`` forgives them; None for all else."""
    if text is None:
        return None
    stripped = text.strip()
    return int(stripped) if _NUMBER.fullmatch(stripped) else None


def metres(text: str | None) -> int | None:
    """The metres of a cable length ``40m``; None for all else."""
    found = _CABLE.fullmatch(text) if text is not None else None
    return int(found.group(1)) if found else None


@lru_cache(maxsize=1024)
def indices(text: str) -> tuple[int, ...]:
    """The indices of ``3`` or ``3-4``; those of a reversed range in ascending order; empty for what is no range."""
    found = _RANGE.fullmatch(text.strip())
    if not found:
        return ()
    low, high = int(found.group(1)), int(found.group(2) or found.group(1))
    return tuple(index for index in range(min(low, high), max(low, high) + 1) if index <= max(LAST_INDEX.values()))


@lru_cache(maxsize=4096)
def indices_taken(table: str, text: str) -> tuple[int, ...]:
    """The indices of ``3`` or ``3-4`` in a key of a table, as the device takes them.

    Returns:
        Empty for a range that does not ascend, which orchagent rejects (sonic-swss orchagent/orch.cpp:1064), and for
        one that goes beyond the last index: a rejected row is not in force for any of its indices.
    """
    found = _RANGE.fullmatch(text)
    if not found:
        return ()
    low, high = int(found.group(1)), int(found.group(2) or found.group(1))
    if high > LAST_INDEX[table] or (found.group(2) and low >= high):
        return ()
    return tuple(range(low, high + 1))


def priorities(text: str | None) -> frozenset[int] | None:
    """The priorities of ``3,4``, none for an empty text; None where the field is absent or the device refuses it.

    ``3-4`` and ``3, 4`` are refused: what was meant is not in force, and nothing may be built on it.
    """
    if text is None or not PRIORITIES.fullmatch(text):
        return None
    return frozenset(int(piece) for piece in text.split(",") if piece)


def ranges(values: frozenset[int] | set[int] | tuple[int, ...]) -> tuple[str, ...]:
    """Contiguous ranges as SONiC writes keys: ``3-4``, ``6``."""
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][1] + 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return tuple(str(low) if low == high else f"{low}-{high}" for low, high in runs)
