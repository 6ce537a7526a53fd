"""The application: which commands there are, and what becomes of what they raise."""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NoReturn, cast

import typer

from roceconf.cli.output import Closed, emit, say, say_lines
from roceconf.cli.parsing import Group

_UsageError = cast(type[typer.BadParameter], typer.BadParameter.__bases__[0])
"""What typer raises for a wrong command line; the module it lives in differs among the versions of typer."""

_COMMANDS: Mapping[str, str] = {
    "lint": "roceconf.cli.lint",
    "render": "roceconf.cli.render",
    "plan": "roceconf.cli.plan",
    "explain": "roceconf.cli.explain",
    "rule": "roceconf.cli.rule",
    "asic": "roceconf.cli.asic",
    "sku": "roceconf.cli.sku",
    "nic": "roceconf.cli.nic",
    "schema": "roceconf.cli.schema",
}
"""The module of each command, in the order of the help; each has a function ``add_to`` that takes the application."""


def run(words: Sequence[str]) -> NoReturn:
    """Run a command line.

    Args:
        words: without the program's name.

    Raises:
        SystemExit: always; 0 done, 1 findings or differences, 2 could not run, 130 interrupted, 141 reader gone.
    """
    if sys.stdout is None:
        sys.stdout = Closed()
    for stream in (sys.stdout, sys.stderr):
        _never_fail_on_encoding(stream)
    try:
        _call(words)
    except typer.Exit as left:
        raise SystemExit(left.exit_code) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # 128 + SIGINT, as shells count
    except Exception as error:
        from roceconf.linting.judging import origin

        say(f"error: this is a fault of roceconf, please report it with the command line and the file: {origin(error)}")
        raise SystemExit(2) from error
    raise SystemExit(0)


def _call(words: Sequence[str]) -> None:
    """Call a command as typer does, but tell what is wrong with the command line by :func:`say`, which is harmless."""
    command = typer.main.get_command(application(words))
    try:
        with command.make_context("roceconf", list(words)) as context:
            command.invoke(context)
    except _UsageError as error:
        if error.ctx is not None:
            say_lines(error.ctx.get_usage())
            say(f"Try '{error.ctx.command_path} --help' for help.")
            say("")
        say(f"error: {error.format_message()}")
        raise typer.Exit(2) from None


def application(words: Sequence[str]) -> typer.Typer:
    """The application, with the command that the words call; with all of them where they call none.

    Args:
        words: the command line without the program's name.
    """
    app = typer.Typer(
        name="roceconf",
        help="Generate and lint lossless Ethernet (RoCEv2) switch configurations, offline.",
        cls=Group,
        add_completion=False,
        rich_markup_mode=None,  # plain help: rich would cost more than a lint run
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    called = next((word for word in words if not word.startswith("-")), "")
    for command in [called] if called in _COMMANDS else _COMMANDS:
        import_module(_COMMANDS[command]).add_to(app)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from roceconf import __version__

        emit(f"roceconf {__version__}\n")
        raise typer.Exit


def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    del version


def _never_fail_on_encoding(stream: object) -> None:
    """A terminal that cannot show a character shows its escape: a report is never lost to an encoding."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
