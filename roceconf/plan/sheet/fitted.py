"""What becomes of planned numbers where the network OS cannot say them as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.nos.fitting import is_left_out
from roceconf.plan.sheet.model import LeftToDevice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roceconf.nos import Change, Fitted
    from roceconf.switch import BufferProfile, Curve


class Written:
    """What the output says of some ports, beside what was planned for them."""

    def __init__(self, fitted: Fitted, ports: tuple[str, ...]) -> None:
        """Look the ports up.

        Args:
            fitted: what the network OS can say of the whole plan.
            ports: the ports; those that were planned alike are fitted alike. None for what concerns the switch.
        """
        self._fitted, self._ports = fitted, frozenset(ports)
        self._group = fitted.switch.group_of(ports[0]) if ports else None

    def profile(self, priority_group: int, field: str, planned: object) -> str:
        """What is said instead of a field of a priority group's buffer profile; see :meth:`instead`."""
        held = None if self._group is None else self._group.priority_group(priority_group)
        profile: BufferProfile | None = None if held is None else held.profile
        said = None if profile is None else getattr(profile, field)
        return self.instead(f"priority_groups.{priority_group}.profile.{field}", planned, said)

    def curve(self, queue: int, field: str, planned: object) -> str:
        """What is said instead of a field of a queue's ECN curve; see :meth:`instead`."""
        held = None if self._group is None else self._group.queue(queue)
        curve: Curve | None = None if held is None or held.marking is None else held.marking.ecn
        return self.instead(f"queues.{queue}.marking", planned, None if curve is None else getattr(curve, field))

    def watchdog(self, field: str, planned: object) -> str:
        """What is said instead of a time of the watchdog, of the ports or of the whole switch; see :meth:`instead`."""
        own = None if self._group is None else self._group.watchdog
        said = None if own is None else getattr(own, field)
        if said is None and self._fitted.switch.watchdog is not None:
            said = getattr(self._fitted.switch.watchdog, field)
        return self.instead("watchdog", planned, said)

    def cable(self, planned: int) -> str:
        """What is said instead of a cable length; see :meth:`instead`."""
        return self.instead("cable_m", planned, None if self._group is None else self._group.cable_m)

    def action(self, planned: str) -> str:
        """What is said instead of the watchdog's action; see :meth:`instead`."""
        own = None if self._group is None else self._group.watchdog
        said = None if own is None else own.action
        if said is None and self._fitted.switch.watchdog is not None:
            said = self._fitted.switch.watchdog.action
        return self.instead("watchdog", planned, None if said is None else said.value)

    def pool(self, name: str, field: str, planned: object) -> str:
        """What is said instead of a pool's size or headroom; see :meth:`instead`."""
        pool = self._fitted.switch.pool(name)
        return self.instead(f"pools.{name}", planned, None if pool is None else getattr(pool, field))

    def instead(self, path: str, planned: object, said: object) -> str:
        """What the output says instead of a planned value and why, a clause; empty where it says the value.

        Args:
            path: where the value is in the model, for its reason.
            planned: the value as planned.
            said: the value of the fitted switch.
        """
        if planned == said:
            return ""
        reasons = (each.reason for each in self._fitted.changes if self._concerns(each, path))
        why = next(reasons, "")
        become = "not written" if is_left_out(said) else f"written as {said}"
        return f"{become}: {why}" if why else become

    def _concerns(self, change: Change, path: str) -> bool:
        where, ports = change.difference.path, change.difference.ports
        related = where == path or where.startswith(f"{path}.") or path.startswith(f"{where}.")
        return related and (not ports or not self._ports.isdisjoint(ports))


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
