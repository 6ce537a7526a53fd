"""What differs between two switches, port by port and value by value."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import NamedTuple

from roceconf.switch.buffers import Pool, PriorityGroup
from roceconf.switch.ports import PortGroup
from roceconf.switch.queues import Queue
from roceconf.switch.switch import Switch, natural_key

_ABSENT = PortGroup(ports=())


class Difference(NamedTuple):
    """One value that differs.

    Attributes:
        path: where, dotted: ``mtu_bytes``, ``priority_groups.3.profile.headroom``, ``pools.ingress.size``.
        before: the value in the first switch; None where it has none.
        after: the value in the second switch; None where it has none.
        ports: the ports it concerns, in natural order; empty for the switch itself.
    """

    path: str
    before: object
    after: object
    ports: tuple[str, ...] = ()


def difference(before: Switch, after: Switch) -> tuple[Difference, ...]:
    """Every value in which two switches differ; empty exactly when they are equal in canonical form.

    Args:
        before: one switch.
        after: the other.

    Returns:
        Differences ordered by path; those alike on several ports are one.
    """
    found: dict[tuple[str, object, object], list[str]] = {}
    for path, old, new in _walk("", replace(before, groups=()), replace(after, groups=())):
        found[path, old, new] = []
    for port in sorted(_ports(before) | _ports(after), key=natural_key):
        old_group, new_group = before.group_of(port), after.group_of(port)
        if old_group is None or new_group is None:
            found.setdefault(("ports", old_group is not None, new_group is not None), []).append(port)
        for path, old, new in _walk("", _settings(old_group), _settings(new_group)):
            found.setdefault((path, old, new), []).append(port)
    changes = (Difference(path, old, new, tuple(ports)) for (path, old, new), ports in found.items())
    return tuple(sorted(changes, key=lambda change: (change.path, change.ports)))


def _ports(switch: Switch) -> set[str]:
    return {port for group in switch.groups for port in group.ports}


def _settings(group: PortGroup | None) -> PortGroup:
    return _ABSENT if group is None else replace(group, ports=())


def _walk(path: str, before: object, after: object) -> Iterator[tuple[str, object, object]]:
    if before == after:
        return
    if is_dataclass(before) and type(before) is type(after):
        for field in fields(before):
            if field.compare:
                yield from _walk(_join(path, field.name), getattr(before, field.name), getattr(after, field.name))
    elif isinstance(before, tuple) and isinstance(after, tuple) and _keyed(before + after):
        old, new = {_key(item): item for item in before}, {_key(item): item for item in after}
        for key in sorted(old.keys() | new.keys(), key=natural_key):
            yield from _walk(_join(path, key), old.get(key), new.get(key))
    else:
        yield path, before, after


def _keyed(items: tuple[object, ...]) -> bool:
    return bool(items) and all(isinstance(item, PriorityGroup | Queue | Pool) for item in items)


def _key(item: object) -> str:
    return item.name if isinstance(item, Pool) else str(getattr(item, "index", ""))


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
