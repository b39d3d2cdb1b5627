"""The events of searches, and the statuses of refusals, as programs are told of them.

Types are those of JSON; names such as `WorthTold` are objects with fields of their own.
"""

from __future__ import annotations

from typing import NamedTuple


class EventTold(NamedTuple):
    """An event of a stream: its name, what it tells, and the fields of its object, each with its
    type and its meaning; or, where it has no fields, the type of its `data`.
    """

    name: str
    about: str
    data: str
    fields: tuple[tuple[str, str, str], ...] = ()


EVENTS = (
    EventTold(
        "waiting",
        "Other searches are before this one. It comes again when their number changes.",
        "object",
        (("ahead", "integer", "the number of searches before this one"),),
    ),
    EventTold("begun", "A worker has taken the search up.", "an object without fields"),
    EventTold(
        "compiling",
        "`true`: the rules are being compiled, once for this game; `false`: that is done. It does "
        "not count as time of the search.",
        "boolean",
    ),
    EventTold(
        "progress",
        "The search goes on. It comes a few times a second at most.",
        "object",
        (
            ("stage", "string", "the kind of work, in words"),
            ("done", "integer", "the steps that are done"),
            ("total", "integer or null", "all steps, `null` where nobody knows how many"),
        ),
    ),
    EventTold(
        "move",
        "The worth of a move, for who makes it. It comes again when more is known.",
        "WorthTold",
    ),
    EventTold("value", "The worth of the position, as far as it is known.", "WorthTold"),
    EventTold(
        "place",
        "The worth of a position of the line; `place` is the number of moves before it, and `gain` "
        "is the first player's.",
        "WorthTold",
    ),
    EventTold(
        "turn",
        "The turn of an opponent.",
        "object",
        (
            ("moves", "list of string", "its moves"),
            ("exact", "boolean", "whether they are proved to be best"),
        ),
    ),
    EventTold("verdict", "The verdict on a claim.", "VerdictTold"),
    EventTold("report", "The judgement of a diagram.", "the object of `puzzles judge --json`"),
    EventTold("page", "A report is there; the studio keeps it while it has room.", "PageTold"),
    EventTold("answer", "The answer of a command.", "CommandAnswer"),
    EventTold("refused", "The command refuses what it was given.", "Refused"),
    EventTold(
        "done",
        "The last event: the search has ended.",
        "object",
        (
            ("complete", "boolean", "whether all is known that was asked for"),
            ("reason", "string", "the reason why not; empty where `complete`"),
        ),
    ),
)
"""The events, in the order in which they may come."""

STATUSES = {
    400: "a text, a position or a move that the rules do not allow, or something without that name",
    403: "a caller who may not ask: another page, or a name that is not the studio's",
    404: "there is nothing at this path",
    405: "the path is there, but not with this method",
    413: "the request is too long",
    422: "the request has the wrong shape, or the game's own files have a mistake",
    429: "this client has too many searches under way",
    503: "too many searches wait already",
}
"""The statuses of refusals, with what each means."""
