"""Statistics of games between players of several strengths, and of how settings change them.

Uses `drawing` and `wording`. Begin with `play_statistics.py`; `tuning.py` sets variants of one game
side by side.
"""
