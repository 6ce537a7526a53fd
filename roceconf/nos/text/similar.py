"""Which known statement a misspelt one was meant to be."""

from functools import cache, lru_cache

from roceconf.nos.text.modes import ModeTable

SIMILAR = 0.8
"""From this ratio of difflib on, two words are taken for the same word misspelt. Tried on published configurations:
no good line reaches it, the faulty ones do."""


def nearest_head(table: ModeTable, mode: str, text: str) -> str:
    """The head of a mode that a statement nearly begins with.

    Heads are compared word by word, because commands of one family differ in one short word
    (``service-policy type pbr``, ``service-policy type qos``) and are not misspellings of each other.

    Args:
        table: the mode table.
        mode: name of the mode.
        text: the statement; a leading ``no`` is looked past.

    Returns:
        The nearest head, or an empty text where none is near; also where the statement begins with a head exactly.
    """
    words = table.positive(text).split()
    heads = _in_words(table.mode(mode).heads)
    firsts = {known for known in {parts[0] for _, parts in heads} if words and word_ratio(known, words[0])}
    best, nearest = 0.0, ""
    for head, parts in heads if firsts else ():
        ratio = _head_ratio(parts, words) if parts[0] in firsts else 0.0
        if ratio > best:
            best, nearest = ratio, head
    return nearest if best < 1.0 else ""


@cache
def _in_words(heads: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((head, tuple(head.split())) for head in heads)


def _head_ratio(head: tuple[str, ...], words: list[str]) -> float:
    """The lowest ratio of the words of a head to those of a statement; 0 where one is too far off."""
    if len(words) < len(head):
        return 0.0
    lowest = 1.0
    for known, said in zip(head, words, strict=False):
        lowest = min(lowest, word_ratio(known, said))
        if lowest < SIMILAR:
            return 0.0
    return lowest


@lru_cache(maxsize=4096)
def word_ratio(known: str, said: str) -> float:
    """How alike two words are, by difflib; 0 where their lengths or letters already rule it out.

    Args:
        known: the known word.
        said: the word that was written.

    Returns:
        1.0 for the same word, 0.0 for words below :data:`SIMILAR`.
    """
    if known == said:
        return 1.0
    total = len(known) + len(said)
    if min(len(known), len(said)) * 2 < SIMILAR * total:
        return 0.0
    shared = sum(min(known.count(letter), said.count(letter)) for letter in set(known))
    if shared * 2 < SIMILAR * total:  # no order of the letters can make more of them
        return 0.0
    from difflib import SequenceMatcher  # seldom needed, and lint starts often

    ratio = SequenceMatcher(None, known, said).ratio()
    return ratio if ratio >= SIMILAR else 0.0
