"""Rules on headroom: whether what is kept for frames in flight can be enough for speed, cable and frame size."""

from roceconf.rules.headroom import enough, length, line, numbers

__all__ = ["enough", "length", "line", "numbers"]
