"""Checks certificates of claims (see `solvers/checking/claim_certificate.py` for what they hold).

The archive comes from outside: nothing in it is believed but what the rules, the constraints and
the claims of this installation confirm, and it cannot make the check take memory without end.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from ruleproof.models import claims
from ruleproof.models.claims import EVERY_BOARD, Claim, Obligation, Outcome, Theorem
from ruleproof.models.errors import TextError
from ruleproof.models.game import Game, make_game
from ruleproof.models.records import read_record, replay
from ruleproof.models.rulebook import rulebook
from ruleproof.models.variants import changed
from ruleproof.solvers.checking.claim_certificate import FORMAT, GAME, HEAD, kind_of, spoken_of
from ruleproof.solvers.deciding.inquiry import Study
from ruleproof.solvers.formulas.goals import proof_goals
from ruleproof.solvers.verify.certificates import verify_text
from ruleproof.solvers.work.progress import Deadline

MOST_FILES = 20_000
MOST_BYTES = 1 << 31
"""What an archive may hold, unpacked."""
POSITIONS = 100_000
"""How many positions are swept as plain Python; beyond that the compiled rules do it again."""


class Head(BaseModel):
    """The head of a certificate."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    format: Literal["ruleproof claim 1"]
    version: str
    rules: str
    game: str
    board: str
    settings: dict[str, str | int]
    id: str
    statement: str
    verdict: Literal["proved", "refuted", "witnessed", "vacuous"]
    scope: str
    obligation: int
    witness: str
    proof: Literal["game", "sweep", "formulas", "values", "again"]
    seen: dict[str, int]
    strengthened: list[str] = []


class Report(NamedTuple):
    """What a check came to: the head (None if it cannot be read), the faults, and what is left
    open, which is neither proved nor wrong; how it was checked, in words.
    """

    head: Head | None
    faults: list[str]
    left_open: list[str]
    how: str = ""


class Fault(Exception):
    """Something in a file that does not hold."""


class Case(NamedTuple):
    """A head whose words are known here: the game, the claim, its obligation, and the files beside
    the head.
    """

    head: Head
    game: Game
    claim: Claim
    obligation: Obligation
    files: Mapping[str, str]


def verify_claim(path: Path) -> Report:
    """What the certificate of a claim is worth. Raises `OSError` when it cannot be read."""
    head = None
    try:
        files = _files(path.read_bytes())
        head = _head(files.pop(HEAD, ""))
        case = _case(head, files)
        faults, left_open, how = _CHECKS[head.proof](case)
    except Fault as fault:
        return Report(head, [str(fault)], [])
    return Report(head, faults, left_open, how)


def _files(content: bytes) -> dict[str, str]:
    """The texts of the archive's files by their names."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            known = archive.infolist()
            if len(known) > MOST_FILES or sum(one.file_size for one in known) > MOST_BYTES:
                raise Fault("the archive holds more than any certificate")
            if len({one.filename for one in known}) < len(known):
                raise Fault("the archive holds two files of one name")
            return {one.filename: archive.read(one).decode() for one in known}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise Fault(f"the archive is damaged: {error}") from None
    except UnicodeDecodeError as error:
        raise Fault(f"a file of the archive is no text: {error}") from None


def _head(text: str) -> Head:
    try:
        return Head.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise Fault(f"{HEAD} is no head of a {FORMAT!r}: {place}: {first['msg']}") from None


def _case(head: Head, files: Mapping[str, str]) -> Case:
    """What the head speaks of; it must be a claim of a game as they are here."""
    try:
        game = make_game(rulebook(head.game), head.board, head.settings)
    except TextError as error:
        raise Fault(f"the head: {error}") from None
    if game.settings != head.settings or game.board.text != head.board:
        raise Fault("the head lacks a setting, or writes the board otherwise")
    claim = next((one for one in claims.table(game) if one.id == head.id), None)
    if claim is None:
        raise Fault(f"{head.game} has no claim {head.id!r}")
    if claim.statement != head.statement:
        raise Fault(f"claim {head.id} says: {claim.statement!r}, not {head.statement!r}")
    if claim.applies is not None and not claim.applies(game):
        raise Fault(f"claim {head.id} does not speak of this board and these settings")
    if not 0 <= head.obligation < len(claim.obligations):
        raise Fault(f"claim {head.id} has no obligation {head.obligation}")
    obligation = claim.obligations[head.obligation]
    if kind_of(obligation, head.verdict) != head.proof:
        wanted = kind_of(obligation, head.verdict)
        raise Fault(f"{head.verdict!r} is here shown by {wanted!r}, not by {head.proof!r}")
    everywhere = isinstance(obligation, Theorem) and obligation.scope == EVERY_BOARD
    reaches = {game.board.text} | ({EVERY_BOARD} if everywhere else set())
    if head.scope not in reaches and not isinstance(obligation, claims.Decision):
        raise Fault(f"it can be shown for {' or '.join(sorted(reaches))}, not for {head.scope!r}")
    return Case(head, game, claim, obligation, files)


def _no_others(case: Case, used: set[str]) -> None:
    for name in case.files:
        if name not in used:
            raise Fault(f"the archive holds a file that is no part of the proof: {name!r}")


_Found = tuple[list[str], list[str], str]


def _game(case: Case) -> _Found:
    from ruleproof.solvers.verify.play import shown

    _no_others(case, {GAME})
    head, game = case.head, case.game
    try:
        record = read_record(case.files.get(GAME, ""))
        replay(record)
    except ValueError as error:
        raise Fault(f"{GAME}: {error}") from None
    played = record.game, record.board, record.settings, record.start, " ".join(record.moves)
    if played != (head.game, head.board, head.settings, None, head.witness):
        raise Fault(f"{GAME} is another game than that of the head")
    other = None
    if isinstance(case.obligation, claims.Same):
        other = changed(game, case.obligation.settings)
    line = [game.read_move(text) for text in record.moves]
    if not shown(game, other, case.obligation, line):
        raise Fault(f"the game does not show it: {head.witness!r}")
    return [], [], f"a game of {len(line)} moves, replayed"


def _sweep(case: Case) -> _Found:
    from ruleproof.solvers.verify.play import TooMany, swept

    _no_others(case, set())
    if isinstance(case.obligation, claims.Same):
        return _again(case)
    positions = case.head.seen.get("positions", 0) * len(case.game.symmetries)
    if positions > POSITIONS:
        return _again(case)
    try:
        verdict, known = swept(case.game, case.obligation, POSITIONS)
    except TooMany:
        return _again(case)
    if verdict != case.head.verdict:
        raise Fault(f"by all positions it is {verdict}, not {case.head.verdict}")
    for key, value in known.items():
        if case.head.seen.get(key) != value:
            raise Fault(f"{key} is {value}, not {case.head.seen.get(key)}")
    return [], [], "all positions, by the rules as plain Python"


def _again(case: Case) -> _Found:
    """The claim decided again, by the same obligation."""
    from ruleproof.solvers.checking.check import Effort, decide

    _no_others(case, set())
    alone = Claim(case.claim.id, case.claim.statement, case.claim.sentence, (case.obligation,))
    study = Study(case.game, Deadline(None), limit=20_000_000)
    outcome: Outcome = decide(study, alone, Effort())
    if outcome.verdict != case.head.verdict:
        raise Fault(f"decided again it is {outcome.verdict}, not {case.head.verdict}")
    if outcome.witness != case.head.witness and case.head.proof == "again":
        raise Fault(f"decided again its witness is {outcome.witness!r}")
    for key, value in case.head.seen.items():
        if outcome.details.get(key) != value:
            raise Fault(f"decided again {key} is {outcome.details.get(key)}, not {value}")
    return [], [], f"decided again: {outcome.method}"


def _formulas(case: Case) -> _Found:
    from ruleproof.solvers.verify.formulas import check_goals

    try:
        goals = proof_goals(case.game, case.claim, case.obligation, case.head.strengthened)
    except TextError as error:
        raise Fault(f"the head: {error}") from None
    if goals is None:
        raise Fault("no formulas prove this claim")
    found = check_goals(goals, case.files)
    if not found.faults:
        _no_others(case, found.used)
    proofs = sum(name.endswith(".drat") for name in found.used)
    scripts = sum(name.endswith(".smt2") for name in found.used)
    return found.faults, found.left_open, f"{proofs} DRAT proofs replayed, {scripts} asked of cvc5"


def _values(case: Case) -> _Found:
    positions = spoken_of(case.game, case.obligation)
    _no_others(case, {f"{number}.json" for number in range(1, len(positions) + 1)})
    values: list[object] = []
    for number, position in enumerate(positions, 1):
        name = f"{number}.json"
        faults, claim = verify_text(case.files.get(name, ""))
        if faults or claim is None:
            raise Fault(f"{name}: {'; '.join(faults)}")
        if claim.start != position.state or claim.game != position.game:
            raise Fault(f"{name} is about another position")
        values.append(claim.value)
    verdict = _of_values(case, values)
    if verdict != case.head.verdict:
        raise Fault(f"with the values {values} it is {verdict}, not {case.head.verdict}")
    return [], [], f"strategies for {len(values)} positions, by the rules as plain Python"


def _of_values(case: Case, values: list[object]) -> str:
    if isinstance(case.obligation, claims.SameValue):
        return "proved" if values[0] == values[1] else "refuted"
    assert isinstance(case.obligation, claims.ValueIs)
    if case.obligation.value is None:
        return "witnessed"
    said = case.obligation.value(case.game)
    met = values[0] in said if isinstance(said, tuple) else values[0] == said
    return "proved" if met else "refuted"


_CHECKS = {
    "game": _game,
    "sweep": _sweep,
    "formulas": _formulas,
    "values": _values,
    "again": _again,
}
