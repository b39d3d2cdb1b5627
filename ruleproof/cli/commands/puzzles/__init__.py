"""The commands `ruleproof puzzles …`, one module for each; `showing.py` has those that judge, check
and show.
"""
