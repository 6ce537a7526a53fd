"""What depends on the chip: the queue keyword, the words of speeds, the size of a cell."""

from collections.abc import Mapping
from typing import NamedTuple

from roceconf.asic import Asic, UnknownAsic, asic, find_platform, load
from roceconf.switch import Hints

_OLD_SPEEDS: Mapping[int, str] = {
    10_000: "forced 10000full",
    25_000: "forced 25gfull",
    40_000: "forced 40gfull",
    50_000: "forced 50gfull",
    100_000: "forced 100gfull",
}
"""As Tomahawk and Tomahawk 2 switches print them (7260CX-64, EOS 4.19.1F; 7260CX3-64, 4.21.7M); 50G as pyavd 6.4.0 has
it beside the others. Their lanes are of 25G and follow from the speed."""
_SPEEDS: Mapping[int, str] = {
    10_000: "10g",
    25_000: "25g",
    40_000: "40g",
    50_000: "50g",
    100_000: "100g",
    200_000: "200g",
    400_000: "400g",
}
"""Words of EOS without a number of lanes, which then follows from the port (speeds in pyavd 6.4.0)."""
_SPEEDS_OVER_LANES = frozenset(
    {
        *((40_000, 4), (50_000, 1), (50_000, 2), (100_000, 1), (100_000, 2), (100_000, 4), (200_000, 1), (200_000, 2)),
        *((200_000, 4), (400_000, 2), (400_000, 4), (400_000, 8), (800_000, 4), (800_000, 8)),
    }
)
"""Speeds and lanes that have a word together, `400g-4` (speeds in pyavd 6.4.0)."""
_OLD_CHIPS = frozenset({"th", "th+", "th2"})
_LANES_OF_CHIP: Mapping[str, Mapping[int, int]] = {"th5": {800_000: 8}, "thu": {800_000: 8}}
"""800G has only words with lanes; these chips have lanes of 100G, so there are eight."""


class Keyword(NamedTuple):
    """How a platform spells its queues.

    Attributes:
        word: ``tx-queue`` or ``uc-tx-queue``.
        doubt: what has to be said about it; empty where a source shows it for this platform.
    """

    word: str
    doubt: str = ""


def chip(hints: Hints) -> Asic | None:
    """The chip the user names, by itself or by its platform; None where neither is of the catalogue."""
    if hints.asic:
        try:
            return asic(hints.asic)
        except UnknownAsic:
            return None
    found = find_platform(hints.sku) if hints.sku else None
    return found.asic if found is not None else None


class SpeedWord(NamedTuple):
    """How EOS says a speed.

    Attributes:
        word: its word; empty where none is known, or its number of lanes is not.
        lanes: the lanes that the word says; None where it says none.
    """

    word: str
    lanes: int | None = None


def speed_word(speed_mbps: int | None, lanes: int | None, hints: Hints) -> SpeedWord:
    """The word of EOS for a speed, over so many lanes where they are known and EOS has a word for both."""
    known = chip(hints)
    key = known.key if known is not None else ""
    if speed_mbps is None:
        return SpeedWord("")
    if key in _OLD_CHIPS:
        return SpeedWord(_OLD_SPEEDS.get(speed_mbps, ""))
    for count in (lanes, _LANES_OF_CHIP.get(key, {}).get(speed_mbps)):
        if count is not None and (speed_mbps, count) in _SPEEDS_OVER_LANES:
            return SpeedWord(f"{speed_mbps // 1000}g-{count}", count)
    return SpeedWord(_SPEEDS.get(speed_mbps, ""))


def queue_keyword(hints: Hints) -> Keyword:
    """How the platform spells its queues: what is evidenced for it, else what its chip's generation does."""
    found = find_platform(hints.sku) if hints.sku else None
    known = chip(hints)
    if found is not None and found.eos_queue_keyword.value is not None:
        fact = found.eos_queue_keyword
        sure = fact.standing == "published"
        doubt = "" if sure else f"`{fact.value}` is inferred for {found.model} ({fact.source})"
        return Keyword(fact.value or "", doubt)
    if known is None:
        return Keyword(
            "uc-tx-queue",
            "the platform is not known: queues are spelt `uc-tx-queue`, as Tomahawk 3 and later do; Tomahawk and "
            "Tomahawk 2 say `tx-queue`",
        )
    word = "tx-queue" if known.key in _OLD_CHIPS else "uc-tx-queue"
    if known.key in _EVIDENCED:
        return Keyword(word)
    return Keyword(word, f"`{word}` is inferred for {known.name}: no running-config of such a switch is public")


_EVIDENCED = frozenset({"th", "th2", "th3", "th4"})
"""Chips of which a running-config or a published device configuration shows the keyword: 7260CX-64, 7260CX3-64,
7060DX4-32, 7388."""


def cell_bytes(hints: Hints) -> int | None:
    """Bytes of one buffer cell, where the chip is known."""
    known = chip(hints)
    return known.cell_bytes.value if known is not None else None


class HeadroomBounds(NamedTuple):
    """How large a headroom pool a chip can have.

    Attributes:
        chip: its name; empty where it is not known.
        usable_bytes: what all pools together may hold; None where nobody publishes it.
        published_bytes: the largest headroom pool that any published configuration of the chip has; None where none is.
    """

    chip: str = ""
    usable_bytes: int | None = None
    published_bytes: int | None = None


def headroom_bounds(hints: Hints) -> HeadroomBounds:
    """How large a headroom pool the chip can have, in whole cells."""
    known = chip(hints)
    if known is None:
        return HeadroomBounds()
    cell, usable = known.cell_bytes.value or 1, known.usable_bytes.value
    buffers = (load.published_buffers(name, "") for name in load.names("buffers") if name.startswith(f"{known.key}-"))
    published = [pool.xoff_bytes for held in buffers if not held.suspect for pool in held.pools if pool.xoff_bytes]
    return HeadroomBounds(
        known.name,
        None if usable is None else usable // cell * cell,
        max(published) // cell * cell if published else None,
    )
