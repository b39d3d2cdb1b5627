"""Rulebooks: an author's account of a game, and the contracts of the game's modules.

Uses `boards`. Begin with `rulebook.py`; its parts stand in `parts.py`.
"""
