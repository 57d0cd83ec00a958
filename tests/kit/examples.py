"""How many examples of a property are tried: all of them, or a third where `dev.py test` is to be quick."""

from __future__ import annotations

import os

FEW = bool(os.environ.get("CKM_FEW_EXAMPLES"))


def examples(number: int) -> int:
    """Of so many; never fewer than eight of eight or more."""
    return max(min(number, 8), number // 3) if FEW else number
