"""Game records that are attacked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from lab.attack.edits import DEEP, bytes_edit, json_edit, json_text, vocabulary
from lab.attack.making import Maker
from lab.attack.targets import Altered, Run, Seed, Target, Unjudged
from lab.attack.truth import forced, game_of, graph
from ruleproof.models.play.game import Game
from ruleproof.models.play.position import Position

PLAYED = (
    ("esgros --board hex:2", 20),
    ("incrowd --board square:2x2", 20),
    ("grow --board square:2x2", 20),
    ("grow --board path:3 --set players=3", 20),
    ("gro --board dish:1,1 --set tokens=1", 9),
    ("sow --board square:1x4 --set height=1", 20),
    ("esgros --board hex:3", 6),
)
COMMANDS = (
    *("verify g.json", "play --record g.json --json", "annotate g.json --json"),
    "annotate g.json -o out.jsonl --time 1 --json",
)


def _line(maker: Maker, arguments: str, plies: int) -> str:
    """A line of so many moves at most, each of them the last one that is legal."""
    line: list[str] = []
    for _ in range(plies):
        words = ["moves", *arguments.split(), "--json", "--line", " ".join(line)]
        legal = maker.shell.run(words).answer["moves"]
        if not legal:
            break
        line.append(legal[len(line) % len(legal)])
    return " ".join(line)


def _games(maker: Maker) -> list[Seed]:
    found: list[Seed] = []
    for arguments, plies in PLAYED:
        maker.begin()
        line = _line(maker, arguments, plies)
        words = ["play", *arguments.split(), "--line", line, "--save", "g.json"]
        content = maker.made(words, "g.json")
        for command in COMMANDS:
            kind = f"game record: {command.split()[0]}"
            found.append(maker.seed(kind, "g.json", content, command, name=arguments))
    return found


def _alter_game(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    contents = [one.content for one in seeds]
    if dice.random() < 0.35:
        return Altered(bytes_edit(dice, seed.content, contents), sealed=False)
    values = [json.loads(one) for one in contents]
    said = json_edit(dice, json.loads(seed.content), vocabulary(values))
    if dice.random() < 0.2 and isinstance(said, dict):
        other = dice.choice(values)
        name = dice.choice(list(other))
        said[name] = other[name]
    return Altered(json_text(dice, said).encode("utf-8", "surrogatepass"), sealed=True)


def _false_game(seed: Seed, content: bytes, run: Run) -> str:
    said: Any = json.loads(content)
    game = game_of({"settings": {}} | said)
    first = here = _start_of(game, said.get("start"))
    for text in said.get("moves", ()):
        legal = {game.show_move(move): move for move in here.legal_moves()}
        move = legal.get(text)
        if move is None:
            move = game.read_move(text)
            if move not in legal.values():
                return f"{text!r} is not legal at {here.text!r}"
        here = here.after(move)
    found = here.result
    claimed = said.get("result")
    told = "result" in said  # it can be left out
    if told and (found is None) != (claimed is None):
        return f"the game ended as {found!r}, not as {claimed!r}"
    if told and found is not None:
        true = json.loads(json.dumps(found._asdict()))
        older = {"player"} - claimed.keys()  # older records have no such field
        if any(true[name] != claimed[name] for name in true.keys() - older):
            return f"the game ended as {true!r}, not as {claimed!r}"
    if "play" in seed.command and run.answer.get("position") != here.text:
        return f"it ends at {here.text!r}, not at {run.answer.get('position')!r}"
    return _false_notes(first, run) if "annotate" in seed.command else ""


def _start_of(game: Game, text: str | None) -> Position:
    """The position in which a record begins."""
    return Position.start(game) if text is None else Position.read(game, text)


def _false_notes(here: Position, run: Run) -> str:
    """Why what is said of the turns of a game is false."""
    for turn in run.answer["turns"]:
        for known, told in ((turn["before"], "before"), (turn["after"], "after")):
            before = here
            if told == "after":
                here = here.play(turn["turn"].split())
            true = _worth(here)
            if told == "after" and here.side == before.side:  # told as the other side sees it
                true = {"win": "loss", "loss": "win"}.get(true, true)
            if known["value"] is not None and known["value"] != true:
                return f"{told} {turn['turn']!r} it is a {true}, not a {known['value']}"
            if known["outcome"] not in (None, {"win": 1, "draw": 0, "loss": -1}[true]):
                return f"{told} {turn['turn']!r} it is a {true}, not {known['outcome']}"
            if known["best"] is not None:
                after = here.play(known["best"].split())
                if _worth(after) != ("win" if after.side == here.side else "loss"):
                    return f"{known['best']!r} does not win at {here.text!r}"
    return ""


def _worth(here: Position) -> str:
    """Whether the side to move wins, draws or loses."""
    if len(here.game.players) > 2:
        raise Unjudged("what one of three players is sure of is no win or loss")
    found = graph(here.game, here.state)
    for ours, sign, told in ((True, 1, "win"), (False, -1, "loss")):
        if forced(found, ours, lambda worth, sign=sign: worth * sign > 0) is not None:
            return told
    return "draw"


def _worst_games(seeds: Sequence[Seed]) -> Iterator[tuple[Seed, bytes]]:
    for seed in seeds:
        said = json.loads(seed.content)
        yield seed, json.dumps(said | {"moves": said["moves"] * 20_000}).encode()
        yield seed, json.dumps(said | {"moves": ["x" * 5_000_000]}).encode()
        yield seed, json.dumps(said | {"start": ". " * 2_000_000}).encode()
        yield seed, json.dumps(said | {"start": "9" * 5000}).encode()
        yield seed, b"[" * 1_000_000
        yield seed, b'{"game": ' + b"[" * DEEP + b"]" * DEEP + b"}"
        for board in ("square:384x1", "hex:8", "path:384", "dish:1000000,1", "dish:9,9", "hex:²"):
            yield seed, json.dumps(said | {"board": board}).encode()
        for name in said:
            for text in ("\x1b[2J", "a\nok: b", "\ud800", "x" * 100_000):
                yield seed, json.dumps(said | {name: text}).encode()


GAMES = Target("game records", _games, _alter_game, _false_game, _worst_games)
