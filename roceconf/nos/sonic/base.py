"""The base of a merge: what of it has to be written otherwise, and what of it stays and should be known."""

from collections.abc import Iterator, Mapping

from roceconf.nos.sonic.document import plain
from roceconf.nos.sonic.names import REFERENCES
from roceconf.nos.sonic.numbers import number, priorities
from roceconf.nos.sonic.raw import NOT_PORTS
from roceconf.switch import PortGroup

Fields = dict[str, object]
Rows = dict[str, Fields]
Config = dict[str, Rows]

_PROFILE_LISTS = ("BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST")
"""Tables whose rows name several profiles, with commas between them."""


def write_references_plainly(config: Config) -> int:
    """Take every reference out of the brackets of the old form, so that nothing is named in two ways.

    Args:
        config: the base; changed in place.

    Returns:
        How many were in brackets.
    """
    count = 0
    for row, field in _references(config):
        before = row.get(field)
        if isinstance(before, str) and "[" in before:
            row[field] = ",".join(plain(each.strip()) for each in before.split(","))
            count += row[field] != before
    return count


def _references(config: Config) -> Iterator[tuple[Fields, str]]:
    for reference in REFERENCES:
        yield from ((row, reference.field) for row in config.get(reference.table, {}).values())
    for table in _PROFILE_LISTS:
        yield from ((row, "profile_list") for row in config.get(table, {}).values())


def queues_left(config: Config, port: str, group: PortGroup) -> set[int]:
    """The queues of a port that PFC of the base protects and PFC of the new group does not.

    Args:
        config: the base, as it is before merging.
        port: a port of the group.
        group: what the port is to be.
    """
    qos = config.get("PORT_QOS_MAP", {}).get(port, {})
    maps = config.get("MAP_PFC_PRIORITY_TO_QUEUE", {})
    queues = maps.get(plain(str(qos.get("pfc_to_queue_map", ""))), {})
    before = priorities(str(qos.get("pfc_enable", ""))) or frozenset()
    held = {number(str(queues.get(str(priority), priority))) for priority in before}
    mapped = group.pfc_to_queue
    kept = {priority if mapped is None else mapped.get(priority) for priority in group.pfc.active}
    return {queue for queue in held - kept if queue is not None}


def others_with_pfc(config: Config, groups: Mapping[str, PortGroup]) -> list[str]:
    """Ports of the base that are not ours and have PFC, as notes: it stays, and may not agree with ours.

    Args:
        config: the merged configuration.
        groups: what our ports are to be, by port.
    """
    ports: dict[tuple[str, str], list[str]] = {}
    for port, fields in config.get("PORT_QOS_MAP", {}).items():
        paused = str(fields.get("pfc_enable", ""))
        if paused and port not in groups and port not in NOT_PORTS:
            maps = dict.fromkeys(plain(str(value)) for name, value in fields.items() if name.endswith("_map"))
            ports.setdefault((paused, ", ".join(maps)), []).append(port)
    return [
        f"warning: {_named(held)} not named here: {'they keep' if len(held) > 1 else 'it keeps'} PFC on {paused}"
        + (f" and the maps {maps}" if maps else "")
        + "; name them, or take PFC off where they carry no RoCE"
        for (paused, maps), held in ports.items()
    ]


def _named(ports: list[str]) -> str:
    if len(ports) == 1:
        return f"{ports[0]} is"
    return f"{', '.join(ports[:2])}{f' and {len(ports) - 2} more' if len(ports) > 2 else ''} are"
