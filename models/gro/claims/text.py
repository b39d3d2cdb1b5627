"""GRO: the sentences of its rulebook that no other claim tests, each as a plain predicate.

Germs are set down, counted and looked at for death here on the whole dish, apart from `rules.py`;
a predicate calls on the rules only for the points that they allow, to hold its own against them.
"""

from __future__ import annotations

from ruleproof.models.cells import (
    Cells,
    Field,
    count,
    each,
    first_of,
    has,
    kind_of,
    last_of,
    rule,
    single,
)
from ruleproof.models.claims.sentences import Sentences
from ruleproof.models.gro.codes import ALIVE, CLAIM, DIVIDE, GROW, MOVE, PASS, PLACE, Rules
from ruleproof.models.gro.germs import BLUE, RED, State
from ruleproof.models.gro.rules import divisions, growths, over, steps
from ruleproof.models.play.game import Game, make_game

text = Sentences("dish:1,1")


def by_the_text(game: Game) -> bool:
    """Whether the settings that other sources know are as in the rulebook."""
    usual = {
        "captures": "enemy",
        "reserve": "limited",
        "control": "sole",
        "divide-direction": "all8",
    }
    return all(game.settings[name] == value for name, value in usual.items())


def has_halves(game: Game) -> bool:
    """Whether a germ can have two tokens."""
    return game.settings["reserve"] != "limited" or int(game.settings["tokens"]) > 1


# Equipment and first turns


@text.game(
    "The board represents the Petri dish where the battle is fought. Each intersection of lines in "
    "the dish is called a point. The dish contains 4 goal areas. Each goal area consists of 6 "
    "points, each marked with a large dot. Germs occupy the intersection of lines in the dish, not "
    "the square spaces. Any intersection, or point, is legal, including those along the edge or "
    "corners.",
    "Choose who will play the red germs and who will play the blue germs. Red moves first, then "
    "players take turns.",
    "The game begins with an empty Petri dish.",
    "Red goes first by placing 1 small germ on any point in the dish. Then Blue places 1 small "
    "germ on any other point in the dish. Red and Blue each keep their 15 remaining germs next to "
    "them in their reserves.",
)
def first_turns_are_free(game: Game) -> bool:
    """In the empty dish of 52 points, with 4 goal areas of 6 points apart from each other, Red
    places a small germ on any point, and Blue on any other; each has 15 tokens left of 16.
    """
    one = make_game(game.rulebook, "dish:3,2", dict(game.chosen) | {"tokens": 16})
    areas, p = one.board.areas, one.start()
    apart = sum(areas) == areas[0] | areas[1] | areas[2] | areas[3]
    points = set(range(52))
    free = apart and [area.bit_count() for area in areas] == [6] * 4 and one.board.size == 52
    free = free and one.players == ("red", "blue") and not any(p[:6]) and p.side == RED
    free = free and set(one.moves(p)) == points
    for point in points:
        q = one.play(p, point)
        free = free and q[:6] == (1 << point, 0, 0, 0, 0, 0) and q.side == BLUE
        free = free and set(one.moves(q)) == points - {point}
    return free


@text.position("One point may contain only 1 germ.")
def one_germ_a_point(board: Field, rules: Rules, p: State) -> bool:
    """No two of the small, medium and large germs of both colours share a point."""
    germs = p.red1 | p.red2 | p.red4 | p.blue1 | p.blue2 | p.blue4
    reds = count(p.red1) + count(p.red2) + count(p.red4)
    return count(germs) == reds + count(p.blue1) + count(p.blue2) + count(p.blue4)


@text.turn("Red moves first, then players take turns.")
def turns_alternate(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whatever the turn, the other player is next."""
    return q.side == 1 - p.side


@rule
def own_tokens(p: State, side: int) -> int:
    """One token for a small germ, 2 for a medium one, 4 for a large one: those of a colour."""
    if side == RED:
        return count(p.red1) + 2 * count(p.red2) + 4 * count(p.red4)
    return count(p.blue1) + 2 * count(p.blue2) + 4 * count(p.blue4)


@text.turn(
    "One token represents a small germ, 2 tokens stacked together represent a medium germ, and 4 "
    "tokens stacked together represent a large germ. There are no 3 token germs and no germs "
    "larger than 4 tokens.",
    "The first turn is the only time you place a token directly onto a point in the dish. From now "
    "on, you may move tokens from your reserves to the dish only when a germ already in the dish "
    "grows.",
    "To double the size of a small germ, take 1 token from your reserves and stack it on top of "
    "the small germ, creating a medium germ. To double a medium germ, take 2 tokens from your "
    "reserves and stack them on top of the medium germ, creating a large germ.",
    "A medium germ may grow only into a large, 4 token germ, never into a 3 token germ.",
    applies=by_the_text,
)
def tokens_come_by_growth(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """A first turn places 1 token. Later a small germ takes 1 from the reserve and is medium, a
    medium germ takes 2 and is large; nothing else brings tokens to the dish.
    """
    small, medium, large = (
        (p.red1, p.red2, p.red4) if p.side == RED else (p.blue1, p.blue2, p.blue4)
    )
    after = (q.red1, q.red2, q.red4) if p.side == RED else (q.blue1, q.blue2, q.blue4)
    kind, added = kind_of(move), own_tokens(q, p.side) - own_tokens(p, p.side)
    here = single(board, last_of(move))
    if kind == PLACE:
        return p.placed < 2 and added == 1 and after[0] == small | here
    if p.placed < 2:
        return False
    if kind != GROW:
        return added == 0
    if small & here:
        return added == 1 and after[0] == small & ~here and after[1] == medium | here
    return added == 2 and after[1] == medium & ~here and after[2] == large | here


# Legal actions


@rule
def all_germs(p: State, side: int) -> Cells:
    """The points with a germ of the colour."""
    return p.red1 | p.red2 | p.red4 if side == RED else p.blue1 | p.blue2 | p.blue4


@rule
def without_room(board: Field, germs: Cells, taken: Cells) -> Cells:
    """The germs beside which every point is taken."""
    found = board.none
    for cell in each(germs):
        if not board.near[cell] & ~taken:
            found |= single(board, cell)
    return found


@rule
def room_once_there(board: Field, own: Cells, enemy: Cells, target: int) -> int:
    """The open points beside the germ that has come to the target, once enemies without room are
    gone; -1 if one of its own has none.
    """
    killed = without_room(board, enemy, own | enemy)
    taken = own | enemy & ~killed
    if without_room(board, own & ~single(board, target), taken):
        return -1
    return count(board.near[target] & ~taken)


@rule
def needs(rules: Rules, tokens: int) -> int:
    """The card: 1 open point for a small germ, 2 for a medium one, and what the reading says for a
    large one.
    """
    return rules.large_move if tokens == 4 else tokens


@rule
def begun(board: Field, rules: Rules, p: State) -> bool:
    """Whether the first turns are over and play goes on."""
    return p.placed == 2 and not over(board, rules, p)


@text.position(
    "A point is open if it does not contain a germ. A germ's movement, growth, and division are "
    "affected by the number of open points orthogonally adjacent to it. A germ's actions are not "
    "affected by points diagonal to it.",
    "Open points diagonal to a germ have no affect. Diagonal moves between points in the "
    '"corners" of the dish are legal.',
    "You may count the open point you create by killing another germ when you determine if your "
    "move is legal. Remember, a move is legal if there are sufficient adjacent open points after "
    "the move is complete.",
    "Small Germ: Must have 1 or more open points after moving. Medium Germ: Must have 2 or more "
    "open points after moving. Large Germ: Must have 3 or more open points after moving.",
    when=begun,
    applies=by_the_text,
)
def moves_need_room_after(board: Field, rules: Rules, p: State) -> bool:
    """A germ may move to exactly those of the eight points around it that are open and where, once
    it is there and enemies without room are gone, it has enough open points beside it and each of
    its own has one.
    """
    own, enemy = all_germs(p, p.side), all_germs(p, 1 - p.side)
    fours, twos = (p.red4, p.red2) if p.side == RED else (p.blue4, p.blue2)
    for cell in each(own):
        allowed = steps(board, rules, p, cell)
        tokens = 4 if has(fours, cell) else 2 if has(twos, cell) else 1
        for target in range(board.size):
            may = has(board.around[cell] & ~(own | enemy), target)
            if may:
                there = own & ~single(board, cell) | single(board, target)
                may = room_once_there(board, there, enemy, target) >= needs(rules, tokens)
            if may != has(allowed, target):
                return False
    return True


@text.position(
    "Before growing, a small germ must have 2 or more open points orthogonal to it.",
    "Large germs may not grow.",
    "Small Germ: Must have 2 or more open points before growing. Medium Germ: Must have 3 or more "
    "open points before growing. Large Germ: Cannot grow.",
    when=begun,
    applies=by_the_text,
)
def growth_needs_room_before(board: Field, rules: Rules, p: State) -> bool:
    """Exactly the small germs with 2 open points beside them, and the medium ones with as many as
    the reading says, may grow, if the reserve has the tokens; a large one never.
    """
    taken = all_germs(p, RED) | all_germs(p, BLUE)
    ones, twos = (p.red1, p.red2) if p.side == RED else (p.blue1, p.blue2)
    left = rules.tokens - own_tokens(p, p.side)
    allowed = growths(board, rules, p)
    for cell in range(board.size):
        room = count(board.near[cell] & ~taken)
        may = has(ones, cell) and room >= 2 and left >= 1
        may = may or (has(twos, cell) and room >= rules.medium_grow and left >= 2)
        if may != has(allowed, cell):
            return False
    return True


@text.position(
    "Medium and large germs may divide.",
    "Division is really just a special type of move.",
    "Small germs may not divide.",
    "Small Germ: Cannot divide. Medium Germ: Must have 2 or more open points before dividing. "
    "Large Germ: Must have 3 or more open points before dividing. The moving germ must have 1 or "
    "more open points after moving.",
    "The moving germ must have 2 or more open points after moving.",
    when=begun,
    applies=by_the_text,
)
def division_needs_room(board: Field, rules: Rules, p: State) -> bool:
    """Exactly the medium germs with 2 open points beside them, and the large ones with 3, may
    divide, to a point where the half that moves has the open points that the reading says.
    """
    own, enemy = all_germs(p, p.side), all_germs(p, 1 - p.side)
    fours, twos = (p.red4, p.red2) if p.side == RED else (p.blue4, p.blue2)
    for cell in each(own):
        allowed = divisions(board, rules, p, cell) if has(fours | twos, cell) else board.none
        before = 3 if has(fours, cell) else 2
        half = 1 if rules.divide_after == ALIVE else before - 1
        ready = has(fours | twos, cell) and count(board.near[cell] & ~(own | enemy)) >= before
        for target in range(board.size):
            may = ready and has(board.around[cell] & ~(own | enemy), target)
            if may:
                there = own | single(board, target)
                may = room_once_there(board, there, enemy, target) >= half
            if may != has(allowed, target):
                return False
    return True


@rule
def divides(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the turn divides a germ."""
    return kind_of(move) == DIVIDE


@text.turn(
    "A medium germ divides by moving 1 small germ to an adjacent, open point while leaving 1 small "
    "germ behind.",
    "A large germ divides by moving 1 medium germ to an adjacent, open point while leaving 1 "
    "medium germ behind.",
    "Large germs may divide only into 2 medium germs, never into a 1 and a 3 token germ.",
    when=divides,
    applies=has_halves,
)
def halves_are_equal(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """A division leaves a germ of half the size on the old point and puts another on the new."""
    here, there = single(board, first_of(move)), single(board, last_of(move))
    twos, fours = (p.red2, p.red4) if p.side == RED else (p.blue2, p.blue4)
    after1, after2 = (q.red1, q.red2) if p.side == RED else (q.blue1, q.blue2)
    halves = after2 if here & fours else after1
    return bool(here & (twos | fours)) and halves & (here | there) == here | there


@rule
def placed_before(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the first turns are over."""
    return p.placed == 2


@text.turn(
    "On each subsequent turn, 1 of your germs may do 1 of the following: move, grow, or divide.",
    when=placed_before,
    applies=by_the_text,
)
def one_germ_acts(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """At most one germ acts: where it stands another size is left, or none, and at most one point
    that was open has a new germ; all others of the mover stay as they are.
    """
    before = (p.red1, p.red2, p.red4) if p.side == RED else (p.blue1, p.blue2, p.blue4)
    after = (q.red1, q.red2, q.red4) if p.side == RED else (q.blue1, q.blue2, q.blue4)
    own, left = before[0] | before[1] | before[2], after[0] | after[1] | after[2]
    changed = before[0] & ~after[0] | before[1] & ~after[1] | before[2] & ~after[2]
    return count(left & ~own) <= count(changed) <= 1


@rule
def arrives(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Whether the turn moves or divides a germ."""
    return kind_of(move) in (MOVE, DIVIDE)


@text.turn(
    "The size of the germ does not matter.",
    "Tokens from killed germs may be brought back into play when another germ grows",
    when=arrives,
    applies=by_the_text,
)
def tokens_of_killed_return(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """Enemy germs without room are gone after a move, whatever their size, and only they; the other
    player's reserve has their tokens and can spend them.
    """
    mover, other = p.side, 1 - p.side
    enemy, left = all_germs(p, other), all_germs(q, other)
    gone = enemy & ~left
    if without_room(board, enemy, all_germs(q, mover) | enemy) != gone:
        return False
    ones, twos = (p.blue1, p.blue2) if mover == RED else (p.red1, p.red2)
    tokens = 4 * count(gone) - 3 * count(gone & ones) - 2 * count(gone & twos)
    return own_tokens(q, other) == own_tokens(p, other) - tokens


# The end


@rule
def areas_of(board: Field, own: Cells, enemy: Cells) -> int:
    """The number of goal areas with a germ of the one colour and none of the other."""
    found = 0
    for area in range(4):
        if board.areas[area] & own and not board.areas[area] & enemy:
            found += 1
    return found


@text.turn(
    "Players continue to take turns until one player wins or a draw is declared",
    "You are the sole occupant of a goal area if your germs occupy 1 or more points in the area "
    "and there are no opposing germs on any points in the area.",
    "However, if both players pass one right after the other, the game ends in a draw.",
    applies=by_the_text,
)
def play_goes_on(board: Field, rules: Rules, p: State, move: int, q: State) -> bool:
    """While there are turns nobody has 3 goal areas; after one the game is over exactly if
    somebody has them, or both have passed, or a draw was called.
    """
    won = False
    for side in range(2):
        if areas_of(board, all_germs(p, side), all_germs(p, 1 - side)) >= 3:
            return False
        if side == p.side or rules.win_check == 0:
            won = won or areas_of(board, all_germs(q, side), all_germs(q, 1 - side)) >= 3
    drawn = kind_of(move) == CLAIM or (kind_of(move) == PASS and p.passes == 1)
    return over(board, rules, q) == (won or drawn)
