"""The board of methods: the rows of Übersicht 1 (WISTA 6/2019) with measures, grades, and the boundaries of grades.

The grades are our own: each follows from a measure by a boundary that is shown beside it. What no figure decides has no
grade. Cell suppression is not in the source; it has measures like the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf
from typing import Literal

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.messages import Sentence, say, sentence
from ckmcore.rivals.comparison import MEASURES, RivalComparison, RivalMeasures

BoardGrade = Literal["good", "fair", "poor", "open", "not_measured"]

# Shares are shown in percent; others are counts, deviations and seconds.
_SHARES = frozenset(
    """small_true small_shown_true groups_shown_true least_true least_from_small small_posterior
    not_computable not_shown value_not_shown changed relative_gap relative_deviation largest_relative sensitive_near
    unplanned_relative mean_width unplanned_possible unplanned_not_shown""".split()  # noqa: SIM905
)
_FRACTIONS = frozenset(
    "mean_gap mean_deviation mean_deviation_filled unplanned_deviation unplanned_ratio seconds seconds_table".split()  # noqa: SIM905
)
# No figure decides these.
_WORDS = ("explain", "introduction")


@dataclass(frozen=True)
class GradeBoundary:
    """Up to which value of a measure a grade is good, and up to which it is fair; with `more`, from which value."""

    measure: str
    good: float
    fair: float
    more: bool = False

    def grade(self, value: float) -> BoardGrade:
        sign = -1 if self.more else 1
        if sign * value <= sign * self.good:
            return "good"
        return "fair" if sign * value <= sign * self.fair else "poor"

    def text(self, language: Language) -> str:
        ends = {"good": _number(self.measure, self.good, language), "fair": _number(self.measure, self.fair, language)}
        code = "rivals_from" if self.more else "rivals_to"
        return say(code if self.good != self.fair else f"{code}_good", language, **ends)


BOUNDARIES: Mapping[str, tuple[GradeBoundary, ...]] = {
    # The shares of small counts are those of the comparison of perturbation methods.
    "primary": (GradeBoundary("small_true", 0.65, 0.75),),
    "secondary": (GradeBoundary("disclosed", 0, 0), GradeBoundary("below_level", 0, 0)),
    "consistency": (GradeBoundary("differing", 0, 0),),
    "additivity": (GradeBoundary("mean_gap", 0, 3), GradeBoundary("relative_gap", 0.05, 0.2)),
    "loss": (
        GradeBoundary("mean_deviation", 1, 3),
        GradeBoundary("relative_deviation", 0.05, 0.2),
        GradeBoundary("not_shown", 0.05, 0.05),
    ),
    "unplanned": (
        GradeBoundary("unplanned_deviation", 1, 3),
        GradeBoundary("unplanned_relative", 0.05, 0.2),
        GradeBoundary("unplanned_not_shown", 0.05, 0.05),
    ),
    "flexibility": (
        GradeBoundary("unplanned_ratio", 1.5, 3),
        GradeBoundary("unplanned_possible", 0.95, 0.8, more=True),
    ),
    "decentral": (GradeBoundary("parts_differing", 0, 0), GradeBoundary("parts_below_level", 0, 0)),
    "running": (GradeBoundary("new_run", 0, 1),),
}
"""What the grade of each criterion follows from; the worst of its measures counts."""


@dataclass(frozen=True)
class BoardCell:
    """The grade of a method by a criterion. reason: why there is none, or what no figure says."""

    grade: BoardGrade
    reason: Sentence | None = None


@dataclass(frozen=True)
class BoardLine:
    """A measure with the figure of each method. texts: "not measured" where it was not, "–" where it does not apply."""

    measure: str
    title: str
    boundary: str
    numbers: tuple[float | None, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class BoardRow:
    """A row of Übersicht 1: its criterion, the grade of each method, and the measures behind it."""

    criterion: str
    title: str
    cells: tuple[BoardCell, ...]
    lines: tuple[BoardLine, ...]


def board_rows(compared: RivalComparison, language: Language) -> tuple[BoardRow, ...]:
    """All rows of the board, with the methods in the order of the comparison."""
    rows = []
    for criterion, names in MEASURES.items():
        lines = tuple(
            _line(criterion, name, compared, language)
            for name in names
            if any(name in method.values for method in compared.methods)
        )
        cells = tuple(board_cell(criterion, method) for method in compared.methods)
        rows.append(BoardRow(criterion, row_title(criterion, language), cells, lines))
    return tuple(rows)


def row_title(criterion: str, language: Language) -> str:
    """The name of a criterion."""
    own = criterion in ("loss", "unplanned")
    return say(f"rivals_row_{criterion}" if own else f"criterion_{criterion}", language)


def board_cell(criterion: str, method: RivalMeasures) -> BoardCell:
    """The grade of a method by a criterion: the worst that its measures give, open where the attack did not end."""
    if criterion in _WORDS:
        return BoardCell("not_measured", sentence(f"reason_{criterion}_{method.family}"))
    if method.fault is not None:
        return BoardCell("not_measured", sentence("rivals_fault_is", reason=method.fault))
    judged = [
        (boundary, method.values[boundary.measure])
        for boundary in BOUNDARIES[criterion]
        if boundary.measure in method.values
    ]
    grades = [boundary.grade(value) for boundary, value in judged if value is not None]
    if "poor" in grades:
        return BoardCell("poor")
    if not grades or len(grades) < len(judged):
        return BoardCell("not_measured", None if judged else sentence("rivals_no_measure"))
    if criterion == "secondary" and method.values.get("undecided"):
        return BoardCell("open")
    return BoardCell("fair" if "fair" in grades else "good")


def measure_text(name: str, value: float | None, language: Language) -> str:
    """A figure of a measure, without its unit."""
    return say("rivals_not_measured", language) if value is None else _number(name, value, language)


def grade_text(cell: BoardCell, language: Language) -> str:
    """A grade with its reason."""
    grade = say(f"grade_{cell.grade}", language)
    return grade if cell.reason is None else f"{grade}: {cell.reason.text(language)}"


def is_share(name: str) -> bool:
    """Whether the figures of a measure are shares, shown in percent."""
    return name in _SHARES


def _line(criterion: str, name: str, compared: RivalComparison, language: Language) -> BoardLine:
    boundary = next((each for each in BOUNDARIES[criterion] if each.measure == name), None)
    texts = tuple(
        measure_text(name, method.values[name], language) if name in method.values else "–"
        for method in compared.methods
    )
    return BoardLine(
        name,
        say(f"rivals_{name}", language),
        "" if boundary is None else boundary.text(language),
        tuple(method.values.get(name) for method in compared.methods),
        texts,
    )


def _number(name: str, value: float, language: Language) -> str:
    if isinf(value):
        return "∞"
    if name in _SHARES:
        return decimal_text(100 * value, 1, language)
    return decimal_text(value, 2 if name in _FRACTIONS else 0, language)
