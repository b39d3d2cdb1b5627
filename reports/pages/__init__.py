"""Pages, one file each, that need no server: reports, the tour, sets to solve, proofs to play.

Uses all rooms above it, and `reports/web`. Begin with `report.py` and `page.py`; `alone.py` puts
together a page that has scripts.
"""
