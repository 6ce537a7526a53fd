"""Where a planned value was said: the node of the intent that decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.switch import Default, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.intent import Intent
    from roceconf.switch import At

Keys = tuple[str | int, ...]

_GROUP_KEYS: Mapping[str, str] = {
    "speed": "speed",
    "lanes": "lanes",
    "mtu": "mtu",
    "cable": "cable",
    "watchdog": "watchdog",
    "pfc": "rdma",
    "pg": "headroom",
    "queue": "ecn",
}
"""The key of a port group, or failing that of the whole intent, that decides a part of the model."""

_COMPUTED = Default("roceconf computes it from speed, cable and platform", "the intent leaves it open")


class IntentPlaces:
    """Places of a planned switch: nodes of its intent."""

    def __init__(self, intent: Intent, group_of_port: Mapping[str, int]) -> None:
        """Remember which group each port came from.

        Args:
            intent: the intent.
            group_of_port: position of the group in ``ports``, by port name.
        """
        self._intent = intent
        self._group_of_port = group_of_port

    def of(self, subject: str, path: str = "") -> At | Default | None:
        """The line and column of the node that decides a value; a Default where roceconf computes it."""
        position = self._group_of_port.get(subject)
        head = path.partition(".")[0]
        if position is None:
            if subject.startswith("pool:"):
                return self._said(("sku",)) or self._said(("asic",))
            # What concerns the whole switch and is said nowhere leads to its name.
            return self._said((head,)) or self._said(("switch",))
        if head in ("dscp_to_tc", "tc_to_pg", "tc_to_queue", "pfc_to_queue"):
            return self._said(("classes",)) or _COMPUTED
        key = _GROUP_KEYS.get(head)
        near = self._said(("ports", position, key)) or self._said((key,)) if key is not None else None
        return near or self._said(("ports", position))

    def span(self, at: At) -> Span:
        """The line and column of a node."""
        return Span(int(at[0]), int(at[1]))

    def _said(self, keys: Keys) -> At | None:
        if not self._intent.says(keys):
            return None
        place = self._intent.place_of(keys)
        return (place.line, place.column)
