"""A SONiC text as a Reading."""

from collections.abc import Mapping
from dataclasses import replace

from roceconf.nos.sonic import values
from roceconf.nos.sonic.device import LOSSLESS_POOL, Sizing, known_platform
from roceconf.nos.sonic.document import Document, load
from roceconf.nos.sonic.interpret import Interpreted, Interpreter
from roceconf.nos.sonic.lookup import looks_like_lookup, read_lookup
from roceconf.nos.sonic.names import names_of
from roceconf.nos.sonic.places import ConfigPlaces
from roceconf.nos.sonic.raw import GLOBAL_WATCHDOG, PortRows, alike, rows_by_port
from roceconf.nos.sonic.remarks import Seen, remarks_of
from roceconf.nos.sonic.schema import taken
from roceconf.switch import (
    BufferModel,
    Concern,
    Default,
    Hints,
    NotReadableError,
    PoolMode,
    PortAddress,
    PortChannel,
    PortGroup,
    Reading,
    Switch,
    Watchdog,
    assemble,
)

_CONCERN_OF_TABLE: Mapping[str, frozenset[Concern]] = {
    "PORT": frozenset({Concern.PORTS}),
    "PORT_QOS_MAP": frozenset({Concern.CLASSES, Concern.PFC}),
    "DSCP_TO_TC_MAP": frozenset({Concern.CLASSES}),
    "BUFFER_POOL": frozenset({Concern.BUFFERS}),
    "BUFFER_PROFILE": frozenset({Concern.BUFFERS}),
    "BUFFER_PG": frozenset({Concern.BUFFERS}),
    "CABLE_LENGTH": frozenset({Concern.BUFFERS}),
    "WRED_PROFILE": frozenset({Concern.MARKING}),
    "QUEUE": frozenset({Concern.MARKING, Concern.SCHEDULING}),
    "SCHEDULER": frozenset({Concern.SCHEDULING}),
    "PFC_WD": frozenset({Concern.WATCHDOG}),
}
"""What a text covers by having a table."""


def read(text: str, hints: Hints) -> Reading:
    """Read ``config_db.json``, an old swssconfig list, or ``pg_profile_lookup.ini``.

    Args:
        text: the whole text.
        hints: what the text does not say.

    Raises:
        NotReadableError: it is none of these; the message says where and what to do.
    """
    text = text.removeprefix("\ufeff")
    start = text.lstrip()[:1]
    if start not in ("{", "["):
        if looks_like_lookup(text):
            return read_lookup(text, hints)
        raise NotReadableError(_not_ours(text), 1 if text.strip() else 0, 1)
    document = load(text)
    device = document.table("DEVICE_METADATA").get("localhost", {})
    rows = rows_by_port(document)
    interpreter = Interpreter(document, _sizing(document, device, hints), hints.cable_m, len(rows))
    groups: list[PortGroup] = []
    defaults: dict[str, Mapping[str, Default]] = {}
    bound: dict[str, Mapping[int, str]] = {}
    seen: list[tuple[tuple[str, ...], PortRows, Interpreted]] = []
    for ports in alike(rows):
        interpreted = interpreter.interpret(rows[ports[0]])
        groups.append(replace(interpreted.group, ports=tuple(ports)))
        defaults |= dict.fromkeys(ports, interpreted.defaults)
        bound |= dict.fromkeys(ports, interpreted.bound)
        seen.append((tuple(ports), rows[ports[0]], interpreted))
    profiles = [held.profile for group in groups for held in group.priority_groups]
    profiles += [queue.profile for group in groups for queue in group.queues]
    names_in_force = {profile.name for profile in profiles if profile is not None}
    return Reading(
        nos="sonic",
        switch=_switch(document, device, groups),
        places=ConfigPlaces(document, rows, defaults, bound),
        names=names_of(document),
        remarks=remarks_of(Seen(document, rows, tuple(seen), interpreter.profiles, interpreter.sizing.table)),
        scope=_scope(document),
        line_count=text.count("\n") + (not text.endswith("\n")),
        unbound_profiles=tuple(profile for name, profile in interpreter.profiles.items() if name not in names_in_force),
    )


def _not_ours(text: str) -> str:
    if not text.strip():
        return "the file is empty"
    return (
        "neither config_db.json (which begins with '{'), a swssconfig list ('['), nor rows of pg_profile_lookup.ini "
        "('100000 5m 1248 2288 165568 0 2288'): is it another system's file?"
    )


def _sizing(document: Document, device: Mapping[str, str], hints: Hints) -> Sizing:
    pools = document.table("BUFFER_POOL")
    named = hints.sku or device.get("hwsku", "")
    _, table, why = known_platform(named, device.get("platform", ""))
    return Sizing(
        table=table,
        why_unknown=why,
        dynamic=device.get("buffer_model") == BufferModel.DYNAMIC,
        has_cables="CABLE_LENGTH" in document.tables or (document.is_whole and LOSSLESS_POOL in pools),
        has_lossless_pool=LOSSLESS_POOL in pools if pools else None,
        is_static=pools.get(LOSSLESS_POOL, {}).get("mode") == PoolMode.STATIC,
    )


def _switch(document: Document, device: Mapping[str, str], groups: list[PortGroup]) -> Switch:
    model = device.get("buffer_model")
    poll_ms = taken("PFC_WD", "POLL_INTERVAL", document.table("PFC_WD").get(GLOBAL_WATCHDOG, {}))
    return assemble(
        Switch(
            groups=tuple(groups),
            name=device.get("hostname", ""),
            sku=device.get("hwsku", ""),
            pools=tuple(values.pool(name, row) for name, row in document.table("BUFFER_POOL").items()),
            watchdog=None if poll_ms is None else Watchdog(poll_ms=poll_ms),
            buffer_model=BufferModel(model) if model in set(BufferModel) else None,
            port_channels=_port_channels(document),
            addresses=_addresses(document),
        )
    )


def _port_channels(document: Document) -> tuple[PortChannel, ...]:
    members: dict[str, list[str]] = {name: [] for name in document.table("PORTCHANNEL")}
    for key in document.table("PORTCHANNEL_MEMBER"):
        name, _, port = key.partition("|")
        members.setdefault(name, []).append(port)
    return tuple(PortChannel(name, tuple(ports)) for name, ports in members.items())


def _addresses(document: Document) -> tuple[PortAddress, ...]:
    found = []
    for table in ("INTERFACE", "PORTCHANNEL_INTERFACE"):
        for key in document.table(table):
            port, _, address = key.partition("|")
            if address:
                found.append(PortAddress(port, address))
    return tuple(found)


def _scope(document: Document) -> frozenset[Concern]:
    """A whole ``config_db.json`` covers everything; a part of one covers what its tables are about."""
    if document.is_whole:
        return frozenset(Concern)
    covered: frozenset[Concern] = frozenset()
    for table, concerns in _CONCERN_OF_TABLE.items():
        if table in document.tables:
            covered |= concerns
    return covered
