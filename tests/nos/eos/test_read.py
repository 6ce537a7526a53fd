"""What an EOS text says."""

from dataclasses import replace

import pytest

from roceconf.nos import network_os
from roceconf.switch import (
    Alpha,
    Amount,
    Colour,
    Concern,
    Curve,
    Default,
    DeviceChosen,
    Direction,
    Hints,
    NotReadableError,
    Pfc,
    Pool,
    PortAddress,
    PortChannel,
    PortGroup,
    Queue,
    Reading,
    Service,
    Span,
    Trust,
    Unit,
    Watchdog,
    WatchdogAction,
    path_of_dscp,
)
from tests.nos.eos.samples import LEAF

EOS = network_os("eos")

PROFILE = """\
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   !
   uc-tx-queue 1
      no priority
      bandwidth percent 45
   !
   uc-tx-queue 3
      no priority
      bandwidth percent 50
      random-detect ecn minimum-threshold 256 kbytes maximum-threshold 2 mbytes max-mark-probability 20 weight 0
      random-detect ecn count
!
interface Ethernet1/1
   mtu 9214
   speed 400g-4
   no switchport
   ip address 10.0.0.0/31
   service-profile ROCE
!
interface Ethernet2/1
   mtu 9214
   speed 400g-4
   no switchport
   ip address 10.0.0.2/31
   service-profile ROCE
"""


def read(text: str) -> Reading:
    return EOS.read(text, Hints())


def only_group(text: str) -> PortGroup:
    (group,) = read(text).switch.groups
    return group


def queue(text: str, index: int) -> Queue:
    found = only_group(text).queue(index)
    assert found is not None
    return found


def interface(*lines: str) -> str:
    return "interface Ethernet1/1\n" + "".join(f"   {line}\n" for line in lines)


class TestProfiles:
    def test_a_profile_is_what_its_interfaces_are_told(self) -> None:
        group = only_group(PROFILE)
        assert group.ports == ("Ethernet1/1", "Ethernet2/1")
        assert group.pfc == Pfc(True, frozenset({3}))
        assert group.trust is Trust.DSCP
        assert (group.mtu_bytes, group.speed_mbps, group.routed) == (9214, 400_000, True)

    def test_an_interface_overrides_its_profile(self) -> None:
        overridden = PROFILE.replace("ip address 10.0.0.2/31", "priority-flow-control priority 3 drop")
        reading = read(overridden)
        first, second = reading.switch.groups
        assert (first.pfc.priorities, second.pfc.priorities) == (frozenset({3}), frozenset())
        assert reading.places.of("Ethernet1/1", "pfc.priority.3") == (4, 4)

    def test_places_of_a_profile_are_its_lines_and_those_of_a_port_its_own(self) -> None:
        places = read(PROFILE).places
        assert places.of("Ethernet2/1", "pfc") == (3, 4)
        assert places.of("Ethernet2/1", "queue.3.marking.green.kmin") == (13, 7)
        assert places.of("Ethernet1/1", "mtu") == (17, 4)
        assert places.of("Ethernet2/1", "mtu") == (24, 4)
        assert places.of("Ethernet2/1") == (23, 1)
        assert places.span((24, 4)) == Span(24, 4)

    def test_a_profile_nobody_defines_leaves_the_defaults(self) -> None:
        assert only_group(interface("service-profile NONE")).pfc == Pfc(False)

    def test_a_text_printed_with_its_defaults_does_not_hide_the_profile(self) -> None:
        said_all = "! Command: show running-config all\n" + PROFILE.replace(
            "   service-profile ROCE\n",
            "   service-profile ROCE\n   no priority-flow-control\n   no priority-flow-control priority 3\n"
            "   !\n   uc-tx-queue 3\n      priority strict\n      no bandwidth percent\n",
        )
        group = only_group(said_all)
        assert group.pfc == Pfc(True, frozenset({3}))
        held = group.queue(3)
        assert held is not None
        assert held.scheduler is not None
        assert (held.scheduler.service, held.scheduler.weight) == (Service.WEIGHTED, 50)


class TestDefaults:
    def test_what_nobody_says_is_the_default_of_eos(self) -> None:
        group = only_group(interface("no switchport"))
        assert group.dscp_to_tc is not None
        assert group.cos_to_tc is not None
        assert [group.dscp_to_tc.get(dscp) for dscp in (0, 8, 16, 26, 34, 46, 48, 63)] == [1, 0, 2, 3, 4, 5, 6, 7]
        assert [group.cos_to_tc.get(cos) for cos in range(8)] == [1, 0, 2, 3, 4, 5, 6, 7]
        assert {queue.scheduler.service for queue in group.queues if queue.scheduler} == {Service.STRICT}
        assert len(group.queues) == 8
        assert group.pfc == Pfc(False)
        assert group.watchdog == Watchdog(True, action=WatchdogAction.ERRDISABLE)

    @pytest.mark.parametrize(
        "path",
        [
            "trust",
            "pfc",
            "pfc.priority.3",
            "watchdog",
            "watchdog.action",
            "queue.3.scheduler",
            "dscp_to_tc.26",
            "tc_to_pg.3",
        ],
    )
    def test_a_default_has_a_default_for_a_place(self, path: str) -> None:
        found = read(interface("no switchport")).places.of("Ethernet1/1", path)
        assert isinstance(found, Default)
        assert found.source

    def test_a_dscp_goes_its_whole_way_by_defaults(self) -> None:
        path = path_of_dscp(only_group(interface("no switchport")), 26)
        assert path.broken is None
        steps = (path.traffic_class, path.priority_group, path.queue, path.pfc_priority)
        assert [step.value for step in steps] == [3, 3, 3, 3]

    @pytest.mark.parametrize(
        ("lines", "routed", "trust"),
        [
            (["no switchport"], True, Trust.DSCP),
            (["ip address 10.0.0.1/31"], True, Trust.DSCP),
            (["switchport"], False, Trust.COS),
            (["switchport trunk allowed vlan 711"], False, Trust.COS),
            (["switchport access vlan 5", "no switchport"], True, Trust.DSCP),
            (["switchport", "qos trust dscp"], False, Trust.DSCP),
            (["no switchport", "no qos trust"], True, Trust.PORT),
            (["no switchport", "qos trust cos", "default qos trust"], True, Trust.DSCP),
            (["mtu 9214"], None, None),
        ],
    )
    def test_trust_follows_the_layer_unless_it_is_said(
        self, lines: list[str], routed: bool | None, trust: Trust | None
    ) -> None:
        group = only_group(interface(*lines))
        assert (group.routed, group.trust) == (routed, trust)

    def test_a_port_of_a_running_config_is_switched_unless_it_says_otherwise(self) -> None:
        head = "! device: leaf1 (DCS-7060DX5-64S, EOS-4.32.2F)\n!\n"
        reading = read(head + interface("mtu 9214"))
        assert reading.switch.groups[0].routed is False
        assert (reading.switch.sku, reading.switch.version) == ("DCS-7060DX5-64S", "4.32.2F")
        assert reading.places.of("", "sku") == (1, 1)


class TestMaps:
    def test_maps_hold_for_every_port(self) -> None:
        text = "qos map dscp 24 26 to traffic-class 5\nqos map dscp 48-50 to traffic-class 6 drop-precedence 1\n"
        text += "qos map cos 3 to traffic-class 5\nqos map traffic-class 5 to uc-tx-queue 4\n"
        text += "qos map traffic-class 5 to mc-tx-queue 2\n" + interface("no switchport")
        reading = read(text)
        (group,) = reading.switch.groups
        assert group.dscp_to_tc is not None
        assert group.cos_to_tc is not None
        assert group.tc_to_queue is not None
        assert [group.dscp_to_tc.get(dscp) for dscp in (24, 25, 26, 49)] == [5, 3, 5, 6]
        assert group.cos_to_tc.get(3) == 5
        assert group.tc_to_queue.get(5) == 4
        assert reading.places.of("Ethernet1/1", "dscp_to_tc.26") == (1, 1)
        assert reading.places.of("Ethernet1/1", "tc_to_queue.5") == (4, 1)

    def test_a_map_taken_back_is_the_default_again(self) -> None:
        text = "qos map dscp 26 27 to traffic-class 5\nno qos map dscp 26\n" + interface("no switchport")
        reading = read(text)
        held = reading.switch.groups[0].dscp_to_tc
        assert held is not None
        assert (held.get(26), held.get(27)) == (3, 5)
        assert isinstance(reading.places.of("Ethernet1/1", "dscp_to_tc.26"), Default)

    def test_an_input_policy_decides_the_class_elsewhere(self) -> None:
        assert only_group(interface("service-policy type qos input P")).classified_elsewhere


class TestQueues:
    @pytest.mark.parametrize(
        ("written", "unit"),
        [
            ("segments", Unit.CELLS),
            ("bytes", Unit.BYTES),
            ("kbytes", Unit.KBYTES),
            ("mbytes", Unit.MBYTES),
        ],
    )
    def test_thresholds_keep_their_unit(self, written: str, unit: Unit) -> None:
        line = f"random-detect ecn minimum-threshold 20 {written} maximum-threshold 100 {written}"
        held = queue(interface("uc-tx-queue 3", f"   {line}"), 3).marking
        assert held is not None
        assert held.curves == (Curve(Colour.GREEN, Amount(20, unit), Amount(100, unit)),)
        assert held.counted is False

    @pytest.mark.parametrize("written", ["milliseconds", "microseconds"])
    def test_thresholds_in_time_are_none_that_is_known(self, written: str) -> None:
        line = f"random-detect ecn minimum-threshold 20 {written} maximum-threshold 100 {written}"
        held = queue(interface("uc-tx-queue 3", f"   {line}"), 3).marking
        assert held is not None
        assert held.curves == (Curve(Colour.GREEN, None, None),)

    def test_the_priority_of_untagged_frames(self) -> None:
        assert only_group(interface("qos cos 3")).default_cos == 3
        assert only_group(interface("qos cos 3", "no qos cos")).default_cos is None

    def test_a_curve_that_drops_has_the_colour_of_its_precedence(self) -> None:
        line = "random-detect drop drop-precedence 2 minimum-threshold 2 kbytes maximum-threshold 9 kbytes"
        held = queue(interface("tx-queue 2", f"   {line} drop-probability 50 weight 10"), 2).marking
        assert held is not None
        assert held.curves == (Curve(Colour.RED, Amount(2, Unit.KBYTES), Amount(9, Unit.KBYTES), 50, 10, marks=False),)

    def test_multicast_queues_are_not_rdma_queues(self) -> None:
        held = queue(interface("mc-tx-queue 3", "   no priority", "   bandwidth percent 5"), 3)
        assert held.scheduler is not None
        assert held.scheduler.service is Service.STRICT

    def test_rates_keep_their_unit(self) -> None:
        held = queue(
            interface("tx-queue 3", "   bandwidth guaranteed 100", "tx-queue 3", "   shape rate 40 percent"), 3
        ).scheduler
        assert held is not None
        assert held.guaranteed == Amount(100, Unit.KBPS)
        assert held.ceiling == Amount(40, Unit.PERCENT, "port speed")

    def test_what_is_taken_back_is_not_said(self) -> None:
        held = queue(
            interface(
                "uc-tx-queue 3",
                "   random-detect ecn minimum-threshold 2 bytes maximum-threshold 9 bytes",
                "   no random-detect ecn",
                "   bandwidth percent 5",
                "   no bandwidth percent",
            ),
            3,
        )
        assert held.marking is None
        assert held.scheduler is not None
        assert held.scheduler.weight is None


class TestWatchdog:
    GLOBAL = (
        "priority-flow-control pause watchdog default timeout 0.2\n"
        "priority-flow-control pause watchdog default recovery-time 0.4 forced\n"
        "priority-flow-control pause watchdog default polling-interval 0.1\n"
        "priority-flow-control pause watchdog action drop\n"
    )
    COMMON = Watchdog(None, None, 200, 400, 100, WatchdogAction.DROP, True)

    def test_defaults_of_the_switch_are_in_force_on_its_ports(self) -> None:
        reading = read(self.GLOBAL + interface("no switchport"))
        assert reading.switch.watchdog == self.COMMON
        assert reading.switch.groups[0].watchdog == replace(self.COMMON, enabled=True)
        assert reading.places.of("", "watchdog.poll") == (3, 1)
        assert reading.places.of("Ethernet1/1", "watchdog.detection") == (1, 1)

    def test_a_port_has_times_and_an_action_of_its_own(self) -> None:
        timer = "priority-flow-control pause watchdog port timer timeout 0.05 polling-interval auto recovery-time 1.11"
        lines = [timer, "priority-flow-control pause watchdog port action notify-only"]
        reading = read(self.GLOBAL + interface(*lines))
        assert reading.switch.groups[0].watchdog == Watchdog(True, None, 50, 1110, None, WatchdogAction.ALERT, False)
        assert reading.places.of("Ethernet1/1", "watchdog.detection") == (6, 4)
        assert reading.places.of("Ethernet1/1", "watchdog.action") == (7, 4)

    def test_it_can_be_switched_off(self) -> None:
        held = only_group(interface("no priority-flow-control pause watchdog")).watchdog
        assert held is not None
        assert held.enabled is False

    def test_an_override_beats_every_port(self) -> None:
        text = "priority-flow-control pause watchdog override action drop\n"
        held = only_group(text + interface("priority-flow-control pause watchdog port action notify-only")).watchdog
        assert held is not None
        assert held.action is WatchdogAction.DROP


class TestBuffers:
    MMU = (
        "platform trident mmu queue profile P\n"
        "    ingress threshold 1/16\n"
        "    ingress headroom 64000\n"
        "    ingress resume 3556\n"
        "    ingress priority-group 3 reserved cells 20\n"
        "    ingress priority-group 3 threshold 1/8\n"
        "    egress unicast queue 3 threshold 8\n"
        "    egress multicast queue 3 threshold 1\n"
        "!\n"
    )
    PORT = interface("priority-flow-control on", "priority-flow-control priority 3 no-drop")
    APPLY = "platform trident mmu queue profile P apply\n"

    def test_a_profile_that_is_applied_sizes_the_priority_groups(self) -> None:
        reading = read(self.MMU + self.PORT + self.APPLY)
        (group,) = reading.switch.groups
        held = group.priority_group(3)
        assert held is not None
        assert held.profile is not None
        assert (held.profile.headroom, held.profile.xon_offset) == (Amount(64000), Amount(3556))
        assert (held.profile.reserved, held.profile.alpha) == (Amount(20, Unit.CELLS), Alpha(-3))
        third = group.queue(3)
        assert third is not None
        assert third.profile is not None
        assert third.profile.alpha == Alpha(3)
        assert reading.switch.explicit_buffers
        assert reading.places.of("Ethernet1/1", "pg.3.headroom") == (3, 5)
        assert reading.places.of("Ethernet1/1", "pg.3.alpha") == (6, 5)
        assert reading.places.of("Ethernet1/1", "pg.3.profile") == (13, 1)

    def test_without_a_profile_the_device_chooses(self) -> None:
        for text in (self.PORT, self.MMU + self.PORT, self.MMU + self.PORT + self.APPLY + "no " + self.APPLY):
            reading = read(text)
            held = reading.switch.groups[0].priority_group(3)
            assert held is not None
            assert held.profile is not None
            assert isinstance(held.profile.headroom, DeviceChosen)
            assert held.is_lossless
            assert not reading.switch.explicit_buffers
            assert isinstance(reading.places.of("Ethernet1/1", "pg.3.headroom"), Default)

    @pytest.mark.parametrize(
        ("limit", "amount"),
        [("cells 9600", Amount(9600, Unit.CELLS)), ("bytes 5000", Amount(5000)), ("5000", Amount(5000))],
    )
    def test_the_headroom_pool(self, limit: str, amount: Amount) -> None:
        reading = read(f"platform trident mmu headroom-pool limit {limit}\n")
        assert reading.switch.pools == (Pool("ingress", Direction.INGRESS, headroom=amount),)
        assert reading.places.of("pool:ingress", "headroom") == (1, 1)


class TestPorts:
    @pytest.mark.parametrize(
        ("said", "mbps"),
        [
            ("400g-4", 400_000),
            ("100g-2", 100_000),
            ("forced 100gfull", 100_000),
            ("forced 40gfull", 40_000),
            ("auto 25gfull", 25_000),
            ("800g-8", 800_000),
            ("1.6t-8", 1_600_000),
            ("1000full", 1000),
            ("auto", None),
        ],
    )
    def test_speeds(self, said: str, mbps: int | None) -> None:
        held = only_group(interface(f"speed {said}"))
        assert held.speed_mbps == mbps
        assert held.lanes == (int(said[-1]) if "-" in said else None)

    def test_a_shaper_of_the_port(self) -> None:
        reading = read(interface("shape rate 100000000 kbps"))
        assert reading.switch.groups[0].ceiling == Amount(100_000_000, Unit.KBPS)
        assert reading.places.of("Ethernet1/1", "ceiling") == (2, 4)
        assert only_group(interface("shape rate 40 percent", "no shape rate")).ceiling is None

    @pytest.mark.parametrize(
        ("lines", "pause"),
        [
            (["flowcontrol receive on"], True),
            (["flowcontrol send desired"], True),
            (["flowcontrol send off", "flowcontrol receive on"], True),
            (["no flowcontrol send", "no flowcontrol receive"], False),
            ([], None),
        ],
    )
    def test_link_pause(self, lines: list[str], pause: bool | None) -> None:
        assert only_group(interface("mtu 9214", *lines)).link_pause is pause

    def test_a_range_is_its_ports(self) -> None:
        group = only_group("interface Ethernet1-3,7/1\n   priority-flow-control on\n")
        assert group.ports == ("Ethernet1", "Ethernet2", "Ethernet3", "Ethernet7/1")

    def test_members_and_addresses(self) -> None:
        switch = read(
            "interface Port-Channel3\n   no switchport\n   ip address 10.9.0.1/31\n!\n"
            "interface Ethernet3/1\n   channel-group 3 mode active\n!\n"
            "interface Ethernet4/1\n   channel-group 3 mode active\n!\n"
            "interface Ethernet1/1\n   ip address 10.0.0.0/31\n   ip address 10.0.1.0/31 secondary\n"
            "   ipv6 address 2001:db8::1/64\n"
        ).switch
        assert switch.port_channels == (PortChannel("Port-Channel3", ("Ethernet3/1", "Ethernet4/1")),)
        assert switch.addresses == (
            PortAddress("Ethernet1/1", "10.0.0.0/31"),
            PortAddress("Ethernet1/1", "10.0.1.0/31"),
            PortAddress("Ethernet1/1", "2001:db8::1/64"),
            PortAddress("Port-Channel3", "10.9.0.1/31"),
        )
        member = switch.group_of("Ethernet3/1")
        assert member is not None
        assert (member.routed, member.trust) == (True, Trust.DSCP)

    def test_members_take_layer_and_trust_from_their_port_channel_unless_they_are_told(self) -> None:
        text = (
            "qos profile P\n   qos trust dscp\n!\n"
            "interface Port-Channel3\n   switchport trunk allowed vlan 5\n   qos trust cos\n!\n"
            "interface Ethernet1/1\n   channel-group 3 mode active\n!\n"
            "interface Ethernet2/1\n   channel-group 3 mode active\n   service-profile P\n!\n"
            "interface Ethernet3/1\n   channel-group 3 mode active\n   no qos trust\n"
        )
        reading = read(text)
        found = [(group.routed, group.trust) for group in reading.switch.groups]
        assert found == [(False, Trust.COS), (False, Trust.DSCP), (False, Trust.PORT)]
        assert reading.places.of("Ethernet1/1", "trust") == (6, 4)

    def test_only_ethernet_ports_are_ports(self) -> None:
        text = "".join(
            f"interface {name}\n   mtu 1500\n!\n" for name in ("Management1", "Loopback0", "Vlan5", "Ethernet1.5")
        )
        assert read("hostname leaf1\n" + text).switch.groups == ()

    def test_all_off(self) -> None:
        reading = read("priority-flow-control all off\n")
        assert reading.switch.pfc_all_off is True
        assert reading.places.of("", "pfc_all_off") == (1, 1)
        assert read("priority-flow-control all off\nno priority-flow-control all off\n").switch.pfc_all_off is False


class TestScope:
    def test_a_part_covers_what_it_speaks_of(self) -> None:
        assert read("qos map dscp 26 to traffic-class 3\n").scope == {Concern.CLASSES}
        assert read(interface("priority-flow-control on")).scope == {Concern.PORTS, Concern.PFC}

    def test_a_whole_configuration_covers_all_but_buffers(self) -> None:
        assert read("hostname leaf1\n" + interface("mtu 9214")).scope == set(Concern) - {Concern.BUFFERS}
        assert Concern.BUFFERS in read(LEAF).scope

    def test_a_diff_covers_nothing_that_it_lacks(self) -> None:
        assert read("+priority-flow-control all off\n+qos rewrite dscp\n-no qos rewrite dscp\n").scope == frozenset()


class TestNames:
    def test_profiles_and_policies_are_defined_and_used(self) -> None:
        text = (
            "class-map type qos match-any C\n   match vlan 5 0xfff\n!\n"
            "policy-map type quality-of-service P\n   class C\n      set traffic-class 3\n   !\n"
            "   class class-default\n!\n" + PROFILE + "   service-policy type qos input P\n"
        )
        names = read(text).names
        assert [(each.kind, each.name, each.at[0]) for each in names.definitions] == [
            ("class-map", "C", 1),
            ("policy-map", "P", 4),
            ("qos profile", "ROCE", 10),
        ]
        assert {(use.kind, use.name, use.ports) for use in names.uses} == {
            ("class-map", "C", ()),
            ("policy-map", "P", ("Ethernet2/1",)),
            ("qos profile", "ROCE", ("Ethernet1/1", "Ethernet2/1")),
        }
        assert all(use.consequence for use in names.uses)

    def test_a_part_without_definitions_may_use_what_it_likes(self) -> None:
        assert read(interface("service-profile ROCE")).names.complete == frozenset()
        assert "qos profile" in read("hostname a\n" + interface("service-profile ROCE")).names.complete
        assert "qos profile" in read(PROFILE).names.complete


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("switch(config)#platform trident mmu headroom-pool limit ?\n  bytes  Specify\n", "help"),
        ("1. Connect to the switch.\n2. Configure it well.\n3. Save what you have done.\n", "prose"),
        ("feature qos\nthis is not\nEOS at all\n", "another OS"),
    ],
)
def test_what_is_no_configuration_is_refused(text: str, word: str) -> None:
    with pytest.raises(NotReadableError) as refusal:
        read(text)
    assert word in refusal.value.message


def test_a_whole_leaf() -> None:
    reading = read(LEAF)
    assert reading.switch.name == "leaf1"
    assert reading.line_count == LEAF.count("\n")
    group = reading.switch.group_of("Ethernet1/1")
    assert group is not None
    assert group.pfc.active == {3}
    assert reading.switch.group_of("Ethernet99/1") is None
    assert reading.remarks == ()


class TestOverriding:
    """The line of a port that overrides its profile is the place of what follows."""

    TEXT = PROFILE.partition("interface ")[0]

    def read(self, *own: str) -> Reading:
        assert "priority-flow-control priority 3 no-drop" in self.TEXT
        return read(self.TEXT + interface("service-profile ROCE", *own))

    def line_of(self, text: str) -> int:
        return (self.TEXT + interface("service-profile ROCE", text)).splitlines().index(f"   {text}") + 1

    def test_pfc_switched_off(self) -> None:
        reading = self.read("no priority-flow-control")
        line = self.line_of("no priority-flow-control")
        assert reading.places.of("Ethernet1/1", "pfc") == (line, 4)

    @pytest.mark.parametrize(
        ("own", "priorities"),
        [
            ("no priority-flow-control priority 3", set()),
            ("priority-flow-control priority 3 drop", set()),
            ("priority-flow-control priority 4 no-drop", {3, 4}),
        ],
    )
    def test_other_priorities(self, own: str, priorities: set[int]) -> None:
        reading = self.read(own)
        group = reading.switch.group_of("Ethernet1/1")
        assert group is not None
        assert group.pfc.priorities == priorities
        assert reading.places.of("Ethernet1/1", "pfc") == (self.line_of(own), 4)
        profile = self.TEXT.splitlines().index("   priority-flow-control priority 3 no-drop") + 1
        if 3 in priorities:
            assert reading.places.of("Ethernet1/1", "pfc.priority.3") == (profile, 4)

    def test_a_priority_taken_back_on_the_same_port(self) -> None:
        lines = ("priority-flow-control on", "priority-flow-control priority 3 no-drop")
        reading = read(interface(*lines, "priority-flow-control priority 3 drop"))
        assert reading.places.of("Ethernet1/1", "pfc") == (4, 4)

    def test_marking_taken_back(self) -> None:
        text = (
            "qos profile ROCE\n   uc-tx-queue 3\n      no priority\n"
            "      random-detect ecn minimum-threshold 1 kbytes maximum-threshold 2 kbytes\n"
            "      random-detect ecn count\n"
        )
        reading = read(text + interface("service-profile ROCE", "uc-tx-queue 3", "   no random-detect ecn"))
        assert reading.places.of("Ethernet1/1", "queue.3.marking.counted") == (9, 7)
        assert reading.remarks == ()


class TestAbbreviations:
    def test_an_abbreviated_statement_is_read_as_what_it_stands_for(self) -> None:
        reading = read("int et1/1\n   pri on\n   priority-flow-control prio 3 no-drop\n   no shut\n")
        (group,) = reading.switch.groups
        assert group.ports == ("Ethernet1/1",)
        assert group.pfc == Pfc(True, frozenset({3}))
        assert group.admin_up is True
        assert reading.remarks == ()

    def test_a_pfc_line_that_is_not_understood_leaves_open_what_it_sets(self) -> None:
        reading = read(interface("priority-flow-control on", "priority-flow-control lossless 3"))
        (group,) = reading.switch.groups
        assert group.pfc == Pfc(None)
        assert reading.places.of("Ethernet1/1", "pfc") == (3, 4)
        (remark,) = reading.remarks
        assert not remark.is_fatal
