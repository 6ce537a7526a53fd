"""Network operating systems: one folder each, and what they share to read texts."""
