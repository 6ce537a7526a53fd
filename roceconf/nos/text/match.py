"""The third step of reading a CLI text: what a statement says, by TTP.

A statement is its mode and its text; which interface and line it stood in stays with the section. So each distinct one
is matched once a process, all new ones of a mode in one TTP call, each tagged with its place in the batch. Only
patterns whose literal head occurs are compiled.

TTP keeps a pickle of its function table in its own folder, or in one that the environment names, and unpickles it
without a question; without that cache it parses its own 30 source files for every parser. Neither is wanted, so it is
given a table of the few functions that one-line patterns need.
"""

import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from roceconf.nos.text.scan import Scan
from roceconf.nos.text.templates import Template, load_template


class Record(NamedTuple):
    """What one statement says.

    Attributes:
        kind: the name of the group that took it.
        fields: its variables as they were written.
    """

    kind: str
    fields: Mapping[str, str]


Records = Mapping[tuple[str, str], Record | None]
"""Record by mode and text; None for a statement that no pattern takes."""

_lock = threading.Lock()  # TTP's function modules keep one global table, whoever parses
_known: dict[tuple[str, str, str], Record | None] = {}


def match(os: str, statements: Iterable[tuple[str, str]]) -> Records:
    """What each distinct statement says.

    Args:
        os: short name of the network OS, whose ``vendor_templates/<os>/read`` hold the syntax.
        statements: mode and text of each statement.

    Returns:
        Every given pair, with its record or None.

    Raises:
        FileNotFoundError: where the network OS has no templates.
        ValueError: where a template file is malformed.
    """
    found: dict[tuple[str, str], Record | None] = {}
    new: dict[str, dict[str, list[int]]] = {}
    for mode, text in dict.fromkeys(statements):
        known = _known.get((os, mode, text), _UNSEEN)
        if known is not _UNSEEN:
            found[mode, text] = known
            continue
        template = load_template(os, mode)
        candidates = template.candidates(" ".join(text.split()))
        found[mode, text] = None
        if not candidates:
            continue  # what no pattern can take is not worth remembering
        first = template.patterns[candidates[0]]
        if first.is_literal:  # the head is the whole line and has been found
            found[mode, text] = _known.setdefault((os, mode, text), Record(first.kind, {}))
        else:
            new.setdefault(mode, {})[text] = candidates
    for mode, texts in new.items():
        for text, record in _match_mode(load_template(os, mode), texts).items():
            found[mode, text] = _known.setdefault((os, mode, text), record)
    return found


_UNSEEN = Record("", {})


def match_scan(os: str, scan: Scan) -> Records:
    """What every statement and every header of a scan says.

    Args:
        os: short name of the network OS.
        scan: the scanned text.

    Returns:
        As :func:`match`; a header is a statement of the mode that it stands in.
    """
    return match(os, said_in(scan))


def said_in(scan: Scan) -> Iterator[tuple[str, str]]:
    """Mode and text of every statement and every header of a scan."""
    for section in scan.sections:
        mode = section.mode
        for statement in section.statements:
            yield mode, statement.text
    for mode, section in scan.headers():
        yield mode, section.header


def _match_mode(template: Template, texts: Mapping[str, list[int]]) -> dict[str, Record | None]:
    """Match the new statements of one mode in one TTP call."""
    order = list(texts)
    used = sorted({index for candidates in texts.values() for index in candidates})
    data = "".join(f"\n@{at} {' '.join(text.split())}" for at, text in enumerate(order)) + "\n"
    results = _parse(_source(template, used), data)
    records: dict[str, Record | None] = dict.fromkeys(order)
    for index in used:
        for fields in results.get(f"p{index}", ()):
            text = order[int(fields.pop("at"))]
            if records[text] is None:
                records[text] = Record(template.patterns[index].kind, fields)
    return records


def _source(template: Template, used: list[int]) -> str:
    """The TTP template of the patterns that are used: the vendor's line behind the tag of its statement.

    Groups are named by index, because one kind may have several lines and TTP would merge them.
    """
    parts = [f"<vars>\n{variables}</vars>\n" for variables in template.variables]
    for index in used:
        line = template.patterns[index].line
        parts.append(f'<group name="p{index}*">\n@{{{{ at | DIGIT | _exact_ }}}} {line}\n</group>\n')
    return "".join(parts)


def _parse(source: str, data: str) -> dict[str, list[dict[str, str]]]:
    """One run of a parser of its own; TTP's results by group."""
    from ttp import ttp  # where nothing is new, nothing is imported

    with _lock, _function_table():
        parser = ttp(data=data, template=source)
        parser.parse(one=True)
        results = parser.result()[0]
    return results[0] if results else {}


_FUNCTIONS = (
    ("utils", "loaders", ("load_files", "load_struct", "load_python")),
    ("utils", "load_python_exec", ("load_python_exec",)),
    ("utils", "get_attributes", ("get_attributes",)),
    ("utils", "guess", ("guess",)),
    ("patterns", "get_pattern", ("get",)),
)
"""What TTP calls for one-line patterns with named expressions: folder, module, functions."""
_FOLDERS = (
    *("macro", "vars", "global_vars", "template_obj"),
    *("utils", "patterns", "match", "group", "input", "output", "variable", "lookup", "formatters", "returners"),
)


@contextmanager
def _function_table() -> Iterator[None]:
    """Give TTP its function table in place of the cached pickle; only inside the lock."""
    module = sys.modules["ttp.ttp"]
    original = module.lazy_import_functions

    def table() -> dict[str, object]:
        folders: dict[str, dict[str, object]] = {name: {} for name in _FOLDERS}
        functions: dict[str, object] = {"python_major_version": sys.version_info.major, **folders}
        for folder, name, calls in _FUNCTIONS:
            for call in calls:
                path = f"{folder}.{name}"
                folders[folder][call] = module.CachedModule(path, folder, call, list(calls), functions)
        return functions

    module.lazy_import_functions = table  # type: ignore[attr-defined]
    try:
        yield
    finally:
        module.lazy_import_functions = original  # type: ignore[attr-defined]
