"""The model's own promises: canonical form, differences, the way of a packet."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    Certainty,
    ClassMap,
    DeviceChosen,
    Pfc,
    Pool,
    PortChannel,
    PortGroup,
    PriorityGroup,
    Queue,
    Switch,
    Trust,
    Unit,
    assemble,
    difference,
    dscps_of_class,
    natural_key,
    path_of_dscp,
)

IDENTITY = ClassMap.of({value: value for value in range(8)})


def group(*ports: str, **settings: Any) -> PortGroup:
    return replace(PortGroup(ports=ports), **settings)


def test_equal_groups_become_one_in_natural_order() -> None:
    switch = assemble(
        Switch(groups=(group("Ethernet10", mtu_bytes=9100), group("Ethernet4"), group("Ethernet2", mtu_bytes=9100)))
    )
    assert [held.ports for held in switch.groups] == [("Ethernet2", "Ethernet10"), ("Ethernet4",)]


def test_order_of_queues_pools_and_members_does_not_matter() -> None:
    one = Switch(
        groups=(group("Ethernet0", queues=(Queue(3), Queue(1))),),
        pools=(Pool("b"), Pool("a")),
        port_channels=(PortChannel("Po2", ("Ethernet10", "Ethernet9")), PortChannel("Po1", ())),
    )
    other = Switch(
        groups=(group("Ethernet0", queues=(Queue(1), Queue(3))),),
        pools=(Pool("a"), Pool("b")),
        port_channels=(PortChannel("Po1", ()), PortChannel("Po2", ("Ethernet9", "Ethernet10"))),
    )
    assert assemble(one) == assemble(other)


def test_labels_do_not_make_a_difference() -> None:
    assert ClassMap.of({1: 2}, "AZURE") == ClassMap.of({2 - 1: 2}, "OTHER")


@given(st.lists(st.integers(0, 600), unique=True, min_size=1, max_size=20))
def test_assembling_twice_is_assembling_once(numbers: list[int]) -> None:
    switch = assemble(Switch(groups=tuple(group(f"Ethernet{n}", mtu_bytes=9100 + n % 3) for n in numbers)))
    assert assemble(switch) == switch
    assert sorted(p for held in switch.groups for p in held.ports) == sorted(f"Ethernet{n}" for n in numbers)


def test_natural_order() -> None:
    assert sorted(["Ethernet10/1", "Ethernet2/1", "Ethernet2"], key=natural_key) == [
        "Ethernet2",
        "Ethernet2/1",
        "Ethernet10/1",
    ]


def test_difference_names_the_value_and_every_port() -> None:
    held = BufferProfile(headroom=Amount(1000), alpha=Alpha(0))
    before = Switch(groups=(group("Ethernet0", "Ethernet4", priority_groups=(PriorityGroup(3, held),)),))
    grown = replace(held, headroom=Amount(2000))
    after = Switch(groups=(group("Ethernet0", "Ethernet4", priority_groups=(PriorityGroup(3, grown),)),))
    (only,) = difference(before, after)
    assert only.path == "priority_groups.3.profile.headroom"
    assert (only.before, only.after) == (Amount(1000), Amount(2000))
    assert only.ports == ("Ethernet0", "Ethernet4")


def test_difference_sees_ports_queues_and_pools_come_and_go() -> None:
    before = Switch(groups=(group("Ethernet0", queues=(Queue(3),)),), pools=(Pool("a"),))
    after = Switch(groups=(group("Ethernet0"), group("Ethernet4")), name="leaf1")
    paths = [each.path for each in difference(before, after)]
    assert paths == ["name", "pools.a", "ports", "queues.3"]
    ports = next(each for each in difference(before, after) if each.path == "ports")
    assert (ports.before, ports.after, ports.ports) == (False, True, ("Ethernet4",))


@given(st.sampled_from([Amount(1), DeviceChosen("x"), None]), st.sampled_from([Amount(1), DeviceChosen("x"), None]))
def test_no_difference_exactly_when_equal(one: Amount | DeviceChosen | None, two: Amount | DeviceChosen | None) -> None:
    before = Switch(pools=(Pool("a", size=one),))
    after = Switch(pools=(Pool("a", size=two),))
    assert (difference(before, after) == ()) == (before == after)


def test_path_follows_all_four_maps() -> None:
    held = group(
        "Ethernet0",
        trust=Trust.DSCP,
        dscp_to_tc=ClassMap.of({26: 3}),
        tc_to_pg=IDENTITY,
        tc_to_queue=ClassMap.of({3: 5}),
        pfc_to_queue=IDENTITY,
        pfc=Pfc(enabled=True, priorities=frozenset({3})),
    )
    way = path_of_dscp(held, 26)
    assert [s.value for s in (way.traffic_class, way.priority_group, way.queue, way.pfc_priority)] == [3, 3, 5, 5]
    assert way.broken is None
    assert dscps_of_class(held, 3) == (26,)


def test_a_hole_in_a_map_is_broken_and_what_rests_on_it_unknown() -> None:
    way = path_of_dscp(group("Ethernet0", trust=Trust.DSCP, dscp_to_tc=ClassMap.of({26: 3})), 27)
    assert way.broken is not None
    assert way.broken.what == "traffic class"
    assert way.queue.certainty is Certainty.UNKNOWN


@pytest.mark.parametrize("trust", [Trust.COS, Trust.PORT])
def test_without_dscp_trust_the_class_of_a_dscp_is_unknown(trust: Trust) -> None:
    held = group("Ethernet0", trust=trust, dscp_to_tc=ClassMap.of({26: 3}))
    assert path_of_dscp(held, 26).traffic_class.certainty is Certainty.UNKNOWN
    assert dscps_of_class(held, 3) == ()


def test_a_lossless_profile_keeps_headroom_or_leaves_it_to_the_device() -> None:
    assert BufferProfile(headroom=Amount(1)).is_lossless
    assert BufferProfile(headroom=DeviceChosen("a table of the device")).is_lossless
    assert not BufferProfile(headroom=Amount(0)).is_lossless
    assert not BufferProfile().is_lossless


def test_amounts_keep_their_unit() -> None:
    assert Amount(250, Unit.CELLS).in_bytes(254) == 63500
    assert Amount(250, Unit.CELLS).in_bytes() is None
    assert Amount(3, Unit.KBYTES).in_bytes() == 3000
    assert Amount(5, Unit.PERCENT, "the pool").in_bytes(254) is None
    assert str(Alpha(-3)) == "1/8"
    assert str(Amount(393192)) == "393,192 B"


def test_a_superscript_is_no_number_of_a_name() -> None:
    """Python calls it a digit, and int() refuses it."""
    assert natural_key("Ethernet²") == ((False, 0, "Ethernet²"),)
    assert natural_key("Ethernet٣")[1] == (True, 3, "٣")
