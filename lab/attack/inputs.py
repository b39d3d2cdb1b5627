"""The parsers that are attacked, and the texts that they are given.

Texts are `mutated` from valid ones, or `drawn` by Hypothesis. Those of `lab/attack/fuzz.py` are
found by atheris, by what they make the parsers run through.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from lab.attack.edits import TEXTS, bytes_edit, json_edit, json_text, text_edit, vocabulary
from lab.attack.jobs import Parser, own_place
from lab.attack.sealed import archive
from lab.attack.targets import Seed

BOARDS = (
    *("hex:2", "hex:4", "square:3x4", "square:1x1", "dish:1,1", "dish:2,3", "path:9", "square:8x8"),
)
PLAYED: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("esgros", "hex:2", {"pie": "on"}),
    ("gro", "dish:1,1", {"tokens": 2}),
    ("grow", "square:2x3", {}),
    ("grow", "path:4", {"players": 3}),
    ("incrowd", "square:3x3", {}),
    ("sow", "square:2x3", {"height": 2, "entry": "advanced"}),
)


@cache
def _game(number: int) -> Any:
    from ruleproof.models.play.game import make_game
    from ruleproof.models.rulebooks.rulebook import rulebook

    name, board, settings = PLAYED[number]
    return make_game(rulebook(name), board, settings)


@cache
def _walk(number: int) -> tuple[Any, ...]:
    """The positions of a game."""
    from ruleproof.models.play.position import Position

    here = Position.start(_game(number))
    found = [here]
    while not here.over and len(found) < 8:
        moves = here.legal_moves()
        here = here.after(moves[len(found) * 7 % len(moves)])
        found.append(here)
    return tuple(found)


def _positions(number: int) -> Parser:
    from ruleproof.models.play import notation

    game = _game(number)

    def kept(text: str, state: Any) -> str:
        shown = notation.show(game, state)
        same = notation.read(game, shown) == state
        return "" if same else f"{text!r} is read otherwise when it is shown, {shown!r}"

    def read(text: str) -> Any:
        return notation.read(game, text)

    return Parser("positions", read, tuple(here.text for here in _walk(number)), kept=kept)


def _moves(number: int) -> Parser:
    game, walk = _game(number), _walk(number)
    state = walk[0].state

    def kept(text: str, move: int) -> str:
        legal = move in game.moves(state)
        return "" if legal else f"{text!r} is read as {move}, which is not legal"

    def read(text: str) -> int:
        return game.checked_move(state, text)

    return Parser("moves", read, tuple(walk[0].moves()), kept=kept)


def _lines(number: int) -> Parser:
    from ruleproof.cli.asking.arguments import after_moves
    from ruleproof.cli.errors import InputError

    walk = _walk(number)
    line = [
        next(move for move in here.moves() if here.play(move).state == later.state)
        for here, later in pairwise(walk)
    ]
    samples = tuple(" ".join(line[:many]) for many in range(1, len(line) + 1))

    def read(text: str) -> Any:
        return after_moves(walk[0], text.split(), "--line")

    return Parser("lines", read, samples, (ValueError, InputError))


def _boards() -> Parser:
    from ruleproof.models.boards.boards import board

    def kept(text: str, found: Any) -> str:
        return "" if board(found.text).text == found.text else f"{text!r} is {found.text!r}"

    return Parser("boards", board, BOARDS, kept=kept)


def _settings(number: int) -> Parser:
    from ruleproof.cli.asking.arguments import chosen_game
    from ruleproof.cli.errors import InputError

    name, board, _ = PLAYED[number]
    book = _game(number).rulebook
    samples: list[str] = []
    for setting in book.settings:
        for choice in setting.choices[:3]:
            try:
                chosen_game(name, board, [f"{setting.name}={choice}"])
            except InputError:
                continue
            samples.append(f"{setting.name}={choice}")

    def read(text: str) -> Any:
        return chosen_game(name, board, text.split("\x1f"))

    return Parser("settings", read, tuple(samples), (ValueError, InputError))


def _goals() -> Parser:
    import typer

    from ruleproof.cli.asking.options import size, whole
    from ruleproof.cli.commands.solve import read_goal

    readers: dict[str, Callable[[str], object]] = {
        "goal": read_goal,
        "memory": size,
        "n": whole(1, 100),
    }

    def read(text: str) -> Any:
        name, _, value = text.partition("=")
        return readers.get(name, read_goal)(value)

    samples = ("goal=win", "goal=value", "goal=win:5", "memory=2G", "memory=500M", "n=10")
    return Parser("goals", read, samples, (ValueError, typer.BadParameter))


def _contents(seeds: dict[str, list[Seed]], job: str) -> list[bytes]:
    return [seed.content for seed in seeds.get(job, ())]


def _decoded(contents: list[bytes]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.decode() for one in contents if one[:1] == b"{"))


def _records(seeds: dict[str, list[Seed]]) -> Parser:
    from ruleproof.models.play.records import read_record, replay

    def read(text: str) -> Any:
        return replay(read_record(text))

    return Parser("records", read, _decoded(_contents(seeds, "game records")))


def _puzzles(seeds: dict[str, list[Seed]]) -> Parser:
    from ruleproof.puzzles.puzzle import position_of, read_set

    def read(text: str) -> Any:
        return [position_of(puzzle) for puzzle in read_set(text, "set.jsonl")]

    lines = "".join(_decoded(_contents(seeds, "puzzles"))).splitlines()
    return Parser("puzzles", read, tuple(dict.fromkeys(lines)))


def _attempts() -> Parser:
    from ruleproof.puzzles.rating.attempt_tables import read_attempts

    def read(text: str) -> Any:
        return read_attempts(text, "people.csv")

    head = "id,turns,seconds,solved\n"
    samples = ("", "esgros-1234567890,2,41.5,yes\n", "gro-1,1,0,no\ngro-1,3,12,1\n\n")
    return Parser("attempts", read, tuple(head + rows for rows in samples))


def _states() -> Parser:
    """What says how far a set is: it is believed only as it was sealed."""
    from lab.attack.puzzles import sets
    from ruleproof.models.play.game import game
    from ruleproof.puzzles.making.choice import Choice
    from ruleproof.puzzles.making.request import wanted
    from ruleproof.puzzles.making.saved import resumed, save, state_file
    from ruleproof.puzzles.puzzle import read_set

    asked = wanted(game("esgros", "hex:3"), 4)
    made = read_set(sets()["esgros"].decode(), "set.jsonl")

    def saved() -> Path:
        path = own_place() / "set.jsonl"
        if not path.exists():
            save(Choice(asked, 9, made, 5, 20, Counter({"several keys": 17}), 1), path)
        return path

    sample = state_file(saved()).read_text(encoding="utf-8")

    def read(text: str) -> Any:
        path = saved()
        state_file(path).write_bytes(text.encode("utf-8", "surrogateescape"))
        return resumed(asked, 9, path)

    def kept(text: str, choice: Any) -> str:
        return "" if text == sample else f"a state that was altered is believed: {choice!r}"

    return Parser("set states", read, (sample,), kept=kept)


def _table_headers(seeds: dict[str, list[Seed]]) -> Parser:
    from ruleproof.solvers.playing.tables.header import header

    def read(text: str) -> Any:
        return header(text.encode("utf-8", "replace"))

    heads = (content.partition(b"\n")[0] for content in _contents(seeds, "tables"))
    samples = tuple(dict.fromkeys(head.decode() for head in heads))
    return Parser("table headers", read, samples)


class _Refused(ValueError):
    """The faults of a file that a checker found."""


def _strategy_headers(seeds: dict[str, list[Seed]]) -> Parser:
    from ruleproof.solvers.verify.certificates import report

    def read(text: str) -> Any:
        path = own_place() / "c.json"
        path.write_bytes(text.encode("utf-8", "replace"))
        found = report(path)
        if found.faults or found.unchecked:
            raise _Refused("; ".join([*found.faults, *found.unchecked]))
        return found

    samples = tuple(one for one in _decoded(_contents(seeds, "strategies")) if len(one) < 3000)
    return Parser("strategy headers", read, samples)


def _claim_heads(seeds: dict[str, list[Seed]]) -> Parser:
    from lab.attack.sealed import files_of
    from ruleproof.solvers.verify.claims import verify_claim

    chosen = [one for one in seeds.get("claims", ()) if one.kind == "claim: game"]
    files = [files_of(seed.content) for seed in chosen]
    game = files[0]["game.json"] if files else b""

    def read(text: str) -> Any:
        head = text.encode("utf-8", "replace")
        path = own_place() / "c.zip"
        path.write_bytes(archive([("claim.json", head), ("game.json", game)], 0))
        report = verify_claim(path)
        if report.faults or report.unchecked:
            raise _Refused("; ".join([*report.faults, *report.unchecked]))
        return report

    samples = tuple(one["claim.json"].decode() for one in files[:1])
    return Parser("claim heads", read, samples)


def parsers(seeds: dict[str, list[Seed]]) -> list[Parser]:
    """All parsers, with what they accept."""
    every = range(len(PLAYED))
    return [
        *(_positions(number) for number in every),
        *(_moves(number) for number in every),
        *(_lines(number) for number in every),
        *(_settings(number) for number in every),
        _boards(),
        _goals(),
        _records(seeds),
        _puzzles(seeds),
        _attempts(),
        _states(),
        _table_headers(seeds),
        _strategy_headers(seeds),
        _claim_heads(seeds),
    ]


Look = Callable[[str], None]


def mutated(parser: Parser, dice: Random, many: int, look: Look) -> None:
    """Shows texts that are made of valid ones by edits, some of which keep JSON well-formed."""
    words = [*TEXTS, *(word for one in parser.samples for word in one.split()[:50])]
    lines = [_values(sample) for sample in parser.samples]
    known = vocabulary([value for values in lines for value in values])
    for _ in range(many):
        sample = dice.randrange(len(parser.samples))
        text, what = parser.samples[sample], dice.random()
        if lines[sample] and what < 0.6:
            values = list(lines[sample])
            at = dice.randrange(len(values)) if dice.random() < 0.5 else 0
            values[at] = json_edit(dice, values[at], known)
            look("\n".join(json_text(dice, value) for value in values))
        elif what < 0.8:
            look(text_edit(dice, text, words))
        else:
            others = [one.encode() for one in parser.samples]
            look(bytes_edit(dice, text.encode(), others).decode("utf-8", "surrogateescape"))


def _values(text: str) -> list[Any]:
    """The JSON values of the lines, none if it is no JSON."""
    try:
        return [json.loads(text)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in text.splitlines()]
    except ValueError:
        return []


def drawn(parser: Parser, dice: Random, many: int, look: Look) -> None:
    """Shows texts that Hypothesis draws: any at all, and some made of the words of samples."""
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st

    words = sorted({word for one in parser.samples for word in one.split()[:50]} | set(TEXTS))
    pieces = sorted({piece for word in words for piece in (word, word[:1], word[-1:])})
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    values = st.recursive(
        plain | st.sampled_from(words),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(words) | st.text(max_size=4), inner, max_size=5)
        ),
        max_leaves=12,
    )
    texts = st.one_of(
        st.text(max_size=40),
        st.lists(st.sampled_from(pieces), max_size=12).map("".join),
        st.lists(st.sampled_from(words), max_size=12).map(" ".join),
        values.map(json.dumps),
    )

    @seed(dice.randrange(1 << 30))
    @settings(
        max_examples=many,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(texts)
    def shown(text: str) -> None:
        look(text)

    shown()
