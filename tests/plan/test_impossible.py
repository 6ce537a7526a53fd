"""What cannot be is refused with the number that breaks, and never quietly made to fit."""

from dataclasses import replace

import pytest

from roceconf.asic import Fact, Standing
from roceconf.intent import Intent, IntentErrors, load
from roceconf.nos import network_os
from roceconf.plan import plan, settled
from roceconf.plan.budget import budget_of
from roceconf.plan.classes import classes_of
from roceconf.plan.hardware import Hardware, hardware_of
from roceconf.plan.impossible import impossible
from roceconf.sizing import BudgetExceeded

TEXT = """\
switch: leaf1
nos: sonic
sku: dell-z9864f
preset: sonic-microsoft
ports:
  - {ports: "Ethernet[0-504:8]", speed: 800G, cable: 40m}
"""


def wanted(text: str = TEXT) -> Intent:
    return load(text, name="leaf1.yaml")


def test_more_lossless_classes_than_a_port_has_groups() -> None:
    intent = wanted()
    hardware = hardware_of(intent, names_hwskus=True)
    few = Fact(2, "a chip of this test", Standing.PUBLISHED)
    narrow = hardware._replace(asic=replace(hardware.asic, priority_groups=few))
    (error,) = impossible(intent, narrow, classes_of(intent, 0), "leaf1.yaml")
    assert str(error) == (
        "leaf1.yaml:1:1: 2 lossless classes and one priority group for all others need 3; a port of Tomahawk 5 has 2"
    )
    assert list(impossible(intent, hardware, classes_of(intent, 0), "leaf1.yaml")) == []


def test_a_class_plan_that_leaves_other_traffic_nowhere_to_go() -> None:
    classes = "".join(f"  c{n}: {{dscp: {n}, priority: {n}, lossless: true}}\n" for n in range(8))
    with pytest.raises(IntentErrors) as caught:
        plan(wanted(TEXT.replace("preset: sonic-microsoft\n", "") + "classes:\n" + classes), "leaf1.yaml")
    assert "lossless" in str(caught.value)


def test_minima_that_leave_nothing_to_share() -> None:
    """The published pool of Tomahawk 5 contains headroom and minima: shrunk to its headroom it is used up."""
    made = plan(wanted(), "leaf1.yaml")
    assert made.hardware.buffers is not None
    (pool, *others) = made.hardware.buffers.pools
    assert pool.xoff_bytes is not None
    shrunk = made.hardware.buffers._replace(pools=(pool._replace(size_bytes=pool.xoff_bytes), *others))
    hardware: Hardware = made.hardware._replace(buffers=shrunk)
    with pytest.raises(BudgetExceeded) as caught:
        budget_of(hardware, made.groups)
    assert str(caught.value) == (
        "3,654,552 B reserved and 33,374,584 B of headroom are 37,029,136 B and leave nothing to share of "
        "33,374,584 B: 3,654,552 B more than there is"
    )


def test_a_pool_larger_than_the_chip() -> None:
    made = plan(wanted(), "leaf1.yaml")
    assert made.hardware.buffers is not None
    (pool, *others) = made.hardware.buffers.pools
    grown = made.hardware.buffers._replace(pools=(pool._replace(size_bytes=180_000_000), *others))
    with pytest.raises(BudgetExceeded) as caught:
        budget_of(made.hardware._replace(buffers=grown), made.groups)
    assert caught.value.excess_bytes == 180_000_000 - 173_268_640


@pytest.mark.parametrize("nos", ["sonic", "eos"])
def test_a_speed_that_the_chip_does_not_run(nos: str) -> None:
    text = TEXT.replace("sku: dell-z9864f", "asic: th2").replace("800G", "1.6T").replace("sonic\n", f"{nos}\n", 1)
    with pytest.raises(IntentErrors, match=r"Tomahawk 2 has no 1\.6T ports; it runs 10G, 25G, 40G, 50G, 100G"):
        plan(wanted(text), "leaf1.yaml")


CHIP = """\
switch: leaf1
nos: sonic
asic: th5
ports:
  - {ports: "Ethernet[0-504:8]", speed: 800G, cable: 40m}
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            CHIP.replace("40m", "40km"),
            r"a headroom of 121,[0-9,]+ B is [0-9,]+ B more than one ITM of Tomahawk 5 has, 86,634,320 B",
        ),
        (
            CHIP + "headroom: 3MB\nfan_in: 64\n",
            r"64 senders at once need 64 x 3,000,000 = 192,000,000 B of headroom, 18,731,360 B more than Tomah",
        ),
        (
            CHIP.replace("asic: th5", "asic: th6") + "headroom: 200MB\nfan_in: 2\n",
            r"2 senders at once need 2 x 200,000,000 = 400,000,000 B of headroom, 132,803,140 B more than Tom",
        ),
        (
            CHIP.replace("asic: th5", "asic: th6").replace("40m", "120km"),
            r"a headroom of [0-9,]+ B is [0-9,]+ B more than all of Tomahawk 6 has, 267,196,860 B",
        ),
        (
            CHIP.replace("asic: th5", "asic: th6").replace("40m", "10km") + "headroom_model: ieee\n",
            r"8 senders at once need 8 x [0-9,]+ = [0-9,]+ B of headroom, [0-9,]+ B more than Tomahawk 6 has",
        ),
    ],
)
@pytest.mark.parametrize("nos", ["sonic", "eos"])
def test_more_headroom_than_the_chip_has(nos: str, text: str, message: str) -> None:
    ports = '"Ethernet[1-64]/1"' if nos == "eos" else '"Ethernet[0-504:8]"'
    text = text.replace("nos: sonic", f"nos: {nos}").replace('"Ethernet[0-504:8]"', ports)
    with pytest.raises(IntentErrors, match=message):
        plan(wanted(text), "leaf1.yaml")


def test_what_no_published_place_in_the_fabric_carries_is_refused_without_a_topology() -> None:
    text = """\
switch: leaf1
nos: sonic
sku: NH-4210-F-O256
fan_in: 100
ports:
  - {ports: "Ethernet[0-1020:4]", speed: 400G, cable: 500m}
"""
    with pytest.raises(IntentErrors, match=r"too small for 100 senders at the largest headroom of 1,887,900 B"):
        plan(wanted(text), "leaf1.yaml")
    plan(wanted(text.replace("fan_in: 100", "fan_in: 40")), "leaf1.yaml")


def test_what_no_hwsku_of_a_platform_carries_is_refused_in_the_name_of_the_platform() -> None:
    text = """\
switch: leaf1
nos: sonic
sku: nexthop-nh-4210
fan_in: 100
ports:
  - {ports: "Ethernet[0-1020:4]", speed: 400G, cable: 500m}
"""
    with pytest.raises(IntentErrors, match=r"; published for nexthop-nh-4210, it carries"):
        plan(wanted(text), "leaf1.yaml")


def test_the_headroom_that_is_written_counts_not_the_one_that_is_asked() -> None:
    """With a gearbox the daemon takes the row of 300 m, 1,621,536 B: 20 fit, though 25 of what was asked would."""
    text = TEXT.replace("preset: sonic-microsoft\n", "fan_in: 25\n").replace("cable: 40m", "cable: 40m, gearbox: 400ns")
    planned = plan(wanted(text), "leaf1.yaml")
    fitted = network_os("sonic").fit(planned.reading.switch, planned.hints)
    with pytest.raises(IntentErrors, match=r"too small for 25 senders at the largest headroom of 1,621,536 B"):
        settled(planned, fitted, "leaf1.yaml")


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ("cable: 40m", "cable: 40m, peer: nonsense", "leaf1.yaml:6:65: no peer"),
        ("preset:", "gearbox: nonsense\npreset:", "leaf1.yaml:4:10: no gearbox"),
        ("preset:", "headroom_model: nonsense\npreset:", "leaf1.yaml:4:17: no headroom model"),
        ("preset:", "lossless_mtu: 9200\npreset:", "leaf1.yaml:4:15: lossless_mtu 9,200 is above"),
        ("cable: 40m", "cable: 40m, ecn: {preset: nonsense}", "leaf1.yaml:6:73: unknown ECN preset"),
    ],
)
def test_a_fault_is_told_at_the_key_that_says_it(before: str, after: str, place: str) -> None:
    with pytest.raises(IntentErrors) as caught:
        plan(wanted(TEXT.replace(before, after, 1)), "leaf1.yaml")
    assert str(caught.value.errors[0]).startswith(place)
