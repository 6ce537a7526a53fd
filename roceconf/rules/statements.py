"""Single statements: what the reader of a network OS noticed about them becomes findings here, one rule a kind."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.marking.queues import queues_without_ecn
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import At, Reading, RemarkKind


def _of(kind: RemarkKind, reading: Reading, told: frozenset[At | None] = frozenset()) -> Iterator[Fault]:
    for remark in reading.remarks:
        if remark.kind is kind and remark.at not in told:
            yield Fault(
                remark.message,
                remark.help,
                Place(at=remark.at),
                remark.ports,
                {"source": remark.source} if remark.source else {},
                tuple((Place(at=at), "the same here") for at in remark.also_at),
                None if remark.is_fatal else Severity.WARNING,
            )


@rule(
    "SYN101",
    "unknown-statement",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("the grammar or schema of the network OS, named with the finding",),
)
def statement_is_known(reading: Reading, context: Context) -> Iterator[Fault]:
    """A statement, table or field that the network OS does not have.

    What the fabric does
        The device refuses the statement, or the whole load, and works on without it; or it takes it and ignores it.

    How to mend it
        Write the statement of this network OS that was meant; the finding names the nearest.

    Source
        The grammar or schema of the network OS, named with the finding.
    """
    yield from _of(RemarkKind.UNKNOWN, reading)


@rule(
    "SYN102",
    "malformed-value",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("the grammar or schema of the network OS, named with the finding", "sonic-mgmt #23816"),
)
def value_is_well_formed(reading: Reading, context: Context) -> Iterator[Fault]:
    """A value is not written as the network OS reads it.

    What the fabric does
        The device refuses the value, or the whole load; or each of its parts reads something else.

    How to mend it
        Write it in the form the finding names.

    Source
        The grammar or schema of the network OS, named with the finding; sonic-mgmt pull request 23816 (cable length
        "473.0m").
    """
    yield from _of(RemarkKind.MALFORMED, reading)


@rule(
    "SYN103",
    "value-out-of-range",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("the grammar or schema of the network OS, named with the finding",),
)
def value_is_in_range(reading: Reading, context: Context) -> Iterator[Fault]:
    """A number is outside what the network OS takes.

    What the fabric does
        The device refuses the value, or the whole load, and keeps what it had.

    How to mend it
        Stay within the range the finding names.

    Source
        The grammar or schema of the network OS, named with the finding.
    """
    yield from _of(RemarkKind.OUT_OF_RANGE, reading)


@rule(
    "SYN104",
    "obsolete-syntax",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("release notes and code of the network OS, named with the finding", "sonic-swss orchagent/orch.cpp"),
)
def statement_is_current(reading: Reading, context: Context) -> Iterator[Fault]:
    """A statement in a form that later releases of the network OS no longer take.

    What the fabric does
        A current release refuses it, so what it configures is missing; an old one takes it.

    How to mend it
        Write the current form, which the finding shows.

    Source
        Release notes and code of the network OS, named with the finding; sonic-swss orch.cpp ("malformed reference ...
        must not be surrounded by [ ]").
    """
    yield from _of(RemarkKind.OBSOLETE, reading)


@rule(
    "SYN105",
    "foreign-syntax",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("the grammars of both network OSes, named with the finding",),
)
def statement_is_of_this_os(reading: Reading, context: Context) -> Iterator[Fault]:
    """A statement of another network OS, or one that exists only in blog posts.

    What the fabric does
        The device refuses the line and the rest takes effect without it: a configuration that looks complete is not.

    How to mend it
        Write the statement of this network OS, which the finding shows where there is one.

    Source
        The grammars of both network OSes, named with the finding.
    """
    yield from _of(RemarkKind.FOREIGN, reading)


@rule(
    "SYN106",
    "statement-without-effect",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("documentation and code of the network OS, named with the finding", "sonic-utilities #4545"),
)
def statement_has_effect(reading: Reading, context: Context) -> Iterator[Fault]:
    """A statement that the device takes and that does nothing.

    What the fabric does
        What it was meant to configure is not in force, although the configuration shows it.

    How to mend it
        Add what it needs to act, or remove it; the finding says which.

    Source
        Documentation and code of the network OS, named with the finding. That nothing counts marks where nothing marks
        is left to ECN103.
    """
    yield from _of(RemarkKind.INEFFECTIVE, reading, _counters_without_marks(context))


def _counters_without_marks(context: Context) -> frozenset[At | None]:
    """Where queues are told to count marks and ECN103 says that they make none."""
    bare = {group: queues_without_ecn(group, context) for group in context.switch.groups}
    places = (Place(group.ports[0], f"queue.{index}.marking.counted") for group in bare for index in bare[group])
    return frozenset(context.place(place) for place in places if context.says(*place[:2]))


@rule(
    "SYN107",
    "conflicting-statements",
    on=Reading,
    severity=Severity.ERROR,
    since="0.1",
    sources=("documentation and code of the network OS, named with the finding", "sonic-swss #171"),
)
def statements_agree(reading: Reading, context: Context) -> Iterator[Fault]:
    """Two statements say different things of the same.

    What the fabric does
        One of them wins, by an order that nobody chose and that a reload may change.

    How to mend it
        Keep one of them.

    Source
        Documentation and code of the network OS, named with the finding; sonic-swss pull request 171 (a priority group
        bound to two profiles).
    """
    yield from _of(RemarkKind.CONFLICTING, reading)
