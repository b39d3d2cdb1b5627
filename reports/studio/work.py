"""The tasks of a worker process: values, turns of opponents, verdicts on claims and diagrams.

Each returns why not all is known that was asked for, and an empty text if it is.
A task is a kind and its arguments, plain values that travel between processes; results are events,
a name and plain values. The pages' server never imports this module, and each task imports the
solvers that it needs.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from queue import SimpleQueue
from typing import IO, Any

from ruleproof.models.compiled.compile_time import COMPILING
from ruleproof.models.compiled.failures import RuleFailure, failed_rule
from ruleproof.models.endless import NoReturn, Watch
from ruleproof.models.errors import TextError
from ruleproof.models.files.strict import json_value
from ruleproof.models.mistakes import Mistake, mistake, told_as_the_authors
from ruleproof.models.play.offered import playable
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import Rulebook
from ruleproof.models.systems import ENDED, end_with, limit_memory, limit_work
from ruleproof.reports.drawing.figures import picture, sample
from ruleproof.reports.studio.answers.worths import worth_told
from ruleproof.reports.studio.asked import PositionAsked, position_asked
from ruleproof.reports.studio.children import most_memory, most_work
from ruleproof.reports.studio.gate.limits import Limits
from ruleproof.reports.studio.opponents import turn
from ruleproof.solvers.playing.values.contradiction import Contradiction
from ruleproof.solvers.playing.values.words import BY_REPETITION, SOME_BY_REPETITION
from ruleproof.solvers.work.executors import now_and_then
from ruleproof.solvers.work.progress import TIME_IS_UP, Deadline, Listener, Progress

_FAILS = "a rule of the game fails, so no answer counts"
Tell = Callable[[str, Any], None]
"""Tells an event: its name, and what belongs to it."""


class Cancelled(Exception):
    """Nobody waits for the answer any more."""


def main() -> None:
    """Does the tasks that come through standard input, until that ends; tells on standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the studio hears it, and ends this process
    end_with(os.dup(1))  # nothing is ever printed: it is closed when the studio ends
    os.dup2(2, 1)
    limits = Limits(**json_value(sys.argv[1]))
    limit_memory(most_memory(limits))
    if "eager" in sys.argv:
        import_module("ruleproof.solvers.playing.exact.unfolding")
    threading.Thread(target=_watch, args=(threading.get_ident(), limits.rule), daemon=True).start()
    asked = TaskStream(sys.stdin.buffer, lambda: os._exit(ENDED))
    serve(asked, limits, say_on(sys.stderr))


def _watch(thread: int, returns: float) -> None:
    """Ends, as `NoReturn`, rules of a thread that do not return."""
    watch = Watch(thread, returns, COMPILING.worked)
    while True:
        time.sleep(1.0)
        watch.look()


def say_on(stream: IO[str]) -> Tell:
    """Tells events as lines of JSON."""
    lock = threading.Lock()

    def say(name: str, what: Any) -> None:
        with lock:
            print(json.dumps({name: what}), file=stream, flush=True)

    return say


class TaskStream:
    """The tasks that come through a stream, and whether the one at work is to stop."""

    def __init__(self, lines: Iterable[bytes], end: Callable[[], object]) -> None:
        self._tasks: SimpleQueue[tuple[int, dict[str, Any]] | None] = SimpleQueue()
        self._stopped = self._number = 0
        threading.Thread(target=self._read, args=(lines, end), daemon=True).start()

    def _read(self, lines: Iterable[bytes], end: Callable[[], object]) -> None:
        come = 0
        for line in lines:
            asked = json_value(line)
            if "task" in asked:
                come += 1
                self._tasks.put((come, asked["task"]))
            else:
                self._stopped = come
        end()
        self._stopped = come
        self._tasks.put(None)

    def tasks(self) -> Iterator[dict[str, Any]]:
        """The tasks, one after another."""
        while (found := self._tasks.get()) is not None:
            self._number, task = found
            yield task

    @property
    def stopped(self) -> bool:
        """Whether nobody waits for the task at work."""
        return self._stopped >= self._number


def serve(asked: TaskStream, limits: Limits, say: Tell) -> None:
    """Does one task after another."""
    with COMPILING.telling(lambda begins: say("compiling", begins)):
        for task in asked.tasks():
            limit_work(most_work(task["seconds"]))
            say("done", _done(asked, limits, say, task))


def _done(asked: TaskStream, limits: Limits, say: Tell, task: dict[str, Any]) -> dict[str, Any]:
    """Does a task; reports how it ended."""

    def tell(name: str, what: Any) -> None:
        if asked.stopped:
            raise Cancelled
        say(name, what)

    def hear(step: Progress) -> None:
        tell("progress", {"stage": step.stage, "done": step.done, "total": step.total})

    listen = now_and_then(hear)
    try:
        why = _TASKS[task["kind"]](task, limits, tell, listen)
    except Cancelled:
        return {"complete": False, "reason": "cancelled"}
    except MemoryError:
        return {"complete": False, "reason": "the memory is full"}
    except TextError as error:
        return {"complete": False, "reason": str(error)}
    except NoReturn as error:
        return {"complete": False, "reason": str(error)}
    except RuleFailure as error:
        failed_rule()
        return {"complete": False, "reason": f"{_FAILS}: {error}"}
    except Exception as error:
        return {"complete": False, "reason": _broken(error)}
    if failed := failed_rule():
        return {"complete": False, "reason": f"{_FAILS}: {failed}"}
    return {"complete": not why, "reason": why}


def _broken(error: Exception) -> str:
    """The author's mistake that the error is due to, or that it is one of the studio's own, whose
    traceback goes to standard error.
    """
    if isinstance(error, Contradiction):
        from ruleproof.solvers.reasoning.laws.blame import blamed

        return str(blamed(error))
    found = mistake(error)
    if found is None:
        traceback.print_exception(error)
        return f"an error of the studio's own, {type(error).__name__}: {error}"
    return str(found)


def _unless(known: bool) -> str:
    """The reason why not all is known, empty if it is."""
    return "" if known else TIME_IS_UP


def _asked(task: dict[str, Any], limits: Limits) -> Position:
    return position_asked(PositionAsked.model_validate(task["asked"]), limits)


def _values(task: dict[str, Any], limits: Limits, tell: Tell, listen: Listener) -> str:
    """The value of every legal move, and of the position."""
    from ruleproof.solvers.playing.exact.unfolding import Worth, moves_unfolding, together

    position = _asked(task, limits)
    known: dict[str, Worth] = {}
    value: Worth | None = None
    many = len(position.legal_moves())
    for worth in moves_unfolding(
        position,
        memory=limits.memory,
        time=task["seconds"],
        compiles=task.get("compiles", True),
        progress=listen,
    ):
        known[worth.move] = worth
        tell("move", worth_told(position.game, worth).model_dump())
        best = together(position, known.values())
        if best != value:
            value = best
            tell("value", worth_told(position.game, best).model_dump())
    if len(known) < many or not all(worth.finished for worth in known.values()):
        return TIME_IS_UP
    if value and value.by_repetition:
        return BY_REPETITION
    return SOME_BY_REPETITION if any(worth.by_repetition for worth in known.values()) else ""


def _line(task: dict[str, Any], limits: Limits, tell: Tell, listen: Listener) -> str:
    """The value of every position of the line, with its gain for the first player."""
    from ruleproof.solvers.playing.exact.unfolding import Worth, line_unfolding

    last = _asked(task, limits)
    states = (*last.before, last.state)
    line = [Position(last.game, state, states[:place]) for place, state in enumerate(states)]
    finished: dict[int, Worth] = {}
    for worth in line_unfolding(line, memory=limits.memory, time=task["seconds"], progress=listen):
        told = worth_told(last.game, worth)
        if told.gain and line[worth.place].state.side != 0:
            told.gain = -told.gain
        tell("place", told.model_dump())
        if worth.finished:
            finished[worth.place] = worth
    if len(finished) < len(line):
        return TIME_IS_UP
    return SOME_BY_REPETITION if any(one.by_repetition for one in finished.values()) else ""


def _reply(task: dict[str, Any], limits: Limits, tell: Tell, listen: Listener) -> str:
    """The turn of an opponent."""
    found = turn(
        _asked(task, limits),
        task["player"],
        task["seed"],
        seconds=task["seconds"],
        memory=limits.memory,
        progress=listen,
    )
    tell("turn", {"moves": list(found.moves), "exact": found.exact})
    return ""


def _hint(task: dict[str, Any], limits: Limits, tell: Tell, listen: Listener) -> str:
    """A turn for the side to move, with the steps that lead to it."""
    from ruleproof.puzzles.telling.advising import advise

    found = advise(
        _asked(task, limits), seconds=task["seconds"], memory=limits.memory, progress=listen
    )
    tell("hint", found._asdict())
    return ""


def _claims(task: dict[str, Any], limits: Limits, tell: Tell, listen: Listener) -> str:
    """A verdict on every claim of the game, as long as there is time."""
    from ruleproof.models.claims.claims import table
    from ruleproof.reports.studio.answers.verdicts import verdict_told
    from ruleproof.solvers.reasoning.checking.check import check

    game = _asked(task, limits).game
    deadline = Deadline(task["seconds"])
    waiting = [claim.id for claim in table(game)]
    while waiting and not deadline.passed:
        left = deadline.left or 0.0
        fair = max(1.0, left / len(waiting))
        found = check(game, [waiting[0]], seconds=fair, progress=listen)
        for verdict in found:
            tell("verdict", verdict_told(game, verdict).model_dump())
        told = {verdict.id for verdict in found} | {waiting[0]}
        waiting = [one for one in waiting if one not in told]
    return _unless(not waiting)


def _judge(task: dict[str, Any], limits: Limits, tell: Tell, listen: Listener) -> str:
    """The judgement of the diagram as a puzzle."""
    from ruleproof.puzzles.posing.diagrams import examined
    from ruleproof.puzzles.stipulations import stipulated

    here = _asked(task, limits)
    asked = stipulated(here.game, task["goal"], task["on"], task["amount"], task["turns"])
    found = examined(here.game, here.state, asked, time=task["seconds"], progress=listen)
    tell("report", found.fields())
    return found.unfinished or (found.reason if found.sound is None else "")


def _games(task: dict[str, Any], limits: Limits, tell: Tell, listen: Listener) -> str:
    """Each game (`game`), in the order of the names: a picture of it in play, or the mistake in it,
    and whether it can be played all the same.
    """
    for name in task["names"]:
        limit_work(limits.asked)
        shown, mistaken, plays = "", None, False
        try:
            book = playable(name)
            plays = True
            shown = cover(book)
        except Mistake as error:
            mistaken = error
        except NoReturn as error:
            mistaken, plays = error.mistake, False
        fields = mistaken and (mistaken.place, mistaken.what, mistaken.remedy, mistaken.law)
        tell("game", {"cover": shown, "mistake": fields, "plays": plays})
    return ""


def cover(book: Rulebook) -> str:
    """A picture of the game in play."""
    with told_as_the_authors():
        return str(picture(sample(book), labels=False, title=f"A position of {book.title}"))


_TASKS: dict[str, Callable[[dict[str, Any], Limits, Tell, Listener], str]] = {
    "values": _values,
    "line": _line,
    "reply": _reply,
    "hint": _hint,
    "claims": _claims,
    "judge": _judge,
    "games": _games,
}
KINDS = tuple(_TASKS)
