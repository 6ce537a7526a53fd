"""How command lines are parsed: as typer does, but an empty value is refused, and help may have nowhere to go."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import typer
from typer.core import TyperCommand, TyperGroup

from roceconf.cli.output import say_lines, unwritable

# The contexts below are of a class of typer's own that has moved between its versions: hence the ignored overrides.


class Command(TyperCommand):
    """A command."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """See the base class.

        Raises:
            typer.BadParameter: a value is empty, as in ``--nos "$UNSET"``, which must not pass for not given; or a
                number is written as no switch writes one, with underscores or digits of another script.
            typer.Exit: help was asked for and is told, or standard output cannot take it.
        """
        _refuse_unclear(self, ctx, args)
        with _help_may_be_lost():
            return super().parse_args(ctx, args)


class Group(TyperGroup):
    """A group of commands, which alone says what there is."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """See the base class.

        Raises:
            typer.Exit: no command is named, or help was asked for and is told, or standard output cannot take it.
        """
        if not args:
            say_lines(ctx.get_help())
            raise typer.Exit(2)
        with _help_may_be_lost():
            return super().parse_args(ctx, args)


_NUMBERS = {"int": re.compile(r"[-+]?[0-9]{1,18}"), "float": re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]{1,18})?")}
"""How a number is written, by how the name of typer's type begins: `int range`, which was `integer range` before.
Python would take more: 9_000, and digits of every script there is."""


def _refuse_unclear(command: TyperCommand, context: typer.Context, args: Sequence[str]) -> None:
    given, _, _ = command.make_parser(context).parse_args(args=list(args))
    for parameter in command.get_params(context):
        said = given.get(parameter.name or "")
        words = [word for word in (said if isinstance(said, list | tuple) else (said,)) if isinstance(word, str)]
        if "" in words:
            raise typer.BadParameter("it is empty; give a value, or leave it out", context, parameter)
        number = next((held for name, held in _NUMBERS.items() if parameter.type.name.startswith(name)), None)
        for word in words if number else ():
            if number and not number.fullmatch(word):
                raise typer.BadParameter(f"'{word[:60]}' is no number; write digits only", context, parameter)


@contextmanager
def _help_may_be_lost() -> Iterator[None]:
    """Nothing else is read or written while a command line is parsed."""
    try:
        yield
    except OSError as error:
        raise unwritable(error) from None
