"""Positions and their values. Rooms, each of which uses only those above it:

values      the worth of a position, and the plain reference solver
keys        a position up to symmetry, as one number
reach       all positions that can be reached; perft
strategies  a value proved by moves, written as a certificate
search      alpha-beta and proof numbers, from one position
retrograde  the values of all positions, from the ends of the game back
tables      every position with its value, in a file or in several
shards      such tables built by several machines
exact       the one door: `solve` and `openings` pick a search or a table
goals       whether a side reaches a goal in so many turns, against every defence
players     who plays, from random to Monte-Carlo tree search with exact endings

Begin with `exact/solve.py`.
"""
