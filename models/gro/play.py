"""The game of GRO in plain words, for a reader who has never seen it."""

PLAY = (
    "Red and Blue each begin with one small germ on a point of the dish, Red first. From then "
    "on one germ acts in each turn: it moves, grows, or divides. Germs are stacks of one, two "
    "or four tokens: small, medium, large.",
    "A germ moves to an open point beside it, diagonally too. To grow, a small germ takes one "
    "token from the reserve, a medium one two. To divide, a medium or large germ moves half of "
    "its tokens to an open point beside it.",
    "All of this takes open points beside the germ, counted along the lines. A germ that has "
    "moved must have 1 where it then stands if it is small, 2 if medium, 3 if large; so must each "
    "half of one that has divided. "
    "To grow, a small germ needs 2 and a medium one 3; to divide, a medium one 2, a large one 3.",
    "A germ without any open point along the lines dies, and its tokens go back to the reserve; "
    "the point that it leaves is open for the germ that has moved. Nobody may kill a germ of "
    "their own. The shaded points are the four goal areas: whoever alone has germs in three of "
    "them wins.",
    "A player may pass instead, and two passes in a row end the game in a draw. The player to move "
    "may also call a draw once the same position has come up three times.",
)

LADDER = (
    ("random", 0),
    ("careless:2", 298),
    ("careless:5", 487),
    ("shallow:1", 613),
    ("shallow:3", 779),
)
"""Players and their ratings in Elo, by the tournament of `lab/ladders.py`."""
