"""The laws that every game must keep for solvers to be right about it: `ruleproof conform`.

Uses `formulas` and the rooms that run rules. Begin with `laws.py`, the table of laws, and
`conform.py`, which tests them and shrinks what breaks one.
"""
