"""Checks tables: every entry by the rules, compiled, from the keys of the file alone.

Begin with `check.py`; `law` holds entries against each other, `ranks` shows that wins come nearer.
"""
