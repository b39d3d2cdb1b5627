"""Statistics of play in words: a table that leaves out what nobody knows, and plots."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ruleproof.models.play.game import game
from ruleproof.reports.drawing.plots import Bar, Range, bars, histogram, ranges
from ruleproof.reports.statistics.groups import MoveKind, PlayerGames, Share
from ruleproof.reports.statistics.intervals import Interval
from ruleproof.reports.statistics.measures import interval, lines, player_words
from ruleproof.reports.statistics.play_statistics import PlayStatistics, Skill
from ruleproof.reports.statistics.side_by_side import notes, side_by_side
from ruleproof.reports.statistics.statistics_told import statistics_view, unfinished
from ruleproof.reports.statistics.tuning import Row

SVG = "{http://www.w3.org/2000/svg}"
HALF = Interval(0.5, 0.4, 0.6)


def group(player: str, **known: object) -> PlayerGames:
    share = Interval(0.75, 0.6, 0.9)
    length = Interval(12.0, 10.0, 14.0)
    kinds = (MoveKind("#", 0.9, "c3", "a stone"), MoveKind("pass", 0.1, "", ""))
    said = {
        "turns": length, "cut": 0, "seats": (share, share),
        "completion": Interval(1.0, 0.9, 1.0), "decisiveness": share, "draws": HALF,
        "balance": share, "branching": length, "captures": None, "kinds": kinds,
        "refusals": (Share("no room", 0.25), Share("not yet", 0.0004)),
        "acts": (Share("take it", 0.5), Share("leave it", 0.0)), "endings": (Share("full", 1.0),),
        "forced": share, "passes": None, "drama": None, "decided": None, "swings": None,
    }  # fmt: skip
    said |= {"games": 20, "length": length, "lengths": (8, 12, 16)}
    return PlayerGames(player, **(said | known))  # pyright: ignore[reportArgumentType]


def statistics(*groups: PlayerGames) -> PlayStatistics:
    skill = (Skill("mcts:32", "mcts:16", 20, HALF),)
    return PlayStatistics(
        "esgros",
        "hex:2",
        {},
        2,
        1,
        200,
        1000,
        complete=False,
        asked=("random", "mcts:64"),
        groups=groups,
        skill=skill,
    )


def cells(**known: object) -> dict[str, list[str]]:
    return {line.name: line.cells for line in lines([group("random", **known)])}


def test_a_page_has_a_table_and_shares_of_reasons() -> None:
    board = game("esgros", "hex:2")
    shown = statistics_view(board, statistics(group("random"), group("mcts:64", drama=HALF)))
    assert shown.players == ["random", "64 playouts"]
    assert ("Drama", ["", "50% (40–60)"]) in [(line.name, line.cells) for line in shown.rows]
    games = "40 games on hex:2 of one kind of player against itself and 20 between unequal ones"
    assert shown.games == games
    assert shown.refusals == [("No room", "25.0%"), ("Not yet", "< 0.1%")]
    assert shown.acts == [("Take it", "50.0%"), ("Leave it", "never")]
    assert shown.endings == [("Full", "100.0%")]
    assert "Words" not in shown.uncounted
    other = game("connect-four", "square:4x4")
    assert "Words.acting" in statistics_view(other, statistics(group("random"))).uncounted


@pytest.mark.parametrize(
    ("known", "name", "said"),
    [
        ({}, "Drama", None),
        ({}, "Forced passes", None),
        ({}, "Cut off", None),
        ({}, "Second player", None),
        ({}, "Moves a game", None),
        ({"cut": 1}, "Cut off", "1"),
        ({"length": Interval(900.0, None, None)}, "Moves a game", "900 (no spread)"),
        ({"games": 1, "turns": Interval(40.0, None, None)}, "Turns a game", "40 (one game)"),
        ({"turns": Interval(40.0, None, None)}, "Turns a game", "40 (no spread)"),
        ({"forced": Interval(0.0526, None, None)}, "Only one legal move", "5% (no spread)"),
        ({"seats": (HALF, HALF, Interval(0.2, 0.1, 0.3))}, "Third player", "20% (10–30)"),
    ],
)
def test_a_table_leaves_out_what_no_player_has(
    known: dict[str, object], name: str, said: str | None
) -> None:
    assert cells(**known).get(name) == (None if said is None else [said])


@pytest.mark.parametrize(
    ("value", "share", "said"),
    [
        (Interval(36.21, 36.12, 36.31), False, "36.2 (36.1–36.3)"),
        (Interval(3.8, 3.6, 4.0), False, "3.8 (3.6–4.0)"),
        (Interval(19.0, 17.0, 21.0), False, "19.0 (17.0–21.0)"),
        (Interval(20.0, 17.0, 23.0), False, "20 (17–23)"),
        (Interval(1234.0, 1200.0, 1260.0), False, "1,234 (1,200–1,260)"),
        (Interval(0.02, 0.016, 0.034), True, "2% (2–3)"),
        (Interval(0.0502, 0.0499, 0.0503), True, "5.0%"),
        (Interval(0.0, 0.0, 0.0), True, "0.0%"),
        (None, True, ""),
    ],
)
def test_an_interval_is_written_in_one_way(value: Interval | None, share: bool, said: str) -> None:
    assert interval(value, share=share) == said


def test_players_have_names_for_people() -> None:
    names = ("mcts:1024", "shallow:2", "greedy")
    assert list(map(player_words, names)) == ["1,024 playouts", "2 moves ahead", "greedy"]


def test_plots_are_drawn_to_scale() -> None:
    rows = [Range("a", 0.0, 0.0, 0.5, "low"), Range("b", 1.0, 0.5, 1.0, "high")]
    low, high = ElementTree.fromstring(ranges("Shares", rows, middle=0.5)).iter(f"{SVG}circle")
    broken = [
        path
        for path in ElementTree.fromstring(ranges("Shares", rows, middle=0.5)).iter(f"{SVG}path")
        if "stroke-dasharray" in path.attrib
    ]
    middle = (float(low.attrib["cx"]) + float(high.attrib["cx"])) / 2
    assert broken[0].attrib["d"].startswith(f"M{middle:g} ")
    drawn = ElementTree.fromstring(histogram("Lengths", [("a", [1, 1, 9]), ("b", [])]))
    first, *_ = [path for path in drawn.iter(f"{SVG}path") if "fill" in path.attrib]
    assert first.attrib["d"].count("M") == 2, "a bar for each step that has a value"
    shares = bars("Kinds", [Bar("x", 0.8, "80%"), Bar("y", 0.2, "20%")])
    wide, narrow = ElementTree.fromstring(shares).iter(f"{SVG}rect")
    assert float(wide.attrib["width"]) == 4 * float(narrow.attrib["width"])


def test_plots_let_no_text_through_unescaped() -> None:
    hostile = "<script>&'"
    for drawn in (
        ranges(hostile, [Range(hostile, 0.5, 0.4, 0.6, hostile)]),
        histogram(hostile, [(hostile, [1])]),
        bars(hostile, [Bar(hostile, 0.5, hostile, hostile)]),
    ):
        assert hostile in "".join(ElementTree.fromstring(drawn).itertext())


def test_the_words_below_a_bar_are_whole_and_within_the_drawing() -> None:
    means = "a step with a piece of the other side, and then the rest of the stack leaves the board"
    drawn = ElementTree.fromstring(
        bars("Kinds", [Bar("c2", 0.5, "50%", means), Bar("d", 0.5, "50%")])
    )
    left = 150
    texts = [(float(one.attrib["x"]), "".join(one.itertext())) for one in drawn.iter(f"{SVG}text")]
    below = [words for x, words in texts if x == left]
    assert " ".join(below) == means
    assert all(left + 9 * len(words) <= float(drawn.attrib["width"]) for words in below)
    lines = [float(one.attrib["y"]) for one in drawn.iter(f"{SVG}rect")]
    assert lines[1] - lines[0] > 18 * len(below)


def test_what_was_not_played_is_told_in_a_sentence() -> None:
    found = statistics(group("random"))
    assert unfinished(found, 3) == (
        "200 games of each player were wanted. Played in 3 s: random 20, 64 playouts 0. "
        "A player who finished no game has no column."
    )
    none = replace(found, groups=())
    assert "random 0, 64 playouts 0" in unfinished(none, 0.4)


def rows_of(statistics: PlayStatistics) -> list[Row]:
    return [
        Row(
            board=board,
            settings={},
            varied={},
            value=None,
            bounds=(-1, 1),
            statistics=statistics.as_json(),
        )
        for board in ("hex:2", "hex:3", "hex:4", "hex:5")
    ]


def test_a_tuning_names_the_players_who_lack_games() -> None:
    (said,) = notes(rows_of(statistics(group("random", games=200))))
    assert said == (
        "Not all games were played in time: hex:2: mcts:64 0, mcts:32 against mcts:16 20 of 200; "
        "hex:3: mcts:64 0, mcts:32 against mcts:16 20 of 200; "
        "hex:4: mcts:64 0, mcts:32 against mcts:16 20 of 200; and 1 more variant."
    )
    every = replace(statistics(*(group(one, games=200) for one in ("random", "mcts:64"))), skill=())
    (said,) = notes(rows_of(every)[:1])
    assert (
        said == "Not all games were played in time: hex:2: a pair of tree searches finished none."
    )


def test_variants_side_by_side_show_the_strongest_player_who_finished_a_game() -> None:
    shown = side_by_side(rows_of(statistics(group("mcts:64", drama=HALF), group("greedy")))[:2])
    assert shown.player == "mcts:64"
    titles = [title for title, _ in shown.titles]
    assert titles == ["games", "turns", "choices", "first", "draws", "drama", "skill"]
    assert shown.rows[1][:2] == ("hex:3", "20")
    assert shown.rows[1][-2:] == ("50% (40–60)", "50% (40–60)")
