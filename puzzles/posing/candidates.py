"""Makes a puzzle from a position and a stipulation, or says why there is none.

The cheap questions come first: is the goal forced, and not sooner; is one turn alone right; does
greed find it; then the tree, tries and set play; then simulated solvers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from ruleproof.models.play import notation
from ruleproof.models.play.game import Game, State
from ruleproof.puzzles.changes import changed_names, changes
from ruleproof.puzzles.judging.defence import LINES, lines_of, one_answer
from ruleproof.puzzles.judging.judge import Judge
from ruleproof.puzzles.judging.solution import line_of, replies_of
from ruleproof.puzzles.judging.trees import Grower
from ruleproof.puzzles.judging.tries import FEWEST_REPLIES, set_play, tries
from ruleproof.puzzles.posing.asking import Series, only_general
from ruleproof.puzzles.posing.rejected import LOOSE_LINE, ONE_ANSWER, SEVERAL, TOO_WIDE, Rejected
from ruleproof.puzzles.puzzle import LARGEST, Puzzle, Tree, new_puzzle, position_of
from ruleproof.puzzles.rating.attempts import TRIES, Attempt, Solvers, Task
from ruleproof.puzzles.stipulations import WIN, Asked, Stipulation
from ruleproof.puzzles.telling.derived import dressed
from ruleproof.solvers.playing.goals.attack import Node, TooWide
from ruleproof.solvers.playing.goals.turns import Turn
from ruleproof.solvers.work.progress import Listener, silent

FEWEST_TURNS = 5
"""Positions with fewer turns than this hold no puzzle."""
CHEAP = (2_000, 8_000, 30_000, 100_000, 300_000)
"""The most moves spent to see whether a goal is forced within 1, 2, … turns."""
TO_THE_END = 60_000
"""The same where play goes to the end of the game."""
NARROW = 1 << 10
"""Positions are asked nothing where the present turn has more positions on its way."""
IN_STEPS = 32_000
"""The same where turns consist of several moves, whatever their number: longer questions are hardly
ever answered with more."""


class Candidate(NamedTuple):
    """A puzzle, with what its making found out about it."""

    puzzle: Puzzle
    attempts: list[Attempt]


def disturbed(game: Game, before: State, after: State) -> int:
    """The number of occupied cells that a turn changed or emptied: captures, flips, moves."""
    names = changed_names(changes(game, before, after))
    cells = (game.board.cell(name) for name in names if name in game.board.names)
    return sum(notation.cell_text(game, before, cell) != "." for cell in cells)


def teaches(stipulation: Stipulation) -> bool:
    """Whether the question only teaches its goal, in one turn: it may be easy."""
    return stipulation.aim == "reach" and stipulation.turns == 1


def own_aim(stipulation: Stipulation) -> bool:
    """Whether the question asks for the game's own aim."""
    return stipulation.goal.name == WIN


class Composer:
    """Makes puzzles of one game's positions. `tight`: loose lines are rejected. `choosing`: so are
    puzzles that a set would not take, because nobody defends or nobody can follow.
    """

    def __init__(
        self,
        game: Game,
        whole: int | None = None,
        progress: Listener = silent,
        *,
        choosing: bool = False,
    ) -> None:
        self.game = game
        self.choosing = choosing
        self.judge = Judge(game, progress=progress)
        self.tight = False
        self._whole = whole

    @property
    def moves(self) -> int:
        """The moves played for all questions so far."""
        return self.judge.attack.spent

    def _pose(self, state: State, stipulation: Stipulation) -> Node:
        """Turns the judge to a stipulation, with the composer's allowance of moves."""
        self.judge.whole = self._whole
        return self.judge.pose(state, stipulation)

    def hardest(self, state: State, series: Series) -> Stipulation:
        """The last of the series that can be met: the question with the fewest keys. Raises
        `Rejected` where none can be met.
        """
        if len(series) == 1:
            return series[0]
        met, rest = 0, len(series)
        try:
            while met < rest:
                middle = (met + rest) // 2
                stipulation = series[middle]
                root = self._pose(state, stipulation)
                cheap = self._cheap(root, stipulation)
                if self.judge.within(root, stipulation.within, cheap) != self.judge.averts:
                    met = middle + 1
                else:
                    rest = middle
        except TooWide:
            raise Rejected(TOO_WIDE) from None
        if not met:
            raise Rejected("nothing averts it" if series[0].aim == "avert" else "nothing forced")
        return series[met - 1]

    def keys(self, state: State, stipulation: Stipulation, most: int) -> int:
        """The number of right answers, or `most` + 1 where there are more; 0 where it can be no
        puzzle whatever their number.
        """
        judge, left = self.judge, stipulation.within
        try:
            root = self._pose(state, stipulation)
            self._forced(root, stipulation)
            if len(judge.told(root)) < FEWEST_TURNS:
                return 0
            found: set[bytes] = set()
            for turn in judge.turns(root):
                effect = judge.effect(root, turn)
                if effect not in found and judge.right(turn, left):
                    found.add(effect)
                    if len(found) > most:
                        break
        except (Rejected, TooWide):
            return 0
        return len(found)

    def in_steps(self, state: State) -> bool:
        """Whether the turns of the position consist of several moves."""
        judge = self.judge
        root = judge.pose(state, Stipulation(aim="reach", goal=Asked(name=WIN), turns=1))
        return judge.in_steps(root)

    def narrow(self, state: State) -> bool:
        """Whether the turns of the position are few enough to be asked about."""
        root = self.judge.pose(state, Stipulation(aim="reach", goal=Asked(name=WIN), turns=1))
        return self.judge.narrow(root, NARROW)

    def open(self, state: State) -> bool:
        """Whether the position has as many turns as a puzzle needs."""
        root = self.judge.pose(state, Stipulation(aim="reach", goal=Asked(name=WIN), turns=1))
        return len(self.judge.told(root)) >= FEWEST_TURNS

    def puzzle(
        self,
        state: State,
        stipulation: Stipulation,
        proof_game: Sequence[str],
        composed: bool = False,
    ) -> Candidate:
        """Makes the puzzle. Raises `Rejected` with the reason where it is none."""
        try:
            return self._puzzle(state, stipulation, proof_game, composed)
        except TooWide:
            raise Rejected(TOO_WIDE) from None

    def _puzzle(
        self, state: State, stipulation: Stipulation, proof_game: Sequence[str], composed: bool
    ) -> Candidate:
        game, judge = self.game, self.judge
        root = self._pose(state, stipulation)
        left = stipulation.within
        self._forced(root, stipulation)
        key = self._key(root, left, judge.turns(root))
        self._worthwhile(root, key, left)
        quick = left == 2 and not judge.in_steps(root) and not own_aim(stipulation)
        if self.choosing and quick:
            self._answers(key, left)
        judged = judge.judged(root, left)
        self._sensible(stipulation)
        grower = Grower(judge)
        tree = grower.whole(root, left)
        self._sensible(stipulation)
        if grower.loses:
            raise Rejected("a reply wins the game")
        if self.tight and tree.loose:
            raise Rejected(LOOSE_LINE)
        if self.choosing and (reason := self.unwanted(stipulation, tree)):
            raise Rejected(reason)
        line = line_of(tree)
        self._outlasts(state, stipulation, line.moves)
        replies = replies_of(tree, judge.averts)
        task = Task(judge, root, left, tree, replies)
        attempts = task.attempts(Solvers(judge).picks(), TRIES, 0)
        solved = sum(attempt.solved for attempt in attempts)
        if solved == 0:
            raise Rejected("no simulated solver finds it")
        if solved == len(attempts) and not teaches(stipulation):
            raise Rejected("every simulated solver finds it")
        puzzle = new_puzzle(
            game,
            state,
            stipulation,
            line.moves,
            proof_game,
            unique="line" if line.unique else "first",
            tree=tree,
            tries=tries(judge, judged, left),
            set_play=set_play(judge, state, stipulation),
            composed=composed,
        )
        judge.whole = None  # what is derived is made again by the check, which has no allowance
        puzzle = dressed(judge, state, puzzle, attempts)
        if len(puzzle.line()) > LARGEST:
            raise Rejected(TOO_WIDE)
        return Candidate(puzzle, attempts)

    def as_win(self, found: Candidate) -> Candidate:
        """The same puzzle with the question to win, where its line ends in a win of the solver's
        and that question is a puzzle too: whoever wins wants to be asked for a win. Raises
        `Rejected` where "do not lose" is asked, a win is forced, and to win is no puzzle.
        """
        asked, before = found.puzzle.stipulation, position_of(found.puzzle)
        if asked.name == "save":
            return self._more_than_saved(found.puzzle, before.state) or found
        if asked.aim != "reach" or asked.goal.name == WIN:
            return found
        after = before.play(found.puzzle.solution)
        if after.result is None or after.result.winner != self.game.players[before.state.side]:
            return found
        win = Stipulation(aim="reach", goal=Asked(name=WIN), turns=asked.turns)
        with suppress(Rejected):
            puzzle = found.puzzle
            return self.puzzle(before.state, win, puzzle.proof_game, puzzle.composed)
        return found

    def _more_than_saved(self, puzzle: Puzzle, state: State) -> Candidate | None:
        """The same puzzle with the question to win; None where no win is known to be forced."""
        win = Stipulation(aim="reach", goal=Asked(name=WIN))
        root = self._pose(state, win)
        try:
            forced = self.judge.within(root, win.within, self._cheap(root, win))
        except TooWide:
            return None
        return self.puzzle(state, win, puzzle.proof_game, puzzle.composed) if forced else None

    def _sensible(self, stipulation: Stipulation) -> None:
        """Checks that no turn called wrong wins the game, unless more than a win is asked for."""
        if stipulation.goal.name != WIN and self.judge.wins_otherwise():
            raise Rejected("a wrong turn wins the game")

    def _outlasts(self, state: State, stipulation: Stipulation, line: Sequence[str]) -> None:
        """Checks that the other side does not win with the turn after the line: who meets a goal
        and loses at once has solved nothing. Points decide later, so scored games are let through.
        """
        judge, game = self.judge, self.game
        if game.rulebook.scored or stipulation.goal.name == WIN:
            return
        other = 1 - state.side
        for text in line:
            state = game.play(state, game.checked_move(state, text))
        after = judge.attack.node(state)
        ends = [after]
        if not game.over(state):
            ends = [turn.after for turn in judge.turns(after)] if state.side == other else []
        if any(judge.winner(end) == game.players[other] for end in ends):
            raise Rejected("the other side wins next")

    def _answers(self, key: Turn, left: int) -> None:
        """Checks that no one answer is right after all live replies, as `unwanted` does with the
        tree, which takes longer to make.
        """
        judge = self.judge
        answers: set[str] | None = None
        for reply in judge.told_replies(key, left):
            if reply.met != 0 or not judge.turns(reply.after):
                continue
            here = {judge.text(turn): turn for turn in judge.turns(reply.after)}
            looked = here.keys() if answers is None else answers & here.keys()
            answers = {text for text in looked if judge.right(here[text], left - 1)}
            if not answers:
                return
        raise Rejected(ONE_ANSWER)

    def unwanted(self, stipulation: Stipulation, tree: Tree) -> str:
        """The reason why a set does not take the puzzle: one answer does for all replies, although
        the question is not for the game's own aim, or a person cannot follow them; empty if none.
        """
        if lines_of(tree) > LINES and not only_general(self.game):
            return "too many lines"
        alone = own_aim(stipulation) or stipulation.turns == 1
        return ONE_ANSWER if not alone and one_answer(tree) else ""

    def _forced(self, root: Node, stipulation: Stipulation) -> None:
        """Checks that the goal is reached within the turns, and not within one fewer; or that it is
        averted.
        """
        judge, left = self.judge, stipulation.within
        cheap = self._cheap(root, stipulation)
        if stipulation.aim == "reach":
            if stipulation.turns and judge.within(root, left - 1, cheap):
                raise Rejected("forced sooner")
            if not judge.within(root, left, cheap):
                raise Rejected("nothing forced")
        elif judge.within(root, left, cheap):
            raise Rejected("nothing averts it")

    def _cheap(self, root: Node, stipulation: Stipulation) -> int:
        """The most moves spent to see whether the stipulation is met."""
        if self.judge.in_steps(root):
            return IN_STEPS
        left = stipulation.within
        return CHEAP[min(left, len(CHEAP)) - 1] if stipulation.turns else TO_THE_END

    def _key(self, root: Node, left: int, turns: Sequence[Turn]) -> Turn:
        """The turn that alone is right, up to its effect: of turns of one effect all are right, or
        one alone.
        """
        judge = self.judge
        if len(judge.told(root)) < FEWEST_TURNS:
            raise Rejected("too few turns")
        keys, effect = [], b""
        for turn in turns:
            if not judge.right(turn, left):
                continue
            own = judge.attack.effect(root.row, turn.after.row)
            if keys and own != effect:
                raise Rejected(SEVERAL)
            keys.append(turn)
            effect = own
        if not keys:
            raise Rejected("nothing forced")
        alike = sum(judge.attack.effect(root.row, turn.after.row) == effect for turn in turns)
        if 1 < len(keys) < alike:
            raise Rejected(SEVERAL)
        return keys[0]

    def _worthwhile(self, root: Node, key: Turn, left: int) -> None:
        """Checks that the key leaves replies, and that greed does not find it."""
        judge = self.judge
        replies = judge.told_replies(key, left)
        if left > 1 and len(replies) < FEWEST_REPLIES:
            raise Rejected("too few replies")
        before = judge.state(root)
        gains = {
            turn.moves: disturbed(self.game, before, judge.state(turn.after))
            for turn in (key, *(group[0] for group in judge.told(root)))
        }
        most = max(gains.values())
        greediest = sum(gain == most for gain in gains.values())
        if gains[key.moves] == most and greediest < 3 and not teaches(judge.stipulation):
            raise Rejected("found by greed")
