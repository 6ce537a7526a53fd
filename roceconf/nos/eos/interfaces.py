"""Names of interfaces as EOS writes them."""

from roceconf.nos.text.interfaces import expand

KINDS = {
    "et": "Ethernet",
    "po": "Port-Channel",
    "ma": "Management",
    "lo": "Loopback",
    "vl": "Vlan",
    "vx": "Vxlan",
    "tu": "Tunnel",
    "re": "Recirc-Channel",
}
"""Full names by the shortest abbreviation that EOS takes."""


def interface_names(names: str) -> tuple[str, ...]:
    """The single interfaces of a header, in full names.

    Args:
        names: what stands behind ``interface``: ``Ethernet1/1-4,7/1``, ``Et1/1``, ``eth 14/1,15/1``.

    Returns:
        The names: ``Ethernet14/1``; a placeholder such as ``EthernetN/1`` comes back as it is.
    """
    return expand(names, KINDS)
