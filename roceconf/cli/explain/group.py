"""Which priority group a subject is asked about: as the command line says, and beyond that as rows are published."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import typer

from roceconf.asic import Asic, HeadroomRow, HeadroomTable, speed_name
from roceconf.cli.explain.chip import Asked
from roceconf.cli.explain.said import Said, amount_bytes
from roceconf.cli.options import cable_length_m, speed_mbps
from roceconf.cli.output import refuse
from roceconf.cli.pages.asked import SAID, Given, Group
from roceconf.cli.pages.layout import number
from roceconf.sizing import alpha_of, dynamic_th_of, published_headroom


class _Rows(NamedTuple):
    """The published rows that may be meant.

    Attributes:
        rows: none of them doubtful.
        alike: who gave a number that all of them have.
        scope: what they are for, as words that follow "published"; empty for all there is.
        assumed: why they are taken although they are of something else; empty where they are not.
        missing: why there are none, where there are none.
        headroom: the headroom; None where they differ, or are of another speed or a shorter cable.
        caveats: what to know of them.
    """

    rows: tuple[HeadroomRow, ...] = ()
    alike: str = ""
    scope: str = ""
    assumed: str = ""
    missing: str = "not published"
    headroom: Given | None = None
    caveats: tuple[str, ...] = ()

    def given(self, numbers: Iterable[int]) -> Given | None:
        """The number, where all rows have the same."""
        return _alike(numbers, self.alike)

    def one_of(self, field: str, choose: Callable[[Iterable[int]], int], option: str) -> Given:
        """The number of all rows, else the one chosen of those that differ, with which rows have which; else 0.

        Args:
            field: of a row.
            choose: ``max`` or ``min``, whichever promises less.
            option: what to pass where no row says it; empty where there is no option.
        """
        numbers = [getattr(row, field) for row in self.rows]
        if not numbers:
            return Given(0, f"{self.missing}; 0 taken" + (f", pass {option}" if option else ""))
        superlative = "largest" if choose is max else "smallest"
        which = "; ".join(f"{number(held)} B for {names}" for held, names in _holders(self.rows, numbers))
        prefix = "assumed, " if self.assumed else ""
        suffix = f"; {self.assumed}" if self.assumed else ""
        differing = f"{prefix}the {superlative} published{self.scope}: {which}{suffix}"
        return self.given(numbers) or Given(choose(numbers), differing)


def group_asked(asked: Asked, said: Said) -> Group:
    """The group that the command line says, as far as it does, and the published rows of the switch beyond that.

    Args:
        asked: the chip, platform and HWSKU.
        said: the command line.

    Raises:
        typer.BadParameter: a value is none.
        typer.Exit: half a link is said, or alpha twice; it has been said.
    """
    table = None if asked.platform is None else asked.platform.table_for(asked.hwsku and asked.hwsku.name)
    found = _rows(table, said)
    rows = found.rows
    offset = found.given(row.xon_offset_bytes for row in rows)
    return Group(
        minimum=_minimum(asked.asic, said, found),
        headroom=Given(amount_bytes(said.headroom, "--headroom", asked.asic), SAID) if said.headroom
        else found.headroom,
        dynamic_th=dynamic_th_said(said) or found.given(row.dynamic_th for row in rows),
        xon=found.one_of("xon_bytes", min, ""),
        xon_offset=Given(amount_bytes(said.xon_offset, "--xon-offset", asked.asic, zero=True), SAID)
        if said.xon_offset else offset,
        rows=rows,
        source="" if table is None or not rows else table.sources[0],
        caveats=found.caveats,
    )  # fmt: skip


def dynamic_th_said(said: Said) -> Given | None:
    """The exponent of alpha as the command line says it; None where it does not.

    Raises:
        typer.BadParameter: it is none.
        typer.Exit: it is said twice, or out of range; it has been said.
    """
    if said.dynamic_th is not None and said.alpha:
        raise refuse("--alpha and --dynamic-th say the same: pass one of them")
    if said.dynamic_th is not None:
        try:
            alpha_of(said.dynamic_th)
        except ValueError as error:
            raise refuse(str(error)) from None
        return Given(said.dynamic_th, SAID)
    if not said.alpha:
        return None
    from roceconf.units import alpha

    try:
        return Given(dynamic_th_of(alpha(said.alpha)), SAID)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--alpha") from None


def _alike(numbers: Iterable[int], by: str) -> Given | None:
    found = set(numbers)
    return Given(found.pop(), by) if len(found) == 1 else None


def _minimum(asic: Asic, said: Said, found: _Rows) -> Given:
    if said.minimum:
        return Given(amount_bytes(said.minimum, "--min", asic, zero=True), SAID)
    return found.one_of("size_bytes", max, "--min")


def _holders(rows: tuple[HeadroomRow, ...], numbers: list[int]) -> Iterator[tuple[int, str]]:
    """Which rows have which number, the largest first: by length, of speeds that have it at the same lengths."""
    for held in sorted(set(numbers), reverse=True):
        lengths: dict[int, list[int]] = {}
        for row, has in zip(rows, numbers, strict=True):
            if has == held:
                lengths.setdefault(row.speed_mbps, []).append(row.cable_m)
        speeds: dict[tuple[int, ...], list[str]] = {}
        for mbps, cables in lengths.items():
            speeds.setdefault(tuple(cables), []).append(speed_name(mbps))
        yield (
            held,
            ", ".join(
                f"{' and '.join(names)} at {_listed([f'{cable_m}m' for cable_m in cables])}"
                for cables, names in speeds.items()
            ),
        )


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _rows(table: HeadroomTable | None, said: Said) -> _Rows:
    if said.cable and not said.speed:
        raise refuse("--cable is half a link: pass --speed too, or leave it out")
    speed = speed_mbps(said.speed) if said.speed else None
    cable_m = cable_length_m(said.cable) if said.cable else None
    if table is None:
        idle = speed is not None and said.link_only_chooses
        return _Rows(
            caveats=("no headroom rows are published for what is named: the link chooses none",) if idle else ()
        )
    trusted = tuple(row for row in table.rows if not row.suspect)
    if not trusted:
        doubtful = f"every row published for it is passed over as doubtful: {table.rows[0].suspect}"
        return _Rows(missing="every published row is doubtful", caveats=(doubtful,))
    if speed is None:
        return _of(trusted, "every speed and length", "")
    name, of_speed = speed_name(speed), tuple(row for row in trusted if row.speed_mbps == speed)
    if not of_speed:
        none = f"there is no row of {name} to rely upon"
        return _Rows(trusted, f"assumed, as published for other speeds: {none}", " for other speeds", none)
    if cable_m is None:
        return _of(of_speed, f"every length of {name}", f" for {name}")
    return _of_length(table, of_speed, cable_m)


def _of(rows: tuple[HeadroomRow, ...], every: str, scope: str) -> _Rows:
    alike = f"published alike for {every}"
    return _Rows(rows, alike, scope, headroom=_alike((row.xoff_bytes for row in rows), alike))


def _of_length(table: HeadroomTable, of_speed: tuple[HeadroomRow, ...], cable_m: float) -> _Rows:
    """The row of this length, else the next longer one, as a plan takes it; beyond all rows those there are, and a law.

    Beyond all rows their law says the headroom. What it does not say is that of the rows of the speed.
    """
    speed = of_speed[0].speed_mbps
    row = table.next_longer(speed, cable_m)
    doubtful = tuple(
        f"the row of {_name(each)} is passed over as doubtful: {each.suspect}"
        for each in table.rows
        if each.speed_mbps == speed and each.cable_m == cable_m and each.suspect
    )
    if row is not None:
        longer = "" if row.cable_m == cable_m else ", the next longer row"
        by = f"published for {_name(row)}{longer}"
        return _Rows((row,), by, headroom=Given(row.xoff_bytes, by), caveats=doubtful)
    longest = of_speed[-1]
    law = published_headroom(table, speed, cable_m)
    name = speed_name(speed)
    up_to = f"{name}, up to {longest.cable_m}m"
    found = _of(of_speed, f"every length of {up_to}", f" for {up_to}")
    if law is None:
        unknown = f"the longest row of {name} is {longest.cable_m}m, and no law of the rows says a longer headroom"
        return found._replace(headroom=None, caveats=(*doubtful, unknown))
    by_law = f"by the law of the rows, whose longest is {longest.cable_m}m"
    return found._replace(headroom=Given(law.headroom_bytes, by_law), caveats=doubtful)


def _name(row: HeadroomRow) -> str:
    return f"{speed_name(row.speed_mbps)} {row.cable_m}m"
