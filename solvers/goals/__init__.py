"""Goals: whether a side reaches one within a number of its own turns, against every defence.

Begin with `attack.py` (the question and its answer) and `turns.py` (whole turns). The room uses
`models`, `values` and `work`; puzzles are made of it.
"""
