"""From the paths a user names to the files to look at."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from roceconf.files import refused
from roceconf.linting.outcome import Problem

STDIN = "-"
"""The path that means the standard input."""

_NO_CONFIGURATIONS = frozenset({"CVS", "__pycache__", "node_modules"})
"""Folders of tools that do not hide theirs behind a dot."""


class Source(NamedTuple):
    """A file to look at.

    Attributes:
        path: as the user named it, or below the folder the user named.
        folder: the named folder it was found in; empty where the file itself was named.
    """

    path: str
    folder: str = ""


def find(paths: Iterable[str]) -> Iterator[Source | Problem]:
    """The files that paths lead to, each once, those of a folder in order of name.

    In folders hidden files and folders are passed over, and links to folders are not followed, so that a walk ends.

    Args:
        paths: files, folders, ``-``.

    Yields:
        A source for each file, a problem for each place where there is none.
    """
    seen: set[Path | str] = set()
    for path in paths:
        for found in _below(path):
            if isinstance(found, Problem):
                yield found
            elif (known := STDIN if found.path == STDIN else Path(found.path).absolute()) not in seen:
                seen.add(known)
                yield found


def _below(path: str) -> Iterator[Source | Problem]:
    if path == STDIN:
        yield Source(STDIN)
        return
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError) as error:
        yield Problem(path, str(refused(error, path)))
        return
    if stat.S_ISDIR(mode):
        yield from _walk(path, path)
    else:
        yield Source(path)  # also a pipe or a device: reading refuses it


def _walk(folder: str, named: str) -> Iterator[Source | Problem]:
    pending = [folder]
    while pending:
        here = pending.pop()
        try:
            with os.scandir(here) as entries:
                children = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield Problem(here, str(refused(error, here)))
            continue
        folders = []
        for child in children:
            if child.name.startswith(".") or child.name in _NO_CONFIGURATIONS:
                continue
            if child.is_dir(follow_symlinks=False):
                folders.append(child.path)
            else:
                yield from _entry(child, named)
        pending += reversed(folders)


def _entry(entry: os.DirEntry[str], named: str) -> Iterator[Source | Problem]:
    try:
        mode = entry.stat().st_mode
    except OSError as error:
        yield Problem(entry.path, str(refused(error, entry.path)))
        return
    if stat.S_ISREG(mode):
        yield Source(entry.path, named)
