"""From what the operator wants to what one switch is told: sizing fills in every number the intent leaves open."""

from roceconf.plan.build import Plan, plan
from roceconf.plan.settle import as_judged, settled

__all__ = ["Plan", "as_judged", "plan", "settled"]
