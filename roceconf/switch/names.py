"""The names a configuration defines and uses: profiles, pools, maps, policies."""

from typing import NamedTuple

from roceconf.switch.places import At


class Definition(NamedTuple):
    """A thing that is given a name.

    Attributes:
        kind: what it is, in the OS's words: ``buffer profile``, ``DSCP map``, ``qos profile``.
        name: its name.
        at: where.
        expected_unused: True where it is normal that nobody uses it (the OS or the device binds it).
    """

    kind: str
    name: str
    at: At
    expected_unused: bool = False


class Use(NamedTuple):
    """A reference to a name, once for all places that refer to it alike.

    Attributes:
        kind: what it must be.
        name: the name referred to.
        by: who refers to it, in the OS's words: ``BUFFER_PG Ethernet0|3-4``.
        at: the first place that does.
        ports: the ports concerned, in natural order.
        consequence: what the device does when the name does not exist, as a sentence; empty for the rule's own words.
    """

    kind: str
    name: str
    by: str
    at: At
    ports: tuple[str, ...] = ()
    consequence: str = ""


class Names(NamedTuple):
    """Every definition and every use of a configuration."""

    definitions: tuple[Definition, ...] = ()
    uses: tuple[Use, ...] = ()
    complete: frozenset[str] = frozenset()
    """The kinds of which the text shows every definition, so that a missing one is really missing."""


NO_NAMES = Names()
"""Neither defines nor uses any."""
