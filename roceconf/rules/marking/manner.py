"""Rules on how a queue marks: switched off, dropping, by an average, uncounted."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_queues, nearest_said
from roceconf.rules.marking.curves import each_curve, marking_of, place_of_dropping
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named, spelled
from roceconf.switch import Colour, Curve, PortGroup


@rule(
    "ECN102",
    "marking-switched-off",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-buildimage #4545", "sonic-yang-models sonic-wred-profile.yang: wred_green_enable default false"),
)
def marking_is_switched_off(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A queue is told to mark, but the curve that RoCE packets meet is not switched on.

    What the fabric does
        No packet is marked. DCQCN gets no signal, senders keep their rate, and PFC pauses them instead.

    How to mend it
        Switch the green curve on (``wred_green_enable`` true on SONiC), or take ECN off where it is not meant.

    Source
        sonic-buildimage issue 4545: ECN set, ``wred_green_enable`` absent, nothing marked.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if curve.colour is Colour.GREEN and curve.marks and not curve.active:
            off = "switched off" if curve.active is False else "not switched on"
            yield Fault(
                f"{called} is told to mark ECN, but its curve for green packets is {off}: RoCE is never marked.",
                "switch the green curve on",
                place,
                group.ports,
            )

    return each_curve(group, check)


@rule(
    "ECN104",
    "wred-drops-lossless",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "Arista AVD (pyavd 6.4.0): random-detect drop",
        "sonic-swss orchagent/qosorch.cpp: ecn_none with wred_green_enable",
    ),
)
def wred_drops_lossless_traffic(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue is told to drop by a WRED curve.

    What the fabric does
        Packets that PFC keeps from being lost on the wire are thrown away at random on the way out, beginning at Kmin.

    How to mend it
        Mark instead of dropping: ECN on for the curve (``ecn_all`` on SONiC, ``random-detect ecn`` on EOS).

    Source
        SONiC drops where a WRED profile is enabled with ``ecn_none``; EOS where ``random-detect drop`` is set.
    """
    lossless = lossless_queues(group)

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if curve.colour is Colour.GREEN and not curve.marks and curve.active:
            yield Fault(
                f"{called} drops packets of a lossless queue from {curve.kmin or 'its Kmin'} on: RoCE loses at random "
                "what PFC was to keep.",
                "mark with ECN instead of dropping",
                place_of_dropping(place, context),
                group.ports,
                {"kmin": curve.kmin.number if curve.kmin is not None else None},
            )

    return each_curve(group, check, lossless)


@rule(
    "ECN107",
    "averaging-weight",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=(
        "Arista AVD (pyavd 6.4.0): random-detect ecn ... weight",
        "published RoCE configurations all use weight 0",
    ),
)
def marking_averages_the_queue(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue marks by an averaged queue length.

    What the fabric does
        The average lags behind an incast: the queue is past Kmax, or PFC has begun, before the average reaches Kmin;
        and marking goes on after the queue is gone.

    How to mend it
        Use the instantaneous queue length, weight 0.

    Source
        DCQCN and DCTCP mark by the instantaneous length; SONiC always does; published EOS configurations use 0.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if curve.marks and curve.active and curve.averaging_weight:
            yield Fault(
                f"{called} marks by an average of the queue (weight {curve.averaging_weight}): marks come late in an "
                "incast and go on after it.",
                "use weight 0, the instantaneous queue length",
                place,
                group.ports,
                {"weight": curve.averaging_weight},
            )

    return each_curve(group, check, lossless_queues(group))


@rule(
    "ECN109",
    "ecn-not-counted",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=("Arista AVD (pyavd 6.4.0): random-detect ecn count",),
)
def ecn_is_not_counted(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue marks packets without counting them.

    What the fabric does
        Marking works, but nobody sees it: whether thresholds fit is left to guessing.

    How to mend it
        Count marked packets (``random-detect ecn count`` on EOS).

    Source
        Arista AVD. Silent where an OS has no such word.
    """
    unseen = [
        index
        for index in lossless_queues(group)
        if (marking := marking_of(group, index)) is not None and marking.ecn is not None and marking.counted is False
    ]
    if unseen:
        yield Fault(
            f"Lossless {named('queue', unseen)} {'marks' if len(unseen) == 1 else 'mark'} packets without counting "
            "them: whether the thresholds fit cannot be seen.",
            "count marked packets",
            nearest_said(group, context, f"queue.{unseen[0]}.marking.green.kmin", f"queue.{unseen[0]}"),
            group.ports,
            {"queues": spelled(unseen)},
        )
