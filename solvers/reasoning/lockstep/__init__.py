"""Two readings of a game side by side: where they part, and by which sentence.

Uses `reach`, `exact` and `formulas`. Begin with `compare.py`.
"""
