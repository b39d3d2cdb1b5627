"""Claims: statements about a game, ways to decide them, and simpler ways to check the verdicts.

Uses `rulebooks` and `play`. Begin with `claims.py`; `meanings.py` reads what verdicts mean for
the rulebook.
"""
