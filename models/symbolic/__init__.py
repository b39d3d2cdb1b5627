"""Rules to reason about: the words of `models/cells.py` over formulas of z3.

Uses `play`. Begin with `cells.py`, which an author of `constraints.py` reads beside
`models/cells.py`.
"""
