"""All positions that can be reached: counted, listed, each with a shortest line to it.

Uses `work`, `values` and `keys`. Begin with `explore.py`.
"""
