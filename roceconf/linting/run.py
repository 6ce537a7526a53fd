"""A whole run: every file that the paths lead to, one outcome."""

from collections.abc import Sequence
from typing import NamedTuple

from roceconf.files import LARGEST_FILE_BYTES, FileFault, UnreadableFileError, read_file, refused
from roceconf.linting.decoding import NoTextError, decode, foreign_line_end, read_stdin, what_to_do
from roceconf.linting.judging import Judged, ReaderFailedError, judge_text
from roceconf.linting.outcome import Note, NoteKind, Outcome, Problem
from roceconf.linting.paths import STDIN, Source, find
from roceconf.nos import NetworkOs, keys, network_os, recognise
from roceconf.rules.context import Supplied
from roceconf.rules.model import Rule
from roceconf.switch import NotReadableError

_NO_CONFIGURATION = frozenset({FileFault.FOLDER, FileFault.SPECIAL, FileFault.TOO_LARGE})
"""What makes a file none of a hook's business; one that may be a configuration and cannot be read is."""


class Settings(NamedTuple):
    """How to lint.

    Attributes:
        rules: the rules to ask.
        supplied: what the user says about the files.
        nos: key of the network OS of every file; empty to recognise it.
        stdin_name: what to call the standard input.
        skip_unrecognised: whether a named file that is no switch configuration is passed over, as in a hook.
    """

    rules: tuple[Rule, ...]
    supplied: Supplied = Supplied()
    nos: str = ""
    stdin_name: str = "<stdin>"
    skip_unrecognised: bool = False


def lint(paths: Sequence[str], settings: Settings) -> Outcome:
    """Judge every configuration that the paths lead to.

    Args:
        paths: files, folders, ``-`` for the standard input.
        settings: how.

    Returns:
        Judged files and findings; a problem for each place that could not be linted; notes. One bad file does not
        stop the others.

    Raises:
        UnknownNosError: ``settings.nos`` is none.
    """
    forced = network_os(settings.nos) if settings.nos else None
    judged: list[Judged] = []
    problems: list[Problem] = []
    notes: list[Note] = []
    for found in find(paths):
        result = found if isinstance(found, Problem) else _one(found, settings, forced, notes)
        match result:
            case Problem():
                problems.append(result)
            case Judged():
                judged.append(result)
                problems.extend(result.problems)
            case Note():
                notes.append(result)
    skipped = [note for note in notes if note.kind is NoteKind.SKIPPED]
    if not judged and not problems and not settings.skip_unrecognised:
        problems = _nothing_judged(paths, skipped)
        notes = [note for note in notes if note not in skipped] if len(paths) == len(skipped) == 1 else notes
    findings = tuple(finding for each in judged for finding in each.findings)
    return Outcome(tuple(each.file for each in judged), findings, tuple(problems), tuple(notes))


def _one(source: Source, settings: Settings, forced: NetworkOs | None, notes: list[Note]) -> Judged | Problem | Note:
    path = settings.stdin_name if source.path == STDIN else source.path
    try:
        decoded = decode(read_stdin() if source.path == STDIN else read_file(source.path, LARGEST_FILE_BYTES))
        chosen = forced or recognise(decoded.text)
        if chosen is None and (ends := foreign_line_end(decoded.text)):
            raise NoTextError(f"ends its lines in {ends}, which no switch does: save it with ordinary line ends")
    except NoTextError as error:
        if _is_passed_over(source, settings):
            return Note(NoteKind.SKIPPED, path, str(error))
        return Problem(path, str(error))
    except UnreadableFileError as error:
        if error.fault in _NO_CONFIGURATION and _is_passed_over(source, settings):
            return Note(NoteKind.SKIPPED, path, what_to_do(error))
        return Problem(path, what_to_do(error))
    except OSError as error:
        return Problem(path, str(refused(error, path)))
    if chosen is None:
        return Note(NoteKind.SKIPPED, path, "looks like no switch configuration that roceconf knows")
    if decoded.reservation:
        notes.append(Note(NoteKind.RESERVATION, path, decoded.reservation))
    try:
        judged = judge_text(path, decoded.text, chosen, settings.supplied, settings.rules)
    except NotReadableError as error:
        if error.line < 1 and _is_passed_over(source, settings):
            return Note(NoteKind.SKIPPED, path, error.message)
        return Problem(path, error.message, error.line, error.column)
    except ReaderFailedError as error:
        return Problem(path, str(error))
    notes.append(Note(NoteKind.JUDGED, path, f"{chosen.title}, {judged.file.line_count} lines"))
    return judged


def _is_passed_over(source: Source, settings: Settings) -> bool:
    """Whether a file that is as a whole no configuration is none of the user's business: nobody named it."""
    return bool(source.folder) or settings.skip_unrecognised


def _nothing_judged(paths: Sequence[str], skipped: Sequence[Note]) -> list[Problem]:
    """Why a run that judged nothing is not clean: a typing error in a path must not look like a good configuration."""
    what_to_do = f"say what it is with --nos {'|'.join(keys())}"
    if len(paths) == len(skipped) == 1 and (paths[0] in (skipped[0].path, STDIN)):
        return [Problem(skipped[0].path, f"{skipped[0].message}: {what_to_do}")]
    looked = f"{len(skipped)} {'file' if len(skipped) == 1 else 'files'} looked at" if skipped else "no file there"
    return [
        Problem(path, f"no switch configuration found ({looked}): check the path, or {what_to_do}") for path in paths
    ]
