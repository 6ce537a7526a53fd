"""No field of the model is lost in silence: it changes the text, or is declared unsayable."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from roceconf.nos import network_os
from roceconf.nos.eos.fit_reasons import EXPLICIT_REASONS, REASONS, UNSAYABLE
from roceconf.switch import (
    Alpha,
    Amount,
    BufferModel,
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
    Direction,
    Hints,
    Marking,
    Medium,
    Pfc,
    Pool,
    PoolMode,
    PortAddress,
    PortChannel,
    PortGroup,
    PriorityGroup,
    Queue,
    Role,
    Scheduler,
    Service,
    Switch,
    Trust,
    Unit,
    Watchdog,
    WatchdogAction,
)

EOS = network_os("eos")
HINTS = Hints(sku="arista-7060dx5-64s")
IDENTITY = {number: number for number in range(8)}
PROFILE = BufferProfile("a", "b", Amount(1000), Amount(2000), Amount(3000), Amount(4000), Alpha(-3), Amount(5000))
BASE = Switch(
    groups=(
        PortGroup(
            ports=("Ethernet1/1", "Ethernet2/1"),
            speed_mbps=400_000,
            lanes=4,
            mtu_bytes=9214,
            cable_m=3,
            medium=Medium.DAC,
            role=Role.HOST,
            admin_up=True,
            routed=True,
            trust=Trust.DSCP,
            default_cos=3,
            dscp_to_tc=ClassMap.of({26: 3}),
            cos_to_tc=ClassMap.of({3: 3}),
            tc_to_pg=ClassMap.of(IDENTITY),
            tc_to_queue=ClassMap.of(IDENTITY),
            pfc_to_queue=ClassMap.of(IDENTITY),
            pfc=Pfc(True, frozenset({3}), False),
            link_pause=False,
            ceiling=Amount(90, Unit.PERCENT),
            priority_groups=(PriorityGroup(3, PROFILE),),
            queues=(
                Queue(
                    3,
                    PROFILE,
                    Scheduler(Service.WEIGHTED, 50, Amount(100, Unit.KBPS), Amount(100, Unit.PERCENT)),
                    Marking((Curve(Colour.GREEN, Amount(1000), Amount(2000), 7, 0),), True),
                ),
            ),
            watchdog=Watchdog(True, frozenset({3}), 500, 500, 100, WatchdogAction.DROP, False),
        ),
    ),
    name="leaf1",
    sku="a",
    version="b",
    pools=(Pool("ingress", Direction.INGRESS, PoolMode.DYNAMIC, Amount(1_000_000), Amount(2_000_000)),),
    watchdog=Watchdog(True, None, 200, 200, 50, WatchdogAction.ERRDISABLE, False),
    buffer_model=BufferModel.DYNAMIC,
    explicit_buffers=True,
    port_channels=(PortChannel("Port-Channel1", ("Ethernet2/1",)),),
    addresses=(PortAddress("Ethernet1/1", "10.0.0.0/31"),),
)
OTHER: dict[str, Any] = {
    "ports": ("Ethernet1/1", "Ethernet3/1"),
    "speed_mbps": 100_000,
    "trust": Trust.COS,
    "medium": Medium.AOC,
    "role": Role.SWITCH,
    "dscp_to_tc": ClassMap.of({24: 3}),
    "cos_to_tc": ClassMap.of({4: 3}),
    "tc_to_pg": ClassMap.of(IDENTITY | {0: 7}),
    "tc_to_queue": ClassMap.of(IDENTITY | {2: 4}),
    "pfc_to_queue": ClassMap.of(IDENTITY | {0: 1}),
    "priorities": frozenset({4}),
    "service": Service.STRICT,
    "colour": Colour.RED,
    "pools.direction": Direction.BOTH,
    "mode": PoolMode.STATIC,
    "action": WatchdogAction.ALERT,
    "buffer_model": BufferModel.TRADITIONAL,
    "port_channels": (PortChannel("Port-Channel2", ("Ethernet2/1",)),),
    "addresses": (PortAddress("Ethernet1/1", "10.0.0.2/31"),),
    "alpha": Alpha(0),
    "name": "leaf9",
    "pools.name": "another",
    "index": 4,
    "guaranteed": Amount(10, Unit.PERCENT),
    "ceiling": Amount(50, Unit.PERCENT),
    "groups.watchdog.priorities": frozenset({4}),
}
"""Another value for a field, by its path or its name; numbers, truths and texts are changed without one."""


def changed(path: str, name: str, value: object) -> object:
    for key in (path, name):
        if key in OTHER:
            return OTHER[key]
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, Amount):
        return value._replace(number=value.number * 2)
    if isinstance(value, int):
        return value * 2 if value else 1
    if isinstance(value, frozenset):
        return frozenset({4})
    assert isinstance(value, str), path
    return value + "9"


def variants(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every variant of a value that differs in one field, with the path of the field."""
    for field in fields(value):
        held = getattr(value, field.name)
        where = f"{path}.{field.name}".lstrip(".")
        if not field.compare:
            continue
        if is_dataclass(held) and not isinstance(held, ClassMap):
            inner = ((name, replace(value, **{field.name: each})) for name, each in variants(held, where))
            yield from inner
        elif isinstance(held, tuple) and held and is_dataclass(held[0]):
            for name, each in variants(held[0], where):
                yield name, replace(value, **{field.name: (each, *held[1:])})
        else:
            yield where, replace(value, **{field.name: changed(where, field.name, held)})


VARIANTS = dict(variants(BASE))


def text(switch: Switch) -> str:
    return EOS.write(EOS.fit(switch, HINTS).switch, HINTS)[0].text


@pytest.mark.parametrize("path", sorted(VARIANTS))
def test_a_field_changes_the_text_or_is_declared_unsayable(path: str) -> None:
    assert VARIANTS[path] != BASE
    assert (text(VARIANTS[path]) != text(BASE)) is (path not in UNSAYABLE)


def test_every_field_of_the_model_is_tried() -> None:
    tried = {path.rpartition(".")[2] for path in VARIANTS}
    for kind in (PortGroup, Pfc, Watchdog, Queue, Scheduler, Marking, Curve, BufferProfile, Pool, Switch):
        parts = {"groups", "pools", "queues", "priority_groups", "pfc", "watchdog", "curves"}
        parts |= {"profile", "scheduler", "marking"}
        names = {field.name for field in fields(kind) if field.compare} - parts
        assert names <= tried, kind


def test_what_is_declared_unsayable_exists() -> None:
    assert set(VARIANTS) >= UNSAYABLE


def test_reasons_are_clauses_on_one_line() -> None:
    for reason in (*REASONS.values(), *EXPLICIT_REASONS.values()):
        assert "\n" not in reason
        assert not reason.endswith(".")
