"""The runner: order, merging, lacking facts, failures."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from roceconf.findings import Severity
from roceconf.rules.context import Context, Supplied
from roceconf.rules.model import Fault, Lacking, Place, Rule
from roceconf.rules.runner import RuleFailedError, Skipped, judge, worst
from roceconf.switch import PortGroup, Switch
from tests.rules.readings import CLEAN, judged, reading


def _rule(check: object, *, on: type[PortGroup] | type[Switch] = PortGroup) -> Rule:
    assert callable(check)
    return Rule("TST101", "test-rule", Severity.WARNING, "0.1", ("a test",), on, "A page.", check)


def _run(check: object, **places: int) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    table = {tuple(key.split("__")): (line, 1) for key, line in places.items()}
    context = Context(reading(places={(key[0], key[1]): at for key, at in table.items()}), Supplied())
    return tuple((f.message, f.line, f.ports) for f in judge(context, [_rule(check)], "x").findings)


def test_faults_alike_on_one_line_are_one_finding() -> None:
    def check(group: PortGroup, context: Context) -> Iterator[Fault]:
        yield Fault("wrong", "mend", Place("", "watchdog"), group.ports)

    ((_, _, ports),) = _run(check)
    assert ports == tuple(port for group in CLEAN.groups for port in group.ports)


def test_faults_alike_on_two_lines_stay_two() -> None:
    def check(group: PortGroup, context: Context) -> Iterator[Fault]:
        yield Fault("wrong", "mend", Place(group.ports[0], "mtu"), group.ports)

    assert [line for _, line, _ in _run(check, Ethernet0__mtu=5, Ethernet256__mtu=9)] == [5, 9]


def test_findings_come_in_order_of_place() -> None:
    def check(group: PortGroup, context: Context) -> Iterator[Fault]:
        yield Fault("wrong", "mend", Place(group.ports[0], "mtu"), group.ports)

    assert [line for _, line, _ in _run(check, Ethernet0__mtu=9, Ethernet256__mtu=5)] == [5, 9]


def test_a_lacking_fact_is_counted_once() -> None:
    def check(group: PortGroup, context: Context) -> Iterator[Fault]:
        if group.ports:
            raise Lacking("cable length")
        yield Fault("", "")

    judgement = judge(Context(reading(), Supplied()), [_rule(check)], "x")
    assert judgement.findings == ()
    assert judgement.skipped == (Skipped("TST101", "cable length"),)


def test_a_broken_rule_is_named_and_never_silent() -> None:
    def check(group: PortGroup, context: Context) -> Iterator[Fault]:
        yield Fault(str(1 // (len(group.ports) - 32)), "")

    with pytest.raises(RuleFailedError, match="TST101 failed on ports Ethernet0"):
        judge(Context(reading(), Supplied()), [_rule(check)], "x")


def test_a_finding_may_not_be_worse_than_its_rule() -> None:
    def check(group: PortGroup, context: Context) -> Iterator[Fault]:
        yield Fault("wrong", "mend", severity=Severity.ERROR)

    with pytest.raises(RuleFailedError):
        judge(Context(reading(), Supplied()), [_rule(check)], "x")


def test_the_clean_switch_is_clean_whatever_is_supplied() -> None:
    supplied = Supplied(asic="th5", roce_dscps=(26, 27), cnp_dscps=(48,))
    judgement = judged(reading(), supplied)
    assert [finding.message for finding in judgement.findings] == []
    assert worst(judgement.findings) is None


def test_an_empty_switch_is_clean() -> None:
    assert judged(reading(replace(CLEAN, groups=(), pools=()))).findings == ()
