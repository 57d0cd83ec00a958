"""Record keys derived from an identifier and a secret: the same unit has the same key wherever and whenever it is made.

key = (first 64 bits of HMAC-SHA-256(secret, message)) mod 10^9 (architecture.md). For stocks the message is the
identifier in UTF-8, so a unit keeps its key from period to period; for flows it is the identifier, a line feed and the
period, so that each period has keys of its own (method.md section 1).
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ckmcore.errors import CkmError
from ckmcore.keys import GENERATED_MODULUS, RecordKeys

LEAST_SECRET = 16


class SecretTooShort(CkmError):
    """A secret of fewer than 16 bytes could be guessed, and with it every key."""

    code = "key_secret_too_short"


class SecretUnreadable(CkmError):
    code = "key_secret_unreadable"


class IdentifierMissing(CkmError):
    """Records without an identifier: their keys would all be the same."""

    code = "key_identifier_missing"


def read_secret(path: Path) -> bytes:
    """The secret in a file: its bytes, without a line end at its end. Raises SecretUnreadable, SecretTooShort."""
    try:
        secret = path.read_bytes().rstrip(b"\r\n")
    except OSError as fault:
        raise SecretUnreadable(name=path.name, reason=fault.strerror or str(fault)) from None
    if len(secret) < LEAST_SECRET:
        raise SecretTooShort(name=path.name, length=len(secret), least=LEAST_SECRET)
    return secret


def derive_keys(identifiers: Sequence[str], secret: bytes, period: str = "", *, first_row: int = 1) -> RecordKeys:
    """One key per identifier, M = 10^9, nine decimals; `period` only for flows.

    Blanks around an identifier do not count. Raises IdentifierMissing with the number of rows without one and the first
    of them, counted from `first_row`.
    """
    trimmed = [identifier.strip() for identifier in identifiers]
    missing = [row for row, identifier in enumerate(trimmed, start=first_row) if not identifier]
    if missing:
        raise IdentifierMissing(count=len(missing), row=missing[0])
    end = b"\n" + period.encode() if period else b""
    found = np.empty(len(trimmed), dtype=np.uint32)
    for at, identifier in enumerate(trimmed):
        digest = hmac.digest(secret, identifier.encode() + end, "sha256")
        found[at] = int.from_bytes(digest[:8], "big") % GENERATED_MODULUS
    return RecordKeys(found, GENERATED_MODULUS, 9, "derived")
