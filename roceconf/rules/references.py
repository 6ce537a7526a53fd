"""Names: those that are used but not defined, and those that are defined but not used."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import plural
from roceconf.switch import Concern, Names, Reading, Use


@rule(
    "REF101",
    "undefined-name",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp (unresolved maps are retried)", "sonic-buildimage #28762"),
)
def name_is_defined(reading: Reading, context: Context) -> Iterator[Fault]:
    """A name is used that nothing defines.

    What the fabric does
        The statement that uses it is refused or waits for ever, and with it often everything beside it: a port whose
        map does not exist may not get PFC either, and no error is shown.

    How to mend it
        Define the name, or write the one that was meant.

    Source
        sonic-swss qosorch.cpp: a PORT_QOS_MAP entry with an unresolved map is retried as a whole, pfc_enable included;
        sonic-buildimage pull request 28762.
    """
    for (kind, name), uses in _missing(reading.names).items():
        known = _known(reading.names, kind)
        first, *others = uses
        consequence = first.consequence or "The statement is refused or without effect."
        yield Fault(
            f"{first.by} uses {kind} '{name}', which is not defined. {consequence}",
            f"define {kind} '{name}'{_suggestion(name, known)}",
            Place(at=first.at),
            tuple(port for use in uses for port in use.ports),
            {"uses": len(uses)},
            tuple((Place(at=use.at), f"{use.by} uses it too") for use in others),
        )


def _missing(names: Names) -> dict[tuple[str, str], list[Use]]:
    """The uses of each kind and name that the text would define if anything did."""
    defined = {(definition.kind, definition.name) for definition in names.definitions}
    missing: dict[tuple[str, str], list[Use]] = {}
    for use in names.uses:
        if use.kind in names.complete and (use.kind, use.name) not in defined:
            missing.setdefault((use.kind, use.name), []).append(use)
    return missing


def _known(names: Names, kind: str) -> list[str]:
    return sorted(definition.name for definition in names.definitions if definition.kind == kind)


def _nearest(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, known, 1)), "")


def _suggestion(name: str, known: list[str]) -> str:
    if not known:
        return ""
    near = _nearest(name, known)
    return f", or use '{near}'" if near else f", or use one of those there are: {', '.join(known[:5])}"


@rule(
    "REF102",
    "defined-never-used",
    on=Reading,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Microsoft Azure_Local_Physical_Network_Config_Tool #53 (a policy with ECN applied nowhere)",),
)
def definition_is_used(reading: Reading, context: Context) -> Iterator[Fault]:
    """A name is defined but nothing uses it.

    What the fabric does
        What the definition says is not in force anywhere. A warning where nothing of its kind is used at all, which
        looks like a forgotten line, and the text shows the ports that could use it; else a note.

    How to mend it
        Apply it where it was meant to act, or remove it.

    Source
        Azure_Local_Physical_Network_Config_Tool pull request 53: ECN configured in a policy that is applied nowhere.
    """
    names = reading.names
    used = {(use.kind, use.name) for use in names.uses}
    used_kinds = {kind for kind, _ in used}
    meant = {(kind, _nearest(name, _known(names, kind))) for kind, name in _missing(names)}
    for definition in names.definitions:
        if definition.expected_unused or (definition.kind, definition.name) in used | meant:
            continue
        alone = definition.kind not in used_kinds
        if alone and not (definition.kind in names.complete and context.covers(Concern.PORTS)):
            continue
        yield Fault(
            f"{definition.kind} '{definition.name}' is defined, but nothing uses it"
            f"{f', nor any other {definition.kind}' if alone else ''}: what it says is not in force.",
            f"apply {definition.kind} '{definition.name}' where it was meant to act, or remove it",
            Place(at=definition.at),
            evidence={f"{plural(definition.kind).replace(' ', '_')}_used": sum(k == definition.kind for k, _ in used)},
            severity=None if alone else Severity.NOTE,
        )
