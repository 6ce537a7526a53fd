"""The shared buffer: what is reserved, what is shared, and at what a priority group pauses its peer."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roceconf.sizing.buffer.alpha import Threshold, alpha_of, dynamic_th_of, dynamic_threshold, threshold_bytes
    from roceconf.sizing.buffer.balance import Budget, BudgetExceeded, Cells, Minimum
    from roceconf.sizing.buffer.budget import buffer_budget
    from roceconf.sizing.buffer.facts import least_pool_percent, smallest_xon_offset_bytes
    from roceconf.sizing.buffer.oversubscription import HeadroomPool, Promise, headroom_pool
    from roceconf.sizing.buffer.published import (
        EGRESS_POOL,
        INGRESS_POOL,
        least_published_shared_buffer,
        published_shared_buffer,
    )
    from roceconf.sizing.buffer.shared import NothingToShare, SharedBuffer, shared_buffer
    from roceconf.sizing.buffer.xoff import DropPoint, XoffPoint, drop_point, xoff_point
    from roceconf.sizing.buffer.xon import XonWindow, planned_xon_window, xon_window

__all__ = [
    "EGRESS_POOL",
    "INGRESS_POOL",
    "Budget",
    "BudgetExceeded",
    "Cells",
    "DropPoint",
    "HeadroomPool",
    "Minimum",
    "NothingToShare",
    "Promise",
    "SharedBuffer",
    "Threshold",
    "XoffPoint",
    "XonWindow",
    "alpha_of",
    "buffer_budget",
    "drop_point",
    "dynamic_th_of",
    "dynamic_threshold",
    "headroom_pool",
    "least_pool_percent",
    "least_published_shared_buffer",
    "planned_xon_window",
    "published_shared_buffer",
    "shared_buffer",
    "smallest_xon_offset_bytes",
    "threshold_bytes",
    "xoff_point",
    "xon_window",
]

_LATE = {
    name: module
    for module, names in {
        "alpha": "Threshold alpha_of dynamic_th_of dynamic_threshold threshold_bytes",
        "balance": "Budget BudgetExceeded Cells Minimum",
        "budget": "buffer_budget",
        "facts": "least_pool_percent smallest_xon_offset_bytes",
        "oversubscription": "HeadroomPool Promise headroom_pool",
        "published": "EGRESS_POOL INGRESS_POOL least_published_shared_buffer published_shared_buffer",
        "shared": "NothingToShare SharedBuffer shared_buffer",
        "xoff": "DropPoint XoffPoint drop_point xoff_point",
        "xon": "XonWindow planned_xon_window xon_window",
    }.items()
    for name in names.split()
}
"""Which module has what: it is loaded when first asked for, so that a run pays for what it uses."""


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = found
    return found
