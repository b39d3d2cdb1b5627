"""Claims: what should be true of a game, the ways to decide it, and simpler ways to check that.

Uses `rulebooks` and `play`. Begin with `claims.py`.
"""
