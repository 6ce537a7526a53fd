"""The types of the intent's fields: how each is read from YAML, and what an editor is told about it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, PlainValidator, ValidationError, WithJsonSchema
from pydantic_core import InitErrorDetails, PydanticCustomError

from roceconf import ranges, units
from roceconf.intent import addresses, ports, presets
from roceconf.nos import keys as network_oses
from roceconf.units import Size

if TYPE_CHECKING:
    from collections.abc import Callable, Sized

    from roceconf.ranges import Range

Json = dict[str, object]
_Sized = TypeVar("_Sized", bound="Sized")
_Item = TypeVar("_Item", int, str)

_SIZE_SCHEMA: Json = {"type": "string", "pattern": units.SIZE_PATTERN, "examples": ["950KB", "64KiB", "1200cells"]}
_TIME_SCHEMA: Json = {"type": "string", "pattern": units.TIME_PATTERN, "examples": ["200ms", "0.4s"]}
_SHORT_TIME_SCHEMA: Json = {"type": "string", "pattern": units.SHORT_TIME_PATTERN, "examples": ["8us", "12500ns"]}
_DELAY_SCHEMA: Json = {
    "oneOf": [
        {"type": "string", "pattern": units.SHORT_TIME_PATTERN},
        {"type": "string", "pattern": units.DELAY_NAME_PATTERN},
    ],
}
_SHARE_SCHEMA: Json = {
    "oneOf": [
        {"type": "number", "minimum": 0, "maximum": 100},
        {"type": "string", "pattern": units.PERCENT_PATTERN},
    ],
    "examples": [100, "15%"],
}
_PERCENT_SCHEMA: Json = {
    "oneOf": [
        {"type": "number", "minimum": 1, "maximum": 100},
        {"type": "string", "pattern": units.PERCENT_PATTERN},
    ],
    "examples": [7, "7%"],
}
_ALPHA_SCHEMA: Json = {
    "oneOf": [
        {"type": "string", "enum": [str(one) for one in units.ALPHAS]},
        {"type": "number", "enum": [float(one) if one < 1 else int(one) for one in units.ALPHAS]},
    ],
    "examples": ["1/8", 1],
}
_DSCP_ITEM_SCHEMA: Json = {
    "oneOf": [
        {"type": "integer", "minimum": 0, "maximum": 63},
        {"type": "string", "pattern": r"^[0-9]{1,2}(-[0-9]{1,2})?( ?, ?[0-9]{1,2}(-[0-9]{1,2})?)*$"},
    ]
}
_PORTS_ITEM_SCHEMA: Json = {"type": "string", "pattern": r"^[A-Za-z][A-Za-z0-9._/:,\-\[\] ]*$"}


def _one_or_list(item: Json, examples: list[object]) -> Json:
    several: Json = {"type": "array", "items": item, "minItems": 1}
    return {"anyOf": [item, several], "examples": examples}


def _word(pattern: str, wanted: str) -> Callable[[object], str]:
    """A reader of a word that must look like something."""

    def read(value: object) -> str:
        text = str(value) if isinstance(value, str) or type(value) is int else ""
        if not re.fullmatch(pattern, text):
            raise ValueError(f"{str(value)[:60]!r} {wanted}")
        return text

    return read


def _milliseconds(lowest_ms: int, highest_ms: int) -> PlainValidator:
    return PlainValidator(lambda value: units.milliseconds(value, lowest_ms, highest_ms))


def _delay(what: str, allowed_ns: Range) -> PlainValidator:
    """A reader of a delay, or of the name of a thing whose delay is known."""
    return PlainValidator(lambda value: units.delay(value, what, *allowed_ns))


def _whole(lowest: int, highest: int, what: str) -> PlainValidator:
    """A reader of a plain whole number."""

    def read(value: object) -> int:
        if type(value) is not int:
            raise ValueError(f"{str(value)[:60]!r} is no {what}; write a whole number from {lowest} to {highest}")
        if not lowest <= value <= highest:
            raise ValueError(f"{value} is out of range ({lowest} to {highest})")
        return value

    return PlainValidator(read)


def _integer(lowest: int, highest: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "minimum": lowest, "maximum": highest})


def _dscp(value: object) -> tuple[int, ...]:
    """The DSCPs of one item: a number, or text such as "24-31, 48"."""
    if type(value) is int:
        value = str(value)
    if not isinstance(value, str):
        raise ValueError(f"{str(value)[:60]!r} is no DSCP; write numbers from 0 to 63, or a range such as 24-31")
    found: list[int] = []
    for part in value.split(","):
        match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", part.strip())
        if match is None:
            raise ValueError(f"{value[:60]!r} is no DSCP; write numbers from 0 to 63, or a range such as 24-31")
        first, last = int(match[1]), int(match[2] or match[1])
        if last > 63:
            raise ValueError(f"{last} is no DSCP; they go from 0 to 63")
        if last < first:
            raise ValueError(f"{part.strip()} runs backwards; write {last}-{first}")
        found += range(first, last + 1)
    return tuple(found)


def _port_names(value: object) -> tuple[str, ...]:
    if not isinstance(value, str):
        raise ValueError(f"{str(value)[:60]!r} is no port name; write one such as Ethernet0 or Ethernet[1-32]/1")
    return ports.expand(value)


def _each(value: object, read: Callable[[object], tuple[_Item, ...]], what: str, most: int) -> tuple[_Item, ...]:
    """Reads one item or a list of them; every item that is wrong is reported at its own place."""
    found: list[_Item] = []
    wrong: list[InitErrorDetails] = []
    for at, item in enumerate(value if isinstance(value, list) else [value]):
        try:
            found += read(item)
        except ValueError as error:
            wrong.append(InitErrorDetails(type=said(str(error)), loc=(at,), input=item))
        if len(found) > most:
            raise ValueError(f"more than {most} {what}s are named")
    if wrong:
        raise ValidationError.from_exception_data(what, wrong)
    seen: set[_Item] = set()
    for one in found:
        if one in seen:
            raise ValueError(f"{one} is named twice")
        seen.add(one)
    if not found:
        raise ValueError(f"the list is empty; name at least one {what}")
    return tuple(found)


def said(message: str) -> PydanticCustomError:
    """An error whose message is ready to be read by the operator."""
    # The template language of pydantic would take braces of the operator's text for fields.
    return PydanticCustomError("said", "{message}", {"message": message})


def _all_dscps(value: object) -> tuple[int, ...]:
    return tuple(sorted(_each(value, _dscp, "DSCP", 64)))


def _all_ports(value: object) -> tuple[str, ...]:
    return _each(value, _port_names, "port", ports.MAXIMUM_PORTS)


def _medium(value: object) -> object:
    return "fibre" if value == "fiber" else value


def _action(value: object) -> object:
    # EOS says notify-only for what SONiC calls alert: log, and do nothing.
    return "alert" if value in ("notify", "notify-only") else value


def _preset(value: object) -> str:
    known = presets.presets()
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{str(value)[:60]!r} is no class plan" + presets.nearest(str(value), known))
    return value


def _network_os(value: object) -> str:
    known = network_oses()
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{str(value)[:60]!r} is not known here" + presets.nearest(str(value), known))
    return value


def _not_empty(value: _Sized) -> _Sized:
    if not value:
        raise ValueError("is empty; name at least one or leave the line out")
    return value


def _some_ports(value: _Sized) -> _Sized:
    if not value:
        raise ValueError("is empty; write at least one group, such as `[{ports: Ethernet0, speed: 400G, cable: 40m}]`")
    return value


# pydantic's own minimum would also speak where there are items, but wrong ones.
NOT_EMPTY = AfterValidator(_not_empty)
SOME_PORTS = AfterValidator(_some_ports)

HostName = Annotated[
    str,
    PlainValidator(
        _word(
            r"(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*",
            "is no host name; letters, digits and hyphens, at most 63 between dots (RFC 1123)",
        )
    ),
    WithJsonSchema({"type": ["string", "integer"], "pattern": r"^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$"}),
]
ProductName = Annotated[
    str,
    PlainValidator(_word(r"[A-Za-z0-9][A-Za-z0-9._+ -]{0,63}", "is no name of a platform or an ASIC")),
    WithJsonSchema({"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9._+ -]{0,63}$"}),
]
Version = Annotated[
    str,
    PlainValidator(
        _word(
            r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}",
            'is no version; write it in quotes, such as "4.32" (4.30 without them is 4.3)',
        )
    ),
    WithJsonSchema({"type": ["string", "integer"], "pattern": r"^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$"}),
]
NetworkOsKey = Annotated[
    str, PlainValidator(_network_os), WithJsonSchema({"type": "string", "enum": list(network_oses())})
]
PresetName = Annotated[
    str, PlainValidator(_preset), WithJsonSchema({"type": "string", "enum": sorted(presets.presets())})
]
EcnPresetName = Annotated[
    str,
    PlainValidator(_word(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "is no name of an ECN preset")),
    WithJsonSchema({"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"}),
]
BufferSize = Annotated[Size, PlainValidator(units.size), WithJsonSchema(_SIZE_SCHEMA)]
SpeedMbps = Annotated[
    int, PlainValidator(units.speed_mbps), WithJsonSchema({"type": "string", "enum": list(units.SPEEDS_MBPS)})
]
CableM = Annotated[
    float,
    PlainValidator(units.cable_m),
    WithJsonSchema({"type": "string", "pattern": units.LENGTH_PATTERN, "examples": ["3m", "40m", "2km"]}),
]
Percent = Annotated[float, PlainValidator(units.percent), WithJsonSchema(_PERCENT_SCHEMA)]
Alpha = Annotated[Fraction, PlainValidator(units.alpha), WithJsonSchema(_ALPHA_SCHEMA)]
# SONiC takes 100 ms to 5 s (detection) or 60 s (restoration), EOS 10 ms to 60 s: the wider of the two.
WatchdogTimeMs = Annotated[int, _milliseconds(10, 60_000), WithJsonSchema(_TIME_SCHEMA)]
# EOS: 5 ms to 30 s; SONiC 100 ms to 1 s.
PollTimeMs = Annotated[int, _milliseconds(5, 30_000), WithJsonSchema(_TIME_SCHEMA)]
Dscps = Annotated[
    tuple[int, ...],
    PlainValidator(_all_dscps),
    WithJsonSchema(_one_or_list(_DSCP_ITEM_SCHEMA, [[26], 26, "24-31", ["24-31", 48]])),
]
PortNames = Annotated[
    tuple[str, ...],
    PlainValidator(_all_ports),
    WithJsonSchema(
        _one_or_list(_PORTS_ITEM_SCHEMA, ["Ethernet[0-504:8]", "Ethernet[1-32]/[1,5]", ["Ethernet0", "Ethernet8"]])
    ),
]
Prefix = Annotated[
    str,
    PlainValidator(addresses.prefix),
    WithJsonSchema(
        {"type": "string", "pattern": addresses.ADDRESSES_PATTERN, "examples": ["10.1.0.0/25", "2001:db8::/120"]}
    ),
]
MtuBytes = Annotated[
    int, _whole(*ranges.MTU_BYTES, "MTU (the largest IP packet, in bytes)"), _integer(*ranges.MTU_BYTES)
]
Priority = Annotated[int, _whole(0, 7, "priority"), _integer(0, 7)]
Dscp = Annotated[int, _whole(0, 63, "DSCP"), _integer(0, 63)]
FanIn = Annotated[int, _whole(*ranges.FAN_IN, "number of senders"), _integer(*ranges.FAN_IN)]
FanOut = Annotated[int, _whole(*ranges.FAN_OUT, "number of queues"), _integer(*ranges.FAN_OUT)]
RoundTripNs = Annotated[
    int,
    PlainValidator(lambda value: units.nanoseconds(value, "round trip", *ranges.ROUND_TRIP_NS)),
    WithJsonSchema(_SHORT_TIME_SCHEMA),
]
PeerResponse = Annotated[
    int | str,
    _delay("peer's response", ranges.PEER_RESPONSE_NS),
    WithJsonSchema(_DELAY_SCHEMA | {"examples": ["ieee", "1200ns"]}),
]
Gearbox = Annotated[
    int | str, _delay("gearbox delay", ranges.GEARBOX_NS), WithJsonSchema(_DELAY_SCHEMA | {"examples": ["400ns"]})
]
ModelName = Annotated[
    str,
    PlainValidator(_word(r"[a-z][a-z0-9-]{0,62}", "is no name of a headroom model")),
    WithJsonSchema({"type": "string", "pattern": r"^[a-z][a-z0-9-]{0,62}$", "examples": ["ieee"]}),
]
NicName = Annotated[
    str,
    PlainValidator(_word(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,63}", "is no name of a NIC")),
    WithJsonSchema({"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9._ -]{0,63}$", "examples": ["connectx"]}),
]
Share = Annotated[float, PlainValidator(units.share_percent), WithJsonSchema(_SHARE_SCHEMA)]
Lanes = Annotated[int, _whole(1, 8, "number of lanes"), _integer(1, 8)]
ClassName = Annotated[
    str,
    PlainValidator(
        _word(r"[A-Za-z][A-Za-z0-9_-]{0,30}", "is no class name; a letter, then letters, digits, - and _, at most 31")
    ),
    WithJsonSchema({"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,30}$"}),
]
ChannelName = Annotated[
    str,
    PlainValidator(
        _word(
            r"[A-Za-z][A-Za-z0-9._/-]{0,62}",
            "is no port-channel name; write one such as Port-Channel1 or PortChannel0001",
        )
    ),
    WithJsonSchema({"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9._/-]{0,62}$"}),
]
Medium = Annotated[
    Literal["dac", "aec", "aoc", "fibre"],
    BeforeValidator(_medium),
    WithJsonSchema({"type": "string", "enum": ["dac", "aec", "aoc", "fibre", "fiber"]}),
]
WatchdogAction = Annotated[
    Literal["drop", "forward", "alert", "errdisable"],
    BeforeValidator(_action),
    WithJsonSchema({"type": "string", "enum": ["drop", "forward", "alert", "notify", "notify-only", "errdisable"]}),
]
