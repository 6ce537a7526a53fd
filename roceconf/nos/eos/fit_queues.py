"""Queues as EOS can say them: all eight, whole percent, one marking or dropping curve."""

from collections.abc import Iterator
from dataclasses import replace

from roceconf.nos import NotFittingError
from roceconf.nos.eos import defaults, numbers
from roceconf.switch import Amount, Colour, Curve, Marking, PortGroup, Queue, Scheduler, Service, Unit

_THRESHOLD_UNITS = frozenset({Unit.BYTES, Unit.CELLS})


def fit_queues(group: PortGroup) -> tuple[Queue, ...]:
    """The eight queues of a group, without buffer profiles.

    Raises:
        NotFittingError: a curve that begins above where it ends.
    """
    asked = {index: group.queue(index) for index in defaults.CLASSES}
    schedulers = {index: _scheduler(index, held.scheduler if held else None) for index, held in asked.items()}
    schedulers = _within_speed(_with_percentages(schedulers), group.speed_mbps)
    return tuple(
        Queue(index, None, schedulers[index], _marking(group, index, held.marking if held else None))
        for index, held in asked.items()
    )


def _scheduler(index: int, asked: Scheduler | None) -> Scheduler:
    if asked is None:
        asked = Scheduler()
    guaranteed, ceiling = fit_rate(asked.guaranteed), fit_rate(asked.ceiling)
    if guaranteed is not None and guaranteed.unit is Unit.PPS:
        guaranteed = None
    service, weight = asked.service, asked.weight
    if index == defaults.CONTROL_CLASS:
        service, weight = Service.STRICT, None
    elif service is None:
        service, weight = Service.WEIGHTED, 1
    if service is Service.STRICT or weight is None:
        return Scheduler(service, None, guaranteed, ceiling)
    return Scheduler(service, max(1, weight), guaranteed, ceiling)


def fit_rate(asked: Amount | None) -> Amount | None:
    """A rate in kb/s, packets or percent of the port; never less than asked."""
    if asked is None or asked.number < 1:
        return None
    if asked.unit is Unit.BYTES_PER_SECOND:
        return Amount(-(-asked.number * 8 // 1000), Unit.KBPS)
    if asked.unit is Unit.PERCENT:
        return Amount(min(asked.number, 100), Unit.PERCENT, numbers.PORT_SPEED)
    return Amount(asked.number, asked.unit) if asked.unit in (Unit.KBPS, Unit.PPS) else None


def _within_speed(asked: dict[int, Scheduler], speed_mbps: int | None) -> dict[int, Scheduler]:
    """Guarantees that the port can keep together: from the first queue on, as far as its speed reaches."""
    if speed_mbps is None:
        return asked
    found = {}
    left_kbps = speed_mbps * 1000
    for index, held in asked.items():
        rate = held.guaranteed
        if rate is not None:
            step_kbps = speed_mbps * 10 if rate.unit is Unit.PERCENT else 1
            number = min(rate.number, left_kbps // step_kbps)
            left_kbps -= number * step_kbps
            held = replace(held, guaranteed=rate._replace(number=number) if number else None)
        found[index] = held
    return found


def _with_percentages(asked: dict[int, Scheduler]) -> dict[int, Scheduler]:
    """Weights as whole percent that add up to at most 100, none of them 0."""
    weights = {index: held.weight for index, held in asked.items() if held.weight is not None}
    total = sum(weights.values())
    if total <= 100:
        return asked
    spare = 100 - len(weights)
    shares = {index: 1 + weight * spare // total for index, weight in weights.items()}
    return {index: replace(held, weight=shares.get(index, held.weight)) for index, held in asked.items()}


def _marking(group: PortGroup, index: int, asked: Marking | None) -> Marking | None:
    if asked is None:
        return None
    curves = tuple(_sayable(group, index, asked))
    if not curves:
        return None
    marks = any(curve.marks for curve in curves)
    return Marking(curves, counted=marks and asked.counted is not False)


def _sayable(group: PortGroup, index: int, asked: Marking) -> Iterator[Curve]:
    """The curves EOS can have: one that marks, or else one a drop precedence that drops."""
    fitted = [curve for each in asked.curves if (curve := _curve(group, index, each)) is not None]
    marking = [curve for curve in fitted if curve.marks and curve.colour is Colour.GREEN]
    if marking:
        yield marking[0]
        return
    seen = set()
    for curve in fitted:
        if not curve.marks and curve.colour not in seen:
            seen.add(curve.colour)
            yield curve


def _curve(group: PortGroup, index: int, asked: Curve) -> Curve | None:
    kmin, kmax = _threshold(asked.kmin), _threshold(asked.kmax)
    if not asked.active or kmin is None or kmax is None:
        return None
    if kmin.unit is kmax.unit and kmin.number > kmax.number:
        first = group.ports[0] if group.ports else "a port"
        raise NotFittingError(
            f"{first}: the curve of queue {index} begins at {kmin} and ends at {kmax}; EOS needs the minimum below"
        )
    percent = asked.pmax_percent
    if percent is None and not asked.marks:
        percent = numbers.PROBABILITY_HIGH
    if percent is not None:
        percent = min(max(percent, numbers.PROBABILITY_LOW), numbers.PROBABILITY_HIGH)
    weight = asked.averaging_weight
    if weight is None and asked.marks:
        weight = 0
    if weight is not None:
        weight = min(max(weight, 0), numbers.WEIGHT_HIGH)
    return replace(asked, kmin=kmin, kmax=kmax, pmax_percent=percent, averaging_weight=weight, active=True)


def _threshold(asked: Amount | None) -> Amount | None:
    if asked is None:
        return None
    if asked.unit in (Unit.KBYTES, Unit.MBYTES):
        asked = Amount(asked.in_bytes() or 0)
    if asked.unit not in _THRESHOLD_UNITS:
        return None
    return Amount(min(max(asked.number, numbers.THRESHOLD_LOW), numbers.THRESHOLD_HIGH), asked.unit)
