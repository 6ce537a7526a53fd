"""The model: what one switch was told to do about lossless traffic, as a pure value."""

from roceconf.switch.amount import Alpha, Amount, DeviceChosen, Size, Unit
from roceconf.switch.buffers import BufferProfile, Direction, Pool, PoolMode, PriorityGroup
from roceconf.switch.difference import Difference, difference
from roceconf.switch.names import Definition, Names, Use
from roceconf.switch.path import (
    Certainty,
    ClassPath,
    Step,
    classes_of_priority,
    dscps_of_class,
    path_of_class,
    path_of_dscp,
)
from roceconf.switch.places import At, Default, Places, PlaceTable, Span, above
from roceconf.switch.ports import (
    ETHERNET_OVERHEAD_BYTES,
    ClassMap,
    Medium,
    Pfc,
    PortGroup,
    Role,
    Trust,
    Watchdog,
    WatchdogAction,
)
from roceconf.switch.queues import Colour, Curve, Marking, Queue, Scheduler, Service
from roceconf.switch.reading import Concern, Hints, NotReadableError, Reading, Remark, RemarkKind
from roceconf.switch.switch import BufferModel, PortAddress, PortChannel, Switch, assemble, natural_key

__all__ = [
    "ETHERNET_OVERHEAD_BYTES",
    "Alpha",
    "Amount",
    "At",
    "BufferModel",
    "BufferProfile",
    "Certainty",
    "ClassMap",
    "ClassPath",
    "Colour",
    "Concern",
    "Curve",
    "Default",
    "Definition",
    "DeviceChosen",
    "Difference",
    "Direction",
    "Hints",
    "Marking",
    "Medium",
    "Names",
    "NotReadableError",
    "Pfc",
    "PlaceTable",
    "Places",
    "Pool",
    "PoolMode",
    "PortAddress",
    "PortChannel",
    "PortGroup",
    "PriorityGroup",
    "Queue",
    "Reading",
    "Remark",
    "RemarkKind",
    "Role",
    "Scheduler",
    "Service",
    "Size",
    "Span",
    "Step",
    "Switch",
    "Trust",
    "Unit",
    "Use",
    "Watchdog",
    "WatchdogAction",
    "above",
    "assemble",
    "classes_of_priority",
    "difference",
    "dscps_of_class",
    "natural_key",
    "path_of_class",
    "path_of_dscp",
]
