"""The gate of the studio: who may ask (`guard`, `places`), how much (`limits`), and how it says no
(`refusals`, `misshapen`; `authors` for mistakes in a game's own files).
"""
