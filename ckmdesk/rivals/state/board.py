"""The board of four methods: which tables and methods it measures, its rows, and the cells behind a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import isfinite

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.messages import say
from ckmcore.methods.method import Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import MISSING, Microdata
from ckmcore.rivals.board import (
    BOUNDARIES,
    BoardCell,
    BoardGrade,
    BoardLine,
    GradeBoundary,
    board_rows,
    measure_text,
)
from ckmcore.rivals.compared_tables import plain_variables
from ckmcore.rivals.comparison import RivalComparison, compare_rivals
from ckmcore.rivals.measured import MeasuredCell
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.scan import never
from ckmdesk.rivals.state.choices import RIVALS, RivalsChoice
from ckmdesk.state.desk_state import DeskState


@dataclass(frozen=True)
class ShownRow:
    """A row of the board: a criterion with a grade by method, or a measure (`line`) with a figure by method."""

    title: str
    criterion: str
    cells: tuple[BoardCell, ...]
    line: BoardLine | None = None

    @property
    def boundary(self) -> GradeBoundary | None:
        """Return the boundaries of the grade that a measure leads to."""
        if self.line is None:
            return None
        return next((each for each in BOUNDARIES[self.criterion] if each.measure == self.line.measure), None)

    def bounds(self, language: Language) -> str:
        """Return the boundaries as short as their column, such as `≤ 1,00 | 3,00`; "" if there are none."""
        boundary = self.boundary
        if boundary is None:
            return ""
        ends = dict.fromkeys((boundary.good, boundary.fair))
        texts = [measure_text(boundary.measure, end, language) for end in ends]
        return f"{'≥' if boundary.more else '≤'}\N{NO-BREAK SPACE}{' | '.join(texts)}"

    def grade(self, column: int) -> BoardGrade | None:
        """Return the grade of a criterion, or the one that a figure alone would have; None without boundaries."""
        if self.line is None:
            return self.cells[column].grade
        boundary, number = self.boundary, self.line.numbers[column]
        return None if boundary is None or number is None else boundary.grade(number)

    def share(self, column: int) -> float | None:
        """Return the figure as a share of the largest of the row, for its bar."""
        if self.line is None or self.line.numbers[column] is None:
            return None
        number = self.line.numbers[column] or 0.0
        finite = [abs(each) for each in self.line.numbers if each is not None and isfinite(each)]
        largest = max(finite, default=0.0)
        return min(abs(number) / largest, 1.0) if largest else 0.0


def shown_rows(compared: RivalComparison, language: Language) -> tuple[ShownRow, ...]:
    """Return the rows of the board: each criterion, and below it its measures."""
    rows: list[ShownRow] = []
    for row in board_rows(compared, language):
        rows.append(ShownRow(row.title, row.criterion, row.cells))
        rows += [ShownRow(line.title, row.criterion, row.cells, line) for line in row.lines]
    return tuple(rows)


def cells_behind(compared: RivalComparison, row: ShownRow, column: int) -> tuple[MeasuredCell, ...]:
    """Return the cells behind a figure of the board, the worst first."""
    return () if row.line is None else compared.methods[column].cells.get(row.line.measure, ())


# --- what is measured ------------------------------------------------------------------------------------------------


def tables_offered(state: DeskState) -> dict[str, bool]:
    """Return the saved tables by name, and whether the board can measure each."""
    saved = () if state.statistic is None else state.statistic.tables
    return {table.name: _is_plain(table, RIVALS.of(state).magnitude) for table in saved}


def _is_plain(table: SavedTable, magnitude: str) -> bool:
    try:
        plain_variables(table.name, table.spec, magnitude)
    except CkmError:
        return False
    return True


def magnitudes_offered(state: DeskState) -> tuple[str, ...]:
    """Return the magnitudes whose sums a saved table shows."""
    saved = () if state.statistic is None else state.statistic.tables
    return tuple(dict.fromkeys(name for table in saved for name in table.spec.magnitudes if _is_plain(table, name)))


def groups_offered(state: DeskState) -> tuple[str, ...]:
    """Return the variables of the measured tables, by whose categories groups are looked at."""
    return tuple(dict.fromkeys(name for table in tables_measured(state) for name in table.spec.variables))


def board_rules(state: DeskState) -> PrimaryRules:
    """Return the rules by which sums are sensitive: the primary rules, and the number of records of the choice."""
    return replace(state.method.settings.primary, minimum_frequency=RIVALS.of(state).least)


def tables_measured(state: DeskState) -> tuple[SavedTable, ...]:
    """Return the saved tables that the board measures."""
    choice, saved = RIVALS.of(state), () if state.statistic is None else state.statistic.tables
    return tuple(table for table in saved if table.name not in choice.left_out and _is_plain(table, choice.magnitude))


def methods_measured(state: DeskState) -> list[Method]:
    """Return the methods beside suppression and the SAFE principle: the one in force unless it is one of these, and
    rounding."""
    in_force = None if state.statistic is None else state.statistic.period.in_force
    methods: list[Method] = [] if in_force is None or in_force.method.alone else [in_force.method]
    rounding = Rounding(RIVALS.of(state).base)
    return methods if rounding in methods else [*methods, rounding]


def method_in_force(state: DeskState, compared: RivalComparison) -> int | None:
    """Return the number of the compared method that is in force; None if none is."""
    in_force = None if state.statistic is None else state.statistic.period.in_force
    if in_force is None:
        return None
    kinds = [method.kind for method in compared.methods]
    return kinds.index(in_force.method.alone) if in_force.method.alone in kinds else 0


def measured_board(
    data: Microdata,
    tables: tuple[SavedTable, ...],
    methods: list[Method],
    choice: RivalsChoice,
    rules: PrimaryRules,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
) -> RivalComparison:
    """Measure the methods on the tables. Raises the errors of `compare_rivals`."""
    return compare_rivals(
        data,
        {table.name: table.spec for table in tables},
        methods,
        least=choice.least,
        seed=choice.seed,
        seconds=float(choice.seconds),
        further=choice.further,
        groups="" if choice.magnitude else choice.groups,
        magnitude=choice.magnitude,
        rules=rules if choice.magnitude else None,
        progress=progress,
        cancelled=cancelled,
    )


def cell_words(address: Iterable[tuple[str, str]], data: Microdata | None, language: Language) -> str:
    """Return a cell by the labels of its codes; the total of all records if it has none."""
    known = {} if data is None else data.dimensions
    words = []
    for name, code in address:
        dimension, own = known.get(name), MISSING if code.startswith("\0") else code
        words.append(own if dimension is None else dimension.label(own).text(language))
    return " · ".join(words) or say("word_total", language)
