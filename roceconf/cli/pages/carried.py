"""The page of ``explain headroom --carries``, and the same for programs."""

from roceconf.asic import speed_name
from roceconf.cli.pages.delay import Delay, delay_data, delay_text
from roceconf.cli.pages.layout import number, paragraph, table
from roceconf.sizing import CarriedBy, CarriedExplanation


def carried_page(carried: CarriedExplanation, peer: Delay | None, gearbox: Delay | None) -> str:
    """The longest cable by every assumption.

    Args:
        carried: what sizing says.
        peer: the peer's response, where it is named.
        gearbox: the delay of a gearbox, where it is named.
    """
    link = f"{speed_name(carried.link.speed_mbps)} over {carried.link.medium}"
    cells = number(carried.headroom_bytes // carried.link.cell_bytes)
    parts = [
        paragraph(
            f"longest cable that {number(carried.headroom_bytes)} B ({cells} cells) of headroom carry: "
            f"{carried.asic.name}, {link}"
        ),
        delay_text("peer", peer),
        delay_text("gearbox, one way", gearbox),
        "\n",
        "frames:\n",
        table(map(_row, carried.bounds), "  "),
        "models:\n",
        table(map(_row, carried.models), "  "),
    ]
    if carried.published:
        parts += ["published tables, by the law of their rows:\n", table(map(_row, carried.published), "  ")]
    else:
        parts.append("no row for this speed is public for this chip\n")
    parts += [paragraph(f"note: {caveat}") for caveat in carried.caveats]
    return "".join(parts)


def carried_data(carried: CarriedExplanation, peer: Delay | None, gearbox: Delay | None) -> dict[str, object]:
    """The same as :func:`carried_page`, as what JSON can say."""
    link = carried.link
    return {
        "asic": carried.asic.key,
        "speed_mbps": link.speed_mbps,
        "medium": link.medium,
        "frame_bytes": link.frame_bytes,
        "lossless_frame_bytes": link.lossless,
        "peer": delay_data(peer),
        "gearbox": delay_data(gearbox),
        "headroom_bytes": carried.headroom_bytes,
        "bounds": [_data(each) for each in carried.bounds],
        "models": [_data(each) for each in carried.models],
        "published": [_data(each) | {"own_platform": each.own} for each in carried.published],
        "caveats": list(carried.caveats),
    }


def _row(each: CarriedBy) -> tuple[str, str, str]:
    length = "none" if each.cable_m is None else f"{number(each.cable_m)} m"
    note = "; ".join(filter(None, ["this platform" if each.own else "", each.note]))
    return (each.name, "-" if each.refused else length, note)


def _data(each: CarriedBy) -> dict[str, object]:
    return {"name": each.name, "cable_m": each.cable_m, "note": each.note or None, "refused": each.refused}
