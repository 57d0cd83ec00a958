"""Passphrases that a guesser tries first. A small list of patterns, and no rule about kinds of characters."""

from __future__ import annotations

import re
import unicodedata

LEAST_DIFFERENT = 5  # letters
LEAST_REST = 5  # letters that are of no pattern
_ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertzuiopü", "qwertyuiop", "asdfghjklöä", "yxcvbnm", "zxcvbnm")
_WORDS = (
    *("passphrase", "passwort", "password", "kennwort", "geheim", "secret", "letmein", "changeme", "willkommen"),
    *("welcome", "hallo", "hello", "admin", "test", "amt", "statistik", "statistics", "destatis", "ckmdesk"),
    *("methodik", "sachbearbeitung", "freigabe", "sommer", "winter", "herbst", "januar", "februar", "august"),
    *("september", "oktober", "november", "dezember"),
)
_LEAST_RUN = 4


def is_weak(text: str) -> bool:
    """Whether a passphrase is a few letters again and again, a run of the keyboard or the alphabet, or little more than
    words that everybody tries, with numbers behind them."""
    letters = unicodedata.normalize("NFKC", text).casefold()
    found = re.sub(r"[\W_]", "", letters)
    if len(set(found)) < LEAST_DIFFERENT or re.fullmatch(r"(.{1,6}?)\1+.{0,5}", found):
        return True
    for word in sorted(_WORDS, key=len, reverse=True):
        found = found.replace(word, "")
    for row in _ROWS:
        for run in (row, row[::-1]):
            for size in range(len(run), _LEAST_RUN - 1, -1):
                for start in range(len(run) - size + 1):
                    found = found.replace(run[start : start + size], "")
    return len(re.sub(r"\d", "", found)) < LEAST_REST and len(set(found)) < 2 * LEAST_REST
