"""Puts questions to positions: what may be asked, whether it is a puzzle, and if not, why.

Uses all rooms above it. Begin with `candidates.py`, which turns a position and a stipulation into a
puzzle or says why it is none; `helping.py` does the same for help,
`editing.py` changes a diagram until it is a puzzle, and `diagrams.py` judges an
author's own.
"""
