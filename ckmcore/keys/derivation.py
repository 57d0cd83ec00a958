"""Record keys derived from an identifier and a secret: the same unit has the same key wherever and whenever it is made.

key = (first 64 bits of HMAC-SHA-256(secret, message)) mod 10^9 (architecture.md). For stocks the message is the
identifier in UTF-8, so a unit keeps its key from period to period; for flows it is the identifier, a line feed and the
period, so that each period has keys of its own (method.md section 1).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.files import reason_of, write_whole
from ckmcore.base.reading import open_file
from ckmcore.errors import Cancelled, DataError, FileError, InputError, ProtectionError
from ckmcore.keys.draw import Rows
from ckmcore.keys.record_keys import GENERATED_MODULUS, RecordKeys

LEAST_SECRET = 16
MOST_SECRET = 65536
_BLOCK = 64  # bytes of a block of SHA-256
_PIECE = 1 << 17


def read_secret(path: Path) -> bytes:
    """Read the secret in a file: its bytes without a final line break.

    Raises key_secret_unreadable, key_secret_too_short, and key_secret_too_long where the file can be no secret.
    """
    try:
        with open_file(path) as stream:
            content = stream.read(MOST_SECRET + 3)
    except OSError as fault:
        raise FileError("key_secret_unreadable", name=path.name, reason=reason_of(fault)) from None
    secret = content.rstrip(b"\r\n")
    if len(secret) > MOST_SECRET:
        raise InputError("key_secret_too_long", name=path.name, limit=MOST_SECRET)
    if len(secret) < LEAST_SECRET:
        raise ProtectionError("key_secret_too_short", name=path.name, length=len(secret), least=LEAST_SECRET)
    return secret


def write_secret(path: Path) -> None:
    """Write a new secret to a new file: 32 random bytes of the operating system as 64 hexadecimal digits.

    Raises NotWritten, and key_secret_exists, since replacing a secret would lose every key derived from it.
    """
    if path.exists():
        raise FileError("key_secret_exists", name=path.name)

    def write(target: Path) -> None:
        target.write_text(secrets.token_hex(32) + "\n", encoding="ascii", newline="\n")

    write_whole(path, write, private=True)


def derive_keys(
    identifiers: Any,
    secret: bytes,
    period: str = "",
    *,
    first_row: int = 1,
    progress: Callable[[int, float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> RecordKeys:
    """Derive one record key from each identifier, with M = 10^9 (nine decimals).

    identifiers: sequence of str or arrow array of strings, as of `read_identifiers`; surrounding blanks are ignored.
    period: code of the period for data of flows, otherwise "". first_row: number of the first record in messages.
    Raises Cancelled, and key_identifier_missing with the number of records without an identifier and the first of them.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    arrow = isinstance(identifiers, pa.Array | pa.ChunkedArray)
    texts = identifiers if arrow else pa.array(identifiers, pa.string())
    texts = pc.utf8_trim_whitespace(texts).fill_null("")
    missing = Rows.of(np.flatnonzero(pc.equal(texts, "").to_numpy(zero_copy_only=False)))
    if missing:
        raise DataError("key_identifier_missing", count=missing.count, row=missing.first[0] + first_row - 1)
    end = b"\n" + period.encode() if period else b""
    keys = np.empty(len(texts), dtype=np.uint32)
    mac = _mac(secret)
    done_rows = 0
    for chunk in getattr(texts, "chunks", [texts]):
        for start in range(0, len(chunk), _PIECE):
            if cancelled is not None and cancelled():
                raise Cancelled
            piece = chunk.slice(start, _PIECE).dictionary_encode()
            keys[done_rows : done_rows + len(piece)] = _keys_of(piece.dictionary, mac, end)[piece.indices.to_numpy()]
            done_rows += len(piece)
            if progress is not None:
                progress(done_rows, done_rows / len(texts))
    return RecordKeys(keys, GENERATED_MODULUS, 9, "derived")


def _keys_of(distinct: Any, mac: Callable[[bytes], bytes], end: bytes) -> NDArray[np.uint32]:
    read = int.from_bytes
    keys = (read(mac(text.encode() + end)[:8], "big") % GENERATED_MODULUS for text in distinct.to_pylist())
    return np.fromiter(keys, dtype=np.uint32, count=len(distinct))


def _mac(secret: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA-256 (RFC 2104) under a fixed secret, whose two blocks are hashed only once; this takes less than half
    the time of `hmac`."""
    block = (hashlib.sha256(secret).digest() if len(secret) > _BLOCK else secret).ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block))
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in block))

    def digest(message: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return digest
