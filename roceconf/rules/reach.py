"""Which packets come into a traffic class, as far as the maps decide it."""

from typing import NamedTuple

from roceconf.switch import PortGroup, Trust


class Reached(NamedTuple):
    """What comes into a traffic class.

    Attributes:
        by_dscp: True where ``values`` are DSCPs, False where they are 802.1p priorities.
        values: ascending; empty where nothing comes in.
    """

    by_dscp: bool
    values: tuple[int, ...]

    @property
    def field(self) -> str:
        """``DSCP`` or ``802.1p priority``."""
        return "DSCP" if self.by_dscp else "802.1p priority"


def reaching(group: PortGroup, traffic_class: int) -> Reached | None:
    """What comes into a traffic class of a port.

    Args:
        group: the ports.
        traffic_class: the class.

    Returns:
        The values of the field the port trusts that lead into the class; None where a policy decides, the port trusts
        neither field, no map is bound, or it is not said which of two maps counts.
    """
    by_dscp = _decides_by_dscp(group)
    mapping = None if by_dscp is None else group.dscp_to_tc if by_dscp else group.cos_to_tc
    return None if by_dscp is None or mapping is None else Reached(by_dscp, mapping.sources_of(traffic_class))


def _decides_by_dscp(group: PortGroup) -> bool | None:
    if group.classified_elsewhere or group.trust is Trust.PORT:
        return None
    if group.trust is not None:
        return group.trust is Trust.DSCP
    if (group.dscp_to_tc is None) == (group.cos_to_tc is None):
        return None
    return group.dscp_to_tc is not None
