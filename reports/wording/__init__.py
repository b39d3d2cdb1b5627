"""Values, verdicts, moves, rules and lines of puzzles, in words.

Uses no other room. Begin with `words.py`.
"""
