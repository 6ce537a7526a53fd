"""Amounts in cells: how a message writes them, and whose cells they fit."""

from roceconf.asic import asic, asic_names


def cells(amount_bytes: int, cell_bytes: int) -> str:
    """An amount that is no whole number of cells, in words: ``3,289 cells of 254 B and 1 B more``."""
    return f"{amount_bytes // cell_bytes:,} cells of {cell_bytes} B and {amount_bytes % cell_bytes} B more"


def whole_in_cells_of(amount_bytes: int, cell_bytes: int) -> int | None:
    """The smallest cell of another Tomahawk, in bytes, in which an amount is whole; None where there is none."""
    sizes = {asic(name).cell_bytes.value for name in asic_names()}
    return min((size for size in sizes if size and size != cell_bytes and amount_bytes % size == 0), default=None)
