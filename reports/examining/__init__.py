"""What can be found out of a game in a given time: claims, values, play, puzzles.

Uses `drawing`, `wording` and `statistics`. Begin with `findings.py`, which says what is found;
`investigate.py` does it for a report, and `examine.py` for the tour.
"""
