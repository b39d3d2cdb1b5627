"""The application: its commands in the order of the contract, and its errors, one line each."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from ruleproof.cli.asking.command import NO_MEMORY, Group, add_commands, explained, why_stopped
from ruleproof.cli.commands import games
from ruleproof.cli.errors import InputError, StopError, one_line, out_of_memory
from ruleproof.cli.signals import give_up, stopped_by
from ruleproof.cli.status import BAD_INPUT, DONE, STOPPED
from ruleproof.cli.telling.answers import remark
from ruleproof.cli.telling.log import telling
from ruleproof.cli.telling.mistakes import faulty_game
from ruleproof.cli.telling.streams import OutputLost
from ruleproof.models.errors import SetupError, TextError
from ruleproof.models.files.writing import WriteError

_INTERRUPTED = 130
"""The status that typer has for a Ctrl-C between the commands' own work."""

app = typer.Typer(
    cls=Group,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Exit status:
  0  done
  1  a verification failed, or a claim's verdict is not the expected one
  2  bad input: one line on standard error says what and where
  3  stopped before an answer (time, memory, Ctrl-C), with what is known

\b
Examples:
  ruleproof tour
  ruleproof show esgros --board hex:3 --line "a1 c3 b2"
  ruleproof COMMAND --help
""",
)
add_commands(app)


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --version: print it as JSON.")
    ] = False,
) -> int:
    """Checks rulebooks of abstract board games, solves positions exactly, makes puzzles.

    Every command takes --json and then prints exactly one JSON object, also when it is stopped
    before it has an answer. On bad input (status 2) the error goes to standard error and nothing to
    standard output.
    """
    if version:
        return games.version(as_json)
    if context.invoked_subcommand is None:
        print(context.get_help())
    return DONE


def run(arguments: list[str]) -> int:
    """Runs the command line and returns its exit status; errors are told in one line, never by a
    traceback.
    """
    usage: Any = typer.BadParameter.__mro__[
        2
    ]  # click's ClickException, which typer has no name for
    try:
        with telling():
            status = app(arguments, prog_name="ruleproof", standalone_mode=False)
            sys.stdout.flush()
        if status == _INTERRUPTED:
            raise KeyboardInterrupt
    except OutputLost as error:
        return DONE if error.cut else complain(str(error), BAD_INPUT)
    except (InputError, SetupError) as error:
        return complain(str(error), BAD_INPUT)
    except StopError as error:
        return complain(str(error), STOPPED)
    except usage as error:
        return complain(explained(error), BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort, ChildProcessError) as error:
        return complain(why_stopped(error), STOPPED)
    except WriteError as error:
        return complain(str(error), BAD_INPUT)
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            # It came as the interpreter left a built-in function, which makes it a SystemError.
            return complain(f"stopped by {stopped_by()}", STOPPED)
        if out_of_memory(error):
            give_up(NO_MEMORY)
            return complain(NO_MEMORY, STOPPED)
        told = faulty_game(error)
        if told:
            return complain(told, BAD_INPUT)
        if isinstance(error, TextError):
            return complain(str(error), BAD_INPUT)
        # An error of the program itself, of whatever kind: left to Python it would end in status 1,
        # which says that something was refuted. All that is expected is caught above.
        if os.environ.get("RULEPROOF_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        why = one_line(f"stopped by an error of its own (RULEPROOF_DEBUG=1): {what}")
        give_up(why)
        return complain(why, STOPPED)
    return status if isinstance(status, int) else DONE


def complain(message: str, status: int) -> int:
    """Writes the message in one line on standard error, and returns the status."""
    remark(message)
    return status
