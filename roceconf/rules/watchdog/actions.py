"""Rules on what the watchdog does in a storm."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.watchdog.subject import configured_watchdog, place_of, watchdog_of
from roceconf.switch import Concern, PortGroup, Switch, WatchdogAction


@rule(
    "WDG105",
    "watchdog-actions-differ",
    on=Switch,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/pfcwdorch.cpp (PFC DLR)", "sonic-swss #2316"),
)
def actions_are_one(switch: Switch, context: Context) -> Iterator[Fault]:
    """Ports have different watchdog actions on an ASIC that has one action for the whole switch.

    What the fabric does
        From Tomahawk 3 on the hardware ends a storm itself, with one action a switch. The first port decides; ports
        that ask for another are refused and stay without watchdog.

    How to mend it
        Give every port the same action.

    Source
        sonic-swss pfcwdorch.cpp and pull request 2316: "existing SW scheme will not work starting with TH3".
    """
    by_action: dict[WatchdogAction, list[PortGroup]] = {}
    for group in switch.groups:
        watchdog = configured_watchdog(group, context)
        if watchdog is not None and watchdog.action is not None:
            by_action.setdefault(watchdog.action, []).append(group)
    if len(by_action) < 2:
        return
    if not context.need("ASIC's watchdog actions", context.asic.one_watchdog_action.value):
        return
    usual = max(by_action, key=lambda action: sum(len(group.ports) for group in by_action[action]))
    for action, groups in by_action.items():
        if action is not usual:
            yield Fault(
                f"Watchdog action '{action}' differs from '{usual}' on other ports, but {context.asic.name} has one "
                "action for the whole switch: the ports that come second are refused and not watched.",
                f"give every port the same action, '{usual}'",
                place_of(groups[0], context, "action"),
                tuple(port for group in groups for port in group.ports),
                {"action": str(action), "action_elsewhere": str(usual), "asic": context.asic.key},
                ((place_of(by_action[usual][0], context, "action"), f"action '{usual}' here"),),
            )


@rule(
    "WDG108",
    "watchdog-takes-link-down",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Arista AVD, priority_flow_control.watchdog.action", "SONiC HLD, PFC Watchdog"),
)
def watchdog_spares_the_link(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The watchdog's action takes the whole link down, or does nothing but tell.

    What the fabric does
        With errdisable, a storm in one class ends every class of the link, routing included, until somebody or a timer
        brings it back (a warning). With an alert alone, the storm goes on and spreads (a note).

    How to mend it
        Drop the packets of the stuck queue.

    Source
        Arista AVD, ``priority_flow_control.watchdog.action``; SONiC high-level design "PFC Watchdog".
    """
    watchdog = watchdog_of(group)
    if watchdog is None or watchdog.action not in (WatchdogAction.ALERT, WatchdogAction.ERRDISABLE):
        return
    default = context.default_of(group.ports[0], "watchdog.action")
    if default is not None and not context.covers(Concern.WATCHDOG):
        return
    by_default = f" ({default.text})" if default else ""
    errdisable = watchdog.action is WatchdogAction.ERRDISABLE
    place = place_of(group, context, "action")
    yield Fault(
        f"Watchdog action is {watchdog.action}{by_default}: a storm in one class takes the whole link down, routing "
        "included."
        if errdisable
        else f"Watchdog action is {watchdog.action}{by_default}: a storm is reported but goes on and spreads.",
        "set the action to drop",
        context.said(place, Place(group.ports[0], "pfc")),
        group.ports,
        {"action": str(watchdog.action)},
        severity=None if errdisable else Severity.NOTE,
    )
