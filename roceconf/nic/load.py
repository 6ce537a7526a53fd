"""Reads the data files of the NICs, each at most once a process and only when asked for.

``concepts.toml`` names what congestion control is made of; ``data/KEY.toml`` says it of one NIC. They are the truth;
nothing generates them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from roceconf.nic.model import Concept, Kind, Name, Nic, Parameter, Standing, Trap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roceconf.nic.model import Value

ROOM = Path(__file__).parent
DATA = ROOM / "data"

Toml: TypeAlias = "Mapping[str, object]"


def _read(path: Path) -> Toml:
    with path.open("rb") as stream:
        return tomllib.load(stream)


@cache
def concepts() -> tuple[Concept, ...]:
    """Return what congestion control is made of, notification point first.

    Returns:
        Every concept once, in the order in which pages show them.

    Source:
        Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015 (roles); the names are ours.
    """
    data = cast("Mapping[str, Mapping[str, str]]", _read(ROOM / "concepts.toml"))
    return tuple(Concept(key, each["point"], each["meaning"]) for key, each in data.items())


@cache
def nic_of_key(key: str) -> Nic:
    """Load the NIC of exactly this key.

    Args:
        key: the name of a file in ``data``, without suffix.

    Raises:
        FileNotFoundError: if there is no such file; use ``roceconf.nic.nic`` for names people type.

    Source:
        The file of the NIC in ``roceconf/nic/data``.
    """
    data = _read(DATA / f"{key}.toml")
    sources = cast("Mapping[str, str]", data["sources"])
    held = cast("Mapping[str, Toml]", data["parameters"])
    return Nic(
        key=key,
        name=_text(data, "name"),
        maker=_text(data, "maker"),
        kind=Kind(_text(data, "kind")),
        covers=_text(data, "covers"),
        aliases=_texts(data, "aliases"),
        interfaces=tuple(cast("Mapping[str, str]", data["interfaces"]).items()),
        parameters=tuple(_parameter(each, held[each.key], sources) for each in concepts() if each.key in held),
        traps=tuple(Trap(each["text"], each["source"]) for each in cast("list[dict[str, str]]", data.get("traps", []))),
        notes=_texts(data, "notes"),
    )


def _parameter(concept: Concept, data: Toml, sources: Mapping[str, str]) -> Parameter:
    names = cast("Mapping[str, str]", data.get("names", {}))
    return Parameter(
        concept=concept,
        names=tuple(Name(interface, name) for interface, name in names.items()),
        unit=_text(data, "unit"),
        default=cast("Value | None", data.get("default")),
        lowest=cast("int | None", data.get("lowest")),
        highest=cast("int | None", data.get("highest")),
        standing=Standing(_text(data, "standing")),
        sources=tuple(sources[each] for each in _texts(data, "sources")),
        note=_text(data, "note"),
    )


def _text(data: Toml, name: str) -> str:
    return cast("str", data.get(name, ""))


def _texts(data: Toml, name: str) -> tuple[str, ...]:
    return tuple(cast("list[str]", data.get(name, [])))
