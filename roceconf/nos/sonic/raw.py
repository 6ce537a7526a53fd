"""The rows of each port, and the ports whose rows are alike: found before anything is interpreted."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from roceconf.nos.sonic.document import Document, Row
from roceconf.switch import At, NotReadableError

MOST_PORTS = 16_384
"""Ports of one text: sixteen times the 1,024 of the largest Tomahawk switch."""
GLOBAL_QOS = "global"
"""The key of PORT_QOS_MAP for the whole switch."""
GLOBAL_WATCHDOG = "GLOBAL"
"""The key of PFC_WD for the whole switch."""
NOT_PORTS = frozenset({GLOBAL_QOS, GLOBAL_WATCHDOG, "CPU"})
_PORT_FIELDS = ("speed", "mtu", "admin_status", "pfc_asym")
_RANGED = ("BUFFER_PG", "BUFFER_QUEUE", "QUEUE")


class RangedRow(NamedTuple):
    """A row of BUFFER_PG, BUFFER_QUEUE or QUEUE: the indices as written, the whole key, the fields."""

    indices: str
    key: str
    row: Row


class PortRows(NamedTuple):
    """Everything a text says of one port.

    Attributes:
        port: its row of PORT; None where PORT has none.
        cable: its cable length as written; None where two lists of CABLE_LENGTH do not agree.
        cables: the lengths that do not agree.
        qos: its row of PORT_QOS_MAP.
        watchdog: its row of PFC_WD.
        ranged: rows with indices, by table, in the order of the text.
        routed: True where INTERFACE has it, False where VLAN_MEMBER has it, None where neither.
        neighbour: whether DEVICE_NEIGHBOR has it.
    """

    port: Row | None
    cable: str | None
    qos: Row | None
    watchdog: Row | None
    ranged: Mapping[str, tuple[RangedRow, ...]]
    routed: bool | None
    neighbour: bool
    cables: tuple[str, ...] = ()


def split_ranged(key: str) -> tuple[str, str]:
    """Port and indices of ``Ethernet0|3-4`` or of the chassis form ``host|asic0|Ethernet0|3-4``."""
    port, separator, indices = key.rpartition("|")
    if not separator:
        return key, ""
    return (port.rpartition("|")[2] if "|" in port else port), indices


def cable_lengths(document: Document) -> dict[str, tuple[str, str]]:
    """Port to the name of its list in CABLE_LENGTH and the length as written; of several lists the last one."""
    return {
        port: (name, length) for name, row in document.table("CABLE_LENGTH").items() for port, length in row.items()
    }


def cables_at_odds(document: Document) -> dict[str, dict[str, str]]:
    """The ports for which lists of CABLE_LENGTH do not agree, with the length by list."""
    lists = document.table("CABLE_LENGTH")
    if len(lists) < 2:
        return {}
    found: dict[str, dict[str, str]] = {}
    for name, row in lists.items():
        for port, length in row.items():
            found.setdefault(port, {})[name] = length
    return {port: lengths for port, lengths in found.items() if len(set(lengths.values())) > 1}


def port_names(document: Document) -> tuple[str, ...]:
    """The ports: those of PORT, or, in a text without PORT, every port that any other table names."""
    if document.table("PORT"):
        return tuple(document.table("PORT"))
    named: dict[str, None] = {}
    for table in ("PORT_QOS_MAP", "PFC_WD"):
        named.update(dict.fromkeys(document.table(table)))
    for table in _RANGED:
        named.update(dict.fromkeys(split_ranged(key)[0] for key in document.table(table)))
    named.update(dict.fromkeys(cable_lengths(document)))
    return tuple(port for port in named if port not in NOT_PORTS)


def rows_by_port(document: Document) -> dict[str, PortRows]:
    """Every port with its rows.

    Raises:
        NotReadableError: there are more ports than any switch has.
    """
    names = port_names(document)
    if len(names) > MOST_PORTS:
        line, column = document.span(_first_place(document, names[MOST_PORTS]))
        raise NotReadableError(
            f"up to this line {MOST_PORTS + 1:,} ports are configured; no switch has more than {MOST_PORTS:,}: give "
            "the configuration of one switch",
            line,
            column,
        )
    ranged: dict[str, dict[str, list[RangedRow]]] = {table: {} for table in _RANGED}
    for table, by_port in ranged.items():
        for key, row in document.table(table).items():
            port, indices = split_ranged(key)
            by_port.setdefault(port, []).append(RangedRow(indices, key, row))
    cables, at_odds = cable_lengths(document), cables_at_odds(document)
    routed = dict.fromkeys((key.partition("|")[2] for key in document.table("VLAN_MEMBER")), False)
    routed |= dict.fromkeys((key.partition("|")[0] for key in document.table("INTERFACE")), True)
    ports, qos, watchdog = document.table("PORT"), document.table("PORT_QOS_MAP"), document.table("PFC_WD")
    neighbours = document.table("DEVICE_NEIGHBOR")
    return {
        port: PortRows(
            port=ports.get(port),
            cable=cables[port][1] if port in cables and port not in at_odds else None,
            qos=qos.get(port),
            watchdog=watchdog.get(port),
            ranged={table: tuple(by_port.get(port, ())) for table, by_port in ranged.items()},
            routed=routed.get(port),
            neighbour=port in neighbours,
            cables=tuple(at_odds[port].values()) if port in at_odds else (),
        )
        for port in names
    }


def _first_place(document: Document, port: str) -> At:
    """Where a port is named first, for a port that a table has for a key."""
    tables = ("PORT", "PORT_QOS_MAP", "PFC_WD")
    return next((document.at(table, port) for table in tables if port in document.table(table)), ())


def alike(rows: Mapping[str, PortRows]) -> list[list[str]]:
    """The ports in lists whose rows are the same, each in the order of the text."""
    groups: dict[object, list[str]] = {}
    for port, held in rows.items():
        groups.setdefault(_signature(held), []).append(port)
    return list(groups.values())


def _signature(held: PortRows) -> tuple[object, ...]:
    return (
        None if held.port is None else tuple([held.port.get(name) for name in _PORT_FIELDS]),
        held.cable,
        _fields(held.qos),
        _fields(held.watchdog),
        tuple([_ranged(held.ranged[table]) for table in _RANGED]),
        held.routed,
        held.neighbour,
        held.cables,
    )


def _fields(row: Row | None) -> tuple[tuple[str, str], ...] | None:
    return None if row is None else tuple(row.items())


def _ranged(rows: Iterable[RangedRow]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    return tuple([(each.indices, tuple(each.row.items())) for each in rows])
