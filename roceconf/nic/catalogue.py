"""Finds NICs under the names people type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.nic import load

if TYPE_CHECKING:
    from roceconf.nic.model import Nic

_IGNORED = str.maketrans("", "", " -_/.")

_KEYS = ("connectx", "thor", "e810", "ionic", "pensando-dsc", "dcqcn15", "hpcc")
"""NICs first, then what they are compared with."""


class UnknownNic(LookupError):  # noqa: N818 - read as "raise UnknownNic"
    """No NIC of that name is known.

    Attributes:
        name: the name that was asked for.
        nearest: names that resemble it, best first.
    """

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        from difflib import get_close_matches

        self.name = name
        self.nearest = tuple(get_close_matches(_plain(name), candidates, n=3, cutoff=0.6))
        hint = f"; did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        super().__init__(f"unknown NIC '{name}'{hint}")


def nic_names() -> tuple[str, ...]:
    """Return the keys of everything known, NICs first, references last.

    Source:
        The files of ``roceconf/nic/data``.
    """
    return _KEYS


def nics() -> tuple[Nic, ...]:
    """Return everything known, NICs first, references last.

    Source:
        The files of ``roceconf/nic/data``.
    """
    return tuple(load.nic_of_key(key) for key in _KEYS)


def nic(name: str) -> Nic:
    """Return a NIC by key, name or model.

    Args:
        name: ``connectx``, ``ConnectX-7``, ``cx7``, ``thor2``, ``pollara``; case and separators do not matter.

    Raises:
        UnknownNic: with the nearest valid names.

    Source:
        The files of ``roceconf/nic/data``.
    """
    wanted = _plain(name)
    for key in _KEYS:
        if wanted == _plain(key):
            return load.nic_of_key(key)
    for candidate in nics():
        if wanted == _plain(candidate.name) or wanted in candidate.aliases:
            return candidate
    raise UnknownNic(name, tuple(dict.fromkeys((*_KEYS, *(alias for each in nics() for alias in each.aliases)))))


def _plain(name: str) -> str:
    return name.lower().translate(_IGNORED)
