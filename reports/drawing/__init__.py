"""Positions as pictures, in SVG and in text; colours; figures with captions; plots.

Uses no other room. Begin with `svg.py`; `marks.py` says what is shown, and `layout.py` where.
"""
