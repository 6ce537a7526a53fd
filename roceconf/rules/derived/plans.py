"""Which PFC priorities the ports of a switch agree on, and who differs."""

from functools import lru_cache

from roceconf.rules.context import Context
from roceconf.rules.derived.reach import broken_priorities, lossy_ways
from roceconf.rules.model import Place
from roceconf.switch import PortGroup, path_of_class

Plans = dict[frozenset[int], list[PortGroup]]
"""Groups of ports by the priorities PFC is on for."""


@lru_cache(maxsize=1)
def plans_of(context: Context) -> Plans:
    """The port groups by their PFC priorities, where each one leads to a class and is well said."""
    plans: Plans = {}
    for group in context.switch.groups:
        if group.pfc.active and not broken_priorities(group) and not context.remarked(Place(group.ports[0], "pfc")):
            plans.setdefault(group.pfc.active, []).append(group)
    return plans


@lru_cache(maxsize=1)
def usual_plan(context: Context) -> frozenset[int]:
    """The priorities most PFC ports have; empty where no port has any."""
    plans = plans_of(context)
    return max(plans, key=lambda plan: (port_count(plans[plan]), sorted(plan)), default=frozenset())


def ports_of_usual_plan(context: Context) -> int:
    """The number of ports that have the usual priorities."""
    return port_count(plans_of(context).get(usual_plan(context), []))


def stray_priorities(group: PortGroup, context: Context) -> frozenset[int]:
    """The PFC priorities of some ports that most others do not have: that is the fault, not what they lack."""
    usual = usual_plan(context)
    return group.pfc.active - usual if usual else frozenset()


def misses_roce(group: PortGroup, context: Context) -> bool:
    """Whether RoCE comes past the PFC priorities of these ports into a group that others pause, which MAP103 names."""
    usual, lossy = usual_plan(context), lossy_ways(group, context.supplied.roce_dscps)
    return any(path_of_class(group, held).priority_group.value in usual for held in lossy if held is not None)


def port_count(groups: list[PortGroup]) -> int:
    """The number of ports in some groups."""
    return sum(len(group.ports) for group in groups)
