"""Investigates a game on the board that people play on, for a report.

First it looks for problems in the rules: claims, those that carry findings before the others;
readings held against each other on small boards; settings that would mend a problem. All this is
bounded by counted work (`models/claims/counted.py`), so that any machine finds the same problems.
The rest is bounded by the processor's time: games, play on the largest small board that can be
solved, and puzzles. The board itself comes last; it is mostly out of reach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleproof.models.claims.claims import ValueIs, Verdict, Word, table
from ruleproof.models.claims.meanings import problem, telling
from ruleproof.models.compiled.kernels import engine
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.variants import changed
from ruleproof.models.rulebooks.settings import Value
from ruleproof.models.systems import cores
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.reports.examining.ahead import Ahead
from ruleproof.reports.examining.examine import PUZZLES, SEED, best_of_starter
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.examining.general import general_verdicts
from ruleproof.reports.examining.grounds import in_play, small_games
from ruleproof.reports.examining.stages import (
    FREE_COMPILING,
    Found,
    Work,
    left_out,
    made,
    rival_readings,
    solved,
    valued,
)
from ruleproof.reports.statistics.play_statistics import PlayStatistics, play_statistics
from ruleproof.reports.statistics.statistics_told import unfinished
from ruleproof.reports.wording.words import counted, detail
from ruleproof.solvers.playing.exact.solution import Solution
from ruleproof.solvers.reasoning.checking.inquiries import answers, inquire
from ruleproof.solvers.reasoning.checking.repair import Repair, repair
from ruleproof.solvers.reasoning.checking.withdrawal import withdrawn
from ruleproof.solvers.reasoning.lockstep.compare import Difference, compare
from ruleproof.solvers.work.progress import Deadline, Listener, Progress, Stopped, silent
from ruleproof.solvers.work.side_by_side import local_workers

WEIGHTS = {"statistics": 8.0, "small": 2.0, "openings": 1.0, "puzzles": 3.0, "own": 0.5}
"""The weight of each stage beyond problems in sharing out its time."""
SECONDS = 34.0
"""The processor's seconds for these stages."""
STATISTICS = 60.0
"""The most seconds in which games are played."""
_REPAIR = 2.0
"""The seconds' worth of work for a claim under a changed setting, on one board."""
_READING, _PAIRS = 0.2, 50_000
"""The seconds' worth of work, and the pairs of positions, for two readings on one board."""
_SMALL = 16
"""A board with at most so many cells is solved before any smaller one."""


def investigate(
    game: Game,
    *,
    seconds: float | None = None,
    progress: Listener = silent,
    tell: Callable[[Findings], None] = lambda findings: None,
) -> Findings:
    """Investigates the game: for problems as far as it takes, then for `SECONDS`. `seconds` ends
    all of it by the clock; compiling beyond `FREE_COMPILING` counts among them, so that all is done
    `FREE_COMPILING` seconds later at most. `tell` hears the findings so far after the claims that
    carry findings, after the search for problems, and after the games.
    """
    end = Deadline.beside_compiling(seconds, FREE_COMPILING)
    work = Work(SECONDS, progress, sum(WEIGHTS.values()), end)
    work.wait(lambda: _compile(game, progress))
    ahead = Ahead(game) if cores() > 1 else None
    try:
        return Investigation(game, work, tell, ahead).whole()
    finally:
        if ahead:
            ahead.close()


def _compile(game: Game, progress: Listener) -> None:
    progress(Progress("compiling", 0))
    engine(game).kernels.compile()


class Investigation:
    """The findings so far."""

    def __init__(
        self, game: Game, work: Work, tell: Callable[[Findings], None], ahead: Ahead | None
    ) -> None:
        self.game, self.work, self.tell, self.ahead = game, work, tell, ahead
        self.line: tuple[str, ...] = ()
        self.verdicts: list[Verdict] = []
        self.repairs: dict[str, tuple[Repair, ...]] = {}
        self.consequences: dict[tuple[str, Value], Difference] = {}
        self.statistics: PlayStatistics | None = None
        self.known: tuple[Game, Solution] | None = None
        self.openings: dict[str, object] = {}
        self.puzzles: list[Puzzle] = []

    def whole(self) -> Findings:
        """The findings in the end."""
        work, game = self.work, self.game
        carrying = of_problems(game)
        others = [claim.id for claim in table(game) if claim.id not in carrying]
        self.line = work.stage("values", lambda: in_play(game), ())
        work.stage("claims", lambda: self.check([*carrying, *others]), None)
        work.stage("readings", self.compare, None)
        work.stage("claims", self.repair, None)
        self.tell(self.findings(midway=True))
        ahead = self.ahead
        if ahead is not None:
            work.wait(lambda: ahead.wait_for_players(work.progress, work.end))
        work.begin()
        self.later("statistics", lambda: self.play(self.share("statistics")), None, "to play games")
        self.tell(self.findings(midway=True))
        self.later(
            "values", lambda: self.solve_small(self.share("small")), None, "to solve a small board"
        )
        if self.known:
            at, start = self.known
            self.openings = self.later(
                "values",
                lambda: valued(at, work, self.share("openings"), start),
                {},
                "for the values of first moves",
            )
        if ahead is not None and not work.over:
            work.wait(lambda: ahead.wait_for_puzzles(work.progress, work.end))
        self.puzzles = self.later(
            "puzzles",
            lambda: made(game, work, self.share("puzzles"), PUZZLES, SEED),
            [],
            "to look for puzzles",
        )
        if not self.told_by_claims():
            own = f"to solve {game.board.text}, the board in play"
            self.later("values", lambda: self.solve_own(self.share("own")), None, own)
        waiting = [claim.id for claim in self.findings().unlooked]
        left_out(work, waiting, len(self.verdicts) + len(waiting))
        if work.notes and work.compiled_for:
            work.note("time", work.compiled_for)
        return self.findings()

    def about_its_value(self) -> list[Verdict]:
        """The verdicts of claims about the value of the start."""
        claims = table(self.game)
        asking = {
            claim.id
            for claim in claims
            if any(isinstance(one, ValueIs) and not one.position for one in claim.obligations)
        }
        return [verdict for verdict in self.verdicts if verdict.id in asking]

    def told_by_claims(self) -> bool:
        """Whether a claim has found the value of the board itself, and best play there has not; a
        note tells it.
        """
        own = self.game.board.text
        if self.known and self.known[0] is self.game:
            return False
        for verdict in self.about_its_value():
            if own in verdict.found:
                value = detail(verdict.found[own])
                self.work.note("values", f"Claim {verdict.id} found the value of {own}: {value}.")
                return True
        return False

    def later(self, part: str, find: Callable[[], Found], otherwise: Found, what: str) -> Found:
        """Runs a stage that the page can do without, unless the time is gone; then its part notes
        that none was left for `what`.
        """
        if not self.work.over:
            return self.work.stage(part, find, otherwise)
        self.work.notes.setdefault(part, f"No time was left {what}.")
        return otherwise

    def share(self, stage: str) -> float:
        """The seconds for that stage."""
        return self.work.share(WEIGHTS[stage])

    def findings(self, *, midway: bool = False) -> Findings:
        """The findings by now."""
        names = [claim.id for claim in table(self.game)]
        at = {name: number for number, name in enumerate(names)}
        game, solution = self.known or (self.game, None)
        return Findings(
            self.game,
            line=self.line,
            verdicts=tuple(
                withdrawn(sorted(self.verdicts, key=lambda one: at.get(one.id, len(at))))
            ),
            repairs=self.repairs,
            solution=solution,
            openings=self.openings,
            puzzles=tuple(self.puzzles),
            best=() if self.puzzles else best_of_starter(self.game.name),
            solved=None if game is self.game else game,
            consequences=self.consequences,
            statistics=self.statistics,
            seconds=self.work.clock.elapsed,
            notes=self.work.notes,
            midway=midway,
        )

    def check(self, names: Sequence[str]) -> None:
        """Adds a verdict on each of these claims, by all cores, and says the findings once those
        that can carry some are decided; where the game states no claims, on those that fit any.
        """
        listen = self.work.listening(self.work.end)
        waiting = set(of_problems(self.game))
        try:
            if not table(self.game):
                self.verdicts += general_verdicts(self.game, listen)
            elif not self.work.end.passed:
                asked = inquire([self.game], names)
                workers = local_workers(cores())
                for question, found in answers(asked, workers=workers, progress=listen):
                    self.verdicts += found
                    if question.claim in waiting:
                        waiting.remove(question.claim)
                        if not waiting:
                            self.tell(self.findings(midway=True))
        except Stopped:
            self.work.progress(Progress("claims", len(self.verdicts)))  # raises if asked to stop

    def compare(self) -> None:
        """Compares play with that under each other value of each setting, on the smallest board
        where it differs.
        """
        rivals = [(name, value) for name, value, _ in rival_readings(self.game)]
        if rivals:
            tried = ", ".join(one.board.text for one in [*small_games(self.game), self.game])
            self.work.note(
                "readings",
                f"Each was compared on {tried}, in turn, until a game showed a difference or the "
                "work allowed for it was done.",
            )
        listen = self.work.listening(self.work.end)
        for done, (name, value) in enumerate(rivals):
            try:
                listen(Progress("readings", done, len(rivals), f"{name}={value}"))
                self.consequences[name, value] = self.difference(name, value, listen)
            except Stopped:
                unread = ", ".join(f"{name}={value}" for name, value in rivals[done:])
                self.work.note("readings", f"No time was left for {unread}.")
                self.work.progress(Progress("readings", done))  # raises if asked to stop
                return

    def difference(self, name: str, value: Value, listen: Listener) -> Difference:
        """The difference in play under that value, on the smallest board where there is one, else
        on the largest board looked at. Raises `Stopped` where the listener does.
        """
        found: Difference | None = None
        for ground in [*small_games(self.game), self.game]:
            try:
                other = changed(ground, {name: value})
            except TextError:
                continue
            (one,) = compare(
                ground, [other], limit=_PAIRS, beyond=False, work=_READING, progress=listen
            )
            listen(Progress("readings", one.positions, None, f"{name}={value}"))
            if found is None or one.same is not None:
                found = one
            if one.same is False:
                break
        assert found is not None, "the game itself allows the value"
        return found

    def repair(self) -> None:
        """Looks for settings that settle the problems that claims show."""
        listen = self.work.listening(self.work.end)
        untried: list[str] = []
        for verdict in list(self.verdicts):
            known = problem(self.game, verdict.id, verdict.verdict)
            unexpected = not verdict.as_expected and verdict.verdict == "refuted"
            if not (known or unexpected):
                continue
            among = [*known.settled_by, *known.mended_by] if known else None
            if among == []:
                continue
            tried: list[Repair] = []
            try:
                repair(
                    self.ground_of(verdict),
                    verdict.id,
                    among=among,
                    known=[verdict],
                    work=_REPAIR,
                    progress=listen,
                    tell=tried.append,
                )
            except Stopped:
                self.work.progress(Progress("repair", len(self.repairs)))  # raises if asked to
                untried.append(verdict.id)
            if tried:
                self.repairs[verdict.id] = tuple(tried[1:])
        if untried:
            names = ", ".join(untried)
            self.work.note("claims", f"No time was left to try all wordings for {names}.")

    def ground_of(self, verdict: Verdict) -> Game:
        """The game on the board of the verdict."""
        text = verdict.board or self.game.board.text
        return make_game(self.game.rulebook, text, dict(self.game.chosen))

    def play(self, seconds: float) -> None:
        """Plays games."""
        within = min(STATISTICS, seconds)
        self.statistics = play_statistics(self.game, seconds=within, progress=self.work.progress)
        self.work.elsewhere(within)
        if not self.statistics.complete:
            self.work.note("statistics", unfinished(self.statistics, within))

    def solve_small(self, seconds: float) -> None:
        """Solves the start of small boards, from the smallest on, while there is time."""
        share = self.work.until(seconds)
        if self.game.board.size <= _SMALL:
            found = solved(self.game, self.work, seconds / 2)
            if found.value is not None:
                self.known = self.game, found
                return
        for ground in small_games(self.game, toured=True):
            if share.passed:
                return
            found = solved(ground, self.work, share.left or 0.0)
            if found.value is None:
                return
            self.known = ground, found

    def solve_own(self, seconds: float) -> None:
        """Solves the board itself, if that takes only a moment."""
        if self.known and self.known[0] is self.game:
            return
        found = solved(self.game, self.work, seconds)
        if found.value is not None:
            self.known, self.openings = (self.game, found), {}
            return
        self.work.note(
            "values",
            f"{self.game.board.text} itself is not solved: {counted(found.nodes, 'position')} "
            f"searched in {found.seconds:.1f} s.",
        )


def of_problems(game: Game) -> list[str]:
    """The claims that can show a problem of the rulebook."""
    words: tuple[Word, ...] = ("proved", "refuted", "witnessed")
    return [one for one in telling(game) if any(problem(game, one, word) for word in words)]
