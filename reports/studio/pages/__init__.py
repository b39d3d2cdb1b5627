"""The pages that people look at, a router for each: `home`, `analyse`, `play`, `solve`, `read`.

A page is written by the server as far as it can be; scripts take over what moves.
"""
