"""Play backwards: the positions before a given one, and whether they can have come up themselves.

Uses `formulas`, whose constraints are solved for the position before instead of the one after, and
`values`. Begin with `unmoves.py`.
"""
