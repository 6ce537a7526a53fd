"""What every OS's ``fit`` shares: the list of changes is exactly the difference, each with its reason."""

from collections.abc import Mapping

from roceconf.nos import Change, Fitted
from roceconf.switch import DeviceChosen, Switch, assemble, difference

NOTHING: tuple[object, ...] = (None, "", (), frozenset())
"""How the model says that nothing is said."""


def is_left_out(value: object) -> bool:
    """Whether a value of a fitted switch is said by nobody but the device."""
    return isinstance(value, DeviceChosen) or value in NOTHING


def fitted(before: Switch, after: Switch, reasons: Mapping[str, str]) -> Fitted:
    """The result of a fit.

    Args:
        before: what was asked.
        after: what the OS can say.
        reasons: why, by path; the longest path that a difference's path begins with is taken. A ``*`` stands
            for one step: ``priority_groups.*.profile.headroom``.

    Returns:
        The fitted switch in canonical form, and its changes.

    Raises:
        KeyError: a value changed for which no reason is given; a fault of the OS's code.
    """
    after = assemble(after)
    changes = tuple(Change(each, _reason(each.path, reasons)) for each in difference(assemble(before), after))
    return Fitted(after, changes)


def _reason(path: str, reasons: Mapping[str, str]) -> str:
    matching = [pattern for pattern in reasons if _begins(path, pattern)]
    if not matching:
        raise KeyError(f"no reason is given for a change of {path}")
    return reasons[max(matching, key=lambda pattern: pattern.count("."))]


def _begins(path: str, pattern: str) -> bool:
    steps, wanted = path.split("."), pattern.split(".")
    return len(wanted) <= len(steps) and all(w in ("*", s) for w, s in zip(wanted, steps, strict=False))
