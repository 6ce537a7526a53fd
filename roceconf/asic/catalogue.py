"""Finds ASICs, platforms and HWSKUs under the names people type."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from roceconf.asic import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.asic.buffers import PublishedBuffers
    from roceconf.asic.facts import Asic
    from roceconf.asic.platforms import Hwsku, Platform
    from roceconf.asic.tables import HeadroomTable

_IGNORED = str.maketrans("", "", " -_/.")


class CatalogueError(LookupError):
    """A name the catalogue does not have.

    Attributes:
        name: the name that was asked for.
        nearest: names of the catalogue that resemble it, best first.
    """

    kind = "name"

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        from difflib import get_close_matches

        plain = {_plain(candidate): candidate for candidate in candidates}
        close = get_close_matches(_plain(name), plain, n=3, cutoff=0.5)
        self.name = name
        self.nearest = tuple(plain[match] for match in close)
        hint = f"; did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        super().__init__(f"unknown {self.kind} '{name}'{hint}")


class UnknownAsic(CatalogueError):  # noqa: N818 - read as "raise UnknownAsic"
    """No ASIC of that name is in the catalogue."""

    kind = "ASIC"


class UnknownPlatform(CatalogueError):  # noqa: N818
    """No platform, model or HWSKU of that name is in the catalogue."""

    kind = "platform"


def _plain(name: str) -> str:
    return name.lower().translate(_IGNORED)


def asic_names() -> tuple[str, ...]:
    """Return the keys of all ASICs, oldest first."""
    return ("th", "th+", "th2", "th3", "th4", "th5", "thu", "th6")


@cache
def platform_names() -> tuple[str, ...]:
    """Return the keys of all platforms, sorted."""
    return load.names("platforms")


def asic(name: str) -> Asic:
    """Return an ASIC by key, name or part number.

    Args:
        name: ``th5``, ``tomahawk5``, ``Tomahawk 5``, ``BCM78900``; case and separators do not matter.

    Raises:
        UnknownAsic: with the nearest valid names.
    """
    wanted = _plain(name)
    for key in asic_names():
        if wanted == key:
            return load.asic_of_key(key)
    for key in asic_names():
        candidate = load.asic_of_key(key)
        if wanted in {_plain(alias) for alias in (candidate.name, *candidate.aliases, *candidate.parts)}:
            return candidate
    raise UnknownAsic(name, asic_names())


def platform(name: str) -> Platform:
    """Return a platform by key, alias, model or HWSKU.

    Args:
        name: ``dell-z9864f``, ``Z9864F-ON``, ``Dell-Z9864f-O64``; case and separators do not matter.

    Raises:
        UnknownPlatform: with the nearest valid names.
    """
    found = find_platform(name)
    if found is None:
        raise UnknownPlatform(name, platform_names())
    return found


def find_platform(name: str) -> Platform | None:
    """Return a platform by key, alias, model or HWSKU, or None."""
    return next(_platforms_called(name), None)


def find_hwsku(name: str, sonic_platform: str = "") -> tuple[Platform, Hwsku] | None:
    """Return a SONiC HWSKU and the platform that has it.

    Args:
        name: as in ``DEVICE_METADATA.localhost.hwsku``, exactly.
        sonic_platform: as in ``DEVICE_METADATA.localhost.platform``; tells apart the few names that two boxes share.

    Returns:
        Platform and HWSKU; None if no platform has it. Where boxes share the name and ``sonic_platform`` does not
        decide, the HWSKU comes without table and pools, and with a note that says so.
    """
    found = [(box, sku) for box in _boxes_mentioning(name) if (sku := box.hwsku(name)) is not None]
    named = [pair for pair in found if sonic_platform in pair[0].sonic_platforms]
    choices = named or found
    if not choices:
        return None
    box, sku = choices[0]
    if len({other[1:] for _, other in choices}) == 1:
        return box, sku
    boxes = " and ".join(other.key for other, _ in choices)
    return box, sku._replace(
        table_id=None, table_suspect="", buffer_ids=(), note=f"{boxes} share this HWSKU name with different numbers"
    )


def headroom_tables(asic_key: str) -> tuple[HeadroomTable, ...]:
    """Return every published headroom table of an ASIC, sorted by name; empty where none is public."""
    return tuple(load.headroom_table(name) for name in load.names("tables") if name.startswith(f"{asic_key}-"))


def buffer_configurations(asic_key: str) -> tuple[PublishedBuffers, ...]:
    """Return every published buffer configuration of an ASIC, sorted by name; empty where none is public.

    Their ``topology`` is ``any``: a configuration by itself does not tell for which roles it is published.
    """
    names = (name for name in load.names("buffers") if name.startswith(f"{asic_key}-"))
    return tuple(load.published_buffers(name, "any") for name in names)


@lru_cache(maxsize=1)
def _families() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    with (load.DATA / "foreign.toml").open("rb") as stream:
        data = tomllib.load(stream)
    return tuple(
        (family, load.strings(group, "hwskus"), load.strings(group, "prefixes")) for family, group in data.items()
    )


def foreign_family(hwsku: str) -> str | None:
    """Return the chip family (``trident3``, ``jericho``, ``spectrum``) of a HWSKU that is known not to be a Tomahawk.

    Such a HWSKU must not be judged by Tomahawk numbers. None means a Tomahawk or an unknown name; ``find_hwsku`` tells.
    """
    for family, names, prefixes in _families():
        if hwsku in names or (prefixes and hwsku.startswith(prefixes)):
            return family
    return None


def _platforms_called(name: str) -> Iterator[Platform]:
    wanted = _plain(name)
    if not wanted:
        return
    for key in platform_names():
        if wanted == _plain(key):
            yield load.platform_of_key(key)
            return
    maker, _, rest = name.strip().replace("-", " ", 1).partition(" ")
    for box in _boxes_mentioning(name, rest):
        called = {_plain(candidate) for candidate in (box.model, *box.aliases, *(sku.name for sku in box.hwskus))}
        if wanted in called or (_plain(maker) == _plain(box.vendor) and _plain(rest) in called):
            yield box


def _boxes_mentioning(*names: str) -> Iterator[Platform]:
    """Load only the platforms whose file holds a name: parsing all of them would take longer than a lint run may."""
    wanted = [plain for name in names if (plain := _plain(name))]
    for key, content in _platform_texts():
        if any(plain in content for plain in wanted):
            yield load.platform_of_key(key)


@lru_cache(maxsize=1)
def _platform_texts() -> tuple[tuple[str, str], ...]:
    folder = load.DATA / "platforms"
    return tuple((key, _plain((folder / f"{key}.toml").read_text("utf-8"))) for key in platform_names())
