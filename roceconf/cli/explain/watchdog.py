"""``roceconf explain watchdog``."""

import json
from typing import Annotated

import typer

from roceconf.cli.explain.chip import asked_about
from roceconf.cli.explain.shared import buffer_of
from roceconf.cli.options import PageFormat, speed_mbps
from roceconf.cli.output import emit, refuse
from roceconf.cli.pages.watchdog import WatchdogAsked, watchdog_data, watchdog_page
from roceconf.cli.parsing import Command
from roceconf.sizing import watchdog_bounds, watchdog_timers


def add_to(subjects: typer.Typer) -> None:
    """Declare the subject."""
    subjects.command("watchdog", cls=Command)(watchdog)


def watchdog(
    ports: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Ports of the switch; not needed with a --sku that tells.")
    ] = None,
    speed: Annotated[str, typer.Option(help="Speed of the slowest lossless port, such as 100G.")] = "",
    sku: Annotated[str, typer.Option(help="Platform or HWSKU, for ports, alpha and shared buffer.")] = "",
    asic: Annotated[str, typer.Option(help="ASIC, such as th5; not needed with --sku.")] = "",
    alpha: Annotated[str, typer.Option(help="Alpha of the lossless priority groups, such as 1/8.")] = "",
    shared: Annotated[str, typer.Option(help="Shared buffer of one partition, such as 60MB.")] = "",
    classes: Annotated[int, typer.Option(min=1, max=8, help="Lossless classes of a port.")] = 1,
    rnic_timeout: Annotated[
        int | None, typer.Option(min=1, max=31, help="Local ACK timeout of the RNICs, the exponent; 18 if left out.")
    ] = None,
    output_format: Annotated[PageFormat, typer.Option("--format", help="For people or programs.")] = PageFormat.TEXT,
) -> None:
    """Say how long the PFC watchdog may wait: the default timers, and the bounds on both sides."""
    asked_chip = asked_about(sku, asic) if sku or asic else None
    known = None if asked_chip is None or asked_chip.hwsku is None else asked_chip.hwsku.ports
    count = ports if ports is not None else known
    if count is None:
        raise refuse("how many ports? pass --ports, or a --sku whose ports are known")
    rate = speed_mbps(speed) if speed else None
    buffer = buffer_of(asked_chip, alpha, shared, rate, classes)
    bounds = watchdog_bounds(
        slowest_mbps=rate, alpha=buffer.alpha, shared_bytes=buffer.shared_bytes, rnic_timeout=rnic_timeout
    )
    taken = buffer.sources if rate is not None else (*buffer.sources, "slowest port: not said; pass --speed")
    asked = WatchdogAsked(count, rate, watchdog_timers(count), bounds, taken)
    if output_format is PageFormat.JSON:
        emit(json.dumps(watchdog_data(asked), indent=2) + "\n")
    else:
        emit(watchdog_page(asked))
