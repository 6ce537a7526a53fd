"""Single rows as parts of the model: pools, profiles, maps, schedulers, WRED."""

from collections.abc import Mapping

from roceconf.nos.sonic.document import Row, plain
from roceconf.nos.sonic.numbers import number
from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
    Direction,
    Marking,
    Pool,
    PoolMode,
    Scheduler,
    Service,
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


def pool(name: str, row: Row) -> Pool:
    """A row of BUFFER_POOL."""
    kind, mode = row.get("type"), row.get("mode")
    return Pool(
        name=name,
        direction=Direction(kind) if kind in set(Direction) else None,
        mode=PoolMode(mode) if mode in set(PoolMode) else None,
        size=_pool_size(row),
        headroom=_bytes(row, "xoff"),
    )


def _pool_size(row: Row) -> Amount | None:
    size = _bytes(row, "size")
    percent = number(row.get("percentage"))
    if size is None and percent is not None:
        return Amount(percent, Unit.PERCENT, "the memory buffermgrd finds free")
    return size


def profile(name: str, row: Row) -> BufferProfile:
    """A row of BUFFER_PROFILE."""
    exponent = number(row.get("dynamic_th"))
    return BufferProfile(
        name=name,
        pool=plain(row.get("pool", "")),
        reserved=_bytes(row, "size"),
        headroom=_bytes(row, "xoff"),
        xon=_bytes(row, "xon"),
        xon_offset=_bytes(row, "xon_offset"),
        alpha=Alpha(exponent) if exponent is not None and abs(exponent) < 64 else None,
        limit=_bytes(row, "static_th"),
    )


def class_map(name: str, row: Row) -> ClassMap:
    """A row of one of the map tables; pairs that are no numbers are left out."""
    pairs = {number(source): number(target) for source, target in row.items()}
    return ClassMap.of({s: t for s, t in pairs.items() if s is not None and t is not None}, name)


def scheduler(name: str, row: Row) -> Scheduler:
    """A row of SCHEDULER."""
    unit = Unit.PPS if row.get("meter_type") == _PACKETS else Unit.BYTES_PER_SECOND
    guaranteed, ceiling = number(row.get("cir")), number(row.get("pir"))
    return Scheduler(
        service=_SERVICES.get(row.get("type", "")),
        weight=number(row.get("weight")),
        guaranteed=None if guaranteed is None else Amount(guaranteed, unit),
        ceiling=None if ceiling is None else Amount(ceiling, unit),
        name=name,
    )


def marking(name: str, row: Row) -> Marking:
    """A row of WRED_PROFILE: a curve for each colour it says anything of, and for green where it marks at all."""
    marked = ECN_COLOURS.get(row.get("ecn", "ecn_none"), frozenset())
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
    pmax = number(row.get(f"{colour}_drop_probability"))
    return Curve(
        colour=colour,
        kmin=_bytes(row, f"{colour}_min_threshold"),
        kmax=_bytes(row, f"{colour}_max_threshold"),
        pmax_percent=DEFAULT_PMAX_PERCENT if pmax is None else pmax,
        averaging_weight=WRED_AVERAGING_WEIGHT,
        marks=marks,
        active={"true": True, "false": False}.get(enabled or ""),
    )


def _bytes(row: Row, name: str) -> Amount | None:
    found = number(row.get(name))
    return None if found is None else Amount(found)
