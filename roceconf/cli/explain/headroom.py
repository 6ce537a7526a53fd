"""``roceconf explain headroom``."""

import json
from typing import Annotated

import typer

from roceconf.cli.explain.chip import asked_about
from roceconf.cli.options import PageFormat, cable_length_m, speed_mbps
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.headroom import headroom_data, headroom_page
from roceconf.cli.parsing import Command
from roceconf.sizing import LARGEST_FRAME_BYTES, explain_headroom, planning_response_ns
from roceconf.sizing import headroom as sized_headroom
from roceconf.switch import Medium

FRAME_AROUND_PACKET_BYTES = 22
"""Ethernet header 14, one 802.1Q tag 4, checksum 4 (IEEE 802.3, 3.1.1; 802.1Q, 9.6)."""


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("headroom", cls=Command)(headroom)


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
    asked_chip = asked_about(sku, asic)
    speed_is, length_m = speed_mbps(speed), cable_length_m(cable)
    frame = LARGEST_FRAME_BYTES if mtu is None else mtu + FRAME_AROUND_PACKET_BYTES
    try:
        explained = explain_headroom(
            asked_chip.asic,
            speed_mbps=speed_is,
            cable_m=length_m,
            medium=medium,
            frame_bytes=frame,
            platform=asked_chip.platform,
            hwsku=None if asked_chip.hwsku is None else asked_chip.hwsku.name,
        )
        asked = None
        if small_packets is not None:
            asked = sized_headroom(
                cell_bytes=asked_chip.asic.cell_bytes.value or 0,
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
