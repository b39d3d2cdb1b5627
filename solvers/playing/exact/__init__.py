"""The one door for exact answers: `solve` and `openings` pick a search or a table.

Uses all rooms above it. Begin with `solve.py`; `solution.py` has the answers.
"""
