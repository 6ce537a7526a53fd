"""Outcomes to report."""

from roceconf.findings import Finding, Related, Severity
from roceconf.linting import JudgedFile, Outcome, Problem

FINDING = Finding(
    rule="PFC101",
    name="pfc-without-headroom",
    severity=Severity.ERROR,
    message="priority 3 is lossless but keeps no headroom: frames are dropped",
    help="set xoff to 835,406",
    path="leaf1.json",
    line=2,
    column=5,
    ports=tuple(f"Ethernet{8 * n}" for n in range(64)),
    evidence={"needed_bytes": 835406, "configured_bytes": 0},
    related=(Related("leaf1.json", 1, "the profile is defined here"),),
)
NOTE = FINDING._replace(rule="WDG201", name="watchdog-at-poll", severity=Severity.NOTE, line=0, column=0, ports=())

FILE = JudgedFile(
    path="leaf1.json",
    nos="sonic",
    sku="Dell-Z9864f-O64",
    asic="th5",
    line_count=1234,
    skipped_rules=(("HDR101", "cable length"), ("HDR102", "cable length"), ("ECN201", "ASIC")),
    quoted_lines={2: '    "xoff": "0",'},
)

OUTCOME = Outcome(files=(FILE,), findings=(FINDING, NOTE), problems=(Problem("other.json", "is binary"),))


def with_finding(**changes: object) -> Outcome:
    """One finding that differs from :data:`FINDING`."""
    return OUTCOME._replace(findings=(FINDING._replace(**changes),))  # type: ignore[arg-type]
