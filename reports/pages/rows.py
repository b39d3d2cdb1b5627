"""The contents of a page about one game, part by part: claims, readings, values, puzzles.

Each function turns findings into the names that `chapter.html.jinja` uses.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ruleproof.models.claims.bounds import bounds_of
from ruleproof.models.claims.claims import Verdict
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.settings import Setting, Value
from ruleproof.reports.drawing.figures import Figure, Steps, picture, steps, strip
from ruleproof.reports.drawing.marks import state_words
from ruleproof.reports.drawing.palette import tone
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.analysing import (
    analyse_link,
    difference_link,
    witness_game,
    witness_link,
)
from ruleproof.reports.pages.problems import Shown, shown_problems
from ruleproof.reports.pages.tells import difference_words, seen
from ruleproof.reports.pages.value_maps import ValueMap, value_map
from ruleproof.reports.statistics import statistics_told
from ruleproof.reports.wording import words
from ruleproof.solvers.reasoning.checking.agreement import told

if TYPE_CHECKING:
    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.solvers.reasoning.lockstep.compare import Difference


def section(findings: Findings) -> dict[str, Any]:
    """All names of the template for one game."""
    game = findings.game
    shown = shown_problems(findings)
    problems = [one for one in shown if not one.unexpected]
    surprises = [one for one in shown if one.unexpected]
    claims = claim_rows(findings, problems, surprises)
    return {
        "game": game,
        "book": game.rulebook,
        "changed": words.changed_settings(game),
        "cover": cover(findings),
        "in_play": in_play(findings),
        "players": [(name, tone(name, game.players)) for name in game.players],
        "problems": [problem_card(game, one) for one in problems],
        "surprises": [problem_card(game, one) for one in surprises],
        "readings": reading_rows(findings, problems),
        "claims": claims,
        "groups": claim_groups(claims),
        "decided": findings.decided,
        "unlooked": findings.unlooked,
        "midway": findings.midway,
        "facts": plain_facts(findings, shown),
        "mistake": told(game, findings.verdicts),
        "unexpected": sum(not verdict.as_expected for verdict in findings.verdicts),
        "solution": solution_rows(findings),
        "openings": opening_map(findings),
        "statistics": statistics_told.told(game, findings.statistics)
        if findings.statistics and findings.statistics.groups
        else None,
        "puzzles": puzzle_cards(sorted(findings.puzzles, key=difficulty)),
        "best": puzzle_cards(findings.best),
        "best_on": grounds(findings.best, game),
        "commands": {
            verb: words.command(findings.solved or game if verb == "solve" else game, verb)
            for verb in ("check", "solve", "openings", "compare", "tune")
        },
        "notes": findings.notes,
        "seconds": findings.seconds,
    }


def cover(findings: Findings) -> Markup:
    """The picture on a game's card: a position in play."""
    return picture(_in_play(findings), labels=False, title=findings.game.rulebook.title)


def in_play(findings: Findings) -> Figure:
    """The position in play that a report opens with."""
    position = _in_play(findings)
    plies = len(position.before)
    played = f", after {words.counted(plies, 'move')} of play" if plies else ""
    said = f"{findings.game.board.text}{played}: {state_words(position)}"
    return Figure(picture(position, title=f"{findings.game.rulebook.title} in play"), said)


def _in_play(findings: Findings) -> Position:
    """The position after the beginning of a game, or in the middle of a line of best play."""
    position = Position.start(findings.game)
    if findings.line:
        return position.play(findings.line)
    if findings.solution is not None and findings.solution.line and findings.solved is None:
        line = findings.solution.line
        position = position.play(line[: max(1, 2 * len(line) // 3)])
    return position


# Problems


def problem_card(game: Game, shown: Shown) -> dict[str, Any]:
    """The contents of a problem's card: its words, and the game that shows it."""
    first, *others = shown.wordings or (None,)
    card: dict[str, Any] = {
        "shown": shown,
        "first": first,
        "others": others,
        "claim": shown.verdict.id if shown.verdict else "",
        "open": False,
    }
    if shown.verdict:
        ground = witness_game(game, shown.verdict)
        return card | {"board": ground.board.text} | witness_drawn(ground, shown.verdict)
    assert shown.difference
    names = (_told_setting(shown.difference.first), _told_setting(shown.difference.second))
    _, tells = difference_words(shown.difference, names)
    return card | difference_drawn(game, shown.difference) | {"seen": " ".join(tells)}


def _told_setting(chosen: Mapping[str, Value]) -> str:
    """The settings of one of two readings."""
    return " ".join(f"`{name}={value}`" for name, value in chosen.items())


# Claims


def claim_rows(
    findings: Findings, problems: Sequence[Shown] = (), surprises: Sequence[Shown] = ()
) -> list[dict[str, Any]]:
    """The rows of the table of claims. A game that a problem's card or an earlier row shows is not
    drawn again.
    """
    drawn = {_witness(one.verdict) for one in (*problems, *surprises) if one.verdict}
    rows: list[dict[str, Any]] = []
    for verdict in findings.verdicts:
        again = _witness(verdict) in drawn
        row = claim_row(findings.game, verdict, drawn=not again)
        row["problem"], row["surprise"] = (
            next((n for n, one in enumerate(cards, 1) if one.verdict is verdict), 0)
            for cards in (problems, surprises)
        )
        if verdict.witness:
            drawn.add(_witness(verdict))
        rows.append(row)
    return rows


def claim_groups(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows under their parts (`words.GROUPS`), with the verdicts counted."""
    found: list[dict[str, Any]] = []
    for title, said in words.GROUPS.items():
        own = [row for row in rows if row["verdict"].verdict in said]
        many = Counter(row["verdict"].verdict for row in own)
        tally = [(word, words.SIGNS[word], many[word]) for word in said if many[word]]
        found += [{"title": title, "rows": own, "tally": tally}] if own else []
    return found


def _witness(verdict: Verdict) -> tuple[str, str]:
    return verdict.board, verdict.witness or ""


def plain_facts(findings: Findings, problems: Sequence[Shown]) -> list[tuple[str, Verdict]]:
    """The meanings of verdicts for the rulebook that are no problems, each once, with the first
    verdict that has it.
    """
    told = {one.text for one in problems}
    said: dict[str, Verdict] = {}
    for verdict in findings.verdicts:
        if verdict.finding and verdict.finding not in told:
            said.setdefault(verdict.finding, verdict)
    return list(said.items())


def claim_row(game: Game, verdict: Verdict, *, drawn: bool = True) -> dict[str, Any]:
    """One row: the verdict, and its witness drawn where it is a game or a position; otherwise as
    text.
    """
    ground = witness_game(game, verdict)
    reached = verdict.details.get("reason", "") if verdict.verdict == "undecided" else ""
    reached = reached or "; ".join(verdict.left_open)
    row: dict[str, Any] = {
        "verdict": verdict,
        "sign": words.SIGNS[verdict.verdict],
        "board": ground.board.text,
        "word": _evidence(verdict),
        "found": words.on_boards(verdict.found),
        "scope": "" if _said_by_numbers(verdict) else str(verdict.scope),
        "open": not verdict.as_expected,
        "reached": words.told(reached) if reached else "",
        "details": [(_detail(name), words.told(v)) for name, v in _facts(verdict).items()],
        "problem": 0,
        "surprise": 0,
    }
    if not drawn:
        return row | {"steps": None, "final": None, "text": verdict.witness or "", "link": ""}
    return row | witness_drawn(ground, verdict)


def _said_by_numbers(verdict: Verdict) -> bool:
    """Whether the numbers found, each beside its board, name all the boards of the scope."""
    scope = verdict.scope
    return not scope.everywhere and not scope.elsewhere and tuple(verdict.found) == scope.boards


def _facts(verdict: Verdict) -> dict[str, object]:
    """The details of a verdict, with bounds on an extreme in one sentence."""
    facts = dict(verdict.details)
    if bounds := bounds_of(facts):
        facts = {name: facts[name] for name in facts if name not in ("shortest", *bounds.details)}
        facts["bounds"] = bounds.words
    return facts


def _detail(name: str) -> str:
    """The name of a detail, in the words of the page."""
    return _DETAILS.get(name, name.replace("_", " "))


_DETAILS = {
    "plies": "moves",
    "own_bounds": "bounds on the board asked about",
    "plies_complete": "moves looked ahead",
    "cycle": "moves of the cycle",
    "cycle_from_ply": "moves before the cycle",
}


def _evidence(verdict: Verdict) -> str:
    """A name for the witness; a shortest game where that is proved."""
    if verdict.verdict == "refuted":
        return "A counterexample"
    bounds = bounds_of(verdict.details)
    proved = bounds and bounds.extreme == "shortest" and bounds.closed
    return "A shortest game" if proved else "A game"


def witness_drawn(game: Game, verdict: Verdict) -> dict[str, Any]:
    """The witness as a game to step through or a single figure, with the link that opens it in the
    studio; or as text where it is neither a line of moves nor a position.
    """
    drawn: dict[str, Any] = {"steps": None, "final": None, "text": "", "link": "", "seen": ""}
    if not verdict.witness:
        return drawn
    try:
        if verdict.position:
            drawn["final"] = Figure(picture(Position.read(game, verdict.witness)))
        else:
            drawn["steps"] = steps(Position.start(game), verdict.witness.split(), from_end=True)
    except ValueError:
        return drawn | {"text": verdict.witness}
    return drawn | {"link": witness_link(game, verdict), "seen": seen(game, verdict)}


# Readings


def reading_rows(findings: Findings, problems: Sequence[Shown] = ()) -> list[dict[str, Any]]:
    """The open points of the rulebook: each setting with its sentence, its values, the effect of
    each on the game, and the numbers of the problems that turn on it.
    """
    game = findings.game
    rows: list[dict[str, Any]] = []
    for setting in game.rulebook.settings:
        rows.append(
            {
                "setting": setting,
                "chosen": game.settings[setting.name],
                "values": value_rows(findings, setting),
                "range": setting.values if isinstance(setting.values, range) else None,
                "problems": [n for n, one in enumerate(problems, 1) if setting.name in one.about],
            }
        )
    return rows


def value_rows(findings: Findings, setting: Setting) -> list[dict[str, Any]]:
    """The values of a setting whose values are words."""
    if isinstance(setting.values, range):
        return []
    game = findings.game
    return [
        {
            "value": value,
            "meaning": meaning,
            "chosen": game.settings[setting.name] == value,
            "consequence": consequence(game, setting, value, findings),
        }
        for value, meaning in setting.values.items()
    ]


def consequence(
    game: Game, setting: Setting, value: Value, findings: Findings
) -> dict[str, Any] | None:
    """The changes under another value of a setting; None where these were not asked for."""
    found = findings.consequences.get((setting.name, value))
    if found is None:
        return None
    said, tells = difference_words(found)
    if found.same and found.position is None and found.board != game.board.text:
        said += f" On {game.board.text} it is not known."
    by = "The shortest game" if found.shortest else "A game, perhaps not the shortest"
    return {"words": said, "tells": tells, "by": by} | difference_drawn(game, found)


def difference_drawn(game: Game, found: Difference) -> dict[str, Any]:
    """The game that tells two readings apart, to step through, or the position that does."""
    ground = make_game(game.rulebook, found.board, dict(game.chosen))
    shown: Steps | None = None
    final: Figure | None = None
    if found.line:
        shown = steps(Position.start(ground), found.line, from_end=True)
    elif found.position is not None:
        final = Figure(picture(Position.read(ground, found.position)))
    return {
        "steps": shown,
        "final": final,
        "text": "",
        "link": difference_link(ground, found),
        "board": ground.board.text,
        "open": False,
        "seen": "",
    }


# Values


def opening_map(findings: Findings) -> ValueMap | None:
    """The first moves by value; None where their values are not known."""
    game = findings.solved or findings.game
    if not findings.openings:
        return None
    return value_map(Position.start(game), findings.openings, "Value of each first move")


def solution_rows(findings: Findings) -> dict[str, Any] | None:
    """The solved start: its value in a sentence, the best moves, and a line of best play."""
    found, game = findings.solution, findings.solved or findings.game
    if found is None:
        return None
    said = (
        words.verdict_on_start(game, found.value, found.distance)
        if found.value is not None
        else "Not solved in the time given" + words.between(*found.bounds)
    )
    if findings.solved:
        other = [f"{name}={value}" for name, value in words.changed_settings(game).items()]
        on = " with ".join([game.board.text, *([", ".join(other)] if other else [])])
        said = f"On {on}: {said}"
    return {
        "words": said,
        "known": found.value is not None,
        "best": list(found.best),
        "steps": steps(Position.start(game), found.line) if found.line else None,
        "link": analyse_link(game, line=found.line),
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


# Puzzles


def difficulty(puzzle: Puzzle) -> tuple[float, float]:
    """The level and the value of a puzzle's rating; those without one come last."""
    rating = puzzle.rating
    return (math.inf, 0) if rating is None else (rating.level, rating.value)


def grounds(puzzles: Sequence[Puzzle], game: Game) -> str:
    """The boards of the puzzles, each with the settings that differ from the game's defaults, or
    from those of the game on the page.
    """
    found: list[str] = []
    for puzzle in puzzles:
        ready = puzzle.ready()
        changed = words.changed_settings(ready)
        chosen = ", ".join(
            f"{name}={value}"
            for name, value in ready.settings.items()
            if name in changed or value != game.settings.get(name)
        )
        found.append(f"{puzzle.board} with {chosen}" if chosen else puzzle.board)
    return " and ".join(dict.fromkeys(found))


def puzzle_cards(puzzles: Sequence[Puzzle]) -> list[dict[str, Any]]:
    """The contents of each puzzle's card: the solution as drawings, the game before it as text."""
    cards: list[dict[str, Any]] = []
    for number, puzzle in enumerate(puzzles, 1):
        position = Position.read(puzzle.ready(), puzzle.position)
        asked = puzzle.sentence.removesuffix(".")
        cards.append(
            {
                "number": number,
                "puzzle": puzzle,
                "asked": asked,
                "drawing": picture(position, title=f"Puzzle {number}: {asked}"),
                "strip": strip(position, puzzle.solution),
                "tone": tone(puzzle.side, position.game.players),
            }
        )
    return cards
