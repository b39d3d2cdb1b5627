"""The way the game is played, in plain words, for a reader who has never seen it."""

PLAY = (
    "Black and White take turns, Black first. A turn puts one stone of the player's colour on an "
    "empty cell that is not next to an enemy stone.",
    "Stones never move and are never taken. Whoever cannot place a stone loses.",
)
"""Paragraphs for books, pages and the studio."""
