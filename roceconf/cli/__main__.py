"""``python -m roceconf.cli``, for where the command is not on the path."""

from roceconf.cli import main

main()
