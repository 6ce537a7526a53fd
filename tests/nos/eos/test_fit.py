"""What EOS cannot say as it was asked, and what it says instead."""

from dataclasses import replace
from typing import Any

import pytest

from roceconf.nos import NotFittingError, network_os
from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
    DeviceChosen,
    Direction,
    Hints,
    Marking,
    Pfc,
    Pool,
    PortAddress,
    PortChannel,
    PortGroup,
    PriorityGroup,
    Queue,
    Scheduler,
    Service,
    Switch,
    Trust,
    Unit,
    Watchdog,
    WatchdogAction,
)

EOS = network_os("eos")
IDENTITY = {number: number for number in range(8)}


def group(*ports: str, **settings: Any) -> PortGroup:
    lossless: dict[str, Any] = {"pfc": Pfc(True, frozenset({3})), "dscp_to_tc": ClassMap.of({26: 3})}
    return replace(PortGroup(ports or ("Ethernet1/1",)), **(lossless | settings))


def fit(*groups: PortGroup, hints: Hints = Hints(), **settings: Any) -> Switch:  # noqa: B008
    return EOS.fit(Switch(groups=groups, **settings), hints).switch


def first(switch: Switch, port: str = "Ethernet1/1") -> PortGroup:
    found = switch.group_of(port)
    assert found is not None
    return found


def entry(held: ClassMap | None, source: int) -> int | None:
    assert held is not None
    return held.get(source)


class TestClasses:
    def test_dscps_nobody_named_keep_the_class_of_eos_but_none_comes_into_a_lossless_one(self) -> None:
        held = first(fit(group())).dscp_to_tc
        assert [entry(held, dscp) for dscp in (0, 8, 16, 24, 25, 26, 27, 31, 32, 48, 63)] == [
            1, 0, 2, 1, 1, 3, 1, 1, 4, 6, 7,
        ]  # fmt: skip

    def test_best_effort_is_another_class_where_class_1_is_lossless(self) -> None:
        held = first(fit(group(pfc=Pfc(True, frozenset({1}))))).dscp_to_tc
        assert entry(held, 0) == 0

    def test_the_map_of_lossless_ports_holds_for_all(self) -> None:
        other = group("Ethernet2/1", pfc=Pfc(), dscp_to_tc=ClassMap.of({26: 5, 10: 5}))
        switch = fit(group(), other)
        assert first(switch, "Ethernet2/1").dscp_to_tc == first(switch).dscp_to_tc
        assert entry(first(switch).dscp_to_tc, 26) == 3

    def test_lossless_ports_with_different_lossless_dscps_are_refused(self) -> None:
        with pytest.raises(NotFittingError, match=r"Ethernet1/1 and Ethernet2/1 differ .* DSCP 24, 26;"):
            fit(group(), group("Ethernet2/1", dscp_to_tc=ClassMap.of({24: 3})))

    @pytest.mark.parametrize(
        ("settings", "words"),
        [
            ({"pfc": Pfc(True, frozenset({7}))}, "control traffic"),
            ({"pfc": Pfc(True, frozenset({8}))}, "PFC priority 8"),
            ({"dscp_to_tc": ClassMap.of({26: 9})}, "traffic class 9"),
            ({"tc_to_queue": ClassMap.of(IDENTITY | {3: 4})}, "class 3 is sent through queue 4"),
            ({"tc_to_queue": ClassMap.of(IDENTITY | {1: 12})}, "queue 12"),
            ({"tc_to_pg": ClassMap.of(IDENTITY | {3: 0})}, "class 3 is counted in priority group 0"),
            ({"pfc_to_queue": ClassMap.of(IDENTITY | {3: 4})}, "class 3 is paused as queue 4"),
        ],
    )
    def test_what_no_map_of_eos_can_say_is_refused(self, settings: dict[str, Any], words: str) -> None:
        with pytest.raises(NotFittingError, match=words):
            fit(group(**settings))

    def test_lossy_classes_lose_their_common_priority_group(self) -> None:
        fitted = EOS.fit(Switch(groups=(group(tc_to_pg=ClassMap.of(dict.fromkeys(range(8), 0) | {3: 3})),)), Hints())
        assert first(fitted.switch).tc_to_pg == ClassMap.of(IDENTITY)
        assert any(change.difference.path.startswith("tc_to_pg") for change in fitted.changes)

    def test_a_class_that_is_lossless_on_one_port_keeps_its_queue_on_all(self) -> None:
        many = group("Ethernet1/1", "Ethernet2/1", pfc=Pfc(True, frozenset({5})), tc_to_queue=ClassMap.of({3: 0}))
        switch = fit(many, group("Ethernet3/1"))
        assert entry(first(switch).tc_to_queue, 3) == 3
        assert EOS.fit(switch, Hints()).changes == ()

    def test_class_7_stays_in_queue_7(self) -> None:
        held = first(fit(group(tc_to_queue=ClassMap.of({7: 5, 2: 7, 4: 5})))).tc_to_queue
        assert [entry(held, tc) for tc in (7, 2, 4)] == [7, 2, 5]


class TestQueues:
    def scheduler(self, index: int, **weights: int | None) -> Scheduler:
        queues = tuple(
            Queue(int(name[1:]), None, Scheduler(Service.STRICT if weight is None else Service.WEIGHTED, weight))
            for name, weight in weights.items()
        )
        held = first(fit(group(queues=queues))).queue(index)
        assert held is not None
        assert held.scheduler is not None
        return held.scheduler

    def test_a_queue_nobody_described_is_not_strict(self) -> None:
        assert self.scheduler(2) == Scheduler(Service.WEIGHTED, 1)
        assert self.scheduler(7) == Scheduler(Service.STRICT)

    def test_percent_that_fit_stay(self) -> None:
        assert self.scheduler(3, q3=50, q1=44).weight == 50

    def test_weights_become_whole_percent_and_none_vanishes(self) -> None:
        weights = {"q0": 1, "q1": 300, "q2": 1, "q3": 600, "q4": 1, "q5": 1}
        found = [self.scheduler(index, **weights).weight for index in range(7)]
        assert found == [1, 31, 1, 62, 1, 1, 1]
        assert sum(weight for weight in found if weight is not None) <= 100

    def test_the_control_queue_stays_strict_with_a_reason(self) -> None:
        assert self.scheduler(7, q3=50, q7=1) == Scheduler(Service.STRICT)
        asked = Queue(7, None, Scheduler(Service.WEIGHTED, 1))
        changes = EOS.fit(Switch(groups=(group(queues=(asked,)),)), Hints()).changes
        said = {change.reason for change in changes if change.difference.path.startswith("queues.7.scheduler")}
        assert said == {"EOS keeps queue 7 for the switch's own control traffic and serves it strictly"}

    def test_a_strict_queue_has_no_weight(self) -> None:
        held = first(fit(group(queues=(Queue(6, None, Scheduler(Service.STRICT, 10)),)))).queue(6)
        assert held is not None
        assert held.scheduler == Scheduler(Service.STRICT)

    def test_guarantees_stay_within_the_speed_of_the_port(self) -> None:
        rates = (Amount(30, Unit.PERCENT), Amount(60_000_000, Unit.KBPS), Amount(50, Unit.PERCENT))
        queues = tuple(Queue(index, None, Scheduler(Service.WEIGHTED, 1, rate)) for index, rate in enumerate(rates))
        held = first(fit(group(speed_mbps=100_000, queues=queues)))
        found = [queue.scheduler.guaranteed for queue in held.queues if queue.scheduler is not None][:3]
        assert [rate.number for rate in found if rate is not None] == [30, 60_000_000, 10]

    def test_rates_in_bytes_become_kbps_and_never_less(self) -> None:
        asked = Scheduler(Service.STRICT, None, Amount(12_501, Unit.BYTES_PER_SECOND), Amount(5, Unit.PPS))
        held = first(fit(group(queues=(Queue(6, None, asked),)))).queue(6)
        assert held is not None
        assert held.scheduler == Scheduler(Service.STRICT, None, Amount(101, Unit.KBPS), Amount(5, Unit.PPS))


class TestMarking:
    def curves(self, *asked: Curve, counted: bool | None = None) -> Marking | None:
        held = first(fit(group(queues=(Queue(3, None, None, Marking(asked, counted)),)))).queue(3)
        assert held is not None
        return held.marking

    def test_thresholds_are_written_in_bytes_never_in_kbytes(self) -> None:
        marking = self.curves(Curve(kmin=Amount(256, Unit.KBYTES), kmax=Amount(2, Unit.MBYTES), pmax_percent=5))
        assert marking == Marking((Curve(Colour.GREEN, Amount(256_000), Amount(2_000_000), 5, 0),), True)

    def test_cells_stay_cells(self) -> None:
        marking = self.curves(Curve(kmin=Amount(20, Unit.CELLS), kmax=Amount(90, Unit.CELLS), averaging_weight=4))
        assert marking == Marking((Curve(Colour.GREEN, Amount(20, Unit.CELLS), Amount(90, Unit.CELLS), None, 4),), True)

    def test_one_marking_curve_beats_dropping_ones(self) -> None:
        ecn = Curve(Colour.GREEN, Amount(10), Amount(20), 5, 0)
        drop = Curve(Colour.GREEN, Amount(10), Amount(20), 5, 0, marks=False)
        red = replace(ecn, colour=Colour.RED)
        assert self.curves(ecn, drop, red) == Marking((ecn,), True)
        assert self.curves(drop, red) == Marking((drop,), False)
        assert self.curves(red) is None

    @pytest.mark.parametrize(
        "curve",
        [
            Curve(kmin=Amount(1), kmax=Amount(2), active=False),
            Curve(kmin=Amount(1), kmax=None),
            Curve(kmin=Amount(1, Unit.PERCENT), kmax=Amount(2, Unit.PERCENT)),
        ],
    )
    def test_a_curve_eos_cannot_say_is_left_out(self, curve: Curve) -> None:
        assert self.curves(curve) is None

    def test_a_curve_that_ends_before_it_begins_is_refused(self) -> None:
        with pytest.raises(NotFittingError, match=r"queue 3 begins at 3,000 B and ends at 1,000 B"):
            self.curves(Curve(kmin=Amount(3000), kmax=Amount(1000)))


class TestWatchdog:
    def test_the_switch_takes_what_most_lossless_ports_ask_for(self) -> None:
        usual = Watchdog(True, frozenset({3}), 200, 400, 100, WatchdogAction.DROP)
        odd = replace(usual, detection_ms=500)
        switch = fit(group("Ethernet1/1", "Ethernet2/1", watchdog=usual), group("Ethernet3/1", watchdog=odd))
        assert switch.watchdog == Watchdog(None, None, 200, 400, 100, WatchdogAction.DROP, False)
        assert first(switch, "Ethernet3/1").watchdog == Watchdog(True, None, 500, 400, 100, WatchdogAction.DROP, False)

    def test_defaults_that_say_nothing_are_as_none(self) -> None:
        asked = group(watchdog=Watchdog(action=WatchdogAction.DROP))
        assert fit(asked, watchdog=Watchdog()) == fit(asked)

    def test_times_are_on_the_grid_of_eos(self) -> None:
        asked = Watchdog(None, None, 3, 123_456, 31_000)
        assert fit(group(), watchdog=asked).watchdog == Watchdog(None, None, 10, 60_000, 5, None, False)
        asked = Watchdog(None, None, 201, 205, 101)
        assert fit(group(), watchdog=asked).watchdog == Watchdog(None, None, 210, 210, 101, None, False)
        assert fit(group(), watchdog=replace(asked, poll_ms=200)).watchdog == Watchdog(
            None, None, 210, 210, 105, None, False
        )

    def test_eos_does_not_forward_out_of_a_stuck_queue(self) -> None:
        held = first(fit(group(watchdog=Watchdog(True, action=WatchdogAction.FORWARD)))).watchdog
        assert held is not None
        assert held.action is WatchdogAction.DROP

    def test_only_the_switch_can_say_errdisable(self) -> None:
        drop, disable = (
            group(f"Ethernet{port}/1", watchdog=Watchdog(True, action=action))
            for port, action in ((1, WatchdogAction.DROP), (2, WatchdogAction.ERRDISABLE))
        )
        switch = fit(drop, disable)
        assert switch.watchdog is not None
        assert switch.watchdog.action is WatchdogAction.ERRDISABLE
        assert [held.watchdog.action for held in switch.groups if held.watchdog] == [
            WatchdogAction.DROP,
            WatchdogAction.ERRDISABLE,
        ]


def profile(headroom: Amount | DeviceChosen, **settings: Any) -> tuple[PriorityGroup, ...]:
    return (PriorityGroup(3, BufferProfile("a", "b", Amount(0), headroom, **settings)),)


class TestBuffers:
    def test_eos_sizes_headroom_unless_buffers_are_explicit(self) -> None:
        switch = fit(group(priority_groups=profile(Amount(390_398))), pools=(Pool("x", headroom=Amount(5_000_000)),))
        held = first(switch).priority_group(3)
        assert held is not None
        assert held.profile is not None
        assert isinstance(held.profile.headroom, DeviceChosen)
        assert switch.pools == ()

    def test_one_profile_has_the_largest_headroom_and_the_smallest_alpha(self) -> None:
        near = group(priority_groups=profile(Amount(390_398), alpha=Alpha(7), xon_offset=Amount(14, Unit.CELLS)))
        far = group("Ethernet2/1", priority_groups=profile(Amount(839_724), alpha=Alpha(5), xon_offset=Amount(3000)))
        switch = fit(near, far, hints=Hints(asic="th5"), explicit_buffers=True)
        for port in ("Ethernet1/1", "Ethernet2/1"):
            held = first(switch, port).priority_group(3)
            assert held is not None
            assert held.profile is not None
            assert held.profile.headroom == Amount(839_724)
            assert held.profile.alpha == Alpha(3)
            assert held.profile.xon_offset == Amount(14 * 254)

    def test_cells_and_bytes_need_the_chip(self) -> None:
        groups = (
            group(priority_groups=profile(Amount(2000, Unit.CELLS))),
            group("Ethernet2/1", priority_groups=profile(Amount(500_000))),
        )
        with pytest.raises(NotFittingError, match="name the platform"):
            fit(*groups, explicit_buffers=True)
        held = first(fit(*groups, hints=Hints(asic="th5"), explicit_buffers=True)).priority_group(3)
        assert held is not None
        assert held.profile is not None
        assert held.profile.headroom == Amount(2000, Unit.CELLS)

    def test_the_headroom_pool_stays_within_what_the_cli_takes_and_says_how_far_it_is_oversubscribed(self) -> None:
        ports = tuple(f"Ethernet{port}/1" for port in range(1, 65))
        asked = Switch(
            groups=(group(*ports, priority_groups=profile(Amount(839_724))),),
            pools=(Pool("ingress_lossless_pool", Direction.INGRESS, None, Amount(9), Amount(40_000_000)),),
            explicit_buffers=True,
        )
        fitted = EOS.fit(asked, Hints())
        assert fitted.switch.pools == (Pool("ingress", Direction.INGRESS, headroom=Amount(33_554_432)),)
        said = next(change.reason for change in fitted.changes if change.difference.path.startswith("pools"))
        assert "40,000,000 B became 33,554,432 B: the most the CLI takes is 33,554,432 B" in said
        (file,) = EOS.write(fitted.switch, Hints())
        carried = "carries 39 of 64 lossless priority groups of 839,724 B at once: oversubscribed 1.6 times"
        assert any(carried in note for note in file.notes)
        assert any("no chip is named: look whether the headroom pool fits" in note for note in file.notes)

    def test_a_headroom_pool_has_room_for_as_many_senders_as_may_meet(self) -> None:
        ports = tuple(f"Ethernet{port}/1" for port in range(1, 65))
        asked = Switch(groups=(group(*ports, priority_groups=profile(Amount(839_724))),), explicit_buffers=True)
        few, many = (EOS.fit(asked, Hints(asic="th3", fan_in=fan_in)).switch.pools[0] for fan_in in (8, 36))
        assert (few.headroom, many.headroom) == (Amount(27_200_352), Amount(36 * 839_724 // 254 * 254))
        refusal = "40 senders at once need 40 x 839,724 B = 33,588,960 B of headroom, above 33,554,416 B"
        with pytest.raises(NotFittingError, match=refusal):
            EOS.fit(asked, Hints(asic="th3", fan_in=40))

    @pytest.mark.parametrize(
        ("asic", "limit_bytes", "words"),
        [
            ("th", 4_194_112, "the largest headroom pool published for Tomahawk is 4,194,112 B"),
            ("th2", 9_098_752, "the largest headroom pool published for Tomahawk 2 is 9,098,752 B"),
            ("th3", 27_200_352, "the largest headroom pool published for Tomahawk 3 is 27,200,352 B"),
            ("th5", 33_554_416, "the most the CLI takes is 33,554,432 B"),
        ],
    )
    def test_a_headroom_pool_nobody_asked_for_leaves_the_chip_buffer_to_share(
        self, asic: str, limit_bytes: int, words: str
    ) -> None:
        ports = tuple(f"Ethernet{port}/1" for port in range(1, 65))
        asked = Switch(groups=(group(*ports, priority_groups=profile(Amount(839_724))),), explicit_buffers=True)
        fitted = EOS.fit(asked, Hints(asic=asic))
        assert fitted.switch.pools == (Pool("ingress", Direction.INGRESS, headroom=Amount(limit_bytes)),)
        said = next(change.reason for change in fitted.changes if change.difference.path.startswith("pools"))
        assert f"53,742,336 B became {limit_bytes:,} B: {words}" in said

    def test_a_headroom_pool_asked_for_is_never_more_than_the_chip_has(self) -> None:
        pools = (Pool("ingress", Direction.INGRESS, headroom=Amount(33_554_432)),)
        asked = group(priority_groups=profile(Amount(268_736)))
        fitted = fit(asked, pools=pools, explicit_buffers=True, hints=Hints(sku="arista-7060cx-32s"))
        assert fitted.pools[0].headroom == Amount(15_982_720)
        in_cells = (Pool("ingress", Direction.INGRESS, headroom=Amount(131_072, Unit.CELLS)),)
        asked = group(priority_groups=profile(Amount(1292, Unit.CELLS)))
        fitted = fit(asked, pools=in_cells, explicit_buffers=True, hints=Hints(asic="th"))
        assert fitted.pools[0].headroom == Amount(76_840, Unit.CELLS)

    def test_a_headroom_above_the_chip_is_refused_with_the_numbers(self) -> None:
        words = "16,000,000 B, is above 15,982,720 B: Tomahawk has 15,982,720 B for all pools together"
        with pytest.raises(NotFittingError, match=words):
            fit(group(priority_groups=profile(Amount(16_000_000))), explicit_buffers=True, hints=Hints(asic="th"))

    def test_a_headroom_pool_nobody_asked_for_holds_all_headroom(self) -> None:
        groups = group("Ethernet1/1", "Ethernet2/1", priority_groups=profile(Amount(400_000)))
        assert fit(groups, explicit_buffers=True).pools == (
            Pool("ingress", Direction.INGRESS, headroom=Amount(800_000)),
        )
        in_cells = group("Ethernet1/1", priority_groups=profile(Amount(2000, Unit.CELLS)))
        assert fit(in_cells, explicit_buffers=True).pools == (
            Pool("ingress", Direction.INGRESS, headroom=Amount(2000, Unit.CELLS)),
        )

    def test_a_headroom_above_the_largest_pool_is_refused(self) -> None:
        pools = (Pool("ingress", Direction.INGRESS, headroom=Amount(90_000_000)),)
        with pytest.raises(NotFittingError, match="above 33,554,432 B: the most the CLI takes"):
            fit(group(priority_groups=profile(Amount(34_000_000))), pools=pools, explicit_buffers=True)


class TestPorts:
    @pytest.mark.parametrize("port", ["Ethernet0", "ethernet1", "etp1", "swp1", "Ethernet1/0"])
    def test_names_of_another_os_are_refused(self, port: str) -> None:
        with pytest.raises(NotFittingError, match=port):
            fit(group(port))

    @pytest.mark.parametrize(
        ("asic", "asked", "kept"),
        [
            ("th2", 100_000, True),
            ("th5", 400_000, True),
            ("th5", 800_000, True),
            ("th6", 800_000, False),
            ("", 800_000, False),
        ],
    )
    def test_a_speed_stays_where_eos_has_a_word_for_it(self, asic: str, asked: int, kept: bool) -> None:
        held = first(fit(group(speed_mbps=asked), hints=Hints(asic=asic)))
        assert held.speed_mbps == (asked if kept else None)

    @pytest.mark.parametrize(
        ("asic", "asked", "lanes", "word", "said"),
        [
            ("th4", 400_000, 4, "400g-4", 4),
            ("th4", 400_000, 8, "400g-8", 8),
            ("th4", 400_000, None, "400g", None),
            ("th5", 200_000, 2, "200g-2", 2),
            ("th5", 800_000, None, "800g-8", 8),
            ("th6", 800_000, 4, "800g-4", 4),
            ("th5", 400_000, 5, "400g", None),
            ("th2", 100_000, 4, "forced 100gfull", None),
            ("th", 25_000, 1, "forced 25gfull", None),
            ("th", 10_000, None, "forced 10000full", None),
        ],
    )
    def test_a_speed_is_said_with_its_lanes_where_eos_has_a_word_for_both(
        self, asic: str, asked: int, lanes: int | None, word: str, said: int | None
    ) -> None:
        hints = Hints(asic=asic)
        fitted = EOS.fit(Switch(groups=(group(speed_mbps=asked, lanes=lanes),)), hints)
        assert first(fitted.switch).lanes == said
        assert f"   speed {word}\n" in EOS.write(fitted.switch, hints)[0].text
        assert (lanes != said) == any(change.difference.path == "lanes" for change in fitted.changes)

    def test_a_shaper_of_the_port_is_written(self) -> None:
        held = first(fit(group(ceiling=Amount(12_500_001, Unit.BYTES_PER_SECOND))))
        assert held.ceiling == Amount(100_001, Unit.KBPS)

    def test_addresses_come_with_a_word_on_routing(self) -> None:
        (without,) = EOS.write(fit(group()), Hints())
        (routed,) = EOS.write(fit(group(), addresses=(PortAddress("Ethernet1/1", "10.0.0.0/31"),)), Hints())
        assert not any("ip routing" in note for note in without.notes)
        assert any("`ip routing` is not" in note for note in routed.notes)
        assert "ip routing" not in routed.text

    def test_a_port_with_an_address_is_routed(self) -> None:
        switch = fit(group("Ethernet1/1", "Ethernet2/1"), addresses=(PortAddress("Ethernet1/1", "10.0.0.0/31"),))
        assert [(held.ports, held.routed) for held in switch.groups] == [
            (("Ethernet1/1",), True),
            (("Ethernet2/1",), None),
        ]

    def test_what_is_no_address_of_a_described_port_is_left_out(self) -> None:
        addresses = (
            PortAddress("Ethernet1/1", "x.x.x.x/30"),
            PortAddress("Ethernet1/1", "10.0.0.1"),
            PortAddress("Ethernet9/1", "10.0.0.0/31"),
        )
        assert fit(group(), addresses=addresses).addresses == ()

    def test_port_channels_are_called_as_eos_calls_them(self) -> None:
        channels = (
            PortChannel("PortChannel0007", ("Ethernet1/1", "Ethernet9/1")),
            PortChannel("Po8", ("Ethernet1/1",)),
        )
        assert fit(group(), port_channels=channels).port_channels == (
            PortChannel("Port-Channel7", ()),
            PortChannel("Port-Channel8", ("Ethernet1/1",)),
        )

    def test_trust_is_written(self) -> None:
        assert first(fit(group(trust=None))).trust is Trust.DSCP
        assert first(fit(group(trust=Trust.COS))).trust is Trust.COS

    def test_every_change_has_a_reason(self) -> None:
        fitted = EOS.fit(Switch(groups=(group(cable_m=3, mtu_bytes=70_000),), name="leaf 1", sku="x"), Hints())
        paths = {change.difference.path for change in fitted.changes}
        assert {"cable_m", "mtu_bytes", "name", "sku", "trust", "queues.3"} <= paths
        assert all(change.reason for change in fitted.changes)
