"""What EOS is asked, fitted, written and read again."""

import re

from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from roceconf.nos import Fitted, NotFittingError, network_os
from roceconf.switch import Amount, Hints, PortGroup, Switch, difference
from tests import strategies as common
from tests.nos.eos.strategies import HINTS, switches

EOS = network_os("eos")
ASKED = switches() | common.switches(common.EOS_PORTS) | common.lossless_switches(common.EOS_PORTS)
"""Switches that EOS can mostly come near to, and any switch at all."""
MANY = settings(
    deadline=None, max_examples=75, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


def fitted(switch: Switch, hints: Hints) -> Fitted:
    try:
        return EOS.fit(switch, hints)
    except NotFittingError:
        return reject()


def written(switch: Switch, hints: Hints) -> str:
    (file,) = EOS.write(switch, hints)
    return file.text


@MANY
@given(ASKED, HINTS)
def test_what_is_written_reads_as_what_was_fitted(switch: Switch, hints: Hints) -> None:
    fit = fitted(switch, hints)
    assume(fit.switch.groups)
    reading = EOS.read(written(fit.switch, hints), hints)
    assert difference(fit.switch, reading.switch) == ()
    assert reading.switch == fit.switch
    assert reading.remarks == ()


@MANY
@given(ASKED, HINTS)
def test_fitting_twice_is_fitting_once(switch: Switch, hints: Hints) -> None:
    once = fitted(switch, hints)
    twice = EOS.fit(once.switch, hints)
    assert twice.switch == once.switch
    assert twice.changes == ()


@MANY
@given(ASKED, HINTS)
def test_the_changes_are_exactly_the_difference(switch: Switch, hints: Hints) -> None:
    fit = fitted(switch, hints)
    assert tuple(change.difference for change in fit.changes) == difference(switch, fit.switch)
    assert all(change.reason for change in fit.changes)


def headrooms(group: PortGroup) -> dict[int, int]:
    return {
        held.index: held.profile.headroom.in_bytes(254) or 0
        for held in group.priority_groups
        if held.index in group.pfc.active and held.profile is not None and isinstance(held.profile.headroom, Amount)
    }


@MANY
@given(ASKED, HINTS)
def test_headroom_never_shrinks(switch: Switch, hints: Hints) -> None:
    after = fitted(switch, hints).switch
    for group in switch.groups:
        for port in group.ports:
            fit_group = after.group_of(port)
            assert fit_group is not None
            kept = headrooms(fit_group)
            for index, asked in headrooms(group).items():
                assert not after.explicit_buffers or kept[index] >= asked


@MANY
@given(ASKED, HINTS)
def test_no_dscp_comes_into_a_lossless_class_unasked(switch: Switch, hints: Hints) -> None:
    after = fitted(switch, hints).switch
    asked = {entry for group in switch.groups if group.dscp_to_tc is not None for entry in group.dscp_to_tc.entries}
    lossless = {priority for group in after.groups for priority in group.pfc.active}
    for group in after.groups:
        assert group.dscp_to_tc is not None
        assert len(group.dscp_to_tc.entries) == 64
        assert {entry for entry in group.dscp_to_tc.entries if entry[1] in lossless} <= asked


@MANY
@given(ASKED, HINTS)
def test_weights_are_percent_that_add_up(switch: Switch, hints: Hints) -> None:
    for group in fitted(switch, hints).switch.groups:
        assert [queue.index for queue in group.queues] == list(range(8))
        weights = [queue.scheduler.weight for queue in group.queues if queue.scheduler and queue.scheduler.weight]
        assert all(weight >= 1 for weight in weights)
        assert sum(weights) <= 100


DRESSINGS = st.sampled_from(["crlf", "blanks", "one", "two", "four", "prompt", "paragraphs"])


def dressed(text: str, how: str) -> str:
    """The same configuration as other hands write it."""
    if how == "crlf":
        return text.replace("\n", "\r\n")
    if how == "blanks":
        return re.sub(r"$", "  ", text, flags=re.MULTILINE)
    if how == "paragraphs":
        return text.replace("!\n", "!\n\n")
    if how == "prompt":
        return "leaf1#show running-config\n" + text + "leaf1#"
    step = {"one": 1, "two": 2, "four": 4}[how]
    return re.sub(r"^(?:   )+", lambda found: " " * (len(found[0]) // 3 * step), text, flags=re.MULTILINE)


@MANY
@given(ASKED, HINTS, DRESSINGS)
def test_indentation_and_line_ends_do_not_matter(switch: Switch, hints: Hints, how: str) -> None:
    fit = fitted(switch, hints)
    assume(fit.switch.groups)
    reading = EOS.read(dressed(written(fit.switch, hints), how), hints)
    assert reading.switch == fit.switch
    assert reading.remarks == ()
