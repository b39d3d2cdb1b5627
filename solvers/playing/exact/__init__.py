"""The one door for exact answers: `solve` and `openings` ask plain Python about small positions
(`small.py`), and else pick a search or a table (`searching.py`, which imports the compiler).

Uses all rooms above it. Begin with `solve.py`; `solution.py` has the answers.
"""
