"""Statistics of play on a page: a table that leaves out what nobody knows, and plots."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from ruleproof.models.play.game import game
from ruleproof.reports.drawing.plots import Bar, Range, bars, histogram, ranges
from ruleproof.reports.examining.findings import Findings
from ruleproof.reports.pages.page import chapter
from ruleproof.reports.statistics.groups import Acted, Group, Kind, Refused
from ruleproof.reports.statistics.intervals import Interval
from ruleproof.reports.statistics.play_statistics import PlayStatistics, Skill
from ruleproof.reports.statistics.side_by_side import interval, notes
from ruleproof.reports.statistics.statistics_told import (
    lines,
    percent,
    player_words,
    told,
    unfinished,
)
from ruleproof.reports.statistics.tuning import Row

SVG = "{http://www.w3.org/2000/svg}"
HALF = Interval(0.5, 0.4, 0.6)


def group(player: str, **known: object) -> Group:
    share = Interval(0.75, 0.6, 0.9)
    length = Interval(12.0, 10.0, 14.0)
    kinds = (Kind("#", 0.9, "c3", "a stone"), Kind("pass", 0.1, "", ""))
    said = {
        "turns": length, "cut": 0, "seats": (share, share),
        "completion": Interval(1.0, 0.9, 1.0), "decisiveness": share, "draws": HALF,
        "balance": share, "branching": length, "captures": None, "kinds": kinds,
        "refusals": (Refused("no room", 0.25), Refused("not yet", 0.0004)),
        "acts": (Acted("take it", 0.5), Acted("leave it", 0.0)), "endings": (Acted("full", 1.0),),
        "forced": share, "passes": None, "drama": None, "decided": None, "swings": None,
    }  # fmt: skip
    said |= {"games": 20, "length": length, "lengths": (8, 12, 16)}
    return Group(player, **(said | known))  # pyright: ignore[reportArgumentType]


def statistics(*groups: Group) -> PlayStatistics:
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


def test_what_no_player_has_is_left_out_and_what_one_has_is_not() -> None:
    one = game("esgros", "hex:2")
    plain = told(one, statistics(group("random"), group("mcts:64")))
    assert plain["players"] == ["random", "64 playouts"]
    assert "Drama" not in [row["name"] for row in plain["rows"]]
    dramatic = told(one, statistics(group("random"), group("mcts:64", drama=HALF)))
    (drama,) = [row for row in dramatic["rows"] if row["name"] == "Drama"]
    assert drama["cells"] == ["", "50% (40–60)"]
    told_games = (
        "40 games on hex:2 of one kind of player against itself and 20 between unequal ones"
    )
    assert plain["games"] == told_games
    assert plain["refusals"] == [
        {"text": "No room", "share": "25.0%"},
        {"text": "Not yet", "share": "< 0.1%"},
    ]
    assert plain["acts"] == [
        {"text": "Take it", "share": "50.0%"},
        {"text": "Leave it", "share": "never"},
    ]
    assert plain["endings"] == [{"text": "Full", "share": "100.0%"}]
    assert "Forced passes" not in [row["name"] for row in plain["rows"]]


def test_what_is_not_counted_is_told() -> None:
    said = told(game("esgros", "hex:2"), statistics(group("random")))["uncounted"]
    assert "Words" not in said
    silent = told(game("connect-four", "square:4x4"), statistics(group("random")))["uncounted"]
    assert "Words.acting" in silent


def test_players_have_names_for_people() -> None:
    assert player_words("mcts:1024") == "1,024 playouts"
    assert player_words("shallow:2") == "2 moves ahead"
    assert player_words("greedy") == "greedy"


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


def test_the_page_tells_how_many_games_there_were_and_what_is_missing() -> None:
    found = Findings(
        game("esgros", "hex:2"),
        statistics=statistics(group("random")),
        notes={"statistics": "Of 200 games of each player, 20 or more were played in 3 s."},
    )
    article = chapter(found, alone=True).article
    assert (
        "20 games on hex:2 of one kind of player against itself and 20 between unequal" in article
    )
    assert "20 or more were played" in article
    assert article.count('class="plot"') == 4
    assert "none" not in chapter(Findings(found.game)).article.partition("How games go")[2]


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


def test_a_single_game_has_no_interval_and_games_cut_off_are_counted() -> None:
    one = Interval(40.0, None, None)
    shown = group("random", games=1, turns=one, length=Interval(900.0, None, None), cut=1)
    rows = {row["name"]: row["cells"] for row in lines(statistics(shown))}
    assert rows["Turns a game"] == ["40 (one game)"]
    assert rows["Moves a game"] == ["900 (one game)"]
    assert rows["Cut off"] == ["1"]
    equal = group("random", turns=one)
    rows = {row["name"]: row["cells"] for row in lines(statistics(equal))}
    assert rows["Turns a game"] == ["40 (no spread)"]
    assert "Cut off" not in rows


def test_every_seat_has_its_share_where_there_are_more_than_two() -> None:
    three = group("random", seats=(HALF, Interval(0.3, 0.2, 0.4), Interval(0.2, 0.1, 0.3)))
    rows = {row["name"]: row["cells"] for row in lines(statistics(three))}
    assert rows["Third player"] == ["20% (10–30)"]
    assert "Second player" not in {row["name"] for row in lines(statistics(group("random")))}


def test_a_share_that_is_equal_in_all_games_has_no_interval() -> None:
    equal = group("random", forced=Interval(0.0526, None, None))
    rows = {row["name"]: row["cells"] for row in lines(statistics(equal))}
    assert rows["Only one legal move"] == ["5% (no spread)"]
    single = group("random", games=1, forced=Interval(0.0526, None, None))
    rows = {row["name"]: row["cells"] for row in lines(statistics(single))}
    assert rows["Only one legal move"] == ["5% (one game)"]


def test_a_mean_of_many_games_keeps_its_interval() -> None:
    sure = group("random", turns=Interval(36.21, 36.12, 36.31))
    rows = {row["name"]: row["cells"] for row in lines(statistics(sure))}
    assert rows["Turns a game"] == ["36.2 ± 0.1"]
    assert interval(sure.turns._asdict(), "{:.0f}") == "36.2 (36.1–36.3)"
    assert interval({"value": 0.0502, "low": 0.0499, "high": 0.0503}) == "5.0"


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


def test_a_share_that_is_its_own_interval_is_told_alone() -> None:
    assert percent(Interval(0.0, 0.0, 0.0)) == "0%"
    assert percent(Interval(0.02, 0.016, 0.034)) == "2% (2–3)"


def test_moves_are_counted_and_no_plies() -> None:
    shown = told(game("grow", "square:2x3"), statistics(group("random")))
    assert "pli" not in " ".join(f"{row['name']} {row['means']}" for row in shown["rows"])
