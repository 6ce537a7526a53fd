"""Words cut short: a CLI takes any beginning of a keyword that only one keyword has, and prints it in full.

Scripts and notes keep what was typed. The vocabulary here is that of the templates, smaller than the system's own, so a
beginning must be of three letters at least, and where two lines could be meant none is taken.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from roceconf.nos.text.match import Record, match
from roceconf.nos.text.templates import Template, load_template

SHORTEST = 3
"""Letters that a shortened word must have."""
MOST_WORDS = 80
"""Words of the longest line that is looked at: all 64 DSCPs and what stands around them; nobody types more."""
_TOKEN = re.compile(r"\{\{.*?\}\}|\S+")


def unabbreviated(os: str, statements: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Record]:
    """What statements say whose keywords are cut short.

    Args:
        os: short name of the network OS.
        statements: mode and text of statements that no pattern takes as they stand.

    Returns:
        Records by mode and text, of those that can only be one known statement.
    """
    meant: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for mode, text in statements:
        full = sorted({(mode, expanded) for expanded in _expansions(load_template(os, mode), text)})
        if full:
            meant[mode, text] = full
    records = match(os, [each for full in meant.values() for each in full])
    found: dict[tuple[str, str], Record] = {}
    for said, full in meant.items():
        taken = [record for each in full if (record := records[each]) is not None]
        if len(taken) == 1:
            found[said] = taken[0]
    return found


def _expansions(template: Template, text: str) -> Iterator[str]:
    """The statement with its keywords in full, by each pattern that it may be meant for."""
    words = text.split()
    if not 0 < len(words) <= MOST_WORDS or len(words[0]) < SHORTEST - 1:
        return
    for keyword in template.by_word:
        if _begins(keyword, words[0]):
            for index in template.by_word[keyword]:
                tokens = _tokens(template.patterns[index].line)
                yield from (" ".join(full) for full in _aligned(tokens, words))


@cache
def _tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line))


def _aligned(tokens: Sequence[str], words: Sequence[str]) -> Iterator[list[str]]:
    """The words laid along the tokens of a pattern: a keyword takes one, as does a variable without an expression."""
    if not tokens or not words:
        if not tokens and not words:
            yield []
        return
    first, rest = tokens[0], tokens[1:]
    if not first.startswith("{{"):
        if _begins(first, words[0]):
            yield from ([first, *full] for full in _aligned(rest, words[1:]))
        return
    takes_many = "re(" in first
    if not rest:
        if takes_many or len(words) == 1:
            yield list(words)
        return
    for taken in range(1, len(words) - len(rest) + 1 if takes_many else 2):
        yield from ([*words[:taken], *full] for full in _aligned(rest, words[taken:]))


def _begins(keyword: str, word: str) -> bool:
    return word == keyword or (len(word) >= SHORTEST and keyword.startswith(word))
