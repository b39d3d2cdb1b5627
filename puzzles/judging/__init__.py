"""Judges every turn of a position under a stipulation, and grows solutions from that.

Uses the format and the stipulations. Begin with `judge.py`; `trees.py` grows the solution tree, and
`solution.py` reads a solution back from a puzzle.
"""
