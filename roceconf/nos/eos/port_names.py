"""Which names of interfaces are ports, and how they are written in short."""

import re
from collections.abc import Iterator, Sequence

_ETHERNET = re.compile(r"Ethernet[1-9][0-9]*(?:/[1-9][0-9]*){0,2}$")
_CHANNEL = re.compile(r"Port-Channel[0-9]+$")
_NUMBERS = re.compile(r"[0-9]{1,18}")  # longer runs of digits are no number that int() must take


def is_port(name: str) -> bool:
    """Whether a name is one a physical port of EOS can bear: ``Ethernet1``, ``Ethernet1/1``, ``Ethernet2/5/1``."""
    return _ETHERNET.match(name) is not None


def stands_for_port(name: str) -> bool:
    """Whether a name in a text stands for a physical port, placeholders such as ``EthernetN/1`` among them."""
    return name.startswith("Ethernet") and "." not in name


def is_channel(name: str) -> bool:
    """Whether a name is that of a link aggregation group."""
    return _CHANNEL.match(name) is not None


def in_short(names: Sequence[str]) -> str:
    """Names for a message: runs of neighbours as ``Ethernet1/1 to Ethernet4/1``, at most three runs."""
    runs = list(_runs(names))
    shown = ", ".join(runs[:3])
    return shown if len(runs) <= 3 else f"{shown} and {len(runs) - 3} more"


def _runs(names: Sequence[str]) -> Iterator[str]:
    run: list[str] = []
    for name in names:
        if run and not _follows(run[-1], name):
            yield _run(run)
            run = []
        run.append(name)
    if run:
        yield _run(run)


def _run(run: list[str]) -> str:
    return run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}"


def _follows(before: str, after: str) -> bool:
    if _NUMBERS.sub("", before) != _NUMBERS.sub("", after):
        return False
    old, new = _NUMBERS.findall(before), _NUMBERS.findall(after)
    if len(old) != len(new):  # a number too long to be a port's comes in pieces
        return False
    changed = [(int(a), int(b)) for a, b in zip(old, new, strict=True) if a != b]
    return len(changed) == 1 and changed[0][1] == changed[0][0] + 1
