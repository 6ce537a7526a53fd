"""Which rules a run asks, by the ids, names and families a user selects and ignores."""

from collections.abc import Sequence

from roceconf.rules import all_rules, find_rule
from roceconf.rules.model import Rule


class NoRuleLeftError(Exception):
    """What was selected was ignored as well."""


def chosen_rules(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[Rule, ...]:
    """The rules to ask.

    Args:
        select: ids, names or the beginnings of ids (``PFC``, ``HDR1``); all rules where empty.
        ignore: the same, taken away from those.

    Returns:
        Rules in the order of their families.

    Raises:
        UnknownRuleError: a word stands for no rule; the message names the nearest.
        NoRuleLeftError: no rule is left.
    """
    wanted = _ids(select) if select else {rule.id for rule in all_rules()}
    wanted -= _ids(ignore)
    if not wanted and (select or ignore):
        raise NoRuleLeftError("no rule is left: what --select takes --ignore gives back")
    return tuple(rule for rule in all_rules() if rule.id in wanted)


def _ids(words: Sequence[str]) -> set[str]:
    return {rule_id for word in words for rule_id in _matching(word)}


def _matching(word: str) -> tuple[str, ...]:
    family = tuple(rule.id for rule in all_rules() if word and rule.id.startswith(word.upper()))
    return family or (find_rule(word).id,)
