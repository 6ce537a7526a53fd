"""An intent becomes a switch whose every number has a reason."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roceconf.asic import asic, asic_names, platform
from roceconf.intent import Intent, IntentErrors, load
from roceconf.intent.model import ClassIntent, DcqcnIntent, EcnIntent, PortGroupIntent, WatchdogIntent
from roceconf.nos import keys as network_oses
from roceconf.plan import Plan, plan
from roceconf.plan.origin import Origin
from roceconf.sizing import headroom
from roceconf.switch import Alpha, Amount, Default, Service, Trust, path_of_dscp

SHORT = """\
switch: leaf1
nos: sonic
sku: dell-z9864f
ports:
  - {ports: "Ethernet[0-504:8]", speed: 800G, cable: 40m}
"""


def planned(text: str) -> Plan:
    return plan(load(text, name="leaf1.yaml"), "leaf1.yaml")


def refused(text: str) -> list[str]:
    with pytest.raises(IntentErrors) as caught:
        planned(text)
    return [str(error) for error in caught.value.errors]


def test_three_lines_take_the_published_row_of_the_platform() -> None:
    made = planned(SHORT)
    (group,) = made.reading.switch.groups
    assert len(group.ports) == 64
    profile = group.priority_groups[-1].profile
    row = platform("dell-z9864f").table_for(None)
    assert row is not None
    assert profile is not None
    assert profile.headroom == Amount(835_406)
    assert profile.xon_offset == Amount(3556)
    assert made.reading.switch.sku == "Dell-Z9864f-O64"
    assert any("published for 40 m" in note for note in made.notes)


def test_a_length_between_two_rows_takes_the_longer() -> None:
    made = planned(SHORT.replace("40m", "41m"))
    profile = made.reading.switch.groups[0].priority_groups[-1].profile
    assert profile is not None
    assert profile.headroom == Amount(1_621_536)


def test_every_dscp_is_mapped_and_none_strays_into_the_lossless_class() -> None:
    (group,) = planned(SHORT).reading.switch.groups
    assert group.trust is Trust.DSCP
    assert group.dscp_to_tc is not None
    assert [dscp for dscp, _ in group.dscp_to_tc.entries] == list(range(64))
    assert group.dscp_to_tc.sources_of(3) == (26,)
    way = path_of_dscp(group, 26)
    assert [s.value for s in (way.traffic_class, way.priority_group, way.queue, way.pfc_priority)] == [3, 3, 3, 3]
    assert path_of_dscp(group, 48).queue.value == 6


def test_all_queues_are_served_and_nothing_weighted_lies_above_a_strict_one() -> None:
    (group,) = planned(SHORT).reading.switch.groups
    service = [queue.scheduler.service for queue in group.queues if queue.scheduler is not None]
    assert len(service) == 8
    assert service[6:] == [Service.STRICT, Service.STRICT]
    assert sum(queue.scheduler.weight or 0 for queue in group.queues if queue.scheduler is not None) == 100


def test_only_the_lossless_queue_marks_and_the_watchdog_follows_the_number_of_ports() -> None:
    (group,) = planned(SHORT).reading.switch.groups
    assert [queue.index for queue in group.queues if queue.marking is not None] == [3]
    assert group.watchdog is not None
    # 64 fabric ports and two service ports of this HWSKU: 200 ms x 3
    assert (group.watchdog.detection_ms, group.watchdog.poll_ms) == (600, 300)


def test_said_values_win_nearest_first() -> None:
    made = planned(
        SHORT.replace(
            "nos: sonic", "nos: sonic\nheadroom: 1000KB\nalpha: 1/4\necn: {kmin: 1MB, kmax: 2MB, pmax: 5}"
        ).replace("cable: 40m", "cable: 40m, headroom: 4000cells, alpha: 1/8, ecn: {kmin: 10KB, kmax: 20KB, pmax: 9}")
    )
    (group,) = made.reading.switch.groups
    profile = group.priority_groups[-1].profile
    assert profile is not None
    assert str(profile.headroom) == "4,000 cells"
    assert profile.alpha == Alpha(-3)
    ecn = group.queues[3].marking
    assert ecn is not None
    assert ecn.ecn is not None
    assert (ecn.ecn.kmin, ecn.ecn.pmax_percent) == (Amount(10_000), 9)


def test_ports_without_rdma_have_neither_pfc_nor_lossless_groups() -> None:
    made = planned(SHORT.replace("cable: 40m", "rdma: false"))
    (group,) = made.reading.switch.groups
    assert group.pfc.active == frozenset()
    assert not any(held.is_lossless for held in group.priority_groups)
    assert all(queue.marking is None for queue in group.queues)


def test_a_switch_without_published_rows_is_sized_by_the_model() -> None:
    made = planned(SHORT.replace("sku: dell-z9864f", "asic: th5").replace("800G, cable", "400G, medium: dac, cable"))
    profile = made.reading.switch.groups[0].priority_groups[-1].profile
    assert profile is not None
    expected = headroom(cell_bytes=254, speed_mbps=400_000, cable_m=40, medium="dac", frame_bytes=9122)
    assert profile.headroom == Amount(expected.headroom_bytes)
    assert made.reading.switch.pools == ()


def test_another_branch_keeps_the_devices_own_pools() -> None:
    made = planned(SHORT.replace("nos: sonic", 'nos: sonic\nversion: "202411"'))
    assert made.reading.switch.pools == ()
    assert any("not 202411" in note for note in made.notes)


def test_marking_is_capped_by_the_chips_smallest_published_pool_where_the_switch_has_none() -> None:
    made = planned(SHORT.replace("sku: dell-z9864f", "asic: th").replace("800G", "100G").replace("504:8", "124:4"))
    ecn = made.reading.switch.groups[0].queues[3].marking
    assert ecn is not None
    assert ecn.ecn is not None
    # 10,875,072 B in four partitions at alpha 1: a single sender is paused at 1,359,384 B
    assert ecn.ecn.kmax == Amount(1_359_383)
    assert any("capped" in note and "smallest pool published" in note for note in made.notes)


@pytest.mark.parametrize(("speed", "response_ns"), [("10G", 3430.4), ("25G", 1638.4), ("50G", 1505.28), ("100G", 1160)])
def test_slow_links_are_planned_with_the_response_the_standard_allows(speed: str, response_ns: float) -> None:
    made = planned(SHORT.replace("sku: dell-z9864f", "asic: th2").replace("800G", speed).replace("504:8", "124:4"))
    profile = made.reading.switch.groups[0].priority_groups[-1].profile
    assert profile is not None
    expected = headroom(
        cell_bytes=208,
        speed_mbps=int(speed[:-1]) * 1000,
        cable_m=40,
        frame_bytes=9122,
        peer_response_ns=response_ns,
    )
    assert profile.headroom == Amount(expected.headroom_bytes)


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        (("dell-z9864f", "dell-z9846f"), "leaf1.yaml:3:6:", "dell-z9864f"),
        (("sku: dell-z9864f", "asic: th55"), "leaf1.yaml:3:7:", "th5"),
        (("800G", "1.6T"), "leaf1.yaml:5:", "no 1.6T ports"),
        (("[0-504:8]", "[0-1016:8]"), "leaf1.yaml:", "add up to 102,400G"),
        (("cable: 40m", "cable: 40m, ecn: {preset: nonsense}"), "leaf1.yaml:5:", "unknown ECN preset"),
        (("cable: 40m", "cable: 40m, ecn: {kmin: 9MB}"), "leaf1.yaml:5:", "say both kmin and kmax"),
        (
            ("cable: 40m", "cable: 40m, ecn: {kmax: 2000cells}"),
            "leaf1.yaml:5:71: kmin 950,000 B",
            "say both kmin and kmax",
        ),
        (("cable: 40m", "cable: 40m, ecn: {kmin: 10000cells, kmax: 1MB}"), "leaf1.yaml:5:89: kmin 10,000", "swapped"),
        (("nos: sonic", "nos: sonic\nfan_in: 64"), "leaf1.yaml:3:9:", "20,091,400 B too small for 64 senders"),
    ],
)
def test_what_cannot_be_is_refused_with_its_numbers(change: tuple[str, str], place: str, words: str) -> None:
    (message,) = refused(SHORT.replace(*change))
    assert message.startswith(place)
    assert words in message


def test_a_cap_below_one_packet_is_refused_unless_both_thresholds_are_said() -> None:
    text = SHORT.replace("sku: dell-z9864f", "asic: th").replace("800G", "100G").replace("504:8", "124:4")
    narrow = text.replace("nos: sonic", "nos: sonic\nalpha: 1/64\nfan_out: 512")
    (message,) = refused(narrow)
    assert "less than one RDMA packet of 4,158 B" in message
    assert "raise alpha, or lower the fan-out" in message
    made = planned(narrow + "ecn: {kmin: 100KB, kmax: 200KB, pmax: 5}\n")
    ecn = made.reading.switch.groups[0].queues[3].marking
    assert ecn is not None
    assert ecn.ecn is not None
    assert (ecn.ecn.kmin, ecn.ecn.kmax) == (Amount(100_000), Amount(200_000))


def test_places_lead_back_to_the_intent() -> None:
    made = planned(SHORT)
    places = made.reading.places
    assert places.of("Ethernet0", "cable") == (5, 5 + SHORT.splitlines()[4].index("40m") - 4)
    assert places.of("Ethernet0", "speed") == (5, SHORT.splitlines()[4].index("800G") + 1)
    assert isinstance(places.of("Ethernet0", "dscp_to_tc.26"), Default)
    assert places.of("", "name") == places.of("") == (1, len("switch: ") + 1)
    assert places.of("pool:ingress_lossless_pool", "size") == (3, len("sku: ") + 1)


CHIPS = [key for key in asic_names() if asic(key).cell_bytes.value is not None]


@settings(max_examples=60, deadline=None)
@given(
    key=st.sampled_from(CHIPS),
    cable=st.integers(1, 2000),
    nos=st.sampled_from(network_oses()),
    mtu=st.integers(1500, 9216 - 22),
    priority=st.integers(0, 7),
    data=st.data(),
)
def test_any_plan_is_whole(key: str, cable: int, nos: str, mtu: int, priority: int, data: st.DataObject) -> None:
    """Whatever chip, length and class: the class path closes, headroom covers the model, ECN lies in order."""
    speed = data.draw(st.sampled_from(asic(key).speeds_mbps or (100_000,)))
    text = (
        f"switch: s\nnos: {nos}\nasic: {key}\nmtu: {mtu}\n"
        f"classes: {{rdma: {{dscp: [26], priority: {priority}, lossless: true}}}}\n"
        f'ports: [{{ports: "Ethernet[1-4]", speed: {speed // 1000}G, cable: {cable}m}}]\n'
    ).replace("1600G", "1.6T")
    (group,) = planned(text).reading.switch.groups
    way = path_of_dscp(group, 26)
    assert [s.value for s in (way.traffic_class, way.priority_group, way.queue, way.pfc_priority)] == [priority] * 4
    held = group.priority_group(priority)
    assert held is not None
    assert held.profile is not None
    assert isinstance(held.profile.headroom, Amount)
    cell = asic(key).cell_bytes.value
    assert cell is not None
    full_size = headroom(cell_bytes=cell, speed_mbps=speed, cable_m=cable, frame_bytes=mtu + 22, small_packet_share=0.0)
    assert (held.profile.headroom.in_bytes(cell) or 0) >= full_size.headroom_bytes
    queue = group.queue(priority)
    assert queue is not None
    assert queue.marking is not None
    assert queue.marking.ecn is not None
    kmin, kmax = queue.marking.ecn.kmin, queue.marking.ecn.kmax
    assert kmin is not None
    assert kmax is not None
    assert kmin.number <= kmax.number


def test_what_no_model_says_is_taken_from_a_table_made_for_frames_as_large() -> None:
    text = """\
switch: mx
nos: sonic
asic: th5
ports:
  - {ports: "Ethernet[0-126:2]", speed: 200G, cable: 5m}
  - {ports: "Ethernet[128-504:8]", speed: 800G, cable: 30m}
"""
    profiles = {group.speed_mbps: group.priority_groups[-1].profile for group in planned(text).reading.switch.groups}
    assert {speed: held.reserved for speed, held in profiles.items() if held is not None} == {
        200_000: Amount(18_796),
        800_000: Amount(18_796),
    }


def test_a_queue_that_no_class_uses_stays_in_the_published_row() -> None:
    (group,) = planned(SHORT).reading.switch.groups
    names = {queue.index: queue.profile.name for queue in group.queues if queue.profile is not None}
    assert [index for index, name in names.items() if name == "egress_lossless_profile"] == [3, 4]
    stored = SHORT + "classes:\n  rdma: {dscp: [26], priority: 3, lossless: true}\n  store: {dscp: [34], priority: 4}\n"
    (group,) = planned(stored).reading.switch.groups
    names = {queue.index: queue.profile.name for queue in group.queues if queue.profile is not None}
    assert names[4] == names[0] != names[3]


def test_the_order_of_port_groups_does_not_matter() -> None:
    one = '  - {ports: "Ethernet0", speed: 400G, cable: 5m}\n'
    two = '  - {ports: "Ethernet8", speed: 800G, cable: 5m}\n'
    head = SHORT[: SHORT.index("  - ")]
    first, second = planned(head + one + two).reading.switch, planned(head + two + one).reading.switch
    assert first == second
    assert replace(first, name="other") != second


WHOLE = """\
switch: leaf1
nos: sonic
version: "202411"
sku: dell-z9864f
mtu: 9100
fan_in: 8
topology: t0
mmu: device
headroom: 900KB
alpha: 1/8
classes:
  rdma: {dscp: 26, priority: 3, lossless: true, strict: false, bandwidth: 50, ecn: {kmin: 1MB, kmax: 2MB, pmax: 5}}
  cnp: {priority: 6, strict: true}
  other: {dscp: 8, priority: 4, lossless: true}
dcqcn: {cnp_dscp: 48}
ecn: {kmin: 1MB, kmax: 2MB, pmax: 10}
watchdog: {detection: 200ms, restoration: 400ms, poll: 100ms, action: drop}
port_channels: {PortChannel1: [Ethernet0]}
ports:
  - {ports: "Ethernet[0-8:8]", speed: 800G, cable: 40m}
  - {ports: Ethernet16, speed: 400G, cable: 40m, medium: fibre, to: host, rdma: true, lanes: 4}
"""
SAID_DIFFERENTLY = {
    "Intent.switch": ("leaf1", "leaf2"),
    "Intent.nos": ("nos: sonic", "nos: eos"),
    "Intent.version": ('"202411"', '"202505"'),
    "Intent.sku": ("dell-z9864f", "arista-7060x6-64pe"),
    "Intent.asic": ("sku: dell-z9864f", "asic: th5"),
    "Intent.mtu": ("mtu: 9100", "mtu: 4200"),
    "Intent.fan_in": ("fan_in: 8", "fan_in: 9"),
    "Intent.topology": ("topology: t0", "topology: lt2"),
    "Intent.mmu": ("device", "explicit"),
    "Intent.headroom": ("headroom: 900KB", "headroom: 901KB"),
    "Intent.alpha": ("alpha: 1/8", "alpha: 1/4"),
    "Intent.preset": ("alpha: 1/8", "alpha: 1/8\npreset: arista-ai"),
    "Intent.classes": ("other: {dscp: 8", "another: {dscp: 9"),
    "Intent.ecn": ("ecn: {kmin: 1MB, kmax: 2MB, pmax: 10}", "ecn: off"),
    "Intent.watchdog": ("{detection: 200ms, restoration: 400ms, poll: 100ms, action: drop}", "off"),
    "Intent.dcqcn": ("dcqcn: {cnp_dscp: 48}\n", ""),
    "Intent.fan_out": ("fan_in: 8", "fan_in: 8\nfan_out: 9"),
    "Intent.rtt": ("fan_in: 8", "fan_in: 8\nrtt: 8us"),
    "Intent.port_channels": ("PortChannel1", "PortChannel2"),
    "Intent.ports": ("[0-8:8]", "[0-24:24]"),
    "ClassIntent.dscp": ("dscp: 26", "dscp: 24"),
    "ClassIntent.priority": ("priority: 3", "priority: 2"),
    "ClassIntent.lossless": ("priority: 4, lossless: true", "priority: 4, lossless: false"),
    "ClassIntent.strict": ("priority: 6, strict: true", "priority: 6, strict: false"),
    "ClassIntent.bandwidth": ("bandwidth: 50", "bandwidth: 40"),
    "ClassIntent.ecn": (", ecn: {kmin: 1MB, kmax: 2MB, pmax: 5}", ""),
    "EcnIntent.kmin": ("kmin: 1MB, kmax: 2MB, pmax: 10", "kmin: 1.5MB, kmax: 2MB, pmax: 10"),
    "EcnIntent.kmax": ("kmax: 2MB, pmax: 10", "kmax: 3MB, pmax: 10"),
    "EcnIntent.pmax": ("pmax: 10", "pmax: 20"),
    "EcnIntent.preset": ("kmin: 1MB, kmax: 2MB, pmax: 10", "preset: dcqcn15"),
    "WatchdogIntent.detection": ("detection: 200ms", "detection: 300ms"),
    "WatchdogIntent.restoration": ("restoration: 400ms", "restoration: 500ms"),
    "WatchdogIntent.poll": ("poll: 100ms", "poll: 200ms"),
    "WatchdogIntent.action": ("action: drop", "action: forward"),
    "DcqcnIntent.cnp_dscp": ("cnp_dscp: 48", "cnp_dscp: 46"),
    "DcqcnIntent.nic": ("cnp_dscp: 48", "cnp_dscp: 48, nic: pollara"),
    "PortGroupIntent.ports": ("Ethernet16", "Ethernet32"),
    "PortGroupIntent.speed": ("speed: 400G", "speed: 200G"),
    "PortGroupIntent.cable": ("400G, cable: 40m", "400G, cable: 5m"),
    "PortGroupIntent.medium": ("medium: fibre", "medium: aoc"),
    "PortGroupIntent.to": ("to: host", "to: switch"),
    "PortGroupIntent.rdma": ("rdma: true", "rdma: false"),
    "PortGroupIntent.mtu": ("lanes: 4", "mtu: 1500"),
    "PortGroupIntent.headroom": ("lanes: 4", "headroom: 800KB"),
    "PortGroupIntent.alpha": ("lanes: 4", "alpha: 1/4"),
    "PortGroupIntent.ecn": ("lanes: 4", "ecn: off"),
    "PortGroupIntent.watchdog": ("lanes: 4", "watchdog: off"),
    "PortGroupIntent.addresses": ("lanes: 4", "addresses: 10.0.0.0/31"),
}
"""For each key of an intent a text of ``WHOLE`` and another that says something else for the key."""
LINK = """\
switch: leaf1
nos: sonic
asic: th5
fan_in: 8
ports:
  - {ports: Ethernet0, speed: 400G, cable: 40m}
"""
SAID_OF_LINKS = {
    "headroom_model": "headroom_model: ieee",
    "peer": "peer: 2us",
    "gearbox": "gearbox: sn3800",
    "lossless_mtu": "lossless_mtu: 4200",
    "small_packets": "small_packets: 15%",
}
"""What changes headroom where nobody publishes or says it; of the switch, and but for the model of ports too."""
ONLY_CHECKED = {"PortGroupIntent.lanes"}
"""Keys whose description says that nothing is written of them."""


def _said(text: str) -> tuple[object, ...]:
    made = planned(text)
    return (made.reading.switch, made.hints, made.roce_dscps, made.cnp_dscps, made.fan_in, made.fan_out, made.notes)


def test_no_key_of_an_intent_is_accepted_and_lost() -> None:
    models = (Intent, ClassIntent, EcnIntent, WatchdogIntent, DcqcnIntent, PortGroupIntent)
    keys = {f"{model.__name__}.{field.alias or name}" for model in models for name, field in model.model_fields.items()}
    links = {f"Intent.{key}" for key in SAID_OF_LINKS}
    links |= {f"PortGroupIntent.{key}" for key in SAID_OF_LINKS if key != "headroom_model"}
    assert keys == SAID_DIFFERENTLY.keys() | ONLY_CHECKED | links


@pytest.mark.parametrize("key", SAID_DIFFERENTLY)
def test_every_key_of_an_intent_changes_the_plan(key: str) -> None:
    before, after = SAID_DIFFERENTLY[key]
    assert WHOLE.count(before) == 1
    assert _said(WHOLE) != _said(WHOLE.replace(before, after))


@pytest.mark.parametrize("said", SAID_OF_LINKS.values())
def test_what_is_said_of_links_changes_the_headroom(said: str) -> None:
    assert _said(LINK) != _said(LINK.replace("fan_in: 8", said))
    if not said.startswith("headroom_model"):
        assert _said(LINK.replace("fan_in: 8", said)) == _said(LINK.replace("cable: 40m", f"cable: 40m, {said}"))


def test_an_incast_that_one_partition_cannot_carry_is_told() -> None:
    told = [note for note in planned(SHORT.replace("nos: sonic", "nos: sonic\nfan_in: 32")).notes if "ITM" in note]
    assert told == [
        "the headroom pool carries 38 groups, but 19 where all lie in one ITM; "
        "32 senders may lie in one, and then frames are lost."
    ]
    assert not any("ITM" in note for note in planned(SHORT).notes)


def test_a_named_peer_never_answers_sooner_than_the_usual_one() -> None:
    """IEEE's bound at 800G, 579 ns, is below what published tables reckon with."""
    usual, ieee, fast = (
        planned(SHORT.replace("sku: dell-z9864f", "asic: th5").replace("40m", f"40m{said}")).groups[0].headroom_bytes
        for said in ("", ", peer: ieee", ", peer: 579ns")
    )
    assert ieee == usual > fast


def test_a_doubtful_row_is_set_aside_and_said() -> None:
    text = SHORT.replace("dell-z9864f", "NH-4010-128x400G-2x25G").replace("40m", "300m")
    (note,) = [note for note in planned(text).notes if note.startswith("headroom")]
    assert "the published row of 300 m, 612,140 B, is set aside: " in note


def test_what_a_box_publishes_is_taken_before_what_others_with_the_chip_do() -> None:
    """HWSKUs of the 7260CX3 disagree on headroom, but none has the alpha of Dell Z9264F, 1/8."""
    text = SHORT.replace("nos: sonic", "nos: eos").replace("dell-z9864f", "arista-7260cx3-64").replace("800G", "100G")
    lossless = planned(text.replace("0-504:8", "1-64")).groups[0].lossless
    assert lossless is not None
    assert lossless.kin is not None
    assert lossless.kin.id.startswith("th2-arista-7260cx3")
    assert lossless.profile.alpha == Alpha(0)


def test_a_said_headroom_leaves_the_rest_of_the_platforms_row() -> None:
    lossless = planned(SHORT + "headroom: 900KB\n").groups[0].lossless
    assert lossless is not None
    assert (lossless.rest_origin, lossless.rest_brief) == (
        Origin.PUBLISHED,
        "row of 40 m in th5-dell-z9864f",
    )
