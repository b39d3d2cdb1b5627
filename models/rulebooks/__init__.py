"""Rulebooks: what an author says about a game, and the contracts of the game's modules.

Uses `boards`. Begin with `rulebook.py`; its parts stand in `parts.py`.
"""
