"""In Crowd: drops with long chains that searches found, by board; they are played again when used.

Searches changed stones at random, taking losses less and less often (simulated annealing); games
were found by taking the stones off the board again, one by one.
"""

PICTURES: dict[str, tuple[str, ...]] = {
    "square:5x5": (
        "WBWWW/WWBWB/BWWWW/WB*BB/BWWWW",
        "BBWWB/WWBWW/WWWWB/WBB*B/.WWWW",
    ),
    "square:6x6": (
        "WWWBWW/BWWBWB/WBWBWW/WWWW*W/BWBWBW/WWBWBW",
        "BWBWBB/WWWWWW/BWBWWW/WWBWBW/WW*WBW/BBWW.W",
    ),
    "square:7x7": (
        "WBWBWWW/WWWBWBB/WBWWWWW/WWWBWWW/BBWBWBW/WWWWWWW/W*BBWBW",
        "BWBWBWB/WWBWWWW/*WBWBWB/WWWWWWW/BWBWWWW/WWBWBWB/BWWBWWW",
    ),
    "square:8x8": (
        "WWBWWWBW/BWWWBWWW/WWBWWWBW/BWBW*WWW/WWWWWWBW/WBBBBWWW/WWWWWWBB/WBWWBWWW",
        "BWBWBBWB/WWWWWWWW/BWBWWWBW/WWWBBWWB/W*BWWWWB/BWWWWWWW/BWBBBWWB/WWWWWWWB",
    ),
    "square:9x9": (
        "WWWWWWBWB/BWBWBWWWW/WWWWWWWBW/WBWBWBWBW/WWWWWWWBW/BWBWB*WBW/WWWWWWWWW/BWBWBWBWB/WWWWBWWWW",
        "BWWWWWBWB/BWWBBBWWW/WWWWW*WBW/BBBBWWBWB/WWWWWWWWW/BWWBWWBWB/BWWWWWWBW/WWBWWWWWW/BWWBBWWBW",
    ),
}
"""Before the drop, which is Black's, on the cell `*`: with the most flips, with the most waves
where that is another. No game need lead there.
"""

GAMES: dict[str, tuple[str, ...]] = {
    "square:3x3": ("a2 c2 b1 pass a3 c1 a1 b3 pass b2 c3",),
    "square:3x4": ("a1 d1 d3 b3 pass d2 pass b2 c3 pass a2 pass a3 b1 c1",),
    "square:3x5": ("a1 c1 e2 b3 a2 d2 pass a3 b1 pass e3 b2 pass d1 e1 d3 c2",),
    "square:4x4": ("d1 b1 b3 d3 c2 d2 pass a2 b2 a4 pass c1 c3 c4 pass b4 a3",),
    "square:4x5": (
        "a1 c1 a3 e1 d4 c2 b4 pass a2 b2 pass b1 pass d3 pass b3 e4 e3 pass a4 c4 c3 pass d1 d2",
    ),
    "square:5x5": (
        "c1 e1 a2 e3 c3 e5 b5 d4 a4 pass c4 a1 pass b2 d5 b4 pass a5 c2 pass b1 pass d3 d1 e4 "
        "c5 a3 pass b3 pass d2",
        "c2 a2 c4 e2 a5 e4 d3 b3 pass d2 b1 d5 d4 a3 pass e3 c1 d1 pass a1 c3 pass b5 a4 pass "
        "b4 b2 c5 e1",
    ),
    "square:6x6": (
        "b2 d1 d3 f1 f3 a6 a4 f6 c6 e5 pass a1 d6 pass f2 pass c1 a2 pass b5 pass e4 pass e2 "
        "e3 pass d2 f4 d4 c5 b6 pass b4 pass a5 a3 c3 e1 c2 pass b1 b3 d5 pass e6 pass c4",
        "e1 a1 f3 c2 a5 a3 c5 e5 f1 d1 pass a4 pass b5 b6 e3 pass f2 a6 c6 c4 d5 f6 pass f5 "
        "e6 f4 pass d4 pass d2 pass c3 pass b3 pass b2 b4 e2 pass c1 d3 pass a2 d6 pass e4",
    ),
    "square:7x7": (
        "d1 a1 g3 g1 b4 g5 d4 a7 c7 e7 g7 pass c2 pass e1 f1 pass a4 pass c5 pass d3 pass b6 "
        "e5 b1 f5 pass d7 pass b3 pass b2 e2 f2 d2 pass f7 pass d5 pass g4 f6 pass g2 c1 pass "
        "d6 c3 pass b7 g6 e6 pass a2 a3 pass f4 pass f3 a6 pass c4 c6 a5 pass b5 pass e4 pass "
        "e3",
        "a1 c2 e2 g2 b4 e6 d4 a7 g4 c7 g6 c5 f7 pass e3 a5 pass g7 a2 e7 pass a4 a3 b3 pass "
        "b2 pass f6 pass e5 pass d5 g5 b7 c6 e1 b5 pass c4 pass d3 f3 pass g3 pass b1 pass f5 "
        "pass e4 pass d1 pass f1 pass d2 pass f4 f2 c3 pass d6 b6",
    ),
    "square:8x8": (
        "c1 a1 f3 e1 a4 g1 d4 h3 g5 a7 e6 h7 c7 f8 pass h4 pass c3 pass d3 pass h5 c6 pass f1 "
        "pass f5 pass f6 c5 d7 a2 b3 pass c2 b8 pass d5 a5 pass b6 pass g3 pass f2 pass e3 c8 "
        "pass d8 g2 h2 pass d2 b2 e4 pass e7 pass a6 pass b4 pass b5 pass d6 b7 d1 pass e5 g6 "
        "pass e8 pass f7 f4 pass g7 pass a3 e2 pass c4",
        "b2 g1 g3 e2 c4 a5 e4 c6 g6 e6 a7 g8 d8 pass d3 f2 h2 pass g2 d2 pass d5 pass c1 pass "
        "b6 pass e5 c2 pass f3 a4 pass h4 pass b4 c7 g4 c3 pass b5 h3 pass h1 f6 pass f4 e3 "
        "pass h5 g7 a2 pass b1 b7 pass b3 h7 c5 b8 f7 pass a6 d7 pass f8 pass e7 c8 h6 f1 f5 "
        "pass a3 pass d6 e8 pass g5",
    ),
    "square:9x9": (
        "e2 a1 i2 c1 b3 g1 g3 e4 i4 g5 b6 i6 d7 b9 g7 d9 g9 i9 h3 pass b1 b5 pass c5 pass h1 "
        "c3 h5 c2 pass c7 pass h7 pass c9 h9 pass f8 pass d4 b7 e7 h8 pass g8 pass i3 pass c8 "
        "i5 h6 g6 pass i1 pass c4 pass a8 pass a7 c6 pass d3 e1 pass g4 pass d1 f2 a4 pass d8 "
        "b2 pass b4 pass e6 pass b8 pass e5 pass f6 d2 f1 f3 pass i7 pass f7 f5 d5 pass d6 f9 "
        "a3 pass g2 a9 pass f4 h4 e3",
        "i1 f1 b2 a4 d2 c4 g4 e4 b6 i4 i6 d6 f7 b8 d8 f9 i9 g2 pass h6 pass h7 c3 d4 i2 pass "
        "h8 a8 g5 a3 a6 pass a7 pass g7 pass a9 pass c9 pass i5 c6 pass g9 g1 e6 pass h3 d5 "
        "pass a5 pass c2 c7 pass a2 e9 pass h1 pass f4 g3 d3 b5 pass e1 e3 f3 i3 e7 pass d1 "
        "h4 pass h5 pass g8 i8 b3 b1 pass c1 pass f6 pass f5 pass h9 g6 h2 b4 b7 e2 e8 d7",
    ),
}
"""Games that end in the drop. In phase 2 a side drops several stones while the other passes."""
