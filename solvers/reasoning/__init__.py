"""Rules and claims. Rooms, each of which uses only those above it:

formulas  rules as clauses and SMT; whether rules and constraints agree
lockstep  two readings of a game side by side
deciding  one claim on one board: by formulas, by looking, by play
laws      promises that every game must keep for solvers to be right about it
checking  all claims of a game: which boards, in which order, with what proof

Begin with `checking/check.py`.
"""
