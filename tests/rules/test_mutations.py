"""One thing changed in a clean switch, and exactly the rules that name it speak."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from roceconf.nos import network_os
from roceconf.rules.context import Supplied
from roceconf.switch import (
    BufferProfile,
    ClassMap,
    Hints,
    Pfc,
    PortGroup,
    PriorityGroup,
    Switch,
    Trust,
    WatchdogAction,
)
from tests.rules.readings import CLEAN, IDENTITY, LOSSY, changed, judged, reading
from tests.shared import SHARED, needs_shared

ROCE = Supplied(asic="th5", roce_dscps=(26, 27), cnp_dscps=(48,))


class Mutation(NamedTuple):
    what: str
    change: Callable[[PortGroup], PortGroup]
    speak: tuple[str, ...]
    first: bool = False
    supplied: Supplied = ROCE


def _map(held: ClassMap | None, **entries: int | None) -> ClassMap:
    pairs: dict[int, int | None] = {**dict((held or ClassMap()).entries)}
    pairs |= {int(key.removeprefix("at")): value for key, value in entries.items()}
    return ClassMap.of({key: value for key, value in pairs.items() if value is not None})


def _group(index: int, profile: BufferProfile | None) -> Callable[[PortGroup], PortGroup]:
    def change(group: PortGroup) -> PortGroup:
        rest = tuple(held for held in group.priority_groups if held.index != index)
        return replace(group, priority_groups=(*rest, *([PriorityGroup(index, profile)] if profile else [])))

    return change


def _pfc(enabled: bool | None, *priorities: int) -> Callable[[PortGroup], PortGroup]:
    return lambda group: replace(group, pfc=Pfc(enabled, frozenset(priorities), False))


def _watchdog(**values: object) -> Callable[[PortGroup], PortGroup]:
    def change(group: PortGroup) -> PortGroup:
        assert group.watchdog is not None
        return replace(group, watchdog=replace(group.watchdog, **values))  # type: ignore[arg-type]

    return change


MUTATIONS = (
    Mutation("PG 3 is taken away", _group(3, None), ("PFC101",)),
    Mutation("PG 4 becomes lossy", _group(4, LOSSY), ("PFC101",)),
    Mutation("no priority is named", _pfc(True), ("PFC102",)),
    Mutation("PFC is not switched on", _pfc(None, 3, 4), ("PFC103",)),
    Mutation("PFC is switched off in so many words", _pfc(False, 3, 4), ("PFC103",)),
    Mutation("global pause is on", lambda g: replace(g, link_pause=True), ("PFC105",)),
    Mutation("PFC 4 is left out on some ports", _pfc(True, 3), ("MAP103",), first=True),
    Mutation(
        "PFC 4 is left out on some ports, nobody said that it is for RoCE",
        _pfc(True, 3),
        ("PFC108",),
        first=True,
        supplied=Supplied(asic="th5"),
    ),
    Mutation("asymmetric PFC", lambda g: replace(g, pfc=replace(g.pfc, asymmetric=True)), ("PFC109",)),
    Mutation("TC 3 is counted in PG 0", lambda g: replace(g, tc_to_pg=_map(g.tc_to_pg, at3=0)), ("MAP101",)),
    Mutation("TC 3 is left out of the PG map", lambda g: replace(g, tc_to_pg=_map(g.tc_to_pg, at3=None)), ("MAP101",)),
    Mutation("TC 3 waits in queue 2", lambda g: replace(g, tc_to_queue=_map(IDENTITY, at3=2)), ("MAP101",)),
    Mutation("TC 3 has no queue", lambda g: replace(g, tc_to_queue=_map(IDENTITY, at3=None)), ("MAP101",)),
    Mutation("PFC 3 pauses queue 2", lambda g: replace(g, pfc_to_queue=_map(IDENTITY, at3=2)), ("MAP101",)),
    Mutation("PFC 3 pauses no queue", lambda g: replace(g, pfc_to_queue=_map(IDENTITY, at3=None)), ("MAP101",)),
    Mutation(
        "DSCP 26 goes to TC 1",
        lambda g: replace(g, dscp_to_tc=_map(g.dscp_to_tc, at26=1)),
        ("MAP103",),
    ),
    Mutation(
        "DSCP 26 goes to TC 1, nobody said that it is RoCE",
        lambda g: replace(g, dscp_to_tc=_map(g.dscp_to_tc, at26=1)),
        ("MAP102",),
        supplied=Supplied(asic="th5"),
    ),
    Mutation(
        "DSCP 26 has no entry",
        lambda g: replace(g, dscp_to_tc=_map(g.dscp_to_tc, at26=None, at25=3)),
        ("MAP103", "MAP104"),
    ),
    Mutation("DSCP 25 goes to TC 3", lambda g: replace(g, dscp_to_tc=_map(g.dscp_to_tc, at25=3)), ("MAP104",)),
    Mutation("CNPs go to TC 3", lambda g: replace(g, dscp_to_tc=_map(g.dscp_to_tc, at48=3)), ("MAP105",)),
    Mutation("no map to priority groups", lambda g: replace(g, tc_to_pg=None), ("MAP106",)),
    Mutation("no map from PFC to queues", lambda g: replace(g, pfc_to_queue=None), ("MAP106",)),
    Mutation("trust in the port", lambda g: replace(g, trust=Trust.PORT), ("MAP107",)),
    Mutation("trust in CoS", lambda g: replace(g, trust=Trust.COS), ("MAP107",)),
    Mutation("TC 1 waits in queue 3", lambda g: replace(g, tc_to_queue=_map(IDENTITY, at1=3)), ("MAP108",)),
    Mutation("TC 1 is counted in PG 3", lambda g: replace(g, tc_to_pg=_map(g.tc_to_pg, at1=3)), ("MAP108",)),
    Mutation("an empty TC 2 waits in queue 3", lambda g: replace(g, tc_to_queue=_map(IDENTITY, at2=3)), ()),
    Mutation("DSCP 0 goes to TC 3", lambda g: replace(g, dscp_to_tc=_map(g.dscp_to_tc, at0=3)), ("MAP109",)),
    Mutation("the watchdog is not started", _watchdog(enabled=None), ("WDG101",)),
    Mutation("no watchdog", lambda g: replace(g, watchdog=None), ("WDG101",)),
    Mutation("detection below the poll interval", _watchdog(detection_ms=150), ("WDG102",)),
    Mutation("restoration below the poll interval", _watchdog(restoration_ms=150), ("WDG102",)),
    Mutation("detection equals the poll interval", _watchdog(poll_ms=400), ("WDG103",)),
    Mutation("no restoration", _watchdog(restoration_ms=None), ("WDG104",)),
    Mutation("detection after the RNICs gave up", _watchdog(detection_ms=8000, restoration_ms=8000), ("WDG110",)),
    Mutation("another action on some ports", _watchdog(action=WatchdogAction.FORWARD), ("WDG105",), first=True),
    Mutation("the watchdog misses priority 4", _watchdog(priorities=frozenset({3})), ("WDG106",)),
    Mutation("the watchdog watches nothing", _watchdog(priorities=frozenset()), ("WDG106",)),
    Mutation("the watchdog is off", _watchdog(enabled=False), ("WDG107",)),
    Mutation("the watchdog takes the link down", _watchdog(action=WatchdogAction.ERRDISABLE), ("WDG108",)),
    Mutation("the watchdog only tells", _watchdog(action=WatchdogAction.ALERT), ("WDG108",)),
    Mutation("MTU 1500", lambda g: replace(g, mtu_bytes=1500), ("MTU101",)),
    Mutation("MTU 9214 on some ports", lambda g: replace(g, mtu_bytes=9214), ("MTU102",), first=True),
    Mutation("MTU not said", lambda g: replace(g, mtu_bytes=None), ()),
    Mutation("a policy decides the class", lambda g: replace(g, classified_elsewhere=True, trust=None), ()),
)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.what)
def test_exactly_these_rules_speak(mutation: Mutation) -> None:
    switch = changed(mutation.change, first=mutation.first)
    spoken = {finding.rule for finding in judged(reading(switch), mutation.supplied).findings}
    assert spoken == set(mutation.speak)


def test_one_statement_for_the_whole_switch() -> None:
    switch: Switch = replace(CLEAN, pfc_all_off=True)
    (finding,) = judged(reading(switch)).findings
    assert (finding.rule, len(finding.ports)) == ("PFC104", 64)


MUTATIONS_OF_TEXTS = Path(__file__).parent / "mutations"
CLEAN_TEXTS = {"sonic": ("clean.sonic.json", ""), "eos": ("clean.eos.cfg", "th5")}
"""The clean text of each system, and the ASIC where the text does not tell it."""


def _supplied(key: str) -> Supplied:
    return Supplied(asic=CLEAN_TEXTS[key][1], roce_dscps=(26,), cnp_dscps=(48,))


def _clean(key: str) -> str:
    return (MUTATIONS_OF_TEXTS / CLEAN_TEXTS[key][0]).read_text("utf-8")


def _speakers(key: str, text: str) -> set[str]:
    read = network_os(key).read(text, Hints(asic=CLEAN_TEXTS[key][1]))
    return {finding.rule for finding in judged(read, _supplied(key)).findings}


def _text_mutations() -> Iterator[tuple[str, dict[str, Any]]]:
    for key in CLEAN_TEXTS:
        data = tomllib.loads((MUTATIONS_OF_TEXTS / f"{key}.toml").read_text("utf-8"))
        yield from ((key, mutation) for mutation in data["mutation"])


TEXT_MUTATIONS = tuple(_text_mutations())


@pytest.mark.parametrize("key", CLEAN_TEXTS)
def test_the_clean_texts_are_clean(key: str) -> None:
    assert _speakers(key, _clean(key)) == set()


@pytest.mark.parametrize(
    ("key", "mutation"), TEXT_MUTATIONS, ids=lambda each: each if isinstance(each, str) else each["what"]
)
def test_exactly_these_rules_speak_of_a_text(key: str, mutation: dict[str, Any]) -> None:
    clean = _clean(key)
    assert mutation["old"] in clean
    times = -1 if mutation.get("everywhere") else 1
    assert _speakers(key, clean.replace(mutation["old"], mutation["new"], times)) == set(mutation["speak"])


@pytest.mark.parametrize(
    ("key", "mutation"), TEXT_MUTATIONS, ids=lambda each: each if isinstance(each, str) else each["what"]
)
def test_what_nothing_speaks_of_says_why(key: str, mutation: dict[str, Any]) -> None:
    assert bool(mutation["speak"]) != bool(mutation.get("uncaught")), key


@needs_shared
def test_the_whole_series_tried_on_yang_is_here() -> None:
    assert SHARED is not None
    listed = (SHARED / "facts" / "data" / "sonic_yang_negative_results.txt").read_text("utf-8")
    tried = {re.split(r"\s{2,}", line.removeprefix("- "))[0] for line in listed.splitlines() if line.startswith("- ")}
    held = {mutation.get("yang") for _, mutation in TEXT_MUTATIONS}
    assert {name for name in tried if not any(each and name.startswith(each) for each in held)} == set()
