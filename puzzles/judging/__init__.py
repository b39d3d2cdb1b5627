"""What every turn of a position comes to, under a stipulation, and what follows from that.

Uses the format and the stipulations. Begin with `judge.py`; `trees.py` grows the solution tree, and
`solution.py` reads a solution back from a puzzle.
"""
