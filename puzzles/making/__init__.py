"""Makes sets of puzzles: searches families of positions in batches, and chooses among what they
give.

Uses all rooms above it. Begin with `request.py`, which holds what is asked for; `family.py`
searches a game or a diagram and its variations, `batches.py` many of them, `choice.py` takes a set,
and `saved.py` keeps it while it grows. `lab/packing.py` packs the sets that come
with the package.
"""
