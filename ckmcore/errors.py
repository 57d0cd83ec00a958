"""What can go wrong because of what a person gave us: one class per kind of cause, each a sentence.

Every error carries typed fields and renders itself in both languages through `sentences.py`. Command line and desk show
`error.text(language)`; nothing else of an error is shown to a user.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ckmcore.numbers import Language
from ckmcore.sentences import Sentence, say


class CkmError(Exception):
    """Base of all errors that a user can mend. Subclasses set `code` and take the sentence's fields by keyword;
    `exit_code` is that of a command which ends in it."""

    code: ClassVar[str] = ""
    exit_code: ClassVar[int] = 1

    def __init__(self, **fields: Any) -> None:
        super().__init__(self.code)
        self.fields = fields

    def text(self, language: Language) -> str:
        """What, where and what to do, in `language`."""
        return say(self.code, language, **self.fields)

    def sentence(self) -> Sentence:
        """The error as a sentence for a field of another sentence."""
        return Sentence(self.code, self.fields)

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.fields))


class Cancelled(CkmError):
    """A long job was cancelled by the user; nothing was changed."""

    code = "cancelled"


def _rebuild(kind: type[CkmError], fields: dict[str, Any]) -> CkmError:
    return kind(**fields)
