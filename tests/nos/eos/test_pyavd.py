"""Our EOS output against Arista's own renderer, line by line.

pyavd (Apache-2.0) renders EOS from a data model of its own. For the same switch, every line of ours must stand in its
output, in the same section, order and indentation; except for lines its model has no words for, which are named here.
"""

import re
from dataclasses import replace
from typing import Any

import pytest

from roceconf.nos import network_os
from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
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

pyavd = pytest.importorskip("pyavd")
EOS = network_os("eos")

LACKING = (
    r"   flowcontrol send ",
    r"      bandwidth guaranteed \d+$",
    r"priority-flow-control pause watchdog default recovery-time \S+ forced$",
    r"   no priority-flow-control pause watchdog$",
)
"""What pyavd's model has no words for: flow control sent, guarantees in kbps, forced recovery of the whole switch, a
watchdog that is off."""
_LACKING = re.compile("|".join(LACKING))


def queue(
    index: int,
    weight: int | None,
    *curves: Curve,
    counted: bool | None = None,
    guaranteed: Amount | None = None,
    ceiling: Amount | None = None,
) -> Queue:
    service = Service.STRICT if weight is None else Service.WEIGHTED
    marking = Marking(curves, counted) if curves else None
    return Queue(index, None, Scheduler(service, weight, guaranteed, ceiling), marking)


ECN = Curve(Colour.GREEN, Amount(950_000), Amount(3_000_000), 7, 0)
DROP = Curve(Colour.YELLOW, Amount(100, Unit.CELLS), Amount(200, Unit.CELLS), 50, marks=False)
ROCE = PortGroup(
    ports=tuple(f"Ethernet{port}/1" for port in range(1, 33)),
    speed_mbps=400_000,
    mtu_bytes=9214,
    routed=True,
    trust=Trust.DSCP,
    dscp_to_tc=ClassMap.of({dscp: {26: 3, 48: 6}.get(dscp, 1) for dscp in range(64)}),
    pfc=Pfc(True, frozenset({3})),
    priority_groups=(
        PriorityGroup(
            3, BufferProfile(reserved=Amount(9144), headroom=Amount(390_398), xon_offset=Amount(3556), alpha=Alpha(-3))
        ),
    ),
    queues=(
        queue(0, 1),
        queue(1, 45, DROP),
        queue(2, 1),
        queue(3, 50, ECN, counted=True, guaranteed=Amount(100, Unit.KBPS)),
        queue(4, 1, ceiling=Amount(40, Unit.PERCENT)),
        queue(5, 1, guaranteed=Amount(10, Unit.PERCENT)),
        queue(6, None),
        queue(7, None),
    ),
    watchdog=Watchdog(True, None, 200, 400, 100, WatchdogAction.DROP),
)
UPLINKS = replace(
    ROCE,
    ports=("Ethernet33/1", "Ethernet34/1"),
    admin_up=True,
    link_pause=False,
    watchdog=Watchdog(True, None, 500, 1000, None, WatchdogAction.ALERT, forced=True),
)
OTHERS = replace(
    ROCE,
    ports=("Ethernet35/1", "Ethernet36/1"),
    admin_up=False,
    routed=False,
    trust=Trust.COS,
    pfc=Pfc(),
    watchdog=Watchdog(False),
)
SWITCH = Switch(
    groups=(ROCE, UPLINKS, OTHERS),
    name="leaf1",
    watchdog=Watchdog(None, None, 200, 400, 100, WatchdogAction.DROP),
    pools=(Pool("ingress", headroom=Amount(9_600_000)),),
    explicit_buffers=True,
    port_channels=(PortChannel("Port-Channel1", ("Ethernet35/1", "Ethernet36/1")),),
    addresses=(
        PortAddress("Ethernet1/1", "10.0.0.0/31"),
        PortAddress("Ethernet1/1", "10.0.1.0/31"),
        PortAddress("Ethernet2/1", "2001:db8::2/64"),
    ),
)


def structured(switch: Switch, keyword: str, lines: list[str]) -> dict[str, Any]:
    """pyavd's data for a fitted switch; names and membership of profiles are taken from our own lines."""
    interfaces = blocks(lines)
    profile_of = {
        header.split(" ", 1)[1]: line.split()[-1]
        for header, body in interfaces.items()
        for line in body
        if header.startswith("interface ") and line.strip().startswith("service-profile")
    }
    first = switch.groups[0]
    watchdog = switch.watchdog or Watchdog()
    return {
        "hostname": switch.name,
        "platform": {"trident": {"mmu": mmu(switch)}} if switch.explicit_buffers else {},
        "qos_profiles": [
            profile(
                name, next(group for group in switch.groups if profile_of[group.ports[0]] == name), watchdog, keyword
            )
            for name in dict.fromkeys(profile_of[group.ports[0]] for group in switch.groups)
        ],
        "port_channel_interfaces": [{"name": channel.name} for channel in switch.port_channels],
        "ethernet_interfaces": [
            ethernet(switch, group, port, profile_of[port]) for group in switch.groups for port in group.ports
        ],
        "qos": {
            "map": {
                "dscp": map_lines(first.dscp_to_tc, "traffic-class"),
                "traffic_class": [f"3 to {keyword} 3"],
            }
        },
        "priority_flow_control": {
            "watchdog": {
                "timeout": "0.2",
                "recovery_time": "0.4",
                "polling_interval": "0.1",
                "action": "drop",
            }
        },
    }


def mmu(switch: Switch) -> dict[str, Any]:
    profile = switch.groups[0].priority_groups[0].profile
    assert profile is not None
    sizes = {name: getattr(profile, name).number for name in ("headroom", "reserved", "xon_offset")}
    limit = switch.pools[0].headroom
    assert isinstance(limit, Amount)
    return {
        "active_profile": profile.name,
        "headroom_pool": {"unit": "bytes", "limit": limit.number},
        "queue_profiles": [
            {
                "name": profile.name,
                "ingress": {
                    "headroom": {"unit": "bytes", "memory": sizes["headroom"]},
                    "resume": sizes["xon_offset"],
                    "priority_groups": [
                        {
                            "id": 3,
                            "threshold": str(profile.alpha),
                            "reserved": {"unit": "bytes", "memory": sizes["reserved"]},
                        }
                    ],
                },
            }
        ],
    }


def profile(name: str, group: PortGroup, common: Watchdog, keyword: str) -> dict[str, Any]:
    held = group.watchdog
    assert held is not None
    watchdog: dict[str, Any] = {"enabled": held.enabled}
    if held.detection_ms != common.detection_ms:
        watchdog["timer"] = {
            "timeout": f"{(held.detection_ms or 0) / 1000:g}",
            "polling_interval": "auto" if held.poll_ms is None else f"{held.poll_ms / 1000:g}",
            "recovery_time": f"{(held.restoration_ms or 0) / 1000:g}",
            "forced": held.forced,
        }
    if held.action is WatchdogAction.ALERT:
        watchdog["action"] = "notify-only"
    data: dict[str, Any] = {
        "name": name,
        "trust": None if group.trust is None else group.trust.value,
        keyword.replace("-", "_") + "s": [queue_data(queue) for queue in group.queues],
        "priority_flow_control": {
            "watchdog": watchdog,
            "priorities": [{"priority": each, "no_drop": True} for each in sorted(group.pfc.priorities)],
        },
    }
    if group.pfc.enabled:
        data["priority_flow_control"]["enabled"] = True
    return data


def queue_data(queue: Queue) -> dict[str, Any]:
    scheduler = queue.scheduler
    assert scheduler is not None
    data: dict[str, Any] = {
        "id": queue.index,
        "priority": "priority strict" if scheduler.service is Service.STRICT else "no priority",
    }
    if scheduler.weight is not None:
        data["bandwidth_percent"] = scheduler.weight
    if scheduler.guaranteed is not None and scheduler.guaranteed.unit is Unit.PERCENT:
        data["bandwidth_guaranteed_percent"] = scheduler.guaranteed.number
    if scheduler.ceiling is not None:
        data["shape"] = {"rate": f"{scheduler.ceiling.number} percent"}
    for curve in queue.marking.curves if queue.marking is not None else ():
        assert curve.kmin is not None
        assert curve.kmax is not None
        threshold: dict[str, Any] = {
            "units": "segments" if curve.kmin.unit is Unit.CELLS else "bytes",
            "min": curve.kmin.number,
            "max": curve.kmax.number,
        }
        if curve.marks:
            threshold |= {"max_probability": curve.pmax_percent, "weight": curve.averaging_weight}
            data["random_detect"] = {"ecn": {"count": True, "threshold": threshold}}
        else:
            threshold |= {"drop_precedence": 1, "drop_probability": curve.pmax_percent}
            data["random_detect"] = {"drop": {"threshold": threshold}}
    return data


def ethernet(switch: Switch, group: PortGroup, port: str, profile: str) -> dict[str, Any]:
    data: dict[str, Any] = {"name": port, "service_profile": profile, "mtu": group.mtu_bytes}
    if group.speed_mbps == 400_000:
        data["speed"] = "400g"
    if group.admin_up is not None:
        data["shutdown"] = not group.admin_up
    if group.link_pause is not None:
        data["flowcontrol"] = {"received": "on" if group.link_pause else "off"}
    if group.routed is not None:
        data["switchport"] = {"enabled": not group.routed}
    held = [address.address for address in switch.addresses if address.port == port]
    plain = [address for address in held if ":" not in address]
    if plain:
        data["ip_address"] = plain[0]
        data["ip_address_secondaries"] = plain[1:]
    if len(plain) < len(held):
        data["ipv6_addresses"] = [address for address in held if ":" in address]
    for channel in switch.port_channels:
        if port in channel.members:
            data["channel_group"] = {"id": int(channel.name.removeprefix("Port-Channel")), "mode": "active"}
    return data


def map_lines(held: ClassMap | None, target: str) -> list[str]:
    assert held is not None
    sources: dict[int, list[int]] = {}
    for source, to in held.entries:
        sources.setdefault(to, []).append(source)
    return [f"{' '.join(map(str, sources[to]))} to {target} {to}" for to in sorted(sources)]


def blocks(lines: list[str]) -> dict[str, list[str]]:
    """Lines by the line at the margin they stand under; a line at the margin has at least itself."""
    found: dict[str, list[str]] = {}
    header = ""
    for line in lines:
        if not line or line == "!":
            continue
        if not line.startswith(" "):
            header = line
            found[header] = []
        else:
            found[header].append(line)
    return found


def missing(ours: list[str], theirs: list[str]) -> list[str]:
    """Our lines that are not among theirs in the same order."""
    rest = iter(theirs)
    return [line for line in ours if not _LACKING.match(line) and line not in rest]


@pytest.mark.parametrize(
    ("hints", "keyword"), [(Hints(sku="arista-7060dx5-64s"), "uc-tx-queue"), (Hints(asic="th"), "tx-queue")]
)
def test_every_line_stands_where_pyavd_puts_it(hints: Hints, keyword: str) -> None:
    fitted = EOS.fit(SWITCH, hints).switch
    (file,) = EOS.write(fitted, hints)
    lines = file.text.splitlines()
    rendered = pyavd.get_device_config(structured(fitted, keyword, lines)).splitlines()
    ours, theirs = blocks(lines), blocks(rendered)
    assert missing(list(ours), list(theirs)) == []
    for header, body in ours.items():
        assert missing(body, theirs.get(header, [])) == [], header


def test_the_comparison_can_fail() -> None:
    assert missing(["a", "b"], ["b", "a"]) == ["b"]
    assert missing(["   mtu 9214"], ["  mtu 9214"]) == ["   mtu 9214"]


def test_every_exception_is_needed() -> None:
    hints = Hints(sku="arista-7060dx5-64s")
    asked = replace(SWITCH, watchdog=replace(SWITCH.watchdog or Watchdog(), forced=True))
    (file,) = EOS.write(EOS.fit(asked, hints).switch, hints)
    for pattern in LACKING:
        assert any(re.match(pattern, line) for line in file.text.splitlines()), pattern
