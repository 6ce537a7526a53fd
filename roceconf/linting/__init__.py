"""From the paths a user names to an outcome: walk, read, recognise, judge, collect. Nothing here prints."""

from roceconf.linting.outcome import JudgedFile, Note, NoteKind, Outcome, Problem, exit_code
from roceconf.linting.run import Settings, lint
from roceconf.linting.selection import chosen_rules

__all__ = ["JudgedFile", "Note", "NoteKind", "Outcome", "Problem", "Settings", "chosen_rules", "exit_code", "lint"]
