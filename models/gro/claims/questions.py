"""GRO: questions that a designer asks and no sentence answers, as claims."""

from __future__ import annotations

from ruleproof.models.cells import count
from ruleproof.models.claims.claims import Claim, SameValue, Word
from ruleproof.models.claims.evidence import Judge, Look, Plain, Worth
from ruleproof.models.claims.sentences import Sentences
from ruleproof.models.gro import sentences
from ruleproof.models.gro.germs import RED, State
from ruleproof.models.play.game import Game, make_game
from ruleproof.models.play.position import Position

WIN = "You win when your germs are the sole occupants of 3 of the 4 goal areas."
CARD = "c4, d5, c4+, d5+, c4/d4, d5/e4, c4+, e4+, c4/c3, e4/d3"
"""The card's example of five turns each; its points are not all named, this instance fits."""
COUNTS = {2: ("c4", 4), 3: ("d5", 4), 6: ("c4", 3)}

text = Sentences()


@text.game(
    "Refer to the Illustrations while you read the rules and use them as a reference while you "
    "play the game."
)
def card_example_is_right(game: Game) -> bool:
    """The card's five turns are legal: A and B have 4 open points before they first grow, C has 2
    and D 3 after their divisions, and the last move kills the germ D.
    """
    one = make_game(game.rulebook, "dish:3,2", dict(game.chosen) | {"tokens": 16})
    position, names = Position.start(one), one.board.names

    def room(p: State, point: str) -> int:
        taken = p.red1 | p.red2 | p.red4 | p.blue1 | p.blue2 | p.blue4
        return count(one.field.near[names.index(point)] & ~taken)

    seen: list[tuple[int, ...]] = []
    for move in CARD.split(", "):
        if move not in position.moves():
            return False
        before, position = position.state, position.play([move])
        if move.endswith("+"):
            seen.append((room(before, move[:2]),))
        elif "/" in move:
            seen.append((room(before, move[:2]), room(position.state, move[3:])))
    return seen[:4] == [(4,), (4,), (4, 2), (3, 3)] and position["d4"] == "."


def _few(game: Game) -> Word | None:
    return "proved" if game.board.size <= 9 else None


def _behind_draws(game: Game, worth: Worth, look: Look) -> Judge:
    """The judge of whether a side with fewer tokens in the dish holds at least a draw."""

    def judge(p: State) -> bool | None:
        if p.placed < 2 or game.over(p):
            return None
        red = count(p.red1) + 2 * count(p.red2) + 4 * count(p.red4)
        blue = count(p.blue1) + 2 * count(p.blue2) + 4 * count(p.blue4)
        behind = red - blue if p.side == RED else blue - red
        if behind >= 0:
            return None
        return worth(game)[p] * (1 if p.side == RED else -1) >= 0

    return judge


def _readings(name: str, usual: str, others: str, sentence: str) -> tuple[Claim, ...]:
    """The claims that other readings do not change who wins."""
    return tuple(
        Claim(
            f"{name}-{other}",
            f"Under `{name}={other}` the start is worth the same.",
            sentence,
            (SameValue({name: other}),),
            expected=_few,
            settings=(name,),
            boards=("dish:1,1",),
            applies=lambda game: game.settings[name] == usual,
        )
        for other in others.split()
    )


QUESTIONS: tuple[Claim, ...] = (
    *_readings("repetition", "claim-3", "claim-4 loss-3", sentences.CLAIM),
    *_readings("win-check", "both", "mover", WIN),
    Claim(
        "behind-draws",
        "A player to move who has fewer tokens in the dish can hold a draw, with two tokens each.",
        sentences.CLAIM,
        (Plain(_behind_draws, "ever", settings={"tokens": 2}),),
        expected="witnessed",
        boards=("dish:1,1",),
    ),
    *text.claims,
)
