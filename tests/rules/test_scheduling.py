"""Scheduling: what must hold whatever the weights are."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.findings import Severity
from roceconf.rules.context import Supplied
from roceconf.rules.derived.lossless import lossless_queues
from roceconf.switch import Amount, ClassMap, Concern, PortGroup, Scheduler, Service, Switch, Unit
from tests.rules.readings import EVERYTHING, GROUP, changed, findings, judged, reading

WEIGHTS = st.integers(0, 100)


def _served(**schedulers: Scheduler | None) -> Switch:
    by_index = {int(name.removeprefix("q")): scheduler for name, scheduler in schedulers.items()}

    def change(group: PortGroup) -> PortGroup:
        queues = [
            replace(queue, scheduler=by_index[queue.index]) if queue.index in by_index else queue
            for queue in group.queues
        ]
        return replace(group, queues=tuple(queues))

    return changed(change)


def _weighted(weight: int, **rates: Amount) -> Scheduler:
    return Scheduler(Service.WEIGHTED, weight, rates.get("guaranteed"), rates.get("ceiling"))


@given(WEIGHTS, st.lists(WEIGHTS, min_size=1, max_size=3), st.integers(1, 1_000))
def test_weights_are_relative(lossless: int, lossy: list[int], scale: int) -> None:
    said = []
    for each in (1, scale):
        plan = {f"q{index}": None for index in range(8)} | {
            f"q{index}": _weighted(weight * each) for index, weight in enumerate(lossy)
        }
        switch = (
            _served(**plan, q3=_weighted(lossless * each))
            if "q3" not in plan
            else _served(**{**plan, "q3": _weighted(lossless * each)})
        )
        said.append([found.severity for found in findings("SCH102", reading(switch))])
    assert said[0] == said[1]
    expected = Severity.WARNING if lossless == 0 else Severity.NOTE if lossless < min(lossy) else None
    assert said[0] == ([] if expected is None else [expected])


def test_one_strict_scheduler_of_two_lossless_queues_is_one_finding() -> None:
    strict = Scheduler(Service.STRICT, name="strict")
    (finding,) = findings("SCH101", reading(_served(q3=strict, q4=strict)))
    assert "queues 3 and 4 are" in finding.message
    assert findings("SCH101", reading(_served(q3=strict), scope=EVERYTHING - {Concern.SCHEDULING})) == ()


@pytest.mark.parametrize(
    ("scheduler", "speaks"),
    [
        (Scheduler(Service.STRICT), False),
        (_weighted(25), False),
        (_weighted(24), True),
        (None, False),
    ],
)
def test_cnps_are_served_first_or_have_the_top_weight(scheduler: Scheduler | None, speaks: bool) -> None:
    read = reading(_served(q6=scheduler))
    assert bool(findings("SCH103", read, Supplied(asic="th5", cnp_dscps=(48,)))) is speaks
    assert findings("SCH103", read) == ()


@pytest.mark.parametrize(
    ("ceiling", "speaks"),
    [
        (Amount(100_000_000_000, Unit.BYTES_PER_SECOND), False),
        (Amount(99_999_999_999, Unit.BYTES_PER_SECOND), True),
        (Amount(800_000_000, Unit.KBPS), False),
        (Amount(799_999_999, Unit.KBPS), True),
        (Amount(100, Unit.PERCENT, "port speed"), False),
        (Amount(99, Unit.PERCENT, "port speed"), True),
        (Amount(1_000, Unit.PPS), False),
        (Amount(0, Unit.KBPS), False),
    ],
)
def test_shaping_is_below_the_line_rate(ceiling: Amount, speaks: bool) -> None:
    assert bool(findings("SCH104", reading(_served(q3=_weighted(25, ceiling=ceiling))))) is speaks
    assert findings("SCH104", reading(_served(q1=_weighted(10, ceiling=ceiling)))) == ()


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_a_guarantee_fits_below_its_ceiling(guaranteed: int, ceiling: int) -> None:
    rates = {"guaranteed": Amount(guaranteed, Unit.KBPS), "ceiling": Amount(ceiling, Unit.KBPS)}
    assert bool(findings("SCH105", reading(_served(q1=_weighted(10, **rates))))) is (guaranteed > ceiling)


@given(st.permutations(range(8)))
def test_a_lossless_queue_is_where_its_class_waits_and_its_pause_stops(order: list[int]) -> None:
    to_queue = ClassMap.of(dict(enumerate(order)))
    coherent = replace(GROUP, tc_to_queue=to_queue, pfc_to_queue=to_queue)
    assert set(lossless_queues(coherent)) == {order[3], order[4]}
    torn = replace(GROUP, tc_to_queue=to_queue)
    assert set(lossless_queues(torn)) <= {3, 4}


def test_a_rule_that_lacks_a_fact_for_one_group_judges_the_others() -> None:
    judgement = judged(reading(_served(q3=Scheduler(Service.STRICT))), Supplied())
    assert "SCH101" in {found.rule for found in judgement.findings}


def test_the_weight_of_a_strict_queue_does_not_count() -> None:
    read = reading(_served(q6=_weighted(30), q7=Scheduler(Service.STRICT, 90)))
    assert findings("SCH103", read, Supplied(asic="th5", cnp_dscps=(48,))) == ()
