"""Rules on rates: shaping and guarantees."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_queues
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.scheduling.schedulers import by_scheduler
from roceconf.rules.wording import agree, named
from roceconf.switch import Amount, PortGroup, Unit


@rule(
    "SCH104",
    "lossless-queue-shaped",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-yang-models sonic-scheduler.yang: pir", "Arista AVD (pyavd 6.4.0): shape rate"),
)
def lossless_queue_is_shaped(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue, or the whole port, is shaped below the speed of the port.

    What the fabric does
        What arrives above the shaping rate cannot be dropped, so it is paused: the shaper turns into a standing stream
        of pause frames that spreads towards the senders and also stops what goes elsewhere.

    How to mend it
        Take the shaper away; limit the senders, or share the link by weight.

    Source
        ``pir`` on SONiC is in bytes a second; a value meant in bits is eight times too high, one meant in kilobits far
        too low.
    """
    for scheduler, indices in by_scheduler(group, lossless_queues(group)).items():
        ceiling = _bits_per_second(scheduler.ceiling, group.speed_mbps)
        line_rate = None if group.speed_mbps is None else group.speed_mbps * 1_000_000
        if not ceiling or (line_rate is not None and ceiling >= line_rate):
            continue
        yield Fault(
            f"Lossless {named('queue', indices)} {agree(indices, 'is', 'are')} shaped to {scheduler.ceiling} "
            f"({ceiling / 1e9:g} Gb/s{_of(line_rate)}): what arrives faster becomes a standing pause of the senders.",
            f"take the shaping rate off {named('queue', indices)}",
            Place(group.ports[0], f"queue.{indices[0]}.scheduler.ceiling"),
            group.ports,
            {"ceiling_bits_per_second": ceiling, "line_rate_bits_per_second": line_rate},
        )
    yield from _shaped_port(group)


def _shaped_port(group: PortGroup) -> Iterator[Fault]:
    ceiling = _bits_per_second(group.ceiling, group.speed_mbps)
    line_rate = None if group.speed_mbps is None else group.speed_mbps * 1_000_000
    # Without the port's speed a shaper may be no limit at all.
    if not ceiling or line_rate is None or ceiling >= line_rate or not group.pfc.active:
        return
    yield Fault(
        f"The whole port is shaped to {group.ceiling} ({ceiling / 1e9:g} Gb/s{_of(line_rate)}), PFC "
        f"{named('priority', group.pfc.active)} included: what arrives faster becomes a standing pause of the senders.",
        "take the shaping rate off the port",
        Place(group.ports[0], "ceiling"),
        group.ports,
        {"ceiling_bits_per_second": ceiling, "line_rate_bits_per_second": line_rate},
    )


@rule(
    "SCH105",
    "guarantee-above-ceiling",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "sonic-yang-models sonic-scheduler.yang: must pir >= cir",
        "Arista AVD (pyavd 6.4.0): bandwidth guaranteed, shape rate",
    ),
)
def guarantee_is_above_the_ceiling(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A queue is guaranteed a higher rate than it is shaped to.

    What the fabric does
        The guarantee cannot be kept: the shaper holds the queue below it. SONiC's own model refuses such a row.

    How to mend it
        Guarantee at most the shaping rate, or take the shaper away.

    Source
        SONiC's YANG model demands ``pir >= cir``. Rates in packets are not compared with rates in bits.
    """
    for scheduler, indices in by_scheduler(group, [queue.index for queue in group.queues]).items():
        guaranteed = _bits_per_second(scheduler.guaranteed, group.speed_mbps)
        ceiling = _bits_per_second(scheduler.ceiling, group.speed_mbps)
        if not guaranteed or not ceiling or guaranteed <= ceiling:
            continue
        yield Fault(
            f"{named('queue', indices).capitalize()} {agree(indices, 'is', 'are')} guaranteed {scheduler.guaranteed} "
            f"and shaped to {scheduler.ceiling}: the guarantee lies above the ceiling and cannot be kept.",
            f"guarantee at most {scheduler.ceiling}",
            Place(group.ports[0], f"queue.{indices[0]}.scheduler.guaranteed"),
            group.ports,
            {"guaranteed_bits_per_second": guaranteed, "ceiling_bits_per_second": ceiling},
        )


def _bits_per_second(rate: Amount | None, speed_mbps: int | None) -> int | None:
    """A rate in bits a second; None for one in packets, or in percent of a speed that is not known."""
    if rate is not None and rate.unit is Unit.PERCENT and speed_mbps is not None:
        return rate.number * speed_mbps * 10_000
    factors = {Unit.BYTES_PER_SECOND: 8, Unit.KBPS: 1000}
    return None if rate is None or rate.unit not in factors else rate.number * factors[rate.unit]


def _of(line_rate: int | None) -> str:
    return "" if line_rate is None else f" on a port of {line_rate / 1e9:g}G"
