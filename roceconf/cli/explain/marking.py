"""What ``explain kmin``, ``kmax`` and ``pmax`` share: one threshold of the curve, and every school beside it."""

from collections.abc import Callable, Iterator
from typing import Annotated, NamedTuple

import typer

from roceconf.asic import speed_name
from roceconf.cli import options
from roceconf.cli.explain.said import Said
from roceconf.cli.explain.shared_buffer import Bound, bound_asked
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.marking import MarkingAsked, Threshold, marking_data, marking_page
from roceconf.ranges import ROUND_TRIP_NS
from roceconf.rules.context import ASSUMED_FAN_OUT, Supplied
from roceconf.sizing import EcnThresholds, Marking, bounds_for, compare_schools, ecn_thresholds
from roceconf.units import nanoseconds

ASSUMED_FAN_IN = Supplied().fan_in


def subject(threshold: Threshold) -> Callable[..., None]:
    """The command that explains one threshold.

    Args:
        threshold: which.
    """

    def explain(
        speed: options.SpeedOption,
        preset: Annotated[str, typer.Option(help="The school whose values are taken.")] = "default",
        sku: options.SkuOption = "",
        topology: options.TopologyOption = "",
        asic: options.AsicOption = "",
        pool: options.PoolOption = "",
        xoff: options.PoolXoffOption = "",
        shared: options.SharedOption = "",
        alpha: options.AlphaOption = "",
        dynamic_th: options.DynamicThOption = None,
        ports: options.PortsOption = None,
        groups: options.GroupsOption = None,
        minimum: options.MinOption = "",
        fan_in: options.FanInOption = None,
        fan_out: options.FanOutOption = None,
        ingress: Annotated[
            str, typer.Option(help="Speed of the ports that senders come in by; as --speed if left out.")
        ] = "",
        rtt: Annotated[str, typer.Option(help="Round trip between two hosts without queues, such as 8us.")] = "",
        output_format: options.FormatOption = options.PageFormat.TEXT,
    ) -> None:
        said = Said(
            sku=sku, asic=asic, topology=topology, pool=pool, xoff=xoff, ports=ports, groups=groups, shared=shared,
            alpha=alpha, dynamic_th=dynamic_th, minimum=minimum, speed=speed,
        )  # fmt: skip
        traffic = _Traffic(
            options.speed_mbps(speed),
            options.speed_mbps(ingress, "--ingress") if ingress else None,
            fan_in,
            fan_out,
            _round_trip_ns(rtt),
        )
        bound = bound_asked(said)
        marking = _marking(bound, traffic)
        try:
            held = ecn_thresholds(traffic.speed_mbps, preset=preset, marking=marking, rtt_ns=traffic.rtt_ns)
        except ValueError as error:
            raise refuse(str(error)) from None
        asked = MarkingAsked(
            threshold,
            traffic.speed_mbps,
            held,
            (*bound.taken, *_taken(traffic, held, marking is not None)),
            compare_schools(traffic.speed_mbps, traffic.rtt_ns),
            bound.sources,
            bound.caveats,
        )
        emit_page(output_format, marking_data(asked), marking_page(asked))

    return explain


class _Traffic(NamedTuple):
    """What the command line says of the traffic; None where it does not."""

    speed_mbps: int
    ingress_mbps: int | None
    fan_in: int | None
    fan_out: int | None
    rtt_ns: int | None


def _marking(bound: Bound, traffic: _Traffic) -> Marking | None:
    if bound.alpha is None or bound.shared_bytes is None:
        return None
    return bounds_for(
        bound.alpha,
        bound.shared_bytes,
        bound.groups.value,
        fan_in=traffic.fan_in or ASSUMED_FAN_IN,
        fan_out=traffic.fan_out or ASSUMED_FAN_OUT,
        ingress_mbps=traffic.ingress_mbps or traffic.speed_mbps,
    )


def _taken(traffic: _Traffic, held: EcnThresholds, bounded: bool) -> Iterator[str]:
    """What was taken of the traffic, and who gave it."""
    if bounded:
        yield from _counts(traffic)
    elif traffic.fan_in or traffic.fan_out or traffic.ingress_mbps:
        yield "--fan-in, --fan-out and --ingress count for nothing without alpha and shared buffer"
    if traffic.rtt_ns is None:
        yield "round trip: not said; pass --rtt to hold Kmin against the bandwidth-delay product, and DCQCN against PFC"
        return
    yield f"round trip {traffic.rtt_ns:,} ns: said"
    if held.reaction is not None:
        cnp, speed = held.reaction.derivation.term("cnp"), speed_name(traffic.ingress_mbps or traffic.speed_mbps)
        yield f"senders come in at {speed}: {'said' if traffic.ingress_mbps else 'assumed, as --speed; pass --ingress'}"
        yield f"CNPs {cnp.value:,} ns apart: assumed ({cnp.source})"


def _counts(traffic: _Traffic) -> Iterator[str]:
    out, senders = traffic.fan_out, traffic.fan_in
    yield f"fan-out {out}: said" if out else f"fan-out {ASSUMED_FAN_OUT}: assumed; pass --fan-out"
    counted = f"fan-in {senders}: said" if senders else f"fan-in {ASSUMED_FAN_IN}: assumed; pass --fan-in"
    yield f"{counted}. It counts in the time DCQCN has; Kmax is held against a single sender, the hardest case"


def _round_trip_ns(text: str) -> int | None:
    """A round trip in nanoseconds; None where empty.

    Raises:
        typer.BadParameter: no time with its unit, or no round trip of a fabric.
    """
    if not text:
        return None
    try:
        return nanoseconds(text, "round trip", *ROUND_TRIP_NS)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--rtt") from None
