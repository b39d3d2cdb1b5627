"""A set of puzzles as one page to solve: the data for the page's scripts, and the page.

ground     a board that puzzles of the set share: its bare drawing, the pieces that occur on it, and
           words for them and for the moves
turns      the solver's turns at a node of a tree, each with its class and the replies to it
equal      at a node where turns have several steps: the turns that come to the same as one of the
           tree, by the text of that one; missing where they are too many
begun      at such a node: the changes that the first steps of a turn make, and those of the turns
           among `equal`, by their steps in the order of their texts
main       the defender's replies of the line, by the number of the node they are played at

Puzzles without a tree (help) become a tree with a single branch: every legal move is
listed, and one alone is right. `alone.py` makes the page; the studio solves by the same scripts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from math import dist
from typing import Any

from ruleproof.models.cells import each
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.notation import cell_text, sentences_of_keys, start_keys
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.rulebook import rulebook
from ruleproof.puzzles.changes import changed, changes
from ruleproof.puzzles.judging.solution import joined, played, turns_of_line
from ruleproof.puzzles.lessons import lessons
from ruleproof.puzzles.puzzle import Puzzle, position_of
from ruleproof.puzzles.rating.rating import MEAN, PRIOR, UNIT
from ruleproof.puzzles.stipulations import LOOKED_AT
from ruleproof.puzzles.telling.equals import beginnings, equals, needed, unordered
from ruleproof.puzzles.texts import numbered
from ruleproof.reports.drawing.layout import headings
from ruleproof.reports.drawing.palette import Tone, tone
from ruleproof.reports.drawing.pieces import UNIT as CELL
from ruleproof.reports.drawing.spoken import cell_words, move_words, place_words
from ruleproof.reports.drawing.svg import arrows, bare, standing, tints
from ruleproof.reports.pages.alone import alone
from ruleproof.reports.pages.marking import Tints, add_reasons, with_tints
from ruleproof.reports.wording import words
from ruleproof.reports.wording.lines import check_tree, main_line
from ruleproof.reports.wording.rules_told import chosen, notes, readings, written

SCALE = {"mean": MEAN, "unit": round(UNIT, 4), "prior": PRIOR}
"""The constants of ratings: see `web/attempts.js`."""

Told = dict[str, Any]
"""A part of the data for the scripts, as JSON values."""


def as_page(puzzles: Sequence[Puzzle], title: str = "", *, home: str = "") -> str:
    """The set as one HTML file that needs nothing else; `home` is the title of the `index.html`
    that it leads back to, if any. Raises `TextError` for a puzzle that cannot be played through.
    """
    told = set_told(puzzles)
    title = title or title_of(puzzles)
    return _page(told, title, home, ())


def lessons_page(game: str, home: str, *, solve: bool) -> str:
    """The lessons of a game as such a page of a site, with the ways on from the last one; `solve`:
    the site has puzzles of the game.
    """
    told = lessons_told(game)
    title = f"Learn {rulebook(game).title}"
    ways = [("Solve puzzles", f"{game}-puzzles.html")] if solve else []
    ways.append(("Read the rules", f"{game}-rules.html"))
    return _page(told, title, home, ways)


def _page(told: Told, title: str, home: str, ways: Sequence[tuple[str, str]]) -> str:
    """The page; `ways` are links below the board, each with its words."""
    shown = {"title": title, "home": home, "ways": ways, "looked_at": LOOKED_AT}
    return alone("set.html.jinja", "set_page.js", told, **shown)


def lessons_told(game: str) -> Told:
    """The lessons of a game as the scripts read them: puzzles, each with its lesson's words."""
    found = lessons(game)
    told = set_told([one.puzzle for one in found])
    for puzzle, one in zip(told["puzzles"], found, strict=True):
        puzzle["lesson"] = {key: told for key, told in one._asdict().items() if key != "puzzle"}
        asked = one.puzzle
        puzzle["played"] = {"game": game, "board": asked.board, "settings": dict(asked.settings)}
    return told


def title_of(puzzles: Sequence[Puzzle]) -> str:
    """The title of a set without a name: the titles of its games."""
    names = dict.fromkeys(rulebook(puzzle.game).title for puzzle in puzzles)
    return f"{words.counted(len(puzzles), 'puzzle')} of {', '.join(names)}"


def set_told(puzzles: Sequence[Puzzle]) -> Told:
    """The set as the scripts read it: its grounds, and its puzzles."""
    grounds: dict[str, Told] = {}
    told: list[Told] = []
    for number, puzzle in enumerate(puzzles, 1):
        with numbered(number, puzzle.id):
            game = puzzle.ready()
            check_tree(puzzle)
            ground = grounds.setdefault(repr(game), ground_told(game))
            told.append(puzzle_told(game, puzzle) | {"ground": list(grounds).index(repr(game))})
            nodes = told[-1]["nodes"]
            for state in _states(game, puzzle, nodes):
                add_pieces(game, state, ground)
            _add_reasons(game, puzzle, nodes, ground)
            add_move_words(game, _turns(nodes), ground)
            told[-1] |= _add_tints(game, puzzle, nodes, ground)
    name = hashlib.sha256(" ".join(puzzle.id for puzzle in puzzles).encode()).hexdigest()[:12]
    return {"set": name, "scale": SCALE, "grounds": list(grounds.values()), "puzzles": told}


def ground_told(game: Game) -> Told:
    """The bare board of a game: shapes, cells with their places in hundredths, rows."""
    start = Position.start(game)
    shapes, (left, top, width, height), spots, named = bare(start)
    board = game.board
    return {
        "shapes": shapes,
        "box": [round(one, 1) for one in (left, top, width, height)],
        "cell": round(100 * CELL / width, 3),
        "named": named,
        "cells": [
            {
                "name": name,
                "place": place_words(game, cell),
                "at": [round(x, 1), round(y, 1)],
                "x": round(100 * (x - left) / width, 3),
                "y": round(100 * (y - top) / height, 3),
            }
            for cell, (name, (x, y)) in enumerate(zip(board.names, spots, strict=True))
        ],
        "rows": [[board.names[cell] if cell >= 0 else None for cell in row] for row in board.rows],
        "pieces": {},
        "tints": [tints(start)],
        "reasons": [],
        "headings": headings(game),
        "arrows": arrows(game),
        "paints": {name: [paint.fill, paint.rim] for name, paint in _paints(game)},
        "keys": start_keys(game),
        "sentences": sentences_of_keys(game),
        "play": words.how_it_is_played(game.rulebook) + _kept(game) + _touching(game),
        "readings": _readings(game),
        "notation": [[one.move, means] for one, means in written(game)],
        "words": {".": "empty"},
        "moves": {},
    }


def _readings(game: Game) -> list[list[str]]:
    """The sentences of the rulebook that can be read in several ways, each with the ways taken."""
    told = readings(game)
    found = [
        [f"“{one['sentence']}”", " ".join(way["meaning"] for way in one["ways"])] for one in told
    ]
    return [*found, *(["", note] for note in notes(game.rulebook, told))]


def _kept(game: Game) -> list[str]:
    """The settings that are not the usual ones, as a paragraph; none where all are."""
    told = " ".join(chosen(game))
    return [f"In this puzzle: {told}"] if told else []


def _touching(game: Game) -> list[str]:
    """The cells that a cell in the middle of a board touches, as a paragraph; none on square grids,
    whose names tell it.
    """
    board = game.board
    if board.grid == "square":
        return []
    middle = [sum(one) / board.size for one in zip(*board.places, strict=True)]
    cell = min(range(board.size), key=lambda one: (dist(board.places[one], middle), one))
    names = [board.names[one] for one in each(board.near[cell])]
    return [f"On this board {board.names[cell]} touches {', '.join(names)}."] if names else []


def _paints(game: Game) -> list[tuple[str, Tone]]:
    """The players with the paints of their pieces."""
    return [(name, tone(name, game.players)) for name in game.players]


def add_pieces(game: Game, state: State, ground: Told) -> None:
    """Adds to the ground every token of the position that it lacks: its drawing and its words."""
    pieces: Told = ground["pieces"]
    fresh = [
        (cell, token)
        for cell in range(game.board.size)
        if (token := cell_text(game, state, cell)) != "." and token not in pieces
    ]
    if fresh:
        drawn = standing(Position(game, state))
        pieces |= {token: drawn.get(cell, "") for cell, token in fresh}
        ground["words"] |= {token: cell_words(game, token) for _, token in fresh}


def add_move_words(game: Game, texts: Iterable[str], ground: Told) -> None:
    """Adds to the ground the words for the moves of these turns, where the game has any."""
    if game.rulebook.words.move is None:
        return
    told: Told = ground["moves"]
    for step in sorted({step for text in texts for step in text.split()} - told.keys()):
        words_for = move_words(game, game.read_move(step))
        if words_for:
            told[step] = words_for


def _turns(nodes: Sequence[Told]) -> Iterator[str]:
    """Yields the texts of all turns and replies at these nodes."""
    for node in nodes:
        for text, _, _, replies in node["turns"]:
            yield text
            yield from (reply[0] for reply in replies)
        for texts in node.get("equal", {}).values():
            yield from texts


def puzzle_told(game: Game, puzzle: Puzzle) -> Told:
    """One puzzle as the scripts read it."""
    first = position_of(puzzle)
    nodes = nodes_told(game, puzzle)
    _add_equals(game, first.state, nodes)
    rating = puzzle.rating
    return {
        "id": puzzle.id,
        "game": game.rulebook.title,
        "board": puzzle.board,
        "settings": " ".join(chosen(game)),
        "sentence": puzzle.sentence,
        "besides": _besides(game, puzzle, nodes),
        "players": list(game.players),
        "position": first.text,
        "marked": puzzle.stipulation.goal.cells,
        "asked": puzzle.stipulation.title,
        "aim": puzzle.stipulation.aim,
        "nodes": nodes,
        "main": main_line(puzzle),
        "line": joined(turns_of_line(puzzle)),
        "tries": puzzle.tries,
        "themes": puzzle.themes,
        "hints": puzzle.hints or [],
        "level": rating.level if rating else None,
        "rating": rating.value if rating else None,
        "composed": puzzle.composed,
        "author": puzzle.author or "",
    }


def nodes_told(game: Game, puzzle: Puzzle) -> list[Told]:
    """The nodes of the puzzle's tree, or of the line that stands for one."""
    if puzzle.tree is not None:
        return [node.model_dump(mode="json") for node in puzzle.tree.nodes]
    found: list[Told] = []
    here = position_of(puzzle)
    for number, right in enumerate(puzzle.solution, 1):
        follows = [["", "", number if number < len(puzzle.solution) else None]]
        turns: list[Any] = []
        for move in here.legal_moves():
            text = game.show_move(move)
            told = changes(game, here.state, here.after(move).state)
            solves = text == right
            turns.append([text, "right" if solves else "fails", told, follows if solves else []])
        found.append({"left": len(puzzle.solution) - number + 1, "turns": turns})
        here = here.play([right])
    return found


def _add_equals(game: Game, first: State, nodes: Sequence[Told]) -> None:
    """Adds to each node of a tree whose turns have several steps those that come to the same, and
    how the board looks while such a turn is chosen.
    """
    if not any(" " in text for node in nodes for text, *_ in node["turns"]):
        return
    for number, here in _node_states(game, first, nodes):
        begun = beginnings(game, here)
        if begun is None:
            continue
        listed = [text for text, *_ in nodes[number]["turns"]]
        equal = equals(game, here, listed, begun)
        nodes[number]["equal"] = equal
        others = [text for texts in equal.values() for text in texts]
        nodes[number]["begun"] = {
            " ".join(unordered(one.steps)): changes(game, here, one.after)
            for one in needed(begun, listed, others)
        }


def _add_tints(game: Game, puzzle: Puzzle, nodes: Sequence[Told], ground: Told) -> Told:
    """Adds to the changes of each turn and reply how the board is tinted after it, where the
    puzzle shows a tinted position at all. Returns the numbers of the tints that it begins with and
    those of its diagram.
    """
    first, tinted = position_of(puzzle).state, Tints(game, ground)
    found = {"tint": tinted.number(first), "shown": tinted.number(position_of(puzzle).state)}
    reached = list(_node_states(game, first, nodes))
    numbers = {number: tinted.number(state) for number, state in reached}
    if not tinted.are_drawn():
        return found
    for number, here in reached:
        for turn in nodes[number]["turns"]:
            text, _, told, replies = turn
            if not told:
                continue
            after = _played(game, here, text)
            tint = tinted.number(after)
            turn[2] = with_tints(told, numbers[number], tint)
            for reply in replies:
                if reply[0]:
                    there = tinted.number(_played(game, after, reply[0]))
                    reply[1] = with_tints(reply[1], tint, there)
    return found


def _add_reasons(game: Game, puzzle: Puzzle, nodes: Sequence[Told], ground: Told) -> None:
    """Adds to the nodes of the line why empty cells are no turns there."""
    line = {one.number for one in played(puzzle)} if puzzle.tree else {0}
    reached = _node_states(game, position_of(puzzle).state, nodes)
    add_reasons(
        game, ((number, state) for number, state in reached if number in line), nodes, ground
    )


def _played(game: Game, state: State, turn: str) -> State:
    """The position after the steps of a turn."""
    for step in turn.split():
        state = game.play(state, game.read_move(step))
    return state


def _besides(game: Game, puzzle: Puzzle, nodes: Sequence[Told]) -> list[str]:
    """The facts beside the position of each node (`Words.beside`); an empty list where there are
    none at any.
    """
    tell = game.rulebook.words.beside
    if tell is None:
        return []
    states = dict(_node_states(game, position_of(puzzle).state, nodes))
    told = [tell(game, states[number]) if number in states else "" for number in range(len(nodes))]
    return told if any(told) else []


def _node_states(game: Game, first: State, nodes: Sequence[Told]) -> Iterator[tuple[int, State]]:
    """Yields the nodes of a tree that right turns lead to, by number, with their positions."""
    waiting, seen = [(0, first)], {0}
    while waiting:
        number, here = waiting.pop()
        yield number, here
        for _, kind, told, replies in nodes[number]["turns"]:
            if kind != "right" or all(child is None for _, _, child in replies):
                continue
            after = changed(game, here, told) if told else here
            for text, reply_told, child in replies:
                if child is not None and child not in seen:
                    seen.add(child)
                    waiting.append((child, changed(game, after, reply_told) if text else after))


def _states(game: Game, puzzle: Puzzle, nodes: Sequence[Told]) -> Iterator[State]:
    """The diagram, the positions of all nodes, and every position that brings a new token."""
    yield position_of(puzzle).state
    known: set[str] = set()
    for number, here in _node_states(game, position_of(puzzle).state, nodes):
        yield here
        known |= {cell_text(game, here, cell) for cell in range(game.board.size)}
        for told in nodes[number].get("begun", {}).values():
            tokens = _tokens(game, told, ())
            if not known.issuperset(tokens):
                known |= tokens
                yield changed(game, here, told)
        for _, _, told, replies in nodes[number]["turns"]:
            if known.issuperset(_tokens(game, told, replies)):
                continue
            after = changed(game, here, told) if told else here
            yield after
            for text, reply_told, _ in replies:
                if not known.issuperset(_tokens(game, reply_told, ())):
                    yield changed(game, after, reply_told) if text else after


def _tokens(game: Game, told: str, replies: Iterable[Sequence[Any]]) -> set[str]:
    """The tokens that the changes, and those of the replies, put on cells."""
    pairs = (
        word.partition("=") for one in (told, *(r[1] for r in replies)) for word in one.split()
    )
    return {token for key, _, token in pairs if key in game.board.names} - {"."}
