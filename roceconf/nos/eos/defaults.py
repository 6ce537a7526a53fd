"""What EOS does where a configuration says nothing, each with its source."""

from roceconf.nos.eos import HABITS
from roceconf.switch import ClassMap, Default, DeviceChosen

RUN_ALL = "show running-config all of 7260CX-64 (EOS 4.19.1F) and 7260CX3-64 (EOS 4.21.7M)"
"""Printed by real Tomahawk and Tomahawk 2 switches (batfish test configurations)."""
MANUAL = "EOS manual, Quality of Service, as cited by published deployment notes for EOS 4.36"
AVD = "Arista's data model (aristanetworks/avd, pyavd 6.4.0)"

CLASSES = range(8)
DSCPS = range(64)
BEST_EFFORT_CLASS = HABITS.best_effort_class
"""EOS sends DSCP 0 to 7 to traffic class 1, not 0 (MANUAL)."""
CONTROL_CLASS = 7
"""Traffic class 7 and queue 7 are kept for control traffic and fixed to each other (MANUAL)."""

_CLASS_OF_TOP_BITS = (1, 0, 2, 3, 4, 5, 6, 7)
"""Traffic class by the three top bits of the DSCP, and by 802.1p priority: 0 and 1 are swapped (MANUAL)."""

DSCP_MAP: dict[int, int] = {dscp: _CLASS_OF_TOP_BITS[dscp // 8] for dscp in DSCPS}
COS_MAP: dict[int, int] = dict(enumerate(_CLASS_OF_TOP_BITS))
IDENTITY = ClassMap.of({number: number for number in CLASSES})

POOL = "ingress"
"""EOS has one ingress pool without a name of its own."""

DEVICE_SIZES = DeviceChosen("no MMU profile is applied, so EOS sizes it by itself")
PROFILE_SILENT = DeviceChosen("the MMU profile in force does not say it, so EOS sizes it by itself")
PORT_PROFILE = DeviceChosen("the port has an MMU profile of its own, whose line is not understood")

PFC_OFF = Default("EOS leaves PFC off", RUN_ALL)
WATCHDOG_ON = Default("EOS runs the PFC watchdog unless it is switched off", RUN_ALL)
ERRDISABLE = Default("EOS disables the port of a stuck queue", AVD)
STRICT = Default("EOS serves a queue strictly unless `no priority` is said", RUN_ALL)
NOT_COUNTED = Default("EOS does not count marked packets unless told", RUN_ALL)
TRUST_ROUTED = Default("EOS trusts DSCP on a routed port", RUN_ALL)
TRUST_SWITCHED = Default("EOS trusts CoS on a switched port", MANUAL)
NO_GROUP_MAP = Default("EOS has no map from traffic class to priority group: it is the same number", AVD)
NO_PRIORITY_MAP = Default("EOS has no map from PFC priority to queue: it is the same number", AVD)
QUEUE_IDENTITY = Default("EOS maps each traffic class to the queue of the same number", MANUAL)
SIZED_BY_DEVICE = Default("EOS sizes headroom by itself where no MMU profile is applied", AVD)


def dscp_default(dscp: int) -> Default:
    """Who maps a DSCP that no statement maps."""
    first = dscp // 8 * 8
    return Default(f"EOS maps DSCP {first} to {first + 7} to traffic class {DSCP_MAP[dscp]}", MANUAL)


def cos_default(cos: int) -> Default:
    """Who maps an 802.1p priority that no statement maps."""
    return Default(f"EOS maps CoS {cos} to traffic class {COS_MAP[cos]}", MANUAL)
