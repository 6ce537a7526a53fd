"""The published schools of marking thresholds, as data: who says what, for which speeds, and with which caution."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import floor
from typing import NamedTuple, cast

from roceconf.asic import speed_name
from roceconf.sizing.constants import DATA, MBPS_NS_IN_A_BYTE, read
from roceconf.sizing.derivation import Term, plain

DEFAULT = "default"

_STEP_BYTES = Term(
    "unit the values are published in", "step", 1000, "B", "Cisco writes kbytes of 1000 bytes; rounded down to them"
)


class Point(NamedTuple):
    """What a school says for one speed."""

    speed_mbps: int
    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: int


class Preset(NamedTuple):
    """One school.

    Exactly one of ``points``, ``per_rate``, ``per_bdp`` and ``fill_percent`` is given.

    Attributes:
        name: what ``ecn.preset`` of an intent says.
        title: who it is, in a few words.
        year: when it was published, or read where it is a tree that goes on; None where it is not dated.
        source: where it stands.
        published_for_mbps: the speeds it was published for; empty where it is for any.
        caution: what its authors or others say against it; empty where nothing.
        points: thresholds by speed, ascending; between two points they follow the rate, beyond them they stay.
        per_rate: thresholds at one speed, to be scaled with the rate.
        per_bdp: numerator and denominator of the share of the bandwidth-delay product, and Pmax in percent.
        fill_percent: Kmin, Kmax and Pmax in percent of what the queue may hold at that moment.
    """

    name: str
    title: str
    year: int | None
    source: str
    published_for_mbps: tuple[int, ...] = ()
    caution: str = ""
    points: tuple[Point, ...] = ()
    per_rate: Point | None = None
    per_bdp: tuple[int, int, int] | None = None
    fill_percent: tuple[int, int, int] | None = None

    def cautions(self, speed_mbps: int) -> tuple[str, ...]:
        """What to know before taking these values at a speed, one sentence each.

        Args:
            speed_mbps: speed of the egress port.

        Source:
            The file of the preset in ``data/ecn``.
        """
        said = [self.caution] if self.caution else []
        if self.published_for_mbps and speed_mbps not in self.published_for_mbps:
            known = ", ".join(map(speed_name, self.published_for_mbps))
            between = len(self.points) > 1 and self.points[0].speed_mbps < speed_mbps < self.points[-1].speed_mbps
            how = "taken between its neighbours, by rate" if between else "taken as they are"
            said.append(f"published for {known}, not for {speed_name(speed_mbps)}: {how}")
        return tuple(said)


class Basis(NamedTuple):
    """A threshold as a school wants it: terms and steps that end in the symbol ``K``."""

    value: int
    terms: tuple[Term, ...]
    steps: tuple[Term, ...] = ()


class Wanted(NamedTuple):
    """What a school wants at a speed, before any cap."""

    kmin: Basis
    kmax: Basis
    pmax_percent: int


@cache
def presets() -> tuple[str, ...]:
    """Return the names of the marking presets, sorted.

    Source:
        The files of ``data/ecn``, one a school.
    """
    return tuple(sorted(path.stem for path in (DATA / "ecn").glob("*.toml")))


@cache
def preset(name: str) -> Preset:
    """Return one school.

    Args:
        name: one of ``presets()``.

    Raises:
        ValueError: there is none of that name.

    Source:
        ``data/ecn/NAME.toml``, whose ``source`` is the school's own.
    """
    if name not in presets():
        raise ValueError(f"unknown ECN preset '{name}': one of {', '.join(presets())}")
    data = read(f"ecn/{name}")
    return Preset(
        name=name,
        title=cast("str", data["title"]),
        year=cast("int | None", data.get("year")),
        source=cast("str", data["source"]),
        published_for_mbps=tuple(cast("list[int]", data.get("published_for_mbps", []))),
        caution=cast("str", data.get("caution", "")),
        points=tuple(sorted(Point(*row) for row in cast("list[list[int]]", data.get("points", [])))),
        per_rate=Point(*cast("list[int]", data["per_rate"])) if "per_rate" in data else None,
        per_bdp=_three(data.get("per_bdp")),
        fill_percent=_three(data.get("fill_percent")),
    )


def _three(held: object) -> tuple[int, int, int] | None:
    return None if held is None else cast("tuple[int, int, int]", tuple(cast("list[int]", held)))


def wanted(school: Preset, speed_mbps: int, rtt_ns: int | None = None) -> Wanted:
    """Return what a school wants at a speed.

    Args:
        school: the school.
        speed_mbps: speed of the egress port.
        rtt_ns: round trip without queues, for schools that scale by the bandwidth-delay product.

    Returns:
        Kmin and Kmax in bytes with what they come from, Pmax in percent; nothing is capped.

    Raises:
        ValueError: the school says no bytes, or needs a round trip that is not given.

    Source:
        ``data/ecn``; between two published speeds by rate, rounded down to the unit they are published in.
    """
    if school.fill_percent is not None:
        low, high, _ = school.fill_percent
        raise ValueError(
            f"preset {school.name} says fill levels, {low} % and {high} % of what the queue may hold at that moment, "
            "which the switch changes as its buffer fills, and no bytes: say kmin and kmax, or take another preset"
        )
    if school.per_bdp is not None:
        return _by_bdp(school, school.per_bdp, speed_mbps, rtt_ns)
    if school.per_rate is not None:
        return _by_rate(school, school.per_rate, speed_mbps)
    first, last = school.points[0], school.points[-1]
    for below, above in pairwise(school.points):
        if below.speed_mbps < speed_mbps < above.speed_mbps:
            return _between(school, below, above, speed_mbps)
    return _as_published(school, first if speed_mbps <= first.speed_mbps else last)


def _as_published(school: Preset, at: Point) -> Wanted:
    def basis(name: str, value: int) -> Basis:
        return Basis(value, (Term(f"{name} as published", "K", value, "B", school.source),))

    return Wanted(basis("Kmin", at.kmin_bytes), basis("Kmax", at.kmax_bytes), at.pmax_percent)


def _by_rate(school: Preset, at: Point, speed_mbps: int) -> Wanted:
    def basis(name: str, value: int) -> Basis:
        scaled = value * speed_mbps // at.speed_mbps
        terms = (
            Term(f"{name} at {speed_name(at.speed_mbps)}", "K1", value, "B", school.source),
            Term("speed that is for", "v1", at.speed_mbps, "Mb/s", school.source),
            Term("speed of the port", "v", speed_mbps, "Mb/s", "given"),
        )
        return Basis(scaled, terms, (Term(f"{name} by rate", "K", scaled, "B", "floor(K1 * v / v1)"),))

    return Wanted(basis("Kmin", at.kmin_bytes), basis("Kmax", at.kmax_bytes), at.pmax_percent)


def _between(school: Preset, below: Point, above: Point, speed_mbps: int) -> Wanted:
    step = int(_STEP_BYTES.value)
    share = Fraction(speed_mbps - below.speed_mbps, above.speed_mbps - below.speed_mbps)

    def basis(name: str, low: int, high: int) -> Basis:
        value = floor((low + (high - low) * share) / step) * step
        terms = (
            Term(f"{name} at {speed_name(below.speed_mbps)}", "K1", low, "B", school.source),
            Term(f"{name} at {speed_name(above.speed_mbps)}", "K2", high, "B", school.source),
            Term("lower of the two speeds", "v1", below.speed_mbps, "Mb/s", school.source),
            Term("higher of the two speeds", "v2", above.speed_mbps, "Mb/s", school.source),
            Term("speed of the port", "v", speed_mbps, "Mb/s", "given"),
            _STEP_BYTES,
        )
        law = "floor((K1 + (K2 - K1) * (v - v1) / (v2 - v1)) / step) * step"
        return Basis(value, terms, (Term(f"{name} between them", "K", value, "B", law),))

    pmax = floor(below.pmax_percent + (above.pmax_percent - below.pmax_percent) * share)
    return Wanted(
        basis("Kmin", below.kmin_bytes, above.kmin_bytes), basis("Kmax", below.kmax_bytes, above.kmax_bytes), pmax
    )


def _by_bdp(school: Preset, share: tuple[int, int, int], speed_mbps: int, rtt_ns: int | None) -> Wanted:
    if rtt_ns is None:
        raise ValueError(f"preset {school.name} is a share of the bandwidth-delay product: say the round trip time")
    numerator, denominator, pmax = share
    product = Fraction(speed_mbps * rtt_ns, MBPS_NS_IN_A_BYTE)
    value = floor(product * numerator / denominator) + 1
    terms = (
        Term("speed of the port", "v", speed_mbps, "Mb/s", "given"),
        Term("round trip time", "RTT", rtt_ns, "ns", "given"),
        Term("share of the product, numerator", "a", numerator, "", school.source),
        Term("share of the product, denominator", "b", denominator, "", school.source),
    )
    steps = (
        Term("bandwidth-delay product", "BDP", plain(product), "B", f"v * RTT / {MBPS_NS_IN_A_BYTE}"),
        Term("least threshold above the share", "K", value, "B", "floor(BDP * a / b) + 1"),
    )
    basis = Basis(value, terms, steps)
    return Wanted(basis, basis, pmax)
