"""The rules: one module or folder a family; importing it declares its rules."""

from importlib import import_module

from roceconf.rules.model import REGISTRY, Rule

FAMILIES: tuple[str, ...] = (
    "pfc",
    "classes",
    "headroom",
    "buffers",
    "marking",
    "scheduling",
    "watchdog",
    "mtu",
    "references",
    "statements",
)
"""The modules and folders of this room that hold rules, in the order their families are listed."""


def all_rules() -> tuple[Rule, ...]:
    """Every rule, by family in the order of ``FAMILIES`` and by id within it."""
    for family in FAMILIES:
        import_module(f"{__name__}.{family}")
    declared = [rule for rule in REGISTRY.values() if rule.family in FAMILIES]
    return tuple(sorted(declared, key=lambda rule: (FAMILIES.index(rule.family), rule.id)))


class UnknownRuleError(Exception):
    """No rule of that id or name; the message names the nearest."""


def find_rule(id_or_name: str) -> Rule:
    """The rule of that id (any case) or name.

    Raises:
        UnknownRuleError: there is none.
    """
    rules = all_rules()
    for rule in rules:
        if id_or_name.upper() == rule.id or id_or_name.lower() == rule.name:
            return rule
    from difflib import get_close_matches

    known = [rule.id for rule in rules] + [rule.name for rule in rules]
    near = get_close_matches(id_or_name.upper(), known, 1) or get_close_matches(id_or_name.lower(), known, 1)
    hint = f": did you mean {near[0]}?" if near else ": 'roceconf rule' lists them all"
    raise UnknownRuleError(f"unknown rule '{id_or_name}'{hint}")
