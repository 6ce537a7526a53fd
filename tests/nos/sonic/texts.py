"""A small switch as text, and what is changed in it."""

import json
from typing import Any

from roceconf.nos.sonic import OS
from roceconf.switch import Hints, Reading

Config = dict[str, Any]

PORTS = ("Ethernet0", "Ethernet8")
_IDENTITY = {str(each): str(each) for each in range(8)}
_BASE: Config = {
    "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "Dell-Z9864f-O64", "type": "LeafRouter"}},
    "PORT": {
        port: {"lanes": f"{number}", "speed": "800000", "mtu": "9100", "admin_status": "up"}
        for number, port in enumerate(PORTS)
    },
    "CABLE_LENGTH": {"AZURE": dict.fromkeys(PORTS, "40m")},
    "DSCP_TO_TC_MAP": {"AZURE": {str(dscp): "3" if dscp == 26 else "0" for dscp in range(64)}},
    "TC_TO_QUEUE_MAP": {"AZURE": _IDENTITY},
    "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {str(each): "3" if each == 3 else "0" for each in range(8)}},
    "MAP_PFC_PRIORITY_TO_QUEUE": {"AZURE": _IDENTITY},
    "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}}
    | {
        port: {
            "dscp_to_tc_map": "AZURE",
            "tc_to_queue_map": "AZURE",
            "tc_to_pg_map": "AZURE",
            "pfc_to_queue_map": "AZURE",
            "pfc_enable": "3",
            "pfcwd_sw_enable": "3",
        }
        for port in PORTS
    },
    "BUFFER_POOL": {
        "ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "162539680", "xoff": "33374584"},
        "egress_lossless_pool": {"type": "egress", "mode": "static", "size": "162539680"},
    },
    "BUFFER_PROFILE": {
        "ingress_lossy_profile": {"pool": "ingress_lossless_pool", "size": "0", "static_th": "165867080"},
        "egress_lossless_profile": {"pool": "egress_lossless_pool", "size": "0", "static_th": "165867080"},
    },
    "BUFFER_PG": {f"{port}|0": {"profile": "ingress_lossy_profile"} for port in PORTS},
    "BUFFER_QUEUE": {f"{port}|3-4": {"profile": "egress_lossless_profile"} for port in PORTS},
    "SCHEDULER": {"scheduler.1": {"type": "DWRR", "weight": "15"}},
    "WRED_PROFILE": {
        "ROCE": {
            "ecn": "ecn_green",
            "wred_green_enable": "true",
            "green_min_threshold": "950000",
            "green_max_threshold": "3000000",
            "green_drop_probability": "7",
        }
    },
    "QUEUE": {f"{port}|3": {"scheduler": "scheduler.1", "wred_profile": "ROCE"} for port in PORTS},
    "PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "200"}}
    | {port: {"action": "drop", "detection_time": "400", "restoration_time": "400"} for port in PORTS},
}


def config() -> Config:
    """A fresh copy of a clean configuration, in which no two rows are one object."""
    fresh: Config = json.loads(json.dumps(_BASE))
    return fresh


def put(tables: Config, path: str, value: object) -> Config:
    """Set what a path like ``PORT/Ethernet0/speed`` leads to; None takes it out. Slashes separate steps."""
    *steps, last = path.split("/")
    place = tables
    for step in steps:
        place = place.setdefault(step, {})
    if value is None:
        del place[last]
    else:
        place[last] = value
    return tables


def read(tables: Config | str, hints: Hints = Hints()) -> Reading:  # noqa: B008  a NamedTuple is no shared state
    """Read tables as SONiC prints them."""
    return OS.read(tables if isinstance(tables, str) else json.dumps(tables, indent=4), hints)
