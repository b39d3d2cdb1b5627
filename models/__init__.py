"""Models of games: boards, sets of cells, positions; per game rules, constraints, claims.

Rooms, each of which uses only those above it (`tests/test_layers.py` holds them to it):

files      files read and written; the hash of the sources
boards     boards by their names, their geometry, boards from graphs
rulebooks  an author's account of a game: settings, parts, contracts of its modules
play       a game ready to be played: positions, their text, their rows, records
claims     statements about a game, and ways to decide them
compiled   rules that run fast: sets of cells as wide integers, kernels
symbolic   rules to reason about: the same words over formulas

All rooms use the modules that stand in none: `cells.py` (the words in which rules are written),
`errors.py` (errors in input), `mistakes.py` (errors in a game's files), `installed.py` (entry
points of packages) and `displays.py` (what notebooks show). Each game is a folder beside the rooms
and uses them all; no room knows a game. Its `claims/` use the rest of the game, which does not use
them. `template/` is the game that `ruleproof new` writes. Begin with `esgros/rules.py` and
`cells.py`.
"""
