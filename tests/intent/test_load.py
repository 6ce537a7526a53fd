"""A whole intent: what is accepted, what it means, and every error at its place."""

# ruff: noqa: E501 - an intent and what is said about it stand side by side

import os
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from roceconf.intent import Intent, IntentErrors, Size, load

SHORT = """
switch: leaf1
nos: sonic                  # sonic | eos (more follow)
sku: dell-z9864f            # a platform of the catalogue; or asic: th5
ports:
  - {ports: "Ethernet[0-504:8]", speed: 800G, cable: 40m}
"""

LONG = """
switch: leaf2
nos: eos
version: "4.32"
sku: arista-7060dx5-64s
mtu: 9214
fan_in: 8
classes:
  rdma: {dscp: [26], priority: 3, lossless: true, bandwidth: 50}
  cnp:  {dscp: [48], priority: 6, strict: true}
ecn: {kmin: 950KB, kmax: 3000KB, pmax: 7}       # computed where left out
watchdog: {detection: 200ms, restoration: 400ms, action: drop}
dcqcn: {cnp_dscp: 48}
ports:
  - {ports: "Ethernet[1-30]/1", speed: 400G, cable: 3m, medium: dac, to: host}
  - {ports: "Ethernet[31-32]/1", speed: 100G, rdma: false}
  - {ports: "Ethernet[33-64]/1", speed: 400G, cable: 300m, medium: fibre, to: switch, ecn: {kmin: 1200KB, kmax: 4000KB, pmax: 7}}
"""

HEAD = "switch: s\nnos: sonic\nasic: th5\n"
PORT = "ports: [{ports: Ethernet0, speed: 800G, cable: 40m}]\n"

SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "intents").glob("*.yaml"))


def errors(text: str | bytes) -> list[str]:
    with pytest.raises(IntentErrors) as caught:
        load(text, name="f")
    return [str(error) for error in caught.value.errors]


def group(fields: str, *, above: str = "") -> Intent:
    return load(HEAD + above + "ports: [{ports: Ethernet0, speed: 800G, " + fields + "}]\n", name="f")


def test_three_lines_of_substance_are_enough() -> None:
    intent = load(SHORT, name="leaf1.yaml")
    (ports,) = intent.ports
    assert (intent.switch, intent.nos, intent.sku, intent.asic, intent.fan_in) == (
        "leaf1",
        "sonic",
        "dell-z9864f",
        None,
        8,
    )
    assert (len(ports.ports), ports.ports[-1]) == (64, "Ethernet504")
    assert (ports.speed_mbps, ports.cable_m, ports.medium, ports.rdma) == (800_000, 40, "fibre", True)
    assert (intent.mtu_bytes, intent.ecn, intent.watchdog, intent.version) == (None, None, None, None)
    assert {name: (one.dscp, one.priority, one.lossless) for name, one in intent.class_plan.items()} == {
        "rdma": ((26,), 3, True),
        "cnp": ((48,), 6, False),
    }
    assert intent.cnp_dscps == (48,)
    assert intent.warnings == ()


def test_the_long_form() -> None:
    intent = load(LONG, name="leaf2.yaml")
    hosts, plain, uplinks = intent.ports
    assert intent.ecn != "off"
    assert intent.ecn is not None
    assert (intent.ecn.kmin, intent.ecn.kmax, intent.ecn.pmax_percent) == (
        Size(Decimal(950), "KB"),
        Size(Decimal(3000), "KB"),
        7,
    )
    assert intent.watchdog != "off"
    assert intent.watchdog is not None
    assert (intent.watchdog.detection_ms, intent.watchdog.restoration_ms, intent.watchdog.action) == (200, 400, "drop")
    assert (intent.version, intent.mtu_bytes, intent.fan_in) == ("4.32", 9214, 8)
    assert (hosts.medium, hosts.to, len(hosts.ports), hosts.ports[0]) == ("dac", "host", 30, "Ethernet1/1")
    assert (plain.rdma, plain.cable_m) == (False, None)
    assert uplinks.ecn != "off"
    assert uplinks.ecn is not None
    assert uplinks.ecn.kmax is not None
    assert uplinks.ecn.kmax.as_bytes == 4_000_000
    assert intent.class_plan["rdma"].bandwidth_percent == 50
    assert intent.place_of(("ports", 2, "ecn", "kmax")) == (17, 113)
    assert intent.says(("ports", 2, "ecn", "kmax"))
    assert not intent.says(("ports", 0, "ecn"))
    assert intent.place_of(("ports", 0, "ecn")) == (15, 5)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_load_without_a_doubt(path: Path) -> None:
    assert load(path).warnings == ()


def test_a_file_is_named_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "leaf.yaml"
    path.write_text(HEAD + PORT + "mtuu: 9\n", encoding="utf-8")
    with pytest.raises(IntentErrors) as caught:
        load(path)
    assert str(caught.value) == f"{path}:5:1: unknown key 'mtuu'; did you mean 'mtu'?"


def test_a_file_that_cannot_be_read_has_no_place(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(2**21 + 1)
    for path, why in (
        (tmp_path / "absent", "does not exist: check the path"),
        (tmp_path, "is a folder: name a file"),
        (pipe, "is a pipe or a device, not a file"),
        (large, "is larger than 2 MiB; an intent is not"),
    ):
        with pytest.raises(IntentErrors) as caught:
            load(path, name="f")
        assert str(caught.value) == f"f: {why}"


def test_all_errors_of_a_file_are_told_at_their_places() -> None:
    text = """switch: leaf_1
nos: sonik
version: 4.30
mtu: big
fan_in:
mtuu: 9
alpha: -3
classes:
  a: {dscp: [26, 99, x], priority: 3, lossless: yes, bandwidth: 60}
  b: {dscp: 27, priority: 8, lossless: true, bandwith: 60}
  c: {priority: 4, lossless: true, bandwidth: 60}
  cnp: {dscp: 48, priority: 4, strict: true, bandwidth: 60}
  1x: {dscp: 3, priority: 1, bandwidth: 60}
ecn: {kmin: 950, kmax: 10KB, pmax: 0.07}
watchdog: on
headroom: 10GB
ports:
  - {ports: "Ethernet[0-9:2]", speed: 800, cable: 40}
  - {ports: "Ethernet[0-8:8]", speed: 800G}
  - {ports: "Ethernet[8-16:8]", speed: 800G, cable: 5m, medium: DAC, medum: a, ecn: {kmin: 2MB, kmax: 1MB}}
  - {ports: "Ethernet[16-24:8]", speed: 800G, cable: 5m, lanes: 3, addresses: 10.0.0.0/31}
  - hello
port_channels:
  P1: [Ethernet8, 7]
switch: x
"""
    assert errors(text) == [
        "f:1:1: sku is missing; name the platform, or the chip with asic",
        "f:1:9: switch: 'leaf_1' is no host name; letters, digits and hyphens, at most 63 between dots (RFC 1123)",
        "f:2:6: nos: 'sonik' is not known here; did you mean 'sonic'?",
        "f:3:10: version: '4.3' is no version; write it in quotes, such as \"4.32\" (4.30 without them is 4.3)",
        "f:4:6: mtu: 'big' is no MTU (the largest IP packet, in bytes); write a whole number from 68 to 9216",
        "f:5:1: 'fan_in' has no value; give one or leave the line out",
        "f:6:1: unknown key 'mtuu'; did you mean 'mtu'?",
        "f:7:8: alpha: -3 is no alpha; if you mean SONiC's dynamic_th -3, write 1/8",
        "f:9:18: dscp: 99 is no DSCP; they go from 0 to 63",
        "f:9:22: dscp: 'x' is no DSCP; write numbers from 0 to 63, or a range such as 24-31",
        "f:9:49: lossless: write true or false",
        "f:10:27: priority: 8 is out of range (0 to 7)",
        "f:10:46: unknown key 'bandwith'; did you mean 'bandwidth'?",
        "f:11:6: classes: c is lossless but names no DSCP, so nothing would ever use it; add dscp",
        "f:12:29: classes: cnp and c both use priority 4; a class has its own",
        "f:12:57: classes: cnp is strict, so it has no share; leave out bandwidth or strict",
        "f:13:3: 1x: '1x' is no class name; a letter, then letters, digits, - and _, at most 31",
        "f:13:41: bandwidth: the shares are 60 + 60 = 120 %, more than 100",
        "f:14:13: kmin: 950 has no unit; write 950KB or 950B",
        "f:14:36: pmax: 0.07 looks like a fraction; write 7 for 7 percent",
        "f:15:11: watchdog: 'on' is neither off nor settings by the keys detection, restoration, poll, action",
        "f:16:11: headroom: '10GB' is no size; write it with its unit, such as 950KB, 64KiB, 2MB, 4096B or 1200cells",
        "f:18:13: ports: 0-9:2 in 'Ethernet[0-9:2]' does not reach 9 in steps of 2; it ends at 8",
        "f:18:39: speed: 800 has no unit; write 800G",
        "f:18:51: cable: 40 has no unit; write 40m",
        "f:20:13: ports: Ethernet8 also in the group of line 19; a port belongs to one group",
        "f:20:65: medium: 'DAC' is not known here; did you mean 'dac'?",
        "f:20:70: unknown key 'medum'; did you mean 'medium'?",
        "f:20:92: kmin: 2MB is above kmax 1MB; marking starts at kmin and is full at kmax",
        "f:21:13: ports: Ethernet16 also in the group of line 20; a port belongs to one group",
        "f:21:65: lanes: 800G over 3 lanes is no rate of a lane (10, 25, 50, 100, 200 Gb/s)",
        "f:21:79: addresses: 10.0.0.0/31 holds 1 x /31, the group has 2 ports; give it a /30 or larger",
        "f:22:5: ports: settings are wanted here, by the keys ports, speed, cable, medium, to, rdma, mtu, headroom, alpha, lossless_mtu, small_packets, peer, gearbox, ecn, watchdog, lanes, addresses",
        "f:24:19: P1: '7' is no port name; write one such as Ethernet0 or Ethernet[1-32]/1",
        "f:25:1: 'switch' is said twice; the first stands in line 1",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nos: sonic\nasic: th5\n" + PORT, ["f:1:1: switch is missing; host name of the switch"]),
        (HEAD, ["f:1:1: ports is missing; the ports, in groups that are used alike"]),
        (HEAD + "ports: []\n", ["f:4:8: ports: is empty; write at least one group, such as `[{ports: Ethernet0, speed: 400G, cable: 40m}]`"]),
        (HEAD + "ports: Ethernet0\n", ["f:4:8: ports: a list is wanted here; start each line below with `- `"]),
        (HEAD + "ports: [{speed: 800G, cable: 1m}]\n", ["f:4:9: ports is missing; port names, ranges with both ends included: Ethernet[0-504:8], Ethernet[1-32]/[1,5]"]),
        (HEAD + "sku: x\n" + PORT, ["f:3:1: asic: sku says which chip it is; leave one of the two out"]),
        (HEAD + "ports: [{ports: Ethernet0, speed: 800G}]\n", ["f:4:9: cable is missing; headroom is sized from it (write cable: 40m, or rdma: false where no RDMA runs)"]),
        (HEAD + PORT + "classes: {}\n", ["f:5:10: classes: is empty; name at least one or leave the line out"]),
        (HEAD + PORT + "classes: 7\n", ["f:5:10: classes: names with their settings are wanted here, such as `{rdma: {dscp: 26, priority: 3, lossless: true}}`"]),
        (HEAD + PORT + "preset: nvida\n", ["f:5:9: preset: 'nvida' is no class plan; did you mean 'nvidia'?"]),
        (HEAD + PORT + "classes: {a: {dscp: [24-26], priority: 1}, b: {dscp: 26, priority: 2}}\n", ["f:5:54: classes: b and a both name DSCP 26; a DSCP belongs to one class"]),
        (HEAD + PORT + "classes: {a: {dscp: [26, 20-30], priority: 1}}\n", ["f:5:21: dscp: 26 is named twice"]),
        (HEAD + PORT + "classes: {a: {dscp: 30-26, priority: 1}}\n", ["f:5:21: dscp: 30-26 runs backwards; write 26-30"]),
        (HEAD + PORT + "classes: {a: {dscp: [], priority: 1}}\n", ["f:5:21: dscp: the list is empty; name at least one DSCP"]),
        (HEAD + PORT + "preset: nvidia\nclasses: {b: {dscp: 1, priority: 3}}\n", ["f:6:34: classes: b and rdma both use priority 3; a class has its own"]),
        (HEAD + PORT + "classes: {cnp: {dscp: 48, priority: 6}}\ndcqcn: {cnp_dscp: 46}\n", ["f:6:19: cnp_dscp: hosts send CNPs with DSCP 46, but classes.cnp.dscp is 48; write one of them"]),
        (HEAD + PORT + "preset: gaudi3\ndcqcn: {cnp_dscp: 46}\n", ["f:6:19: cnp_dscp: no class carries DSCP 46; add `cnp: {priority: 6, strict: true}` to classes"]),
        (HEAD + PORT + "dcqcn: {cnp_dscp: 26}\n", ["f:5:19: classes: cnp and rdma both name DSCP 26; a DSCP belongs to one class"]),
        (HEAD + PORT + "port_channels: {P1: [Ethernet0, Ethernet4], P2: Ethernet0}\n", ["f:5:21: port_channels: Ethernet4 is in no group of ports; list it there with its speed and cable", "f:5:49: port_channels: Ethernet0 is a member of P1 already"]),
        (HEAD + PORT + "port_channels: {Ethernet0: [Ethernet0]}\n", ["f:5:28: port_channels: Ethernet0 is the name of a port"]),
        (HEAD + PORT + "ecn: true\n", ["f:5:6: ecn: 'true' is neither off nor settings by the keys kmin, kmax, pmax, preset"]),
        (HEAD + PORT + "description: x\n", ["f:5:1: unknown key 'description'; known: switch, nos, version, sku, asic, mtu, fan_in, fan_out, rtt, preset, classes, ecn, watchdog, dcqcn, headroom, alpha, lossless_mtu, small_packets, peer, gearbox, headroom_model, mmu, topology, ports, port_channels"]),
        (HEAD + PORT + "{}: 1\n", ["f:5:1: a key must be a plain word"]),
    ],
)  # fmt: skip
def test_refused(text: str, expected: list[str]) -> None:
    assert errors(text) == expected


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("cable: 1m, addresses: 10.0.0.1/24", "addresses: 10.0.0.1/24 has bits behind its length; write 10.0.0.0/24"),
        ("cable: 1m, addresses: 10.0.0.0", "is no prefix"),
        ("cable: 1m, addresses: 10.0.0.0/33", "is no prefix"),
        ("cable: 1m, addresses: 999.0.0.0/8", "is no prefix"),
        ("cable: 1m, addresses: 224.0.0.0/8", "cannot be given to ports"),
        ("cable: 1m, addresses: 10.0.0.0/32", "holds 0 x /31"),
        ("cable: 1m, description: storage", "unknown key 'description'"),
        ("cable: 1m, mtu: 9217", "mtu: 9217 is out of range (68 to 9216)"),
        ("cable: 1m, mtu: 9214B", "write a whole number"),
        ("cable: 1m, lanes: 9", "lanes: 9 is out of range (1 to 8)"),
        ("cable: 1m, watchdog: {action: explode}", "action: 'explode' is not known here; known: drop, forward, alert"),
        ("cable: 1m, rdma: no", "rdma: write true or false"),
        ("cable: 1m, speed_mbps: 800000", "unknown key 'speed_mbps'; did you mean 'speed'?"),
        ("cable: 1m, watchdog: {detecton: 200ms}", "unknown key 'detecton'; did you mean 'detection'?"),
        ("cable: 1m, ecn: {off: true}", "unknown key 'off'"),
    ],
)
def test_refused_in_a_group(fields: str, words: str) -> None:
    with pytest.raises(IntentErrors) as caught:
        group(fields)
    (error,) = caught.value.errors
    assert words in error.message


def test_groups_with_overlapping_prefixes() -> None:
    text = HEAD + (
        "ports:\n"
        "- {ports: Ethernet0, speed: 100G, cable: 1m, addresses: 10.0.0.0/30}\n"
        "- {ports: Ethernet4, speed: 100G, cable: 1m, addresses: 10.0.0.2/31}\n"
    )
    assert errors(text) == ["f:6:57: addresses: 10.0.0.2/31 overlaps 10.0.0.0/30 of the group of line 5"]


def test_members_of_a_channel_are_alike_and_have_no_address() -> None:
    text = HEAD + (
        "ports:\n"
        "- {ports: Ethernet0, speed: 100G, cable: 1m, addresses: 10.0.0.0/31}\n"
        "- {ports: Ethernet4, speed: 400G, cable: 1m}\n"
        "port_channels: {P: [Ethernet0, Ethernet4]}\n"
    )
    assert errors(text) == [
        "f:7:20: port_channels: Ethernet0 takes an address of its own from 10.0.0.0/31; a member has none",
        "f:7:20: port_channels: the members of P differ in speed; all must be alike",
    ]


def test_each_port_takes_a_link_in_order() -> None:
    text = HEAD + 'ports: [{ports: "Ethernet[0-8:4]", speed: 100G, cable: 1m, addresses: 10.0.0.0/29}]'
    assert [tuple(link) for link in load(text, name="f").ports[0].link_addresses()] == [
        ("Ethernet0", "10.0.0.0/31", "10.0.0.1"),
        ("Ethernet4", "10.0.0.2/31", "10.0.0.3"),
        ("Ethernet8", "10.0.0.4/31", "10.0.0.5"),
    ]
    (link,) = group('cable: 1m, addresses: "2001:db8::/32"').ports[0].link_addresses()
    assert tuple(link) == ("Ethernet0", "2001:db8::/127", "2001:db8::1")


def test_said_no_and_not_said_differ() -> None:
    (ports,) = group("cable: 1m, ecn: off, watchdog: off", above="ecn: {}\n").ports
    assert (ports.ecn, ports.watchdog) == ("off", "off")
    (ports,) = group("cable: 1m").ports
    assert (ports.ecn, ports.watchdog) == (None, None)


def test_overrides_of_a_group() -> None:
    (ports,) = group("headroom: 1600cells, alpha: 1/16, mtu: 4200, watchdog: {action: notify}").ports
    assert (ports.headroom, ports.alpha, ports.mtu_bytes) == (Size(Decimal(1600), "cells"), Fraction(1, 16), 4200)
    assert ports.watchdog is not None
    assert ports.watchdog != "off"
    assert ports.watchdog.action == "alert"


def test_both_spellings_of_fibre_and_a_branch_without_quotes() -> None:
    intent = group("cable: 1m, medium: fiber", above="version: 202411\n")
    assert (intent.ports[0].medium, intent.version) == ("fibre", "202411")


def test_a_message_stays_one_short_line() -> None:
    (line,) = errors(HEAD + PORT + '"' + "a\\n\\e" * 900 + '": 1\n')
    assert len(line) < 1000
    assert line.isprintable()


@pytest.mark.parametrize(
    ("said", "cnp_dscps", "dscp"),
    [
        ("", (48,), (48,)),
        ("dcqcn: {cnp_dscp: 46}\n", (46,), (46,)),
        ("classes: {cnp: {priority: 6, strict: true}}\ndcqcn: {cnp_dscp: 46}\n", (46,), (46,)),
        ("classes: {cnp: {dscp: 46, priority: 6}}\n", (46,), (46,)),
        ("classes: {cnp: {dscp: [46, 48], priority: 6}}\ndcqcn: {cnp_dscp: 48}\n", (48,), (46, 48)),
        ("preset: amd-pollara\n", (46,), (46,)),
    ],
)
def test_the_cnp_dscp_is_said_once(said: str, cnp_dscps: tuple[int, ...], dscp: tuple[int, ...]) -> None:
    intent = load(HEAD + PORT + said, name="f")
    assert (intent.cnp_dscps, intent.class_plan["cnp"].dscp) == (cnp_dscps, dscp)


def test_a_class_beside_a_preset_replaces_or_joins() -> None:
    text = (
        HEAD
        + PORT
        + "preset: nvidia\nclasses: {rdma: {dscp: 24, priority: 3, lossless: true}, other: {dscp: 8, priority: 1}}\n"
    )
    plan = load(text, name="f").class_plan
    assert list(plan) == ["rdma", "cnp", "other"]
    assert (plan["rdma"].dscp, plan["rdma"].bandwidth_percent) == ((24,), None)


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ("cable: 5m, medium: dac", 1),
        ("cable: 3m, medium: dac", 0),
        ("cable: 5m, medium: aec", 0),
    ],
)
def test_long_passive_copper_is_doubtful(fields: str, count: int) -> None:
    intent = group(fields)
    assert len(intent.warnings) == count
    for warning in intent.warnings:
        assert (
            str(warning)
            == "f:4:48: cable: passive copper hardly carries 100 Gb/s a lane beyond 3 m; at 5 m take aec, aoc or fibre"
        )


def test_equal_intents_may_stand_at_different_places() -> None:
    assert load(HEAD + PORT, name="f") == load("\n\n" + PORT + HEAD, name="g")
    assert load(HEAD + PORT, name="f") != load(HEAD + PORT + "fan_in: 4\n", name="f")


def test_an_intent_does_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load(HEAD + PORT, name="f").switch = "other"  # type: ignore[misc]
