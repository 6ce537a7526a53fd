"""The name under which the inverse was found before tables used it too: it lies in ``headroom/inverse.py``."""

from roceconf.sizing.headroom.inverse import longest

__all__ = ["longest"]
