"""Solvers of games: proofs about all positions, search from one, certificates.

Rooms, each of which uses only those above it (`tests/test_layers.py` holds them to it):

work        time, memory, progress, files, checkpoints, workers
values      the worth of a position, and the plain reference solver
keys        a position up to symmetry, as one number
reach       all positions that can be reached; perft
strategies  a value proved by moves, written as a certificate
search      alpha-beta and proof numbers, from one position
retrograde  the values of all positions, from the ends of the game back
tables      every position with its value, in a file
exact       the one door: `solve` and `openings` pick a search or a table
goals       whether a side reaches a goal in so many turns, against every defence
players     who plays, from random to Monte-Carlo tree search with exact endings
formulas    rules as clauses and SMT; whether rules and constraints agree
verify      trusts nothing: checks certificates, tables and proofs
lockstep    two readings of a game side by side
deciding    one claim on one board: by formulas, by looking, by play
laws        promises that every game must keep for solvers to be right about it
checking    all claims of a game: where, in which order, with what proof

Begin with `values/reference.py`, which solves any small game in a page, and `exact/solve.py`.
"""
