"""Grow (Fred Chan, 2021–2024): its claims, by the numbers of its sheet.

Claims of one kind are made in `kinds`; `expectations` say where they hold; `predicates` speak of
positions and micro-moves, `judges` of whole turns. `theorems`, `choices` and `exchange` hold on
every board, for z3.
"""

from __future__ import annotations

from dataclasses import replace

from ruleproof.models.claims.claims import (
    Always,
    Claim,
    Endless,
    Ends,
    EveryTurn,
    Same,
    SameValue,
    Sometimes,
    SomeTurn,
    ValueIs,
)
from ruleproof.models.grow import (
    DROP,
    EACH_HEAD,
    OPTION_A,
    OPTION_B,
    OPTION_C,
    STEPS,
    TAIL,
    WINNING,
)
from ruleproof.models.grow.claims import expectations, judges
from ruleproof.models.grow.claims import predicates as on
from ruleproof.models.grow.claims.kinds import (
    ENDS_APART,
    HANDS,
    READINGS,
    TINY,
    claim,
    having,
    orders,
    proved,
)
from ruleproof.models.grow.claims.questions import QUESTIONS
from ruleproof.models.grow.claims.text import text

ESCAPE = (
    "Unlike your own stones, your opponents stones cannot escape that region under any "
    "circumstances."
)
TRAP = (
    "If the region is 1 stone wide, you can easily trap those stones by dropping your own stones "
    "on either side."
)
HIGHWAY = (
    "Since your head-stones can travel instantaneously along contiguous groups of your own stones "
    "it’s adjacent to, using your stones to build long highways early on can give your head-stones "
    "life in the late game where it would otherwise be trapped."
)
CLAIMS: tuple[Claim, ...] = (
    claim(
        "1",
        "An occupied space never becomes empty and never changes owner; no space ever holds two "
        "colours.",
        TAIL,
        (proved("theorems.owners", HANDS, "theorems.hands"), EveryTurn(on.kept)),
        settings=(*READINGS, "players"),
    ),
    claim(
        "2",
        "A player has as many heads as he has made drops.",
        DROP,
        (
            proved("theorems.drops", "heads and drops are counted, not placed"),
            EveryTurn(on.heads_are_drops),
        ),
        settings=(*READINGS, "players"),
    ),
    claim(
        "3a",
        "A turn gains at most one space and one more for each head at its start; if a new head "
        "moves, one more again.",
        EACH_HEAD,
        (
            proved("theorems.gain", "spaces and what they may still become, counted"),
            EveryTurn(on.gains_as_allowed),
        ),
    ),
    claim(
        "3b",
        "A turn can gain as much as that.",
        EACH_HEAD,
        (judges.GAINED,),
        expected=expectations.gained,
        boards=TINY,
    ),
    claim(
        "4",
        "While a space is empty, a player who has not used his drop can drop, on any empty space.",
        DROP,
        (
            proved("choices.drop", "what is asked of a drop"),
            Always(on.may_drop_anywhere, when=on.drop_to_come),
        ),
    ),
    Claim(
        "5a",
        "Play can go on for ever.",
        STEPS,
        (Endless(),),
        expected=expectations.endless,
        settings=("drop", "stall"),
        boards=TINY,
    ),
    Claim(
        "5b",
        "With a mandatory drop no position comes again.",
        DROP,
        (
            proved("theorems.rank", "empty spaces, the drop to come and ready heads, counted"),
            Ends(),
        ),
        settings=("order", "new-head"),
        boards=TINY,
        applies=having("drop", "mandatory"),
    ),
    claim(
        "5c",
        "With a mandatory drop every game ends, at the latest after the longest game of the board.",
        DROP,
        (Ends(),),
        settings=("order", "new-head"),
        applies=having("drop", "mandatory"),
    ),
    claim(
        "6a",
        "A head that other players' stones shut in never gets out, whatever anyone does. Its "
        "region is all that it could reach by steps over empty spaces and those of its own colour; "
        "no move adds a space to it.",
        ESCAPE,
        (proved("theorems.region", "a group is the least closed set"), EveryTurn(on.within_region)),
        settings=(*READINGS, "players"),
    ),
    Claim(
        "6b",
        "A diagonal wall encloses too: stones of which no two are next to each other shut a head "
        "in.",
        ESCAPE,
        (Sometimes(on.diagonal_wall),),
        expected=lambda game: "refuted" if "path" in game.board.text else "witnessed",
        boards=("square:2x2", "square:2x3"),
    ),
    claim(
        "7",
        "In a corridor one space wide, a player to move can drop beside an enemy group and, "
        "whatever the enemy does in between, drop beside it again in his next turn, so that no "
        "empty space is left within reach of its heads.",
        TRAP,
        (judges.TRAPPED,),
        boards=("path:3", "path:4", "path:5"),
        applies=lambda game: len(game.players) == 2,
    ),
    claim(
        "8a",
        "After any move of a head inside its group the group is still connected, and the same.",
        HIGHWAY,
        (
            proved("theorems.highway", HANDS, "theorems.hands"),
            EveryTurn(on.still_connected, when=on.travels),
        ),
    ),
    claim(
        "8b",
        "A head can travel further along its group than to the next space.",
        HIGHWAY,
        (SomeTurn(on.travels_far),),
        expected=expectations.travelled_far,
        boards=("path:4", "path:5", "square:2x3"),
    ),
    Claim(
        "9a",
        "Every position in which a turn of simultaneous moves can end can also be reached with the "
        "moves made one after another.",
        STEPS,
        (judges.compared("simultaneous", "free", within=True),),
        settings=("drop", "new-head"),
        boards=TINY,
        applies=having("order", "free", "simultaneous"),
        seen=ENDS_APART,
    ),
    *orders(),
    claim(
        "10a",
        "Option C would add nothing if Option B allowed a head the space it is on.",
        OPTION_C,
        (proved("choices.staying", "heads on a space, counted"), Always(on.staying_is_coming_home)),
        settings=("order", "new-head"),
        applies=having("stall", "endless"),
    ),
    claim(
        "10b",
        "Option B is no dead clause: a head can move to a space of its own group.",
        OPTION_B,
        (SomeTurn(on.travels),),
        expected=expectations.travelled,
        boards=("path:3", "path:4", "square:2x2"),
    ),
    Claim(
        "10c",
        "When all moves come first it makes no difference whether a new head may move.",
        EACH_HEAD,
        (Same({"new-head": "moves"}),),
        boards=TINY,
        applies=lambda game: (
            (game.settings["order"], game.settings["new-head"]) == ("moves-first", "rests")
        ),
    ),
    Claim(
        "10d",
        "When the drop is mandatory it makes no difference whether empty turns end the game.",
        WINNING,
        (Same({"stall": "score"}),),
        boards=TINY,
        applies=lambda game: (
            (game.settings["drop"], game.settings["stall"]) == ("mandatory", "endless")
        ),
    ),
    Claim(
        "11a",
        "Dropping is never worse than not dropping: the best turn with a drop is worth at least as "
        "much as the best without.",
        DROP,
        (judges.DROP_IS_BEST,),
        settings=("order", "new-head", "stall"),
        boards=TINY,
        applies=lambda game: len(game.players) == 2 and game.settings["drop"] == "optional",
    ),
    Claim(
        "11b",
        "The start is worth the same with a mandatory drop and with an optional one.",
        DROP,
        (SameValue({"drop": "mandatory"}),),
        expected=lambda game: "proved" if game.board.size <= 5 else None,
        settings=("order", "new-head", "stall"),
        boards=TINY,
        applies=having("drop", "optional"),
    ),
    claim(
        "12a",
        "On an odd number of spaces two players never fill the board to a tie.",
        WINNING,
        (proved("ties.parity", "spaces are counted"), Always(on.untied, when=on.full)),
        boards=("path:3", "path:5"),
        applies=expectations.two_on_odd,
    ),
    Claim(
        "12b",
        "First place can be shared; the witness is the shortest such game.",
        WINNING,
        (
            replace(
                proved("ties.shared", "spaces are counted"),
                scope="board",
                covers="path:3",
                shows="refuted",
            ),
            Sometimes(on.first_place_shared),
        ),
        shortest=True,
        expected=expectations.shared,
        settings=("players",),
        boards=("path:2", "path:3", "path:4"),
        applies=having("stall", "endless"),
    ),
    claim(
        "13",
        "It is the same for the score whether the game ends with the last empty space or at the "
        "end of that turn: on a full board no move gains a space.",
        WINNING,
        (proved("theorems.full", HANDS), Always(on.nothing_to_gain, when=on.full)),
    ),
    Claim(
        "14",
        "What the start is worth: with two players Red's margin, with more each one's spaces "
        "against all the others together; a game without end is a draw.",
        OPTION_A,
        (ValueIs(),),
        expected="witnessed",
        settings=(*READINGS, "players", "stall"),
        boards=("path:2", "path:3", "path:4", "square:2x2", "path:5", "square:2x3", "path:6"),
    ),
    *text.claims,
    *QUESTIONS,
)
