"""PFC headroom: what still arrives after a priority group has asked its peer to stop."""

from typing import TYPE_CHECKING

from roceconf.sizing.headroom.constants import (
    Constants,
    Response,
    ieee_response_ns,
    model_response_ns,
    planning_constants,
)
from roceconf.sizing.headroom.link import LARGEST_FRAME_BYTES, SMALLEST_FRAME_BYTES, Link
from roceconf.sizing.headroom.unified import Headroom, headroom, headroom_floor, longest_cable_m

if TYPE_CHECKING:
    from roceconf.sizing.headroom.carried import CarriedBy, CarriedExplanation, explain_carried
    from roceconf.sizing.headroom.delays import Gearbox, Peer, gearbox, gearboxes, peer, peers
    from roceconf.sizing.headroom.explanation import (
        HeadroomExplanation,
        ModelResult,
        OwnTable,
        explain_headroom,
        speed_caveats,
    )
    from roceconf.sizing.headroom.fits import Fit, Misses, fit_of, misses, tables_looked_at, why_no_fit
    from roceconf.sizing.headroom.inverse import longest_cable_by_floor
    from roceconf.sizing.headroom.length_law import (
        PublishedHeadroom,
        is_explained_by_cable,
        longest_published_cable_m,
        published_headroom,
    )
    from roceconf.sizing.headroom.models import (
        HeadroomModel,
        PublishedValue,
        headroom_by,
        headroom_model,
        headroom_models,
        longest_cable_by,
        published_values,
        spectrum_profile,
    )
    from roceconf.sizing.headroom.planning import longest_planned_cable_m, planned_headroom, planning_response_ns
    from roceconf.sizing.headroom.published import Comparison, compare_with_published

__all__ = [
    "LARGEST_FRAME_BYTES",
    "SMALLEST_FRAME_BYTES",
    "CarriedBy",
    "CarriedExplanation",
    "Comparison",
    "Constants",
    "Fit",
    "Gearbox",
    "Headroom",
    "HeadroomExplanation",
    "HeadroomModel",
    "Link",
    "Misses",
    "ModelResult",
    "OwnTable",
    "Peer",
    "PublishedHeadroom",
    "PublishedValue",
    "Response",
    "compare_with_published",
    "explain_carried",
    "explain_headroom",
    "fit_of",
    "gearbox",
    "gearboxes",
    "headroom",
    "headroom_by",
    "headroom_floor",
    "headroom_model",
    "headroom_models",
    "ieee_response_ns",
    "is_explained_by_cable",
    "longest_cable_by",
    "longest_cable_by_floor",
    "longest_cable_m",
    "longest_planned_cable_m",
    "longest_published_cable_m",
    "misses",
    "model_response_ns",
    "peer",
    "peers",
    "planned_headroom",
    "planning_constants",
    "planning_response_ns",
    "published_headroom",
    "published_values",
    "spectrum_profile",
    "speed_caveats",
    "tables_looked_at",
    "why_no_fit",
]

_LATE = {
    name: module
    for module, names in {
        "carried": "CarriedBy CarriedExplanation explain_carried",
        "delays": "Gearbox Peer gearbox gearboxes peer peers",
        "explanation": "HeadroomExplanation ModelResult OwnTable explain_headroom speed_caveats",
        "fits": "Fit Misses fit_of misses tables_looked_at why_no_fit",
        "inverse": "longest_cable_by_floor",
        "length_law": "PublishedHeadroom is_explained_by_cable longest_published_cable_m published_headroom",
        "models": """
            HeadroomModel PublishedValue headroom_by headroom_model headroom_models longest_cable_by
            published_values spectrum_profile
        """,
        "planning": "longest_planned_cable_m planned_headroom planning_response_ns",
        "published": "Comparison compare_with_published",
    }.items()
    for name in names.split()
}
"""Which module has what only planning, explaining and some rules need: it is loaded when first asked for."""


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    globals()[name] = found
    return found
