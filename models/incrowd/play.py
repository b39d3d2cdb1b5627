"""The game of In Crowd in plain words, for a reader who has never seen it."""

PLAY = (
    "Black and White take turns, Black first. At first a stone is dropped only on an empty cell "
    "that is beside no stone, not even diagonally. When no such cell is left, the second phase "
    "begins.",
    "From then on a turn passes or drops a stone on any empty cell. An enemy stone beside it "
    "changes colour if most of the stones in its neighbourhood, itself included, are enemies to "
    "it; a stone that has changed can bring others to change in turn. A dropped stone that "
    "changes nothing and is outnumbered changes colour itself.",
    "The game ends when both players pass in a row. Each counts the stones of their colour and "
    "the empty cells that they alone surround; the larger area wins.",
)

LADDER = (
    ("random", 0),
    ("careless:2", 494),
    ("careless:3", 694),
    ("careless:5", 887),
    ("careless:9", 1066),
    ("shallow:1", 1243),
    ("mcts:16", 1460),
    ("mcts:32", 1622),
    ("shallow:2", 2114),
    ("shallow:3", 2313),
)
"""Players and their ratings in Elo, by the tournament of `lab/ladders.py`."""
