"""The sheet of a plan: every number says who says it, adds up, and tells what becomes of it in the output."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roceconf.asic import asic, asic_names
from roceconf.intent import load
from roceconf.nos import network_os
from roceconf.nos.fitting import is_left_out
from roceconf.plan import plan, settled
from roceconf.plan.origin import Origin
from roceconf.plan.sheet import GroupSheet, Row, Sheet, sheet
from roceconf.plan.sheet.thresholds import enough_for
from roceconf.sizing import headroom
from tests.sizing.recombine import recombine

SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "intents").glob("*.yaml"))

DELL = """\
switch: leaf1
nos: sonic
sku: dell-z9864f
ports:
  - {ports: "Ethernet[0-504:8]", speed: 800G, cable: 40m}
"""


def sheet_of(text: str) -> Sheet:
    planned = plan(load(text, name="leaf1.yaml"), "leaf1.yaml")
    system = network_os(planned.intent.nos)
    planned = settled(planned, system.fit(planned.reading.switch, planned.hints), "leaf1.yaml")
    return sheet(planned, system.fit(planned.reading.switch, planned.hints), system.title)


def rows_of(made: Sheet) -> Iterator[Row]:
    for group in made.groups:
        if group.headroom is not None:
            yield group.headroom
        yield from (*group.buffers, *group.watchdog, *(row for queue in group.queues for row in queue.rows))
    yield from (*made.pools, *made.budget, *made.hosts)


def row(rows: tuple[Row, ...], name: str) -> Row:
    return next(each for each in rows if each.name == name)


def value(rows: tuple[Row, ...], name: str) -> float:
    found = row(rows, name).number.value
    assert isinstance(found, int | float)
    return found


def only(made: Sheet) -> GroupSheet:
    (group,) = made.groups
    return group


def test_a_published_row_says_all_that_stands_in_it() -> None:
    group = only(sheet_of(DELL))
    assert group.headroom is not None
    assert (group.headroom.number.value, group.headroom.number.origin) == (835_406, Origin.PUBLISHED)
    published = {each.name: each.number.value for each in group.buffers if each.number.origin is Origin.PUBLISHED}
    assert published == {"reserved": 18_796, "XON": 0, "XON offset": 3_556, "alpha": 1}


def test_margins_are_against_the_floor_and_the_model_of_this_link() -> None:
    group = only(sheet_of(DELL))
    floor, full, worst = group.margins
    assert [margin.assumption for margin in group.margins] == ["floor", "full-size frames", "64-byte frames"]
    model = headroom(cell_bytes=254, speed_mbps=800_000, cable_m=40, frame_bytes=9122).headroom_bytes
    assert worst.needed.headroom_bytes == model
    assert worst.spare_bytes == 835_406 - model
    assert floor.needed.headroom_bytes < full.needed.headroom_bytes < worst.needed.headroom_bytes
    assert floor.carries_m is not None
    assert full.carries_m is not None
    assert worst.carries_m is not None
    assert 40 < worst.carries_m < full.carries_m < floor.carries_m


def test_the_buffer_of_the_chip_adds_up() -> None:
    made = sheet_of(DELL)
    spent = [value(made.budget, name) for name in ("reserved", "headroom", "shared")]
    assert sum(spent) == 162_539_680  # the pool of Tomahawk 5 contains its headroom and minima
    assert row(made.budget, "left over").number.value == 167_546_528 - 162_539_680
    assert row(made.budget, "incast carried").number.value == 2 * (33_374_584 // 2 // 835_406)
    oversubscription = row(made.budget, "oversubscription").number.value
    assert oversubscription == pytest.approx(64 * 835_406 / 33_374_584)


def test_what_the_intent_says_is_marked_as_said() -> None:
    made = sheet_of(DELL + "headroom: 900KB\nalpha: 1/8\necn: {kmin: 1MB, kmax: 2MB, pmax: 5}\n")
    group = only(made)
    assert group.headroom is not None
    said = [group.headroom, row(group.buffers, "alpha"), *group.queues[0].rows]
    assert {each.number.origin for each in said} == {Origin.SAID}
    assert [each.number.value for each in said] == [900_000, 0.125, 1_000_000, 2_000_000, 5]
    # buffermgrd takes the published row, and what follows from alpha follows from its alpha of 1
    assert said[1].written.startswith("written as 1: buffermgrd binds")
    assert row(group.buffers, "XOFF point, alone").number.value == 31_706_566


def test_caps_follow_the_alpha_that_is_written() -> None:
    """Planned with alpha 4 a Kmax of 10 MB would come before PFC; the platform's row has 1/4."""
    text = """\
switch: leaf1
nos: sonic
sku: DellEMC-Z9332f-O32
alpha: 4
fan_out: 2
ecn: {preset: microsoft-sonic-th2}
ports:
  - {ports: "Ethernet[0-248:8]", speed: 400G, cable: 40m}
"""
    kmin, kmax, _ = only(sheet_of(text)).queues[0].rows
    assert kmax.number.value == 3_846_220
    assert "default" not in kmax.number.reason
    assert "microsoft-sonic-th2 asks for 10,000,000 B; capped" in kmax.number.reason
    assert value((kmin,), "Kmin") <= 2_000_000


@pytest.mark.parametrize("speed", ["10G", "25G", "40G", "50G", "100G"])
def test_the_window_waits_for_the_peer_whichever_model_sizes_the_headroom(speed: str) -> None:
    """Below 100G as long as IEEE 802.3 allows: a model without a response of its own does not make the peer faster."""
    ports = f"ports:\n- {{ports: 'Ethernet[0-28:4]', speed: {speed}, cable: 3m, medium: dac}}\n"
    chip = "switch: leaf1\nnos: sonic\nasic: th3\n"
    windows = [
        row(only(sheet_of(f"{chip}{model}{ports}")).buffers, "XON window").number.derivation
        for model in ("", "headroom_model: sonic-dynamic\n")
    ]
    assert windows[0] is not None
    assert windows[1] is not None
    assert windows[0].term("T_peer").value == windows[1].term("T_peer").value
    assert windows[0].result == windows[1].result


def test_said_thresholds_that_come_after_pfc_are_told() -> None:
    made = sheet_of(DELL + "ecn: {kmin: 9MB, kmax: 90MB, pmax: 5}\n")
    kmin, kmax, _ = only(made).queues[0].rows
    assert "PFC may come first: marking surely does only up to 3,960,971 B (fan-out 8)" in kmin.number.reason
    assert "PFC may come first" in kmax.number.reason


def test_a_cap_names_both_numbers() -> None:
    text = DELL.replace("sku: dell-z9864f", "asic: th").replace("800G", "100G").replace("504:8", "124:4")
    kmin, kmax, _ = only(sheet_of(text)).queues[0].rows
    assert kmax.number.value == 1_359_383
    assert "default asks for 3,000,000 B; capped" in kmax.number.reason
    assert "before PFC up to" in kmin.number.reason


def test_ecn_that_is_off_has_no_numbers() -> None:
    (queue,) = only(sheet_of(DELL + "ecn: off\n")).queues
    assert (queue.rows, queue.remarks) == ((), ("switched off by the intent.",))


def test_ports_without_rdma_have_nothing_lossless() -> None:
    group = only(sheet_of(DELL.replace("cable: 40m", "rdma: false")))
    assert (group.lossless, group.headroom, group.margins, group.queues) == ((), None, (), ())


def test_what_eos_chooses_is_told_at_the_number_and_among_what_is_left() -> None:
    made = sheet_of(
        DELL.replace("sonic", "eos").replace("dell-z9864f", "arista-7060x6-64pe").replace("0-504:8", "1-64")
    )
    group = only(made)
    assert group.headroom is not None
    assert group.headroom.written.startswith("not written: EOS sizes headroom by itself")
    paths = {path for left in made.device for path in left.paths}
    assert "priority_groups.3.profile.headroom" in paths
    assert made.pools == ()
    assert made.budget == ()


def test_one_headroom_for_all_is_told_where_an_os_has_one_only() -> None:
    text = """\
switch: leaf1
nos: eos
asic: th5
mmu: explicit
ports:
  - {ports: "Ethernet[1-4]/1", speed: 800G, cable: 5m}
  - {ports: "Ethernet[5-8]/1", speed: 800G, cable: 300m}
"""
    near, far = sheet_of(text).groups
    assert near.headroom is not None
    assert far.headroom is not None
    assert far.headroom.written == ""
    assert near.headroom.written.startswith(f"written as {far.headroom.number.value:,} B: EOS has one MMU profile")


def test_the_hosts_cnps_are_held_against_their_class() -> None:
    made = sheet_of(DELL + "dcqcn: {nic: connectx-7}\n")
    (load_row,) = made.hosts
    assert load_row.number.value == 8 * 196  # Mb/s: 98 B each 4 us from each of eight receivers
    assert "carries them with 800 Gb/s" in load_row.number.reason
    assert made.remarks[-1].startswith("pools are those of")
    other = sheet_of(DELL + "dcqcn: {nic: pollara}\n")
    assert any("sends CNPs with DSCP 46 as delivered, the plan expects 48" in remark for remark in other.remarks)


def test_a_round_trip_says_whether_dcqcn_acts_before_pfc() -> None:
    (queue,) = only(sheet_of(DELL + "rtt: 8us\n")).queues
    assert any("of the bandwidth-delay product" in remark for remark in queue.remarks)
    assert any("DCQCN acts first" in remark for remark in queue.remarks)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_number_of_the_samples_has_its_reason(path: Path) -> None:
    made = sheet_of(path.read_text("utf-8"))
    for each in rows_of(made):
        assert each.number.reason, each
        if each.number.derivation is not None:
            assert recombine(each.number.derivation) == pytest.approx(each.number.derivation.result)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_what_is_left_to_the_device_is_exactly_what_the_output_leaves_out(path: Path) -> None:
    planned = plan(load(path), str(path))
    system = network_os(planned.intent.nos)
    fitted = system.fit(planned.reading.switch, planned.hints)
    made = sheet(planned, fitted, system.title)
    left = {(path, each.reason) for each in made.device for path in each.paths}
    assert left == {
        (change.difference.path, change.reason) for change in fitted.changes if is_left_out(change.difference.after)
    }


CHIPS = [key for key in asic_names() if asic(key).cell_bytes.value is not None]


@settings(max_examples=40)
@given(
    key=st.sampled_from(CHIPS),
    nos=st.sampled_from(["sonic", "eos"]),
    cable=st.integers(1, 500),
    link=st.sampled_from(
        ["", ", peer: 2us", ", gearbox: 400ns, small_packets: 15", ", lossless_mtu: 4200, medium: dac"]
    ),
    fan=st.integers(1, 4),
    data=st.data(),
)
def test_any_sheet_adds_up(key: str, nos: str, cable: int, link: str, fan: int, data: st.DataObject) -> None:
    """What is calculated is calculated by the derivation beside it; what is written is what the sheet says."""
    speed = data.draw(st.sampled_from(asic(key).speeds_mbps or (100_000,)))
    text = (
        f"switch: s\nnos: {nos}\nasic: {key}\nmtu: 9100\nfan_in: {fan}\nfan_out: {fan}\nmmu: explicit\nrtt: 8us\n"
        f'ports: [{{ports: "Ethernet[1-4]", speed: {speed // 1000}G, cable: {cable}m{link}}}]\n'
    ).replace("1600G", "1.6T")
    made = sheet_of(text)
    group = only(made)
    assert group.headroom is not None
    assert group.headroom.number.derivation is not None
    assert recombine(group.headroom.number.derivation) == group.headroom.number.value
    for each in rows_of(made):
        held = each.number
        assert held.reason
        if held.derivation is not None and held.unit == held.derivation.unit:
            assert held.value == pytest.approx(held.derivation.result)
    for margin in group.margins:
        assert recombine(margin.needed.derivation) == margin.needed.headroom_bytes


@pytest.mark.parametrize(
    ("sku", "ports", "speed", "cable", "said", "written"),
    [
        ("DellEMC-Z9332f-O32", "Ethernet[0-248:8]", "400G", "300m", "1", "written as 1/4"),
        ("dell-z9864f", "Ethernet[0-504:8]", "800G", "40m", "1/8", "written as 1:"),
        ("M2-W6940-128QC\ntopology: t0", "Ethernet[0-508:4]", "400G", "40m", "2", "written as 1/4"),
    ],
)
def test_every_row_follows_the_alpha_that_is_written_whichever_is_larger(
    sku: str, ports: str, speed: str, cable: str, said: str, written: str
) -> None:
    """A daemon that takes the platform's row takes its alpha: the rows are those of an intent that says none."""
    text = f'switch: w\nnos: sonic\nsku: {sku}\nports:\n  - {{ports: "{ports}", speed: {speed}, cable: {cable}}}\n'
    left, asked = sheet_of(text), sheet_of(f"{text}alpha: {said}\n")
    assert row(only(asked).buffers, "alpha").written.startswith(written)
    assert {each.name for each in only(asked).buffers} >= {"XOFF point, alone", "XOFF point, 8 at once", "XON window"}
    assert {each.name for each in only(asked).watchdog} >= {"detection at least", "detection at most"}
    assert [each for each in rows_of(asked) if each.name != "alpha"] == [
        each for each in rows_of(left) if each.name != "alpha"
    ]
    assert [queue.remarks for queue in only(asked).queues] == [queue.remarks for queue in only(left).queues]


def test_the_alpha_of_a_row_bounds_what_is_planned_with_another() -> None:
    made = sheet_of(
        "switch: w\nnos: sonic\nsku: DellEMC-Z9332f-O32\nalpha: 1\n"
        'ports:\n  - {ports: "Ethernet[0-248:8]", speed: 400G, cable: 300m}\n'
    )
    kmin, kmax, _ = only(made).queues[0].rows
    assert value(only(made).buffers, "XOFF point, alone") == 3_848_608
    assert kmin.number.value == 480_777
    assert "before PFC up to 3,846,220 B" in kmax.number.reason


def test_ports_that_the_intent_does_not_name_are_said_to_be_counted() -> None:
    some = row(sheet_of(DELL.replace("504:8", "56:8")).budget, "reserved").number
    assert some.value == 2_414_016
    assert "the 58 ports that the intent does not name are counted like the others" in some.reason
    assert some.derivation is not None
    assert some.derivation.term("n_2").value == 58
    service = '  - {ports: "Ethernet[512-513]", speed: 10G, cable: 3m, rdma: false}\n'
    last = row(sheet_of(DELL + service).budget, "reserved").number
    assert "does not name" not in last.reason


OPEN = 'switch: w\nnos: sonic\nsku: SKU\nports:\n  - {ports: "PORTS", speed: 200G, cable: 40m}\n'


def test_where_the_place_in_the_fabric_is_open_the_smallest_pool_of_the_switch_itself_bounds() -> None:
    """One of the switch's own pools applies; that of another box with the chip may be far smaller."""
    text = OPEN.replace("SKU", "Arista-7060X6-64PE-256x200G").replace("PORTS", "Ethernet[0-510:2]")
    (remark,) = (each for each in sheet_of(text).remarks if "smallest pool" in each)
    assert remark.endswith("published for the switch, th5-arista-7060x6-64pe-256x200g-t1")
    assert only_bounds(text) == min(only_bounds(f"{text}topology: {place}\n") for place in ("t0", "t1"))


def test_where_the_hwsku_is_open_a_pool_of_the_switch_bounds_if_all_its_hwskus_have_one() -> None:
    text = OPEN.replace("SKU", "nexthop-nh-4210").replace("PORTS", "Ethernet[0-504:8]")
    (remark,) = (each for each in sheet_of(text).remarks if "smallest pool" in each)
    assert remark.endswith("published for the switch, th6-nh-4210-f-o256-lt2")


def only_bounds(text: str) -> int:
    """The shared buffer that bounds the only ports of an intent."""
    (group,) = plan(load(text, name="leaf1.yaml"), "leaf1.yaml").groups
    assert group.bounds is not None
    return group.bounds.shared.shared_bytes


def test_a_hwsku_of_which_nothing_is_published_leaves_the_chips_smallest_pool() -> None:
    text = DELL.replace("dell-z9864f", "arista-7060x6-64pe")
    (remark,) = (each for each in sheet_of(text).remarks if "smallest pool" in each)
    assert "published for the chip, th5-" in remark


@pytest.mark.parametrize(
    ("carried", "words"),
    [
        (None, "enough however many groups pause"),
        (0, "not enough for a single group"),
        (1, "enough for one group alone"),
        (1_200, "enough up to 1,200 groups pausing at once"),
    ],
)
def test_how_many_groups_a_window_is_enough_for(carried: int | None, words: str) -> None:
    assert enough_for(carried) == words


def test_a_single_port_is_no_ports() -> None:
    made = sheet_of(DELL.replace("sku: dell-z9864f", "asic: th5").replace("Ethernet[0-504:8]", "Ethernet0"))
    assert "for 1 port" in row(only(made).watchdog, "detection").number.reason
    assert "ports" not in row(only(made).watchdog, "detection").number.reason
    assert "1 group pausing" in row(only(made).buffers, "XON window").number.reason
