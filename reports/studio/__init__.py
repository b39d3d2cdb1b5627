"""The studio: a local web application to analyse, to play and to read.

app        puts it together; `guard` says who may ask, `limits` how much, `refusals` how it says no
asked      what requests hold, and the games and positions that they name
told       what answers hold
searches   long work in processes of its own: queue, streams, cancelling; `work` is done there
api        the operations, a router for each kind; `pages` is what people look at

It uses `models`, `solvers` and the rest of `reports`, keeps nothing on disk, and opens no file that
a request names. Needs the extra `web`. Begin with `app.py`.
"""
