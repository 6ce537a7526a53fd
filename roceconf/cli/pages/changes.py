"""What fitting changed, in words."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from roceconf.cli.pages.layout import number
from roceconf.nos import Change
from roceconf.report.port_ranges import shorten
from roceconf.switch import Alpha, Amount, ClassMap, DeviceChosen


def change_line(change: Change) -> str:
    """One line: what changed, on which ports, from what to what, and why."""
    path, before, after, ports = change.difference
    where = f" on {shorten(ports)}" if ports else ""
    said = "; ".join(
        f"{name + ' ' if name else ''}{value(old)} became {value(new)}" for name, old, new in _leaves("", before, after)
    )
    return f"changed: {path}{where}: {said}: {change.reason}"


def value(said: object) -> str:
    """A value of the model as an engineer writes it; of a compound only what it says."""
    match said:
        case None | "":
            return "nothing"
        case bool():
            return "yes" if said else "no"
        case Enum():
            return str(said.value)
        case int() | float():
            return number(said)
        case Amount() | Alpha() | DeviceChosen() | str():
            return str(said)
        case ClassMap():
            return ", ".join(f"{source} to {target}" for source, target in said.entries) or "nothing"
        case frozenset():
            return ", ".join(map(str, sorted(said))) or "none"
        case (int() as source, int() as target):
            return f"{source} to {target}"
        case tuple():
            return "; ".join(map(value, said)) or "nothing"
        case _ if is_dataclass(said):
            told = ((field.name, getattr(said, field.name)) for field in fields(said))
            return ", ".join(f"{name} {value(held)}" for name, held in told if held not in (None, "", (), frozenset()))
        case _:
            return str(said)


def _leaves(name: str, before: object, after: object) -> Iterator[tuple[str, object, object]]:
    """The parts in which two values differ, with their names; the values themselves where they are of two kinds."""
    if before == after:
        return
    if _are_lists(before, after):
        assert isinstance(before, tuple)
        assert isinstance(after, tuple)
        for old, new in zip(before, after, strict=True):
            yield from _leaves(name, old, new)
    elif is_dataclass(before) and type(before) is type(after) and not isinstance(before, ClassMap):
        for field in fields(before):
            if field.compare:
                yield from _leaves(field.name, getattr(before, field.name), getattr(after, field.name))
    else:
        yield name, before, after


def _are_lists(before: object, after: object) -> bool:
    """Whether both are sequences of as many things; a pair of numbers is an entry of a map, one thing."""
    if type(before) is not tuple or type(after) is not tuple or len(before) != len(after):
        return False
    return not all(isinstance(item, int) for item in before + after)
