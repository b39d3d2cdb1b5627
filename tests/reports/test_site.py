"""The site: its pages, and where their links lead."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.rulebooks.rulebook import names
from ruleproof.puzzles.starter import starters
from ruleproof.reports.pages.alone import hashed
from ruleproof.reports.publishing.site import write_site
from tests.reports.small_puzzles import small_puzzle

LINK = re.compile(r'href="([^"#:]+)"')


def test_every_link_leads_to_a_file_of_the_site(tmp_path: Path):
    written = write_site([small_puzzle("esgros"), small_puzzle("sow")], tmp_path, "A & B").files
    assert written[0] == tmp_path / "index.html"
    assert {path.name for path in written} == {path.name for path in tmp_path.iterdir()}
    linked = {name for path in tmp_path.glob("*.html") for name in LINK.findall(path.read_text())}
    assert linked == {path.name for path in written}
    assert "<h1>A &amp; B</h1>" in written[0].read_text()
    for path in tmp_path.glob("*-*.html"):
        assert '<a href="index.html">A &amp; B</a>' in path.read_text(), path
    assert "esgros-puzzles.html" in LINK.findall((tmp_path / "esgros-rules.html").read_text())
    assert "gro-puzzles.html" not in (tmp_path / "gro-rules.html").read_text()


def test_games_without_puzzles_have_rules_and_lessons(tmp_path: Path):
    written = write_site([], tmp_path).files
    rules = {f"{name}-rules.html" for name in names()}
    taught = {f"{name}-lessons.html" for name in starters()}
    assert {path.name for path in written} == {"index.html"} | rules | taught


def test_a_site_shows_the_games_that_are_named_alone(tmp_path: Path):
    puzzle = small_puzzle("esgros")
    written = write_site([puzzle], tmp_path, games=["esgros"]).files
    assert {path.name for path in written} == {
        *(
            "index.html",
            "esgros-rules.html",
            "esgros-lessons.html",
            "esgros-puzzles.html",
            "book.pdf",
        )
    }
    assert "1 game, 1 puzzle" in written[0].read_text()
    with pytest.raises(TextError, match="a game that is not shown: 'esgros'"):
        write_site([puzzle], tmp_path, games=["sow"])


def test_the_policy_of_each_page_names_its_style(tmp_path: Path):
    for path in write_site([], tmp_path).files:
        page = path.read_text()
        (style,) = re.findall(r"<style>(.*?)</style>", page, re.S)
        assert hashed(style).replace("'", "&#39;") in page


def test_a_full_disk_ends_a_site_with_whole_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = small_puzzle("esgros")
    whole = write_site([puzzle], tmp_path, "Old", games=["esgros"]).files
    before = {path: path.read_bytes() for path in whole}
    room = iter([None])

    def sync(number: int) -> None:
        if next(room, errno.ENOSPC):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sync)
    site = write_site([puzzle], tmp_path, "New", games=["esgros"])
    assert [path.name for path in site.files] == ["esgros-rules.html"]
    lost = tmp_path / "esgros-lessons.html"
    told = "the disk is full; nothing is left half-written"
    assert str(site.unwritten) == f"cannot write there ({told}): {str(lost)!r}"
    after = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert {path for path in before if after[path] != before[path]} == set(site.files)
    assert after.keys() == before.keys()
