"""How texts are compared: their words, whatever divides them."""

from __future__ import annotations


def plain(text: str) -> str:
    """A text without what only divides its words: a file may break a line where it likes."""
    return " ".join(text.split())
