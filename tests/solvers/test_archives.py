"""Sealed archives: what an enemy has made is refused, whatever its seal says."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import pytest

from ruleproof.solvers.work.archives import Damaged, opened, sealed

DIGITS = 64
FILES = {"one.txt": "first", "two.txt": "second"}


def test_what_is_sealed_is_read(tmp_path: Path):
    path = tmp_path / "a.zip"
    path.write_bytes(sealed(FILES))
    with opened(path) as archive:
        assert {name: archive.text(name, 100) for name in archive.names} == FILES


@pytest.mark.parametrize("moved", [-7, 7, 1000, 2**31])
def test_a_list_of_files_in_another_place_is_refused(tmp_path: Path, moved: int):
    """Python takes the difference for text before the archive, so that files begin at odd places,
    some before the beginning.
    """
    whole = bytearray(sealed(FILES)[:-DIGITS])
    at = whole.rfind(b"PK\x05\x06") + 16
    (place,) = struct.unpack_from("<L", whole, at)
    struct.pack_into("<L", whole, at, place + moved)
    path = tmp_path / "a.zip"
    path.write_bytes(bytes(whole) + hashlib.sha256(whole).hexdigest().encode())
    with pytest.raises(Damaged), opened(path) as archive:
        archive.text("one.txt", 100)
