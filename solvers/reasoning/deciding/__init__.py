"""One claim decided on one board: by formulas, by looking at all positions, by play.

`by_…` has one module for each kind of obligation. Uses `reach`, `exact`, `formulas` and `lockstep`.
Begin with `inquiry.py`, which holds what is known of a game on a board.
"""
