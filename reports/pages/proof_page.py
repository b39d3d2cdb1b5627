"""A proof as one page to play through: the proof answers every move of the other side.

strategy   the moves that a certificate names for its side, wherever that side is to move
node       a position of play against a strategy: the plies that are left, None where nobody counts
           them; its moves, the strategy's own one, or all that the others have; and whether the
           strategy is to move
move       its text, what it changes, and the number of the node that it leads to; or, from -1
           downwards, an end of play: -1 is the first of the `ends`

The page is made from a certificate only after every move of it has been checked.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any, NamedTuple

from ruleproof.models.errors import TextError, listed
from ruleproof.models.play.game import Game, State
from ruleproof.models.play.position import Position
from ruleproof.models.rulebooks.assumed import grounds, taken_as_given
from ruleproof.puzzles.changes import changes
from ruleproof.reports.drawing.marks import state_words
from ruleproof.reports.pages.alone import alone
from ruleproof.reports.pages.marking import Tints, with_tints
from ruleproof.reports.pages.solving import add_move_words, add_pieces, ground_told
from ruleproof.reports.wording import words
from ruleproof.reports.wording.values import margin
from ruleproof.solvers.verify.certificates import HeadClaim, proved
from ruleproof.solvers.verify.strategies import Move, Strategy
from ruleproof.solvers.work.progress import Listener, silent

MOST = 100_000
"""Moves that a page holds: some megabytes."""

Told = dict[str, Any]


class TooLong(TextError):
    """A proof of more moves than a page holds."""


def proof_page(path: Path, progress: Listener = silent) -> str:
    """The certificate as one HTML file that needs nothing else. Raises `TextError` where its proof
    has nothing to play through, or too many moves, and `OSError` where it cannot be read.
    """
    claim, strategies = proved(path, progress)
    if not strategies:
        raise TextError("play is over: there is nothing to play through")
    told = proof_told(claim, strategies)
    game = claim.game
    title = f"{game.rulebook.title} on {game.board.text}"
    checked, given = grounds(claim.assumes), taken_as_given(claim.assumes)
    return alone(
        "proof.html.jinja", "proof_page.js", told,
        title=title, claim=told["claim"], checked=checked, given=given,
    )  # fmt: skip


def proof_told(claim: HeadClaim, strategies: list[Strategy]) -> Told:
    """The data for the page's script."""
    game, start = claim.game, claim.start
    ground = ground_told(game)
    add_pieces(game, start, ground)
    left = MOST
    played: list[Told] = []
    for strategy in strategies:
        told = _Unfolding(claim, strategy, ground, left).told()
        left -= sum(len(node[1]) for node in told["nodes"])
        played.append(told)
        moves = (move[0] for node in told["nodes"] for move in node[1])
        add_move_words(game, moves, ground)
    settings = words.changed_settings(game)
    return {
        "ground": ground,
        "players": list(game.players),
        "position": Position(game, start).text,
        "tint": Tints(game, ground).number(start),
        "settings": ", ".join(f"{key}={value}" for key, value in settings.items()),
        "claim": _in_words(claim),
        "strategies": played,
    }


class _Place(NamedTuple):
    """A place in play against a strategy."""

    state: State
    mine: bool
    left: int | None


class _Unfolding:
    """All play against one strategy."""

    def __init__(self, claim: HeadClaim, strategy: Strategy, ground: Told, most: int) -> None:
        self._claim, self._game, self._strategy = claim, claim.game, strategy
        self._ground, self._most = ground, most
        self._tints = Tints(claim.game, ground)
        self._alone = strategy.side == "alone"
        self._lasts = strategy.plies if not strategy.must_end and claim.given is None else None
        self._numbers: dict[Hashable, int] = {}
        self._waiting: list[_Place] = []
        self._ends: dict[str, int] = {}

    def told(self) -> Told:
        """The strategy, for the script."""
        nodes: list[Any] = []
        self._number(_Place(self._claim.start, self._strategy.mine, self._lasts))
        while len(nodes) < len(self._waiting):
            nodes.append(self._node(self._waiting[len(nodes)]))
            self._most -= len(nodes[-1][1])
            if self._most < 0:
                raise TooLong(f"the proof has more than {MOST:,} moves, the most that a page holds")
        prover, against = self._sides()
        counts = self._strategy.must_end and self._claim.given is None
        return {
            "against": against,
            "promise": self._promise(prover, against),
            "mine": self._strategy.mine,
            "counts": counts,
            "plies": self._strategy.plies if counts else None,
            "nodes": nodes,
            "ends": list(self._ends),
        }

    def _sides(self) -> tuple[str, str]:
        """The owner of the strategy, and the opponent."""
        players, player, side = self._game.players, self._strategy.player, self._claim.start.side
        if player >= 0:
            rest = [name for name in players if name != players[player]]
            one, others = players[player], listed(rest)
            return (one, others) if self._alone else (others, one)
        both = players[side], players[1 - side]
        return both if self._strategy.mine else (both[1], both[0])

    def _key(self, place: _Place) -> Hashable:
        given = self._claim.given
        alike = given.alike(self._game, place.state) if given else place.state
        return alike, place.mine, place.left

    def _number(self, place: _Place) -> int:
        """The number of a node, a new one if play reaches it for the first time."""
        key = self._key(place)
        if key not in self._numbers:
            self._numbers[key] = len(self._waiting)
            self._waiting.append(place)
        return self._numbers[key]

    def _node(self, place: _Place) -> list[Any]:
        """The plies that are left, and the moves."""
        game, given, state = self._game, self._claim.given, place.state
        left = place.left
        if place.mine:
            key = given.alike(game, state) if given else Position(game, state).text
            entry = self._strategy.moves.get(key)
            if entry is None:  # the result is certain from here on, as the check has found
                return [None, [], True]
            codes, left = [self._own(state, entry)], entry.rank
        else:
            codes = game.moves(state)
        moves: list[Any] = []
        tint = self._tints.number(state)
        for code in codes:
            after = game.play(state, code)
            told = with_tints(changes(game, state, after), tint, self._tints.number(after))
            moves.append([game.show_move(code), told, self._leads(place, state, after)])
        return [left, moves, place.mine]

    def _own(self, state: State, entry: Move) -> int:
        """The strategy's move; in a position alike to its own, a move to a position alike to the
        one after its move.
        """
        game, given = self._game, self._claim.given
        code = game.read_move(entry.text)
        if entry.state is None or given is None or entry.state == state:
            return code
        wanted = given.alike(game, game.play(entry.state, code))
        moves = game.moves(state)
        return next(one for one in moves if given.alike(game, game.play(state, one)) == wanted)

    def _leads(self, place: _Place, state: State, after: State) -> int:
        """The node that a move leads to, or the end of play."""
        game, player = self._game, self._strategy.player
        add_pieces(game, after, self._ground)
        if game.over(after):
            return self._end(f"{words.capital(state_words(Position(game, after)))}.")
        left = None if place.left is None else place.left - 1
        if left == 0:
            return self._end("So it has held out as long as it was asked.")
        mine = game.plays_on(state, after) == place.mine
        if player >= 0:
            mine = (after.side == player) == self._alone
        return self._number(_Place(after, mine, left))

    def _end(self, told: str) -> int:
        return -1 - self._ends.setdefault(told, len(self._ends))

    def _promise(self, prover: str, against: str) -> str:
        """The promise of the strategy, as a sentence."""
        strategy, one = self._strategy, words.capital(prover)
        plies = strategy.plies
        if strategy.player >= 0:
            name = words.capital(self._game.players[strategy.player])
            if self._alone:
                return f"{name} gets at least {words.counted(strategy.least, 'point')}."
            return f"{name} gets at most {words.counted(-strategy.least, 'point')}."
        if self._game.rulebook.scored:
            held = f"wins by at least {strategy.least}" if strategy.least > 0 else "does not lose"
            return (
                f"{one} {held}."
                if strategy.least >= 0
                else (f"{one} loses by at most {-strategy.least}.")
            )
        if self._lasts is not None:
            return f"{words.capital(against)} does not win within {plies} plies."
        if strategy.least == 0:
            return f"{one} does not lose."
        within = "" if plies is None else f" within {words.counted(plies, 'ply', 'plies')}"
        return f"{one} wins{within}."


def _in_words(claim: HeadClaim) -> str:
    """The claim in words for readers of the page."""
    game: Game = claim.game
    side = words.capital(game.players[claim.start.side])
    if isinstance(claim.value, str):
        verb = {"win": "wins", "draw": "draws", "loss": "loses"}[claim.value]
        plies = claim.distance
        within = "" if plies is None else f" within {words.counted(plies, 'ply', 'plies')}"
        return f"{side}, who is to move, {verb}{within} with best play."
    if isinstance(claim.value, int):
        return f"With best play: {margin(game, claim.value)}."
    if isinstance(claim.value, list):
        pairs = zip(game.players, claim.value, strict=True)
        told = ", ".join(f"{words.capital(name)} {points}" for name, points in pairs)
        return f"Sure of so many points, whatever the others do: {told}."
    if claim.no_win_within is not None and list(claim.bounds) == ["loss", "win"]:
        plies = words.counted(claim.no_win_within, "ply", "plies")
        return f"{side}, who is to move, has no forced win within {plies}."
    return f"Proved of the position: {claim.words}."
