"""The buffer of the whole switch on the sheet: pools, budget of a partition, headroom pool; and the hosts' CNPs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from roceconf.asic import speed_name
from roceconf.plan.budget import budget_of, unnamed_ports
from roceconf.plan.origin import Number, Origin
from roceconf.plan.sheet.fitted import Written
from roceconf.plan.sheet.model import Row
from roceconf.sizing import CnpClass, Promise, cnp_load, grouped, headroom_pool
from roceconf.switch import Amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.nos import Fitted
    from roceconf.plan.build import Plan
    from roceconf.plan.group import PlannedGroup
    from roceconf.sizing import Budget
    from roceconf.switch import Switch


def pool_rows(planned: Plan, fitted: Fitted) -> Iterator[Row]:
    """Sizes of the pools as published, and of the headroom in them.

    Args:
        planned: the plan.
        fitted: what the network OS can say of it.
    """
    published, written = planned.hardware.buffers, Written(fitted, ())
    if published is None:
        return
    for pool in published.pools:
        size = Number(pool.size_bytes, "B", Origin.PUBLISHED, f"{published.id}, {pool.mode}")
        yield Row(pool.name, size, written.pool(pool.name, "size", Amount(pool.size_bytes)))
        if pool.xoff_bytes is not None:
            headroom = Number(pool.xoff_bytes, "B", Origin.PUBLISHED, published.id)
            yield Row(f"{pool.name} xoff", headroom, written.pool(pool.name, "headroom", Amount(pool.xoff_bytes)))


def budget_rows(planned: Plan, fitted: Switch) -> Iterator[Row]:
    """What the chip's packet buffer is spent on, what is left, and what incast the headroom carries.

    Args:
        planned: the plan.
        fitted: what the network OS can say of it; nothing is known of a budget that the device draws up by itself.
    """
    budget = budget_of(planned.hardware, planned.groups)
    if budget is not None:
        yield from _spent(budget, unnamed_ports(planned.groups))
    pool_bytes, promises = _headroom_pool_bytes(planned, fitted), tuple(_written_promises(planned, fitted))
    if not pool_bytes or not promises:
        return
    held = headroom_pool(
        pool_bytes=pool_bytes,
        promises=promises,
        fan_in=planned.fan_in,
        # No source says whether a limit that is no published pool counts for the chip or for each partition.
        partitions=planned.hardware.asic.partitions.value if planned.hardware.buffers is not None else None,
    )
    groups = "1 group is" if held.groups == 1 else f"{held.groups:,} groups are"
    said = f"{groups} promised {held.promised_bytes:,} B of a headroom pool of {pool_bytes:,} B"
    yield Row("oversubscription", Number(float(held.oversubscription), "", Origin.MODEL, said, held.derivation))
    within = held.partition_groups_carried
    part = "" if within is None else f", {within:,} where all lie in one partition"
    reason = f"groups that find their headroom at once{part}; fan_in asks for {planned.fan_in:,}"
    yield Row("incast carried", Number(held.groups_carried, "", Origin.MODEL, reason))


def _written_promises(planned: Plan, fitted: Switch) -> Iterator[Promise]:
    """What the lossless groups are promised by what is written, which may be one headroom for all."""
    cell = planned.hardware.asic.cell_bytes.value
    for group in fitted.groups:
        held = [each.profile.headroom for each in group.priority_groups if each.profile is not None]
        sizes = [size.in_bytes(cell) or 0 for size in held if isinstance(size, Amount)]
        lossless = [size for size in sizes if size]
        if lossless:
            yield Promise(max(lossless), len(lossless), len(group.ports))


def _headroom_pool_bytes(planned: Plan, fitted: Switch) -> int | None:
    """The headroom pool that is written: as published, or as the network OS limits it; None where it says none."""
    cell = planned.hardware.asic.cell_bytes.value
    sizes = [pool.headroom.in_bytes(cell) for pool in fitted.pools if isinstance(pool.headroom, Amount)]
    return next((size for size in sizes if size), None)


def _spent(budget: Budget, unnamed: int) -> Iterator[Row]:
    shares = (("reserved", budget.reserved_bytes), ("headroom", budget.headroom_bytes), ("shared", budget.shared_bytes))
    reasons = {
        "reserved": "minima of the priority groups, and what each port takes",
        "headroom": "one pool for all groups" if budget.is_pooled else "each group has its own",
        "shared": "what is left for all to compete for",
    }
    if unnamed:
        which = "that the intent does not name"
        counted = f"the port {which} is" if unnamed == 1 else f"the {unnamed:,} ports {which} are"
        reasons["reserved"] += f"; {counted} counted like the others"
    for name, size in shares:
        part = f"; {size // budget.partitions:,} B a partition" if budget.partitions > 1 else ""
        yield Row(name, Number(size, "B", Origin.MODEL, reasons[name] + part, budget.derivation))
    whole, margin = budget.usable_bytes, budget.usable_margin_bytes
    if whole is None:
        whole, margin = budget.buffer_bytes, budget.buffer_margin_bytes
    if whole is not None and margin is not None:
        reason = f"of {whole:,} B that published configurations use of the chip"
        yield Row("left over", Number(margin, "B", Origin.MODEL, reason, budget.derivation))


def host_rows(planned: Plan) -> Iterator[Row]:
    """What the hosts' CNPs take of the ports, for each kind of port with lossless classes; nothing without a NIC."""
    interval_ns = planned.hosts.cnp_interval_ns
    named = planned.hosts.nic
    if named is None or interval_ns is None:
        return
    seen: set[int] = set()
    for each in planned.groups:
        if each.lossless is None or each.said.speed_mbps in seen:
            continue
        seen.add(each.said.speed_mbps)
        served = _served(each)
        load = cnp_load(planned.fan_in, interval_ns=interval_ns, served=served)
        speed = speed_name(each.said.speed_mbps)
        limiters = "1 limiter" if planned.fan_in == 1 else f"{planned.fan_in:,} limiters"
        interval = f"{grouped(Fraction(interval_ns, 1000))} us ({named.name} as delivered)"
        said = f"{limiters}, a CNP each {interval}, {load.frame_bytes} B on the wire"
        if load.capacity_bits_per_second is not None:
            carries = "carries" if load.fits else "does not carry"
            said += (
                f"; the class of the CNPs {carries} them with {grouped(load.capacity_bits_per_second / 10**9, 2)} Gb/s"
            )
        yield Row(f"CNPs at {speed}", Number(load.bits_per_second / 1e6, "Mb/s", Origin.MODEL, said, load.derivation))


def _served(each: PlannedGroup) -> CnpClass | None:
    """How the class of the CNPs is served at these ports; None where there is none."""
    dscp = next(iter(each.intent.cnp_dscps), None)
    index = None if dscp is None or each.classes.dscp_to_tc is None else each.classes.dscp_to_tc.get(dscp)
    scheduler = None if index is None else each.classes.schedulers.get(index)
    if scheduler is None:
        return None
    if scheduler.weight is None:
        return CnpClass(each.said.speed_mbps)
    weights = sum(held.weight or 0 for held in each.classes.schedulers.values())
    return CnpClass(each.said.speed_mbps, share_percent=100 * scheduler.weight / weights)
