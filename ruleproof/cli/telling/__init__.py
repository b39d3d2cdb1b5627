"""A command's answer, in words or as JSON; progress, messages and mistakes beside it.

Uses no other room. Begin with `answers.py`, which all commands give.
"""
