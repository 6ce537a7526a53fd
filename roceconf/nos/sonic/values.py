"""Single rows as parts of the model: pools, profiles, maps, schedulers, WRED.

A value that the device refuses is left out, so that nothing is built on it; the reader's remark is all that is said.
"""

from collections.abc import Mapping

from roceconf.nos.sonic.document import Row, plain
from roceconf.nos.sonic.schema import pairs_taken, taken
from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
    DeviceChosen,
    Direction,
    Marking,
    Pool,
    PoolMode,
    Scheduler,
    Service,
    Size,
    Unit,
)

ECN_COLOURS: Mapping[str, frozenset[Colour]] = {
    "ecn_none": frozenset(),
    "ecn_green": frozenset({Colour.GREEN}),
    "ecn_yellow": frozenset({Colour.YELLOW}),
    "ecn_red": frozenset({Colour.RED}),
    "ecn_green_yellow": frozenset({Colour.GREEN, Colour.YELLOW}),
    "ecn_green_red": frozenset({Colour.GREEN, Colour.RED}),
    "ecn_yellow_red": frozenset({Colour.YELLOW, Colour.RED}),
    "ecn_all": frozenset(Colour),
}
"""Which colours an ECN mode marks (sonic-wred-profile.yang)."""

WRED_AVERAGING_WEIGHT = 0
"""orchagent fixes it: the queue length is the instantaneous one (sonic-swss orchagent/qosorch.cpp)."""
DEFAULT_PMAX_PERCENT = 100
"""Where no probability is written (sonic-wred-profile.yang; qosorch.cpp sets the same)."""

_SERVICES = {"STRICT": Service.STRICT, "DWRR": Service.WEIGHTED, "WRR": Service.WEIGHTED}
_PACKETS = "packets"
_REFUSED = "the number written is refused, so it is whatever the switch had"


def pool(name: str, row: Row) -> Pool:
    """A row of BUFFER_POOL."""
    kind, mode = row.get("type"), row.get("mode")
    return Pool(
        name=name,
        direction=Direction(kind) if kind in set(Direction) else None,
        mode=PoolMode(mode) if mode in set(PoolMode) else None,
        size=_pool_size(row),
        headroom=_headroom("BUFFER_POOL", row),
    )


def _pool_size(row: Row) -> Amount | None:
    size = _bytes("BUFFER_POOL", row, "size")
    percent = taken("BUFFER_POOL", "percentage", row)
    if size is None and percent is not None:
        return Amount(percent, Unit.PERCENT, "the memory buffermgrd finds free")
    return size


def profile(name: str, row: Row) -> BufferProfile:
    """A row of BUFFER_PROFILE."""
    exponent = taken("BUFFER_PROFILE", "dynamic_th", row)
    return BufferProfile(
        name=name,
        pool=plain(row.get("pool", "")),
        reserved=_bytes("BUFFER_PROFILE", row, "size"),
        headroom=_headroom("BUFFER_PROFILE", row),
        xon=_bytes("BUFFER_PROFILE", row, "xon"),
        xon_offset=_bytes("BUFFER_PROFILE", row, "xon_offset"),
        alpha=None if exponent is None else Alpha(exponent),
        limit=_bytes("BUFFER_PROFILE", row, "static_th"),
    )


def class_map(table: str, name: str, row: Row) -> ClassMap:
    """A row of one of the map tables; pairs that the device refuses are left out."""
    return ClassMap.of(pairs_taken(table, row), name)


def scheduler(name: str, row: Row) -> Scheduler:
    """A row of SCHEDULER."""
    unit = Unit.PPS if row.get("meter_type") == _PACKETS else Unit.BYTES_PER_SECOND
    guaranteed, ceiling = taken("SCHEDULER", "cir", row), taken("SCHEDULER", "pir", row)
    return Scheduler(
        service=_SERVICES.get(row.get("type", "")),
        weight=taken("SCHEDULER", "weight", row),
        guaranteed=None if guaranteed is None else Amount(guaranteed, unit),
        ceiling=None if ceiling is None else Amount(ceiling, unit),
        name=name,
    )


def marking(name: str, row: Row) -> Marking:
    """A row of WRED_PROFILE: a curve for each colour it says anything of, and for green where it marks at all.

    An ECN mode that does not exist was meant to mark: the reader says so of the word, and no drop is read into it.
    """
    marked = ECN_COLOURS.get(row.get("ecn", "ecn_none"), frozenset(Colour))
    curves = [
        _curve(colour, row, colour in marked)
        for colour in Colour
        if _mentions(colour, row) or (colour is Colour.GREEN and colour in marked)
    ]
    return Marking(curves=tuple(curves), name=name)


def _mentions(colour: Colour, row: Row) -> bool:
    return f"wred_{colour}_enable" in row or any(name.startswith(f"{colour}_") for name in row)


def _curve(colour: Colour, row: Row, marks: bool) -> Curve:
    enabled = row.get(f"wred_{colour}_enable")
    pmax = taken("WRED_PROFILE", f"{colour}_drop_probability", row)
    return Curve(
        colour=colour,
        kmin=_bytes("WRED_PROFILE", row, f"{colour}_min_threshold"),
        kmax=_bytes("WRED_PROFILE", row, f"{colour}_max_threshold"),
        pmax_percent=DEFAULT_PMAX_PERCENT if pmax is None else pmax,
        averaging_weight=WRED_AVERAGING_WEIGHT,
        marks=marks,
        active={"true": True, "false": False}.get(enabled or ""),
    )


def _bytes(table: str, row: Row, name: str) -> Amount | None:
    found = taken(table, name, row)
    return None if found is None else Amount(found)


def _headroom(table: str, row: Row) -> Size | None:
    """Headroom; a number that is refused is no headroom of zero, but one that is not known."""
    found = _bytes(table, row, "xoff")
    return DeviceChosen(_REFUSED) if found is None and "xoff" in row else found
