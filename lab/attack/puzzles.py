"""Puzzles that are attacked: sets, and tables of people's attempts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from lab.attack.edits import DEEP, NUMBERS, bytes_edit, json_edit, json_text, vocabulary
from lab.attack.making import Maker
from lab.attack.puzzle_truth import false
from lab.attack.targets import Altered, Run, Seed, Target
from lab.attack.truth import game_of
from ruleproof.models.errors import TextError
from ruleproof.models.play.position import Position
from ruleproof.puzzles.ids import puzzle_id
from ruleproof.puzzles.stipulations import Stipulation, names, sentence

MADE = Path(__file__).parent / "puzzles.jsonl"
"""Puzzles by `puzzles make` with `--seed 4` on esgros hex:3, incrowd square:4x4, sow square:2x4 and
gro dish:1,2 with three tokens: to make them anew takes longer than all that is done with them.
"""
SET, TABLE = "set.jsonl", "people.csv"


def sets() -> dict[str, bytes]:
    """A set for each game."""
    found: dict[str, bytes] = {}
    for line in MADE.read_bytes().splitlines(keepends=True):
        name = json.loads(line)["game"]
        found[name] = found.get(name, b"") + line
    return found


def _sets(maker: Maker) -> list[Seed]:
    return [
        maker.seed(f"puzzles: {command.split()[1]}", SET, content, command, name=name)
        for name, content in sets().items()
        for command in (f"puzzles check {SET}", f"puzzles show {SET} --json")
    ]


# Edits of one puzzle

CLASSES = ("right", "same", "also", "late", "fails")
Edit = Callable[[Random, dict[str, Any], list[dict[str, Any]]], None]


def _node(dice: Random, puzzle: dict[str, Any]) -> dict[str, Any]:
    """A node of the tree, often the first."""
    nodes = puzzle["tree"]["nodes"]
    return nodes[0] if dice.random() < 0.4 else dice.choice(nodes)


def _class(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Tells a turn as of another class, or exchanges the classes of two, replies and all."""
    turns = _node(dice, puzzle)["turns"]
    one, other = dice.choice(turns), dice.choice(turns)
    if dice.random() < 0.5:
        one[1] = dice.choice(CLASSES)
    else:
        one[1], other[1] = other[1], one[1]
        if dice.random() < 0.5:
            one[3], other[3] = other[3], one[3]


def _turn(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Leaves a turn out, tells one twice, or one that belongs elsewhere."""
    turns = _node(dice, puzzle)["turns"]
    at, what = dice.randrange(len(turns)), dice.randrange(4)
    if what == 0:
        del turns[at]
    elif what == 1:
        turns.append(turns[at])
    elif what == 2:
        turns[at] = dice.choice(_node(dice, puzzle)["turns"] or turns)
    else:
        turns[at][dice.choice((0, 2))] = dice.choice(turns)[dice.choice((0, 2))]


def _reply(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Changes the replies to a turn: one is left out, told twice, another, or leads elsewhere."""
    turns = _node(dice, puzzle)["turns"]
    replies = dice.choice([entry[3] for entry in turns if entry[3]] or [[]])
    if not replies:
        dice.choice(turns)[3].append(["pass", "", 0])
        return
    at, what = dice.randrange(len(replies)), dice.randrange(5)
    many = len(puzzle["tree"]["nodes"])
    if what == 0:
        del replies[at]
    elif what == 1:
        replies.append(replies[at])
    elif what == 2:
        replies[at][0] = dice.choice(turns)[0]
    elif what == 3:
        replies[at][1] = dice.choice(turns)[2]
    else:
        strange = (None, 0, -1, many, many - 1, 10**9, 1 << 63, 10**400, 0.5, True, "1")
        replies[at][2] = dice.choice((dice.randrange(many), dice.choice(strange)))


def _nodes(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Changes the nodes: one more, one less, two exchanged, one with other turns left."""
    nodes = puzzle["tree"]["nodes"]
    at, other, what = dice.randrange(len(nodes)), dice.randrange(len(nodes)), dice.randrange(5)
    if what == 0:
        nodes.append(nodes[at])
    elif what == 1 and len(nodes) > 1:
        del nodes[at]
    elif what == 2:
        nodes[at], nodes[other] = nodes[other], nodes[at]
    elif what == 3:
        nodes[at]["turns"] = nodes[other]["turns"]
    else:
        left = nodes[at]["left"]
        nodes[at]["left"] = dice.choice((left + 1, left - 1, 0, -left, dice.choice(NUMBERS)))


def _counts(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Tells other counts, another line, or that it is unique otherwise."""
    what = dice.randrange(4)
    if what == 0:
        key = dice.choice(("replies", "only"))
        puzzle["tree"][key] += dice.choice((1, -1, 10**9))
    elif what == 1:
        puzzle["unique"] = "first" if puzzle["unique"] == "line" else "line"
    elif what == 2:
        dice.shuffle(puzzle["solution"])
    else:
        del puzzle["solution"][dice.randrange(len(puzzle["solution"])) :]


def _stipulation(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Asks for something else: another aim, goal, cells, number, or more or fewer turns."""
    game, asked = game_of(puzzle), puzzle["stipulation"]
    goal = asked["goal"]
    what = dice.randrange(5)
    if what == 0:
        asked["aim"] = dice.choice(("reach", "avert", "help", "proof-game", "last-turn"))
    elif what == 1:
        goal["name"] = dice.choice(["win", *names(game)]).removeprefix("avert-")
    elif what == 2:
        goal["cells"] = dice.sample(game.board.names, dice.choice((0, 1, 2, 3)))
    elif what == 3:
        goal["amount"] = dice.choice((0, 1, 2, 3, 1000, dice.choice(NUMBERS)))
    else:
        asked["turns"] = dice.choice((None, 1, 2, 3, 4, 9, 99, (asked["turns"] or 0) + 1))


def _diagram(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Sets up another position: a cell is changed, or two; the puzzle then says it is composed."""
    board, dot, rest = puzzle["position"].partition(";")
    words = board.split()
    cells = [at for at, word in enumerate(words) if word not in ("/", "-")]
    for at in dice.sample(cells, dice.choice((1, 1, 2))):
        words[at] = words[dice.choice(cells)]
    puzzle["position"] = " ".join(words) + " " + dot + rest
    if dice.random() < 0.8:
        puzzle |= {"composed": True, "proof_game": []}


def _ground(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Puts it under another setting, on another board, or into another game."""
    game = game_of(puzzle)
    other = dice.choice(others)
    if dice.random() < 0.7:
        setting = dice.choice(game.rulebook.settings)
        puzzle["settings"][setting.name] = dice.choice([*setting.choices, 0, 99, "none"])
    else:
        key = dice.choice(("game", "board", "settings", "position", "side", "proof_game"))
        puzzle[key] = other[key]


def _derived(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Tells other themes, hints, worth, tries or set play."""
    other = dice.choice(others)
    key = dice.choice(("themes", "hints", "worth", "rating", "tries", "set_play", "tree"))
    puzzle[key] = dice.choice((other[key], None, [], [["pass", "pass"]]))


OF_TREES: tuple[Edit, ...] = (_class, _class, _turn, _reply, _reply, _nodes, _counts)
OF_QUESTIONS: tuple[Edit, ...] = (_stipulation, _stipulation, _diagram, _ground, _derived)


def _resealed(puzzle: dict[str, Any]) -> None:
    """Makes the sentence, the id, the side to move and the position's text right again."""
    try:
        game = game_of(puzzle)
        here = Position.read(game, puzzle["position"])
        asked = Stipulation.model_validate(puzzle["stipulation"])
        told = sentence(game, here.state.side, asked)
        puzzle["id"] = puzzle_id(game, here.state, asked, puzzle["settings"])
    except (ValueError, TypeError, AttributeError):
        return
    puzzle |= {"position": here.text, "side": here.side, "sentence": told}


def edited(dice: Random, puzzle: dict[str, Any], others: list[dict[str, Any]]) -> None:
    """Changes a puzzle in place, in one to three ways."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        try:
            trees = bool((puzzle["tree"] or {}).get("nodes")) and dice.random() < 0.6
            dice.choice(OF_TREES if trees else OF_QUESTIONS)(dice, puzzle, others)
        except (TextError, LookupError, TypeError, ValueError, AttributeError):
            continue  # an edit before it took away what this one would change
    if dice.random() < 0.7:
        _resealed(puzzle)


def _alter_set(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    contents = [one.content for one in seeds]
    if dice.random() < 0.2:
        return Altered(bytes_edit(dice, seed.content, contents), sealed=False)
    lines = [json.loads(line) for line in seed.content.splitlines()]
    others = [json.loads(line) for one in contents for line in one.splitlines()]
    at, what = dice.randrange(len(lines)), dice.random()
    if what < 0.7:
        edited(dice, lines[at], others)
    elif what < 0.78:
        lines.insert(dice.randrange(len(lines) + 1), dice.choice(others))
    else:
        lines[at] = json_edit(dice, lines[at], vocabulary(others))
    text = "".join(json_text(dice, line) + "\n" for line in lines)
    return Altered(text.encode("utf-8", "surrogatepass"), sealed=True)


def _false_set(seed: Seed, content: bytes, run: Run) -> str:
    if "check" not in seed.command:
        return ""
    known = [json.loads(line) for line in seed.content.splitlines()]
    found = [json.loads(line) for line in content.decode().splitlines() if line.strip()]
    asked = [json.dumps({**one, "version": ""}, sort_keys=True) for one in found]
    if len(set(asked)) < len(asked):
        return "a puzzle stands there twice"
    return next((why for one in found if (why := false(one, known))), "")


def _worst_sets(seeds: Sequence[Seed]) -> Iterator[tuple[Seed, bytes]]:
    for seed in seeds:
        said = json.loads(seed.content.splitlines()[0])
        yield seed, seed.content * 10
        yield seed, b"[" * 1_000_000
        yield seed, b"\n" * 3_000_000
        yield seed, b'{"tree":' * DEEP
        for name in said:
            for text in ("\x1b[2J", "a\nok: b", "x" * 100_000, 10**400, [], None):
                yield seed, (json.dumps(said | {name: text}) + "\n").encode()
        for turns in (1, 2, 99, 10**9):
            asked = said["stipulation"] | {"turns": turns}
            yield seed, (json.dumps(said | {"stipulation": asked}) + "\n").encode()
        if said["tree"]:
            nodes = said["tree"]["nodes"]
            for more in (nodes * 20, nodes[:1] * 5000):
                tree = said["tree"] | {"nodes": more}
                yield seed, (json.dumps(said | {"tree": tree}) + "\n").encode()


# Tables of people's attempts


def _tables(maker: Maker) -> list[Seed]:
    content = sets()["esgros"]
    known = [json.loads(line)["id"] for line in content.splitlines()]
    rows = [f"{one},{turns},{turns * 9.5},{told}" for one in known for turns, told in _TRIED]
    table = "\n".join(["id,turns,seconds,solved", *rows, ""]).encode()
    command = f"puzzles rate {SET} --attempts {TABLE} --json"
    seed = maker.seed("people's attempts", TABLE, table, command, beside=((SET, content.decode()),))
    return [seed]


_TRIED = ((1, "yes"), (3, "no"), (2, "yes"))


def _alter_table(dice: Random, seed: Seed, seeds: Sequence[Seed]) -> Altered:
    if dice.random() < 0.4:
        return Altered(bytes_edit(dice, seed.content), sealed=True)
    rows = [line.split(",") for line in seed.content.decode().splitlines()]
    for _ in range(dice.choice((1, 1, 2, 5))):
        at, what = dice.randrange(len(rows)), dice.randrange(5)
        word = dice.randrange(len(rows[at])) if rows[at] else 0
        if what == 0:
            rows.insert(at, list(rows[dice.randrange(len(rows))]))
        elif what == 1 and rows[at]:
            del rows[at][word]
        elif what == 2:
            rows[at].insert(word, dice.choice(("", '"', '"a\nb"', "x" * 200_000, "\0", "\r")))
        elif rows[at]:
            rows[at][word] = str(dice.choice((*NUMBERS, "yes", "no", "1e999", "nan", "-1", "٣")))
    rows *= dice.choice((1, 1, 1, 1, 50))
    text = "\n".join(",".join(row) for row in rows)
    return Altered(text.encode("utf-8", "surrogatepass"), sealed=True)


def _false_rating(seed: Seed, content: bytes, run: Run) -> str:
    """Only ratings, and the table that they name, may change; they must be numbers of the scale."""
    before, after = seed.run.answer["puzzles"], run.answer["puzzles"]
    for old, new in zip(before, after, strict=True):
        if {**old, "rating": 0} != {**new, "rating": 0}:
            return f"more than a rating changed: {new['id']}"
        rating = new["rating"]
        if not (1 <= rating["level"] <= 5 and abs(rating["value"]) < 10_000):
            return f"it is rated {rating!r}"
    return ""


SETS_OF_PUZZLES = Target("puzzles", _sets, _alter_set, _false_set, _worst_sets)
ATTEMPTS = Target("people's attempts", _tables, _alter_table, _false_rating)
