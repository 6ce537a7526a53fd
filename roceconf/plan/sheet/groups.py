"""Some ports on the sheet: headroom with its margins, thresholds, ECN and watchdog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.plan.origin import Number, Origin
from roceconf.plan.sheet.model import GroupSheet, Margin, QueueSheet, Row
from roceconf.plan.sheet.thresholds import threshold_rows
from roceconf.plan.sheet.timers import watchdog_rows
from roceconf.sizing import headroom_by, headroom_floor, longest_cable_by_floor, longest_planned_cable_m
from roceconf.switch import Amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.plan.buffers import Lossless
    from roceconf.plan.group import PlannedGroup
    from roceconf.plan.marking import Marked
    from roceconf.plan.sheet.fitted import Written
    from roceconf.sizing import Derivation, EcnThresholds, Headroom, Link

UNIFIED = "unified"


def group_sheet(planned: PlannedGroup, written: Written) -> GroupSheet:
    """The sheet of some ports.

    Args:
        planned: the ports as planned.
        written: what the output says of them.
    """
    said, lossless = planned.said, planned.lossless
    head = (said.ports, said.speed_mbps, said.cable_m, said.medium, planned.mtu_bytes)
    if lossless is None:
        return GroupSheet(*head, (), None, None, (), (), (), ())
    return GroupSheet(
        *head,
        planned.classes.lossless,
        _cable(planned, written),
        _headroom(planned, lossless, written),
        tuple(_margins(planned, lossless)),
        tuple(threshold_rows(planned, lossless, written)),
        tuple(_queue(planned, index, marked, written) for index, marked in planned.marked.items()),
        tuple(watchdog_rows(planned, written)),
    )


def _cable(planned: PlannedGroup, written: Written) -> Row | None:
    cable_m = planned.said.cable_m
    if cable_m is None:
        return None
    return Row("cable", Number(cable_m, "m", Origin.SAID, planned.said.medium), written.cable(-int(-cable_m // 1)))


def _headroom(planned: PlannedGroup, lossless: Lossless, written: Written) -> Row:
    held = lossless.profile.headroom
    assert isinstance(held, Amount)
    number = Number(held.number, str(held.unit), lossless.origin, lossless.brief, lossless.derivation)
    return Row("headroom", number, written.profile(planned.classes.lossless[0], "headroom", held))


def _margins(planned: PlannedGroup, lossless: Lossless) -> Iterator[Margin]:
    """The headroom against the floor, and against the model with the largest and the smallest frames."""
    link, held = lossless.link.link, planned.in_force_bytes
    floor = _floor_of(link)
    yield Margin("floor", floor, held - floor.headroom_bytes, longest_cable_by_floor(held, link))
    for assumption, share in (("full-size frames", 0.0), ("64-byte frames", 1.0)):
        assumed = link._replace(small_packet_share=share)
        needed = headroom_by(UNIFIED, assumed)
        carries = longest_planned_cable_m(held, assumed)
        yield Margin(assumption, needed, held - needed.headroom_bytes, carries)


def _floor_of(link: Link) -> Headroom:
    return headroom_floor(
        speed_mbps=link.speed_mbps,
        cable_m=link.cable_m,
        medium=link.medium,
        frame_bytes=link.frame_bytes,
        lossless_frame_bytes=link.lossless_frame_bytes,
    )


def _queue(planned: PlannedGroup, index: int, marked: Marked, written: Written) -> QueueSheet:
    computed, curve = marked.computed, marked.marking.ecn if marked.marking is not None else None
    if computed is None or curve is None:
        return QueueSheet(index, (), (marked.source,))

    def row(name: str, field: str, value: Amount | int | None, derivation: Derivation) -> Row:
        said = name.lower() in marked.said
        number = Number(
            value.number if isinstance(value, Amount) else value,
            str(value.unit) if isinstance(value, Amount) else "%",
            Origin.SAID if said else Origin.PRESET,
            _bound(name, "said" if said else computed.preset, planned, marked),
            None if said else derivation,
        )
        return Row(name, number, written.curve(index, field, value))

    rows = (
        row("Kmin", "kmin", curve.kmin, computed.kmin),
        row("Kmax", "kmax", curve.kmax, computed.kmax),
        row("Pmax", "pmax_percent", curve.pmax_percent, computed.pmax),
    )
    return QueueSheet(index, rows, tuple(_remarks(planned, marked)))


def _bound(name: str, whose: str, planned: PlannedGroup, marked: Marked) -> str:
    """Who says a threshold, and up to where marking still comes before PFC."""
    caps = marked.computed.caps if marked.computed is not None else ()
    cap = next((cap for cap in caps if cap.threshold == name), None)
    most = None if marked.computed is None else _allowed(name, marked.computed)
    if planned.bounds is None or most is None:
        return whose
    among = f"fan-out {planned.intent.fan_out}" if name == "Kmin" else "one sender"
    if cap is not None and name.lower() not in marked.said:
        return f"{whose} asks for {cap.asked_bytes:,} B; capped, or PFC would come first ({among})"
    if name.lower() in marked.said and _is_above(name, marked, most):
        return f"{whose}; PFC may come first: marking surely does only up to {most:,} B ({among})"
    return f"{whose}; before PFC up to {most:,} B ({among})"


def _allowed(name: str, computed: EcnThresholds) -> int | None:
    """Up to where marking comes before PFC; None where nothing bounds it."""
    return {"Kmin": computed.kmin_allowed_bytes, "Kmax": computed.kmax_allowed_bytes}.get(name)


def _is_above(name: str, marked: Marked, most_bytes: int) -> bool:
    curve = marked.marking.ecn if marked.marking is not None else None
    said = None if curve is None else curve.kmin if name == "Kmin" else curve.kmax
    number = None if said is None else said.in_bytes()
    return number is not None and number > most_bytes


def _remarks(planned: PlannedGroup, marked: Marked) -> Iterator[str]:
    """What keeps marking before PFC, and what is to be known of the curve."""
    computed = marked.computed
    if computed is None:
        return
    if planned.bounds is None:
        yield "not held against PFC: no shared buffer is published for the chip"
    for timed in (computed.round_trip, computed.reaction):
        if timed is not None:
            yield timed.said
    yield from computed.cautions
