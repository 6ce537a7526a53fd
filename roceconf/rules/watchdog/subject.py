"""The watchdog that a rule speaks of, and where it is said."""

from roceconf.rules.context import Context
from roceconf.rules.model import Place
from roceconf.switch import PortGroup, Watchdog


def watchdog_of(group: PortGroup) -> Watchdog | None:
    """The watchdog of a PFC port, where it is switched on."""
    return group.watchdog if group.pfc.active and group.watchdog is not None and group.watchdog.enabled else None


def configured_watchdog(group: PortGroup, context: Context) -> Watchdog | None:
    """The watchdog that is switched on for a PFC port, or for any port in so many words."""
    said = group.watchdog is not None and context.default_of(group.ports[0], "watchdog") is None
    return group.watchdog if said and group.watchdog is not None and group.watchdog.enabled else watchdog_of(group)


def place_of(group: PortGroup, context: Context, value: str) -> Place:
    """Where a value of the watchdog is said: at the port, else for the whole switch."""
    port = group.ports[0]
    return context.said(Place(port, f"watchdog.{value}"), Place("", f"watchdog.{value}"))
