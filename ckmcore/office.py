"""Office: what an office has decided once for all that leaves it - name, signs, notes, forms of files. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from ckmcore.methods.protected import Sign
from ckmcore.texts import Texts

SignSet = Literal["german", "british", "dots"]
SIGN_SETS: tuple[SignSet, ...] = get_args(SignSet)
NoteLength = Literal["long", "short"]

SIGNS: Mapping[SignSet, Mapping[Sign, str]] = {
    "german": {
        Sign.NONE: "",
        Sign.NOTHING: "-",
        Sign.UNKNOWN: ".",
        Sign.BLOCKED: "x",
        Sign.UNRELIABLE: "/",
        Sign.UNCERTAIN: "( )",
    },
    "british": {
        Sign.NONE: "",
        Sign.NOTHING: "[z]",
        Sign.UNKNOWN: "[c]",
        Sign.BLOCKED: "[x]",
        Sign.UNRELIABLE: "[u]",
        Sign.UNCERTAIN: "( )",
    },
    "dots": {
        Sign.NONE: "",
        Sign.NOTHING: "–",
        Sign.UNKNOWN: "•",
        Sign.BLOCKED: "x",
        Sign.UNRELIABLE: "/",
        Sign.UNCERTAIN: "( )",
    },
}
"""What stands in the place of a figure, per set: German offices, the British analysis function, Berlin-Brandenburg
(formats.md, section "Out"). A figure of limited reliability stands in brackets in every set."""


@dataclass(frozen=True)
class Office:
    """The settings of an office that files follow.

    name: of the office, as a reader knows it; note: its standard note below every table; note_length: of the note on
    the method; apostrophe: texts in CSV for people that a spreadsheet would compute get an apostrophe in front.
    """

    name: Texts = Texts()
    signs: SignSet = "german"
    note: Texts = Texts()
    note_length: NoteLength = "long"
    apostrophe: bool = True

    def sign(self, sign: Sign) -> str:
        """A sign as this office writes it."""
        return SIGNS[self.signs][sign]


PLAIN = Office()
"""The settings where no office has decided anything."""
