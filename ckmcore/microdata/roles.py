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


_PART = r"(^|.*[ _.-])"
_NUMBER = r"[ _.-]?(nr|nummer|no|number|num)?[ _.-]?\d*$"
_PERSON_NUMBER = re.compile(
    _PART + r"(matrikel|matriculation|tele(f|ph)on|tel|phone|handy|mobil(funk|telefon|e)|fax|iban|konto|steuer[ _.-]?id"
    r"|steuer|(sozial|renten|kranken)versicherungs|sv|personal|ausweis|passport|idnr)" + _NUMBER,
    re.IGNORECASE,
)
_PERSON_TEXT = re.compile(
    _PART + r"((nach|familien|vor|geburts|ruf|sur|last|first|given|full|middle)[ _.-]?namen?|namen?|name"
    r"|stra(ß|ss)e|street|haus[ _.-]?(nr|nummer)|anschrift|adress?e|address|e-?mail|mail)[ _.-]?\d*$",
    re.IGNORECASE,
)
_PERSON_VALUES = (
    re.compile(r"[^@\s]+@[^@\s]+\.\w{2,}"),
    re.compile(r"(\+|00)\d{1,3}[ /()-]?\d[\d /()-]{5,}|\(?0\d{2,5}\)?[ /-]+\d{3}[\d /-]*"),
    re.compile(r".*(straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer) \d+ ?[a-z]?", re.IGNORECASE),
)


def personal_kind(name: str, values: Sequence[str]) -> Literal["", "text", "number"]:
    """Whether a column holds names or addresses ("text"), or telephone, matriculation and other numbers ("number") of
    persons: by its name, where its values are as varied as those of persons, or by the values alone; blanks left out.

    The law on federal statistics has such auxiliary characteristics separated and deleted early (section 12 BStatG).
    """
    distinct = len(set(values))
    if distinct <= max(3, 0.3 * len(values)):
        return ""
    if _PERSON_NUMBER.match(name.strip()):
        return "number"
    named = _PERSON_TEXT.match(name.strip()) and sum(value.isdecimal() for value in values) < 0.5 * len(values)
    if named or any(5 * sum(map(bool, map(form.fullmatch, values))) > 4 * len(values) for form in _PERSON_VALUES):
        return "text"
    return ""


def is_personal_name(name: str) -> bool:
    """Whether a column is called as names, addresses and numbers of persons usually are."""
    return bool(_PERSON_NUMBER.match(name.strip()) or _PERSON_TEXT.match(name.strip()))


def closest_first(name: str, known: Sequence[str], limit: int = 20) -> tuple[str, ...]:
    """The known names, those most like `name` first, at most `limit` and then an ellipsis."""

    def likeness(other: str) -> float:
        return SequenceMatcher(None, name.lower(), other.lower()).ratio()

    found = sorted(known, key=likeness, reverse=True)
    return tuple(found[:limit]) + (("…",) if len(found) > limit else ())
