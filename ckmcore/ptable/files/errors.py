"""Faults of a perturbation table's file: all at once, each with its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ckmcore.base.numbers import Language
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence

_SHOWN = 10


@dataclass(frozen=True)
class PtableFault:
    """A fault of a file of a perturbation table. line: in the file; row: i, None where unknown; what: description."""

    line: int
    row: int | None
    what: Sentence

    def text(self, language: Language) -> str:
        return self.what.text(language)


class PtableWorkbookProtected(DataError):
    """An Excel workbook that is encrypted by a password."""

    code = "ptable_workbook_protected"


class PtableWorkbookOld(DataError):
    """A workbook in the format of Excel until 2003, or another file in the same container format."""

    code = "ptable_workbook_old"


class PtableForMagnitudes(DataError):
    """A perturbation table for magnitudes where one for counts is needed."""

    code = "ptable_for_magnitudes"


class PtableFaulty(DataError):
    """The file of a perturbation table has faults. `faults` has all of them, the sentence the first ten."""

    code = "ptable_faulty"

    def __init__(self, name: str, all_faults: Sequence[PtableFault], **derived: object) -> None:
        self.faults = tuple(all_faults)
        shown = [fault.what for fault in self.faults[:_SHOWN]]
        joined = shown[-1]
        for fault_text in reversed(shown[:-1]):
            joined = sentence("ptable_faults", first=fault_text, rest=joined)
        super().__init__(name=name, count=len(self.faults), faults=joined, all_faults=self.faults)


class FaultList:
    """Collects faults while a file is read."""

    def __init__(self) -> None:
        self.found: list[PtableFault] = []

    def add(self, code: str, line: int, row: int | None = None, **fields: object) -> None:
        if row is not None:
            fields["row"] = row
        self.found.append(PtableFault(line, row, sentence(code, line=line, **fields)))

    def raise_any(self, name: str) -> None:
        """Raise PtableFaulty with all faults in the order of their lines, if there are any."""
        if self.found:
            raise PtableFaulty(name=name, all_faults=sorted(self.found, key=lambda fault: fault.line))
