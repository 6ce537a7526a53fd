"""``roceconf explain xon-offset``."""

from typing import Annotated

import typer

from roceconf.cli import options
from roceconf.cli.explain.delays import GearboxOption, PeerOption, gearbox_delay, peer_response
from roceconf.cli.explain.said import Said
from roceconf.cli.explain.shared_buffer import buffer_asked
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.asked import ACTIVE_GROUPS, BufferAsked
from roceconf.cli.pages.xon import Chatter, XonAsked, xon_data, xon_page
from roceconf.cli.parsing import Command
from roceconf.sizing import Link, XonWindow, planned_xon_window, smallest_xon_offset_bytes
from roceconf.switch import Medium


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("xon-offset", cls=Command)(xon_offset_of_a_group)


def xon_offset_of_a_group(
    speed: options.SpeedOption,
    cable: options.CableOption,
    xon_offset: Annotated[str, typer.Option(help="The offset; left out, the published one.")] = "",
    medium: options.MediumOption = Medium.FIBRE,
    dynamic_th: options.DynamicThOption = None,
    alpha: options.AlphaOption = "",
    sku: options.SkuOption = "",
    topology: options.TopologyOption = "",
    asic: options.AsicOption = "",
    pool: options.PoolOption = "",
    xoff: options.PoolXoffOption = "",
    shared: options.SharedOption = "",
    ports: options.PortsOption = None,
    groups: options.GroupsOption = None,
    minimum: options.MinOption = "",
    peer: PeerOption = "",
    gearbox: GearboxOption = "",
    output_format: options.FormatOption = options.PageFormat.TEXT,
) -> None:
    """Say whether a queue runs dry before XON is answered, and how often PFC may pause."""
    said = Said(
        sku=sku, asic=asic, topology=topology, pool=pool, xoff=xoff, ports=ports, groups=groups, shared=shared,
        alpha=alpha, dynamic_th=dynamic_th, minimum=minimum, xon_offset=xon_offset, speed=speed, cable=cable,
    )  # fmt: skip
    speed_is, length_m = options.speed_mbps(speed), options.cable_length_m(cable)
    response, delay = peer_response(peer, speed_is), gearbox_delay(gearbox)
    buffer = buffer_asked(said, counts_minimum=False)
    offset = buffer.switch.group.xon_offset
    if offset is None:
        raise refuse("no XON offset is published for this speed and chip: pass --xon-offset, such as 3556")
    link = Link(
        cell_bytes=buffer.switch.asic.cell_bytes.value or 1,
        speed_mbps=speed_is,
        cable_m=length_m,
        medium=medium.value,
        peer_response_ns=None if response is None else response.delay_ns,
        gearbox_ns=None if delay is None else delay.delay_ns,
    )
    windows = _windows(buffer, offset.value, link)
    published = smallest_xon_offset_bytes(buffer.switch.asic.key)
    asked = XonAsked(buffer, offset, link, windows, published, _chatter(windows[0][1], published), response, delay)
    emit_page(output_format, xon_data(asked), xon_page(asked))


def _windows(asked: BufferAsked, offset_bytes: int, link: Link) -> tuple[tuple[int, XonWindow], ...]:
    try:
        return tuple(
            (
                active,
                planned_xon_window(
                    asked.shared,
                    link,
                    dynamic_th=asked.dynamic_th.value,
                    xon_offset_bytes=offset_bytes,
                    xon_bytes=asked.switch.group.xon.value,
                    active_groups=active,
                ),
            )
            for active in ACTIVE_GROUPS
        )
    except ValueError as error:
        raise refuse(str(error)) from None


def _chatter(window: XonWindow, published_bytes: int | None) -> Chatter:
    """As rule BUF119 judges: less than a packet is what makers ship, less than all that they ship is chatter."""
    if window.holds_a_packet:
        return Chatter.NONE
    if published_bytes is None:
        return Chatter.UNKNOWN
    return Chatter.CHATTERS if window.xon_offset_bytes < published_bytes else Chatter.AS_SHIPPED
