"""The tables of docs/nics.md, from the data: ``python -m tests.docs.nics_reference`` writes them anew."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from roceconf.cli.pages.nics import value_of
from roceconf.nic import Nic, Parameter, Standing, concepts, nic

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "nics.md"
BEGIN, END = "<!-- from the data: {} -->", "<!-- end of {} -->"

NAMED = (("connectx", "mlxconfig"), ("thor", "configfs"), ("e810", "module"), ("ionic", "debugfs"))
"""The interface of each maker whose names the page shows."""
VALUED = ("connectx", "thor", "e810", "ionic", "pensando-dsc", "dcqcn15", "hpcc")
HEADS = {
    "connectx": "ConnectX",
    "thor": "Thor",
    "e810": "E810",
    "ionic": "Pollara (ionic)",
    "pensando-dsc": "Pensando DSC",
    "dcqcn15": "DCQCN'15",
    "hpcc": "HPCC",
}


def page(text: str) -> str:
    """The page with both tables as the data has them."""
    for name, rows in (("names", names()), ("defaults", defaults())):
        begin, end = BEGIN.format(name), END.format(name)
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{_table(list(rows))}{end}{after}"
    return text


def names() -> Iterator[tuple[str, ...]]:
    """What each maker calls it."""
    yield ("what", *(f"{HEADS[key]}, {interface}" for key, interface in NAMED))
    for concept in concepts():
        row = [_name(nic(key), concept.key, interface) for key, interface in NAMED]
        if any(row):
            yield (f"`{concept.key}`", *row)


def defaults() -> Iterator[tuple[str, ...]]:
    """What each sets it to."""
    yield ("what", *(HEADS[key] for key in VALUED))
    for concept in concepts():
        row = [_value(nic(key), concept.key) for key in VALUED]
        if any(row):
            yield (f"`{concept.key}`", *row)


def _held(found: Nic, concept: str) -> Parameter | None:
    return next((each for each in found.parameters if each.concept.key == concept), None)


def _name(found: Nic, concept: str, interface: str) -> str:
    parameter = _held(found, concept)
    said = {} if parameter is None else dict(parameter.names)
    words = said.get(interface, "").removesuffix("_P1").split(", ")
    return ", ".join(f"`{word.rpartition('/')[2]}`" for word in words if word)


def _value(found: Nic, concept: str) -> str:
    parameter = _held(found, concept)
    if parameter is None:
        return ""
    if parameter.default is None:
        return "firmware" if parameter.standing is Standing.FIRMWARE else "-"
    return f"{value_of(parameter)}{' (?)' if parameter.standing is Standing.DISPUTED else ''}"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
