"""Which chip, platform and HWSKU a subject is asked about."""

from typing import NamedTuple

from roceconf.asic import Asic, Hwsku, Platform, find_hwsku, platform
from roceconf.asic import asic as find_asic
from roceconf.cli.options import asic_key, known_sku
from roceconf.cli.output import refuse


class Asked(NamedTuple):
    """What a number is asked about.

    Attributes:
        asic: the chip.
        platform: the switch model; None where only the chip was named.
        hwsku: the SONiC HWSKU: the one named, or the only one of the platform; None where it is open.
    """

    asic: Asic
    platform: Platform | None = None
    hwsku: Hwsku | None = None


def asked_about(sku: str, asic: str) -> Asked:
    """The chip that ``--sku`` or ``--asic`` names.

    Args:
        sku: platform or HWSKU; empty where not given.
        asic: ASIC; empty where not given.

    Raises:
        typer.BadParameter: the catalogue does not know the name.
        typer.Exit: neither is given, or they contradict each other; it has been said.
    """
    name, chip = known_sku(sku), asic_key(asic)
    if name:
        box = platform(name)
        if chip and chip != box.asic_key:
            raise refuse(f"{box.key} has {box.asic_key}, not {chip}: leave --asic out")
        named = find_hwsku(name)
        return Asked(box.asic, box, box.sole_hwsku if named is None else named[1])
    if not chip:
        raise refuse("which chip? pass --asic, such as --asic th5, or --sku")
    return Asked(find_asic(chip))
