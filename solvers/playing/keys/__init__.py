"""A position up to symmetry, as one number: canonical forms, packed rows, keys.

Uses `work`. Begin with `canonical.py`; `keys.py` is the faster form that tables use.
"""
