"""Drawings of positions as SVG, for pages and notebooks.

cell board    every cell is drawn, hexagons or squares, and pieces stand in it
point board   lines are drawn and pieces stand where they cross (`Drawing.on_points`)
arrival       a cell that the last move filled or changed; it bears a mark in the accent colour
departure     a cell that the last move emptied; a broken circle remains

A drawing is one `svg` element without ids, scripts or anything from outside, so that many can
stand in one page. Its size is in its viewBox: 48 units from a cell to its neighbour.

>>> from ruleproof.models.play.game import game
>>> from ruleproof.models.play.position import Position
>>> svg(Position.start(game("esgros", "hex:2")))[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple, TypeAlias

from ruleproof.models.boards.boards import Board
from ruleproof.models.play.game import Game
from ruleproof.models.play.notation import cell_text
from ruleproof.models.play.position import Position
from ruleproof.reports.drawing.hatching import hatched
from ruleproof.reports.drawing.layout import (
    corners,
    frame_of,
    headings,
    is_dish,
    outline,
    rim_of,
    spots_of,
)
from ruleproof.reports.drawing.marks import marks, pieces_on, piles
from ruleproof.reports.drawing.palette import BOARD_CSS, LIGHT, brightness, heat, ink, tone
from ruleproof.reports.drawing.pieces import UNIT, Point, circle, pile, short, words_at
from ruleproof.reports.drawing.spoken import cell_words, place_words, spoken

FONT = "ui-sans-serif,system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

EDGE = 15.0
"""The size of the letters beside the board."""

CellValue: TypeAlias = str | int | float
"""The value of a cell in a heat map: `win`, `draw` or `loss`, with the plies behind it if they are
known (`win 3`), or a number (greater is better).
"""

WORDS: dict[str, float] = {"win": 1.0, "draw": 0.0, "loss": -1.0}
LETTERS: dict[str, str] = {"win": "W", "draw": "D", "loss": "L"}

SHADES: dict[str, float] = {"black": 0.5, "white": 0.7}
SHADE = 0.32
"""The share of its colour that a tinted cell takes on; on a board of wood, white needs most."""
PALE = 0.35
"""Tints of a brighter colour are hatched in print, where they would be lost."""


def svg(
    position: Position,
    *,
    highlight: Iterable[str] = (),
    values: Mapping[str, CellValue] | None = None,
    labels: bool = True,
    last: bool = True,
    title: str = "",
    style: bool = True,
    ground: bool = True,
    edge: float = EDGE,
    printed: bool = False,
) -> str:
    """The position as an SVG element.

    `highlight` names cells to frame, `values` maps names of cells to values of a heat map, `labels`
    writes the names of cells, `last` shows the changes of the last move, `title` is the first text
    of a screen reader. Without `style` the page must hold `BOARD_CSS` itself. Without `ground` only
    the contents of cells are drawn, to lie on `empty_board` of the same labels. `edge` is the size
    of the letters beside the board, for a drawing that is printed small. `printed` takes the
    colours of print, which differ in lightness. Raises `TextError` for a name that is no cell.
    """
    board = position.game.board
    spots = spots_of(board)
    parts = [*(_ground(position, spots) if ground else []), *_shades(position, printed)]
    framed = [board.cell(name) for name in highlight]
    worth = {board.cell(name): value for name, value in (values or {}).items()}
    parts += _cells(position, spots, worth, labels, ground, printed)
    parts += _frames(board, framed)
    if last and position.before:
        parts += _changes(position, spots)
    if labels:
        parts += _arrows(position.game, "" if position.over else position.side, spots, printed)
    if labels and board.grid and ground:
        parts += _edge(position, spots, edge)
    name = title or f"{position.game.rulebook.title} on {board.text}"
    said = spoken(position)
    sheet = f"<style>{BOARD_CSS}</style>" if style else ""
    words = f'role="img"><title>{escape(name)}</title><desc>{escape(said)}</desc>{sheet}'
    return _element(frame_of(position, spots, labels), words + "".join(parts))


def _element(frame: tuple[float, float, float, float], inside: str) -> str:
    """The `svg` element of that frame; `inside` begins with its last attributes."""
    left, top, width, height = map(short, frame)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rp" '
        f'viewBox="{left} {top} {width} {height}" width="{width}" height="{height}" '
        f'font-family="{escape(FONT)}" text-anchor="middle" {inside}</svg>'
    )


def empty_board(position: Position, *, labels: bool = True) -> str:
    """The empty board of the position, as an SVG element that screen readers skip. Positions drawn
    without `ground` lie on it.
    """
    board, spots = position.game.board, spots_of(position.game.board)
    parts = _ground(position, spots)
    if labels and board.grid != "square":
        paint = _paint("rp-name")
        parts += [words_at(at, board.names[cell], 12, paint) for cell, at in enumerate(spots)]
    if labels and board.grid:
        parts += _edge(position, spots)
    return _element(frame_of(position, spots, labels), f'aria-hidden="true">{"".join(parts)}')


def _paint(name: str) -> str:
    """The attributes of a class of the board."""
    fill, stroke = LIGHT[name]
    return f'class="{name}" fill="{fill}" stroke="{stroke}"'


def _ground(position: Position, spots: list[Point]) -> list[str]:
    """The bare board: cells, or a panel with lines."""
    board = position.game.board
    if not position.game.rulebook.drawing.on_points:
        cells = "".join(f'<polygon points="{outline(board, cell)}"/>' for cell in range(board.size))
        return [f'<g {_paint("rp-cell")} stroke-width="1.5">{cells}</g>']
    if is_dish(position):
        middle, reach = rim_of(spots)
        panel = circle(middle, reach, f'{_paint("rp-panel")} stroke-width="2"')
        panel += circle(middle, reach - 5, f'{_paint("rp-panel")} stroke-width="1"')
    else:
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        pad = 0.66 * UNIT
        corner = f'x="{short(min(xs) - pad)}" y="{short(min(ys) - pad)}" rx="6"'
        wide, high = short(max(xs) - min(xs) + 2 * pad), short(max(ys) - min(ys) + 2 * pad)
        size = f'width="{wide}" height="{high}"'
        panel = f'<rect {corner} {size} {_paint("rp-panel")} stroke-width="1.5"/>'
    at = [f"{short(x)} {short(y)}" for x, y in spots]
    lines = "".join(
        f"M{at[cell]}L{at[other]}"
        for cell in range(board.size)
        for other in range(cell)
        if board.near[cell] >> other & 1
    )
    path = f'<path d="{lines}" {_paint("rp-line")} stroke-width="1.3" stroke-linecap="square"/>'
    return [panel, path] if lines else [panel]


def _shades(position: Position, printed: bool = False) -> list[str]:
    """The tinted cells, one shape for each colour so that no seams show."""
    by_colour: dict[str, list[int]] = {}
    for mark in marks(position):
        if mark.shape == "shade":
            by_colour.setdefault(mark.colour, []).append(mark.cell)
    found: list[str] = []
    for colour, cells in by_colour.items():
        board = position.game.board
        path = "".join("M" + "L".join(outline(board, cell).split()) + "Z" for cell in cells)
        paint = tone(colour, position.game.players, printed=printed)
        part = SHADES.get(colour, SHADE)
        found.append(f'<path d="{path}" fill="{paint.fill}" fill-opacity="{part}"/>')
        if printed and is_hatched(colour, position.game.players):
            lines = "".join(hatched(corners(board, cell)) for cell in cells)
            found.append(f'<path d="{lines}" fill="none" stroke="{paint.rim}" stroke-width="1"/>')
    return found


def is_hatched(colour: str, players: tuple[str, ...]) -> bool:
    """Whether cells tinted in that colour are hatched in print."""
    return colour not in SHADES and brightness(tone(colour, players, printed=True).fill) > PALE


def _cells(
    position: Position,
    spots: list[Point],
    worth: Mapping[int, CellValue],
    labels: bool,
    ground: bool,
    printed: bool,
) -> list[str]:
    """Each cell with its pieces, its value, and its name; without the ground, only the cells with
    something on them.
    """
    standing = piles(position)
    piled = any(mark.height for pile in standing.values() for mark in pile)
    most = max((abs(_number(value)) for value in worth.values()), default=1) or 1
    game = position.game
    named = labels and game.board.grid != "square"
    found: list[str] = []
    for cell, at in enumerate(spots):
        if not ground and cell not in standing:
            continue
        words = [game.board.names[cell], place_words(game, cell)]
        words.append(cell_words(game, cell_text(game, position.state, cell)))
        inside = [f"<title>{escape(', '.join(filter(None, words)))}</title>"]
        if cell in worth:
            inside.append(_worth(position, cell, at, worth[cell], most))
        if cell in standing:
            inside.append(pile(standing[cell], at, game.players, piled, printed=printed))
        elif cell not in worth:
            inside.append(circle(at, UNIT * 0.4, 'fill-opacity="0"'))
            if named:
                inside.append(words_at(at, game.board.names[cell], 12, _paint("rp-name")))
        found.append(f'<g data-cell="{escape(game.board.names[cell])}">{"".join(inside)}</g>')
    return found


def _number(value: CellValue) -> float:
    """The value as a number: 1 for a win, -1 for a loss."""
    return WORDS.get(value.split()[0], 0.0) if isinstance(value, str) else float(value)


def _worth(position: Position, cell: int, at: Point, value: CellValue, most: float) -> str:
    """A cell in the colour of its value, with the value on it."""
    colour = heat(_number(value) / most)
    if isinstance(value, str):
        word, _, plies = value.partition(" ")
        words = LETTERS.get(word, word) + plies
    else:
        words = f"{value:+g}".replace("-", "−")
    if value == 0:
        words = "0"
    number = words_at(at, words, 17, f'fill="{ink(colour)}"', bold=True)
    if position.game.rulebook.drawing.on_points:
        return circle(at, UNIT * 0.42, f'fill="{colour}"') + number
    corners = outline(position.game.board, cell, 0.94)
    return f'<polygon points="{corners}" fill="{colour}"/>{number}'


def _frames(board: Board, cells: Iterable[int]) -> list[str]:
    """A frame in the accent colour around each cell."""
    return [
        f'<polygon points="{outline(board, cell, 0.93)}" {_paint("rp-mark")} '
        f'stroke-width="3" stroke-linejoin="round"/>'
        for cell in cells
    ]


def _changes(position: Position, spots: list[Point]) -> list[str]:
    """The changes of the last move: arrivals and departures, where the drawing differs from the one
    before.
    """
    game = position.game
    piles = {mark.cell for mark in marks(position) if mark.shape == "checker"}
    before, after = pieces_on(Position(game, position.before[-1])), pieces_on(position)
    found: list[str] = []
    for cell, at in enumerate(spots):
        was, now = before.get(cell), after.get(cell)
        if was and not now:
            dashes = f'{_paint("rp-gone")} stroke-width="1.8" stroke-dasharray="4 4"'
            found.append(circle(at, UNIT * 0.33, dashes))
        elif was != now:
            ring = f'{_paint("rp-last")} stroke-width="2.6"'
            frame = f'<polygon points="{outline(game.board, cell, 0.94)}" {ring}/>'
            found.append(frame if cell in piles else circle(at, UNIT * 0.455, ring))
    return found


def _arrows(game: Game, mover: str, spots: list[Point], printed: bool = False) -> list[str]:
    """An arrow above the board for each player who plays in one direction; that of the player to
    move is filled, if there is one.
    """
    xs, top = [x for x, _ in spots], min(y for _, y in spots) - 0.84 * UNIT
    found: list[str] = []
    for name, angle in headings(game).items():
        x = {180: max(xs), 0: min(xs)}.get(angle, sum(xs) / len(xs))
        paint = tone(name, game.players, printed=printed)
        edge = paint.rim if printed else paint.fill
        fill = paint.fill if name == mover else "none"
        turn = f"translate({short(x)} {short(top)}) rotate({angle})"
        found.append(
            f'<path transform="{turn}" d="M-17 -5H3V-12L18 0L3 12V5H-17Z" fill="{fill}" '
            f'stroke="{edge}" stroke-width="2" stroke-linejoin="round"/>'
        )
    return found


def _edge(position: Position, spots: list[Point], size: float = EDGE) -> list[str]:
    """The names of rows and columns beside the board; on hex boards the letters of the rows."""
    board = position.game.board
    paint = _paint("rp-edge")
    left, top, _, height = frame_of(position, spots, True)
    found: list[str] = []
    if board.grid == "hex":
        for row in board.rows:
            x, y = spots[row[0]]
            letters = board.names[row[0]].rstrip("0123456789")
            found.append(words_at((x - 0.82 * UNIT, y), letters, size, paint))
        return found
    seen: set[tuple[str, int]] = set()
    for cell, (column, row) in enumerate(board.spots):
        x, y = spots[cell]
        letters = board.names[cell].rstrip("0123456789")
        digits = board.names[cell][len(letters) :]
        for place, kind, number, words in (
            ((x, top + height - 0.26 * UNIT), "column", column, letters),
            ((left + 0.26 * UNIT, y), "row", row, digits),
        ):
            if (kind, number) not in seen:
                seen.add((kind, number))
                found.append(words_at(place, words, size, paint))
    return found


class Bare(NamedTuple):
    """A board without pieces: its SVG shapes, the box around them (left, top, width, height), the
    middle of each cell, and whether the names of cells stand in the cells.
    """

    shapes: str
    box: tuple[float, float, float, float]
    spots: list[Point]
    named: bool


def bare(position: Position) -> Bare:
    """The board of the position, and nothing on it. Empty groups, `data-tints` and `data-arrows`,
    are the places of its tints and of the arrows above it.
    """
    board, spots = position.game.board, spots_of(position.game.board)
    named = board.grid != "square"
    paint = _paint("rp-name")
    parts = [*_ground(position, spots), '<g data-tints=""></g>']
    if named:
        parts += [
            f'<g data-cell="{escape(name)}">{words_at(at, name, 12, paint)}</g>'
            for name, at in zip(board.names, spots, strict=True)
        ]
    if board.grid:
        parts += _edge(position, spots)
    parts.append('<g data-arrows=""></g>')
    return Bare("".join(parts), frame_of(position, spots, True), spots, named)


def arrows(game: Game) -> dict[str, str]:
    """The SVG shapes of the arrows above the board, for each player who may be to move; empty where
    play has no direction.
    """
    spots = spots_of(game.board)
    return {name: "".join(_arrows(game, name, spots)) for name in game.players if headings(game)}


def tints(position: Position) -> str:
    """The SVG shapes of the position's tinted cells; empty where there are none."""
    return "".join(_shades(position))


def standing(position: Position) -> dict[int, str]:
    """The SVG shapes of the pieces on each cell that is not empty, around the point (0, 0)."""
    there = piles(position)
    piled = any(mark.height for pieces in there.values() for mark in pieces)
    players = position.game.players
    return {cell: pile(pieces, (0.0, 0.0), players, piled) for cell, pieces in there.items()}
