"""Every formula for PFC headroom that is published, under a name, beside our own.

They differ by more than a factor of ten for one link, mostly because few of them count the cells that small frames
take: each says what it counts and what it leaves out. A headroom of any of them is a margin against that model.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, cast

from roceconf.sizing.headroom.inverse import longest
from roceconf.sizing.headroom.link import Link, check
from roceconf.sizing.headroom.models.cisco import cisco, cisco_long_distance
from roceconf.sizing.headroom.models.fitted import ieee
from roceconf.sizing.headroom.models.mlx5 import mlx5
from roceconf.sizing.headroom.models.papers import dsh, hpcc
from roceconf.sizing.headroom.models.published import PublishedValue, published_values, said_of
from roceconf.sizing.headroom.models.sonic import (
    SPECTRUM,
    TOFINO,
    SonicProfile,
    sonic_dynamic,
    spectrum_generations,
    spectrum_profile,
    tofino,
)
from roceconf.sizing.headroom.planning import longest_planned_cable_m, planned_headroom

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roceconf.sizing.headroom.unified import Headroom

__all__ = [
    "HeadroomModel",
    "Link",
    "PublishedValue",
    "SonicProfile",
    "headroom_by",
    "headroom_model",
    "headroom_models",
    "longest_cable_by",
    "published_values",
    "spectrum_profile",
]

UNIFIED = "unified"

_FORMULAS: Mapping[str, Callable[[Link], Headroom]] = {
    UNIFIED: planned_headroom,
    "ieee": ieee,
    SPECTRUM: sonic_dynamic,
    "cisco": cisco,
    "cisco-long-distance": cisco_long_distance,
    "dsh": dsh,
    "hpcc": hpcc,
    "mlx5": mlx5,
}
"""Those that take any chip's cell, or none, in the order in which they are shown."""

_OPTIONAL = {
    "medium": "the medium",
    "lossless_frame_bytes": "a smaller lossless frame",
    "small_packet_share": "the share of small packets",
    "peer_response_ns": "the peer's response",
    "gearbox_ns": "a gearbox",
}


class HeadroomModel(NamedTuple):
    """A formula for headroom.

    Attributes:
        name: kebab-case.
        title: what it is, in a line.
        source: where it is published.
        counts: what its bytes are.
        leaves_out: what the formula has no term for.
        uses: what it takes of a :class:`Link` beside speed, length and ``frame_bytes``.
        chip: the chip whose cell it brings along; empty where it takes any chip.
        formula: the calculation.
    """

    name: str
    title: str
    source: str
    counts: str
    leaves_out: str
    uses: tuple[str, ...]
    chip: str
    formula: Callable[[Link], Headroom]

    def ignores(self, link: Link) -> tuple[str, ...]:
        """Return what a link says that this model has no term for.

        Args:
            link: the link; what is as it is by default counts as not said.

        Returns:
            In words, such as ``a gearbox``; empty where all of it counts.

        Source:
            The model's data file, ``uses``.
        """
        said = {
            "medium": link.medium != "fibre",
            "lossless_frame_bytes": link.lossless < link.frame_bytes,
            "small_packet_share": link.small_packet_share != 1,
            "peer_response_ns": link.peer_response_ns is not None,
            "gearbox_ns": bool(link.gearbox_ns),
        }
        return tuple(words for field, words in _OPTIONAL.items() if said[field] and field not in self.uses)


@cache
def headroom_models() -> tuple[HeadroomModel, ...]:
    """Return every model: ours first, those with a chip of their own last.

    Returns:
        The models, each name once.

    Source:
        ``data/models``, one file a formula.
    """
    any_chip = [_model(name, name, formula) for name, formula in _FORMULAS.items()]
    spectra = [_spectrum(generation) for generation in spectrum_generations()]
    return (*any_chip, *spectra, _model(TOFINO, TOFINO, tofino))


def headroom_model(name: str) -> HeadroomModel:
    """Return a model by its name.

    Args:
        name: such as ``unified``.

    Returns:
        The model.

    Raises:
        ValueError: if there is none; the message names them all.

    Source:
        ``headroom_models``.
    """
    for model in headroom_models():
        if model.name == name:
            return model
    raise ValueError(f"no headroom model '{name}': one of {', '.join(model.name for model in headroom_models())}")


def headroom_by(name: str, link: Link) -> Headroom:
    """Return the headroom of a link by a named model.

    Args:
        name: the model.
        link: the link.

    Returns:
        Bytes of what the model counts, with the derivation, whose assumptions say what that is, and what of the link
        the model has no term for. ``cells`` is None where it does not count in cells.

    Raises:
        ValueError: if there is no such model, the model refuses the link, or a number of the link is out of its range.

    Source:
        The model's own.
    """
    model = headroom_model(name)
    check(link)
    found = model.formula(link)
    notes = [f"it counts {model.counts}; left out: {model.leaves_out}"]
    ignored = model.ignores(link)
    if ignored:
        notes.append(f"given, but without a term in this formula: {', '.join(ignored)}")
    derivation = found.derivation
    return found._replace(derivation=derivation._replace(assumptions=(*derivation.assumptions, *notes)))


def longest_cable_by(name: str, headroom_bytes: int, link: Link) -> float | None:
    """Return the longest cable that a headroom carries by a named model: the inverse of :func:`headroom_by`.

    Args:
        name: the model.
        headroom_bytes: the headroom.
        link: the link; its ``cable_m`` does not matter.

    Returns:
        Metres, rounded down to millimetres; None where it does not even carry a cable of no length.

    Raises:
        ValueError: as :func:`headroom_by`, or if the headroom is negative.

    Source:
        Arithmetic on what is given: bisection, for every model grows with the length; ``unified`` in closed form.
    """
    if name == UNIFIED:
        return longest_planned_cable_m(headroom_bytes, link)
    formula = headroom_model(name).formula
    check(link)
    return longest(headroom_bytes, lambda cable_m: formula(link._replace(cable_m=cable_m)).headroom_bytes)


def _model(name: str, file: str, formula: Callable[[Link], Headroom]) -> HeadroomModel:
    said = cast("Mapping[str, str]", said_of(file))
    uses = tuple(cast("list[str]", said_of(file)["uses"]))
    return HeadroomModel(
        name=name,
        title=said["title"],
        source=said["source"],
        counts=said["counts"],
        leaves_out=said["leaves_out"],
        uses=uses,
        chip=said.get("chip", ""),
        formula=formula,
    )


def _spectrum(generation: int) -> HeadroomModel:
    plain = _model(f"{SPECTRUM}-spectrum-{generation}", SPECTRUM, partial(_spectrum_xoff, generation))
    title = cast("str", said_of(SPECTRUM)["spectrum_title"]).format(generation)
    uses = tuple(field for field in plain.uses if field != "cell_bytes")
    return plain._replace(title=title, uses=uses, chip=f"Spectrum-{generation}")


def _spectrum_xoff(generation: int, link: Link) -> Headroom:
    return spectrum_profile(generation, link).xoff
