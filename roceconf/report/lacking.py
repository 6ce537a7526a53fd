"""What the rules could not judge, and the option that supplies the fact they lacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roceconf.linting.outcome import JudgedFile


_OPTIONS: Mapping[str, str] = {
    "ASIC": "pass --sku or --asic",
    "cable length": "pass --cable",
    "DSCPs of RoCE": "pass --roce-dscp",
    "DSCPs of CNPs": "pass --cnp-dscp",
}
"""The option that supplies a fact, by the fact as rules name it."""


def requests(files: Iterable[JudgedFile]) -> tuple[str, ...]:
    """One line a lacking fact: how many rules need it, and what to pass.

    Args:
        files: the judged files with the rules they skipped.

    Returns:
        ``9 rules need the ASIC: pass --sku or --asic``, the most wanted fact first; a fact that no option supplies
        comes without one.
    """
    rules_by_remedy: dict[str, set[str]] = {}
    for file in files:
        for rule, fact in file.skipped_rules:
            rules_by_remedy.setdefault(_remedy(fact, file), set()).add(rule)
    wanted = sorted(rules_by_remedy.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(f"{_subject(len(rules))} {remedy}" for remedy, rules in wanted)


def _subject(count: int) -> str:
    return "1 rule needs" if count == 1 else f"{count} rules need"


def _remedy(fact: str, file: JudgedFile) -> str:
    if fact == "ASIC" and file.other_chip:
        return f"a Tomahawk: {file.sku} is {file.other_chip}, by whose numbers nothing is judged"
    if fact in _OPTIONS:
        return f"the {fact}: {_OPTIONS[fact]}"
    return f"the {fact}, which neither the file nor an option says"
