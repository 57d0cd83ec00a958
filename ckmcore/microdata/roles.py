"""Names of columns: what they suggest, and which of them is meant by one that does not exist."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Literal

Role = Literal["dimension", "record_key", "weight", "magnitude", "identifier", "ignored"]

_ID = re.compile(r"^((h|hh|p|u|pers)?id|.*[ _.-]id|lfd[ _.-]?nr|idnr|.*_nr)$", re.IGNORECASE)
_KEY = re.compile(r"^(r|rec|record|c|cell)?[ _.-]?key[ _.-]?\d*$", re.IGNORECASE)
_WEIGHT = re.compile(
    r"^(w|wt|wgt|weights?|gewicht|gew|hrf|hochrechnungsfaktor|decw)$"
    r"|(^|[ _.-])(weights?|gewicht|wgt)$|^(weight|gewicht)[ _.-]",
    re.IGNORECASE,
)


def is_identifier_name(name: str) -> bool:
    """Whether a column is called as identifiers usually are: `id`, `pers_id`, `lfd_nr`."""
    return _ID.match(name) is not None


def is_key_name(name: str) -> bool:
    """Whether a column is called as record keys usually are: `rkey`, `record_key`, `RKEY`, `key`, `rkey5`."""
    return _KEY.match(name.strip()) is not None


def is_weight_name(name: str) -> bool:
    """Whether a column is called as weights usually are."""
    return _WEIGHT.search(name.strip()) is not None


def closest_first(name: str, known: Sequence[str], limit: int = 20) -> tuple[str, ...]:
    """The known names, those most like `name` first, at most `limit` and then an ellipsis."""

    def likeness(other: str) -> float:
        return SequenceMatcher(None, name.lower(), other.lower()).ratio()

    found = sorted(known, key=likeness, reverse=True)
    return tuple(found[:limit]) + (("…",) if len(found) > limit else ())
