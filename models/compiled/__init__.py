"""Rules that run fast: sets of cells as wide integers, kernels, and the cache of compiled code.

Uses `files` and `play`. Begin with `cellset.py` (the numba type) and `kernels.py` (a game's rules
behind one signature).
"""
