"""Pages of NICs: one of them, and the list of all."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from roceconf.cli.pages.layout import columns, number, paragraph
from roceconf.nic import Nic, Parameter, Standing

_NO_VALUE = {
    Standing.FIRMWARE: "lives in firmware",
    Standing.UNSET: "nothing as delivered",
}
_NO_UNIT = ("DSCP", "802.1p", "0 or 1", "mask of priorities", "number of a profile")
"""Units that say what a number is, rather than how much it is."""


def nic_list(nics: Iterable[Nic]) -> str:
    """One line a NIC: key, name, and what a switch has to agree with."""
    header = ("key", "CNP DSCP", "CNP 802.1p", "CNP interval", "RoCE DSCP", "NIC")
    rows = [
        (
            nic.key,
            _bare(nic.cnp_dscp),
            _bare(nic.cnp_priority),
            "?" if nic.cnp_interval_ns is None else f"{number(nic.cnp_interval_ns / 1000)} us",
            _bare(nic.roce_dscp),
            nic.name,
        )
        for nic in nics
    ]
    return columns([header, *rows])


def nic_page(nic: Nic) -> str:
    """Everything known of a NIC: its interfaces, every parameter with names and range, its traps, and the sources."""
    sources = list(dict.fromkeys(source for parameter in nic.parameters for source in parameter.sources))
    numbers = {source: place for place, source in enumerate(sources, start=1)}
    parts = [f"{nic.name} ({nic.key})\n\n", paragraph(f"covers: {nic.covers}")]
    parts += [paragraph(f"note: {note}") for note in nic.notes]
    if nic.interfaces:
        parts += ["\ninterfaces:\n", columns(nic.interfaces, "  ")]
    for point, parameters in groupby(nic.parameters, key=lambda parameter: parameter.concept.point):
        parts.append(f"\n{point}:\n")
        for parameter in parameters:
            parts += _parameter(parameter, [numbers[source] for source in parameter.sources])
    if nic.traps:
        parts.append("\ntraps:\n")
        for trap in nic.traps:
            parts += [paragraph(trap.text, "  "), paragraph(f"source: {trap.source}", "      ")]
    parts += ["\nsources:\n", columns([(f"[{place}]", source) for source, place in numbers.items()], "  ")]
    return "".join(parts)


def nic_data(nic: Nic) -> dict[str, object]:
    """The same as :func:`nic_page`, as what JSON can say."""
    return {
        "key": nic.key,
        "name": nic.name,
        "maker": nic.maker,
        "kind": nic.kind,
        "covers": nic.covers,
        "notes": list(nic.notes),
        "interfaces": dict(nic.interfaces),
        "cnp_interval_ns": nic.cnp_interval_ns,
        "cnp_dscp": nic.cnp_dscp,
        "cnp_priority": nic.cnp_priority,
        "roce_dscp": nic.roce_dscp,
        "roce_priority": nic.roce_priority,
        "parameters": [_parameter_data(parameter) for parameter in nic.parameters],
        "traps": [trap._asdict() for trap in nic.traps],
    }


def value_of(parameter: Parameter) -> str:
    """What a parameter is set to, with its unit; or why there is no value."""
    default, unit = parameter.default, parameter.unit
    if default is None:
        return _NO_VALUE[parameter.standing]
    if isinstance(default, str):
        return default
    if unit.startswith("1/"):
        return f"{_ungrouped(default)}/{unit.removeprefix('1/')}"
    if unit == "log2":
        return f"2^{_ungrouped(default)}"
    return number(default) if unit in _NO_UNIT else f"{number(default)} {unit}".rstrip()


def _parameter(parameter: Parameter, sources: list[int]) -> Iterator[str]:
    said = [_range(parameter), "" if parameter.default is None else parameter.standing]
    beside = "; ".join(each for each in said if each)
    numbers = " ".join(f"[{each}]" for each in sources)
    yield f"  {parameter.concept.key}: {value_of(parameter)}{f'  ({beside})' if beside else ''}  {numbers}\n"
    yield paragraph(parameter.meaning, "      ")
    if parameter.names:
        yield paragraph(", ".join(f"{name.interface} {name.name}" for name in parameter.names), "      ")
    if parameter.note:
        yield paragraph(f"note: {parameter.note}", "      ")


def _range(parameter: Parameter) -> str:
    lowest, highest = parameter.lowest, parameter.highest
    if isinstance(parameter.default, str):
        return parameter.unit
    if lowest is not None and highest is not None:
        return f"{number(lowest)} to {number(highest)}"
    if lowest is not None:
        return f"{number(lowest)} and more"
    return "" if highest is None else f"up to {number(highest)}"


def _parameter_data(parameter: Parameter) -> dict[str, object]:
    return {
        "concept": parameter.concept.key,
        "point": parameter.concept.point,
        "meaning": parameter.meaning,
        "names": {name.interface: name.name for name in parameter.names},
        "unit": parameter.unit,
        "default": parameter.default,
        "lowest": parameter.lowest,
        "highest": parameter.highest,
        "standing": parameter.standing,
        "sources": list(parameter.sources),
        "note": parameter.note,
    }


def _bare(value: int | None) -> str:
    return "?" if value is None else number(value)


def _ungrouped(value: float) -> str:
    """A numerator or an exponent: without the commas of a number that stands alone."""
    return number(value).replace(",", "")
