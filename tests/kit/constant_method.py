"""A method made by the recipe of docs/contributing.md: a constant is added. `wire` is all that it needs to be known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from ckmcore.messages import SENTENCES, Sentence, sentence
from ckmcore.methods import serialization as keep
from ckmcore.methods.count_noise import CountNoise, Floats, Ints
from ckmcore.methods.derived import RECORDS, WEIGHTED, Counted
from ckmcore.methods.method import Family, Method
from ckmcore.methods.settings import check_settings, whole
from ckmcore.tabulate.raw import RawBlock


@dataclass(frozen=True)
class Shift(Method):
    """Where there is a record the count goes up by a constant. It protects nothing."""

    kind: ClassVar[str] = "shift"
    family: ClassVar[Family] = "cell_key"
    option: ClassVar[str] = "shift"

    amount: int = whole(3, "shift_amount", 1, 9)

    def __post_init__(self) -> None:
        check_settings(self)

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        found = {RECORDS: np.where(block.counts > 0, block.counts + self.amount, 0)}
        return Counted(found | ({WEIGHTED: found[RECORDS]} if weighted else {}))

    @property
    def count_noise(self) -> CountNoise:
        return Up(self.amount)

    @property
    def name(self) -> Sentence:
        return sentence("method_shift", amount=self.amount)

    @property
    def note(self) -> Sentence:
        return sentence("note_shift", amount=self.amount)

    short_note = note


@dataclass(frozen=True)
class Up(CountNoise):
    amount: int

    @property
    def largest(self) -> int:
        return self.amount

    @property
    def rows(self) -> int:
        return 2

    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        return np.where(counts > 0, self.amount, 0)[:, None], np.ones((len(counts), 1))


# --- the list, and the texts ----------------------------------------------------------------------------------------

TEXTS = {
    "method_shift": ("Shift by {amount}", "Verschiebung um {amount}"),
    "method_kind_shift": ("Shift", "Verschiebung"),
    "note_shift": ("Counts are {amount} too high.", "Anzahlen sind um {amount} zu hoch."),
    "setting_amount": ("Amount", "Betrag"),
    "cli_help_shift_amount": ("how much counts go up", "um wie viel Anzahlen steigen"),
}


def wire(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recipe's files would hold."""
    monkeypatch.setitem(keep.KINDS, Shift.kind, Shift)  # type: ignore[arg-type]
    for code, pair in TEXTS.items():
        monkeypatch.setitem(SENTENCES, code, pair)
