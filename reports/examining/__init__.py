"""Examines a game in a given time: claims, values, play, puzzles.

Uses `drawing`, `wording` and `statistics`. Begin with `findings.py`, which describes the results;
`investigate.py` does it for a report, and `examine.py` for the tour.
"""
