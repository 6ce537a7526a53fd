"""The arithmetic of lossless Ethernet: pure functions whose results carry how they came about."""

from typing import TYPE_CHECKING

from roceconf.sizing.derivation import Derivation, Term, grouped
from roceconf.sizing.headroom import (
    LARGEST_FRAME_BYTES,
    SMALLEST_FRAME_BYTES,
    Constants,
    Headroom,
    Link,
    Response,
    headroom,
    headroom_floor,
    ieee_response_ns,
    longest_cable_m,
    model_response_ns,
    planning_constants,
)

if TYPE_CHECKING:
    from roceconf.sizing.buffer import (
        EGRESS_POOL,
        INGRESS_POOL,
        Budget,
        BudgetExceeded,
        Cells,
        DropPoint,
        HeadroomPool,
        Minimum,
        NothingToShare,
        Promise,
        SharedBuffer,
        Threshold,
        XoffPoint,
        XonWindow,
        alpha_of,
        buffer_budget,
        drop_point,
        dynamic_th_of,
        dynamic_threshold,
        headroom_pool,
        least_pool_percent,
        least_published_shared_buffer,
        planned_xon_window,
        published_shared_buffer,
        shared_buffer,
        smallest_xon_offset_bytes,
        threshold_bytes,
        xoff_point,
        xon_window,
    )
    from roceconf.sizing.cnp import CnpClass, CnpLoad, cnp_load, published_intervals_ns
    from roceconf.sizing.ecn import (
        Cap,
        EcnThresholds,
        Marking,
        Preset,
        Reaction,
        RoundTrip,
        School,
        bounds_for,
        compare_schools,
        ecn_thresholds,
        preset,
        presets,
        reaction,
        round_trip,
    )
    from roceconf.sizing.headroom import (
        CarriedBy,
        CarriedExplanation,
        Comparison,
        Fit,
        Gearbox,
        HeadroomExplanation,
        HeadroomModel,
        Misses,
        ModelResult,
        OwnTable,
        Peer,
        PublishedHeadroom,
        PublishedValue,
        compare_with_published,
        explain_carried,
        explain_headroom,
        fit_of,
        gearbox,
        gearboxes,
        headroom_by,
        headroom_model,
        headroom_models,
        is_explained_by_cable,
        longest_cable_by,
        longest_cable_by_floor,
        longest_planned_cable_m,
        longest_published_cable_m,
        misses,
        peer,
        peers,
        planned_headroom,
        planning_response_ns,
        published_headroom,
        published_values,
        spectrum_profile,
        speed_caveats,
        tables_looked_at,
        why_no_fit,
    )
    from roceconf.sizing.rdma import largest_rdma_frame, rdma_packet
    from roceconf.sizing.watchdog import (
        Limits,
        WatchdogBounds,
        WatchdogTimers,
        check_watchdog,
        pause_refresh_ns,
        rnic_gives_up_ms,
        rnic_timeouts,
        watchdog_bounds,
        watchdog_timers,
    )

__all__ = [
    "EGRESS_POOL",
    "INGRESS_POOL",
    "LARGEST_FRAME_BYTES",
    "SMALLEST_FRAME_BYTES",
    "Budget",
    "BudgetExceeded",
    "Cap",
    "CarriedBy",
    "CarriedExplanation",
    "Cells",
    "CnpClass",
    "CnpLoad",
    "Comparison",
    "Constants",
    "Derivation",
    "DropPoint",
    "EcnThresholds",
    "Fit",
    "Gearbox",
    "Headroom",
    "HeadroomExplanation",
    "HeadroomModel",
    "HeadroomPool",
    "Limits",
    "Link",
    "Marking",
    "Minimum",
    "Misses",
    "ModelResult",
    "NothingToShare",
    "OwnTable",
    "Peer",
    "Preset",
    "Promise",
    "PublishedHeadroom",
    "PublishedValue",
    "Reaction",
    "Response",
    "RoundTrip",
    "School",
    "SharedBuffer",
    "Term",
    "Threshold",
    "WatchdogBounds",
    "WatchdogTimers",
    "XoffPoint",
    "XonWindow",
    "alpha_of",
    "bounds_for",
    "buffer_budget",
    "check_watchdog",
    "cnp_load",
    "compare_schools",
    "compare_with_published",
    "drop_point",
    "dynamic_th_of",
    "dynamic_threshold",
    "ecn_thresholds",
    "explain_carried",
    "explain_headroom",
    "fit_of",
    "gearbox",
    "gearboxes",
    "grouped",
    "headroom",
    "headroom_by",
    "headroom_floor",
    "headroom_model",
    "headroom_models",
    "headroom_pool",
    "ieee_response_ns",
    "is_explained_by_cable",
    "largest_rdma_frame",
    "least_pool_percent",
    "least_published_shared_buffer",
    "longest_cable_by",
    "longest_cable_by_floor",
    "longest_cable_m",
    "longest_planned_cable_m",
    "longest_published_cable_m",
    "misses",
    "model_response_ns",
    "pause_refresh_ns",
    "peer",
    "peers",
    "planned_headroom",
    "planned_xon_window",
    "planning_constants",
    "planning_response_ns",
    "preset",
    "presets",
    "published_headroom",
    "published_intervals_ns",
    "published_shared_buffer",
    "published_values",
    "rdma_packet",
    "reaction",
    "rnic_gives_up_ms",
    "rnic_timeouts",
    "round_trip",
    "shared_buffer",
    "smallest_xon_offset_bytes",
    "spectrum_profile",
    "speed_caveats",
    "tables_looked_at",
    "threshold_bytes",
    "watchdog_bounds",
    "watchdog_timers",
    "why_no_fit",
    "xoff_point",
    "xon_window",
]

_LATE = {
    name: module
    for module, names in {
        "buffer": """
            Budget BudgetExceeded Cells DropPoint EGRESS_POOL HeadroomPool INGRESS_POOL Minimum NothingToShare
            Promise SharedBuffer Threshold XoffPoint XonWindow alpha_of buffer_budget drop_point dynamic_th_of
            dynamic_threshold headroom_pool least_pool_percent least_published_shared_buffer
            planned_xon_window published_shared_buffer shared_buffer smallest_xon_offset_bytes threshold_bytes
            xoff_point xon_window
        """,
        "cnp": "CnpClass CnpLoad cnp_load published_intervals_ns",
        "ecn": """
            Cap EcnThresholds Marking Preset Reaction RoundTrip School bounds_for compare_schools ecn_thresholds
            preset presets reaction round_trip
        """,
        "headroom": """
            CarriedBy CarriedExplanation Comparison Fit Gearbox HeadroomExplanation HeadroomModel Misses
            ModelResult OwnTable Peer PublishedHeadroom PublishedValue compare_with_published explain_carried
            explain_headroom fit_of speed_caveats gearbox gearboxes headroom_by headroom_model headroom_models
            is_explained_by_cable longest_cable_by longest_cable_by_floor longest_planned_cable_m
            longest_published_cable_m misses peer peers planned_headroom planning_response_ns published_headroom
            published_values spectrum_profile tables_looked_at why_no_fit
        """,
        "rdma": "largest_rdma_frame rdma_packet",
        "watchdog": """
            Limits WatchdogBounds WatchdogTimers check_watchdog pause_refresh_ns rnic_gives_up_ms rnic_timeouts
            watchdog_bounds watchdog_timers
        """,
    }.items()
    for name in names.split()
}
"""Which room has what a lint run need not load: it is loaded when first asked for."""


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = found
    return found
