"""What ``config load`` leaves behind on a stock switch: it merges and deletes nothing."""

from collections.abc import Iterator

from roceconf.nos.sonic.numbers import indices_taken, ranges
from roceconf.nos.sonic.stock_rows import STOCK_LOSSLESS, STOCK_ROWS
from roceconf.nos.sonic.tables import PortRow, Tables


def stock_left_behind(tables: Tables) -> list[str]:
    """What has to go before the file is loaded, because it would overlap or contradict.

    Args:
        tables: of the file.

    Returns:
        A note that names the rows to delete, and one that names the fields to take out; none where nothing is left.
    """
    rows: dict[str, int] = {}
    fields: dict[str, int] = {}
    bound: dict[str, dict[str, set[str]]] = {table: {} for table in STOCK_ROWS}
    for table, bindings in (("BUFFER_PG", tables.priority_groups), ("BUFFER_QUEUE", tables.buffer_queues)):
        for held in bindings:
            bound[table].setdefault(held.port, set()).add(held.indices)
    for port in tables.ports:
        for row in _rows_in_the_way(port, bound):
            rows[row] = rows.get(row, 0) + 1
        for field in _fields_in_the_way(port):
            fields[field] = fields.get(field, 0) + 1
    notes = []
    if rows:
        notes.append(
            f"warning: 'config load' deletes nothing: on a switch with SONiC's stock rows first delete "
            f"{_counted(rows)}, else ranges overlap, and which one wins is not defined"
        )
    if fields:
        notes.append(
            f"warning: 'config load' deletes nothing: on a switch with SONiC's stock rows first take out "
            f"{_counted(fields)}, which this file leaves out on purpose"
        )
    return notes


def _rows_in_the_way(port: PortRow, bound: dict[str, dict[str, set[str]]]) -> Iterator[str]:
    """Stock rows that a row of ours, or one buffermgrd will make, covers in part, and groups that lose their PFC."""
    active = port.group.pfc.active
    for table, stock in STOCK_ROWS.items():
        spans = bound[table].get(port.name, set())
        if table == "BUFFER_PG":
            spans = spans.union(ranges(active))
        for row in stock:
            covered = set(indices_taken(table, row))
            crosses = any(span != row and covered.intersection(indices_taken(table, span)) for span in spans)
            if crosses or (table == "BUFFER_PG" and covered == STOCK_LOSSLESS and not active):
                yield f"{table}|PORT|{row}"


def _fields_in_the_way(port: PortRow) -> Iterator[str]:
    """Fields that merging keeps: PFC of a port that is to have none, ECN of a queue that is not to mark."""
    if not port.group.pfc.active:
        yield "pfc_enable and pfcwd_sw_enable of PORT_QOS_MAP|PORT"
    for queue in port.group.queues:
        if queue.index in STOCK_LOSSLESS and queue.marking is None and queue.scheduler is not None:
            yield f"wred_profile of QUEUE|PORT|{queue.index}"


def _counted(rows: dict[str, int]) -> str:
    return ", ".join(f"{row} ({count} {'port' if count == 1 else 'ports'})" for row, count in rows.items())
