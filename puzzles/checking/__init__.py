"""Every word of a puzzle proved again, by plain play; and twins in a set.

Uses `solvers/verify` for what is proved, and `telling` to make themes, hints and worth again;
nothing that makes puzzles. Begin with `check.py`.
"""
