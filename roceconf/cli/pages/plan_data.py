"""The sheet of a planned switch, as what JSON can say."""

from roceconf.cli.pages.derivation import derivation_data
from roceconf.plan.sheet import ClassSheet, GroupSheet, LeftToDevice, Margin, QueueSheet, Row, Sheet

SCHEMA_VERSION = 1


def plan_data(sheet: Sheet) -> dict[str, object]:
    """Everything of :func:`~roceconf.cli.pages.plan.plan_page`, with every derivation.

    Args:
        sheet: the plan.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "switch": sheet.switch,
        "nos": sheet.nos,
        "platform": sheet.platform or None,
        "hwsku": sheet.hwsku or None,
        "asic": sheet.asic.key,
        "cell_bytes": sheet.asic.cell_bytes.value,
        "partitions": sheet.asic.partitions.value,
        "fan_in": sheet.fan_in,
        "fan_out": sheet.fan_out,
        "classes": [_class(held) for held in sheet.classes],
        "port_groups": [_group(group) for group in sheet.groups],
        "pools": [_row(row) for row in sheet.pools],
        "buffer": [_row(row) for row in sheet.budget],
        "hosts": [_row(row) for row in sheet.hosts],
        "left_to_device": [_left(left) for left in sheet.device],
        "remarks": list(sheet.remarks),
        "sources": dict(sheet.sources),
    }


def _class(held: ClassSheet) -> dict[str, object]:
    return {
        "name": held.name,
        "dscps": list(held.dscps),
        "priority": held.priority,
        "lossless": held.is_lossless,
        "service": held.service,
    }


def _group(group: GroupSheet) -> dict[str, object]:
    return {
        "ports": list(group.ports),
        "speed_mbps": group.speed_mbps,
        "cable_m": group.cable_m,
        "medium": group.medium,
        "mtu_bytes": group.mtu_bytes,
        "lossless_priorities": list(group.lossless),
        "cable": None if group.cable is None else _row(group.cable),
        "headroom": None if group.headroom is None else _row(group.headroom),
        "needs": [_margin(margin) for margin in group.margins],
        "buffer": [_row(row) for row in group.buffers],
        "ecn": [_queue(queue) for queue in group.queues],
        "watchdog": [_row(row) for row in group.watchdog],
    }


def _row(row: Row) -> dict[str, object]:
    held = row.number
    return {
        "name": row.name,
        "value": held.value,
        "unit": held.unit or None,
        "origin": str(held.origin),
        "reason": held.reason,
        "written": row.written or None,
        "derivation": None if held.derivation is None else derivation_data(held.derivation),
    }


def _margin(margin: Margin) -> dict[str, object]:
    return {
        "assumption": margin.assumption,
        "headroom_bytes": margin.needed.headroom_bytes,
        "spare_bytes": margin.spare_bytes,
        "carries_m": margin.carries_m,
        "derivation": derivation_data(margin.needed.derivation),
    }


def _queue(queue: QueueSheet) -> dict[str, object]:
    return {"queue": queue.number, "thresholds": [_row(row) for row in queue.rows], "remarks": list(queue.remarks)}


def _left(left: LeftToDevice) -> dict[str, object]:
    return {"settings": list(left.paths), "ports": list(left.ports), "reason": left.reason}
