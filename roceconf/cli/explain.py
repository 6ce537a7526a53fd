"""``roceconf explain``."""

import json
from typing import Annotated

import typer

from roceconf.asic import Asic, Platform, find_hwsku, platform
from roceconf.asic import asic as find_asic
from roceconf.cli.options import PageFormat, asic_key, cable_length_m, known_sku, speed_mbps
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.headroom import headroom_data, headroom_page
from roceconf.cli.parsing import Command, Group
from roceconf.sizing import LARGEST_FRAME_BYTES, explain_headroom, planning_response_ns
from roceconf.sizing import headroom as sized_headroom
from roceconf.switch import Medium

FRAME_AROUND_PACKET_BYTES = 22
"""Ethernet header 14, one 802.1Q tag 4, checksum 4 (IEEE 802.3, 3.1.1; 802.1Q, 9.6)."""


def add_to(app: typer.Typer) -> None:
    """Declare the command and its subjects."""
    subjects = typer.Typer(help="Say where a number comes from.", cls=Group, rich_markup_mode=None)
    subjects.callback()(_subjects)
    subjects.command("headroom", cls=Command)(headroom)
    app.add_typer(subjects, name="explain")


def _subjects() -> None:
    """Say where a number comes from."""


def headroom(
    speed: Annotated[str, typer.Option(help="Speed of the port, such as 400G.")],
    cable: Annotated[str, typer.Option(help="Length of its cable, such as 40m.")],
    asic: Annotated[str, typer.Option(help="ASIC, such as th5; not needed with --sku.")] = "",
    sku: Annotated[str, typer.Option(help="Platform or HWSKU.")] = "",
    medium: Annotated[Medium, typer.Option(help="What the cable is made of.")] = Medium.FIBRE,
    mtu: Annotated[
        int | None, typer.Option(min=64, max=LARGEST_FRAME_BYTES, help="Largest IP packet in bytes on the port.")
    ] = None,
    small_packets: Annotated[
        int | None, typer.Option(min=0, max=100, help="Percent of the wire time in 64-byte frames.")
    ] = None,
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Calculate the PFC headroom of a port: terms, formula, sources, and the published rows beside it."""
    box, chip = _what_is_asked(known_sku(sku), asic_key(asic))
    speed_is, length_m = speed_mbps(speed), cable_length_m(cable)
    hwsku = find_hwsku(sku) if sku else None
    frame = LARGEST_FRAME_BYTES if mtu is None else mtu + FRAME_AROUND_PACKET_BYTES
    try:
        explained = explain_headroom(
            chip,
            speed_mbps=speed_is,
            cable_m=length_m,
            medium=medium,
            frame_bytes=frame,
            platform=box,
            hwsku=None if hwsku is None else hwsku[1].name,
        )
        asked = None
        if small_packets is not None:
            asked = sized_headroom(
                cell_bytes=chip.cell_bytes.value or 0,
                speed_mbps=speed_is,
                cable_m=length_m,
                medium=medium,
                frame_bytes=frame,
                small_packet_share=small_packets / 100,
                peer_response_ns=planning_response_ns(speed_is),
            )
    except ValueError as error:
        raise refuse(str(error)) from None
    if output_format is PageFormat.JSON:
        emit(json.dumps(headroom_data(explained, asked), indent=2) + "\n")
    else:
        emit(headroom_page(explained, asked))


def _what_is_asked(sku: str, asic: str) -> tuple[Platform | None, Asic]:
    box = platform(sku) if sku else None
    if box is not None:
        if asic and asic != box.asic_key:
            raise refuse(f"{box.key} has {box.asic_key}, not {asic}: leave --asic out")
        return box, box.asic
    if not asic:
        raise refuse("which chip? pass --asic, such as --asic th5, or --sku")
    return None, find_asic(asic)
