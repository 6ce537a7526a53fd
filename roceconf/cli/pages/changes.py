"""What fitting changed, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum

from roceconf.cli.pages.layout import number
from roceconf.nos import Change
from roceconf.nos.fitting import NOTHING
from roceconf.report.port_ranges import shorten
from roceconf.switch import Alpha, Amount, ClassMap, DeviceChosen

_SETTINGS: Mapping[str, str] = {
    "ports": "the port itself",
    "speed_mbps": "speed in Mb/s",
    "lanes": "lanes",
    "mtu_bytes": "MTU",
    "cable_m": "cable length in m",
    "medium": "medium",
    "role": "what is at the other end",
    "admin_up": "admin state",
    "routed": "layer 3",
    "trust": "trust",
    "default_cos": "802.1p priority of untagged frames",
    "dscp_to_tc": "DSCP map",
    "cos_to_tc": "802.1p map",
    "tc_to_pg": "map from traffic class to priority group",
    "tc_to_queue": "map from traffic class to queue",
    "pfc_to_queue": "map from PFC priority to queue",
    "pfc": "PFC",
    "link_pause": "global pause",
    "ceiling": "shaping rate",
    "watchdog": "watchdog",
    "sku": "platform",
    "version": "release",
    "name": "host name",
    "explicit_buffers": "explicit buffers",
    "buffer_model": "buffer model",
    "port_channels": "port-channels",
    "addresses": "addresses",
    "pfc_all_off": "PFC off for the whole switch",
    "classified_elsewhere": "classification by policy",
}
"""The settings of the model in the field's words."""

_NUMBERED: Mapping[str, str] = {"priority_groups": "priority group", "queues": "queue", "pools": "pool"}
_DETAILS: Mapping[str, str] = {
    "entries": "",
    "profile": "",
    "curves": "",
    "marking": "ECN",
    "counted": "ECN count",
    "xon_offset": "xon offset",
    "xon": "XON",
    "detection_ms": "detection in ms",
    "restoration_ms": "restoration in ms",
    "poll_ms": "poll in ms",
}
"""Steps within a setting that are not called what the model calls them; empty where the step before says it all."""


def setting(path: str) -> str:
    """A path of the model in words: ``headroom of priority group 3`` for ``priority_groups.3.profile.headroom``."""
    head, *steps = path.split(".")
    details = [_DETAILS.get(step, step) for step in steps if not step.isdigit() and head not in ("pools",)]
    detail = " ".join(word for word in details if word)
    if head not in _NUMBERED or not steps:
        return f"{_SETTINGS.get(head, head)} {detail}".strip()
    whole = f"{_NUMBERED[head]} {steps[0]}"
    if head == "pools":
        detail = " ".join(steps[1:])
    return f"{detail} of {whole}" if detail else whole


def change_lines(changes: Sequence[Change], verbose: bool) -> Iterator[str]:
    """What fitting changed, worst first: values that became others, then what the OS does not say.

    Args:
        changes: all of them.
        verbose: whether also to list, one by one, what is left out and what is filled in.

    Yields:
        A line for each value that became another; a line a reason for what is left out; one line for how many values
        are filled in because the OS wants them said.
    """
    altered = [each for each in changes if _gives_up(each) is None]
    omitted = [each for each in changes if _gives_up(each) is True]
    filled = [each for each in changes if _gives_up(each) is False]
    yield from (change_line(each) for each in (changes if verbose else altered))
    if verbose:
        return
    by_reason: dict[str, list[Change]] = {}
    for each in omitted:
        by_reason.setdefault(each.reason, []).append(each)
    for reason, together in by_reason.items():
        ports = tuple(dict.fromkeys(port for each in together for port in each.difference.ports))
        names = ", ".join(dict.fromkeys(setting(each.difference.path) for each in together))
        yield f"left out: {names}{_on(ports)}: {reason}"
    if filled:
        count = f"{len(filled)} settings are" if len(filled) > 1 else "1 setting is"
        yield f"filled in: {count} written out that the intent leaves to the OS (-v lists them)"


def _gives_up(change: Change) -> bool | None:
    """True where a value is no longer said, False where one is said that was not, None where one became another."""
    parts = list(_leaves("", change.difference.before, change.difference.after))
    if all(_is_nothing(new) for _, _, new in parts):
        return True
    return False if all(_is_nothing(old) for _, old, _ in parts) else None


def _is_nothing(said: object) -> bool:
    return said in NOTHING


def change_line(change: Change) -> str:
    """One line: what changed, on which ports, from what to what, and why."""
    path, before, after, ports = change.difference
    parts = list(_leaves("", before, after))
    said = "; ".join(f"{_DETAILS.get(name, name)} {_became(old, new)}".strip() for name, old, new in parts)
    return f"changed: {setting(path)}{_on(ports)}: {said}: {change.reason}"


def _became(old: object, new: object) -> str:
    if _is_nothing(old):
        return f"{value(new)} is said"
    return f"{value(old)} is left out" if _is_nothing(new) else f"{value(old)} became {value(new)}"


def _on(ports: tuple[str, ...]) -> str:
    return f" on {shorten(ports)}" if ports else ""


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
        case DeviceChosen():
            return "the device's own choice"
        case Amount() | Alpha() | str():
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
            return ", ".join(f"{name} {value(held)}" for name, held in told if held not in NOTHING)
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
