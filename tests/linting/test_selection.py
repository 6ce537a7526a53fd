"""Which rules are asked."""

import pytest

from roceconf.linting.selection import NoRuleLeftError, chosen_rules
from roceconf.rules import UnknownRuleError
from roceconf.rules.model import REGISTRY
from tests.linting.fake_os import RULES


@pytest.fixture(autouse=True)
def _only_fake_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = ("roceconf.rules.all_rules", "roceconf.linting.selection.all_rules")
    for name in everywhere:
        monkeypatch.setattr(name, lambda: RULES)
    for rule in RULES:
        monkeypatch.setitem(REGISTRY, rule.id, rule)


def _ids(select: list[str], ignore: list[str]) -> list[str]:
    return [rule.id for rule in chosen_rules(select, ignore)]


@pytest.mark.parametrize(
    ("select", "ignore", "left"),
    [
        ([], [], ["FAK101", "FAK102", "FAK103"]),
        (["FAK"], ["fak102"], ["FAK101", "FAK103"]),
        (["breaks", "FAK101"], [], ["FAK101", "FAK102"]),
        ([], ["lacks"], ["FAK101", "FAK102"]),
    ],
)
def test_ids_names_and_families(select: list[str], ignore: list[str], left: list[str]) -> None:
    assert _ids(select, ignore) == left


def test_an_unknown_rule_names_the_nearest() -> None:
    with pytest.raises(UnknownRuleError, match="FAK101"):
        _ids(["FAK1O1"], [])


def test_no_rule_left_is_said() -> None:
    with pytest.raises(NoRuleLeftError):
        _ids(["FAK101"], ["FAK"])
