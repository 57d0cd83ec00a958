"""The options of how a table is shown, each declared once: window, command, files and search follow."""

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
    """A field of `Presentation` that is on or off, or one of a few choices.

    Its words are the sentences `option_<field>` (menu), `option_<field>_step` (undo), and `option_<field>_tip` (hint)
    or `option_<field>_<choice>`. flat: the choices are entries of the menu itself. head: a line below the head of a
    sheet, one text a column of figures; stub: a column between labels and figures, its title and one text a row ("" in
    rows without figures). paper: both are printed in workbooks and pages alone, not in CSV.
    """

    field: str
    choices: tuple[str, ...] = ()
    flat: bool = False
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

    def choice_title(self, choice: str) -> Sentence:
        """A choice in words; "" follows the window."""
        return sentence(f"option_{self.field}_{choice or 'window'}")

    def holds(self, shown: Presentation) -> bool:
        """Whether it is on."""
        return getattr(shown, self.field) is True


def _numbers(shape: SheetShape) -> list[str]:
    return [str(column + 1) for column in range(shape.columns)]


OPTIONS: tuple[TableOption, ...] = (
    TableOption("labels", ("labels", "codes", "both"), flat=True),
    TableOption("language", ("", "de", "en")),
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
    TableOption("block_total", ("first", "last", "each")),
)
"""In the order of the menu."""
