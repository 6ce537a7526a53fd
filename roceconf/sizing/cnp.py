"""What congestion notification packets need on a link, against what their class is served."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.sizing.constants import read, term_of
from roceconf.sizing.derivation import Derivation, Term, exact, plain

if TYPE_CHECKING:
    from collections.abc import Mapping


class CnpClass(NamedTuple):
    """How the class of the CNPs is served at an egress port.

    Attributes:
        speed_mbps: the port's speed.
        share_percent: its share of the port by weight, above 0 to 100; None where it is strict.
        ceiling_bits_per_second: the rate it is shaped to; None where it is not shaped.
    """

    speed_mbps: int
    share_percent: float | None = None
    ceiling_bits_per_second: int | None = None


class CnpLoad(NamedTuple):
    """The CNPs that may cross one egress port, and whether their class carries them.

    Attributes:
        bits_per_second: the load on the wire, rounded up.
        frame_bytes: one CNP on the wire, preamble and gap included.
        capacity_bits_per_second: what the class is served, rounded down; None where the class is not given.
        limiters_carried: how many limiters the class carries; None where the class is not given.
        derivation: how the load came about; capacity and limiters carried are steps of it.
    """

    bits_per_second: int
    frame_bytes: int
    capacity_bits_per_second: int | None
    limiters_carried: int | None
    derivation: Derivation

    @property
    def fits(self) -> bool | None:
        """Whether the class carries the load; None where the class is not given."""
        capacity = self.capacity_bits_per_second
        return None if capacity is None else capacity >= self.bits_per_second


def cnp_load(
    limiters: int,
    *,
    interval_ns: int,
    served: CnpClass | None = None,
    tagged: bool = False,
    ipv6: bool = False,
) -> CnpLoad:
    """Return the load of the CNPs that may cross one egress port at once.

    A notification point sends at most one CNP in each interval of its limiter. Towards a sender, the CNPs of all the
    receivers it congests come together at the switch port it hangs on.

    Args:
        limiters: how many limiters send CNPs through the port at once: the receivers behind it where a NIC has one
            limiter for its port, their flows where it has one for each flow.
        interval_ns: least time between two CNPs of one limiter, in nanoseconds.
        served: how the class of the CNPs is served; left out, only the load is returned.
        tagged: whether the frames carry an 802.1Q tag.
        ipv6: whether they are IPv6 rather than IPv4.

    Returns:
        The load, what the class is served, and how many limiters it carries.

    Raises:
        ValueError: no limiter; an interval of 0 or less, which is no limit at all; a speed, share or ceiling that no
            class has, or a ceiling above the port.

    Source:
        InfiniBand annex A17 (RoCEv2), A17.9.3, for the packet; the constants name theirs in ``data/cnp.toml``; the load
        is arithmetic on them.
    """
    _check(limiters, interval_ns, served)
    terms = [
        *_parts(tagged=tagged, ipv6=ipv6),
        Term("CNP interval", "t", interval_ns, "ns", "given"),
        Term("limiters", "n", limiters, "", "given"),
    ]
    parts = terms[:-2]
    frame = sum(int(part.value) for part in parts)
    one = Fraction(8 * frame * 10**9, interval_ns)
    steps = [
        Term("one CNP on the wire", "W", frame, "B", " + ".join(part.symbol for part in parts)),
        Term("load of one limiter", "L", plain(one), "b/s", "8 * W * 10**9 / t"),
    ]
    capacity = carried = None
    assumptions = [
        "each limiter sends as often as its interval allows, which only a steady stream of marked packets makes it do",
        "one interval is shared as the limiter says: by the whole port on some NICs, by each flow on others",
    ]
    if served is not None:
        formula, more = _service(served)
        capacity = floor(_capacity(served))
        carried = floor(capacity / one)
        terms += more
        steps += [
            Term("what the class is served", "C", capacity, "b/s", formula),
            Term("limiters the class carries", "m", carried, "", "floor(C / L)"),
        ]
        assumptions.append(
            "strict priority gives the class the whole port, its ceiling apart"
            if served.share_percent is None
            else "a weighted class gets its share of the whole port: strict classes above it take nothing meanwhile"
        )
    load = ceil(limiters * one)
    derivation = Derivation("ceil(n * L)", tuple(terms), load, "b/s", tuple(assumptions), tuple(steps))
    return CnpLoad(load, frame, capacity, carried, derivation)


def published_intervals_ns() -> tuple[int, int]:
    """Return the longest CNP interval that is published, and that of ConnectX as delivered, in nanoseconds.

    Returns:
        50 us of the paper, 4 us of ConnectX. Between them lies what a switch that does not know its NICs has to expect;
        a NIC with one limiter for each flow sends more.

    Source:
        ``data/cnp.toml``: Zhu et al., CoNEXT 2016 (DCQCN, SIGCOMM 2015); mlxconfig of ConnectX-5 and BlueField-3.
    """
    return int(term_of("cnp", "longest_interval").value), int(term_of("cnp", "connectx_interval").value)


def _check(limiters: int, interval_ns: int, served: CnpClass | None) -> None:
    if limiters < 1:
        raise ValueError(f"CNPs come from at least one limiter, not {limiters}")
    if interval_ns <= 0:
        raise ValueError(f"a CNP interval of {interval_ns} ns is no limit: the load then follows the marked packets")
    if served is None:
        return
    if served.speed_mbps <= 0:
        raise ValueError(f"no port runs at {served.speed_mbps} Mb/s")
    share, ceiling = served.share_percent, served.ceiling_bits_per_second
    if share is not None and not 0 < share <= 100:
        raise ValueError(f"a class has a share above 0 and up to 100 %, not {share} %")
    if ceiling is not None and ceiling <= 0:
        raise ValueError(f"a class shaped to {ceiling} b/s carries nothing")
    if ceiling is not None and ceiling > served.speed_mbps * 10**6:
        over = ceiling - served.speed_mbps * 10**6
        raise ValueError(f"a ceiling of {ceiling:,} b/s lies {over:,} b/s above the port")


def _parts(*, tagged: bool, ipv6: bool) -> list[Term]:
    wanted = {"", "ipv6" if ipv6 else "ipv4", *(["tagged"] if tagged else [])}
    parts = cast("list[Mapping[str, object]]", read("cnp")["parts"])
    return [
        Term(str(part["name"]), str(part["symbol"]), cast("int", part["bytes"]), "B", str(part["source"]))
        for part in parts
        if part.get("only", "") in wanted
    ]


def _capacity(served: CnpClass) -> Fraction:
    port = Fraction(served.speed_mbps * 10**6)
    rate = port if served.share_percent is None else port * exact(served.share_percent) / 100
    return rate if served.ceiling_bits_per_second is None else min(rate, Fraction(served.ceiling_bits_per_second))


def _service(served: CnpClass) -> tuple[str, list[Term]]:
    """The formula of what the class is served, and the terms it needs beside those of the load."""
    terms = [Term("speed of the port", "v", served.speed_mbps, "Mb/s", "given")]
    rate = "v * 10**6"
    if served.share_percent is not None:
        terms.append(Term("share of the class", "share", served.share_percent, "%", "given"))
        rate += " * share / 100"
    if served.ceiling_bits_per_second is not None:
        terms.append(Term("shaping rate of the class", "top", served.ceiling_bits_per_second, "b/s", "given"))
        rate = f"min(top, {rate})"
    return f"floor({rate})", terms
