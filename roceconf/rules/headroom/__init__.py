"""Rules on headroom: whether what is kept for frames in flight can be enough for speed, cable and frame size."""

from roceconf.rules.headroom import enough, length, numbers

__all__ = ["enough", "length", "numbers"]
