"""The game of GRO in plain words, for a reader who has never seen it."""

PLAY = (
    "Red and Blue each begin with one small germ on a point of the dish, Red first. From then "
    "on one germ acts in each turn: it moves, grows, or divides. Germs are stacks of one, two "
    "or four tokens: small, medium, large.",
    "A germ moves to an open point beside it, diagonally too. To grow, a small germ takes one "
    "token from the reserve, a medium one two. To divide, a medium or large germ moves half of "
    "its tokens to an open point beside it. The larger the germ, the more open points it needs "
    "beside it, counted along the lines.",
    "A germ without any open point along the lines dies. Nobody may kill a germ of their own. "
    "The shaded points are the four goal areas: whoever alone has germs in three of them wins.",
)
