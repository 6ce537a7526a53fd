"""The pages of ``explain kmin``, ``kmax`` and ``pmax``, and the same for programs."""

from enum import StrEnum
from typing import NamedTuple

from roceconf.asic import speed_name
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.sizing import Derivation, EcnThresholds, Preset, School


class Threshold(StrEnum):
    """The three numbers of a marking curve."""

    KMIN = "kmin"
    KMAX = "kmax"
    PMAX = "pmax"


_MEANING = {
    Threshold.KMIN: "the queue length from which packets are marked",
    Threshold.KMAX: "the queue length from which every packet is marked",
    Threshold.PMAX: "the share of packets marked just below Kmax",
}


class MarkingAsked(NamedTuple):
    """What a page is about.

    Attributes:
        threshold: the number asked for.
        speed_mbps: speed of the egress port.
        held: the whole curve.
        taken: who gave buffer and counts, or what is missing, one sentence each.
        schools: every school at this speed.
        sources: where what is published stands.
        caveats: what to know before relying on it.
    """

    threshold: Threshold
    speed_mbps: int
    held: EcnThresholds
    taken: tuple[str, ...]
    schools: tuple[School, ...]
    sources: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()

    @property
    def derivation(self) -> Derivation:
        """How the number asked for came about."""
        return {
            Threshold.KMIN: self.held.kmin,
            Threshold.KMAX: self.held.kmax,
            Threshold.PMAX: self.held.pmax,
        }[self.threshold]


def marking_page(asked: MarkingAsked) -> str:
    """Value, derivation, caps, time, cautions, and every school beside it.

    Args:
        asked: what to print.
    """
    held = asked.held
    name = asked.threshold.value.capitalize()
    parts = [f"{name} of a lossless queue at {speed_name(asked.speed_mbps)}: {_MEANING[asked.threshold]}\n\n"]
    value = f"{number(asked.derivation.result)} {asked.derivation.unit}"
    parts.append(columns([(name, f"{value}, preset {held.preset}"), ("whole curve", _curve(held))], "  "))
    parts += ["\ntaken:\n", *(paragraph(each, "  ") for each in asked.taken)]
    parts += ["\n", derivation_text(asked.derivation)]
    parts += ["\n", _beside(asked.schools)]
    parts += [f"source: {each}\n" for each in asked.sources]
    parts += [paragraph(f"note: {each}") for each in (*held.cautions, *asked.caveats)]
    return "".join(parts)


def marking_data(asked: MarkingAsked) -> dict[str, object]:
    """The same as :func:`marking_page`, as what JSON can say."""
    held = asked.held
    trip, acts = held.round_trip, held.reaction
    return {
        "threshold": asked.threshold.value,
        "speed_mbps": asked.speed_mbps,
        "preset": held.preset,
        "kmin_bytes": held.kmin_bytes,
        "kmax_bytes": held.kmax_bytes,
        "pmax_percent": held.pmax_percent,
        **derivation_data(asked.derivation),
        "caps": [cap._asdict() for cap in held.caps],
        "round_trip": None
        if trip is None
        else {
            "rtt_ns": trip.rtt_ns,
            "bdp_bytes": trip.bdp_bytes,
            "kmin_percent": trip.kmin_percent,
            "holds": trip.holds,
            "said": trip.said,
            "derivation": derivation_data(trip.derivation),
        },
        "reaction": None
        if acts is None
        else {
            "senders": acts.senders,
            "room_bytes": acts.room_bytes,
            "needed_bytes": acts.needed_bytes,
            "holds": acts.holds,
            "said": acts.said,
            "derivation": derivation_data(acts.derivation),
        },
        "taken": list(asked.taken),
        "sources": list(asked.sources),
        "cautions": list(held.cautions),
        "caveats": list(asked.caveats),
        "schools": [_school_data(each) for each in asked.schools],
    }


def _curve(held: EcnThresholds) -> str:
    return f"Kmin {number(held.kmin_bytes)} B, Kmax {number(held.kmax_bytes)} B, Pmax {held.pmax_percent} %"


def _beside(schools: tuple[School, ...]) -> str:
    header = ("preset", "Kmin", "Kmax", "Pmax", "who")
    rows = [(each.preset.name, *_numbers(each), f"{each.preset.title}{_year(each.preset)}") for each in schools]
    remarks = [paragraph(f"{each.preset.name}: {remark}", "  ") for each in schools for remark in each.remarks]
    return "every school at this speed, before any cap:\n" + columns([header, *rows], "  ") + "".join(remarks)


def _numbers(school: School) -> tuple[str, str, str]:
    if school.kmin_bytes is None or school.kmax_bytes is None:
        return ("-", "-", "-")
    return (f"{number(school.kmin_bytes)} B", f"{number(school.kmax_bytes)} B", f"{school.pmax_percent} %")


def _year(preset: Preset) -> str:
    return "" if preset.year is None else f" ({preset.year})"


def _school_data(school: School) -> dict[str, object]:
    return {
        "preset": school.preset.name,
        "title": school.preset.title,
        "year": school.preset.year,
        "source": school.preset.source,
        "published_for_mbps": list(school.preset.published_for_mbps),
        "kmin_bytes": school.kmin_bytes,
        "kmax_bytes": school.kmax_bytes,
        "pmax_percent": school.pmax_percent,
        "remarks": list(school.remarks),
    }
