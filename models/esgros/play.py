"""The game of Esgros in plain words, for a reader who has never seen it."""

PLAY = (
    "Black and White take turns, Black first. A turn puts one stone of the player's colour on "
    "an empty cell. Stones of one colour that are connected form a group; its size is the "
    "number of its stones.",
    "A stone may form a group no larger than the largest group its own colour has already. If "
    "no cell allows that, the player forms the smallest group that is possible. A group may "
    "outgrow the largest enemy group only by as little as possible.",
    "The group with the new stone then removes every smaller enemy group beside it. Whoever "
    "removes the last enemy group wins; a full board is a draw.",
)

LADDER = (
    ("random", 0),
    ("careless:2", 141),
    ("careless:3", 235),
    ("careless:5", 372),
    ("shallow:1", 554),
    ("mcts:64", 736),
)
"""Players and their ratings in Elo, by the tournament of `lab/ladders.py`."""
