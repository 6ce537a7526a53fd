"""The constants of the shared buffer, read from ``data/buffer.toml``: no number without a source in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from roceconf.sizing.constants import read, term_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.sizing.derivation import Term


def constant(name: str) -> Term:
    """Return a constant of the shared buffer as a term.

    Args:
        name: a table of ``buffer.toml``, such as ``first_dropped_cells`` or ``port_cells.th3``.

    Raises:
        KeyError: if there is none of that name.

    Source:
        ``data/buffer.toml``, where each constant has its own.
    """
    return term_of("buffer", name)


def measured(what: str) -> str:
    """Return what was measured, as an assumption says it.

    Args:
        what: ``triggers``, ``sixth`` or ``headroom_pool``.

    Raises:
        KeyError: if there is nothing of that name.

    Source:
        ``data/buffer.toml``.
    """
    return cast("Mapping[str, str]", read("buffer")["measured"])[what]


def smallest_xon_offset_bytes(asic_key: str) -> int | None:
    """Return the smallest XON offset that published headroom tables of a chip have; None where none is public.

    Args:
        asic_key: the chip, ``th5``.

    Source:
        ``data/buffer.toml``: SONiC's ``pg_profile_lookup.ini`` of every HWSKU with the chip.
    """
    return cast("Mapping[str, int]", read("buffer")["smallest_xon_offset_bytes"]).get(asic_key)


def least_pool_percent() -> int:
    """Return the share of a chip's packet buffer below which its ingress pools are small for it, in percent.

    Source:
        ``data/buffer.toml``: a judgement on published configurations.
    """
    return int(constant("least_pool_percent").value)


def dynamic_th_range() -> range:
    """Return what SONiC's exponent of alpha can be.

    Source:
        ``data/buffer.toml``: SONiC's YANG model.
    """
    table = cast("Mapping[str, int]", read("buffer")["dynamic_th"])
    return range(table["lowest"], table["highest"] + 1)
