"""Whether a text is SONiC's: by the tables of CONFIG_DB, or by the rows of a headroom table."""

import re

_TABLE = re.compile(
    r'"(?:PORT|DEVICE_METADATA|CABLE_LENGTH|BUFFER_(?:POOL|PROFILE|PG|QUEUE|PORT_(?:IN|E)GRESS_PROFILE_LIST)|PORT_QOS_MAP'
    r"|DSCP_TO_TC_MAP|DOT1P_TO_TC_MAP|TC_TO_QUEUE_MAP|TC_TO_PRIORITY_GROUP_MAP|MAP_PFC_PRIORITY_TO_QUEUE|WRED_PROFILE"
    r"|SCHEDULER|QUEUE|PFC_WD|PORTCHANNEL(?:_MEMBER|_INTERFACE)?|INTERFACE|VLAN(?:_MEMBER|_INTERFACE)?|LOOPBACK_INTERFACE"
    r"|ACL_RULE|ACL_TABLE|AUTO_TECHSUPPORT(?:_FEATURE)?|BGP_(?:DEVICE_GLOBAL|INTERNAL_NEIGHBOR|NEIGHBOR|PEER_RANGE)"
    r'|CRM|DEVICE_NEIGHBOR|FLEX_COUNTER_TABLE|MGMT_(?:INTERFACE|PORT)|VERSIONS)(?:_TABLE:[^"\n]*)?"\s*:'
)
_ROW = re.compile(r"^[ \t]*[0-9]+[ \t]+[0-9]+m[ \t]+[0-9]+[ \t]+[0-9]+[ \t]+[0-9]+", re.MULTILINE)
_CERTAIN_FROM = 2
"""Two of these table names in one JSON text are no coincidence; one may be."""


def recognise(text: str) -> float:
    """How sure a text is SONiC's.

    Args:
        text: the whole text or its first kilobytes.

    Returns:
        1.0 for two tables of CONFIG_DB or a headroom row, 0.7 for one table, else 0.0. Broken JSON counts the same.
    """
    head = text[:65536]
    start = head.lstrip("\ufeff \t\r\n")[:1]
    if start not in ("{", "["):
        return 1.0 if _ROW.search(head) else 0.0
    found = {match.group() for match in _TABLE.finditer(head)}
    if len(found) >= _CERTAIN_FROM:
        return 1.0
    return 0.7 if found else 0.0
