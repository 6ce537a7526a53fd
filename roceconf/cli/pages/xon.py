"""The page of ``explain xon-offset``, and the same for programs."""

from collections.abc import Iterable, Sequence

from roceconf.asic import speed_name
from roceconf.cli.explain.buffers import Group, Pools
from roceconf.cli.pages.buffers import amount, notes, of_row, pools_data
from roceconf.cli.pages.derivation import derivation_data, derivation_text
from roceconf.cli.pages.layout import columns, number
from roceconf.sizing import XonWindow, alpha_of, smallest_xon_offset_bytes

Windows = Sequence[tuple[int, XonWindow]]
Link = tuple[int, float, str]
"""Speed in Mb/s, length in metres, medium."""


def xon_page(pools: Pools, group: Group, link: Link, windows: Windows, caveats: Iterable[str]) -> str:
    """Whether a queue runs dry before XON is answered, and how often PFC may pause.

    Args:
        pools: the pools.
        group: the group.
        link: speed, length and medium.
        windows: groups at their threshold, and the window of each; the first for a single group.
        caveats: what to know before relying on it.
    """
    one = windows[0][1]
    parts = [
        f"XON offset of one lossless priority group: {pools.title}, {speed_name(link[0])}, {link[1]:g} m {link[2]}\n\n",
        columns(_facts(pools, group, one), "  "),
        "\nwhat a group holds when it asks for frames again, against what leaves before they are back:\n",
        columns(
            [
                ("groups", "XOFF threshold", "XON at", "leaves", "margin", ""),
                *((str(groups), *_row(each)) for groups, each in windows),
            ],
            "  ",
        ),
        f"  {_carried(one)}\n",
        "\none group:\n",
        derivation_text(one.derivation),
        f"source of the pools: {pools.source}\n",
        notes(caveats),
    ]
    return "".join(parts)


def _facts(pools: Pools, group: Group, one: XonWindow) -> list[tuple[str, str]]:
    published = smallest_xon_offset_bytes(pools.asic.key)
    rate = one.pause_pairs_per_second
    whether = "whole packets leave between XOFF and XON" if one.holds_a_packet else "less than a packet: shipped so"
    if not one.holds_a_packet and (published is None or one.xon_offset_bytes < published):
        whether = "less than a packet, and than all that is published: PFC chatters"
    return [
        ("offset", f"{amount(one.xon_offset_bytes)}, {of_row(group)}"),
        ("alpha", f"{alpha_of(group.dynamic_th)} (dynamic_th {group.dynamic_th})"),
        ("one RDMA packet", f"{amount(one.packet_bytes)} in whole cells: {whether}"),
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
    return f"up to {number(one.groups_carried)} groups of a partition may be at their threshold before one runs dry"


def xon_data(pools: Pools, group: Group, link: Link, windows: Windows, caveats: Iterable[str]) -> dict[str, object]:
    """The same as :func:`xon_page`, as what JSON can say."""
    one = windows[0][1]
    return {
        "schema_version": 1,
        **pools_data(pools),
        "speed_mbps": link[0],
        "cable_m": link[1],
        "medium": link[2],
        "alpha": str(alpha_of(group.dynamic_th)),
        "dynamic_th": group.dynamic_th,
        "xon_offset_bytes": one.xon_offset_bytes,
        "packet_bytes": one.packet_bytes,
        "smallest_published_bytes": smallest_xon_offset_bytes(pools.asic.key),
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
            for groups, each in windows
        ],
        "caveats": list(caveats),
    }
