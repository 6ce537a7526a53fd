"""Why SONiC says a value otherwise, by path; see :func:`roceconf.nos.fitting.fitted`."""

from collections.abc import Mapping

_BYTES = "CONFIG_DB takes bytes"
_PROFILE = (
    "BUFFER_PROFILE needs a pool, a size and one threshold in bytes; a profile without them is left to the device, "
    "and two profiles of one name become one"
)

POLL = (
    "SONiC has one poll interval for the switch, 100 to 1000 ms and not above any detection or restoration time; the "
    "rest of the watchdog is said port by port"
)
"""Also the reason of every change of the watchdog of the switch as a whole."""

REASONS: Mapping[str, str] = {
    "name": "DEVICE_METADATA takes a host name as it is",
    "sku": "DEVICE_METADATA names the HWSKU of the platform, not its model",
    "version": "config_db.json does not name the release",
    "pools": ("BUFFER_POOL needs a type, a mode and sizes in bytes; a pool without them is left to the device"),
    "watchdog": (
        "a port has a watchdog by its row in PFC_WD, and none without one: no word says off, and nothing watches a "
        "port without PFC"
    ),
    "watchdog.enabled": "the row in PFC_WD switches the watchdog on",
    "watchdog.priorities": "the watchdog watches what pfcwd_sw_enable lists, which is what PFC is on for",
    "watchdog.detection_ms": "PFC_WD.detection_time is mandatory and takes 100 to 5000 ms",
    "watchdog.restoration_ms": "PFC_WD.restoration_time takes 100 to 60000 ms",
    "watchdog.poll_ms": POLL,
    "watchdog.action": (
        "PFC_WD.action takes drop, forward or alert, and from Tomahawk 3 on one action serves the whole switch"
    ),
    "watchdog.forced": "PFC_WD has no word for restoring while pause frames still arrive",
    "pfc_all_off": "SONiC has no such statement; pfc_enable is left out of every port instead",
    "buffer_model": "no Broadcom platform has the dynamic buffer model",
    "explicit_buffers": (
        "where the platform publishes headroom buffermgrd sizes it, everywhere else sizes are written anyway"
    ),
    "port_channels": "SONiC calls them PortChannel and a number of up to four digits",
    "addresses": "only ports and port-channels get an address here, written as address and prefix length",
    "ports": "every port is written once",
    "speed_mbps": "PORT.speed takes Mb/s",
    "lanes": "PORT.lanes names the SerDes of each port, which the platform knows; they stay as the switch has them",
    "mtu_bytes": "PORT.mtu takes 68 to 9216 bytes",
    "cable_m": (
        "buffermgrd looks up speed and cable length exactly, so the cable is written as the next published length "
        "that is not shorter and whose headroom is not smaller"
    ),
    "medium": "SONiC does not ask what a cable is made of",
    "role": "SONiC does not ask here what is at the other end",
    "admin_up": "PORT.admin_status takes up or down",
    "routed": "a port is routed by its row in INTERFACE; there is no row that says it is not",
    "trust": "SONiC trusts the field whose map is bound to the port, and has no trust in the port itself",
    "default_cos": "SONiC has no word for the 802.1p priority of untagged frames",
    "dscp_to_tc": (
        "every DSCP is written, those nobody named into the lowest lossy class; without trust in DSCP no map is bound"
    ),
    "cos_to_tc": "a map is bound only where 802.1p is trusted and no DSCP map is bound",
    "tc_to_pg": "a map without entries cannot be written",
    "tc_to_queue": "a map without entries cannot be written",
    "pfc_to_queue": "a map without entries cannot be written",
    "pfc": "SONiC switches PFC on by listing priorities in pfc_enable and off by leaving the field out",
    "link_pause": "SONiC has no words for global pause in CONFIG_DB",
    "ceiling": "the shaper of a whole port is not written; PORT_QOS_MAP.scheduler stays as the switch has it",
    "classified_elsewhere": "the policy or access list is not carried over; the maps decide",
    "priority_groups": (
        "buffermgrd binds one profile for speed and cable length to every priority of pfc_enable: the platform's "
        "published row where it covers what is asked, else the largest headroom asked, written out"
    ),
    "queues": _PROFILE,
    "queues.*.scheduler": (
        "SCHEDULER takes rates in bytes or packets a second, a ceiling only beside a guaranteed rate"
    ),
    "queues.*.scheduler.guaranteed": "SCHEDULER.cir takes bytes a second",
    "queues.*.scheduler.ceiling": "SCHEDULER.pir takes bytes a second, and only beside cir",
    "queues.*.scheduler.weight": "SCHEDULER.weight takes 1 to 100",
    "queues.*.marking": "WRED_PROFILE has one curve a colour",
    "queues.*.marking.curves": (
        "WRED_PROFILE has one curve a colour: bytes, a probability (100 where none is said), and no averaging, "
        "because orchagent fixes the weight to 0"
    ),
    "queues.*.marking.counted": "marked packets are counted by FLEX_COUNTER_TABLE, not by the profile",
    "queues.*.profile": _PROFILE,
    "queues.*.profile.reserved": f"BUFFER_PROFILE.size is mandatory; {_BYTES}",
    "queues.*.profile.alpha": "BUFFER_PROFILE takes one threshold, an exponent from -8 to 7",
    "queues.*.profile.limit": f"BUFFER_PROFILE takes one threshold; {_BYTES}",
}
