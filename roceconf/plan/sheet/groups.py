"""Some ports on the sheet: headroom with its margins, thresholds, ECN and watchdog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.plan.buffers import INGRESS_POOL
from roceconf.plan.origin import Number, Origin
from roceconf.plan.sheet.fitted import written
from roceconf.plan.sheet.model import GroupSheet, Margin, QueueSheet, Row
from roceconf.sizing import headroom_by, headroom_floor, longest_cable_by, xoff_point
from roceconf.switch import Amount, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roceconf.nos import Change
    from roceconf.plan.group import PlannedGroup
    from roceconf.plan.buffers import Lossless


def group_sheet(planned: PlannedGroup, changes: Sequence[Change]) -> GroupSheet:
    """The sheet of some ports.

    Args:
        planned: the ports as planned.
        changes: what the network OS could not say as planned.
    """
    said, lossless = planned.said, planned.lossless
    head = (said.ports, said.speed_mbps, said.cable_m, said.medium, planned.mtu_bytes)
    if lossless is None:
        return GroupSheet(*head, (), None, (), (), (), ())
    return GroupSheet(
        *head,
        planned.classes.lossless,
        _headroom(planned, lossless, changes),
        tuple(_margins(planned, lossless)),
        tuple(_buffers(planned, lossless, changes)),
        tuple(_queue(planned, index, changes) for index in planned.marked),
        tuple(_watchdog(planned, changes)),
    )
