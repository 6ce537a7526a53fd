"""Every school beside the others, at one speed."""

from __future__ import annotations

from typing import NamedTuple

from roceconf.sizing.ecn.schools import Preset, preset, presets, wanted


class School(NamedTuple):
    """What one school says for a speed.

    Attributes:
        preset: who it is.
        kmin_bytes: its Kmin; None where it says no bytes.
        kmax_bytes: its Kmax; likewise.
        pmax_percent: its Pmax; likewise.
        remarks: why it says none, or what to know before taking it at this speed.
    """

    preset: Preset
    kmin_bytes: int | None
    kmax_bytes: int | None
    pmax_percent: int | None
    remarks: tuple[str, ...]


def compare_schools(speed_mbps: int, rtt_ns: int | None = None) -> tuple[School, ...]:
    """Return what every school says for a speed, uncapped, in the order of their names.

    Args:
        speed_mbps: speed of the egress port.
        rtt_ns: round trip without queues, for schools that scale by the bandwidth-delay product.

    Raises:
        ValueError: the speed or the round trip is not positive.

    Source:
        The schools' own, in ``data/ecn``.
    """
    if speed_mbps <= 0 or (rtt_ns is not None and rtt_ns <= 0):
        raise ValueError(f"speed and round trip must be positive, not {speed_mbps} Mb/s and {rtt_ns} ns")
    return tuple(_school(preset(name), speed_mbps, rtt_ns) for name in presets())


def _school(held: Preset, speed_mbps: int, rtt_ns: int | None) -> School:
    cautions = held.cautions(speed_mbps)
    try:
        asked = wanted(held, speed_mbps, rtt_ns)
    except ValueError as error:
        return School(held, None, None, None, (str(error).removeprefix(f"preset {held.name} "), *cautions))
    return School(held, asked.kmin.value, asked.kmax.value, asked.pmax_percent, cautions)
