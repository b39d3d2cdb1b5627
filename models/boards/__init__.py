"""Boards: their names and kinds, their cells, neighbours, symmetries and places to draw them at.

Uses no other room. Begin with `geometry.py`; `boards.py` reads a board's name.
"""
