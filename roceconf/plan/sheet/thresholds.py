"""Thresholds of a lossless priority group on the sheet: what is reserved, when it pauses, how it comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.plan.origin import Number, Origin
from roceconf.plan.sheet.model import Row
from roceconf.sizing import planned_xon_window, xoff_point
from roceconf.switch import Alpha, Amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.plan.buffers import Lossless
    from roceconf.plan.group import PlannedGroup
    from roceconf.plan.sheet.fitted import Written
    from roceconf.sizing import Link, SharedBuffer
    from roceconf.switch import BufferProfile

_SETTINGS = (("reserved", "reserved"), ("XON", "xon"), ("XON offset", "xon_offset"))


def threshold_rows(planned: PlannedGroup, lossless: Lossless, written: Written) -> Iterator[Row]:
    """The rows of a group, settings first, then what follows from them.

    Args:
        planned: the ports as planned.
        lossless: the profile of their lossless priority groups.
        written: what the output says of them.
    """
    index = planned.classes.lossless[0]
    for name, field in _SETTINGS:
        amount = getattr(lossless.profile, field)
        if isinstance(amount, Amount):
            number = Number(amount.number, str(amount.unit), lossless.rest_origin, lossless.rest_brief)
            yield Row(name, number, written.profile(index, field, amount))
    alpha = _alpha(planned, lossless)
    yield Row("alpha", alpha, written.profile(index, "alpha", lossless.profile.alpha))
    yield from _points(planned, lossless)


def _alpha(planned: PlannedGroup, lossless: Lossless) -> Number:
    alpha = lossless.profile.alpha or Alpha(0)
    said = planned.said.alpha is not None or planned.intent.alpha is not None
    origin, whose = (Origin.SAID, "said") if said else (lossless.rest_origin, lossless.rest_brief)
    return Number(alpha.factor, "", origin, f"dynamic_th {alpha.exponent}, {whose}")


def _points(planned: PlannedGroup, lossless: Lossless) -> Iterator[Row]:
    """XOFF points and the window between XOFF and XON, where the shared buffer is known."""
    if planned.bounds is None:
        unknown = Number(
            None, "B", Origin.DEVICE, "no pool is published for the chip, so where PFC begins is not known"
        )
        yield Row("XOFF point", unknown)
        return
    profile = planned.in_force or lossless.profile
    shared, alpha, link = planned.bounds.shared, profile.alpha, lossless.link.link
    if alpha is None:
        return
    many = _active(planned)
    for name, groups in {"XOFF point, alone": 1, f"XOFF point, {many} at once": many}.items():
        point = xoff_point(
            shared,
            cell_bytes=link.cell_bytes,
            dynamic_th=alpha.exponent,
            group_min_bytes=_bytes(profile.reserved, link.cell_bytes),
            active_groups=groups,
        )
        reason = f"minimum and threshold of {groups} active group{'s' if groups > 1 else ''} in a partition"
        yield Row(name, Number(point.xoff_point_bytes, "B", Origin.MODEL, reason, point.derivation))
    yield _window(planned, profile, alpha, link, shared)


def _active(planned: PlannedGroup) -> int:
    """Groups at their threshold at once: one a sender, and no more senders than there are lossless ports."""
    ports = sum(len(held.ports) for held in planned.intent.ports if held.rdma)
    return max(1, min(planned.intent.fan_in, ports))


def _window(planned: PlannedGroup, profile: BufferProfile, alpha: Alpha, link: Link, shared: SharedBuffer) -> Row:
    window = planned_xon_window(
        shared,
        link,
        dynamic_th=alpha.exponent,
        xon_offset_bytes=_bytes(profile.xon_offset, link.cell_bytes),
        xon_bytes=_bytes(profile.xon, link.cell_bytes),
        active_groups=_active(planned),
    )
    until = enough_for(window.groups_carried)
    packet = "" if window.holds_a_packet else "; less than one RDMA packet lies between XOFF and XON"
    if window.underruns:
        reason = f"runs dry: {-window.margin_bytes:,} B are missing until the peer is back; {until}{packet}"
    else:
        many = _active(planned)
        reason = f"left when the peer is back, {many} group{'' if many == 1 else 's'} pausing; {until}{packet}"
    return Row("XON window", Number(window.margin_bytes, "B", Origin.MODEL, reason, window.derivation))


def enough_for(carried: int | None) -> str:
    """Up to how many groups a window lasts, in words."""
    match carried:
        case None:
            return "enough however many groups pause"
        case 0:
            return "not enough for a single group"
        case 1:
            return "enough for one group alone"
        case _:
            return f"enough up to {carried:,} groups pausing at once"


def _bytes(amount: object, cell_bytes: int) -> int:
    return (amount.in_bytes(cell_bytes) or 0) if isinstance(amount, Amount) else 0
