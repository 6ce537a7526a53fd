"""Maps for the whole switch out of maps by port: EOS has one of each, and none from class to priority group."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from roceconf.nos import NotFittingError
from roceconf.nos.eos import defaults
from roceconf.switch import ClassMap, PortGroup, Switch


class CommonMaps(NamedTuple):
    """The maps every port will have."""

    dscp_to_tc: ClassMap
    cos_to_tc: ClassMap
    tc_to_queue: ClassMap


def common_maps(switch: Switch) -> CommonMaps:
    """The maps of the switch.

    Args:
        switch: what is asked.

    Returns:
        The maps of the lossless ports, or of most ports where none is lossless, completed: a DSCP nobody named keeps
        EOS's own class, unless that is lossless.

    Raises:
        NotFittingError: lossless ports want different DSCPs in their lossless classes, or a lossless class that EOS
            cannot count, queue and pause under one number.
    """
    lossless = frozenset(priority for group in switch.groups for priority in group.pfc.active)
    for group in switch.groups:
        _refuse(group)
    leading = [group for group in switch.groups if group.pfc.active] or list(switch.groups)
    _refuse_differing(leading, lossless)
    lossy = [number for number in (defaults.BEST_EFFORT_CLASS, *defaults.CLASSES) if number not in lossless]
    if not lossy:
        raise NotFittingError("all eight classes are lossless: EOS keeps class 7 for control traffic")
    return CommonMaps(
        _completed(_most((group, group.dscp_to_tc) for group in leading), defaults.DSCP_MAP, lossless, lossy[0]),
        _completed(_most((group, group.cos_to_tc) for group in leading), defaults.COS_MAP, lossless, lossy[0])
        if any(group.cos_to_tc is not None for group in leading)
        else ClassMap.of(defaults.COS_MAP),
        _queues(_most((group, group.tc_to_queue) for group in leading), lossless),
    )


def _refuse(group: PortGroup) -> None:
    """Refuse what no map of EOS can say."""
    first = group.ports[0] if group.ports else "a port"
    if defaults.CONTROL_CLASS in group.pfc.active:
        raise NotFittingError(
            f"{first}: PFC priority 7 is asked to be lossless; EOS keeps class 7 and queue 7 for control traffic"
        )
    for name, held in (
        ("traffic class", group.dscp_to_tc),
        ("traffic class", group.cos_to_tc),
        ("queue", group.tc_to_queue),
    ):
        wrong = sorted({target for _, target in held.entries if target not in defaults.CLASSES}) if held else []
        if wrong:
            raise NotFittingError(f"{first}: {name} {wrong[0]} is asked for; EOS has 0 to 7")
    for priority in sorted(group.pfc.priorities):
        if priority not in defaults.CLASSES:
            raise NotFittingError(f"{first}: PFC priority {priority} is asked for; there are 0 to 7")
    for priority in sorted(group.pfc.active):
        _refuse_renumbering(first, group, priority)


def _refuse_renumbering(first: str, group: PortGroup, priority: int) -> None:
    """Refuse a lossless class whose priority group, queue and PFC priority differ in number."""
    for what, held in (
        ("counted in priority group", group.tc_to_pg),
        ("sent through queue", group.tc_to_queue),
        ("paused as queue", group.pfc_to_queue),
    ):
        target = held.get(priority) if held is not None else None
        if target is not None and target != priority:
            raise NotFittingError(
                f"{first}: lossless class {priority} is {what} {target}; EOS has one number for class, priority group, "
                "queue and PFC priority"
            )


def _refuse_differing(leading: Iterable[PortGroup], lossless: frozenset[int]) -> None:
    """Refuse ports that want different DSCPs to be lossless."""
    wanted: dict[frozenset[tuple[int, int]], str] = {}
    for group in leading:
        if group.dscp_to_tc is not None:
            entries = frozenset(entry for entry in group.dscp_to_tc.entries if entry[1] in lossless)
            wanted.setdefault(entries, group.ports[0] if group.ports else "a port")
    if len(wanted) > 1:
        (one, first), (other, second) = list(wanted.items())[:2]
        dscps = ", ".join(str(dscp) for dscp, _ in sorted(one ^ other))
        raise NotFittingError(
            f"{first} and {second} differ in the lossless class of DSCP {dscps}; EOS has one DSCP map for the switch"
        )


def _most(asked: Iterable[tuple[PortGroup, ClassMap | None]]) -> dict[int, int]:
    """The map that most ports ask for; empty where none asks."""
    counted: Counter[ClassMap] = Counter()
    for group, held in asked:
        if held is not None:
            counted[held] += len(group.ports)
    return dict(counted.most_common(1)[0][0].entries) if counted else {}


def _completed(asked: dict[int, int], usual: dict[int, int], lossless: frozenset[int], best_effort: int) -> ClassMap:
    return ClassMap.of(
        {
            source: asked.get(source, target if target not in lossless else best_effort)
            for source, target in usual.items()
        }
    )


def _queues(asked: dict[int, int], lossless: frozenset[int]) -> ClassMap:
    """Class 7 stays with queue 7, no other class comes there, and what is lossless on any port keeps its number."""
    control = defaults.CONTROL_CLASS
    kept = {number for number in defaults.CLASSES if number == control or number in lossless}
    return ClassMap.of(
        {
            number: number if number in kept or asked.get(number) in (None, control) else asked[number]
            for number in defaults.CLASSES
        }
    )
