"""PFC headroom: what still arrives after a priority group has asked its peer to stop."""

from typing import TYPE_CHECKING

from roceconf.sizing.headroom.constants import (
    Constants,
    Response,
    ieee_response_ns,
    planning_constants,
)
from roceconf.sizing.headroom.link import LARGEST_FRAME_BYTES
from roceconf.sizing.headroom.unified import (
    Headroom,
    headroom,
    headroom_floor,
    longest_cable_m,
    planning_response_ns,
)

if TYPE_CHECKING:
    from roceconf.sizing.headroom.carried import (
        CarriedBy,
        CarriedExplanation,
        explain_carried,
    )
    from roceconf.sizing.headroom.delays import Gearbox, Peer, gearbox, gearboxes, peer, peers
    from roceconf.sizing.headroom.explanation import (
        HeadroomExplanation,
        ModelResult,
        OwnTable,
        explain_headroom,
    )
    from roceconf.sizing.headroom.fits import (
        Fit,
        Misses,
        fit_of,
        misses,
        tables_looked_at,
        why_no_fit,
    )
    from roceconf.sizing.headroom.length_law import (
        PublishedHeadroom,
        longest_published_cable_m,
        published_headroom,
    )
    from roceconf.sizing.headroom.models import (
        HeadroomModel,
        Link,
        PublishedValue,
        headroom_by,
        headroom_model,
        headroom_models,
        longest_cable_by,
        published_values,
        spectrum_profile,
    )
    from roceconf.sizing.headroom.published import (
        Comparison,
        compare_with_published,
    )

__all__ = [
    "LARGEST_FRAME_BYTES",
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
    "longest_cable_by",
    "longest_cable_m",
    "longest_published_cable_m",
    "misses",
    "peer",
    "peers",
    "planning_constants",
    "planning_response_ns",
    "published_headroom",
    "published_values",
    "spectrum_profile",
    "tables_looked_at",
    "why_no_fit",
]

_PLANNING = ("carried", "delays", "explanation", "fits", "length_law", "models", "published")
"""What only planning and explaining need: loaded when first asked for, so that a lint run does not pay for it."""


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in __all__:
        for module in _PLANNING:
            found = getattr(import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
