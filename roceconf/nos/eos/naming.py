"""The names an EOS text defines and uses."""

from collections.abc import Iterable, Iterator

from roceconf.nos.eos.lines import Said
from roceconf.nos.eos.port_names import in_short
from roceconf.nos.eos.text import EosText
from roceconf.nos.text.transcript import Form
from roceconf.switch import At, Definition, Names, Use, natural_key

PROFILE, BUFFERS, CLASS, POLICY = "qos profile", "MMU profile", "class-map", "policy-map"

_DEFINING = {"class_map": CLASS, "policy_map": POLICY}
"""What a header defines, by kind of record."""
_CONSEQUENCES = {
    PROFILE: "The ports get none of the PFC, queues and trust that the profile should bring.",
    BUFFERS: "EOS keeps the buffer sizes it chose by itself.",
    CLASS: "The class matches nothing, so its traffic falls to the next class of the policy.",
    POLICY: "The ports classify by their trust and the maps alone.",
}


def read_names(text: EosText, whole: bool) -> Names:
    """The names of a text.

    Args:
        text: the text, taken apart.
        whole: whether it is the whole configuration of a switch.

    Returns:
        Definitions and uses in order of place. A kind is complete in a whole configuration, and in a part of one that
        defines any of it: who pastes one profile pastes the ones it names. A diff is never complete.
    """
    definitions = sorted(_definitions(text), key=lambda each: each.at)
    kinds = {definition.kind for definition in definitions}
    if text.form is Form.DIFF:
        complete: frozenset[str] = frozenset()
    else:
        complete = frozenset((PROFILE, BUFFERS, CLASS, POLICY) if whole else kinds)
    return Names(tuple(definitions), tuple(sorted(_uses(text), key=lambda each: each.at)), complete)


def _definitions(text: EosText) -> Iterator[Definition]:
    for kind, things in ((PROFILE, text.profiles), (BUFFERS, text.buffers)):
        for thing in things.values():
            yield Definition(kind, thing.name, thing.at)
    seen: set[tuple[str, str]] = set()
    for mode, section in text.scan.headers():
        record = text.records.get((mode, section.header))
        if record is None or record.kind not in _DEFINING:
            continue
        named = (_DEFINING[record.kind], record.fields["name"])
        if named not in seen:
            seen.add(named)
            yield Definition(*named, (section.line, section.column))


def _uses(text: EosText) -> Iterator[Use]:
    users: dict[tuple[str, str], list[tuple[str, At]]] = {}
    for thing in (*text.ports.values(), *text.channels.values()):
        for kind, name, at in _named_in(thing.said):
            users.setdefault((kind, name), []).append((thing.name, at))
    for (kind, name), found in users.items():
        found.sort(key=lambda user: natural_key(user[0]))
        ports = tuple(dict.fromkeys(port for port, _ in found))
        yield Use(kind, name, f"interface {in_short(ports)}", min(at for _, at in found), ports, _CONSEQUENCES[kind])
    for profile in text.profiles.values():
        for kind, name, at in _named_in(profile.said):
            yield Use(kind, name, f"qos profile {profile.name}", at, (), _CONSEQUENCES[kind])
    for said in text.general:
        if said.record.kind == "mmu_apply":
            name = said.record.fields["name"]
            yield Use(BUFFERS, name, said.text, said.at, (), _CONSEQUENCES[BUFFERS])
    for mode, section in text.scan.headers():
        record = text.records.get((mode, section.header))
        parent = text.scan.parent(section)
        policy = None if parent is None else text.records.get(("global", parent.header))
        if record is None or record.kind != "class" or parent is None or policy is None:
            continue
        if policy.kind == "policy_map" and record.fields["name"] != "class-default":
            place = (section.line, section.column)
            yield Use(CLASS, record.fields["name"], parent.header, place, (), _CONSEQUENCES[CLASS])


def _named_in(statements: Iterable[Said]) -> Iterator[tuple[str, str, At]]:
    for said in statements:
        if said.record.kind == "service_profile":
            yield PROFILE, said.record.fields["profile"], said.at
        elif said.record.kind == "service_policy_input":
            yield POLICY, said.record.fields["policy"], said.at
