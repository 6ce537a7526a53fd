"""``roceconf explain watchdog``."""

from typing import Annotated

import typer

from roceconf.cli import options
from roceconf.cli.explain.said import Said
from roceconf.cli.explain.shared_buffer import bound_asked
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.asked import ports_said
from roceconf.cli.pages.watchdog import WatchdogAsked, watchdog_data, watchdog_page
from roceconf.cli.parsing import Command
from roceconf.sizing import check_watchdog, watchdog_bounds, watchdog_timers


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("watchdog", cls=Command)(watchdog)


def watchdog(
    ports: options.PortsOption = None,
    speed: Annotated[str, typer.Option(help="Speed of the slowest lossless port, such as 100G.")] = "",
    sku: options.SkuOption = "",
    topology: options.TopologyOption = "",
    asic: options.AsicOption = "",
    pool: options.PoolOption = "",
    xoff: options.PoolXoffOption = "",
    shared: options.SharedOption = "",
    alpha: options.AlphaOption = "",
    dynamic_th: options.DynamicThOption = None,
    groups: options.GroupsOption = None,
    minimum: options.MinOption = "",
    rnic_timeout: Annotated[
        int | None, typer.Option(min=1, max=31, help="Local ACK timeout of the RNICs, the exponent; 18 if left out.")
    ] = None,
    output_format: options.FormatOption = options.PageFormat.TEXT,
) -> None:
    """Say how long the PFC watchdog may wait: the default timers, and the bounds on both sides."""
    said = Said(
        sku=sku, asic=asic, topology=topology, pool=pool, xoff=xoff, ports=ports, groups=groups, shared=shared,
        alpha=alpha, dynamic_th=dynamic_th, minimum=minimum, speed=speed,
    )  # fmt: skip
    bound = bound_asked(said, counts_ports=True)
    if not bound.ports.value:
        raise refuse("how many ports? pass --ports, or a --sku whose ports are known")
    rate = options.speed_mbps(speed) if speed else None
    bounds = watchdog_bounds(
        slowest_mbps=rate, alpha=bound.alpha, shared_bytes=bound.shared_bytes, rnic_timeout=rnic_timeout
    )
    timers = watchdog_timers(bound.ports.value)
    taken = [
        "slowest port: not said; pass --speed" if rate is None else f"slowest port {speed}: said",
        ports_said(bound.ports),
        *bound.taken,
        f"RNIC timeout {bounds.rnic_timeout}: {'assumed; pass --rnic-timeout' if rnic_timeout is None else 'said'}",
    ]
    asked = WatchdogAsked(
        ports=bound.ports.value,
        slowest_mbps=rate,
        timers=timers,
        bounds=bounds,
        objections=check_watchdog(
            bounds, detection_ms=timers.detection_ms, restoration_ms=timers.restoration_ms, poll_ms=timers.poll_ms
        ),
        taken=tuple(dict.fromkeys(taken)),
        sources=bound.sources,
        caveats=bound.caveats,
    )
    emit_page(output_format, watchdog_data(asked), watchdog_page(asked))
