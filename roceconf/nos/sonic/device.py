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
_MBPS_PER_GBPS = 1000


class Sizing(NamedTuple):
    """What decides headroom on one switch.

    Attributes:
        table: the platform's headroom table; None where none is known.
        why_unknown: where there is no table, why, as a clause that can follow "because".
        dynamic: whether a formula of the device sizes headroom instead.
        has_cables: whether the text shows the cable lengths of the switch, so that a port without one has none.
        has_lossless_pool: whether the pool of lossless traffic exists; None where the text has no pools.
        is_static: whether that pool is static.
    """

    table: HeadroomTable | None
    why_unknown: str = ""
    dynamic: bool = False
    has_cables: bool = True
    has_lossless_pool: bool | None = None
    is_static: bool = False


class Derived(NamedTuple):
    """What buffermgrd makes for the lossless priorities of a port.

    Attributes:
        profile: the profile it binds; None where it binds none.
        text: who supplies it or why there is none, as a clause.
        source: where that is documented.
        cause: what decides it, ``cable`` or ``speed``; empty where neither alone does.
        help: what to write there instead; empty where nothing is missing or nothing better is known.
    """

    profile: BufferProfile | None
    text: str
    source: str = BUFFERMGRD
    cause: str = ""
    help: str = ""


def profile_name(speed_mbps: int, cable: str) -> str:
    """The name under which buffermgrd makes and looks for a profile; ``cable`` as CABLE_LENGTH writes it."""
    return f"pg_lossless_{speed_mbps}_{cable}_profile"


def profile_of_row(row: HeadroomRow, *, is_static: bool = False) -> BufferProfile:
    """The profile buffermgrd makes of a row of ``pg_profile_lookup.ini``.

    Where the pool is static it writes the row's threshold as ``static_th`` all the same. An exponent of alpha is no
    number of bytes, so such a profile has no threshold on which anything may be built.
    """
    return BufferProfile(
        name=profile_name(row.speed_mbps, f"{row.cable_m}m"),
        pool=LOSSLESS_POOL,
        reserved=Amount(row.size_bytes),
        headroom=Amount(row.xoff_bytes),
        xon=Amount(row.xon_bytes),
        xon_offset=Amount(row.xon_offset_bytes),
        alpha=None if is_static else Alpha(row.dynamic_th),
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
    if cable is None and sizing.has_cables:
        text = "buffermgrd makes no lossless priority group for a port without cable length"
        return Derived(None, text, cause="cable", help=f"add the port to CABLE_LENGTH{_published(sizing, speed_mbps)}")
    if cable is None and cable_m is None:
        return _left_to_device("CABLE_LENGTH is not in this text")
    if cable_m is None:
        return Derived(None, f"buffermgrd finds no headroom row for the cable length '{cable}'", cause="cable")
    if cable_m == 0 and cable in (None, "0m"):
        text = "buffermgrd makes no lossless priority group for a cable length of 0m"
        return Derived(None, text, cause="cable", help=f"write the cable's length{_published(sizing, speed_mbps)}")
    if speed_mbps is None:
        return _left_to_device("the port's speed is not in this text")
    if sizing.table is None:
        return _left_to_device(sizing.why_unknown)
    row = sizing.table.row(speed_mbps, cable_m)
    if cable is not None and cable != f"{cable_m}m":
        text = (
            f"buffermgrd compares cable lengths letter by letter, so '{cable}' is not '{cable_m}m', and the platform's "
            f"pg_profile_lookup.ini has no row '{speed_mbps} {cable}'"
        )
        wanted = row or sizing.table.next_longer(speed_mbps, cable_m)
        return Derived(None, text, cause="cable", help=f'write "{wanted.cable_m if wanted else cable_m}m"')
    if row is None:
        return _no_row(sizing.table, speed_mbps, cable_m)
    if sizing.has_lossless_pool is False:
        return _left_to_device(f"buffermgrd waits for {LOSSLESS_POOL}, which this text does not have")
    text = f"buffermgrd takes the row '{speed_mbps} {cable_m}m' of the platform's pg_profile_lookup.ini"
    return Derived(profile_of_row(row, is_static=sizing.is_static), text, sizing.table.sources[0])


def _left_to_device(reason: str) -> Derived:
    return Derived(left_to_device(reason), f"the device decides, because {reason}")


def left_to_device(reason: str) -> BufferProfile:
    """The profile of a lossless group whose headroom this text does not tell; ``reason`` can follow "because"."""
    return BufferProfile(headroom=DeviceChosen(reason))


def _published(sizing: Sizing, speed_mbps: int | None) -> str:
    lengths = sizing.table.lengths(speed_mbps) if sizing.table is not None and speed_mbps is not None else ()
    return f": the platform publishes {', '.join(f'{length}m' for length in lengths)} at this speed" if lengths else ""


def _no_row(table: HeadroomTable, speed_mbps: int, cable_m: int) -> Derived:
    lengths = table.lengths(speed_mbps)
    if lengths:
        cause, help = "cable", _help_with_length(table, speed_mbps, cable_m)
        near = sorted(sorted(lengths, key=lambda length: abs(length - cable_m))[:3])
        nearest = f"for {speed_mbps} it has {', '.join(f'{length}m' for length in near)}"
    else:
        cause, help = "speed", _help_with_speed(table, speed_mbps)
        near = sorted(sorted(table.speeds(), key=lambda speed: abs(speed - speed_mbps))[:3])
        nearest = f"it has no row for {speed_mbps}; the nearest speeds are {', '.join(map(str, near))}"
    text = (
        f"the platform's pg_profile_lookup.ini has no row '{speed_mbps} {cable_m}m', so buffermgrd logs "
        f"'No PG profile configured' and leaves the priority group without headroom ({nearest})"
    )
    return Derived(None, text, table.sources[0], cause, help)


def _help_with_length(table: HeadroomTable, speed_mbps: int, cable_m: int) -> str:
    longer = table.next_longer(speed_mbps, cable_m)
    if longer is not None:
        return f'write "{longer.cable_m}m", the next published length that is not shorter'
    return (
        f"no published length is that long: append a row '{speed_mbps} {cable_m}m' to the platform's "
        "pg_profile_lookup.ini, or bind a profile with headroom for this speed and length"
    )


def _help_with_speed(table: HeadroomTable, speed_mbps: int) -> str:
    if speed_mbps * _MBPS_PER_GBPS in table.speeds():
        return f'PORT speed is in Mb/s: write "{speed_mbps * _MBPS_PER_GBPS}"'
    return (
        "write a speed the platform's table has, bind a profile with headroom for this speed and cable length, or take "
        "the priority out of PFC"
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
