"""The page of ``explain xon-offset``, and the same for programs."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from roceconf.asic import speed_name
from roceconf.cli.pages.asked import (
    SAID,
    BufferAsked,
    Given,
    amount,
    notes_text,
    sources_text,
    switch_data,
    taken_of,
    taken_text,
)
from roceconf.cli.pages.delay import Delay, delay_data
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.sizing import Link, XonWindow, alpha_of

Windows = Sequence[tuple[int, XonWindow]]


class Chatter(StrEnum):
    """Whether PFC chatters, by the offset."""

    NONE = "whole packets leave between XOFF and XON"
    AS_SHIPPED = "less than a packet: shipped so"
    UNKNOWN = "less than a packet, and no offset is published for this chip to hold it against"
    CHATTERS = "less than a packet, and than all that is published: PFC chatters"


class XonAsked(NamedTuple):
    """What the page is about.

    Attributes:
        buffer: switch, shared buffer and alpha.
        offset: the XON offset.
        link: what hangs on the port.
        windows: groups at their threshold, and the window of each; the first for a single group.
        smallest_published_bytes: the smallest offset published for the chip; None where none is.
        chatter: whether PFC chatters.
        peer: the peer's response that was asked for; None where none was.
        gearbox: the delay of a gearbox; None where none was asked for.
    """

    buffer: BufferAsked
    offset: Given
    link: Link
    windows: Windows
    smallest_published_bytes: int | None
    chatter: Chatter
    peer: Delay | None = None
    gearbox: Delay | None = None


def xon_page(asked: XonAsked) -> str:
    """Whether a queue runs dry before XON is answered, and how often PFC may pause.

    Args:
        asked: what to print.
    """
    switch, link, one = asked.buffer.switch, asked.link, asked.windows[0][1]
    header = ("groups", "XOFF threshold", "XON at", "leaves", "margin", "")
    parts = [
        paragraph(
            f"XON offset of one lossless priority group: {switch.title}, {speed_name(link.speed_mbps)}, "
            f"{number(link.cable_m)} m {link.medium}"
        ),
        "\n",
        columns(_facts(asked), "  "),
        "\nwhat a group holds when it asks for frames again, against what leaves before they are back:\n",
        columns([header, *((str(groups), *_row(each)) for groups, each in asked.windows)], "  "),
        f"  {_carried(one)}\n\n",
        taken_text(_taken(asked)),
        "\none group:\n",
        derivation_text(one.derivation),
        sources_text(switch),
        notes_text(switch),
    ]
    return "".join(parts)


def _taken(asked: XonAsked) -> tuple[str, ...]:
    switch = asked.buffer.switch
    minimum = () if switch.pools is None else ("minimum",)
    of_buffer = taken_of(switch, "offset", "alpha", "xon", "pools", "ports", "groups", *minimum)
    return (*of_buffer, _response(asked), *(() if asked.gearbox is None else (_delay("gearbox", asked.gearbox),)))


def _response(asked: XonAsked) -> str:
    """The peer's response: as asked for, else what a headroom is planned with."""
    if asked.peer is not None:
        return _delay("peer's response", asked.peer)
    term = asked.windows[0][1].derivation.term("T_peer")
    return f"peer's response {number(term.value)} ns: assumed, as a headroom is planned with; pass --peer"


def _delay(what: str, delay: Delay) -> str:
    whose = f"{delay.title} ({delay.note}; {delay.source})" if delay.title else SAID
    return f"{what} {number(delay.delay_ns)} ns: {whose}"


def _facts(asked: XonAsked) -> list[tuple[str, str]]:
    published, one = asked.smallest_published_bytes, asked.windows[0][1]
    rate, exponent = one.pause_pairs_per_second, asked.buffer.dynamic_th
    return [
        ("offset", f"{amount(one.xon_offset_bytes)}, {asked.offset.by}"),
        ("alpha", f"{alpha_of(exponent.value)} (dynamic_th {exponent.value})"),
        ("one RDMA packet", f"{amount(one.packet_bytes)} in whole cells: {asked.chatter}"),
        ("smallest published", "none for this chip" if published is None else f"{amount(published)} for this chip"),
        ("pairs of XOFF and XON", "no bound" if rate is None else f"at most {number(int(rate))} a second"),
    ]


def _row(held: XonWindow) -> tuple[str, str, str, str, str]:
    return (
        f"{number(held.threshold_bytes)} B",
        f"{number(held.xon_at_bytes)} B",
        f"{number(held.needed_bytes)} B",
        f"{number(held.margin_bytes)} B",
        "runs dry" if held.underruns else "",
    )


def _carried(one: XonWindow) -> str:
    if one.groups_carried is None:
        return "the fixed XON threshold alone is enough, however many groups are at their threshold"
    if one.groups_carried == 0:
        return "one group at its threshold runs dry already"
    if one.groups_carried == 1:
        return "one group of a partition may be at its threshold, two run dry"
    return f"up to {number(one.groups_carried)} groups of a partition may be at their threshold before one runs dry"


def xon_data(asked: XonAsked) -> dict[str, object]:
    """The same as :func:`xon_page`, as what JSON can say."""
    switch, exponent, one = asked.buffer.switch, asked.buffer.dynamic_th, asked.windows[0][1]
    return {
        **switch_data(switch),
        "speed_mbps": asked.link.speed_mbps,
        "cable_m": asked.link.cable_m,
        "medium": asked.link.medium,
        "peer": delay_data(asked.peer),
        "gearbox": delay_data(asked.gearbox),
        "alpha": str(alpha_of(exponent.value)),
        "dynamic_th": exponent.value,
        "xon_offset_bytes": one.xon_offset_bytes,
        "packet_bytes": one.packet_bytes,
        "smallest_published_bytes": asked.smallest_published_bytes,
        "chatters": asked.chatter is Chatter.CHATTERS,
        "pause_pairs_per_second": None if one.pause_pairs_per_second is None else float(one.pause_pairs_per_second),
        "groups_carried": one.groups_carried,
        "windows": [
            {
                "groups": groups,
                "threshold_bytes": each.threshold_bytes,
                "xon_at_bytes": each.xon_at_bytes,
                "needed_bytes": each.needed_bytes,
                "margin_bytes": each.margin_bytes,
                "runs_dry": each.underruns,
                **derivation_data(each.derivation),
            }
            for groups, each in asked.windows
        ],
        "taken": list(_taken(asked)),
        "caveats": [*switch.caveats, *switch.group.caveats],
    }
