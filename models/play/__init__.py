"""Play: a rulebook on a board with its settings chosen, positions, their texts, rows and records.

Uses `files`, `boards` and `rulebooks`. Begin with `game.py` and `position.py`.
"""
