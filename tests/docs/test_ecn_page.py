"""The table of schools in ``docs/ecn.md``, and the numbers its text calculates."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from roceconf.sizing import Marking, Preset, ecn_thresholds, preset, presets
from roceconf.sizing.watchdog import rnic_gives_up_ms

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "ecn.md"
BEGIN, END = "<!-- schools: tests/docs/test_ecn_page.py holds this table -->\n", "<!-- end of schools -->"


def table() -> str:
    """The table as the data have it: ``python -m tests.docs.test_ecn_page`` writes it into the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "| preset | who | published for | Kmin | Kmax | Pmax | caution |"
    yield "|---|---|---|---|---|---|---|"
    for held in map(preset, presets()):
        who = held.title if held.year is None else f"{held.title} ({held.year})"
        speeds = ", ".join(map(_speed, held.published_for_mbps)) or "any"
        yield f"| `{held.name}` | {who} | {speeds} | {' | '.join(_values(held))} | {held.caution or '–'} |"


def _values(held: Preset) -> tuple[str, str, str]:
    if held.fill_percent is not None:
        low, high, pmax = held.fill_percent
        return (f"fill {low} %", f"fill {high} %", f"{pmax} %")
    if held.per_bdp is not None:
        return ("above C * RTT / {1}".format(*held.per_bdp), "= Kmin", f"{held.per_bdp[2]} %")
    if held.per_rate is not None:
        at = held.per_rate
        each = f" B for each {_speed(at.speed_mbps)}"
        return (f"{at.kmin_bytes:,}{each}", f"{at.kmax_bytes:,}{each}", f"{at.pmax_percent} %")
    several = len(held.points) > 1
    kmin, kmax = (
        ", ".join(
            dict.fromkeys(f"{value:,} B" + (f" at {_speed(at.speed_mbps)}" if several else "") for at, value in values)
        )
        for values in (
            [(at, at.kmin_bytes) for at in held.points],
            [(at, at.kmax_bytes) for at in held.points],
        )
    )
    return (kmin, kmax, f"{held.points[0].pmax_percent} %")


def _speed(mbps: int) -> str:
    return f"{mbps / 1000:g}G"


def test_the_table_is_what_the_data_say() -> None:
    page = PAGE.read_text("utf-8")
    assert page.partition(BEGIN)[2].partition(END)[0] == table(), "write it anew: python -m tests.docs.test_ecn_page"


def test_the_worked_example_is_right() -> None:
    page = PAGE.read_text("utf-8")
    assert 10_875_072 // 4 == 2_718_768
    assert Fraction(2_718_768, 8 * 3) == 113_282
    assert "`2718768 / (8 * (1 + 2)) = 113,282 B`" in page


def test_the_refusal_it_shows_is_the_refusal() -> None:
    with pytest.raises(ValueError, match="Kmin may be at most") as refused:
        ecn_thresholds(100_000, marking=Marking(Fraction(1, 8), 200_000, fan_out=8, fan_in=1))
    assert f"error: {refused.value}\n" in PAGE.read_text("utf-8")


def test_the_retry_times_it_names_are_right() -> None:
    assert [round(rnic_gives_up_ms(timeout) / 1000, 2) for timeout in (14, 18, 20)] == [0.47, 7.52, 30.06]


if __name__ == "__main__":
    whole = PAGE.read_text("utf-8")
    before, _, rest = whole.partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], "utf-8")
