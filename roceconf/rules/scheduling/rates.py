"""Rules on rates: shaping and guarantees."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_queues
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.scheduling.schedulers import by_scheduler
from roceconf.rules.scheduling.service import cnp_queues
from roceconf.rules.wording import agree, named
from roceconf.switch import Amount, PortGroup, Queue, Unit


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


@rule(
    "SCH106",
    "cnp-queue-shaped",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., CoNEXT 2016 (one CNP each 50 us)",
        "NVIDIA ConnectX, mlxconfig MIN_TIME_BETWEEN_CNPS (4 us)",
        "InfiniBand annex A17 (RoCEv2), A17.9.3: format of a CNP",
    ),
)
def cnp_queue_is_shaped(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The queue of the CNPs is shaped below what the NICs may send.

    What the fabric does
        Congestion makes CNPs, and the shaper holds them back just then: they queue or are dropped, senders slow down
        late, queues grow and PFC takes over. A CNP takes 98 bytes of the wire; at one each 50 microseconds a receiver
        loads its sender's port with 15.7 Mb/s, at the 4 microseconds of ConnectX with 196 Mb/s. As many receivers are
        counted as senders may hit one port at once.

    How to mend it
        Take the shaper away: CNPs are few, and strict priority does no harm to others. Or shape above the load. On
        SONiC ``pir`` is in bytes a second, on EOS a bare rate is in kbps.

    Source
        The longest interval that is published is the paper's 50 microseconds: a rate below that load is a warning.
        Below the load at 4 microseconds it is a note, since a switch does not say which NICs it serves. Needs the DSCP
        of the CNPs.
    """
    shaped = {
        index: ceiling
        for index, ceiling in ((queue.index, _ceiling(queue, group)) for queue in group.queues)
        if ceiling and (group.speed_mbps is None or ceiling < group.speed_mbps * 1_000_000)
    }
    if not shaped or not group.pfc.active:
        return
    queues = [index for index in cnp_queues(group, context) if index in shaped and index not in lossless_queues(group)]
    for indices in by_scheduler(group, queues).values():
        yield from _too_slow_for_cnps(group, indices, shaped[indices[0]], context.supplied.fan_in)


def _ceiling(queue: Queue, group: PortGroup) -> int | None:
    return None if queue.scheduler is None else _bits_per_second(queue.scheduler.ceiling, group.speed_mbps)


def _too_slow_for_cnps(group: PortGroup, indices: list[int], ceiling: int, receivers: int) -> Iterator[Fault]:
    from roceconf.sizing import cnp_load, published_intervals_ns

    longest_ns, connectx_ns = published_intervals_ns()
    few = cnp_load(receivers, interval_ns=longest_ns).bits_per_second
    many = cnp_load(receivers, interval_ns=connectx_ns).bits_per_second
    if ceiling >= many:
        return
    if ceiling < few:
        load, each = few, f"each {longest_ns // 1000} us, the longest interval published"
    else:
        load, each = many, f"each {connectx_ns // 1000} us, as ConnectX is delivered"
    yield Fault(
        f"{named('queue', indices).capitalize()}, where the CNPs wait, {agree(indices, 'is', 'are')} shaped to "
        f"{ceiling / 1e6:g} Mb/s, but {receivers} receivers that send a CNP {each}, load it with {load / 1e6:g} Mb/s: "
        "CNPs wait or are dropped, and senders slow down late.",
        f"take the shaping rate off {named('queue', indices)}, or shape above {many / 1e6:g} Mb/s",
        Place(group.ports[0], f"queue.{indices[0]}.scheduler.ceiling"),
        group.ports,
        {
            "ceiling_bits_per_second": ceiling,
            "receivers": receivers,
            "load_at_longest_interval_bits_per_second": few,
            "load_at_connectx_interval_bits_per_second": many,
        },
        severity=None if ceiling < few else Severity.NOTE,
    )


def _bits_per_second(rate: Amount | None, speed_mbps: int | None) -> int | None:
    """A rate in bits a second; None for one in packets, or in percent of a speed that is not known."""
    if rate is not None and rate.unit is Unit.PERCENT and speed_mbps is not None:
        return rate.number * speed_mbps * 10_000
    factors = {Unit.BYTES_PER_SECOND: 8, Unit.KBPS: 1000}
    return None if rate is None or rate.unit not in factors else rate.number * factors[rate.unit]


def _of(line_rate: int | None) -> str:
    return "" if line_rate is None else f" on a port of {line_rate / 1e9:g}G"
