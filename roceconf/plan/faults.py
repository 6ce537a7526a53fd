"""What is wrong with one key of the intent, where only planning can tell."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class KeyFaultError(ValueError):
    """A value that cannot be planned with.

    Attributes:
        keys: where the intent says it, below a port group or the switch: ``("ecn", "preset")``.
    """

    def __init__(self, keys: tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.keys = keys


@contextmanager
def at_key(*keys: str) -> Iterator[None]:
    """Give what a calculation refuses the place of the key that asked for it.

    Args:
        keys: the key, below a port group or the switch.

    Raises:
        KeyFaultError: in place of a ValueError.
    """
    try:
        yield
    except KeyFaultError:
        raise
    except ValueError as error:
        raise KeyFaultError(keys, str(error)) from error
