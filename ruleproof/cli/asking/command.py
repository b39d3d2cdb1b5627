"""Commands: made from functions that answer; and the messages for misuse of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from ruleproof.cli.errors import InputError, StopError
from ruleproof.cli.signals import give_up, ignore, stopped_by, tell
from ruleproof.cli.telling.answers import Answer, Begun, give, stopped
from ruleproof.models.compiled.cache_folder import must_be_set_up
from ruleproof.models.compiled.failures import RuleFailure, failed_rule
from ruleproof.models.endless import NoReturn
from ruleproof.models.errors import meant
from ruleproof.solvers.work.progress import Stopped

NO_MEMORY = "stopped: out of memory"
_NAME = 200
"""The most letters of a name that the guard is told."""
_SENTENCE = 200
"""The most letters of a sentence in a list of commands."""


class Group(TyperGroup):
    """A group of commands that says which it has when asked for another."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's signature
        """The names of the commands, in the order of registration."""
        return list(self.commands)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names; `InputError` when there is none."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            have = ", ".join(self.commands)
            near = meant(args[0], self.commands)
            raise InputError(f"no such command of {ctx.command_path} ({have}{near}): {args[0]!r}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - click's signature
        """Writes the commands, each with the first sentence of its help, whole."""
        rows = [(name, one.get_short_help_str(_SENTENCE)) for name, one in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class Command(TyperCommand):
    """A command whose help calls its arguments by their own words, and by no type of Python's."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments; an error that comes up then knows of which command it is."""
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # pyright: ignore[reportAttributeAccessIssue] - click's, without a name
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The parts of the first line: `[OPTIONS]`, and each argument."""
        return [self.options_metavar or "", *map(_in_usage, self._arguments(ctx))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the arguments, then the options, each with its help."""
        arguments = [(_name(one), _help(one, ctx)) for one in self._arguments(ctx)]
        options = [
            record
            for one in self.get_params(ctx)
            if one.param_type_name == "option" and (record := one.get_help_record(ctx))
        ]
        for title, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def _arguments(self, ctx: Any) -> list[Any]:
        return [one for one in self.get_params(ctx) if one.param_type_name == "argument"]


def _name(argument: Any) -> str:
    """The argument's own word, without the brackets of one that can be left out."""
    return (argument.metavar or argument.name.upper()).strip("[]")


def _in_usage(argument: Any) -> str:
    return _name(argument) if argument.required else f"[{_name(argument)}]"


def _help(argument: Any, ctx: Any) -> str:
    record = argument.get_help_record(ctx)
    return record[1] if record else ""


def command(app: typer.Typer, name: str, function: Callable[..., Answer], *examples: str) -> None:
    """Registers the function, which has a parameter `as_json` of its own, as a command."""

    @wraps(function)
    def run(**given: Any) -> int:
        begun = Begun.now()
        must_be_set_up()
        _limit(given)
        try:
            answer = function(**given)
        except (KeyboardInterrupt, Stopped, StopError, MemoryError, ChildProcessError) as error:
            why = why_stopped(error)
            if isinstance(error, MemoryError):
                give_up(why)
            _refuse_failed_rules(given)
            if not given["as_json"]:
                raise StopError(why) from None
            answer = stopped(why, _named(given))
        except RuleFailure as error:
            raise _refused(failed_rule() or str(error), given) from None
        except NoReturn as error:
            ignore()
            raise InputError(f"{error}; no answer counts") from None
        _refuse_failed_rules(given)
        return give(answer, given["as_json"], begun)

    lines = "\n".join(f"  ruleproof {example}" for example in examples)
    app.command(name, cls=Command, epilog=f"\b\nExamples:\n{lines}\n")(run)


def why_stopped(error: BaseException) -> str:
    """The reason why a command ends without an answer, in one line."""
    if isinstance(error, StopError):
        return str(error)
    if isinstance(error, MemoryError):
        return NO_MEMORY
    if isinstance(error, ChildProcessError):
        return f"stopped: {error}; `ruleproof conform` shows whether a rule loops"
    return f"stopped by {stopped_by()}"


def _named(given: dict[str, Any]) -> dict[str, Any]:
    """The game and the board as they were named, for an answer without more."""
    board = given.get("board")
    named = {"board": board} if isinstance(board, str) and board else {}
    return {"game": _game(given) or None} | named


def _limit(given: dict[str, Any]) -> None:
    """Tells the guard, and those who wait for worker processes, of `--time`."""
    seconds = given.get("seconds", given.get("time"))
    named = {word: name and name[:_NAME] for word, name in _named(given).items()}
    tell(limit=seconds, named=named, as_json=given["as_json"])
    if seconds is not None:
        from ruleproof.solvers.work.executors import hurry

        hurry(seconds)


def _game(given: dict[str, Any]) -> str:
    """The name of the game that a command is about, empty if it is about none or several."""
    game = given.get("game")
    return game if isinstance(game, str) else ""


def _refuse_failed_rules(given: dict[str, Any]) -> None:
    """Raises `InputError` if a rule failed in compiled code: then no answer is given."""
    if failed := failed_rule():
        raise _refused(failed, given)


def _refused(failed: str, given: dict[str, Any]) -> InputError:
    ignore()
    shows = f"`ruleproof conform {_game(given) or 'GAME'}` shows where"
    return InputError(f"a rule of the game fails, so no answer counts: {failed}; {shows}")


def group(app: typer.Typer, name: str, about: str) -> typer.Typer:
    """A group of commands under one name."""
    inner = typer.Typer(cls=Group, help=about, rich_markup_mode=None, add_completion=False)
    app.add_typer(inner, name=name)
    return inner


def explained(error: Any) -> str:
    """An error in the use of a command: where, what, and what would be accepted."""
    context: Any = getattr(error, "ctx", None)
    path = context.command_path if context else "ruleproof"
    kind = type(error).__name__
    if kind == "NoSuchOption":
        names = ", ".join(map(_written, context.command.get_params(context)))
        near = meant(error.option_name, names.split(", "))
        return f"no such option of {path} ({names}{near}): {error.option_name!r}"
    if kind == "BadParameter" and error.param is not None:
        return f"{_written(error.param)} {error.message}"
    if error.message.startswith("Got unexpected extra argument"):
        words = [p for p in context.command.get_params(context) if p.param_type_name == "argument"]
        takes = " ".join(map(_written, words)) or "none"
        return f"arguments too many for {path} (it takes: {takes}): {_extra(error.message)!r}"
    if error.message.startswith("Missing command"):
        return f"missing command of {path} ({', '.join(context.command.commands)})"
    message = error.format_message().rstrip(".")
    return f"{message[:1].lower()}{message[1:]} (see {path} --help)"


def _written(parameter: Any) -> str:
    """An option or argument as it is written on the command line."""
    if parameter.param_type_name == "argument":
        return parameter.metavar or parameter.opts[0]
    return sorted(parameter.opts, key=lambda word: not word.startswith("--"))[0]


def _extra(message: str) -> str:
    """The words in click's message about extra arguments, which differs between versions."""
    words = re.search(r"\((?!s\))(.*)\)", message)
    return words[1] if words else message
