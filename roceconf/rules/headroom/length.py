"""Rules on headroom against cable length: one that does not grow with it, and a length of 0 m."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from roceconf.asic import speed_name
from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.headroom.needs import Kept, kept_by
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named
from roceconf.sizing import headroom
from roceconf.switch import PortGroup, Switch


@rule(
    "HDR105",
    "headroom-ignores-length",
    on=Switch,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-buildimage device/*/pg_profile_lookup.ini", "sonic-buildimage PR 2527"),
)
def headroom_ignores_length(switch: Switch, context: Context) -> Iterator[Fault]:
    """A longer cable or a faster port has no more headroom than a shorter or slower one, and it is not enough.

    What the fabric does
        Each metre of cable holds bytes that arrive after XOFF. Headroom that does not grow with length and speed is
        right for one link at most; on the longer ones frames are dropped.

    How to mend it
        Give each speed and length its own headroom; where one value must do for all, that of the fastest and longest
        link.

    Source
        Speaks only where the ASIC is not known; where it is, what each link needs is calculated. One large value for
        all links is no finding.
    """
    if context.known_asic is not None:
        return
    links = {
        (kept.group.speed_mbps, kept.group.cable_m): kept
        for group in switch.groups
        for kept in kept_by(group, context)
        if kept.group.speed_mbps is not None and kept.group.cable_m is not None
    }
    reported: set[int] = set()
    for (slow, short), (fast, far) in _not_growing({link: kept.headroom_bytes for link, kept in links.items()}):
        if fast in reported:
            continue
        less, more = links[slow, short], links[fast, far]
        needed = _in_flight(fast, far, more)
        if more.headroom_bytes >= needed:
            continue
        reported.add(fast)
        flat = less.headroom_bytes == more.headroom_bytes
        than = "the same as at" if flat else f"less than {less.headroom_bytes:,} B at"
        yield Fault(
            f"xoff {more.headroom_bytes:,} B at {speed_name(fast)}, {far:,} m is {than} {speed_name(slow)}, {short:,} "
            f"m, but {needed:,} B of full-size frames are in flight there: frames are likely to be lost.",
            f"keep at least {needed:,} B at {speed_name(fast)}, {far:,} m",
            more.place,
            more.group.ports,
            {"headroom_bytes": more.headroom_bytes, "in_flight_bytes": needed, "speed_mbps": fast, "cable_m": far},
            ((less.place, f"the headroom at {speed_name(slow)}, {short:,} m"),),
        )


_Link = tuple[int, int]
"""Speed in Mb/s and cable length in metres."""


def _not_growing(headroom_bytes: Mapping[_Link, int]) -> Iterator[tuple[_Link, _Link]]:
    """Each link that keeps less than one no faster and no longer, or the same as a shorter one of its speed, after it.

    Links are taken by speed and length. Of the slower ones only those are kept that have more headroom than every
    shorter one, so that the longest that is no longer than a link is the one with the most.
    """
    lengths: list[int] = []
    slower: list[_Link] = []
    for _, same_speed in groupby(sorted(headroom_bytes), itemgetter(0)):
        own: list[_Link] = []
        for link in same_speed:
            kept = headroom_bytes[link]
            before = bisect_right(lengths, link[1])
            if before and headroom_bytes[slower[before - 1]] > kept:
                yield slower[before - 1], link
            elif own and headroom_bytes[own[-1]] >= kept:
                yield own[-1], link
            if not own or kept > headroom_bytes[own[-1]]:
                own.append(link)
        for link in own:
            at = bisect_right(lengths, link[1])
            if at and headroom_bytes[slower[at - 1]] >= headroom_bytes[link]:
                continue
            end = at
            while end < len(slower) and headroom_bytes[slower[end]] <= headroom_bytes[link]:
                end += 1
            lengths[at:end], slower[at:end] = [link[1]], [link]


def _in_flight(speed_mbps: int, cable_m: int, kept: Kept) -> int:
    """Bytes of full-size frames that still arrive, by the model with cells of one byte: no cell is then half empty."""
    return headroom(
        cell_bytes=1,
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=kept.medium,
        frame_bytes=kept.floor_frame_bytes,
        small_packet_share=0.0,
    ).headroom_bytes


@rule(
    "HDR107",
    "cable-length-zero",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss cfgmgr/buffermgr.cpp:159", "sonic-swss #3548"),
)
def cable_length_is_zero(group: PortGroup, context: Context) -> Iterator[Fault]:
    """PFC is on and the cable length is 0 m.

    What the fabric does
        SONiC takes 0 m as "no lossless traffic here" and makes no lossless priority group. The port sends pause without
        any headroom, and RoCE is dropped.

    How to mend it
        Write the real length, or the next one the platform's table has a row for.

    Source
        sonic-swss buffermgr.cpp. Where a lossless priority group is bound all the same it is a note: the headroom is
        there, but cannot be held against a length.
    """
    if group.cable_m != 0 or not group.pfc.active or context.is_unsettled(group):
        return
    held = {index: group.priority_group(index) for index in sorted(group.pfc.active)}
    bare = [index for index, found in held.items() if found is None]
    bound = [index for index, found in held.items() if found is not None and found.is_lossless]
    if not bare and not bound:
        return
    why = (
        f"no lossless priority group is made for {named('priority', bare)}, and RoCE is dropped"
        if bare
        else f"{named('priority group', bound)} {'is' if len(bound) == 1 else 'are'} bound by hand, but what the link "
        "needs cannot be told"
    )
    yield Fault(
        f"PFC is on, and the cable length is 0 m: {why}.",
        "write the real cable length",
        Place(group.ports[0], "cable"),
        group.ports,
        {"cable_m": 0},
        severity=None if bare else Severity.NOTE,
    )
