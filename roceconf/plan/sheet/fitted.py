"""What becomes of planned numbers where the network OS cannot say them as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.plan.sheet.model import LeftToDevice
from roceconf.switch import DeviceChosen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roceconf.nos import Change

_NOTHING = (None, "", (), frozenset())
"""How the model says that nothing is said."""


def written(changes: Iterable[Change], path: str, ports: Iterable[str]) -> str:
    """What the output says instead of a planned value, a clause; empty where it says the value.

    Args:
        changes: what fitting changed.
        path: the value in the model, dotted: ``priority_groups.3.profile.headroom``.
        ports: the ports it is planned for; those that share a group are fitted alike.
    """
    here = set(ports)
    for change in changes:
        difference = change.difference
        concerned = not difference.ports or here.intersection(difference.ports)
        if concerned and (path == difference.path or path.startswith(f"{difference.path}.")):
            if is_left_out(difference.after) or path != difference.path:
                return f"not written: {change.reason}"
            return f"written as {difference.after}: {change.reason}"
    return ""


def left_to_device(changes: Iterable[Change]) -> tuple[LeftToDevice, ...]:
    """Every planned setting that the output does not say, together with those left out for the same reason."""
    by_reason: dict[str, list[Change]] = {}
    for change in changes:
        if is_left_out(change.difference.after):
            by_reason.setdefault(change.reason, []).append(change)
    return tuple(
        LeftToDevice(
            tuple(dict.fromkeys(each.difference.path for each in together)),
            tuple(dict.fromkeys(port for each in together for port in each.difference.ports)),
            reason,
        )
        for reason, together in by_reason.items()
    )


def is_left_out(value: object) -> bool:
    """Whether a value of the fitted switch is said by nobody but the device."""
    return isinstance(value, DeviceChosen) or value in _NOTHING
