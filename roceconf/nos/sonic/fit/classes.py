"""Classification and PFC as PORT_QOS_MAP says them."""

from dataclasses import replace

from roceconf.nos import NotFittingError
from roceconf.switch import ClassMap, Pfc, PortGroup, Trust, classes_of_priority

_DSCPS = 64
_LIMITS = {
    "dscp_to_tc": ("DSCP", 63, "traffic class", 15),
    "cos_to_tc": ("802.1p priority", 7, "traffic class", 15),
    "tc_to_pg": ("traffic class", 15, "priority group", 7),
    "tc_to_queue": ("traffic class", 15, "queue", 9),
    "pfc_to_queue": ("PFC priority", 7, "queue", 7),
}
"""What the maps of SONiC's YANG models take (sonic-dscp-tc-map.yang and its siblings)."""
_HIGHEST_PRIORITY = 7


def fit_pfc(group: PortGroup, *, all_off: bool) -> PortGroup:
    """PFC as a list of priorities, or none.

    Raises:
        NotFittingError: a priority above 7.
    """
    active = frozenset() if all_off else group.pfc.active
    if any(not 0 <= priority <= _HIGHEST_PRIORITY for priority in active):
        raise NotFittingError(
            f"{group.ports[0]}: PFC priority {max(active)} does not exist; a port has the priorities 0 to 7, so at "
            "most eight lossless classes"
        )
    return replace(group, pfc=Pfc(True if active else None, active, group.pfc.asymmetric))


def fit_classes(group: PortGroup) -> PortGroup:
    """The maps that are bound, and what they make the port trust.

    Raises:
        NotFittingError: a number no map of SONiC takes.
    """
    maps = {name: _fit_map(group, name) for name in _LIMITS}
    by_dscp = group.trust in (None, Trust.DSCP)
    dscp_to_tc = maps["dscp_to_tc"] if by_dscp else None
    if dscp_to_tc is not None:
        dscp_to_tc = _filled(dscp_to_tc, _lossless_classes(group))
    cos_to_tc = maps["cos_to_tc"] if group.trust is Trust.COS or (group.trust is None and dscp_to_tc is None) else None
    trust = Trust.DSCP if dscp_to_tc is not None else Trust.COS if cos_to_tc is not None else None
    return replace(
        group,
        trust=trust,
        dscp_to_tc=dscp_to_tc,
        cos_to_tc=cos_to_tc,
        tc_to_pg=maps["tc_to_pg"],
        tc_to_queue=maps["tc_to_queue"],
        pfc_to_queue=maps["pfc_to_queue"],
    )


def _fit_map(group: PortGroup, name: str) -> ClassMap | None:
    found: ClassMap | None = getattr(group, name)
    if found is None or not found.entries:
        return None
    source_word, source_high, target_word, target_high = _LIMITS[name]
    for source, target in found.entries:
        if not 0 <= source <= source_high or not 0 <= target <= target_high:
            raise NotFittingError(
                f"{group.ports[0]}: SONiC maps {source_word} 0 to {source_high} to {target_word} 0 to {target_high}, "
                f"not {source} to {target}"
            )
    return found


def _lossless_classes(group: PortGroup) -> frozenset[int]:
    """The traffic classes that PFC protects; without a map to priority groups those of the same number."""
    if group.tc_to_pg is None:
        return group.pfc.active
    return frozenset(each for priority in group.pfc.active for each in classes_of_priority(group, priority))


def _filled(dscp_to_tc: ClassMap, lossless: frozenset[int]) -> ClassMap:
    """The map with all 64 DSCPs: what nobody named must not land in a lossless class."""
    lossy = next(traffic_class for traffic_class in range(16) if traffic_class not in lossless)
    said = dict(dscp_to_tc.entries)
    return ClassMap.of({dscp: said.get(dscp, lossy) for dscp in range(_DSCPS)}, dscp_to_tc.name)
