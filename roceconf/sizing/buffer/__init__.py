"""The shared buffer: what is reserved, what is shared, and at what a priority group pauses its peer."""

from roceconf.sizing.buffer.alpha import Threshold, alpha_of, dynamic_th_of, dynamic_threshold, threshold_bytes
from roceconf.sizing.buffer.balance import Budget, BudgetExceeded, Cells, Minimum
from roceconf.sizing.buffer.budget import buffer_budget
from roceconf.sizing.buffer.facts import smallest_xon_offset_bytes
from roceconf.sizing.buffer.oversubscription import HeadroomPool, Promise, headroom_pool
from roceconf.sizing.buffer.published import (
    EGRESS_POOL,
    INGRESS_POOL,
    published_shared_buffer,
    smallest_published_buffers,
)
from roceconf.sizing.buffer.shared import SharedBuffer, shared_buffer
from roceconf.sizing.buffer.xoff import DropPoint, XoffPoint, drop_point, xoff_point
from roceconf.sizing.buffer.xon import XonWindow, xon_window

__all__ = [
    "EGRESS_POOL",
    "INGRESS_POOL",
    "Budget",
    "BudgetExceeded",
    "Cells",
    "DropPoint",
    "HeadroomPool",
    "Minimum",
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
    "published_shared_buffer",
    "shared_buffer",
    "smallest_published_buffers",
    "smallest_xon_offset_bytes",
    "threshold_bytes",
    "xoff_point",
    "xon_window",
]
