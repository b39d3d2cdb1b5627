"""What is true of a puzzle, by plain minimax over the interpreted rules and goals.

way      a whole turn: its text, the position after it, what the goal says of it, and the cells that
         the goal speaks of from then on
reached  the attacker reaches the goal within so many turns of its own, whatever the other does
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lab.attack.targets import Unjudged
from lab.attack.truth import game_of
from ruleproof.models.play.game import State
from ruleproof.models.play.position import Position
from ruleproof.puzzles.changes import changed
from ruleproof.puzzles.ids import puzzle_id
from ruleproof.puzzles.stipulations import Stipulation, question, sentence

MOST = 60_000
"""Moves beyond which nothing is known here."""
DERIVED = ("themes", "hints", "worth")
"""What is made of the rest of a puzzle, and may be left out as a whole."""
FREE = ("version", "rating", "proof_game", "composed")
"""What may be otherwise though the puzzle is the same: what else is asked of it is in `false`."""


class Way(NamedTuple):
    """See the top of this module; `effect`: alike for turns that come to the same."""

    text: str
    after: State
    met: int
    marked: int
    effect: object


class Untrue(Exception):
    """What a puzzle says and is not so."""


def false(told: Mapping[str, Any], known: list[dict[str, Any]]) -> str:
    """Why the puzzle is false, empty if it is true; `known` ones are. Raises `Unjudged` where that
    takes too long.
    """
    for one in known:
        if all(one[key] == told[key] for key in one if key not in (*FREE, *DERIVED)):
            same = all(one[key] == told[key] for key in DERIVED)
            if not same and (told["hints"] or told["worth"] or told["themes"]):
                return "its themes, hints or worth are others than were made"
            return _unreached(told)
    try:
        Plain(told).check()
    except Untrue as error:
        return str(error)
    return _unreached(told)


def _unreached(told: Mapping[str, Any]) -> str:
    """Why no game leads to the position; empty if one does, or if the puzzle is composed."""
    if told["composed"] and not told["proof_game"]:
        return ""
    here = Position.start(game_of(told))
    for text in told["proof_game"]:
        if text not in here.moves():
            return f"{text!r} is not legal at {here.text!r}"
        here = here.play([text])
    return "" if here.text == told["position"] else f"its game leads to {here.text!r}"


class Plain:
    """One puzzle, played out."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told, self._game = told, game_of(told)
        self._state = Position.read(self._game, told["position"]).state
        self._asked = Stipulation.model_validate(told["stipulation"])
        self._question = question(self._game, self._state, self._asked)
        self._averts = self._asked.aim == "avert"
        self._goals: Any = self._game.rulebook.module("goals")
        self._left = MOST
        self._ways = lru_cache(None)(self._all_ways)
        self._reached = lru_cache(None)(self._is_reached)

    def check(self) -> None:
        """Raises `Untrue` where the puzzle is."""
        told, game = self._told, self._game
        if told["sentence"] != sentence(game, self._state.side, self._asked):
            raise Untrue("the sentence is another")
        if told["id"] != puzzle_id(game, self._state, self._asked, told["settings"]):
            raise Untrue("the id is another")
        left, marked = self._asked.within, self._question.marked
        if self._asked.aim == "help":
            return self._help(marked)
        if not self._averts and self._asked.turns and self._reached(self._state, marked, left - 1):
            raise Untrue("the goal is reached sooner")
        right = [way for way in self._ways(self._state, marked) if self._right(way, left)]
        if len({way.effect for way in right}) != 1:
            raise Untrue(f"{len(right)} turns are right: {[way.text for way in right][:5]}")
        self._node(0, self._state, marked, left, set())
        for text, reply in told["tries"]:
            way = self._way(self._state, marked, text)
            later = self._ways(way.after, way.marked)
            refuting = {one.effect for one in later if self._refutes(one, left)}
            if self._right(way, left) or refuting != {
                self._way(way.after, way.marked, reply).effect
            }:
                raise Untrue(f"the try {text!r} does not fail to {reply!r} alone")
        return None

    def _node(
        self, number: int, state: State, marked: int, left: int, done: set[tuple[int, State]]
    ) -> None:
        """Holds a node of the tree, and those behind it, against what is so at the position."""
        if (number, state) in done:
            return
        done.add((number, state))
        node = self._told["tree"]["nodes"][number]
        ways = self._ways(state, marked)
        if node["left"] != left or len({entry[0] for entry in node["turns"]}) < len(node["turns"]):
            raise Untrue(f"node {number}: a turn twice, or {node['left']} turns left, not {left}")
        self._whole(f"node {number}", ways, [entry[0] for entry in node["turns"]])
        best = [entry for entry in node["turns"] if entry[1] == "right"]
        if len(best) != 1:
            raise Untrue(f"node {number}: {len(best)} solutions")
        effect = self._way(state, marked, best[0][0]).effect
        for text, kind, changes, replies in node["turns"]:
            place = f"node {number}, {text!r}"
            way = self._way(state, marked, text)
            right = any(self._right(one, left) for one in ways if one.effect == way.effect)
            good = kind in ("right", "same", "also")
            if right != good or (good and (way.effect == effect) != (kind != "also")):
                raise Untrue(f"{place}: it is not {kind!r}")
            if kind == "late" and (self._averts or not self._reached(way.after, way.marked, left)):
                raise Untrue(f"{place}: it is not late")
            self._changes(place, state, way, changes)
            through = way.met != 0 or (not self._averts and left <= 1)
            if kind == "right" and not through:
                self._replies(place, way, left, replies, done)
            elif kind == "right" or good:
                if replies:
                    raise Untrue(f"{place}: no replies are told of it")
            else:
                self._refuted(place, way, left, replies, through)

    def _replies(
        self, place: str, way: Way, left: int, replies: Any, done: set[tuple[int, State]]
    ) -> None:
        self._whole(place, self._ways(way.after, way.marked), [one[0] for one in replies])
        for text, changes, child in replies:
            reply = self._way(way.after, way.marked, text)
            self._changes(place, way.after, reply, changes)
            goes_on = reply.met == 0 and left > 1 and bool(self._game.moves(reply.after))
            if goes_on != (child is not None):
                raise Untrue(f"{place}, {text!r}: the tree does not end as play does")
            if child is not None:
                self._node(child, reply.after, reply.marked, left - 1, done)

    def _refuted(self, place: str, way: Way, left: int, replies: Any, through: bool) -> None:
        possible = not through and bool(self._game.moves(way.after))
        if possible != (len(replies) == 1):
            raise Untrue(f"{place}: {len(replies)} refutations")
        for text, changes, child in replies:
            reply = self._way(way.after, way.marked, text)
            self._changes(place, way.after, reply, changes)
            if child is not None or not self._refutes(reply, left):
                raise Untrue(f"{place}: {text!r} does not refute it")

    def _whole(self, place: str, ways: list[Way], texts: list[str]) -> None:
        known = {way.text: way.effect for way in ways}
        told = {known.get(text) for text in texts}
        if None in told or told != set(known.values()):
            raise Untrue(f"{place}: not the turns that there are")

    def _changes(self, place: str, before: State, way: Way, words: str) -> None:
        if changed(self._game, before, words) != way.after:
            raise Untrue(f"{place}: it changes something else than {words!r}")

    def _help(self, marked: int) -> None:
        turns = 2 * (self._asked.turns or 1) - 1
        lines = list(self._lines(self._state, marked, turns))
        moves = [move for text in lines[0] for move in text.split()] if lines else []
        if len(lines) != 1 or moves != self._told["solution"]:
            raise Untrue(f"{len(lines)} lines reach it: {lines[:3]}")

    def _lines(self, state: State, marked: int, turns: int) -> Iterator[list[str]]:
        for way in self._ways(state, marked):
            if way.met == 1 and turns == 1:
                yield [way.text]
            elif way.met == 0 and turns > 1:
                yield from (
                    [way.text, *more] for more in self._lines(way.after, way.marked, turns - 1)
                )

    def _right(self, way: Way, left: int) -> bool:
        if way.met != 0:
            return (way.met == 1) != self._averts
        turns = left if self._averts else left - 1
        return self._reached(way.after, way.marked, turns) != self._averts

    def _refutes(self, way: Way, left: int) -> bool:
        if way.met != 0:
            return (way.met == 1) == self._averts
        return self._reached(way.after, way.marked, left - 1) == self._averts

    def _is_reached(self, state: State, marked: int, turns: int) -> bool:
        ways = self._ways(state, marked) if turns > 0 else []
        attacks = state.side == self._question.attacker
        found = (
            way.met == 1 or (way.met == 0 and self._reached(way.after, way.marked, turns - attacks))
            for way in ways
        )
        return bool(ways) and (any(found) if attacks else all(found))

    def _way(self, state: State, marked: int, text: str) -> Way:
        found = [way for way in self._ways(state, marked) if way.text == text]
        if not found:
            raise Untrue(f"{text!r} is no turn there")
        return found[0]

    def _all_ways(self, state: State, marked: int) -> list[Way]:
        """All turns; every order of moves is a turn of its own."""
        game, found = self._game, list[Way]()
        waiting: list[tuple[State, list[str]]] = [(state, [])]
        while waiting:
            before, texts = waiting.pop()
            for move in [] if game.over(before) else game.moves(before):
                self._left -= 1
                if self._left < 0:
                    raise Unjudged(f"more than {MOST:,} moves are to be played")
                after, line = game.play(before, move), [*texts, game.show_move(move)]
                if game.plays_on(before, after) and not game.over(after):
                    waiting.append((after, line))
                else:
                    met, cells = self._met(before, after, marked)
                    found.append(Way(" ".join(line), after, met, cells, self._effect(state, after)))
        return found

    def _met(self, before: State, after: State, marked: int) -> tuple[int, int]:
        game, asked = self._game, self._question
        if asked.goal == 0:
            if not game.over(after):
                return 0, marked
            worth = game.payoff(after) * (1 if after.side == asked.attacker else -1)
            return (1 if worth >= asked.amount else -1), marked
        follow = getattr(self._goals, "follow", None)
        about = game.field, game.rules, asked.goal
        if follow:
            marked = follow(*about, self._state, before, after, marked)
        told = *about, asked.amount, asked.attacker, self._state, before, after, marked
        return self._goals.reached(*told), marked

    def _effect(self, before: State, after: State) -> object:
        effect = getattr(self._goals, "effect", None)
        return effect(self._game.field, self._game.rules, before, after) if effect else after
