"""What ``explain kmin``, ``kmax`` and ``pmax`` share: one threshold of the curve, and every school beside it."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated

import typer

from roceconf.asic import speed_name
from roceconf.cli.explain.chip import Asked, asked_about
from roceconf.cli.explain.shared import buffer_of
from roceconf.cli.options import PageFormat, speed_mbps
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.marking import MarkingAsked, Threshold, marking_data, marking_page
from roceconf.rules.context import ASSUMED_FAN_OUT, Supplied
from roceconf.sizing import Marking, compare_schools, ecn_thresholds

ASSUMED_FAN_IN = Supplied().fan_in

_ROUND_TRIP = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?) ?(ns|us|ms)")
_NS = {"ns": 1, "us": 1000, "ms": 1_000_000}


def subject(threshold: Threshold) -> Callable[..., None]:
    """The command that explains one threshold.

    Args:
        threshold: which.
    """

    def explain(
        speed: Annotated[str, typer.Option(help="Speed of the egress port, such as 400G.")],
        preset: Annotated[str, typer.Option(help="The school whose values are taken.")] = "default",
        sku: Annotated[str, typer.Option(help="Platform or HWSKU, for alpha and shared buffer.")] = "",
        asic: Annotated[str, typer.Option(help="ASIC, such as th5; not needed with --sku.")] = "",
        alpha: Annotated[str, typer.Option(help="Alpha of the lossless priority groups, such as 1/8.")] = "",
        shared: Annotated[str, typer.Option(help="Shared buffer of one partition, such as 60MB.")] = "",
        fan_in: Annotated[
            int | None, typer.Option(min=1, max=1024, help="How many senders may hit one port at once.")
        ] = None,
        fan_out: Annotated[
            int | None, typer.Option(min=1, max=1024, help="How many ports one port may send to at once.")
        ] = None,
        rtt: Annotated[str, typer.Option(help="Round trip between two hosts without queues, such as 8us.")] = "",
        classes: Annotated[int, typer.Option(min=1, max=8, help="Lossless classes of a port.")] = 1,
        page_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
    ) -> None:
        asked_chip = asked_about(sku, asic) if sku or asic else None
        rate, rtt_ns = speed_mbps(speed), _round_trip_ns(rtt)
        _check_speed(asked_chip, rate)
        buffer = buffer_of(asked_chip, alpha, shared, rate, classes)
        marking = None
        if buffer.alpha is not None and buffer.shared_bytes is not None:
            marking = Marking(
                buffer.alpha,
                buffer.shared_bytes,
                lossless_groups=classes,
                fan_out=fan_out or ASSUMED_FAN_OUT,
                fan_in=fan_in or 1,
                incast=fan_in or ASSUMED_FAN_IN,
            )
        try:
            held = ecn_thresholds(rate, preset=preset, marking=marking, rtt_ns=rtt_ns)
        except ValueError as error:
            raise refuse(str(error)) from None
        taken = [*buffer.sources]
        if marking is not None:
            taken += [f"lossless classes of a port {classes}: --classes", *_assumed(fan_in, fan_out, rtt_ns)]
        if rtt_ns is None:
            taken.append("round trip: not said; pass --rtt to hold Kmin against the bandwidth-delay product")
        asked = MarkingAsked(threshold, rate, held, tuple(taken), compare_schools(rate, rtt_ns))
        if page_format is PageFormat.JSON:
            emit(json.dumps(marking_data(asked), indent=2) + "\n")
        else:
            emit(marking_page(asked))

    return explain


def _assumed(fan_in: int | None, fan_out: int | None, rtt_ns: int | None) -> list[str]:
    """What was taken because the user did not say it."""
    said = []
    if fan_out is None:
        said.append(f"fan-out {ASSUMED_FAN_OUT}: assumed; pass --fan-out")
    if fan_in is None:
        incast = f", and {ASSUMED_FAN_IN} senders for the time DCQCN has" if rtt_ns is not None else ""
        said.append(f"fan-in: not said, so Kmax is held against a single sender, the hardest case{incast}")
    return said


def _check_speed(asked: Asked | None, rate: int) -> None:
    if asked is not None and asked.asic.speeds_mbps and rate not in asked.asic.speeds_mbps:
        known = ", ".join(map(speed_name, asked.asic.speeds_mbps))
        raise refuse(f"{asked.asic.name} has no {speed_name(rate)} ports; it runs {known}")


def _round_trip_ns(text: str) -> int | None:
    """A round trip in nanoseconds; None where empty.

    Raises:
        typer.BadParameter: no time with its unit, or nothing but zero.
    """
    if not text:
        return None
    found = _ROUND_TRIP.fullmatch(text)
    if found is None:
        raise typer.BadParameter(f"'{text}' is no round trip; write it with its unit, such as 8us", param_hint="--rtt")
    time_ns = Decimal(found[1]) * _NS[found[2]]
    if time_ns % 1 != 0 or time_ns == 0:
        raise typer.BadParameter(f"'{text}' is no whole number of nanoseconds above zero", param_hint="--rtt")
    return int(time_ns)
