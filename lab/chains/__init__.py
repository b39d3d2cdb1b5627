"""The longest chains of In Crowd, by flips and by waves: `python -m lab.chains`.

`longest` finds them, from the `drops` that are known; `bounds` bounds them by counting and by
clauses, `ancestry` by going back from drops. `pytest lab/chains` holds them against plain
enumeration. The page `lab/results/chains.md` is what the game's claims 8a to 8d quote.
"""
