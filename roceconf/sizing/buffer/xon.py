"""The window between XOFF and XON: deep enough that the queue does not run dry, wide enough that PFC does not chatter.

A group sends XON when it has drained to ``max(xon, T - xon_offset)``. What it then still holds must last until the
peer's first frame is back, else the egress port idles although senders wait: XON waits behind a frame of another class,
crosses the cable, the peer answers, and its first frame must have come whole. These are the terms of headroom's ``W``.
And between XOFF and XON at least one packet should leave, or every packet sends a pair of PFC frames.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from roceconf.sizing.buffer.alpha import threshold_terms
from roceconf.sizing.constants import MBPS_NS_IN_A_BYTE
from roceconf.sizing.constants import constant as headroom_constant
from roceconf.sizing.derivation import Derivation, Term, exact, plain
from roceconf.sizing.headroom.link import LARGEST_FRAME_BYTES, Link, check, given
from roceconf.sizing.headroom.planning import PLANNED_RESPONSE, planning_response_ns
from roceconf.sizing.rdma import largest_rdma_frame

if TYPE_CHECKING:
    from roceconf.sizing.buffer.shared import SharedBuffer


class XonWindow(NamedTuple):
    """How a priority group comes back from XOFF.

    Attributes:
        threshold_bytes: what it holds of the shared buffer when it sends XOFF.
        xon_at_bytes: what it still holds when it sends XON.
        needed_bytes: what leaves before the peer's first frame is back.
        margin_bytes: what it holds beyond that; negative where the queue runs dry.
        packet_bytes: the largest RDMA frame in whole cells.
        xon_offset_bytes: how far below the threshold XON is sent.
        pause_pairs_per_second: pairs of XOFF and XON at most; None for an offset of 0. While groups drain their
            threshold rises, so that a step of ``xon_offset / (1 + alpha n)`` is enough.
        groups_carried: how many groups may be at their threshold at once before this one runs dry; None where any
            number may, because the fixed XON threshold alone is enough.
        derivation: of the margin.
    """

    threshold_bytes: int
    xon_at_bytes: int
    needed_bytes: int
    margin_bytes: int
    packet_bytes: int
    xon_offset_bytes: int
    pause_pairs_per_second: Fraction | None
    groups_carried: int | None
    derivation: Derivation

    @property
    def underruns(self) -> bool:
        """Whether the queue runs dry before the peer's frames are back."""
        return self.margin_bytes < 0

    @property
    def holds_a_packet(self) -> bool:
        """Whether a whole RDMA packet fits between XOFF and XON."""
        return self.xon_offset_bytes >= self.packet_bytes


def xon_window(
    shared: SharedBuffer,
    *,
    cell_bytes: int,
    dynamic_th: int,
    xon_offset_bytes: int,
    speed_mbps: int,
    cable_m: float,
    xon_bytes: int = 0,
    active_groups: int = 1,
    medium: str = "fibre",
    frame_bytes: int = LARGEST_FRAME_BYTES,
    lossless_frame_bytes: int | None = None,
    peer_response_ns: float | None = None,
    gearbox_ns: float | None = None,
) -> XonWindow:
    """Return whether a priority group's queue runs dry between XON and the peer's first frame, and how often it pauses.

    Args:
        shared: the partition's shared buffer.
        cell_bytes: the ASIC's cell.
        dynamic_th: SONiC's exponent of alpha.
        xon_offset_bytes: how far below its threshold the group sends XON.
        speed_mbps: the port's speed.
        cable_m: length of its cable, one way.
        xon_bytes: the fixed XON threshold, which holds where it is the larger.
        active_groups: groups of the partition at their threshold at once.
        medium: ``fibre``, ``aoc``, ``dac`` or ``aec``.
        frame_bytes: the largest frame of any class.
        lossless_frame_bytes: the largest frame of the lossless class; ``frame_bytes`` where it is not given.
        peer_response_ns: the peer's response; left out, the headroom model's at every speed, which is what rules hold
            a configuration against. ``planned_xon_window`` takes a longer one below 100G, as a planned headroom does.
        gearbox_ns: delay of a retimer or gearbox, one way; left out, none.

    Returns:
        Threshold, what is left at XON, what is needed, the margin with its derivation, and the pause rate.

    Raises:
        ValueError: if an argument is out of its range, naming it.

    Source:
        XON at ``max(xon, T - xon_offset)``: SONiC ``dynamically-headroom-calculation.md``. The need is what the
        headroom model has on its way, held by a simulation of queues that run dry; the pause rate is arithmetic:
        between two XOFF a step leaves and returns.
    """
    _check(cell_bytes, xon_offset_bytes, xon_bytes, peer_response_ns, gearbox_ns)
    lossless = frame_bytes if lossless_frame_bytes is None else lossless_frame_bytes
    link = Link(cell_bytes, speed_mbps, cable_m, medium, frame_bytes, lossless)
    check(link)
    terms = (
        Term("cell", "C", cell_bytes, "B", "the ASIC"),
        *threshold_terms(shared, dynamic_th, active_groups),
        Term("XON offset", "offset", xon_offset_bytes, "B", "given"),
        Term("fixed XON threshold", "xon", xon_bytes, "B", "given"),
        *given(link, "v", "L", "M_any", "M_ll"),
        headroom_constant(f"propagation.{medium}"),
        headroom_constant("wire_overhead_bytes"),
        headroom_constant("pfc_frame_bytes"),
        _delay("peer_response_ns", peer_response_ns),
        headroom_constant("local_response_ns"),
        _delay("gearbox_ns", gearbox_ns),
    )
    value = {term.symbol: exact(term.value) for term in terms}
    threshold = cell_bytes * floor(value["alpha"] * value["S"] / (1 + value["alpha"] * value["n"]))
    xon_at = max(threshold - xon_offset_bytes, xon_bytes)
    delay_ns = 2 * value["tau"] * value["L"] + value["T_peer"] + value["T_local"] + 2 * value["T_gb"]
    frame_bytes_left = value["M_any"] + value["M_ll"] + 2 * value["G"] + value["P"]
    needed = ceil(frame_bytes_left + value["v"] / MBPS_NS_IN_A_BYTE * delay_ns)
    packet = largest_rdma_frame().value
    derivation = Derivation(
        formula="XON - need",
        terms=terms,
        result=xon_at - needed,
        unit="B",
        assumptions=(
            "the queue drains at the full rate of the port: with several senders each group drains more slowly",
            "what the group holds are full cells: of small frames it holds fewer bytes, and runs dry sooner",
            *shared.derivation.assumptions,
        ),
        steps=(
            Term("threshold in the shared buffer", "T", threshold, "B", "C * floor(alpha * S / (1 + alpha * n))"),
            Term("held when XON is sent", "XON", xon_at, "B", "max(T - offset, xon)"),
            Term("leaves before frames are back", "need", needed, "B", _NEED),
        ),
    )
    return XonWindow(
        threshold_bytes=threshold,
        xon_at_bytes=xon_at,
        needed_bytes=needed,
        margin_bytes=xon_at - needed,
        packet_bytes=cell_bytes * ceil(packet / cell_bytes),
        xon_offset_bytes=xon_offset_bytes,
        pause_pairs_per_second=_pause_pairs(value, xon_offset_bytes),
        groups_carried=None if xon_bytes >= needed else _groups_carried(value, needed + xon_offset_bytes),
        derivation=derivation,
    )


def planned_xon_window(
    shared: SharedBuffer,
    link: Link,
    *,
    dynamic_th: int,
    xon_offset_bytes: int,
    xon_bytes: int = 0,
    active_groups: int = 1,
) -> XonWindow:
    """Return the window of a link with the response that its headroom is planned with.

    It differs from ``xon_window`` below 100G only: there a peer of which nothing is said is given the bound of IEEE
    802.3, whichever model sizes the headroom.

    Args:
        shared: the partition's shared buffer.
        link: cell, speed, cable, frames, gearbox, and the peer's response that it says, else that of
            ``planning_response_ns``. What it says of small packets does not matter.
        dynamic_th: SONiC's exponent of alpha.
        xon_offset_bytes: how far below its threshold the group sends XON.
        xon_bytes: the fixed XON threshold.
        active_groups: groups of the partition at their threshold at once.

    Returns:
        As ``xon_window``; the derivation says where the response comes from.

    Raises:
        ValueError: if an argument is out of its range, naming it.

    Source:
        ``xon_window`` and ``planning_response_ns``.
    """
    response_ns = link.peer_response_ns
    if response_ns is None:
        response_ns = planning_response_ns(link.speed_mbps)
    window = xon_window(
        shared,
        cell_bytes=link.cell_bytes,
        dynamic_th=dynamic_th,
        xon_offset_bytes=xon_offset_bytes,
        speed_mbps=link.speed_mbps,
        cable_m=link.cable_m,
        xon_bytes=xon_bytes,
        active_groups=active_groups,
        medium=link.medium,
        frame_bytes=link.frame_bytes,
        lossless_frame_bytes=link.lossless_frame_bytes,
        peer_response_ns=response_ns,
        gearbox_ns=link.gearbox_ns,
    )
    if response_ns is None or link.peer_response_ns is not None:
        return window
    terms = tuple(
        term._replace(source=PLANNED_RESPONSE) if term.symbol == "T_peer" else term for term in window.derivation.terms
    )
    return window._replace(derivation=window.derivation._replace(terms=terms))


_NEED = "ceil((M_any + G) + (M_ll + G) + P + v / 8000 * (2 * tau * L + T_peer + T_local + 2 * T_gb))"


def _pause_pairs(value: dict[str, Fraction], xon_offset_bytes: int) -> Fraction | None:
    if xon_offset_bytes == 0:
        return None
    step_bytes = xon_offset_bytes / (1 + value["alpha"] * value["n"])
    bytes_per_second = value["v"] * 1_000_000 / 8
    return bytes_per_second / (2 * step_bytes)


def _groups_carried(value: dict[str, Fraction], threshold_bytes: int) -> int:
    """Return the most groups at which each still settles at this threshold: T(n) >= q cells, solved for n."""
    needed_cells = ceil(Fraction(threshold_bytes) / value["C"])
    return max(0, floor(value["S"] / needed_cells - 1 / value["alpha"])) if needed_cells else 0


def _delay(name: str, given_ns: float | None) -> Term:
    term = headroom_constant(name)
    return term if given_ns is None else term._replace(value=plain(exact(given_ns)), source="given")


def _check(
    cell_bytes: int,
    xon_offset_bytes: int,
    xon_bytes: int,
    peer_response_ns: float | None,
    gearbox_ns: float | None,
) -> None:
    if cell_bytes <= 0:
        raise ValueError(f"cell_bytes must be positive, not {cell_bytes}")
    if xon_offset_bytes < 0 or xon_bytes < 0:
        raise ValueError(f"XON and its offset must not be negative, not {xon_bytes} and {xon_offset_bytes}")
    for name, time_ns in (("peer_response_ns", peer_response_ns), ("gearbox_ns", gearbox_ns)):
        if time_ns is not None and not 0 <= time_ns < float("inf"):
            raise ValueError(f"{name} must be a length of time, not {time_ns}")
