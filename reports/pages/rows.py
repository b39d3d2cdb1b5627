"""The contents of a page about one game, part by part: claims, readings, values, puzzles.

`chapter.html.jinja` renders a `Section`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from ruleproof.models.claims.claims import Verdict
from ruleproof.models.errors import listed
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.settings import Setting, Value
from ruleproof.reports.drawing.figures import Figure, Steps, Strip, picture, steps, strip
from ruleproof.reports.drawing.marks import state_words
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.analysing import (
    Evidence,
    analyse_link,
    of_difference,
    of_verdict,
    parting,
)
from ruleproof.reports.pages.problems import Shown, Wording, shown_problems
from ruleproof.reports.pages.value_maps import ValueMap, value_map
from ruleproof.reports.statistics.statistics_told import Statistics, statistics_view
from ruleproof.reports.wording import words
from ruleproof.reports.wording.differences import difference_words
from ruleproof.reports.wording.values import solution_words
from ruleproof.reports.wording.verdicts import PARTS, Tally, Worded, findings_of, tally, worded
from ruleproof.solvers.reasoning.checking.agreement import told
from ruleproof.solvers.reasoning.checking.coverage import Covered, coverage
from ruleproof.solvers.reasoning.laws.branches import RulesCoverage, rules_coverage

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import Puzzle


class ProblemCard(NamedTuple):
    """A problem, the first wording that mends it and the others, and the game that shows it.
    `word` names that game.
    """

    shown: Shown
    first: Wording | None
    others: tuple[Wording, ...]
    evidence: Evidence
    word: str


class ClaimRow(NamedTuple):
    """A verdict in words, its evidence, and the numbers of the problem and of the unexpected claim
    that it shows, 0 for none.
    """

    words: Worded
    evidence: Evidence
    problem: int = 0
    surprise: int = 0

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        return self.words.verdict


class ClaimPart(NamedTuple):
    """Rows under one title, with their verdicts counted."""

    title: str
    rows: list[ClaimRow]
    tally: list[Tally]


class Consequence(NamedTuple):
    """The changes under another value of a setting: in words, and a game that shows them, which
    `by` names.
    """

    words: str
    only: list[str]
    by: str
    evidence: Evidence


class SettingValue(NamedTuple):
    """A value of a setting: its meaning, whether the page assumes it, and its consequence."""

    value: Value
    meaning: str
    chosen: bool
    consequence: Consequence | None


class ReadingRow(NamedTuple):
    """A setting: the value chosen, its values or their range, and the numbers of problems that turn
    on it.
    """

    setting: Setting
    chosen: Value
    options: list[SettingValue]
    range: range | None
    problems: list[int]


class SolutionRow(NamedTuple):
    """The solved start: its value in a sentence, and a line of best play."""

    words: str
    steps: Steps | None
    link: str
    nodes: int
    seconds: float


class PuzzleCard(NamedTuple):
    """A puzzle: its number on the page, its question, its drawing, and its solution drawn."""

    number: int
    puzzle: Puzzle
    asked: str
    drawing: Markup
    strip: Strip


class WayRow(NamedTuple):
    """A condition of the rules: the words for where it stands and for the way that play takes
    later or never, and a position that shows this way.
    """

    where: str
    way: str
    figure: Figure | None


class Section(NamedTuple):
    """A page's contents about one game, and the findings that they come from. `best_on`: the boards
    of the starter puzzles; `mistake`: a fault in the game's files that a proof found; `facts`:
    meanings of verdicts that are no problems; `sentences`: the rulebook, with what became of each;
    `ran`: how play covers the rules, and `ways` their conditions.
    """

    game: Game
    findings: Findings
    cover: Markup
    in_play: Figure
    problems: list[ProblemCard]
    surprises: list[ProblemCard]
    readings: list[ReadingRow]
    claims: list[ClaimRow]
    parts: list[ClaimPart]
    facts: list[tuple[str, Verdict]]
    mistake: str
    solution: SolutionRow | None
    openings: ValueMap | None
    statistics: Statistics | None
    puzzles: list[PuzzleCard]
    best: list[PuzzleCard]
    best_on: str
    sentences: tuple[Covered, ...]
    ran: RulesCoverage | None
    ways: list[WayRow]

    @property
    def changed(self) -> Mapping[str, str]:
        """The settings that are not the usual ones."""
        return words.changed_settings(self.game)

    def command(self, verb: str) -> str:
        """The command line that finds such a part of the page again."""
        solved = self.findings.solved if verb == "solve" else None
        return words.command(solved or self.game, verb)


def section(findings: Findings) -> Section:
    """The contents about one game."""
    game, played = findings.game, findings.statistics
    shown = shown_problems(findings)
    problems = [one for one in shown if not one.unexpected]
    surprises = [one for one in shown if one.unexpected]
    claims = claim_rows(findings, problems, surprises)
    position = _in_play(findings)
    ran = None if findings.midway else rules_coverage(game, findings.verdicts)
    return Section(
        game,
        findings,
        picture(position, labels=False, title=game.rulebook.title),
        _opening(position),
        [problem_card(game, one) for one in problems],
        [problem_card(game, one) for one in surprises],
        reading_rows(findings, problems),
        claims,
        claim_parts(claims),
        findings_of(findings.verdicts, known=[one.text for one in shown]),
        told(game, findings.verdicts),
        solution_row(findings),
        opening_map(findings),
        statistics_view(game, played) if played and played.groups else None,
        puzzle_cards(sorted(findings.puzzles, key=difficulty)),
        puzzle_cards(findings.best),
        grounds(findings.best, game),
        coverage(game, findings.verdicts),
        ran,
        _way_rows(game, ran) if ran else [],
    )


def _way_rows(game: Game, ran: RulesCoverage) -> list[WayRow]:
    """Each condition of the rules with the way that play takes later, or never."""
    rows: list[WayRow] = []
    for one, other in zip(ran.ways[::2], ran.ways[1::2], strict=True):
        way = max(one, other, key=lambda each: each.seen.ply if each.seen else math.inf)
        word, seen = "true" if way.holds else "false", way.seen
        if seen is None:
            rows.append(WayRow(way.function, f"never {word}: {way.condition}", None))
            continue
        ground = make_game(game.rulebook, seen.board, {**game.settings, **seen.settings})
        under = "".join(f", {name} {value}" for name, value in sorted(seen.settings.items()))
        told = f"{word} on {seen.board}{under}, ply {seen.ply}"
        if seen.move:
            told += f", at {seen.move}"
        shown = Position.read(ground, seen.position) if seen.position else Position.start(ground)
        figure = Figure(picture(shown, labels=False, title=told), told)
        rows.append(WayRow(way.function, f"{word}: {way.condition}", figure))
    return rows


def _opening(position: Position) -> Figure:
    """The position in play that a report opens with."""
    plies, game = len(position.before), position.game
    played = f", after {words.counted(plies, 'move')} of play" if plies else ""
    said = f"{game.board.text}{played}: {state_words(position)}"
    return Figure(picture(position, title=f"{game.rulebook.title} in play"), said)


def _in_play(findings: Findings) -> Position:
    """The position after the beginning of a game, or in the middle of a line of best play."""
    position = Position.start(findings.game)
    if findings.line:
        return position.play(findings.line)
    if findings.solution is not None and findings.solution.line and findings.solved is None:
        line = findings.solution.line
        position = position.play(line[: max(1, 2 * len(line) // 3)])
    return position


# Claims and problems


def problem_card(game: Game, shown: Shown) -> ProblemCard:
    """A problem's card: its words, and the game that shows it."""
    first, *others = shown.wordings or (None,)
    mends = tuple(one for one in others if one)
    if shown.verdict:
        evidence, word = of_verdict(game, shown.verdict), "Step through a game that shows it"
        if shown.verdict.position:
            word = "The position"
    else:
        assert shown.difference
        evidence = parting(game, shown.difference)
        named = (
            "the shortest game"
            if shown.difference.shortest
            else "a game that need not be the shortest"
        )
        word = f"Step through {named}" if evidence.steps else "The position"
    return ProblemCard(shown, first, mends, evidence, word)


def claim_rows(
    findings: Findings, problems: Sequence[Shown] = (), surprises: Sequence[Shown] = ()
) -> list[ClaimRow]:
    """The rows of the table of claims. A game that a problem's card or an earlier row shows is not
    drawn again.
    """
    drawn = {_witness(one.verdict) for one in (*problems, *surprises) if one.verdict}
    rows: list[ClaimRow] = []
    for verdict in findings.verdicts:
        row = claim_row(findings.game, verdict, drawn=_witness(verdict) not in drawn)
        rows.append(
            row._replace(problem=_place(verdict, problems), surprise=_place(verdict, surprises))
        )
        if verdict.witness:
            drawn.add(_witness(verdict))
    return rows


def _place(verdict: Verdict, cards: Sequence[Shown]) -> int:
    """The number of the card that shows the verdict, 0 for none."""
    return next((number for number, one in enumerate(cards, 1) if one.verdict is verdict), 0)


def _witness(verdict: Verdict) -> tuple[str, str]:
    return verdict.board, verdict.witness or ""


def claim_row(game: Game, verdict: Verdict, *, drawn: bool = True) -> ClaimRow:
    """The row of one verdict, its witness `drawn` or as text."""
    unexpected = not verdict.as_expected
    return ClaimRow(worded(verdict), of_verdict(game, verdict, drawn=drawn, found=unexpected))


def claim_parts(rows: Sequence[ClaimRow]) -> list[ClaimPart]:
    """The rows under their parts (`PARTS`)."""
    found: list[ClaimPart] = []
    for title, said in PARTS.items():
        own = [row for row in rows if row.verdict.verdict in said]
        if own:
            found.append(ClaimPart(title, own, tally((row.verdict for row in own), said)))
    return found


# Readings


def reading_rows(findings: Findings, problems: Sequence[Shown] = ()) -> list[ReadingRow]:
    """The open points of the rulebook: each setting with its values, the effect of each on the
    game, and the numbers of the problems that turn on it.
    """
    game = findings.game
    return [
        ReadingRow(
            setting,
            game.settings[setting.name],
            _options(findings, setting),
            setting.values if isinstance(setting.values, range) else None,
            [number for number, one in enumerate(problems, 1) if setting.name in one.about],
        )
        for setting in game.rulebook.settings
    ]


def _options(findings: Findings, setting: Setting) -> list[SettingValue]:
    """The values of a setting whose values are words."""
    if isinstance(setting.values, range):
        return []
    chosen = findings.game.settings[setting.name]
    return [
        SettingValue(value, meaning, chosen == value, consequence(setting, value, findings))
        for value, meaning in setting.values.items()
    ]


def consequence(setting: Setting, value: Value, findings: Findings) -> Consequence | None:
    """The changes under another value of a setting; None if they were not asked for."""
    found, game = findings.consequences.get((setting.name, value)), findings.game
    if found is None:
        return None
    said, only = difference_words(found)
    if found.same and found.position is None and found.board != game.board.text:
        said += f" On {game.board.text} it is not known."
    evidence = of_difference(game, found)
    by = "The shortest game" if found.shortest else "A game, perhaps not the shortest"
    return Consequence(said, only, by if evidence.steps else "The position", evidence)


# Values


def opening_map(findings: Findings) -> ValueMap | None:
    """The first moves by value; None if their values are not known."""
    if not findings.openings:
        return None
    start = Position.start(findings.solved or findings.game)
    return value_map(start, findings.openings, "Value of each first move")


def solution_row(findings: Findings) -> SolutionRow | None:
    """The solved start; None if nobody tried to solve it."""
    found, game = findings.solution, findings.solved or findings.game
    if found is None:
        return None
    start = Position.start(game)
    said = solution_words(found, start)
    if findings.solved:
        said = f"On {_ground(game.board.text, words.changed_settings(game))}: {said}"
    return SolutionRow(
        said,
        steps(start, found.line) if found.line else None,
        analyse_link(game, line=found.line),
        found.nodes,
        found.seconds,
    )


def _ground(board: str, changed: Mapping[str, Value]) -> str:
    """A board, with the settings that are not the usual ones."""
    other = ", ".join(words.settings_words(changed))
    return f"{board} with {other}" if other else board


# Puzzles


def difficulty(puzzle: Puzzle) -> tuple[float, float]:
    """The level and the value of a puzzle's rating; puzzles without one come last."""
    rating = puzzle.rating
    return (math.inf, 0) if rating is None else (rating.level, rating.value)


def grounds(puzzles: Sequence[Puzzle], game: Game) -> str:
    """The boards of the puzzles, each with the settings that differ from the game's defaults, or
    from those of the game on the page.
    """
    found: list[str] = []
    for puzzle in puzzles:
        ready = puzzle.ready()
        usual = words.changed_settings(ready)
        chosen = {
            name: value
            for name, value in ready.settings.items()
            if name in usual or value != game.settings.get(name)
        }
        found.append(_ground(puzzle.board, chosen))
    return listed(list(dict.fromkeys(found))) if found else ""


def puzzle_cards(
    puzzles: Sequence[Puzzle], numbers: Sequence[int] | None = None
) -> list[PuzzleCard]:
    """The card of each puzzle, with these `numbers` or counted from 1."""
    cards: list[PuzzleCard] = []
    for number, puzzle in zip(numbers or range(1, len(puzzles) + 1), puzzles, strict=True):
        position = Position.read(puzzle.ready(), puzzle.position)
        asked = puzzle.sentence.removesuffix(".")
        drawn = picture(position, title=f"Puzzle {number}: {asked}")
        cards.append(PuzzleCard(number, puzzle, asked, drawn, strip(position, puzzle.solution)))
    return cards
