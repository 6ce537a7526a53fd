"""The network operating systems: how each is recognised, read, fitted and written.

One folder an OS; adding one is adding its folder and a line in ``_FOLDERS``. A folder's ``__init__`` has a constant
``OS`` of type :class:`NetworkOs`, whose functions import the rest of the folder only when they are called.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple, cast

from roceconf.switch import Difference, Hints, Reading, Switch

_FOLDERS: Mapping[str, str] = {"sonic": "roceconf.nos.sonic", "eos": "roceconf.nos.eos"}


class Change(NamedTuple):
    """One thing a network OS could not take as it was, and why.

    Attributes:
        difference: the value before and after, and the ports.
        reason: why this OS cannot say it, or says it so.
    """

    difference: Difference
    reason: str


class Fitted(NamedTuple):
    """The nearest switch an OS can say.

    Attributes:
        switch: what will be written; reading what is written gives exactly this.
        changes: every difference to what was asked, with its reason.
    """

    switch: Switch
    changes: tuple[Change, ...]


class OutputFile(NamedTuple):
    """A file to write: its name, its whole text, and what has to be said about it."""

    name: str
    text: str
    notes: tuple[str, ...] = ()


class NotFittingError(Exception):
    """An OS cannot do what is asked at all; the message says which number breaks and by how much."""


class Habits(NamedTuple):
    """What a plan must know of an OS before anything is fitted.

    Attributes:
        usual_mtu_bytes: the largest IP packet of the fabrics that it runs; what an intent without ``mtu`` gets.
        best_effort_class: the traffic class that it gives unmarked packets by itself.
        names_hwskus: whether a platform runs as a HWSKU of SONiC's tree, so that the pools published for one are its.
    """

    usual_mtu_bytes: int
    best_effort_class: int
    names_hwskus: bool = False


class NetworkOs(NamedTuple):
    """A network operating system.

    Attributes:
        key: ``sonic``, ``eos``.
        title: as its maker writes it.
        recognise: how sure a text is of this OS, 0.0 (not) to 1.0 (certain), from its first kilobytes.
        read: text to Reading; raises NotReadableError.
        fit: Switch to the nearest one this OS can say; raises NotFittingError.
        write: a fitted Switch to files, pure syntax.
        habits: what a plan for it must know.
        merge: a fitted Switch into the text of an existing file, where the OS's format allows it; else None.
    """

    key: str
    title: str
    recognise: Callable[[str], float]
    read: Callable[[str, Hints], Reading]
    fit: Callable[[Switch, Hints], Fitted]
    write: Callable[[Switch, Hints], tuple[OutputFile, ...]]
    habits: Habits
    merge: Callable[[str, Switch, Hints], OutputFile] | None = None


class UnknownNosError(Exception):
    """No network OS of that name; the message lists those there are."""


def network_os(key: str) -> NetworkOs:
    """The network OS of that key.

    Raises:
        UnknownNosError: there is none.
    """
    folder = _FOLDERS.get(key.lower())
    if folder is None:
        raise UnknownNosError(f"unknown network OS '{key}': roceconf knows {', '.join(_FOLDERS)}")
    return cast(NetworkOs, import_module(folder).OS)


def keys() -> tuple[str, ...]:
    """The keys of all network OSes."""
    return tuple(_FOLDERS)


def recognise(text: str) -> NetworkOs | None:
    """The network OS a text is most likely of, or None where it looks like no switch configuration at all.

    Args:
        text: the whole text or its first kilobytes.

    Returns:
        The surest one with at least an even chance.
    """
    scored = [(candidate.recognise(text), candidate) for candidate in map(network_os, _FOLDERS)]
    score, best = max(scored, key=lambda pair: pair[0])
    return best if score >= 0.5 else None
