"""A plan, and what the network OS makes of it, to a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.plan.budget import budget_of
from roceconf.plan.build import crowded
from roceconf.plan.sheet.fitted import Written, left_to_device
from roceconf.plan.sheet.groups import group_sheet
from roceconf.plan.sheet.model import ClassSheet, Sheet
from roceconf.plan.sheet.whole import budget_rows, host_rows, pool_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.nos import Fitted
    from roceconf.plan.build import Plan
    from roceconf.switch import Scheduler


def sheet(planned: Plan, fitted: Fitted, title: str) -> Sheet:
    """The sheet of a planned switch.

    Args:
        planned: the plan.
        fitted: what the network OS can say of it.
        title: the network OS as its maker writes it.
    """
    hardware = planned.hardware
    platform = hardware.platform
    return Sheet(
        switch=planned.intent.switch,
        nos=title,
        platform="" if platform is None else f"{platform.vendor} {platform.model}",
        hwsku="" if hardware.hwsku is None else hardware.hwsku.name,
        asic=hardware.asic,
        fan_in=planned.fan_in,
        fan_out=planned.fan_out,
        classes=tuple(_classes(planned)),
        groups=tuple(group_sheet(each, Written(fitted, each.said.ports)) for each in planned.groups),
        pools=tuple(pool_rows(planned, fitted)),
        budget=tuple(budget_rows(planned, fitted.switch)),
        hosts=tuple(host_rows(planned)),
        device=left_to_device(fitted.changes),
        remarks=tuple(_remarks(planned)),
        sources=tuple(dict.fromkeys(_sources(planned))),
    )


def _classes(planned: Plan) -> Iterator[ClassSheet]:
    """The classes by name, then best effort where it has none."""
    classes = planned.groups[0].classes
    for name, held in classes.named.items():
        yield ClassSheet(name, held.dscp, held.priority, held.lossless, _service(classes.schedulers[held.priority]))
    if classes.best_effort not in {held.priority for held in classes.named.values()}:
        service = _service(classes.schedulers[classes.best_effort])
        yield ClassSheet("all other traffic", (), classes.best_effort, False, service)


def _service(scheduler: Scheduler) -> str:
    return "strict" if scheduler.weight is None else f"weight {scheduler.weight}"


def _remarks(planned: Plan) -> Iterator[str]:
    for fact in (planned.hardware.asic.cell_bytes, planned.hardware.asic.partitions):
        if fact.note and fact.standing not in ("published", "derived"):
            yield f"{fact.standing}: {fact.note}"
    if planned.hardware.buffers_note:
        yield planned.hardware.buffers_note.rstrip(".")
    yield from (each.rstrip(".") for each in crowded(planned.hardware, planned.groups))
    for held in dict.fromkeys(
        (each.bounds.published_for, each.bounds.borrowed_from) for each in planned.groups if each.bounds is not None
    ):
        if held[1]:
            yield f"XOFF points and ECN are reckoned with the smallest pool published for {held[0]}, {held[1]}"
    yield from (remark.rstrip(".") for remark in planned.hosts.remarks)
    yield from _counts(planned)
    budget = budget_of(planned.hardware, planned.groups)
    if budget is not None:
        yield from (remark.rstrip(".") for remark in budget.remarks)


def _counts(planned: Plan) -> Iterator[str]:
    """Numbers of ports and senders that do not fit together."""
    ports, known = sum(len(held.ports) for held in planned.intent.ports), planned.hardware.hwsku
    if known is not None and known.ports is not None and ports > known.ports:
        yield f"the intent names {ports} ports; the published port configuration of {known.name} has {known.ports}"
    lossless = sum(len(held.ports) for held in planned.intent.ports if held.rdma)
    if planned.fan_in > lossless > 0:
        yield f"fan_in asks for {planned.fan_in} senders; {lossless} ports are lossless, so that no more can pause"


def _sources(planned: Plan) -> Iterator[tuple[str, str]]:
    """Where the tables and pools stand that the sheet calls by their names in the catalogue."""
    hardware = planned.hardware
    if hardware.table is not None:
        yield hardware.table.id, hardware.table.sources[0]
    for each in planned.groups:
        if each.lossless is not None and each.lossless.kin is not None:
            yield each.lossless.kin.id, each.lossless.kin.sources[0]
    if hardware.buffers is not None:
        yield hardware.buffers.id, hardware.buffers.source
