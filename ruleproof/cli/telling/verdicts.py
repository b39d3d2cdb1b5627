"""Tells verdicts on claims, to people and as JSON.

>>> in_words({"exceed": "void", "pie": "on"})
'exceed=void pie=on'
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ruleproof.cli.telling.answers import picked, plain
from ruleproof.cli.telling.pictures import field, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console
    from rich.table import Table

    from ruleproof.models.claims.claims import Verdict
    from ruleproof.models.play.game import Game
    from ruleproof.reports.pages.problems import Shown
    from ruleproof.solvers.reasoning.checking.another import Other

COLOURS = {"proved": "green", "witnessed": "green", "refuted": "red", "vacuous": "red"}


def verdict_object(game: Game, verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON has it; the witness is a list of moves, or the text of a position."""
    witness = verdict.witness
    return {
        **picked(verdict, "id", "statement", "sentence", "verdict", "expected"),
        "scope": verdict.scope.holds,
        "asked": {"board": verdict.scope.asked, "verdict": verdict.scope.there},
        "method": verdict.method,
        "seconds": round(verdict.seconds, 3),
        "compiling": round(verdict.compiling, 3),
        "witness": witness if witness is None or verdict.position else witness.split(),
        **picked(verdict, "certificate", "assumes", "finding?", "record"),
        "game": game.name,
        "board": verdict.board or game.board.text,
        "settings": verdict.settings or game.settings,
        **picked(verdict, "found?", "details"),
    }


def in_words(settings: Mapping[str, Any]) -> str:
    """Settings as they are written on the command line."""
    from ruleproof.reports.wording.words import settings_words

    return " ".join(settings_words(settings)) or "the same settings"


def tell_claims(console: Console, game: Game, verdicts: list[Verdict]) -> None:
    """Prints a game's claims with their verdicts; the changes to the game's own settings stand
    above those of others.
    """
    from rich.text import Text

    from ruleproof.reports.wording.words import counted

    readings: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        readings.setdefault(_changes(game, verdict), []).append(verdict)
    for reading, found in readings.items():
        console.print(Text.assemble((game.name, "bold"), f" {game.board.text} {reading}".rstrip()))
        console.print(claims_table(found))
    _tell_assumed(console, verdicts)
    unexpected = sum(not verdict.as_expected for verdict in verdicts)
    told = f"{unexpected} not as expected" if unexpected else "all as expected"
    console.print(f"{counted(len(verdicts), 'verdict')}, {told}")
    tell_notes(console, verdicts)


def _tell_assumed(console: Console, verdicts: list[Verdict]) -> None:
    """Prints what certificates take as given, each thing once, and whose certificates these are."""
    from ruleproof.models.rulebooks.assumed import taken_as_given

    by: dict[str, list[str]] = {}
    for verdict in verdicts:
        for line in taken_as_given(verdict.assumes):
            by.setdefault(line, []).append(verdict.id)
    for line, ids in by.items():
        console.print(f"{line} (certificate of {', '.join(ids)})", soft_wrap=True)


def _changes(game: Game, verdict: Verdict) -> str:
    """The settings of the verdict that are not the game's own, in words; empty where all are."""
    own = game.settings
    changed = {name: v for name, v in verdict.settings.items() if own.get(name) != v}
    return in_words(changed) if changed else ""


def tell_notes(console: Console, verdicts: list[Verdict]) -> None:
    """Prints how many verdicts are a record's, and which record that is."""
    from ruleproof.reports.wording.words import counted

    records = Counter(verdict.record for verdict in verdicts if verdict.record)
    for record, many in records.items():
        console.print(
            f"{counted(many, 'note')} from the record {record}: found by an earlier check and not "
            "again now; certificates are what can be verified",
            soft_wrap=True,
        )


def tell_others(console: Console, claim: str, found: list[Other] | None) -> None:
    """Prints other games that decide a claim."""
    from ruleproof.reports.wording.words import counted

    for one in found or ():
        line = f"claim {claim}, also: {' '.join(one.line)} ({counted(len(one.line), 'move')})"
        console.print(line, soft_wrap=True)
    if found is None:
        console.print(f"claim {claim} is not about single positions or turns: no other game")
    elif not found:
        console.print(f"claim {claim}: no other game was found that decides it")


def claims_table(verdicts: list[Verdict]) -> Table:
    """The verdicts as a table, a row for each."""
    from rich.text import Text

    from ruleproof.reports.wording.words import on_boards

    shown = table("", "claim", "verdict", "on", "how", overflow="fold")
    mistakes: dict[object, str] = {}
    for verdict in verdicts:
        word = Text(verdict.verdict, COLOURS.get(verdict.verdict, "yellow"))
        if verdict.record:
            word = Text(f"note: {verdict.verdict}", "dim")
        if verdict.found:
            word.append(f": {on_boards(verdict.found)}")
        if not verdict.as_expected and verdict.expected:
            word.append(f"\nexpected {verdict.expected}", "bold red")
        statement = Text(verdict.statement)
        if verdict.witness:
            statement.append(f"\n{verdict.witness}", "dim")
        how = verdict.method
        if "mistake" in verdict.details:
            name = verdict.details["file"], verdict.details["line_number"]
            first = mistakes.setdefault(name, verdict.id)
            how = how if first == verdict.id else f"the same mistake as in {first}"
        how = "\n".join([how, *verdict.left_open])
        shown.add_row(verdict.id, statement, word, str(verdict.scope), how)
    return shown


def tell_clauses(console: Console, verdicts: list[Verdict], claims: list[Verdict]) -> None:
    """Prints which clauses of a legal move are dead or undecided; all others decide something. A
    mistake leaves all of them undecided; one that the claims have, too, is told with them.
    """
    for verdict in verdicts:
        if "mistake" in verdict.details:
            same = [one.id for one in claims if one.method == verdict.method]
            why = f"the same mistake as in {same[0]}" if same else verdict.method
            field(console, "clauses of a legal move", f"undecided: {why}", "bold red")
    verdicts = [verdict for verdict in verdicts if "mistake" not in verdict.details]
    if not verdicts:
        return
    alive = sum(verdict.verdict == "witnessed" for verdict in verdicts)
    console.print(f"{len(verdicts)} clauses of a legal move in force, {alive} of them alive")
    tell_notes(console, verdicts)
    words = {"refuted": "dead", "undecided": "undecided"}
    for verdict in verdicts:
        if verdict.verdict in words:
            name = verdict.id.partition(":")[2]
            news = "" if verdict.as_expected else ", not as expected"
            said = f"{words[verdict.verdict]} on {verdict.scope}{news}"
            if verdict.sentence:
                said += f": “{verdict.sentence}”"
            field(console, name, said, "" if verdict.as_expected else "bold red")


def tell_findings(console: Console, game: Game, verdicts: list[Verdict]) -> None:
    """Prints in plain words what the verdicts mean for the rulebook, each thing once, with the
    boards and the settings where these are not the ones asked about.
    """
    from ruleproof.reports.wording.verdicts import findings_of

    for finding, verdict in findings_of(verdicts):
        changes = _changes(game, verdict)
        where = f" With {changes}." if changes else ""
        where += f" (On {verdict.scope.holds}.)" if verdict.scope.elsewhere else ""
        field(console, f"finding {verdict.id}", f"{finding}{where}  “{verdict.sentence}”")


def tell_next(console: Console, found: list[tuple[Game, Verdict]]) -> None:
    """Prints the meaning of each verdict that was given, and what to do next."""
    from ruleproof.reports.pages.problems import shown_by
    from ruleproof.reports.wording.verdicts import tally
    from ruleproof.reports.wording.words import command

    for one in tally(verdict for _, verdict in found):
        field(console, one.word, one.means)
    problems = [pair for pair in found if any(one.wordings for one in shown_by(*pair, ()))]
    for game, verdict in [*problems, *found][:1]:
        todo = f"`{command(game, 'report')} -o reports` writes all of it as a page"
        if problems:
            what = f"`{command(game, 'repair')} {verdict.id}` prints words that mend claim"
            todo = f"{what} {verdict.id}; {todo}"
        elif any(one.verdict == "undecided" for _, one in found):
            todo = f"a smaller --board decides more; {todo}"
        field(console, "next", todo)


def tell_unvaried(console: Console, names: list[str]) -> None:
    """Prints the settings that a thorough check did not vary, if there are any."""
    if names:
        console.print(
            f"not varied: {', '.join(names)}; no claim here names them (`settings=`)",
            soft_wrap=True,
        )


def problem_object(shown: Shown) -> dict[str, Any]:
    """A problem of the rulebook as JSON has it, with the sentences that would mend it."""
    wordings = [picked(one, "text", "setting?", "here", "then") for one in shown.wordings]
    claim = shown.verdict.id if shown.verdict else None
    return {"claim": claim, **picked(shown, "text", "sentence"), "wordings": wordings}


def tell_problem(console: Console, shown: Shown) -> None:
    """Prints a problem of the rulebook and the sentences that would mend it, each with the setting
    that it states.
    """
    field(console, "problem", shown.text, "bold")
    for one in shown.wordings:
        told = ", ".join(filter(None, (one.setting, "as here" if one.here else "", one.then)))
        said = f"“{one.text}”" if one.text else ""
        field(console, "wording", "  ".join(filter(None, (said, f"({told})" if told else ""))))


_REACHES = {
    "every_board": "for every board",
    "own_board": "on {board} itself",
    "smaller": "only on boards smaller than {board}",
    "named": "about a single board",
}
"""How far verdicts reach, in words: the fields of `extent`."""


def extent_object(game: Game, verdicts: list[Verdict]) -> dict[str, list[str]]:
    """The claims decided for every board, on the game's own, on smaller ones, or not, and those
    that name a board, as JSON has them. Only claims under the game's own settings count.
    """
    from ruleproof.solvers.reasoning.checking.extent import extent

    own = [verdict for verdict in verdicts if dict(verdict.settings) == game.settings]
    return plain(extent(game, own))


def tell_extent(
    console: Console, game: Game, verdicts: list[Verdict], living: list[Verdict]
) -> None:
    """Prints how far the verdicts on claims reach, how many are undecided, and a disagreement of
    constraints and rules.
    """
    decided = extent_object(game, [one for one in verdicts if one.verdict != "undecided"])
    left = extent_object(game, [one for one in verdicts if one.verdict == "undecided"])
    parts = [
        f"{len(decided[name])} {words.format(board=game.board.text)}"
        for name, words in _REACHES.items()
        if decided[name]
    ]
    many = sum(map(len, left.values()))
    lines = [f"decided: {', '.join(parts)}"] if parts else []
    lines += [f"undecided: {many}"] if many else []
    if lines:
        console.print("; ".join(lines))
    tell_disagreement(console, game, [*verdicts, *living])


def tell_disagreement(console: Console, game: Game, verdicts: list[Verdict]) -> None:
    """Prints that the constraints are another game than the rules, if a proof came upon it."""
    from ruleproof.solvers.reasoning.checking.agreement import told

    if mistake := told(game, verdicts):
        field(console, "mistake", mistake, "bold red")
