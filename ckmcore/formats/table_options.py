"""The options of a table that are on or off, each declared once: window, command, files and search follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence, sentence
from ckmcore.tabulate.spec import Presentation


@dataclass(frozen=True)
class SheetShape:
    """A sheet as printed options see it: its language, how many columns of figures it has, and which of its rows hold
    figures."""

    language: Language
    columns: int
    rows: Sequence[bool]


@dataclass(frozen=True)
class TableOption:
    """A field of `Presentation` that is on or off.

    Its words are the sentences `option_<field>` (menu), `option_<field>_tip` (hint there, help of the command) and
    `option_<field>_step` (undo). head: a line below the head of a sheet, one text a column of figures; stub: a column
    between labels and figures, its title and one text a row ("" in rows without figures). paper: both are printed in
    workbooks and pages alone, not in CSV.
    """

    field: str
    head: Callable[[SheetShape], Sequence[str]] | None = None
    stub: Callable[[SheetShape], tuple[str, Sequence[str]]] | None = None
    paper: bool = False

    @property
    def title(self) -> Sentence:
        return sentence(f"option_{self.field}")

    @property
    def tip(self) -> Sentence:
        return sentence(f"option_{self.field}_tip")

    @property
    def step(self) -> Sentence:
        return sentence(f"option_{self.field}_step")

    def holds(self, shown: Presentation) -> bool:
        """Whether it is on."""
        return bool(getattr(shown, self.field))


def _numbers(shape: SheetShape) -> list[str]:
    return [str(column + 1) for column in range(shape.columns)]


OPTIONS: tuple[TableOption, ...] = (
    TableOption("hide_rows"),
    TableOption("hide_columns"),
    TableOption("tree"),
    TableOption("headed"),
    TableOption("valid_codes"),
    TableOption("set_off"),
    TableOption("numbered", head=_numbers, paper=True),
    TableOption("leaders"),
    TableOption("bars"),
    TableOption("colours"),
)
"""In the order of the menu."""
