"""Queues: scheduler, ECN and buffer profile."""

from dataclasses import replace

from roceconf.nos import NotFittingError
from roceconf.nos.sonic.fit.profiles import Profiles
from roceconf.nos.sonic.fit.sizes import Converter
from roceconf.nos.sonic.values import DEFAULT_PMAX_PERCENT, WRED_AVERAGING_WEIGHT
from roceconf.switch import Amount, Colour, Curve, Direction, Marking, PortGroup, Queue, Scheduler

_HIGHEST_QUEUE = 15
_LARGEST_THRESHOLD = 2**31 - 1
"""orchagent reads WRED thresholds with stoi (sonic-swss orchagent/qosorch.cpp)."""
_WEIGHTS = range(1, 101)
_LARGEST_PERCENT = 100
_DEFAULT_PROFILE = "egress_roce_profile"


def fit_queues(group: PortGroup, converter: Converter, profiles: Profiles) -> PortGroup:
    """A group whose queues SONiC can say.

    Raises:
        NotFittingError: a queue, weight or threshold that CONFIG_DB does not take.
    """
    queues = tuple(_fit_queue(queue, group, converter, profiles) for queue in group.queues)
    return replace(group, queues=queues)


def _fit_queue(queue: Queue, group: PortGroup, converter: Converter, profiles: Profiles) -> Queue:
    where = f"{group.ports[0]} queue {queue.index}"
    if not 0 <= queue.index <= _HIGHEST_QUEUE:
        raise NotFittingError(f"{where}: SONiC numbers queues 0 to {_HIGHEST_QUEUE}")
    return Queue(
        queue.index,
        profile=profiles.fit(queue.profile, Direction.EGRESS, default_name=_DEFAULT_PROFILE),
        scheduler=_fit_scheduler(queue.scheduler, group.speed_mbps, converter, where),
        marking=_fit_marking(queue.marking, converter, where),
    )


def _fit_scheduler(
    scheduler: Scheduler | None, speed_mbps: int | None, converter: Converter, where: str
) -> Scheduler | None:
    if scheduler is None:
        return None
    if scheduler.weight is not None and scheduler.weight not in _WEIGHTS:
        raise NotFittingError(f"{where}: SCHEDULER takes a weight from 1 to 100, not {scheduler.weight}")
    guaranteed = converter.rate(scheduler.guaranteed, speed_mbps)
    ceiling = converter.rate(scheduler.ceiling, speed_mbps)
    if ceiling is not None and (guaranteed is None or guaranteed.number == 0 or guaranteed.unit is not ceiling.unit):
        ceiling = None  # sonic-scheduler.yang: pir needs cir above zero; meter_type is one for both
    if ceiling is not None and guaranteed is not None and ceiling.number < guaranteed.number:
        raise NotFittingError(
            f"{where}: the ceiling of {ceiling} is below the guaranteed {guaranteed}; SCHEDULER takes pir >= cir"
        )
    return replace(scheduler, guaranteed=guaranteed, ceiling=ceiling)


def _fit_marking(marking: Marking | None, converter: Converter, where: str) -> Marking | None:
    if marking is None:
        return None
    of_colour: dict[Colour, Curve] = {}
    for curve in marking.curves:  # marking comes before dropping, and an ECN profile drops what is not ECT by itself
        of_colour.setdefault(curve.colour, curve)
    curves = tuple(_fit_curve(of_colour[colour], converter, where) for colour in Colour if colour in of_colour)
    return replace(marking, curves=curves, counted=None)


def _fit_curve(curve: Curve, converter: Converter, where: str) -> Curve:
    kmin, kmax = _threshold(curve.kmin, converter, where), _threshold(curve.kmax, converter, where)
    if kmax is not None and kmin is None:
        raise NotFittingError(f"{where}: WRED_PROFILE takes no maximum ({kmax}) without a minimum threshold")
    if kmax is not None and kmin is not None and kmin.number > kmax.number:
        raise NotFittingError(
            f"{where}: the minimum threshold {kmin} is above the maximum {kmax}; orchagent refuses it"
        )
    pmax = DEFAULT_PMAX_PERCENT if curve.pmax_percent is None else curve.pmax_percent
    if not 0 <= pmax <= _LARGEST_PERCENT:
        raise NotFittingError(f"{where}: {pmax} % is no probability")
    return replace(curve, kmin=kmin, kmax=kmax, pmax_percent=pmax, averaging_weight=WRED_AVERAGING_WEIGHT)


def _threshold(amount: Amount | None, converter: Converter, where: str) -> Amount | None:
    if amount is None:
        return None
    found = converter.bytes(amount)
    if found is None:
        raise NotFittingError(f"{where}: a threshold of {amount} cannot be written in bytes")
    if found.number > _LARGEST_THRESHOLD:
        raise NotFittingError(f"{where}: orchagent reads thresholds up to {_LARGEST_THRESHOLD:,} B, not {found}")
    return found
