"""What a command tells: its answer, in words or as JSON; progress, messages, mistakes beside it.

Uses no other room. Begin with `answers.py`, which all commands give.
"""
