"""Everything that people see: drawings, words, statistics, pages, books, the studio.

Rooms, each of which uses only those above it (`tests/test_layers.py` holds them to it):

drawing     positions as pictures; colours; plots
wording     values, verdicts, rules and lines of puzzles in words
statistics  games between players of several strengths
examining   findings about a game in a given time
pages       one page each: a report, the tour, a set to solve, a proof to play through
publishing  books, sites, sheets and pictures of several positions
studio      a web application on this machine

`web/` holds the scripts and style sheets that pages and the studio share. Begin with
`drawing/svg.py` and `pages/report.py`.
"""
