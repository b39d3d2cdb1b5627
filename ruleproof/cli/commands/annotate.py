"""`ruleproof annotate`: a played game with its mistakes, missed wins and puzzles."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ruleproof.cli.asking import arguments as given
from ruleproof.cli.asking.command import command
from ruleproof.cli.asking.options import BOARD, REPLACE, TIME, argument, option
from ruleproof.cli.asking.records import FILE, LETTERS, Beside, played
from ruleproof.cli.errors import InputError
from ruleproof.cli.status import DONE, STOPPED
from ruleproof.cli.telling.answers import Answer, picked, tell_replaced
from ruleproof.cli.telling.answers import remark as say
from ruleproof.cli.telling.progress import listening

if TYPE_CHECKING:
    from rich.console import Console

    from ruleproof.models.play.position import Position
    from ruleproof.puzzles.puzzle import Puzzle
    from ruleproof.puzzles.telling.annotating import Annotated, Turned


_PLAIN: dict[str, Any] = {"markup": False, "highlight": False, "soft_wrap": True}


_RECORD = "`ruleproof play GAME FILE --save game.json` takes it; annotate game.json"
_GONE = {
    "-n": "`ruleproof puzzles show SET --order worth -n N` chooses of a set",
    **dict.fromkeys(("--set", "-s", "--position", "-p"), _RECORD),
}


@command("annotate", earlier={"--html": "--output={}"}, gone=_GONE)
def annotate(
    game: str = argument("GAME", "A game record FILE.json, or the name of the game of FILE."),
    other: Path | None = FILE,
    outputs: list[Path] | None = option(
        "-o --output",
        "FILE",
        "The game as a page (.html), its puzzles as a set (.jsonl); repeat it.",
    ),
    board: str = BOARD,
    letters: str = LETTERS,
    time: float | None = TIME,
    replace: bool = REPLACE,
) -> Answer:
    """Annotate a played game: values, forced wins, mistakes, missed wins, puzzles.

    Each position is searched for forced wins within three turns and, in games of two players, for
    its exact value, which small boards and late positions have. A mistake gives the other side a
    forced win that it did not have. Mistakes and missed wins come with a better turn. Of puzzles
    that look alike the one of greatest worth is kept; looking for them takes long. A FILE from
    elsewhere is read as `ruleproof play` reads it.

    Examples:
      ruleproof annotate game.json
      ruleproof annotate esgros moves.txt --board hex:5
      ruleproof annotate game.json -o game.html
      ruleproof annotate game.json -o game.html -o set.jsonl --time 600
    """
    from ruleproof.puzzles.telling.annotating import turns_of

    html, output = _page_and_set(outputs or [])
    if output:
        given.writable_set(output, "--output")
    if html:
        given.writable(html, "--output")
    positions, moves = played(game, other, Beside(board, letters=letters), needed=True)
    for name, file in (("GAME", Path(game)), ("FILE", other)):
        for written in (output, html):
            given.apart(**{name: file, "output": written})
    if output:
        given.set_to_write(output, replace)
    tell_replaced(html)
    turns = turns_of(positions, moves)
    unwritten: list[str] = []
    looked = _looked_at(turns, moves, output, time, unwritten)
    page = None
    if html:
        from ruleproof.models.files.writing import write_whole
        from ruleproof.reports.pages.annotated import annotated_page

        with given.after_the_answer("--output", unwritten):
            write_whole(html, annotated_page(positions[0], moves, looked.told, looked.puzzles))
            page = html
    fields = {
        "turns": [
            {"number": one.turn.number, "side": one.turn.side, "turn": one.turn.text}
            | picked(one, "before", "after", "mistake", "better", "missed")
            for one in looked.told
        ],
        "html": page,
        "found": looked.found,
        "numbers": [number for number, _ in looked.puzzles],
        "puzzles": [puzzle for _, puzzle in looked.puzzles],
    }
    people = partial(_people, looked, positions[-1], output)
    status = STOPPED if len(looked.told) < len(turns) else DONE
    return Answer(fields, people, positions[0].game, status, unwritten)


class _Looked(NamedTuple):
    """The turns that were looked at, the number of puzzles found, and those kept, each with the
    number of its turn.
    """

    told: list[Annotated]
    found: int
    puzzles: list[tuple[int, Puzzle]]


def _looked_at(
    turns: list[Turned],
    moves: list[str],
    output: Path | None,
    time: float | None,
    unwritten: list[str],
) -> _Looked:
    """Looks at the turns, and with an `output` for puzzles, which it keeps there. Raises `Stopped`
    if it is stopped before anything is known.
    """
    from ruleproof.models.files.writing import write_whole
    from ruleproof.puzzles.posing.in_games import puzzles_in
    from ruleproof.puzzles.telling.annotating import annotated, numbers, unrelated
    from ruleproof.solvers.work.progress import Stopped

    found: list[Puzzle] = []
    kept: list[int] = []
    told: list[Annotated] = []
    with listening(time=time) as listener:
        try:
            for one in annotated(turns, listener):
                told.append(one)
            for puzzle in puzzles_in(turns, moves, listener.deadline, listener) if output else ():
                if not found:
                    tell_replaced(output)
                found.append(puzzle)
                kept = unrelated(found)
                with given.after_the_answer("--output", unwritten):
                    lines = (found[place].line() + "\n" for place in kept)
                    write_whole(cast(Path, output), "".join(lines))
        except Stopped:
            if not told:
                raise
    if len(told) < len(turns):
        say(f"stopped: {listener.why}; turns from {len(told) + 1} on were not looked at")
    places = numbers(found, turns)
    return _Looked(told, len(found), [(places[place], found[place]) for place in kept])


def _people(looked: _Looked, last: Position, output: Path | None, console: Console) -> None:
    """Prints the turns with their remarks, how the game ended, and the puzzles."""
    from ruleproof.reports.drawing.marks import state_words
    from ruleproof.reports.wording.annotations import remark, standing, summary
    from ruleproof.reports.wording.words import changed_settings, counted

    _, found, puzzles = looked
    game = last.game
    chosen = [f"{name}={value}" for name, value in changed_settings(game).items()]
    title = ", ".join([f"{game.rulebook.title} on {game.board.text}", *chosen])
    console.print(title, style="bold", highlight=False, markup=False)
    for one in looked.told:
        words = [f"{one.turn.number:>3}. {one.turn.side} {one.turn.text}", standing(one)]
        if said := remark(one):
            words.append(f"?? {said}" if one.mistake else said)
        console.print("  ".join(filter(None, words)), **_PLAIN)
    console.print(state_words(last), **_PLAIN)
    console.print(summary(looked.told), **_PLAIN)
    if output:
        kinds = f", of {found} found" if found > len(puzzles) else ""
        where = f" in {output}" if puzzles else ""
        console.print(counted(len(puzzles), "puzzle") + where + kinds, **_PLAIN)
    for number, puzzle in puzzles:
        worth = f", worth {puzzle.worth.value}" if puzzle.worth else ""
        console.print(f"{number:>3}. {puzzle.sentence}  {puzzle.id}{worth}", **_PLAIN)


def _page_and_set(outputs: list[Path]) -> tuple[Path | None, Path | None]:
    """The file of the page and that of the set, told by the ends of their names."""
    pages = [one for one in outputs if one.suffix.lower() in (".html", ".htm")]
    sets = [one for one in outputs if one not in pages]
    for many in (pages, sets):
        if len(many) > 1:
            raise InputError(f"--output: one page and one set at a time: {str(many[1])!r}")
    return (pages[0] if pages else None), (sets[0] if sets else None)
