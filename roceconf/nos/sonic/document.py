"""A SONiC JSON text as tables: the same shape for ``config_db.json`` and for the old swssconfig lists."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from roceconf.nos.sonic.positions import PositionIndex
from roceconf.nos.sonic.syntax import advice
from roceconf.switch import At, NotReadableError, Span

Row = Mapping[str, str]
"""The fields of one entry. Every value is a string, as in CONFIG_DB; one that was not is in :attr:`Document.bare`."""

_OWNED = """
BUFFER_PG BUFFER_POOL BUFFER_PROFILE BUFFER_QUEUE CABLE_LENGTH DEFAULT_LOSSLESS_BUFFER_PARAMETER DEVICE_METADATA
DEVICE_NEIGHBOR DOT1P_TO_TC_MAP DSCP_TO_TC_MAP FLEX_COUNTER_TABLE INTERFACE LOSSLESS_TRAFFIC_PATTERN
MAP_PFC_PRIORITY_TO_QUEUE PFC_PRIORITY_TO_PRIORITY_GROUP_MAP PFC_WD PORT PORTCHANNEL PORTCHANNEL_INTERFACE
PORTCHANNEL_MEMBER PORT_QOS_MAP QUEUE SCHEDULER TC_TO_DSCP_MAP TC_TO_PRIORITY_GROUP_MAP TC_TO_QUEUE_MAP VLAN_MEMBER
WRED_PROFILE
"""
OWNED = frozenset(_OWNED.split())
"""The tables that are read; every other one is left alone."""

_LEAF_LISTS = frozenset(
    {
        "adv_interface_types",
        "adv_speeds",
        "anchor_route_source",
        "supporting_bulk_counter_groups",
        "t2_group_asns",
    }
)
"""The fields of these tables that are lists (sonic-port.yang, sonic-device_metadata.yang)."""
_PER_PORT = frozenset({"BUFFER_PG", "BUFFER_QUEUE", "QUEUE", "PORT_QOS_MAP", "PFC_WD"})
_LIST_OPERATIONS = ("SET", "DEL")


class Bare(str):
    """A JSON value that was not a string: a number, true, false. Kept as it was written."""

    __slots__ = ()


@dataclass(slots=True)
class Misshapen:
    """A place where an object or a string belongs and something else stands."""

    at: At
    found: str
    wanted: str


@dataclass
class Document:
    """A text, read.

    Attributes:
        text: the whole text.
        tables: rows by table and key; keys joined with ``|``, one row a port even where the text lists several ports.
        origins: where a row stands, for rows that do not stand under their table and key.
        bare: places of values that are not strings.
        misshapen: places of the wrong shape.
        shared: rows whose key lists several ports: table and key as written, and where.
        rebound: rows given again with another content in a list, with the earlier place: table, key, where, earlier.
        is_list: whether it is an old swssconfig list.
        has_repeats: whether some object has the same key twice.
    """

    text: str
    tables: dict[str, dict[str, Row]] = field(default_factory=dict)
    origins: dict[tuple[str, str], At] = field(default_factory=dict)
    bare: list[At] = field(default_factory=list)
    misshapen: list[Misshapen] = field(default_factory=list)
    shared: list[tuple[str, str, At]] = field(default_factory=list)
    rebound: list[tuple[str, str, At, At]] = field(default_factory=list)
    is_list: bool = False
    has_repeats: bool = False

    def table(self, name: str) -> Mapping[str, Row]:
        """The rows of a table, empty where the text has no such table."""
        return self.tables.get(name, {})

    def at(self, table: str, key: str, field_name: str | None = None) -> At:
        """The place of a row or of one of its fields."""
        row = self.origins.get((table, key), (table, key))
        return row if field_name is None else (*row, field_name)

    @cached_property
    def is_whole(self) -> bool:
        """Whether it is a switch's whole configuration: only there do ports have the lanes that YANG demands."""
        return any("lanes" in row for row in self.table("PORT").values())

    @cached_property
    def index(self) -> PositionIndex:
        """The position index, built when first asked for."""
        return PositionIndex(self.text)

    def span(self, at: At) -> Span:
        """The line and column of a place."""
        return self.index.span(at)


def load(text: str) -> Document:
    """Read a JSON text.

    Args:
        text: ``config_db.json`` (an object) or a swssconfig list.

    Returns:
        Its tables.

    Raises:
        NotReadableError: it is not JSON, or neither of the two.
    """
    repeats = False

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal repeats
        found = dict(items)
        if len(found) != len(items):
            repeats = True
        return found

    try:
        content = json.loads(text, object_pairs_hook=pairs, parse_int=Bare, parse_float=Bare, parse_constant=Bare)
    except json.JSONDecodeError as error:
        raise NotReadableError(advice(text, error), error.lineno, error.colno) from None
    except RecursionError:
        raise NotReadableError("brackets are nested too deep: no SONiC configuration goes below three levels") from None
    document = Document(text, has_repeats=repeats)
    if isinstance(content, dict):
        _take_tables(document, content)
    elif isinstance(content, list):
        document.is_list = True
        _take_list(document, content)
    else:
        raise NotReadableError(
            f"a SONiC configuration is an object of tables or a list of operations, this is {_kind(content)}", 1, 1
        )
    if not document.tables and document.misshapen:
        first = document.misshapen[0]
        line, column = document.span(first.at)
        raise NotReadableError(f"{first.at[-1]} is {first.found} where {first.wanted} belongs", line, column)
    if not document.tables:
        raise NotReadableError(
            "no table of SONiC's CONFIG_DB in it (PORT, BUFFER_PG, PORT_QOS_MAP, ...): is it another system's file?",
            1,
            1,
        )
    return document


def _take_tables(document: Document, content: dict[str, object]) -> None:
    for table in OWNED & content.keys():
        rows = content[table]
        if not isinstance(rows, dict):
            document.misshapen.append(Misshapen((table,), _kind(rows), "an object of entries"))
            continue
        document.tables[table] = taken = {}
        for key, fields in rows.items():
            row = _row(document, fields, (table, key))
            if table in _PER_PORT and "," in key.partition("|")[0]:
                document.shared.append((table, key, (table, key)))
                for single in _each_port(key):
                    document.origins[table, single] = (table, key)
                    taken[single] = row
            else:
                taken[key] = row


def _take_list(document: Document, content: list[object]) -> None:
    for number, operation in enumerate(content):
        if not isinstance(operation, dict):
            document.misshapen.append(Misshapen((number,), _kind(operation), "an object with one table key and OP"))
            continue
        verb = str(operation.get("OP", "SET"))
        if verb not in _LIST_OPERATIONS:
            document.misshapen.append(Misshapen((number, "OP"), f'"{verb}"', '"SET" or "DEL"'))
        for name, fields in operation.items():
            table, separator, key = name.partition(":")
            table = table.removesuffix("_TABLE")
            if separator and table in OWNED:
                at: At = (number, name)
                _take_operation(document, table, key, _row(document, fields, at), at, verb)


def _take_operation(document: Document, table: str, key: str, row: Row, at: At, verb: str) -> None:
    taken = document.tables.setdefault(table, {})
    if verb == "DEL":
        taken.pop(key.replace(":", "|"), None)
        return
    for single in _each_port(key.replace(":", "|")) if table in _PER_PORT else (key.replace(":", "|"),):
        earlier = taken.get(single)
        if earlier is not None and earlier != row:
            document.rebound.append((table, single, at, document.at(table, single)))
        taken[single] = row
        document.origins[table, single] = at


def _row(document: Document, fields: object, at: At) -> Row:
    if not isinstance(fields, dict):
        document.misshapen.append(Misshapen(at, _kind(fields), "an object of fields"))
        return {}
    if {str}.issuperset(map(type, fields.values())):
        return fields
    row: dict[str, str] = {}
    for name, value in fields.items():
        if type(value) is str:
            row[name] = value
        elif isinstance(value, Bare):
            row[name] = str(value)
            document.bare.append((*at, name))
        elif isinstance(value, bool):
            row[name] = "true" if value else "false"
            document.bare.append((*at, name))
        elif name in _LEAF_LISTS and isinstance(value, list) and all(isinstance(each, str) for each in value):
            row[name] = ",".join(value)
        else:
            document.misshapen.append(Misshapen((*at, name), _kind(value), "a string"))
    return row


def _each_port(key: str) -> Iterable[str]:
    ports, separator, rest = key.partition("|")
    return [f"{port.strip()}{separator}{rest}" for port in ports.split(",") if port.strip()]


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"the number {str(value)[:20]}" if isinstance(value, Bare) else "a string"


_REFERENCE = re.compile(r"\[\s*[A-Z0-9_]+[|:]([^\]]*)\]")


def plain(reference: str) -> str:
    """A name without the brackets of old references: ``[BUFFER_PROFILE|x]`` is ``x``."""
    if not reference.startswith("["):
        return reference
    found = _REFERENCE.fullmatch(reference.strip())
    return found.group(1).strip() if found else reference
