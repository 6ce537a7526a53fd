"""``roceconf explain alpha``."""

import typer

from roceconf.cli import options
from roceconf.cli.explain.said import Said
from roceconf.cli.explain.shared_buffer import buffer_asked
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.asked import ACTIVE_GROUPS
from roceconf.cli.pages.buffers import alpha_data, alpha_page
from roceconf.cli.parsing import Command
from roceconf.sizing import dynamic_threshold


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("alpha", cls=Command)(alpha)


def alpha(
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
    headroom: options.HeadroomOption = "",
    speed: options.SpeedOption = "",
    cable: options.CableOption = "",
    output_format: options.FormatOption = options.PageFormat.TEXT,
) -> None:
    """Say what a dynamic threshold is in bytes, by how many priority groups are at it."""
    said = Said(
        sku=sku, asic=asic, topology=topology, pool=pool, xoff=xoff, ports=ports, groups=groups, shared=shared,
        alpha=alpha, dynamic_th=dynamic_th, minimum=minimum, headroom=headroom, speed=speed, cable=cable,
        link_only_chooses=True,
    )  # fmt: skip
    asked = buffer_asked(said)
    cell_bytes = asked.switch.asic.cell_bytes.value or 1
    try:
        thresholds = [
            (
                active,
                dynamic_threshold(
                    asked.shared, cell_bytes=cell_bytes, dynamic_th=asked.dynamic_th.value, active_groups=active
                ),
            )
            for active in ACTIVE_GROUPS
        ]
    except ValueError as error:
        raise refuse(str(error)) from None
    emit_page(output_format, alpha_data(asked, thresholds), alpha_page(asked, thresholds))
