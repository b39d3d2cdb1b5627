"""Hints: the subject, the place and the beginning of a solution, derived from it.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "hex:3")
>>> area_words(small, 1 << small.board.cell("a1"))
'lower left'
"""

from __future__ import annotations

import re
from collections import Counter

from ruleproof.models.cells import Cells, count, each
from ruleproof.models.errors import listed
from ruleproof.models.play.game import Game
from ruleproof.puzzles.changes import changed_names, differing
from ruleproof.puzzles.puzzle import Puzzle
from ruleproof.puzzles.telling.general_themes import Facts
from ruleproof.puzzles.telling.themes import hint_of

FEW = 4
"""At most so many cells of a goal are named."""
PARTS = 3
"""At most so many parts of the board are named."""
SEVERAL = "in several parts"
_WORD = re.compile(r"[A-Za-z]+[0-9]+")
_UP = ("lower", "", "upper")
_ASIDE = ("left", "", "right")


def hints_of(facts: Facts, themes: list[str]) -> list[str]:
    """Three sentences, each telling more than the one before."""
    return [_theme(facts, themes), _area(facts), _first(facts)]


def _theme(facts: Facts, themes: list[str]) -> str:
    if themes:
        return hint_of(facts.solution.game, themes[0])
    if facts.puzzle.tree is None:
        return "Both sides work together: ask what the last turn needs."
    return _in_vain(facts)


def _in_vain(facts: Facts) -> str:
    """The way in which wrong turns fail."""
    wrong, refuting = facts.solution.wrong, _refuting(facts)
    most = max(refuting.values(), default=0)
    if most == len(wrong) > 0:
        return "All wrong turns fail to one and the same reply: find it first."
    if 2 * most > len(wrong):
        return "Most wrong turns fail to one and the same reply: find it first."
    if tries := len(facts.puzzle.tries):
        which = "One wrong turn fails" if tries == 1 else f"{tries} wrong turns fail"
        return f"{which} to one reply alone: see what sets the right turn apart."
    if len(refuting) > 1:
        many = len(refuting)
        return f"Wrong turns fail to {many} different replies: ask of each what it leaves open."
    if late := _late(facts.puzzle):
        which = "One wrong turn gets" if late == 1 else f"{late} wrong turns get"
        return f"{which} there a turn too late: look for what is faster."
    return "Ask of each turn what it would do next if the other side passed."


def _late(puzzle: Puzzle) -> int:
    """The number of first turns that reach the goal a turn too late."""
    wrong = puzzle.tree.nodes[0].wrong if puzzle.tree else ()
    return sum(kind == "late" for _, kind, _, _ in wrong)


def _refuting(facts: Facts) -> Counter[str]:
    """The replies that refute wrong turns, each with the number of these. None where the solver
    attacks: there many replies may do, idle ones too, and the tree names the first.
    """
    if facts.puzzle.stipulation.aim == "reach":
        return Counter()
    game = facts.solution.game
    return Counter(
        " ".join(map(game.show_move, one.refutation.moves))
        for one in facts.solution.wrong
        if one.refutation
    )


def changed_cells(facts: Facts) -> Cells:
    """The cells that the key changes."""
    game, key = facts.solution.game, facts.solution.key
    return _changed(game, facts.puzzle) or differing(key.before, key.after)


def _changed(game: Game, puzzle: Puzzle) -> Cells:
    if puzzle.tree is None:
        return 0
    _, _, changed, _ = puzzle.tree.nodes[0].right
    names = changed_names(changed)
    return sum({1 << game.board.cell(name) for name in names if name in game.board.names})


def area_words(game: Game, cells: Cells) -> str:
    """The part of the board where the cells lie: `upper left`, `right side`, `lower part`,
    `middle`.
    """
    rows = game.board.rows
    places = [
        (len(rows) - 1 - row, column, len(line), cell)
        for row, line in enumerate(rows)
        for column, cell in enumerate(line)
        if cell >= 0
    ]
    standing = [one for one in places if cells >> one[3] & 1]
    up = sum(one[0] for one in standing) / len(standing) / max(1, len(rows) - 1)
    aside = sum(one[1] / max(1, one[2] - 1) for one in standing) / len(standing)
    high = _UP[min(2, int(up * 3))] if len(rows) > 2 else ""
    wide = _ASIDE[min(2, int(aside * 3))]
    if high and wide:
        return f"{high} {wide}"
    return f"{high} part" if high else f"{wide} side" if wide else "middle"


def place_words(game: Game, cells: Cells) -> str:
    """The place of a turn that changes the cells: the part, or the side of the board, in which all
    of them lie; else the part around which they lie, unless none of them lies there or some lie
    opposite each other; else the parts of each, and of more than `PARTS` that they are several.
    """
    whole = area_words(game, cells)
    own = list(dict.fromkeys(area_words(game, 1 << cell) for cell in each(cells)))
    words = [set(area.split()) for area in own]
    along = set.intersection(*words) & {*_UP, *_ASIDE}
    apart = set.union(*words)
    if len(own) > 1 and along:
        (word,) = along
        areas = [f"{word} {'part' if word in _UP else 'side'}"]
    elif whole in own and not apart >= {"upper", "lower"} and not apart >= {"left", "right"}:
        areas = [whole]
    else:
        areas = own
    return SEVERAL if len(areas) > PARTS else _placed(areas)


def _placed(areas: list[str]) -> str:
    """The parts of the board, each with its preposition."""
    placed = [f"{'on' if area.endswith('side') else 'in'} the {area}" for area in areas]
    return listed(placed)


def _scattered(game: Game, cells: Cells) -> bool:
    """Whether the cells lie in more parts of the board than a hint names."""
    return place_words(game, cells) == SEVERAL


def _named(facts: Facts) -> Cells:
    """The cells that the text of the key names."""
    game, names = facts.solution.game, set(facts.solution.game.board.names)
    words = [one for one in _WORD.findall(facts.puzzle.key) if one in names]
    return sum({1 << game.board.cell(name) for name in words})


def _steps_words(facts: Facts) -> str:
    """The places of the steps of the first turn, each once; of a turn of one step, which changes
    much, the place of the cell that it names first.
    """
    game, key = facts.solution.game, facts.solution.key
    areas: list[str] = []
    state, touched = key.before, 0
    for move in key.moves:
        after = game.play(state, move)
        changed = differing(state, after)
        if changed & ~touched:  # the end of a turn changes nothing but marks of its steps
            areas.append(area_words(game, changed))
        state, touched = after, touched | changed
    if len(areas) > 1:
        places = _placed(list(dict.fromkeys(areas)))
        return f"The steps of the first turn are played {places} of the board"
    words = _WORD.findall(game.show_move(key.moves[0]))
    named = next((word for word in words if word in game.board.names), "")
    if not named:
        return f"The first turn is played {SEVERAL} of the board"
    area = area_words(game, 1 << game.board.cell(named))
    return f"The first turn is played {_placed([area])} and changes several parts of the board"


def _area(facts: Facts) -> str:
    game, cells = facts.solution.game, changed_cells(facts)
    if not cells:
        return "The first turn changes nothing on the board."
    places = f"{place_words(game, cells)} of the board"
    if (named := _named(facts)) and place_words(game, named) != place_words(game, cells):
        where = f"The first turn changes what stands {places}"
    else:
        where = f"The first turn is played {places}"
    if _scattered(game, cells):
        where = _steps_words(facts)
    goal = facts.solution.cells
    if not 0 < count(goal) <= FEW:
        return f"{where}."
    near = goal
    for cell in each(goal):
        near |= game.field.around[cell]
    names = listed(game.board.name_of(goal).split())
    return f"{where}, {'beside' if near & cells else 'away from'} {names}."


def _first(facts: Facts) -> str:
    shown, game = facts.solution, facts.solution.game
    moves = [game.show_move(move) for move in shown.key.moves]
    begin = f"Begin with {moves[0]}"
    if len(moves) > 1:
        begin += ", a step of the first turn"
    other = game.players[1 - shown.solver].capitalize()
    if facts.threats:
        threat = facts.threats[0]
        more = " once more" if threat == " ".join(moves) else ""
        return f"{begin}. It threatens {threat}{more}."
    if facts.threats == () and shown.replies:
        return f"{begin}. It threatens nothing, but {other} has no good turn left."
    if refuting := _refuting(facts):
        reply, many = max(refuting.items(), key=lambda item: (item[1], item[0]))
        if 2 * many >= len(shown.wrong):
            return f"{begin}. Against most other turns {other} has {reply}."
    if len(shown.own) > 1:
        return f"{begin}. It prepares {game.show_move(shown.own[1].moves[0])}."
    return f"{begin}."
