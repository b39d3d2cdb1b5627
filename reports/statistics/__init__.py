"""What games between players of several strengths are like, and under which settings they differ.

Uses `drawing` and `wording`. Begin with `play_statistics.py`; `tuning.py` sets variants of one game
side by side.
"""
