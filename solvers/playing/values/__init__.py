"""Values of positions: the scale of values, who asks, and how answers narrow.

Uses `work`. Begin with `reference.py`, the plain solver that every fast one is held against, then
`scale.py`.
"""
