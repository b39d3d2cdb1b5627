"""Claims of several games decided side by side, and checks that go on where they were stopped."""

from __future__ import annotations

import hashlib
from itertools import islice
from pathlib import Path

import pytest

from ruleproof.models.claims.claims import table
from ruleproof.models.errors import TextError
from ruleproof.models.play.game import game
from ruleproof.solvers.reasoning.checking import inquiries
from ruleproof.solvers.reasoning.checking.inquiries import (
    Answered,
    Desk,
    Inquired,
    Question,
    answers,
    inquire,
)
from ruleproof.solvers.reasoning.checking.record import CheckRecord
from ruleproof.solvers.work.side_by_side import local_workers

PATH = game("esgros", "path:3")
IDS = ["1", "2", "6", "7", "10"]


def words(found: list[Answered]) -> dict[Question, list[tuple[str, str, object]]]:
    """What was found out, by question."""
    return {
        one.question: [(v.id, v.verdict, v.witness) for v in one.verdicts] for one in sorted(found)
    }


def asked() -> Inquired:
    """Some claims of one game and of the same under another setting."""
    return inquire([PATH, game("esgros", "path:3", full="loss")], IDS)


def test_all_claims_and_the_clauses_are_asked_about_in_the_order_of_the_sheet() -> None:
    (own, clauses), _ = inquire([PATH])
    speaking = [one.id for one in table(PATH) if one.applies is None or one.applies(PATH)]
    assert [one.claim for one in own] == speaking
    assert [one.claim for one in clauses] == [""]
    assert [one.number for one in [*own, *clauses]] == list(range(len(own) + 1))
    assert [[one.claim for one in group] for group in inquire([PATH], ["6"]).groups] == [["6"]]


def test_a_thorough_check_varies_each_setting_that_a_claim_speaks_of() -> None:
    groups, effort = inquire([PATH], thorough=True)
    assert effort.thorough
    claims = {claim.id: claim for claim in table(PATH)}
    own = dict(PATH.settings)
    for group in groups[2:]:
        other = game("esgros", "path:3", **dict(group[0].settings)).settings
        changed = {name for name in own if other[name] != own[name]}
        for question in group:
            assert changed & set(claims[question.claim].settings)


@pytest.mark.slow
def test_two_processes_find_what_one_finds() -> None:
    alone = words(list(answers(asked())))
    assert words(list(answers(asked(), workers=local_workers(2)))) == alone
    assert len(alone) > inquiries.FEW  # else no other process would have been begun


def test_a_check_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "checked.json"
    whole = words(list(answers(asked())))
    first = list(islice(answers(asked(), record=CheckRecord.of(file, asked().effort)), 3))
    answer = Desk.__call__
    again: list[Question] = []

    def counted(desk: Desk, question: Question, progress: object) -> object:
        again.append(question)
        return answer(desk, question, progress)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(Desk, "__call__", counted)
    found = list(answers(asked(), record=CheckRecord.of(file, asked().effort)))
    assert words(found) == whole
    assert words(found[:3]) == words(first)
    assert {one.question for one in first}.isdisjoint(again)
    assert len(again) == len(whole) - 3
    assert words(list(answers(asked(), record=CheckRecord.of(file, asked().effort)))) == whole
    assert len(again) == len(whole) - 3
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def resealed(text: str) -> bytes:
    """A record with a seal that is right again."""
    content = text[: text.rindex(',"seal"')] + "}"
    return content[:-1].encode() + (
        b',"seal":"' + hashlib.sha256(content.encode()).hexdigest().encode() + b'"}'
    )


def test_an_altered_record_is_refused_and_what_a_record_says_is_a_note(tmp_path: Path) -> None:
    file = tmp_path / "checked.json"
    effort = inquire([PATH], ["1"]).effort
    (now,) = answers(inquire([PATH], ["1"]), record=CheckRecord.of(file, effort))
    assert [verdict.record for verdict in now.verdicts] == [None]
    text = file.read_text()
    for at in range(0, len(text), max(1, len(text) // 200)):
        file.write_text(text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :])
        with pytest.raises(TextError, match=r"record"):
            CheckRecord.of(file, effort)
    edited = text.replace('"verdict":"proved"', '"verdict":"refuted"')
    assert edited != text
    file.write_text(edited)
    with pytest.raises(TextError, match="no record of a check: altered"):
        CheckRecord.of(file, effort)
    file.write_bytes(resealed(edited))
    (then,) = answers(inquire([PATH], ["1"]), record=CheckRecord.of(file, effort))
    assert [(one.verdict, one.record) for one in then.verdicts] == [("refuted", str(file))]


def test_a_record_of_other_work_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "checked.json"
    effort = inquire([PATH], ["1"]).effort
    list(answers(inquire([PATH], ["1"]), record=CheckRecord.of(file, effort)))
    text = file.read_text()
    for other, what in (
        (effort._replace(seconds=3.0), "--time 20.0, asked for is 3.0"),
        (effort._replace(seconds=1.0), "--time 20.0, asked for is 1.0"),
        (effort._replace(sample=1), "--sample none, asked for is 1"),
        (effort._replace(thorough=True), "--thorough off, asked for is on"),
        (effort._replace(certificates=tmp_path), "--certificates none"),
    ):
        with pytest.raises(TextError, match=what):
            CheckRecord.of(file, other)
    file.write_bytes(resealed(text.replace('"rules":"', '"rules":"0')))
    with pytest.raises(TextError, match="check with the rules"):
        CheckRecord.of(file, effort)
    file.write_bytes(resealed(text.replace("ruleproof check 2", "ruleproof check 3")))
    with pytest.raises(TextError, match="asked for is ruleproof check 2"):
        CheckRecord.of(file, effort)
    for damaged in (text[:-5], "[]", '{"format": "ruleproof check 1"}', "\0"):
        file.write_text(damaged)
        with pytest.raises(TextError, match="no record of a check"):
            CheckRecord.of(file, effort)
    with pytest.raises(TextError, match="cannot be read"):
        CheckRecord.of(tmp_path, effort)
    assert (
        CheckRecord.of(tmp_path / "not there yet", effort).verdicts("esgros", "path:3", {}, "1")
        == []
    )
