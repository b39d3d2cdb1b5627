"""The values of all positions, from the ends of the game back, in bounded memory.

Uses `work`, `values` and `keys`. Begin with `acyclic.py`, which walks once through a game without
cycles, and `cyclic.py`, which keeps the moves of one with cycles and settles values against them.
"""
