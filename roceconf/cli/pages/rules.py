"""Pages of the rules: one rule, or the list."""

from collections.abc import Iterable

from roceconf.cli.pages.layout import columns
from roceconf.rules.model import Rule


def rule_list(rules: Iterable[Rule]) -> str:
    """One line a rule: id, severity, name, what it is about."""
    return columns((rule.id, str(rule.severity), rule.name, rule.summary) for rule in rules)


def rule_page(rule: Rule) -> str:
    """The whole page of a rule."""
    head = f"{rule.id} {rule.name} ({rule.severity}, since {rule.since})\n\n"
    return head + rule.page.rstrip() + "\n\nReferences:\n" + "".join(f"  {source}\n" for source in rule.sources)


def rule_data(rule: Rule) -> dict[str, object]:
    """The same, as what JSON can say."""
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": str(rule.severity),
        "since": rule.since,
        "summary": rule.summary,
        "page": rule.page,
        "sources": list(rule.sources),
    }
