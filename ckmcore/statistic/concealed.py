"""Figures under an embargo: until it ends the register holds a hash of them that nobody outside can try out.

A small table has so few possible figures that whoever had their plain hash could find them by trying. The hash is
therefore keyed with a salt of 256 bits, derived from the secret of the statistic (random, never in the register) and
the submission's place in the register. What this rests on: the secret stays in the statistic, and HMAC-SHA256 with a
key that is not known gives nothing away. When the embargo is over, an entry gives the salt and the plain
hashes, and everybody with the register can check them.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from ckmcore.statistic.entry import OpenedFigures, Submission

_SALT, _FIGURES = b"ckm embargo 1\n", b"ckm figures 1\n"


def salt_of(secret: str, previous: str, number: int) -> str:
    """Salt of a submission. secret: of the statistic; previous: hash of the entry before the submission; number: of the
    release."""
    return hmac.new(secret.encode(), _SALT + f"{previous} {number}".encode(), hashlib.sha256).hexdigest()


def _keyed(salt: str, plain_hash: str) -> str:
    return hmac.new(salt.encode(), _FIGURES + plain_hash.encode(), hashlib.sha256).hexdigest()


def concealed(submission: Submission, salt: str) -> Submission:
    """Submission with keyed hashes in place of those of its figures and margins, without numbers of lines and of
    revised cells."""
    margins = tuple(
        replace(margin, lines=0, sha256=_keyed(salt, f"{margin.lines} {margin.sha256}"))
        for margin in submission.margins
    )
    figures = _keyed(salt, submission.figures)
    return replace(submission, figures=figures, packed="", margins=margins, revised=None, hidden=True)


def opened_figures(submission: Submission, salt: str) -> OpenedFigures:
    """What an entry says of a submission's figures once they are open."""
    return OpenedFigures(salt, submission.figures, submission.packed, submission.margins)


def opened(hidden: Submission, by: OpenedFigures) -> Submission | None:
    """Submission with the hashes that an entry gives; None where they are not those that were submitted."""
    plain = replace(hidden, figures=by.figures, packed=by.packed, margins=by.margins, hidden=False)
    return plain if concealed(plain, by.salt) == hidden else None
