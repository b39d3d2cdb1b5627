"""Makes puzzles from games of self-play, from edited and composed diagrams, from solved tables, and
from an author's own.

Uses all rooms above it. Begin with `candidates.py`, which turns a position and a stipulation into a
puzzle or says why it is none; `request.py` holds what is asked for, `origins.py` lists where
positions come from, `batches.py` looks for puzzles among them, and `choice.py` takes a set.
"""
