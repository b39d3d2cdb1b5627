"""Rules by example, clause by clause, on positions small enough to be judged by eye.

`rules.txt` lists positions (`start`: of a game) under `[game board settings]`, and below each,
after a line of moves or at once:

    => text            the position then; +> text  how its text ends
    ? moves            the legal moves then; ?+ some of them; ?- none of them
    == winner points: reason      how the game has ended, as far as is said; or: goes on
    ! words            the last move is refused with them; !? it is no move, in these words

    !! text :: faults  a position is refused with these faults and no others; :~ with these among
                       them; :? in these words
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ruleproof import MoveError, Position, PositionError, TextError
from ruleproof.models.play.game import Game
from tests.ready import ready

SIGNS = ("=>", "+>", "?", "?+", "?-", "==", "!", "!?", "::", ":~", ":?")
GAMES = ("esgros", "gro", "grow", "incrowd", "sow")


class Row(NamedTuple):
    """A row of the table: a position of a game, a line from there, and what holds then."""

    said: str
    text: str
    line: list[str]
    sign: str
    told: str


def rows() -> Iterator[Row]:
    said = text = ""
    for row in Path(__file__).with_name("rules.txt").read_text("utf-8").splitlines():
        words = row.split(" ")
        if row.startswith("["):
            said = row.strip("[]")
        elif row.startswith(("  ", "!! ")):
            at = next(n for n, word in enumerate(words) if word in SIGNS)
            first = " ".join(words[1:at]) if words[0] == "!!" else text
            line = [] if words[0] == "!!" else words[2:at]
            yield Row(said, first, line, words[at], " ".join(words[at + 1 :]))
        elif row[:1] not in ("", "#"):
            text = row


def with_signs(*signs: str) -> pytest.MarkDecorator:
    some = [row for row in rows() if row.sign in signs]
    names = [
        f"{row.said}: {' '.join(row.line) or row.text} {row.sign} {n}" for n, row in enumerate(some)
    ]
    return pytest.mark.parametrize("row", some, ids=names)


def reached(row: Row) -> Position:
    """The position after the line, in a game whose texts can be read again."""
    chosen = ready(row.said)
    first = Position.start(chosen) if row.text == "start" else Position.read(chosen, row.text)
    assert row.text in ("start", first.text)
    return first.play(row.line)


@with_signs("=>", "+>")
def test_a_line_leads_to_the_position(row: Row) -> None:
    found = reached(row)
    assert found.text == row.told if row.sign == "=>" else found.text.endswith(row.told)
    assert Position.read(found.game, found.text).state == found.state


@with_signs("?", "?+", "?-")
def test_moves_are_legal_then_or_not(row: Row) -> None:
    legal, named = reached(row).moves(), row.told.split()
    if row.sign == "?":
        assert sorted(legal) == sorted(named)
    else:
        assert set(named) & set(legal) == (set(named) if row.sign == "?+" else set())


@with_signs("==")
def test_games_end_so(row: Row) -> None:
    end = reached(row)
    assert end.over == (row.told != "goes on")
    if not end.over:
        return
    assert end.result is not None
    assert end.moves() == []
    players, (winner, player, score, reason) = end.game.players, end.result
    about, _, why = row.told.partition(": ")
    name, *points = about.split()
    assert (winner or "nobody", player) == (name, players.index(name) + 1 if winner else None)
    assert not points or score == list(map(int, points))
    assert reason == why or not why
    ahead = players.index(name) == end.state.side if winner else None
    payoff = 0 if ahead is None else 1 if ahead else -1
    if score and len(score) == 2:
        payoff = score[end.state.side] - score[1 - end.state.side]
    assert end.game.payoff(end.state) == payoff


@with_signs("!")
def test_a_refusal_names_the_clause(row: Row) -> None:
    *line, move = row.line
    here = reached(row._replace(line=line))
    with pytest.raises(MoveError) as refused:
        here.play(move)
    assert row.told in str(refused.value)
    assert str(refused.value).endswith(f": {move!r}")


@with_signs("!?")
def test_what_is_no_move_is_unreadable(row: Row) -> None:
    with pytest.raises(TextError) as unread:
        ready(row.said).read_move(" ".join(row.line))
    assert row.told in str(unread.value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", ["", " ", "a1 "])
def test_blanks_are_no_move(name: str, text: str) -> None:
    with pytest.raises(TextError):
        ready(name).read_move(text)


@with_signs("::", ":~")
def test_all_faults_are_told_at_once(row: Row) -> None:
    with pytest.raises(PositionError) as refused:
        Position.read(ready(row.said), row.text)
    told, faults = refused.value.faults, row.told.split(" | ")
    if row.sign == "::":
        assert len(told) == len(faults)
        assert all(fault in one for one, fault in zip(told, faults, strict=True)), told
    assert all(any(fault in one for one in told) for fault in faults), told


@with_signs(":?")
def test_what_is_no_position_says_why(row: Row) -> None:
    with pytest.raises((TextError, PositionError)) as refused:
        Position.read(ready(row.said), row.text)
    assert row.told in str(refused.value)


REFUSED = {
    "grow square:1x2 players=3": "3 players need a space each",
    "grow path:9 players=5": "2 to 4 (the rulebook names stones of four colours",
    "sow square:4x1": "home columns must differ",
    "sow square:4x8 height=4 limit=3": "height 4 exceed the limit of 3",
    "sow square:4x8 height=5": "'height=5'",
    "sow square:4x8 limit=3 height=4": "'height=4 limit=3'",
    "sow square:4x8 path=flexible limit=none": "rows × height ≤ 4",
    "sow square:9x9 limit=none": "tallest stack",
    "incrowd hex:3": "incrowd is played on square boards",
    "incrowd square:3x3 chain=some": "chain takes local, global",
}


@pytest.mark.parametrize("said", REFUSED)
def test_setups_that_are_refused(said: str) -> None:
    with pytest.raises(TextError) as refused:
        ready(said)
    assert REFUSED[said] in str(refused.value)


EDITIONS = {
    "grow": "order=free",
    "grow edition=2021": "order=moves-first",
    "grow edition=2023": "order=simultaneous",
    "grow edition=2024": "order=free",
    "grow edition=2021 order=free": "order=free",
    "gro edition=zillions": (
        "pass=no captures=both reserve=unlimited repetition=loss-3 large-move=3"
    ),
    "gro captures=enemy edition=zillions": "captures=enemy",
    "gro edition=neto": "control=all large-move=3",
    "gro edition=rulebook": "large-move=4 medium-grow=4",
    "gro": "medium-grow=3",
    "incrowd": "majority=stones chain=local turncoat-chain=off territory=orthogonal",
}


@pytest.mark.parametrize("said", EDITIONS)
def test_an_edition_sets_defaults_that_a_choice_overrides(said: str) -> None:
    settings = ready(said).settings
    told = dict(word.split("=") for word in EDITIONS[said].split())
    assert {name: settings[name] for name in told} == told


@pytest.mark.parametrize("game", [ready(f"{name}") for name in GAMES], ids=GAMES)
def test_every_setting_and_invariant_carries_a_sentence(game: Game) -> None:
    assert all(setting.sentence for setting in game.rulebook.settings)
    assert all(game.rulebook.words.invariants.values())
