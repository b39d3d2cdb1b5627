"""The studio: a local web application to analyse, to play, to solve and to read.

app        puts it together
gate       who may ask, how much, and how the studio says no
asked      the contents of requests, and the games and positions that they name
answers    the contents of answers
searches   long work in processes of its own: queue, streams, cancelling; `work` is done there
collection the sets of puzzles that it serves; `shelf`, the tables
api        the operations, a router for each kind; `pages` is what people look at

Scripts and style sheets that pages without a server have as well stand in `reports/web`; both
folders are served as one. Uses `models`, `solvers`, `puzzles` and the other rooms of `reports`;
keeps nothing on disk, and opens no file that a request names. Needs the extra `web`. Begin with
`app.py`.
"""
