"""Commands: made from functions that answer; and the messages for misuse of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from itertools import pairwise
from textwrap import dedent, indent
from typing import Any, NamedTuple, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from ruleproof.cli.asking.options import AS_JSON
from ruleproof.cli.errors import InputError, StopError
from ruleproof.cli.signals import give_up, ignore, stopped_by, tell
from ruleproof.cli.telling.answers import Answer, Begun, give, stopped
from ruleproof.models.compiled.cache_folder import must_be_set_up
from ruleproof.models.compiled.failures import RuleFailure, failed_rule
from ruleproof.models.endless import NoReturn
from ruleproof.models.errors import meant
from ruleproof.solvers.work.progress import Stopped

_Function = TypeVar("_Function", bound=Callable[..., Answer])
NO_MEMORY = "stopped: out of memory"
_NAME = 200
"""The most letters of a name that the guard is told."""
_SENTENCE = 200
"""The most letters of a sentence in a list of commands."""


JOBS = {
    "Rules": ("games", "check", "compare", "repair", "conform", "new"),
    "Positions": (
        *("show", "play", "perft", "solve", "table build", "table export"),
        *("annotate", "tune"),
    ),
    "Puzzles": ("puzzles make", "puzzles judge", "puzzles check", "puzzles show", "puzzles rate"),
    "Publish": ("publish", "report", "serve"),
    "Trust": ("verify", "tour"),
}
"""The commands by job, as `--help` lists them. All others are hidden: earlier names of these."""
GROUPS = {
    "table": "Solve all positions that can be reached, and keep them in a file.",
    "puzzles": "Make, judge, check, show and rate puzzles.",
}


class _Made(NamedTuple):
    """A command: its function, the end of its help, earlier names of its options, and options that
    it had.
    """

    run: Callable[..., int]
    epilog: str
    earlier: Mapping[str, str]
    gone: Mapping[str, str]


_MADE: dict[str, _Made] = {}


class Group(TyperGroup):
    """A group of commands that says which it has when asked for another."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's signature
        """The names of the commands, those that are hidden left out."""
        return [name for name, one in self.commands.items() if not one.hidden]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names; `InputError` when there is none."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            names = self.list_commands(ctx)
            have, near = ", ".join(names), meant(args[0], names)
            raise InputError(f"no such command of {ctx.command_path} ({have}{near}): {args[0]!r}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the commands by job, each with the first sentence of its help, whole."""
        inner = ctx.info_name if ctx.info_name in GROUPS else ""
        for job, names in JOBS.items():
            rows: list[tuple[str, str]] = []
            for name in names:
                group, _, own = name.rpartition(" ")
                if inner and group != inner:
                    continue
                among: Any = self.commands[group] if group and not inner else self
                command = among.commands[own]
                rows.append((own if inner else name, command.get_short_help_str(_SENTENCE)))
            if rows:
                with formatter.section("Commands" if inner else job):
                    formatter.write_dl(rows)


class Command(TyperCommand):
    """A command whose help calls its arguments by their own words, and by no type of Python's.
    `earlier`: options of earlier names, and what is written for each now. `gone`: options that it
    had, and what to do instead.
    """

    earlier: Mapping[str, str] = {}
    gone: Mapping[str, str] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments; an error that comes up then knows of which command it is."""
        for word in args:
            if instead := self.gone.get(word.partition("=")[0]):
                raise InputError(
                    f"{ctx.command_path} no longer has this option; {instead}: {word!r}"
                )
        words = _renamed(args, self.earlier)
        _must_have_values(self.get_params(ctx), words)
        try:
            return super().parse_args(ctx, words)
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


def _must_have_values(parameters: Sequence[Any], words: Sequence[str]) -> None:
    """Raises `InputError` if another option stands in place of an option's value."""
    options = [one for one in parameters if one.param_type_name == "option"]
    known = {name for one in options for name in one.opts}
    valued = {name: one for one in options for name in one.opts if not one.is_flag}
    for word, after in pairwise(words):
        if word == "--":
            return
        if word in valued and after in known:
            raise InputError(f"{word}: {valued[word].metavar} is missing before {after!r}")


def _name(argument: Any) -> str:
    """The argument's own word, without the brackets of one that can be left out."""
    return (argument.metavar or argument.name.upper()).strip("[]")


def _in_usage(argument: Any) -> str:
    return _name(argument) if argument.required else f"[{_name(argument)}]"


def _help(argument: Any, ctx: Any) -> str:
    record = argument.get_help_record(ctx)
    return record[1] if record else ""


def _renamed(args: Sequence[str], earlier: Mapping[str, str]) -> list[str]:
    """The arguments with options of earlier names written as they are now, behind all others."""
    found: list[str] = []
    behind: list[str] = []
    last: list[str] = []
    words = iter(args)
    for word in words:
        name, given, value = word.partition("=")
        now = earlier.get(name)
        if word == "--":
            last = [*words, *last]
        elif now is None:
            found.append(word)
        elif "{}" not in now:
            behind.append(now)
        elif given or (value := next(words, None)) is not None:
            (last if now == "{}" else behind).append(now.format(value))
        else:
            behind.append(now.partition("=")[0])
    return [*found, *behind, *(["--", *last] if last else [])]


def command(
    name: str,
    *,
    earlier: Mapping[str, str] | None = None,
    gone: Mapping[str, str] | None = None,
    **fixed: Any,
) -> Callable[[_Function], _Function]:
    """Makes a command of a function, and adds --json to its options; its docstring is the help,
    with examples at the end. `earlier`: options of earlier names, as `--html`, with the words for
    each now, as `--output={}`. `gone`: options that it had, each with what to do instead. `fixed`:
    parameters that are no options here, and their values.
    """

    def made(function: _Function) -> _Function:
        @wraps(function)
        def run(as_json: bool, **given: Any) -> int:
            begun = Begun.now()
            must_be_set_up()
            _limit(given, as_json)
            try:
                answer = function(**given | fixed)
            except (KeyboardInterrupt, Stopped, StopError, MemoryError, ChildProcessError) as error:
                why = why_stopped(error)
                if isinstance(error, MemoryError):
                    give_up(why)
                _refuse_failed_rules(given)
                if not as_json:
                    raise StopError(why) from None
                answer = stopped(why, _named(given))
            except RuleFailure as error:
                raise _refused(failed_rule() or str(error), given) from None
            except NoReturn as error:
                ignore()
                raise InputError(f"{error}; no answer counts") from None
            _refuse_failed_rules(given)
            return give(answer, as_json, begun)

        # A parameter without an option as its default is for aliases.
        own = signature(function, eval_str=True)
        options = [
            one
            for one in own.parameters.values()
            if one.name not in fixed
            and (one.default is Parameter.empty or hasattr(one.default, "param_decls"))
        ]
        json = Parameter("as_json", Parameter.KEYWORD_ONLY, default=AS_JSON, annotation=bool)
        vars(run)["__signature__"] = own.replace(parameters=[*options, json])
        about, _, examples = (function.__doc__ or "").partition("Examples:\n")
        run.__doc__ = about.rstrip()
        epilog = f"\b\nExamples:\n{indent(dedent(examples).rstrip(), '  ')}\n" if examples else ""
        _MADE[name] = _Made(run, epilog, earlier or {}, gone or {})
        return function

    return made


def alias(
    name: str,
    function: Callable[..., Answer],
    *fields: str,
    earlier: Mapping[str, str] | None = None,
    **fixed: Any,
) -> None:
    """Makes a hidden command of an earlier name: the function with some parameters fixed. `fields`:
    those of its JSON that the answer had then; all if none is named.
    """

    @wraps(function)
    def before(**given: Any) -> Answer:
        answer = function(**given)
        kept = {one: answer.fields[one] for one in fields if one in answer.fields}
        return answer._replace(fields=kept or answer.fields)

    command(name, earlier=earlier, **fixed)(before)


def add_commands(app: typer.Typer) -> None:
    """Adds all commands that were made: those of `JOBS` in their order, then hidden ones."""
    groups = {"": app}
    for name, about in GROUPS.items():
        groups[name] = typer.Typer(cls=Group, help=about, rich_markup_mode=None)
        app.add_typer(groups[name], name=name)
    listed = [name for names in JOBS.values() for name in names]
    for name in dict.fromkeys((*listed, *_MADE)):
        run, epilog, earlier, gone = _MADE[name]
        kind = type("Command", (Command,), {"earlier": earlier, "gone": gone})
        group, _, own = name.rpartition(" ")
        hidden = name not in listed
        groups[group].command(own, cls=kind, epilog=epilog, hidden=hidden)(run)


def why_stopped(error: BaseException) -> str:
    """The reason why a command ends without an answer, in one line."""
    if isinstance(error, StopError):
        return str(error)
    if isinstance(error, Stopped) and str(error):
        return f"stopped: {error}"
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


def _limit(given: dict[str, Any], as_json: bool) -> None:
    """Tells the guard, and those who wait for worker processes, of `--time`."""
    seconds = given.get("seconds", given.get("time"))
    named = {word: name and name[:_NAME] for word, name in _named(given).items()}
    tell(limit=seconds, named=named, as_json=as_json)
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


def explained(error: Any) -> str:
    """An error in the use of a command: where, what, and what would be accepted."""
    context: Any = getattr(error, "ctx", None)
    path = context.command_path if context else "ruleproof"
    kind = type(error).__name__
    if kind == "NoSuchOption":
        shown = [one for one in context.command.get_params(context) if not _hidden(one)]
        names = ", ".join(map(_written, shown))
        near = meant(error.option_name, names.split(", "))
        return f"no such option of {path} ({names}{near}): {error.option_name!r}"
    if kind == "BadParameter" and error.param is not None:
        return f"{_written(error.param)} {error.message}"
    if error.message.startswith("Got unexpected extra argument"):
        words = [p for p in context.command.get_params(context) if p.param_type_name == "argument"]
        takes = " ".join(map(_written, words)) or "none"
        return f"arguments too many for {path} (it takes: {takes}): {_extra(error.message)!r}"
    if error.message.startswith("Missing command"):
        return f"missing command of {path} ({', '.join(context.command.list_commands(context))})"
    message = error.format_message().rstrip(".")
    return f"{message[:1].lower()}{message[1:]} (see {path} --help)"


def _written(parameter: Any) -> str:
    """An option or argument as it is written on the command line."""
    if parameter.param_type_name == "argument":
        return parameter.metavar or parameter.opts[0]
    return sorted(parameter.opts, key=lambda word: not word.startswith("--"))[0]


def _hidden(parameter: Any) -> bool:
    return bool(getattr(parameter, "hidden", False))


def _extra(message: str) -> str:
    """The words in click's message about extra arguments, which differs between versions."""
    words = re.search(r"\((?!s\))(.*)\)", message)
    return words[1] if words else message
