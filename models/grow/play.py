"""The game of Grow in plain words, for a reader who has never seen it."""

PLAY = (
    "Each player begins with one head on an empty space. A turn may drop one new head on an "
    "empty space and may move each of the player's other heads once, in any order.",
    "A head moves along a line to the next space if that is empty, or to any space of the group "
    "of its own colour that it stands in. A space that the last head has left keeps a tail of its "
    "colour. Heads are drawn with a light middle, several on one space with their number; "
    "tails are plain.",
    "The game ends when no space is empty. Whoever holds most spaces wins.",
)

LADDER = (
    ("random", 0),
    ("careless:2", 456),
    ("careless:3", 694),
    ("careless:5", 982),
    ("careless:9", 1273),
    ("careless:20", 1581),
)
"""Players and their ratings in Elo, by the tournament of `lab/ladders.py`."""
