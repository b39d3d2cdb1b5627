"""Makes puzzles from games of self-play, from edited diagrams, and from an author's own.

Uses all rooms above it. Begin with `candidates.py`, which turns a position and a stipulation into a
puzzle or says why it is none; `batches.py` looks for such positions, and `choice.py` takes a set.
"""
