"""What SONiC's daemons make of a configuration by themselves: buffermgrd's priority groups, pfcwd's defaults."""

from typing import NamedTuple

from roceconf.asic import HeadroomRow, HeadroomTable, Platform, find_hwsku, find_platform
from roceconf.switch import Alpha, Amount, BufferProfile, DeviceChosen

LOSSLESS_POOL = "ingress_lossless_pool"
"""The pool of every profile that buffermgrd makes (sonic-swss cfgmgr/buffermgr.cpp)."""

BUFFERMGRD = "sonic-swss e6b0c5b5d2ab: cfgmgr/buffermgr.cpp"
PFCWD_DEFAULT = "sonic-utilities 691b1bbc4fd2: pfcwd/main.py, start_default"
_START_DEFAULT_MS = 200
_PORTS_PER_STEP = 32
_LONGEST_POLL_MS = 1000


class Sizing(NamedTuple):
    """What decides headroom on one switch.

    Attributes:
        table: the platform's headroom table; None where none is known.
        why_unknown: where there is no table, why, as a clause that can follow "because".
        dynamic: whether a formula of the device sizes headroom instead.
        has_cables: whether the text has CABLE_LENGTH at all.
        has_lossless_pool: whether the pool of lossless traffic exists; None where the text has no pools.
    """

    table: HeadroomTable | None
    why_unknown: str = ""
    dynamic: bool = False
    has_cables: bool = True
    has_lossless_pool: bool | None = None


class Derived(NamedTuple):
    """What buffermgrd makes for the lossless priorities of a port.

    Attributes:
        profile: the profile it binds; None where it binds none.
        text: who supplies it or why there is none, as a clause.
        source: where that is documented.
    """

    profile: BufferProfile | None
    text: str
    source: str = BUFFERMGRD


def profile_name(speed_mbps: int, cable: str) -> str:
    """The name under which buffermgrd makes and looks for a profile; ``cable`` as CABLE_LENGTH writes it."""
    return f"pg_lossless_{speed_mbps}_{cable}_profile"


def profile_of_row(row: HeadroomRow) -> BufferProfile:
    """The profile buffermgrd makes of a row of ``pg_profile_lookup.ini``."""
    return BufferProfile(
        name=profile_name(row.speed_mbps, f"{row.cable_m}m"),
        pool=LOSSLESS_POOL,
        reserved=Amount(row.size_bytes),
        headroom=Amount(row.xoff_bytes),
        xon=Amount(row.xon_bytes),
        xon_offset=Amount(row.xon_offset_bytes),
        alpha=Alpha(row.dynamic_th),
    )


def known_platform(named: str, sonic_platform: str = "") -> tuple[Platform | None, HeadroomTable | None, str]:
    """The platform of a name, its headroom table, and why there is none.

    Args:
        named: HWSKU or platform as a file or the user names it; empty for none.
        sonic_platform: ``DEVICE_METADATA.localhost.platform``, which tells apart boxes that share a HWSKU name.

    Returns:
        Platform, table, and where the table is None the reason as a clause.
    """
    if not named:
        return None, None, "the HWSKU is not said"
    found = find_hwsku(named, sonic_platform)
    if found is not None:
        table = found[1].table()
        return found[0], table, "" if table else f"no headroom table of HWSKU {named} is public"
    platform = find_platform(named)
    if platform is None:
        return None, None, f"the headroom table of {named} is not known"
    table = platform.table_for(None)
    return platform, table, "" if table else f"{named} has no headroom table on which all its HWSKUs agree"


def derive(sizing: Sizing, speed_mbps: int | None, cable: str | None, cable_m: int | None) -> Derived:
    """What buffermgrd binds to the priority groups of a port with PFC on.

    Args:
        sizing: what decides on this switch.
        speed_mbps: PORT.speed.
        cable: the cable length as written; None where the text does not say it.
        cable_m: its metres, or those the user supplies; None where neither is known or the text's is malformed.
    """
    if sizing.dynamic:
        return Derived(None, "with buffer_model dynamic only a BUFFER_PG row with profile NULL makes a lossless group")
    if cable is None and cable_m is None:
        if sizing.has_cables:
            return Derived(None, "buffermgrd makes no lossless priority group for a port without cable length")
        return _left_to_device("CABLE_LENGTH is not in this text")
    if cable_m is None:
        return Derived(None, f"buffermgrd finds no headroom row for the cable length '{cable}'")
    if cable_m == 0:
        return Derived(None, "buffermgrd makes no lossless priority group for a cable length of 0m")
    if speed_mbps is None:
        return _left_to_device("the port's speed is not in this text")
    if sizing.table is None:
        return _left_to_device(sizing.why_unknown)
    row = sizing.table.row(speed_mbps, cable_m)
    if row is None:
        return Derived(None, _no_row(sizing.table, speed_mbps, cable_m), sizing.table.sources[0])
    if sizing.has_lossless_pool is False:
        return _left_to_device(f"buffermgrd waits for {LOSSLESS_POOL}, which this text does not have")
    text = f"buffermgrd takes the row '{speed_mbps} {cable_m}m' of the platform's pg_profile_lookup.ini"
    return Derived(profile_of_row(row), text, sizing.table.sources[0])


def _left_to_device(reason: str) -> Derived:
    return Derived(BufferProfile(headroom=DeviceChosen(reason)), f"the device decides, because {reason}")


def _no_row(table: HeadroomTable, speed_mbps: int, cable_m: int) -> str:
    lengths = table.lengths(speed_mbps)
    if lengths:
        near = sorted(sorted(lengths, key=lambda length: abs(length - cable_m))[:3])
        nearest = f"for {speed_mbps} it has {', '.join(f'{length}m' for length in near)}"
    else:
        near = sorted(sorted(table.speeds(), key=lambda speed: abs(speed - speed_mbps))[:3])
        nearest = f"it has no row for {speed_mbps}; the nearest speeds are {', '.join(map(str, near))}"
    return (
        f"the platform's pg_profile_lookup.ini has no row '{speed_mbps} {cable_m}m', so buffermgrd logs "
        f"'No PG profile configured' and leaves the priority group without headroom ({nearest})"
    )


def default_watchdog_ms(port_count: int) -> tuple[int, int]:
    """Detection and poll interval that ``pfcwd start_default`` sets, in milliseconds.

    Args:
        port_count: how many ports the switch has.

    Returns:
        Detection (and restoration, which is the same), and poll interval.
    """
    step_ms = _START_DEFAULT_MS * max(1, (port_count - 1) // _PORTS_PER_STEP + 1)
    return step_ms, min(step_ms, _LONGEST_POLL_MS)
