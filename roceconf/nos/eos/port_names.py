"""Interface names as EOS takes them and as it prints them."""

import re
from collections.abc import Iterator
from itertools import product

MOST_PORTS = 4096
"""Names one range may stand for: several times the largest chassis, so that a slip of the pen costs no memory."""

_PREFIXES = {"et": "Ethernet", "po": "Port-Channel", "ma": "Management", "vl": "Vlan", "lo": "Loopback"}
_PIECE = re.compile(r"(?P<word>[A-Za-z][A-Za-z-]*?)?\s*(?P<numbers>\d[\d/-]*)$")


def port_names(text: str) -> tuple[str, ...] | None:
    """The names an interface header stands for.

    Args:
        text: what follows ``interface``: ``Ethernet1/1``, ``et 14/1,15/1``, ``Ethernet1-48``, ``Ethernet1-4/1``.

    Returns:
        Names as EOS prints them, in the order written; a name that is none (a placeholder such as ``EthernetN/1``, a
        subinterface) as it stands; None for a range that runs backwards or has too many members.
    """
    names: list[str] = []
    word = ""
    for piece in text.split(","):
        found = _PIECE.match(piece.strip())
        if found is None:
            return (text.strip(),)
        word = found["word"] or word
        spread = _spread(found["numbers"])
        if spread is None or len(names) + len(spread) > MOST_PORTS:
            return None
        names.extend(f"{_full(word)}{numbers}" for numbers in spread)
    return tuple(names)


def _full(word: str) -> str:
    full = _PREFIXES.get(word[:2].lower())
    return full if full is not None and full.lower().startswith(word.lower()) else word


def _spread(numbers: str) -> list[str] | None:
    steps: list[range] = []
    size = 1
    for step in numbers.split("/"):
        first, _, last = step.partition("-")
        if not (first.isdigit() and (last or first).isdigit() and len(first) <= 6 and len(last) <= 6):
            return None
        steps.append(range(int(first), int(last or first) + 1))
        size *= len(steps[-1])
        if not 0 < size <= MOST_PORTS:
            return None
    return ["/".join(map(str, each)) for each in product(*steps)]


_ETHERNET = re.compile(r"Ethernet[1-9]\d*(?:/[1-9]\d*){0,2}$")


def is_port(name: str) -> bool:
    """Whether a name is one a physical port of EOS can bear: ``Ethernet1``, ``Ethernet1/1``, ``Ethernet2/5/1``."""
    return _ETHERNET.match(name) is not None


def is_reader_port(name: str) -> bool:
    """Whether a name in a text stands for a physical port, placeholders such as ``EthernetN/1`` among them."""
    return name.startswith("Ethernet") and "." not in name


def ranges_of(names: tuple[str, ...]) -> Iterator[str]:
    """Names in short form for a message: runs of neighbours become ``Ethernet1/1-Ethernet4/1``."""
    run: list[str] = []
    for name in names:
        if run and not _follows(run[-1], name):
            yield _short(run)
            run = []
        run.append(name)
    if run:
        yield _short(run)


def _short(run: list[str]) -> str:
    return run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}"


def _follows(before: str, after: str) -> bool:
    old, new = re.findall(r"\d+", before), re.findall(r"\d+", after)
    if len(old) != len(new):
        return False
    changed = [(int(a), int(b)) for a, b in zip(old, new, strict=True) if a != b]
    return len(changed) == 1 and changed[0][1] == changed[0][0] + 1
