"""Checks certificates of claims (`solvers/work/claim_heads.py` says what they hold).

The archive comes from outside: only what the rules, the constraints and the claims of this
installation confirm is believed. The checker finds every word of the report itself, and only
compares the words of the file with it. It repeats no decision: no prover runs here, and no search.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ruleproof.models.claims import claims
from ruleproof.models.claims.claims import Claim, Evidence, Obligation
from ruleproof.models.claims.evidence import Bounded, Greatest
from ruleproof.models.errors import TextError
from ruleproof.models.files.strict import Misfit, json_as
from ruleproof.models.play.game import Game, game_in_file
from ruleproof.models.play.notation import read
from ruleproof.models.play.position import Position
from ruleproof.models.play.records import read_record, replay
from ruleproof.models.rulebooks.assumed import Assumed, assumed
from ruleproof.models.rulebooks.settings import as_told
from ruleproof.solvers.playing.values.words import subject
from ruleproof.solvers.verify.certificates import verify_stream
from ruleproof.solvers.verify.report import Report, other_sources, unknown_format
from ruleproof.solvers.verify.strategies import Fault
from ruleproof.solvers.work.archives import Archive, Damaged, opened
from ruleproof.solvers.work.claim_heads import (
    GAME,
    HEAD,
    Head,
    evidence_of,
    kind_of,
    played,
    scope_of,
    spoken_of,
)
from ruleproof.solvers.work.formats import CLAIM
from ruleproof.solvers.work.limits import LONGEST_GAME, LONGEST_HEAD, LONGEST_STRATEGIES, short
from ruleproof.solvers.work.progress import Listener, silent


class Case(NamedTuple):
    """A head whose words are known here: the game, the claim, its obligation with the evidence to
    check, the files beside the head, and the listener.
    """

    head: Head
    game: Game
    claim: Claim
    obligation: Obligation
    evidence: Obligation | Evidence | None
    files: Archive
    progress: Listener


class Result(NamedTuple):
    """The result of a check: the verdict, how it was found, the questions left open, what was taken
    as given, and notes on the files.
    """

    verdict: str
    how: str
    left_open: Sequence[str] = ()
    assumes: tuple[Assumed, ...] = ()
    notes: Sequence[str] = ()


def verify_claim(path: Path, progress: Listener = silent) -> Report:
    """Check the certificate of a claim. Raises `OSError` when it cannot be read."""
    game = None
    notes: list[str] = []
    try:
        with opened(path) as files:
            head = _head(files)
            notes = other_sources(head.rules)
            game = _game_of(head)
            notes = other_sources(head.rules, game)
            case = _case(head, game, files, progress)
            found = _CHECKS[head.proof](case)
            if found.verdict != head.verdict and not found.left_open:
                raise Fault(f"it is {found.verdict}, not {head.verdict}")
    except Damaged as error:
        return Report.refused(f"the archive is damaged: {error}", game, notes)
    except Fault as fault:
        return Report.refused(str(fault), game, notes)
    where = scope_of(game, case.obligation, found.verdict)
    told = [
        f"{subject(Position.start(game))}, claim {case.claim.id}: {case.claim.statement}",
        f"{found.verdict} on {where}  ({found.how})",
    ]
    notes += found.notes
    if found.left_open:
        return Report([], [short(one) for one in found.left_open], notes, [], game)
    return Report.proving(told, found.assumes, notes, game)


def _head(files: Archive) -> Head:
    text = files.text(HEAD, LONGEST_HEAD)
    unknown = unknown_format(text)
    if unknown:
        raise Fault(unknown)
    try:
        return json_as(Head, text)
    except Misfit as misfit:
        raise Fault(f"{HEAD} is no head of a {CLAIM!r}: {misfit}") from None


def _game_of(head: Head) -> Game:
    """The game that the head names."""
    try:
        return game_in_file(head.game, head.board, head.settings)
    except TextError as error:
        raise Fault(f"the head: {error}") from None


def _case(head: Head, game: Game, files: Archive, progress: Listener) -> Case:
    """The subject of the head; it must be a claim of a game as they are here."""
    claim = next((one for one in claims.table(game) if one.id == head.id), None)
    if claim is None:
        raise Fault(f"{head.game} has no claim {head.id!r}")
    if claim.statement != head.statement:
        raise Fault(f"claim {head.id} says: {claim.statement!r}, not {head.statement!r}")
    if not claim.speaks_of(game):
        raise Fault(f"claim {head.id} does not speak of this board and these settings")
    if not head.obligation < len(claim.obligations):
        raise Fault(f"claim {head.id} has no obligation {head.obligation}")
    obligation = claim.obligations[head.obligation]
    wanted = kind_of(obligation, head.verdict)
    if wanted != head.proof:
        raise Fault(f"{head.verdict!r} is here shown by {wanted!r}, not by {head.proof!r}")
    where = scope_of(game, obligation, head.verdict)
    if head.scope != where:
        raise Fault(f"it can be shown for {where}, not for {head.scope!r}")
    if head.strengthened and not isinstance(obligation, claims.Induction):
        raise Fault("only an induction is strengthened")
    seen = head.seen.model_dump(exclude_none=True)
    if seen and head.proof != "sweep":
        raise Fault(f"only a sweep sees how much there is: {seen}")
    return Case(head, game, claim, obligation, evidence_of(obligation), files, progress)


def _no_others(case: Case, used: set[str]) -> None:
    for name in sorted(case.files.names - used - {HEAD}):
        raise Fault(f"the archive holds a file that is no part of the proof: {name!r}")


def _no_witness(case: Case) -> None:
    if case.head.witness:
        raise Fault(f"there is no witness where all is looked at: {case.head.witness!r}")


def _game(case: Case) -> Result:
    from ruleproof.solvers.verify.play import Looking, shown, shown_sooner

    _no_others(case, {GAME})
    head, ground = case.head, played(case.game, case.evidence)
    try:
        record = read_record(case.files.text(GAME, LONGEST_GAME))
        replay(record)
    except ValueError as error:
        raise Fault(f"{GAME}: {error}") from None
    line = record.game, record.board, record.start, " ".join(record.moves)
    same = line == (ground.name, ground.board.text, None, head.witness)
    if not same or not as_told(record.settings, ground.settings):
        raise Fault(f"{GAME} is another game than that of the head")
    codes = [ground.read_move(text) for text in record.moves]
    looking = Looking(case.progress)
    if not shown(case.game, case.evidence, codes, looking):
        raise Fault(f"the game does not show it: {head.witness!r}")
    how = f"a game of {len(codes)} moves, replayed"
    if case.claim.shortest:
        if shown_sooner(case.game, case.evidence, len(codes) - 1, looking):
            raise Fault(f"a shorter game shows it as well: {head.witness!r}")
        how += f"; none is shorter, {looking.positions:,} positions looked at"
    return Result(head.verdict, how)


def _sweep(case: Case) -> Result:
    from ruleproof.solvers.verify.play import Looking, swept

    _no_others(case, set())
    looking = Looking(case.progress)
    extreme = isinstance(case.evidence, claims.Most | Greatest)
    if not extreme:
        _no_witness(case)
    elif case.head.witness:
        _witness_of_most(case)
    verdict, known = swept(case.game, case.evidence, looking)
    for key, said in case.head.seen.model_dump(exclude_none=True).items():
        if said != known.get(key):
            raise Fault(f"{key} is {known.get(key)}, not {said}")
    extent = "".join(f", {key} {value}" for key, value in known.items())
    by = "positions looked at, by the rules as plain Python"
    return Result(verdict, f"{looking.positions:,} {by}{extent}")


def _witness_of_most(case: Case) -> None:
    """Checks that the witness measures as much as the head says."""
    from ruleproof.solvers.verify.play import one_measures, worth_as_much

    game, witness, most = case.game, case.head.witness, case.head.seen.most
    if most is None:
        raise Fault("a witness is there, and nothing says how much it measures")
    try:
        if isinstance(case.evidence, Greatest):
            measures = one_measures(game, case.evidence, read(game, witness), most)
        else:
            line = [game.read_move(text) for text in witness.split()]
            Position.start(game).play(witness.split())
            measures = worth_as_much(game, case.evidence, line, most)
    except ValueError as error:
        raise Fault(f"the witness: {error}") from None
    if not measures:
        raise Fault(f"the witness does not measure {most}: {witness!r}")


def _formulas(case: Case) -> Result:
    from ruleproof.solvers.reasoning.formulas.goals import proof_goals
    from ruleproof.solvers.verify.formulas import WrongProof, check_goals, file_names

    games = 0
    if isinstance(case.evidence, Bounded):
        games, lacking = _come_about(case, case.evidence)
        if lacking:
            return Result("", "", [lacking])
    else:
        _no_witness(case)
    try:
        goals = proof_goals(case.game, case.claim, case.evidence, case.head.strengthened)
    except TextError as error:
        raise Fault(f"the head: {error}") from None
    if goals is None:
        raise Fault("no formulas prove this claim")
    if not goals:
        raise Fault("the claim's theorem has no goals: that proves nothing")
    _no_others(case, file_names(goals))
    try:
        found = check_goals(goals, case.files, case.progress)
    except WrongProof as wrong:
        raise Fault(str(wrong)) from None
    theorem = case.evidence if isinstance(case.evidence, claims.Theorem) else None
    verdict = theorem.shows if theorem else "proved"
    if found.otherwise is not None:
        if theorem and theorem.shows == "refuted":
            raise Fault(f"{found.otherwise.name}: it does not come out as it must")
        if found.otherwise.expect == "sat":
            verdict = "vacuous"
        elif theorem and theorem.scope == "board":
            verdict = "refuted"
        else:
            raise Fault(f"{found.otherwise.name}: there is a model, and there must be none")
    if verdict == "proved" and isinstance(case.obligation, claims.Decision):
        verdict = "witnessed" if case.obligation.asks == "what" else "proved"
    if verdict == case.head.verdict:
        _no_others(case, found.used)
    counts = (
        (games, "game replayed", "games replayed"),
        (found.proofs, "DRAT proof replayed", "DRAT proofs replayed"),
        (found.models, "model put in", "models put in"),
        (found.scripts, "confirmed by cvc5", "confirmed by cvc5"),
    )
    how = ", ".join(f"{many:,} {one if many == 1 else more}" for many, one, more in counts if many)
    assumes = [assumed("formulas"), *([assumed("cvc5")] if found.scripts else [])]
    return Result(verdict, how or "nothing to prove", found.left_open, tuple(assumes))


def _come_about(case: Case, evidence: Bounded) -> tuple[int, str]:
    """The number of games, each replayed by the rules, that bring about what the claim says; and
    the question left open, if any. Raises `Fault` where a move is not legal.
    """
    game, witness, many = case.game, case.head.witness, 0
    for one in evidence.games(game, witness):
        if not one.line:
            return many, f"no game is known for it: {one.what}"
        position, states, codes = Position.start(game), [game.start()], list[int]()
        try:
            for text in one.line:
                codes.append(game.checked_move(position.state, text))
                position = position.play([text])
                states.append(position.state)
        except ValueError as error:
            raise Fault(f"the witness: {error}") from None
        if not one.shows(states, codes):
            return many, f"the game does not come as far as the formulas allow: {one.what}"
        many += 1
    return many, ""


def _values(case: Case) -> Result:
    _no_witness(case)
    positions = spoken_of(case.game, case.evidence)
    names = [f"{number}.json" for number in range(1, len(positions) + 1)]
    _no_others(case, set(names))
    values: list[object] = []
    assumes: dict[Assumed, None] = {}
    notes: dict[str, None] = {}
    for name, position in zip(names, positions, strict=True):
        if name not in case.files.names:
            return Result("", "", [f"no strategies were found: {name} is missing"])
        try:
            with case.files.stream(name, LONGEST_STRATEGIES) as file:
                claim, said = verify_stream(file, case.progress)
        except Fault as fault:
            raise Fault(f"{name}: {fault}") from None
        if claim.start != position.state or claim.game != position.game:
            raise Fault(f"{name} is about another position")
        if claim.value is None:
            raise Fault(f"{name} claims no value")
        values.append(claim.value)
        assumes |= dict.fromkeys(claim.assumes)
        notes |= {f"{name}: {note}": None for note in said}
    how = f"worth {' and '.join(map(str, values))}, by strategies that were played out"
    return Result(_of_values(case, values), how, (), tuple(assumes), tuple(notes))


def _of_values(case: Case, values: list[object]) -> str:
    if isinstance(case.evidence, claims.SameValue):
        return "proved" if values[0] == values[1] else "refuted"
    assert isinstance(case.evidence, claims.ValueIs)
    if case.evidence.value is None:
        return "witnessed"
    met = values[0] in case.evidence.values_on(case.game)
    return "proved" if met else "refuted"


def _unchecked(case: Case) -> Result:
    """The result for a claim that only the prover can decide, and the prover does not run here."""
    _no_others(case, set())
    _no_witness(case)
    number = case.head.obligation + 1
    method = case.obligation.method if isinstance(case.obligation, claims.Decision) else ""
    by = f"nothing simpler than what decided it is known to check it ({method})"
    return Result("", "", [f"claim {case.claim.id}, obligation {number}: {by}"])


_CHECKS = {
    "game": _game,
    "sweep": _sweep,
    "formulas": _formulas,
    "values": _values,
    "none": _unchecked,
}
