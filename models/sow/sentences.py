"""The sentences of the rulebook of Sow? that settings and constraints quote."""

TOPMOST = "A stack is controlled by the players who owns its topmost piece."
FIRST_FORWARD = "The first checker must be sown forward (towards the opponent player)"
ONE_DIRECTION = (
    "If a player decides to sow to the left or to the right, he must continue to sow in that "
    "direction."
)
SOW = (
    "The first checker must be sown forward (towards the opponent player), the following checker "
    "can be sown either to the left, to the right or forward again."
)
TURN = (
    "If a player decides to sow to the left or to the right, he must continue to sow in that "
    "direction. In other words, a change of direction is only allowed once during a sowing."
)
HEIGHT = (
    "It is not permitted to make a stack higher than four checkers. A stack of four constitutes a "
    "block that cannot be crossed."
)
EXIT = (
    "A player who has reached the opposite row, leaves his opponent's pieces on the last square "
    "(if he had got any) and moves his own pieces beyond the edge of the board."
)
END = (
    "A player loses if he has no legal moves at the start of his turn. A player wins if he has "
    "successfully advanced all his pieces off the board first."
)
LIMITS = "The stack limit can be changed to a maximum height of 3 or be made unlimited."
ADVANCED = (
    "Pieces start off the board. At his turn a player either activates and sows one of the stacks "
    "they control or enters a new piece on the board."
)
ADVISED = "Hutnik strongly recommends to not play this version with unlimited stack size."
ORDERED = "The top piece on the stack must be sown first, then the second piece and so on."
FLEXIBLE = (
    "A player must still sow his first checker forward, but he is permitted after each forward "
    "step to continue to the left or to the right"
)
CONTROL = "On his turn a player sows a stack he controls."
ORDER = "The pieces can be sown in any order, if a stack contains both colors."
ONE_A_SQUARE = (
    "It is not permitted to sow more than one piece on a square unless the player exites his "
    "checkers off the board."
)
STACKS = (
    "Initially each of the four squares at the left end contains stacks of three black checkers, "
    "while each of the four squares at the right end contains stacks of three white checkes."
)
