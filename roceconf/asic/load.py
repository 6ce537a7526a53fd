"""Reads the catalogue's data files, each at most once a process and only when asked for.

The files lie in ``data/`` beside this module: ``asics/KEY.toml``, ``platforms/KEY.toml``, ``tables/ID.toml`` and
``buffers/ID.toml``. They are the truth; nothing generates them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from roceconf.asic.buffers import PublishedBuffers, PublishedPool, PublishedProfile
from roceconf.asic.facts import Asic, Fact, PortCount, Standing
from roceconf.asic.tables import HeadroomRow, HeadroomTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roceconf.asic.platforms import Platform

DATA = Path(__file__).parent / "data"

Toml: TypeAlias = "Mapping[str, object]"
V = TypeVar("V")


@cache
def names(folder: str) -> tuple[str, ...]:
    """Return the names of the data files in a folder of ``data``, sorted."""
    return tuple(sorted(path.stem for path in (DATA / folder).glob("*.toml")))


def read(folder: str, name: str) -> Toml:
    """Parse one data file.

    Args:
        folder: ``asics``, ``platforms``, ``tables`` or ``buffers``.
        name: file name without suffix.

    Raises:
        FileNotFoundError: if the catalogue has no such file.
    """
    with (DATA / folder / f"{name}.toml").open("rb") as stream:
        return tomllib.load(stream)


def strings(data: Toml, name: str) -> tuple[str, ...]:
    """Return a list of strings, empty where the key is absent."""
    return tuple(cast("list[str]", data.get(name, [])))


def text(data: Toml, name: str) -> str:
    """Return a string, empty where the key is absent."""
    return cast("str", data.get(name, ""))


def fact(data: Toml, name: str, convert: Callable[[object], V]) -> Fact[V]:
    """Return the table ``name`` as a fact; a fact without ``value`` is one whose value is not known."""
    table = cast("Toml | None", data.get(name))
    if table is None:
        return Fact(None, "", Standing.UNVERIFIED, "no public source found")
    value = table.get("value")
    return Fact(
        None if value is None else convert(value),
        text(table, "source"),
        Standing(text(table, "standing")),
        text(table, "note"),
    )


def _whole(value: object) -> int:
    return cast("int", value)


def _truth(value: object) -> bool:
    return cast("bool", value)


def words(value: object) -> tuple[str, ...]:
    """Convert a TOML list of strings."""
    return tuple(cast("list[str]", value))


def _numbers(value: object) -> tuple[int, ...]:
    return tuple(cast("list[int]", value))


def port_counts(value: object) -> tuple[PortCount, ...]:
    """Convert a TOML list of ``[speed_mbps, ports]`` pairs."""
    return tuple(PortCount(speed, ports) for speed, ports in cast("list[list[int]]", value))


@cache
def asic_of_key(key: str) -> Asic:
    """Load the ASIC of exactly this key.

    Raises:
        FileNotFoundError: if there is no such ASIC; use ``roceconf.asic.asic`` for names people type.
    """
    data = read("asics", key)
    return Asic(
        key=key,
        name=text(data, "name"),
        order=_whole(data["order"]),
        aliases=strings(data, "aliases"),
        part_numbers=fact(data, "parts", words),
        bandwidth_gbps=fact(data, "bandwidth_gbps", _whole),
        cell_bytes=fact(data, "cell_bytes", _whole),
        buffer_bytes=fact(data, "buffer_bytes", _whole),
        usable_bytes=fact(data, "usable_bytes", _whole),
        partitions=fact(data, "partitions", _whole),
        partition_name=text(data, "partition_name"),
        pool_contains_headroom=fact(data, "pool_contains_headroom", _truth),
        port_speeds=fact(data, "speeds_mbps", _numbers),
        max_ports=fact(data, "max_ports", port_counts),
        priority_groups=fact(data, "priority_groups", _whole),
        unicast_queues=fact(data, "unicast_queues", _whole),
        one_watchdog_action=fact(data, "one_watchdog_action", _truth),
    )


@cache
def headroom_table(table_id: str) -> HeadroomTable:
    """Load a headroom table.

    Raises:
        FileNotFoundError: if the catalogue has no such table.
    """
    data = read("tables", table_id)
    suspect = cast("dict[str, str]", data.get("suspect", {}))
    remark = cast("dict[str, str]", data.get("remark", {}))
    rows = []
    for speed_mbps, cable_m, size, xon, xoff, dynamic_th, xon_offset in cast("list[list[int]]", data["rows"]):
        place = f"{speed_mbps}/{cable_m}"
        marks = (suspect.get(place, ""), remark.get(place, ""))
        rows.append(HeadroomRow(speed_mbps, cable_m, size, xon, xoff, dynamic_th, xon_offset, *marks))
    return HeadroomTable(
        table_id, text(data, "asic"), tuple(sorted(rows)), strings(data, "sources"), strings(data, "notes")
    )


@cache
def published_buffers(buffer_id: str, topology: str) -> PublishedBuffers:
    """Load a published buffer configuration.

    Args:
        buffer_id: its name in the catalogue.
        topology: the role it is wanted for; one configuration can serve several.

    Raises:
        FileNotFoundError: if the catalogue has no such configuration.
    """
    data = read("buffers", buffer_id)
    pools = cast("dict[str, dict[str, object]]", data["pools"])
    profiles = cast("dict[str, dict[str, object]]", data["profiles"])
    return PublishedBuffers(
        id=buffer_id,
        topology=topology,
        pools=tuple(
            PublishedPool(
                name, text(p, "kind"), text(p, "mode"), _whole(p["size_bytes"]), cast("int | None", p.get("xoff_bytes"))
            )
            for name, p in pools.items()
        ),
        profiles=tuple(_profile(name, p) for name, p in profiles.items()),
        priority_groups=_bindings(data, "priority_groups"),
        queues=_bindings(data, "queues"),
        branch=text(data, "branch"),
        commit=text(data, "commit"),
        sources=strings(data, "sources"),
        suspect=text(data, "suspect"),
    )


def _profile(name: str, data: Toml) -> PublishedProfile:
    def number(key: str) -> int | None:
        return cast("int | None", data.get(key))

    return PublishedProfile(
        name=name,
        pool=text(data, "pool"),
        size_bytes=_whole(data["size_bytes"]),
        dynamic_th=number("dynamic_th"),
        static_th_bytes=number("static_th_bytes"),
        xon_bytes=number("xon_bytes"),
        xoff_bytes=number("xoff_bytes"),
        xon_offset_bytes=number("xon_offset_bytes"),
    )


def _bindings(data: Toml, name: str) -> tuple[tuple[str, str], ...]:
    return tuple((where, profile) for where, profile in cast("list[tuple[str, str]]", data.get(name, [])))


@cache
def platform_of_key(key: str) -> Platform:
    """Load the platform of exactly this key.

    Raises:
        FileNotFoundError: if there is no such platform; use ``roceconf.asic.platform`` for names people type.
    """
    from roceconf.asic.platforms import Hwsku, Platform

    data = read("platforms", key)
    hwskus = cast("dict[str, dict[str, object]]", data.get("hwskus", {}))
    return Platform(
        key=key,
        vendor=text(data, "vendor"),
        model=text(data, "model"),
        asic_key=text(cast("Toml", data["asic"]), "value"),
        asic_standing=fact(data, "asic", str),
        aliases=strings(data, "aliases"),
        sonic_platforms=strings(data, "sonic_platforms"),
        hwskus=tuple(
            Hwsku(
                name,
                cast("str | None", sku.get("table")),
                text(sku, "table_suspect"),
                tuple(cast("dict[str, str]", sku.get("buffers", {})).items()),
                cast("int | None", sku.get("ports")),
                text(sku, "note"),
            )
            for name, sku in hwskus.items()
        ),
        ports=fact(data, "ports", port_counts),
        eos_queue_keyword=fact(data, "eos_queue_keyword", str),
        sources=strings(data, "sources"),
        note=text(data, "note"),
    )
