"""Positions as text: a picture of the board, the side to move, and other facts for the rules.

`. B W / . . B . / . . . ; white swap=open`: rows from the top, cells separated by blanks, rows by
`/` or a line break, then `;`, the side to move, and `key=value` words. An omitted key has its
start-of-game value. `-` stands where a row has no cell.

>>> from ruleproof.models.play.game import game
>>> small = game("esgros", "path:3")
>>> state = read(small, "B . W ; black")
>>> state.side, cell_text(small, state, 2), show(small, state)
(0, 'W', 'B . W ; black')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ruleproof.models.cells import lowest, parts, raised, total
from ruleproof.models.errors import PositionError, TextError, offer
from ruleproof.models.play.game import Game, State
from ruleproof.models.rulebooks.settings import whole_number


def show(game: Game, state: State) -> str:
    """The state as one line of text; values without words, as in a state that is no position,
    appear as numbers.
    """
    rows = (
        " ".join("-" if cell < 0 else cell_text(game, state, cell) for cell in row)
        for row in game.board.rows
    )
    keys = [f"{key}={value}" for key, value in _keys(game, state).items()]
    return " / ".join(rows) + " ; " + " ".join([_word(game.players, state.side), *keys])


def _word(words: Sequence[str], value: int) -> str:
    """The word for a value, or its number if there is none."""
    return words[value] if value < len(words) else str(value)


def cell_text(game: Game, state: State, cell: int) -> str:
    """The token of one cell, `.` when nothing is on it."""
    if game.rulebook.text.write_cell:
        return game.rulebook.text.write_cell(game, state, cell)
    for token, name in game.rulebook.text.tokens.items():
        if getattr(state, name) >> cell & 1:
            return token
    for sign, name in game.rulebook.text.counts.items():
        if number := total(getattr(state, name), 1 << cell):
            return f"{sign}{number}"
    return "."


def one_of_each(game: Game, cells: Iterable[int]) -> list[str]:
    """The name of one cell of each connected part of the cells, that of the least number."""
    standing = sum({1 << cell for cell in cells})
    return sorted(game.board.names[lowest(part)] for part in parts(game.field, standing))


def key_words(game: Game, state: State) -> dict[str, str]:
    """Every key that a position's text may carry, with its value in words."""
    if game.rulebook.text.write_keys:
        return dict(game.rulebook.text.write_keys(game, state))
    found: dict[str, str] = {}
    for key, words in game.rulebook.text.keys.items():
        found[key] = _word(words or (), getattr(state, key.replace("-", "_")))
    return found


def keys_without_sentence(game: Game) -> list[str]:
    """The keys of a position's text of which `Words.keys` says nothing."""
    told = {key.partition("=")[0] for key in game.rulebook.words.keys}
    return [key for key in start_keys(game) if key not in told]


def sentences_of_keys(game: Game) -> dict[str, str]:
    """The rulebook's sentences for keys (`Words.keys`). A key without one is told as `key: value.`
    where its value is not that of the start.
    """
    found, usual = dict(game.rulebook.words.keys), start_keys(game)
    for key in keys_without_sentence(game):
        found |= {key: f"{key}: {{value}}.", f"{key}={usual[key]}": ""}
    return found


def key_sentences(game: Game, state: State) -> list[str]:
    """The sentence for each key that a position's text may carry, where there is something to
    say.
    """
    sentences, found = sentences_of_keys(game), list[str]()
    for key, value in key_words(game, state).items():
        sentence = sentences.get(f"{key}={value}", sentences.get(key, ""))
        if sentence:
            found.append(sentence.format(*value.split(","), value=value))
    return found


def start_keys(game: Game) -> dict[str, str]:
    """Every key that a position's text may carry, with its value at the start of the game."""
    return key_words(game, game.start())


def _keys(game: Game, state: State) -> dict[str, str]:
    """The keys whose values are not those of the start of the game."""
    usual = start_keys(game)
    return {k: v for k, v in key_words(game, state).items() if usual.get(k) != v}


def read(game: Game, text: str) -> State:
    """The state that the text shows.

    Raises `TextError` for text that cannot be read and `PositionError`, with all faults at once,
    for a position that breaks a static invariant of the rules.
    """
    state = read_unchecked(game, text)
    faults = game.faults(state)
    if faults:
        raise PositionError(faults, text)
    return state


def read_unchecked(game: Game, text: str) -> State:
    """The state that the text shows, which may break static invariants; else as `read`."""
    picture, separator, words = text.partition(";")
    if not separator:
        raise TextError(f"a position is ROWS ; SIDE [key=value …], the ';' is missing: {text!r}")
    tokens = _tokens(game, picture, text)
    side, keys = _words(game, words.split(), text)
    reader = game.rulebook.text.read_cells or _from_tokens
    try:
        return reader(game, tokens, side, keys)
    except PositionError as wrong:  # in what no state holds, such as the pieces off the board
        raise PositionError(wrong.faults, text) from None


def _tokens(game: Game, picture: str, text: str) -> dict[int, str]:
    """The token of every cell."""
    lines = [line.split() for line in picture.strip().strip("/").replace("\n", "/").split("/")]
    lines = [line for line in lines if line]
    rows = game.board.rows
    if len(lines) != len(rows):
        raise TextError(f"{game.board.text} has {len(rows)} rows, not {len(lines)}: {text!r}")
    found: dict[int, str] = {}
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), 1):
        if len(line) != len(row):
            raise TextError(
                f"row {number} from the top of {game.board.text} has {len(row)} cells, "
                f"not {len(line)}: {' '.join(line)!r}"
            )
        for token, cell in zip(line, row, strict=True):
            if (token == "-") != (cell < 0):
                raise TextError(
                    f"row {number} from the top: '-' stands exactly where {game.board.text} "
                    f"has no cell: {' '.join(line)!r}"
                )
            if cell >= 0:
                found[cell] = token
    return found


def _words(game: Game, words: Sequence[str], text: str) -> tuple[int, dict[str, str]]:
    """The side to move and the keys with their values."""
    if not words or words[0] not in game.players:
        raise TextError(f"behind ';' stands the side to move ({offer(game.players)}): {text!r}")
    allowed = start_keys(game)
    keys = dict(allowed)
    seen: set[str] = set()
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key not in allowed:
            accepted = offer(allowed) if allowed else "none"
            raise TextError(f"no such key of a position (keys: {accepted}): {word!r}")
        if key in seen:
            raise TextError(f"a key stands twice: {word!r}")
        seen.add(key)
        keys[key] = value
    return game.players.index(words[0]), keys


def number_word(key: str, value: str, low: int, high: int) -> int:
    """The number behind a key; `TextError` unless it is a whole number within the bounds."""
    number = whole_number(value)
    if number is not None and low <= number <= high:
        return number
    raise TextError(f"{key} takes a whole number from {low} to {high}: {key + '=' + value!r}")


def _from_tokens(
    game: Game, tokens: Mapping[int, str], side: int, keys: Mapping[str, str]
) -> State:
    start = game.start()
    sets, counts = game.rulebook.text.tokens, game.rulebook.text.counts
    values = start._asdict() | dict.fromkeys(sets.values(), 0)
    values |= {name: (0,) * len(getattr(start, name)) for name in counts.values()}
    for cell, token in tokens.items():
        if token == ".":
            continue
        if token in sets:
            values[sets[token]] |= 1 << cell
            continue
        sign = token.rstrip("0123456789")
        levels = values[counts[sign]] if sign in counts else ()
        number = whole_number(token[len(sign) :])
        if not number or number >= 1 << len(levels):
            accepted = [".", *sets, *(f"{one}1, {one}2, …" for one in counts)]
            raise TextError(f"{game.board.names[cell]} holds one of {offer(accepted)}: {token!r}")
        values[counts[sign]] = raised(levels, 1 << cell, number)
    for key, words in game.rulebook.text.keys.items():
        name = key.replace("-", "_")
        if words is None:
            values[name] = number_word(key, keys[key], 0, 0xFFFF)
        elif keys[key] in words:
            values[name] = words.index(keys[key])
        else:
            raise TextError(f"{key} takes {offer(words)}: {key + '=' + keys[key]!r}")
    return type(start)(**(values | {"side": side}))
