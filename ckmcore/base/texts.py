"""A text in both languages, for titles and labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ckmcore.base.checked import checked
from ckmcore.base.numbers import Language
from ckmcore.messages import Bilingual, say


@checked
@dataclass(frozen=True)
class Texts(Bilingual):
    """A title or label in English and German; a missing language falls back on the other.

    >>> title = ckm.Texts("Persons", "Personen")
    >>> title.text("de")
    'Personen'
    >>> ckm.Texts("Persons").text("de")
    'Persons'
    """

    en: str = ""
    de: str = ""

    def text(self, language: Language) -> str:
        return (self.de or self.en) if language == "de" else (self.en or self.de)

    @classmethod
    def same(cls, text: str) -> Texts:
        """Texts with the same words in both languages (codes, names from a file)."""
        return cls(text, text)

    # Words stand where a text in both languages is meant: what `@checked` makes of them.
    _of_words = same


def both(code: str, **fields: Any) -> Texts:
    """A sentence or word of the program in both languages."""
    return Texts(say(code, "en", **fields), say(code, "de", **fields))
