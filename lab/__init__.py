"""What is run by hand and not shipped: measurements, attacks, the making of data that ships.

agreement    holds answers of puzzles against plain enumeration
attack       alters files, makes up inputs, kills commands and asks the studio odd things
benchmarks   times of kernels and searches: `pytest lab/benchmarks`
calibrate    makes the calibration of ratings, or holds it against `lookers`, other solvers
chains       the longest chains of In Crowd, board by board
conform      compares the two encodings of rules on a million positions
gallery      draws positions side by side: docs/games.svg
hints        holds hints against exact values
ladders      orders the opponents of each game by a tournament
make_perft   writes the perft data of tests; three games have one of their own, `make_perft_GAME`
mutation     mutants of rules, and which of them survive
packing      packs starter sets
ratings_plot draws ratings against successes: lab/results/ratings.svg
reach        how far exact answers reach
results      tables built, checked and put in Markdown; and the logs of all of these

All of it runs from a checkout: `python -m lab.NAME --help`. It may use helpers of `tests/`. Its
own tests, with the small parts of it that run with the suite, stand in `lab/tests`.
"""
