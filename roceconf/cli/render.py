"""``roceconf render``."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from roceconf.cli.delivery import DeliveryError, differences, write_all
from roceconf.cli.output import emit, refuse, say, shown
from roceconf.cli.pages.changes import change_lines
from roceconf.cli.parsing import Command
from roceconf.files import UnreadableFileError, read_file
from roceconf.findings import Finding, Severity
from roceconf.linting.decoding import NoTextError, decode
from roceconf.nos import NetworkOs, NotFittingError, OutputFile
from roceconf.report.concise import place
from roceconf.rules.context import Supplied
from roceconf.switch import Hints, NotReadableError, Reading, Switch


def add_to(app: typer.Typer) -> None:
    """Declare the command."""
    app.command("render", cls=Command)(render)


def render(
    intent: Annotated[Path, typer.Argument(help="The intent, a YAML file.", metavar="INTENT")],
    base: Annotated[
        Path | None, typer.Option(help="An existing configuration to merge into; what it says otherwise is kept.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder to write to; standard output where left out.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; print how the files in --output differ, and exit with 1.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Errors only: no notes, no list of changes.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every change one by one.")] = False,
) -> None:
    """Write the configuration of the switch that an intent describes.

    Exit code: 0 done, 1 files differ (--check) or a rule finds an error and nothing is written, 2 could not run.
    """
    from roceconf.cli.planning import prepare, say_findings

    if check and output is None:
        raise refuse("--check compares with files on disk: pass their folder with -o")
    wanted, planned, system, fitted, supplied, findings = prepare(intent)
    hints = planned.hints
    try:
        files = system.write(fitted.switch, hints) if base is None else (_merged(system, base, fitted.switch, hints),)
    except NotFittingError as error:
        raise refuse(f"{intent}: {error}") from None
    if base is not None:
        merged = str((output or Path()) / files[0].name)
        findings += left_in(system.read(files[0].text, hints), supplied, merged, findings)
    if not quiet:
        for warning in wanted.warnings:
            say(f"warning: {warning}")
        _say(planned.notes, change_lines(fitted.changes, verbose), files)
    say_findings(findings, Severity.ERROR if quiet else Severity.NOTE)
    if any(finding.severity is Severity.ERROR and finding.path == str(intent) for finding in findings):
        say(f"error: {intent}: nothing is written, because the switch would lose frames or refuse it; see above")
        raise typer.Exit(1)
    differs = _deliver(files, output, check, quiet)
    raise typer.Exit(1 if differs else 0)


def left_in(merged: Reading, supplied: Supplied, path: str, told: Iterable[Finding]) -> tuple[Finding, ...]:
    """What the rules say of a merged configuration beyond the part that is ours: faults the base brought along.

    They are told and do not keep the file from being written: it is better than it was.
    """
    from roceconf.cli.planning import judged

    known = {(finding.rule, finding.message) for finding in told}
    found = judged(merged, supplied, path)
    return tuple(each for each in found if (each.rule, each.message) not in known)


def _merged(system: NetworkOs, base: Path, switch: Switch, hints: Hints) -> OutputFile:
    if system.merge is None:
        raise refuse(f"--base: {system.title} output stands alone; load it over the running configuration")
    try:
        text = decode(read_file(base)).text
        return system.merge(text, switch, hints)
    except (NoTextError, UnreadableFileError) as error:
        raise refuse(f"{base}: {error}") from None
    except NotReadableError as error:
        raise refuse(f"{place(str(base), error.line, error.column)}: {error.message}") from None


def _say(notes: Iterable[str], changes: Iterable[str], files: Iterable[OutputFile]) -> None:
    for note in notes:
        say(f"note: {note}")
    for change in changes:
        say(change)
    for file in files:
        for note in file.notes:
            say(f"note: {file.name}: {note}")


def _deliver(files: Sequence[OutputFile], output: Path | None, check: bool, quiet: bool) -> bool:
    """Print, compare or write; whether a comparison found a difference."""
    if output is None:
        emit(files[0].text if len(files) == 1 else "".join(f"==> {f.name} <==\n{f.text}" for f in files))
        return False
    try:
        if check:
            found = differences(output, files)
            emit(shown(found))
            return bool(found)
        for path in write_all(output, files):
            if not quiet:
                say(f"wrote {path}")
    except DeliveryError as error:
        raise refuse(str(error)) from None
    return False
