"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleproof.models.errors import TextError
from ruleproof.models.files import write_whole


def test_a_file_is_written_whole_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "page.html"
    assert write_whole(path, "one") == path
    assert write_whole(path, "two “quoted”").read_text(encoding="utf-8") == "two “quoted”"
    assert [other.name for other in path.parent.iterdir()] == ["page.html"]


@pytest.mark.parametrize("blocked", ["file/page.html", "folder"])
def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path, blocked: str) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    path = tmp_path / blocked
    with pytest.raises(TextError) as caught:
        write_whole(path, "page")
    message = str(caught.value)
    assert message.endswith(repr(str(path)))
    assert "\n" not in message
    assert sorted(other.name for other in tmp_path.iterdir()) == ["file", "folder"]


def test_what_stood_there_stays_when_the_text_cannot_be_written(tmp_path: Path) -> None:
    path = write_whole(tmp_path / "page.html", "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "half a character: \udcff")
    assert path.read_text() == "old"
    assert [other.name for other in tmp_path.iterdir()] == ["page.html"]
