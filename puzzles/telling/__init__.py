"""Describes puzzles and games: themes, hints, worth, counts, mistakes.

Uses `judging` and `rating`. Begin with `derived.py`, which puts together all that can be made again
from a puzzle.
"""
