"""Puzzles: positions worth solving; how they are made, judged, rated, told and checked.

`puzzle.py` is the format of a puzzle, `changes.py` that of its turns, `ids.py` makes its id,
`frames.py` a pandas frame of a set, `stipulations.py` says what a puzzle asks; `starter.py` and
`lessons.py` read what comes with the
package. `texts.py` holds the kinds of texts in a set, and `unread.py` tells which lines are no
puzzles. All rooms use them. Each room uses only those above it (`tests/test_layers.py` holds them
to it):

judging     the outcome of every turn of a position: trees, lines, tries
rating      how hard a puzzle is, by simulated solvers and by people
telling     what a puzzle shows: themes, hints, worth; mistakes in a played game
checking    proves every word of a puzzle again; uses nothing that makes puzzles
posing      puts a question to a position: is it a puzzle, and if not, why
sources     finds positions: self-play, composition, solved tables
making      searches many positions for puzzles, and chooses a set

Begin with `puzzle.py` and `judging/judge.py`.
"""
