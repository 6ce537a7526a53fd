"""The names a SONiC text defines and uses, in SONiC's words."""

from typing import NamedTuple

from roceconf.nos.sonic.device import LOSSLESS_POOL
from roceconf.nos.sonic.document import Document, plain
from roceconf.nos.sonic.interpret import NULL_PROFILE
from roceconf.nos.sonic.raw import split_ranged
from roceconf.switch import At, Definition, Names, Use, natural_key

KINDS = {
    "DSCP_TO_TC_MAP": "DSCP map",
    "DOT1P_TO_TC_MAP": "802.1p map",
    "TC_TO_QUEUE_MAP": "traffic class to queue map",
    "TC_TO_PRIORITY_GROUP_MAP": "traffic class to priority group map",
    "MAP_PFC_PRIORITY_TO_QUEUE": "PFC priority to queue map",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": "PFC priority to priority group map",
    "TC_TO_DSCP_MAP": "traffic class to DSCP map",
    "BUFFER_POOL": "buffer pool",
    "BUFFER_PROFILE": "buffer profile",
    "SCHEDULER": "scheduler",
    "WRED_PROFILE": "WRED profile",
}
"""What each table defines."""

_QOS = (
    "orchagent retries the whole PORT_QOS_MAP row for ever, with an INFO line only: none of its maps is bound and PFC "
    "stays off on the port."
)
_QUEUE = "orchagent retries the whole QUEUE row for ever: neither scheduler nor ECN is applied to the queue."
_GROUP = "orchagent retries the row for ever: the priority group keeps the chip's default buffer, without headroom."
_BUFFER_QUEUE = "orchagent retries the row for ever: the queue keeps the chip's default buffer."
_PROFILE = "orchagent retries the profile for ever, and with it every priority group and queue that uses it."


class Reference(NamedTuple):
    """A field that names something: in which table, what, and what the device does when it is not there."""

    table: str
    field: str
    target: str
    consequence: str


REFERENCES = (
    Reference("PORT_QOS_MAP", "dscp_to_tc_map", "DSCP_TO_TC_MAP", _QOS),
    Reference("PORT_QOS_MAP", "dot1p_to_tc_map", "DOT1P_TO_TC_MAP", _QOS),
    Reference("PORT_QOS_MAP", "tc_to_queue_map", "TC_TO_QUEUE_MAP", _QOS),
    Reference("PORT_QOS_MAP", "tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP", _QOS),
    Reference("PORT_QOS_MAP", "pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE", _QOS),
    Reference("PORT_QOS_MAP", "pfc_to_pg_map", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", _QOS),
    Reference("PORT_QOS_MAP", "tc_to_dscp_map", "TC_TO_DSCP_MAP", _QOS),
    Reference("PORT_QOS_MAP", "scheduler", "SCHEDULER", _QOS),
    Reference("QUEUE", "scheduler", "SCHEDULER", _QUEUE),
    Reference("QUEUE", "wred_profile", "WRED_PROFILE", _QUEUE),
    Reference("BUFFER_PG", "profile", "BUFFER_PROFILE", _GROUP),
    Reference("BUFFER_QUEUE", "profile", "BUFFER_PROFILE", _BUFFER_QUEUE),
    Reference("BUFFER_PROFILE", "pool", "BUFFER_POOL", _PROFILE),
)

_BOUND_BY_THE_SYSTEM = ("TUNNEL",)
"""Maps with this in their name are bound by the MuxTunnel of dual-ToR (qos_config.j2), not by a port."""


def names_of(document: Document) -> Names:
    """Every definition and every use of a document."""
    return Names(tuple(_definitions(document)), tuple(_uses(document)), _complete(document))


def _definitions(document: Document) -> list[Definition]:
    return [
        Definition(kind, name, document.at(table, name), _expected_unused(table, name))
        for table, kind in KINDS.items()
        for name in document.table(table)
    ]


def _expected_unused(table: str, name: str) -> bool:
    """Whether it is normal that nobody names it: what the stock templates and the daemons write by themselves."""
    if table in ("BUFFER_PROFILE", "BUFFER_POOL"):
        # buffermgrd makes and leaves pg_lossless_*, the templates write every profile and pool of the platform
        return name.startswith(("pg_lossless_", "ingress_", "egress_")) or name == LOSSLESS_POOL
    if table in ("SCHEDULER", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "TC_TO_DSCP_MAP"):
        return True
    return any(word in name.upper() for word in _BOUND_BY_THE_SYSTEM)


def _uses(document: Document) -> list[Use]:
    uses: list[Use] = []
    for reference in REFERENCES:
        by_name: dict[str, list[str]] = {}
        for key, row in document.table(reference.table).items():
            if row.get(reference.field):
                by_name.setdefault(plain(row[reference.field]), []).append(key)
        for name, keys in by_name.items():
            if name != NULL_PROFILE or reference.table != "BUFFER_PG":
                uses.append(_use(document, reference, name, keys))
    return uses


def _use(document: Document, reference: Reference, name: str, keys: list[str]) -> Use:
    first: At = document.at(reference.table, keys[0], reference.field)
    ports: set[str] = set()
    if reference.table != "BUFFER_PROFILE":
        ports = {split_ranged(key)[0] if "|" in key else key for key in keys} - {"global", "CPU"}
    return Use(
        kind=KINDS[reference.target],
        name=name,
        by=f"{reference.table} {keys[0]}",
        at=first,
        ports=tuple(sorted(ports, key=natural_key)),
        consequence=reference.consequence,
    )


def _complete(document: Document) -> frozenset[str]:
    """A table shows all its definitions; a whole configuration also those of tables it lacks.

    Buffers are the exception: a platform may configure them outside CONFIG_DB, and a text without BUFFER_PROFILE or
    BUFFER_POOL says nothing about them.
    """
    outside = ("BUFFER_PROFILE", "BUFFER_POOL")
    return frozenset(
        kind
        for table, kind in KINDS.items()
        if table in document.tables or (document.is_whole and table not in outside)
    )
