"""Rates the difficulty of puzzles: simulated solvers try them, people try them, and a model rates
them.

Uses `judging`. Begin with `rating.py`, the model; `attempts.py` has the solvers that it rests on,
and `lab/calibrate.py` makes the `calibration.json` that ships with the package. `attempt_tables.py`
reads what people did, and `people.py` moves ratings by it.
"""
