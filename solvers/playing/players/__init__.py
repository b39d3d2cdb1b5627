"""Players of several strengths: random, greedy, shallow search, Monte-Carlo tree search.

They play every game, by its compiled rules alone, and the same game again from the same seed.
Uses `work` and `reach`. Begin with `players.py`; `steps.py` explains the words.
"""
