"""How hard a puzzle is: simulated solvers try it, people try it, and a model rates it.

Uses `judging`. Begin with `rating.py`, the model; `attempts.py` has the solvers that it rests on,
and `calibrate.py` makes the `calibration.json` that ships with the package.
"""
