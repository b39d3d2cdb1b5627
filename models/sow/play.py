"""The game of Sow? in plain words, for a reader who has never seen it."""

PLAY = (
    "Left begins with stacks on the left edge and plays to the right; Right begins on the right "
    "edge and plays to the left. A stack belongs to the player whose piece lies on top.",
    "A turn sows one's own stack: its pieces are put down one by one on successive squares, in "
    "any order. The first step goes forward, towards the opponent's edge. A later one goes "
    "forward too, or turns to one side; after a turn the path keeps to that direction. No stack "
    "grows higher than four pieces, and no path crosses a stack that is so high.",
    "A path that runs over the far edge takes the player's own remaining pieces off the board; "
    "those of the other player stay on its last square. Whoever has brought all of theirs off "
    "first wins; whoever cannot move loses. A position that comes up a third time is a draw.",
)

LADDER = (
    ("random", 0),
    ("careless:2", 200),
    ("careless:5", 351),
    ("shallow:1", 511),
    ("shallow:2", 733),
    ("shallow:3", 979),
)
"""Players and their ratings in Elo, by the tournament of `lab/ladders.py`."""
