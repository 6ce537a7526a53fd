"""How statements that are known to be wrong, foreign or doubtful are remarked on, as data."""

from collections.abc import Mapping
from typing import NamedTuple

from roceconf.switch import RemarkKind

VERDICTS: Mapping[str, tuple[RemarkKind, bool]] = {
    "foreign": (RemarkKind.FOREIGN, True),
    "invented": (RemarkKind.UNKNOWN, True),
    "misplaced": (RemarkKind.MALFORMED, True),
    "obsolete": (RemarkKind.OBSOLETE, False),
}
"""Kind of remark and whether it is fatal, by the verdict on a known error. An obsolete spelling is what old releases
took and what scripts still send beside the new one, so it is a warning."""

CERTAIN_HEADS = (
    "bandwidth guaranteed",
    "bandwidth percent",
    "dcbx application",
    "dcbx ets",
    "dcbx mode",
    "egress",
    "flowcontrol",
    "ingress",
    "mtu",
    "priority",
    "priority-flow-control all",
    "priority-flow-control on",
    "priority-flow-control pause watchdog default",
    "priority-flow-control priority",
    "qos map",
    "qos rewrite",
    "qos trust",
    "service-profile",
)
"""Heads whose every continuation is known from published sources, so that another one is an error. Behind the others
newer releases may know more (the hardware watchdog, per-port MMU profiles), so that it is a warning."""


class ForeignLine(NamedTuple):
    """A line of EOS that no Tomahawk takes.

    Attributes:
        line: how it begins.
        wrong: what it is.
        help: what a Tomahawk has instead.
        source: where that is known from.
    """

    line: str
    wrong: str
    help: str
    source: str


_DELAY = ForeignLine(
    "random-detect ecn delay",
    "is delay-based ECN of the R series (Jericho); a Tomahawk marks by queue length",
    "write random-detect ecn minimum-threshold <n> bytes maximum-threshold <n> bytes in the queue",
    "published configurations: this line on a 7800 spine only, thresholds on 7060DX5",
)

IN_TIME = ForeignLine(
    "random-detect",
    "has thresholds in time, which are of platforms with virtual output queues (R series): a Tomahawk measures a queue "
    "by its length, and no source shows what it makes of a time",
    "write both thresholds in bytes or segments",
    "Arista's data models have times for every platform; published configurations have them on a 7800 spine only",
)

FOREIGN: Mapping[str, ForeignLine] = {
    "ecn_delay": _DELAY,
    "latency_maximum": ForeignLine(
        "latency maximum",
        "bounds the latency of a virtual output queue; a Tomahawk has none",
        "remove the line",
        "Arista's YANG models (VOQ platforms)",
    ),
    "scheduler_profile": ForeignLine(
        "scheduler profile",
        "is a scheduler profile of the R3 series (EOS 4.33.1F)",
        "remove the line",
        "aristanetworks/avd, pyavd 6.4.0, description of scheduler_profile_responsive",
    ),
    "platform_sand": ForeignLine(
        "platform sand",
        "is for the R series; the keyword of every Tomahawk is `platform trident`",
        "remove the line, or check that the file is of a Tomahawk",
        "Habana (TH3, TH4) and sonic-mgmt (TH to TH6) configurations",
    ),
}
"""Lines of the R series, by kind of record."""
