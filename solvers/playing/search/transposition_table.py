"""The table of a search: what is known of positions, in bounded memory.

entry   the key of a position and some words of data, the first of which has, from bit 48 on, the
        work that the entry took (the logarithm of the positions searched, 8 bits), and a bit that
        is set when in use, the last
bucket  four entries; a new one goes to the bucket of its key's hash, where it replaces the entry
        with the least work
"""

# numba's functions are untyped
# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false

from __future__ import annotations

import numpy as np
from numba import types

from ruleproof.models.compiled.compiling import kernel
from ruleproof.models.compiled.prefetch import prefetch
from ruleproof.solvers.playing.keys.packing import mixed

BUCKET = 4
_LINE = 8
"""The words that come into the cache together."""
TABLE = types.uint64[:, ::1]
_WORDS = types.uint64[::1]
_WORK = 48
USED = 63
"""The place of the bit that is set when in use."""


@kernel(types.int64(TABLE, types.uint64))
def bucket_of(table, value):
    """The first entry of the bucket of a hash."""
    return np.int64(value & np.uint64(table.shape[0] - BUCKET))


@kernel(types.void(TABLE, _WORDS, types.int64))
def fetch(table, flat, bucket):
    """Asks for the memory of a bucket before it is needed; `flat` are the words of the table."""
    words = np.uint64(table.shape[1])
    first = np.uint64(bucket) * words
    for word in range(first, first + np.uint64(BUCKET) * words, np.uint64(_LINE)):
        prefetch(flat, word)


@kernel(types.int64(TABLE, _WORDS, types.int64))
def entry_in(table, key, bucket):
    """The entry of a key in its bucket, or minus one minus the one that it is to replace."""
    words = key.size
    chosen = bucket
    least = np.uint64(1 << 62)
    for entry in range(bucket, bucket + BUCKET):
        held = table[entry, words]
        work = np.uint64(0)
        if held != np.uint64(0):
            same = True
            for k in range(words):
                same = same and table[entry, k] == key[k]
            if same:
                return entry
            work = ((held >> np.uint64(_WORK)) & np.uint64(255)) + np.uint64(1)
        if work < least:
            least = work
            chosen = entry
    return -1 - chosen


@kernel(types.int64(TABLE, _WORDS))
def entry_of(table, key):
    """The entry of a key, or minus one minus the one that it is to replace."""
    return entry_in(table, key, bucket_of(table, mixed(key)))


@kernel(types.uint64(types.uint64, types.int64))
def with_work(data, work):
    """The first word of an entry's data, in use; `work` is a number of positions."""
    size = 0
    while work > 1 and size < 255:
        work >>= 1
        size += 1
    return data | (np.uint64(size) << np.uint64(_WORK)) | (np.uint64(1) << np.uint64(USED))


@kernel(types.int64(types.uint64))
def work_of(data):
    """About the positions searched for an entry, of which `data` is the first word."""
    return np.int64(1) << np.int64((data >> np.uint64(_WORK)) & np.uint64(31))


@kernel(types.void(TABLE, TABLE, types.int64))
def copy_entries(old, new, words):
    """Puts every entry of the old table, whose keys have so many words, into the new one."""
    for entry in range(old.shape[0]):
        if old[entry, words] != np.uint64(0):
            place = entry_of(new, old[entry, :words])
            place = -1 - place if place < 0 else place
            for k in range(old.shape[1]):
                new[place, k] = old[entry, k]
