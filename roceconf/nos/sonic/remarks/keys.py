"""Keys of rows: index ranges, two rows for one index, ports that do not exist."""

import re
from collections.abc import Iterator

from roceconf.nos.sonic.document import Document, plain
from roceconf.nos.sonic.numbers import LAST_INDEX, indices_taken
from roceconf.nos.sonic.raw import NOT_PORTS, RangedRow, cables_at_odds
from roceconf.nos.sonic.remarks.collect import YANG, Collector, Seen
from roceconf.switch import RemarkKind

_WORDS = {"BUFFER_PG": "priority group", "BUFFER_QUEUE": "queue", "QUEUE": "queue"}
_FIELDS = {"BUFFER_PG": ("profile",), "BUFFER_QUEUE": ("profile",), "QUEUE": ("scheduler", "wred_profile")}
_INDEX = re.compile(r"[0-9]{1,9}")
_ORCH = "sonic-swss e6b0c5b5d2ab: orchagent/orch.cpp:1064"


def notice(seen: Seen, found: Collector) -> None:
    """Note what is wrong with keys."""
    for ports, rows, _ in seen.groups:
        for table, ranged in rows.ranged.items():
            for each in ranged:
                _check_range(seen.document, table, each, ports, found)
            _check_overlap(seen.document, table, ranged, ports, found)
    _check_cable_lists(seen.document, found)
    if seen.document.is_whole:
        for table, key, port in _keys_of_ports(seen.document):
            if port not in seen.document.table("PORT"):
                _stranger(seen.document, table, key, port, found)


def _check_range(document: Document, table: str, each: RangedRow, ports: tuple[str, ...], found: Collector) -> None:
    word, highest = _WORDS[table], LAST_INDEX[table]
    low, _, high = each.indices.partition("-")
    at = (*document.at(table, each.key), -1)
    if ports and ports[0] in NOT_PORTS:
        return
    if not _INDEX.fullmatch(low) or (high and not _INDEX.fullmatch(high)):
        found.add(
            RemarkKind.MALFORMED,
            at,
            f"{table} index '{each.indices[:20]}' is no {word} and no range of them: {YANG}",
            f'write one {word} ("3") or a range ("3-4")',
            source=_ORCH,
            ports=ports,
        )
    elif max(int(low), int(high or low)) > highest:
        found.add(
            RemarkKind.OUT_OF_RANGE,
            at,
            f"{table} index '{each.indices}': a {word} is a number from 0 to {highest}, and {YANG}",
            f"write a {word} from 0 to {highest}",
            source=f"sonic-{table.lower().replace('_', '-')}.yang",
            ports=ports,
        )
    elif high and int(low) >= int(high):
        found.add(
            RemarkKind.MALFORMED,
            at,
            f"{table} range '{each.indices}' does not ascend: orchagent rejects the row, so these keep the chip's "
            "defaults",
            f'write "{high}-{low}"' if int(low) > int(high) else f'write "{low}"',
            source=_ORCH,
            ports=ports,
        )


def _check_overlap(
    document: Document, table: str, ranged: tuple[RangedRow, ...], ports: tuple[str, ...], found: Collector
) -> None:
    word = _WORDS[table]
    for field in _FIELDS[table]:
        earlier: dict[int, RangedRow] = {}
        for each in ranged:
            if field not in each.row:
                continue
            for index in indices_taken(table, each.indices):
                first = earlier.setdefault(index, each)
                if first is each or first.indices == each.indices:
                    continue
                same = plain(first.row[field]) == plain(each.row[field])
                found.add(
                    RemarkKind.CONFLICTING,
                    document.at(table, each.key),
                    f"{table} rows '{first.indices}' and '{each.indices}' both set the {field} of {word} {index}"
                    + (": it is bound twice" if same else ": the later one wins, and the order is not defined"),
                    "write each index in one row only",
                    source="sonic-swss orchagent/bufferorch.cpp, qosorch.cpp: each row is applied as it arrives",
                    is_fatal=not same,
                    ports=ports,
                    also_at=(document.at(table, first.key),),
                )
                break


def _check_cable_lists(document: Document, found: Collector) -> None:
    for port, lengths in cables_at_odds(document).items():
        *earlier, last = [document.at("CABLE_LENGTH", name, port) for name in lengths]
        said = ", ".join(f"{length} in {name}" for name, length in lengths.items())
        found.add(
            RemarkKind.CONFLICTING,
            last,
            f"CABLE_LENGTH lists do not agree ({said}): buffermgrd takes the one that arrives last, and the order is "
            "not defined",
            "keep the port in one list",
            source="sonic-swss cfgmgr/buffermgr.cpp: each list of CABLE_LENGTH is applied as it arrives",
            is_fatal=False,
            ports=(port,),
            also_at=earlier,
        )


def _keys_of_ports(document: Document) -> Iterator[tuple[str, str, str]]:
    for name, row in document.table("CABLE_LENGTH").items():
        yield from (("CABLE_LENGTH", name, port) for port in row)
    for table in ("PORT_QOS_MAP", "PFC_WD"):
        yield from ((table, key, key) for key in document.table(table) if key not in NOT_PORTS)
    for table in _WORDS:
        for key in document.table(table):
            pieces = key.split("|")
            if len(pieces) == 2 and pieces[0] not in NOT_PORTS:
                yield table, key, pieces[0]


def _stranger(document: Document, table: str, key: str, port: str, found: Collector) -> None:
    at = document.at(table, key, port) if table == "CABLE_LENGTH" else document.at(table, key)
    if "," in port:
        found.add(
            RemarkKind.MALFORMED,
            (*at, -1),
            f"{table} names several ports at once, '{port}': PORT has no port of that name, and {YANG}",
            "write one row a port",
            source="leafref to PORT in every SONiC YANG model of ports",
            ports=tuple(each.strip() for each in port.split(",")),
        )
        return
    found.add(
        RemarkKind.MALFORMED,
        (*at, -1),
        f"{table} has a row of port '{port}', which PORT does not have: {YANG}",
        "take the row out; a breakout may have left it behind",
        source="leafref to PORT in every SONiC YANG model of ports",
        ports=(port,),
    )
