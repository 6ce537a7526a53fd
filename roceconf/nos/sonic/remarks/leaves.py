"""Single fields against the types of SONiC's YANG models, from ``data/leaves.json``."""

import re

from roceconf.nos.sonic.document import Document, Row, plain
from roceconf.nos.sonic.numbers import PRIORITIES, number
from roceconf.nos.sonic.remarks.collect import YANG, Collector, Seen, port_of
from roceconf.nos.sonic.schema import MapSchema, TableSchema, schema
from roceconf.switch import At, RemarkKind

_NAME = re.compile(r"[a-zA-Z0-9][-a-zA-Z0-9_]{0,31}")
_LARGEST_STOI = 2**31 - 1
_SIMILAR = 0.8
_UNKNOWN_FIELD = {
    "WRED_PROFILE": "orchagent rejects the whole profile, so nothing is marked",
    "SCHEDULER": "orchagent rejects the whole scheduler",
    "BUFFER_POOL": "orchagent logs an error and ignores it",
    "BUFFER_PROFILE": "orchagent logs an error and ignores it",
}
"""What orchagent does with a field it does not know (sonic-swss orchagent/qosorch.cpp, bufferorch.cpp)."""


def notice(seen: Seen, found: Collector) -> None:
    """Note every field that YANG does not allow."""
    document = seen.document
    tables, maps = schema()
    for name, table in tables.items():
        judged: set[tuple[tuple[str, str], ...]] = set()
        faulty: set[tuple[tuple[str, str], ...]] = set()
        for key, row in document.table(name).items():
            if table.is_named:
                _check_name(document, name, key, table.module, found)
            contents = tuple(row.items())
            if contents in judged and contents not in faulty:
                continue
            judged.add(contents)
            if _check_row(document, name, table, key, row, found):
                faulty.add(contents)
    for name, mapping in maps.items():
        for key, row in document.table(name).items():
            _check_name(document, name, key, mapping.module, found)
            _check_map(document, name, mapping, key, row, found)
    _check_cables(document, found)


def _check_row(document: Document, name: str, table: TableSchema, key: str, row: Row, found: Collector) -> bool:
    """Whether anything in the row is at fault; most rows are like one that has been looked at already."""
    faults = 0
    for field, value in row.items():
        kind = table.fields.get(field)
        if kind is None:
            faults += _unknown(document, name, table, key, field, found)
        elif kind != "text":
            faults += _check_value(
                document.at(name, key, field), name, field, kind, value, table, port_of(name, key), found
            )
    if not document.is_list:
        for field in table.mandatory:
            if field not in row:
                faults += 1
                found.add(
                    RemarkKind.MALFORMED,
                    document.at(name, key),
                    f"{name} '{key}' has no '{field}', which is mandatory: {YANG}",
                    f"add '{field}'",
                    source=table.module,
                )
    return faults > 0


def _unknown(document: Document, name: str, table: TableSchema, key: str, field: str, found: Collector) -> bool:
    from difflib import get_close_matches

    near = get_close_matches(field, table.fields, 1, _SIMILAR if table.is_open else 0.5)
    if table.is_open and not near:
        return False
    if (name, field) in (("PFC_WD", "BIG_RED_SWITCH"), ("DEFAULT_LOSSLESS_BUFFER_PARAMETER", "max_headroom_size")):
        return False  # effects.py has the history of these
    consequence = _UNKNOWN_FIELD.get(name)
    found.add(
        RemarkKind.UNKNOWN,
        (*document.at(name, key, field), -1),
        f"{name} has no field '{field}': {consequence + ', and ' if consequence else ''}{YANG}",
        f"did you mean '{near[0]}'?" if near else f"its fields are {', '.join(sorted(table.fields))}",
        source=table.module,
        is_fatal=not table.is_open,
        ports=port_of(name, key),
    )
    return True


def _check_value(
    at: At, name: str, field: str, kind: str, value: str, table: TableSchema, ports: tuple[str, ...], found: Collector
) -> bool:
    word, *arguments = kind.split(" ")
    said = f'{name} {field} "{value[:60]}"'
    if word == "ref":
        return _check_reference(at, name, field, value, table, ports, found)
    if word == "enum":
        if value in arguments:
            return False
        found.add(
            RemarkKind.MALFORMED,
            at,
            f"{said} is none of {', '.join(arguments)}: {YANG}",
            f"write {_nearest(value, arguments)}",
            source=table.module,
            ports=ports,
        )
        return True
    if word == "priorities":
        return _check_priorities(at, said, value, table, ports, found)
    low, high = int(arguments[0]), int(arguments[1])
    plain_number = number(value)
    if plain_number is None:
        found.add(
            RemarkKind.MALFORMED,
            at,
            f"{said} is not a whole number: {YANG}",
            f"write a plain number from {low:,} to {high:,}, without unit, point or separators",
            source=table.module,
            ports=ports,
        )
        return True
    if not low <= plain_number <= high:
        found.add(
            RemarkKind.OUT_OF_RANGE,
            at,
            f"{said} is out of range: {_refusal(name, high)}",
            f"write a number from {low:,} to {high:,}",
            source=table.module,
            ports=ports,
        )
        return True
    if value != value.strip():
        found.add(
            RemarkKind.MALFORMED,
            at,
            f"{said} has a blank beside the number: today's daemons skip it, other readers of CONFIG_DB do not",
            f'write "{value.strip()}"',
            source="sonic-buildimage pull request 25626",
            is_fatal=False,
            ports=ports,
        )
        return True
    return False


def _refusal(name: str, high: int) -> str:
    if name == "WRED_PROFILE" and high == _LARGEST_STOI:
        return "orchagent reads it with stoi, which ends at 2,147,483,647; the profile is never programmed"
    return YANG


def _check_reference(
    at: At, name: str, field: str, value: str, table: TableSchema, ports: tuple[str, ...], found: Collector
) -> bool:
    if value == "":
        found.add(
            RemarkKind.MALFORMED,
            at,
            f'{name} {field} is "": an empty name refers to nothing, and {YANG}',
            "leave the field out",
            source=f"{table.module}; sonic-buildimage pull request 24161",
            ports=ports,
        )
        return True
    if plain(value) == value:
        return False
    is_list = isinstance(at[0], int)
    found.add(
        RemarkKind.OBSOLETE,
        at,
        f"{name} {field} is in the old form '[TABLE|name]': since September 2021 orchagent answers 'malformed "
        "reference, must not be surrounded by [ ]' and does not apply the row",
        f'write the plain name, "{plain(value)}"' if not is_list else "write the plain name",
        source="sonic-swss e6b0c5b5d2ab: orchagent/orch.cpp:736; sonic-buildimage 6cbdf11e53",
        is_fatal=not is_list,
        ports=ports,
    )
    return True


def _check_priorities(
    at: At, said: str, value: str, table: TableSchema, ports: tuple[str, ...], found: Collector
) -> bool:
    if value == "":
        found.add(
            RemarkKind.INEFFECTIVE,
            at,
            f"{said} does not switch anything off: an empty list is not pushed down, so a port that had PFC keeps it",
            "leave the field out, and reload",
            source="sonic-swss pull request 1055; sonic-buildimage pull request 24161",
            is_fatal=False,
            ports=ports,
        )
        return True
    if PRIORITIES.fullmatch(value):
        return False
    pieces = sorted(set(re.findall(r"[0-7]", value)))
    found.add(
        RemarkKind.MALFORMED,
        at,
        f"{said} is no list of priorities such as 3,4 (no blanks, no ranges): {YANG}",
        f'write "{",".join(_expanded(value) or pieces)}"',
        source=table.module,
        ports=ports,
    )
    return True


def _expanded(value: str) -> list[str]:
    span = re.fullmatch(r"\s*([0-7])\s*-\s*([0-7])\s*", value)
    return [str(index) for index in range(int(span[1]), int(span[2]) + 1)] if span else []


def _nearest(value: str, choices: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(value.lower(), choices, 1, 0.5)
    return f'"{near[0]}"' if near else " or ".join(f'"{choice}"' for choice in choices)


def _check_name(document: Document, table: str, key: str, module: str, found: Collector) -> None:
    if _NAME.fullmatch(key):
        return
    found.add(
        RemarkKind.MALFORMED,
        (*document.at(table, key), -1),
        f"{table} name '{key[:60]}' is not allowed: {YANG}",
        "a name begins with a letter or digit and has at most 32 letters, digits, '-' and '_' (no dots)",
        source=module,
    )


def _check_map(document: Document, table: str, mapping: MapSchema, key: str, row: Row, found: Collector) -> None:
    for source, target in row.items():
        for (word, high), text, where in ((mapping.source, source, -1), (mapping.target, target, None)):
            if re.fullmatch(r"[0-9]{1,3}", text) and int(text) <= high:
                continue
            at = document.at(table, key, source)
            found.add(
                RemarkKind.OUT_OF_RANGE if number(text) is not None else RemarkKind.MALFORMED,
                at if where is None else (*at, where),
                f"{table} '{key}': {word} \"{text[:20]}\" is not a number from 0 to {high}: {YANG}",
                f"write a {word} from 0 to {high}",
                source=mapping.module,
            )


def _check_cables(document: Document, found: Collector) -> None:
    for name, row in document.table("CABLE_LENGTH").items():
        _check_name(document, "CABLE_LENGTH", name, "sonic-cable-length.yang", found)
        for port, length in row.items():
            if re.fullmatch(r"[0-9]+m", length):
                continue
            found.add(
                RemarkKind.MALFORMED,
                document.at("CABLE_LENGTH", name, port),
                f"cable length \"{length[:20]}\" is not a whole number of metres with 'm': {YANG}, and buffermgrd "
                "finds no headroom row for it",
                f'write "{_metres_meant(length)}"',
                source="sonic-cable-length.yang",
                ports=(port,),
            )


def _metres_meant(text: str) -> str:
    found = re.match(r"\s*([0-9]{1,6})(\.[0-9]*)?\s*m?$", text)
    if not found:
        return "40m"
    return f"{int(found[1]) + bool((found[2] or '.0').strip('.0'))}m"
