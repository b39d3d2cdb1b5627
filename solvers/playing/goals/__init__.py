"""Goals: whether a side reaches a goal within a number of its own turns, against every defence.

Uses `work` and `values`. Begin with `attack.py` (the question and its answer) and `turns.py` (whole
turns); puzzles are made of them.
"""
