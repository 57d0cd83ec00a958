"""The options of how a table is shown, each declared once: window, command, files and search follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence, sentence
from ckmcore.tabulate.spec import Presentation


@dataclass(frozen=True)
class SheetShape:
    """Shape of a sheet for printed options. columns: number of columns of figures; rows: whether each row has
    figures."""

    language: Language
    columns: int
    rows: Sequence[bool]


@dataclass(frozen=True)
class TableOption:
    """A field of `Presentation` that is a flag or one of a few choices.

    Its texts are the sentences `option_<field>` (menu), `option_<field>_step` (undo), and `option_<field>_tip` (hint)
    or `option_<field>_<choice>`. head: function for a line below the head, with a text for each column of figures.
    stub: function for a column between labels and figures, with its title and a text for each row ("" in rows without
    figures). paper: head and stub are printed only in workbooks and pages, not in CSV. menu: the menu under which it is
    offered, with the sentence `options_<menu>`; "" for the first one.
    """

    field: str
    choices: tuple[str, ...] = ()
    head: Callable[[SheetShape], Sequence[str]] | None = None
    stub: Callable[[SheetShape], tuple[str, Sequence[str]]] | None = None
    paper: bool = False
    menu: str = ""

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
        """Sentence for a choice; for "" the sentence on the window's language."""
        return sentence(f"option_{self.field}_{choice or 'window'}")

    def holds(self, shown: Presentation) -> bool:
        """Whether a flag is on in a presentation."""
        return getattr(shown, self.field) is True


def _numbers(shape: SheetShape) -> list[str]:
    return [str(column + 1) for column in range(shape.columns)]


OPTIONS: tuple[TableOption, ...] = (
    TableOption("labels", ("labels", "codes", "both")),
    TableOption("language", ("", "de", "en")),
    TableOption("hide_rows", menu="lines"),
    TableOption("hide_columns", menu="lines"),
    TableOption("valid_codes", menu="lines"),
    TableOption("name_hidden", menu="lines"),
    TableOption("numbered", head=_numbers, paper=True, menu="lines"),
    TableOption("block_total", ("first", "last", "each"), menu="lines"),
    TableOption("tree", menu="headings"),
    TableOption("headed", menu="headings"),
    TableOption("leaders", menu="look"),
    TableOption("bars", menu="look"),
    TableOption("colours", menu="look"),
    TableOption("set_off", menu="files"),
    TableOption("csv_codes", ("none", "hierarchies", "all"), menu="files"),
)
"""In the order of the menu."""
