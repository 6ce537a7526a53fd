"""What ``explain alpha`` and ``explain xoff`` share: a priority group, and the buffer of which it may hold a part."""

from collections.abc import Callable
from typing import TypeVar

from roceconf.cli import options
from roceconf.cli.explain.said import Said
from roceconf.cli.explain.shared_buffer import buffer_asked
from roceconf.cli.output import refuse
from roceconf.cli.page import emit_page
from roceconf.cli.pages.asked import BufferAsked

Found = TypeVar("Found")


def subject(
    reckon: Callable[[BufferAsked], Found],
    data: Callable[[BufferAsked, Found], dict[str, object]],
    page: Callable[[BufferAsked, Found], str],
) -> Callable[..., None]:
    """The command that asks for a group and its shared buffer, reckons, and shows what it found.

    Args:
        reckon: the numbers; a ValueError that it raises is told and ends with 2.
        data: shows them as JSON.
        page: shows them as text.
    """

    def explain(
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
        said = Said(
            sku=sku, asic=asic, topology=topology, pool=pool, xoff=xoff, ports=ports, groups=groups, shared=shared,
            alpha=alpha, dynamic_th=dynamic_th, minimum=minimum, headroom=headroom, speed=speed, cable=cable,
            link_only_chooses=True,
        )  # fmt: skip
        asked = buffer_asked(said)
        try:
            found = reckon(asked)
        except ValueError as error:
            raise refuse(str(error)) from None
        emit_page(output_format, data(asked, found), page(asked, found))

    return explain
