"""``roceconf explain headroom``."""

from typing import Annotated, NamedTuple

import typer

from roceconf.cli import options
from roceconf.cli.explain.chip import Asked, asked_about
from roceconf.cli.explain.delays import GearboxOption, PeerOption, gearbox_delay, peer_response
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.carried import carried_data, carried_page
from roceconf.cli.pages.delay import Delay
from roceconf.cli.pages.headroom import Shown, headroom_data, headroom_page
from roceconf.cli.parsing import Command
from roceconf.ranges import MTU_BYTES as MTU
from roceconf.sizing import LARGEST_FRAME_BYTES, Link, explain_carried, explain_headroom, headroom_model
from roceconf.switch import ETHERNET_OVERHEAD_BYTES, Medium
from roceconf.units import share_percent, size


class _Question(NamedTuple):
    """What is asked."""

    asked: Asked
    link: Link
    models: tuple[str, ...]
    small_packets: bool
    peer: Delay | None
    gearbox: Delay | None


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("headroom", cls=Command)(headroom)


def headroom(
    speed: options.SpeedOption,
    cable: Annotated[str, typer.Option(help="Length of its cable, such as 40m; not with --carries.")] = "",
    asic: options.AsicOption = "",
    sku: options.SkuOption = "",
    medium: options.MediumOption = Medium.FIBRE,
    mtu: Annotated[
        int | None, typer.Option(min=MTU.lowest, max=MTU.highest, help="Largest IP packet in bytes on the port.")
    ] = None,
    lossless_mtu: Annotated[
        int | None,
        typer.Option(min=MTU.lowest, max=MTU.highest, help="The same of the lossless class alone; --mtu if left out."),
    ] = None,
    small_packets: Annotated[
        str, typer.Option(metavar="PERCENT", help="Share of the wire time in 64-byte frames: 0 to 100, such as 15.")
    ] = "",
    peer: PeerOption = "",
    gearbox: GearboxOption = "",
    model: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Explain this model instead of unified; may be repeated.")
    ] = None,
    carries: Annotated[
        str, typer.Option(metavar="SIZE", help="Say how long a cable this headroom carries, such as 393192B.")
    ] = "",
    output_format: options.FormatOption = options.PageFormat.TEXT,
) -> None:
    """Calculate the PFC headroom of a port: terms, formula, sources, the other models and published rows beside it."""
    asked, speed_is = asked_about(sku, asic), options.speed_mbps(speed)
    if cable and carries:
        raise refuse("--carries asks how long a cable may be: leave --cable out")
    if not cable and not carries:
        raise refuse("how long is the cable? pass --cable, such as --cable 40m, or a headroom with --carries")
    small_percent = _share(small_packets)
    response, delay = peer_response(peer, speed_is), gearbox_delay(gearbox)
    try:
        link = Link(
            cell_bytes=asked.asic.cell_bytes.value or 0,
            speed_mbps=speed_is,
            cable_m=options.cable_length_m(cable) if cable else 0,
            medium=medium,
            frame_bytes=LARGEST_FRAME_BYTES if mtu is None else mtu + ETHERNET_OVERHEAD_BYTES,
            lossless_frame_bytes=_lossless_frame(lossless_mtu, mtu),
            small_packet_share=1.0 if small_percent is None else small_percent / 100,
            peer_response_ns=None if response is None else response.delay_ns,
            gearbox_ns=None if delay is None else delay.delay_ns,
        )
        question = _Question(asked, link, _models(model), small_percent is not None, response, delay)
        data, page = _carried(question, carries) if carries else _explained(question)
    except ValueError as error:
        raise refuse(str(error)) from None
    emit_page(output_format, data, page)


def _explained(question: _Question) -> tuple[dict[str, object], str]:
    asked = question.asked
    explained = explain_headroom(
        asked.asic, question.link, platform=asked.platform, hwsku=_hwsku(asked), also=question.models
    )
    results = {each.model.name: each for each in explained.models}
    for name in question.models:
        if results[name].refusal:
            raise ValueError(results[name].refusal)
    small = results["unified"].headroom if question.small_packets else None
    shown = Shown(small, tuple(results[name] for name in question.models), question.peer, question.gearbox)
    return headroom_data(explained, shown), headroom_page(explained, shown)


def _carried(question: _Question, carries: str) -> tuple[dict[str, object], str]:
    asked, link = question.asked, question.link
    try:
        headroom_bytes = size(carries).in_bytes(link.cell_bytes)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--carries") from None
    carried = explain_carried(
        asked.asic, headroom_bytes, link, platform=asked.platform, hwsku=_hwsku(asked), also=question.models
    )
    return (
        carried_data(carried, question.peer, question.gearbox),
        carried_page(carried, question.peer, question.gearbox),
    )


def _lossless_frame(lossless_mtu: int | None, mtu: int | None) -> int | None:
    if lossless_mtu is None:
        return None
    largest = LARGEST_FRAME_BYTES - ETHERNET_OVERHEAD_BYTES if mtu is None else mtu
    if lossless_mtu > largest:
        why = "--mtu says" if mtu is not None else "a port takes where --mtu is left out"
        raise ValueError(f"--lossless-mtu {lossless_mtu} is above the {largest} bytes that {why}")
    return lossless_mtu + ETHERNET_OVERHEAD_BYTES


def _share(text: str) -> float | None:
    """A share in percent, as the intent's small_packets takes it; None where empty."""
    if not text:
        return None
    try:
        return share_percent(options.plain_number(text))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--small-packets") from None


def _models(given: list[str] | None) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(options.words("--model", given)))
    try:
        return tuple(headroom_model(name).name for name in found)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--model") from None


def _hwsku(asked: Asked) -> str | None:
    return None if asked.hwsku is None else asked.hwsku.name
