"""The sentences of GRO's rulebook that its settings and constraints quote."""

from __future__ import annotations

TURNS = "Red moves first, then players take turns."
GOING_ON = "Players continue to take turns until one player wins or a draw is declared."
ACTION = (
    "On each subsequent turn, 1 of your germs may do 1 of the following: move, grow, or divide."
)
FIRST_TURN = "On your 1st turn, you must place 1 small germ in the Petri dish."
ONE_GERM = "One point may contain only 1 germ."
ADJACENT = (
    "A germ may move orthogonally or diagonally to any open point immediately adjacent to it."
)
AFTER_MOVING = (
    "After moving, a small germ must have 1 or more open points orthogonal to it or the move is "
    "illegal. Likewise, a medium germ must have 2 or more open points and a large germ must have 4 "
    "[card: 3] adjacent open points."
)
DIVISION = "Division is really just a special type of move."
HALVES = (
    "A medium germ divides by moving 1 small germ to an adjacent, open point while leaving 1 small "
    "germ behind. A large germ divides by moving 1 medium germ to an adjacent, open point while "
    "leaving 1 medium germ behind."
)
BEFORE_DIVIDING = (
    "Before dividing, a medium germ must have 2 or more open points orthogonal to it, and a large "
    "germ must have 3 or more."
)
BEFORE_GROWING = (
    "Before growing, a small germ must have 2 or more open points orthogonal to it. A medium germ "
    "must have 4 [card: 3] open points. … Large germs may not grow."
)
DOUBLE = "Small and medium germs may double in size."
RESERVE = "If you do not have enough tokens in your reserves, your germ may not grow."
DEATH = (
    "If you move 1 of your germs to a point that leaves an opposing germ with no open points, the "
    "opposing germ is killed and returned to your opponent's reserves."
)
SUICIDE = (
    "Suicide is illegal; You may not move a germ to a point that would kill 1 or more of your own "
    "germs."
)
PASS = "You may pass instead of doing anything on your turn."
CLAIM = (
    "If the same pattern of germs in the dish recurs 3 times, with the same player to move each "
    "time, the moving player may call the game a draw."
)
