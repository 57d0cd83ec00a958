"""Variants and tables to evaluate, and how; and a table with its worst cells marked. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict
from ckmcore.errors import CkmError
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, Finding, TestTable, WorstCell, worst_of
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN
from ckmcore.presentation.present import present
from ckmcore.tabulate.layout import Layout
from ckmcore.tabulate.scan import never
from ckmdesk.lab.state.choices import EvaluationChoice
from ckmdesk.lab.state.method_comparison import chosen, without_doubles
from ckmdesk.state.desk_state import DeskState, Trial
from ckmdesk.state.table_view import TableView

if TYPE_CHECKING:
    from ckmcore.lab.quality.candidates import Candidate
    from ckmcore.lab.quality.measure_registry import QualityMeasure
    from ckmcore.lab.risk.publication import Publication
    from ckmcore.release.files_found import FilesFound

AT_HAND = ""
Cell = tuple[int, int, tuple[int, ...]]
"""Value, block and position there."""
MOST_MARKED = 500


def tables_of(state: DeskState, choice: EvaluationChoice, data: Microdata, at_hand: str) -> tuple[TestTable, ...]:
    """Return the chosen tables: the current one (named `at_hand` if untitled), saved ones, and random ones."""
    kept_specs = {} if state.statistic is None else {table.name: table.spec for table in state.statistic.tables}
    test_tables = []
    for name in choice.tables:
        if name == AT_HAND:
            test_tables.append(TestTable(state.table.name or at_hand, state.table.spec))
        elif name in kept_specs:
            test_tables.append(TestTable(name, kept_specs[name]))
    specs = [test_table.spec for test_table in test_tables]
    test_tables = [
        test_table
        for test_table_index, test_table in enumerate(test_tables)
        if test_table.spec not in specs[:test_table_index]
    ]
    if choice.random:
        from ckmcore.lab.quality.random_tables import random_tables

        drawn = random_tables(data, choice.random, choice.random_seed)
        test_tables += [TestTable(f"{spec_number}", spec) for spec_number, spec in enumerate(drawn, start=1)]
    return tuple(test_tables)


def variants_of(state: DeskState, choice: EvaluationChoice) -> list[Candidate]:
    """Return the chosen variants, the method in force first; raises the errors of designing a table."""
    in_force, roundings, variants = chosen(state, choice)
    return without_doubles([*in_force, *variants, *roundings])


def choice_in_force(state: DeskState, choice: EvaluationChoice) -> EvaluationChoice | None:
    """Return what is measured when the page is first opened: the method in force on the chosen tables, without new
    keys. None if no method is in force, or none of the chosen tables has variables."""
    statistic = state.statistic
    if statistic is None or statistic.period.in_force is None:
        return None
    kept_names = {table.name for table in statistic.tables}
    at_hand = bool(state.table.spec.rows or state.table.spec.columns)
    tables = tuple(name for name in choice.tables if name in kept_names or (name == AT_HAND and at_hand))
    if not tables:
        return None
    variants = tuple(variant.name for variant in state.method.variants)
    return replace(
        choice, tables=tables, random=0, in_force=True, left_out=variants, bases=(), keyed=(), monte_carlo=False
    )


Claim = Literal["disclosed", "narrow", "none", "not_finished", "not_tested", "sums_open", "sums_held"]


@dataclass(frozen=True)
class VariantClaim:
    """What may be claimed of a variant on the tables looked at, and what it rests on. It never says *protected*: an
    attack at one level of knowledge on some tables proves no more than that."""

    claim: Claim
    headline: Sentence
    details: tuple[Sentence, ...]


def claim_of(evaluation: Evaluation, variant: int) -> VariantClaim:
    """Return the claim of a variant: the worst that its attacks proved, and not tested where they prove nothing."""
    from ckmcore.lab.risk.intervals import reader_of

    whole, tables, method = (
        evaluation.together[variant],
        evaluation.findings[variant],
        evaluation.variants[variant].method,
    )
    numbers, attack = whole.numbers, whole.linked or whole.attacked
    tested = sum(finding.protected is not None for finding in tables)
    deviation = numbers.get("mean_deviation")
    loss = () if deviation is None else (sentence("verdict_deviation", number=round(deviation, 2)),)
    disclosed, below = int(numbers.get("disclosed", 0)), int(numbers.get("sum_floor", 0))
    if disclosed:
        cells = sum(evaluation.cells(table) for table in range(len(tables)))
        small = int(numbers.get("disclosed_small", 0))
        found_cells = sentence("verdict_disclosed_cells", count=disclosed, cells=cells, small=small)
        return VariantClaim("disclosed", sentence("verdict_disclosed"), (found_cells, *loss))
    if below:
        return VariantClaim("sums_open", sentence("verdict_sums_open"), (sentence("verdict_sums", count=below), *loss))
    if attack is None:
        if whole.attack_verdict is Verdict.HELD:
            return VariantClaim("sums_held", sentence("verdict_sums_held"), loss)
        return VariantClaim("not_tested", sentence("verdict_not_tested"), loss)
    if tested < len(tables) or whole.attack_verdict is not Verdict.HELD:
        open_cells = (sentence("verdict_open_cells", count=int(numbers["undecided"])),) if attack.undecided else ()
        if evaluation.asked.sample and not open_cells:
            open_cells = (sentence("verdict_sample", count=evaluation.asked.sample),)
        if whole.linked is not None and whole.linked.linked.grid is None and not whole.linked.linked.covers:
            open_cells = (*open_cells, sentence("linked_in_part"))
        return VariantClaim(
            "not_finished", sentence("verdict_not_finished"), (*open_cells, *attack.untested[:1], *loss)
        )
    knowledge = evaluation.asked.knowledge if method is None else reader_of(method, evaluation.asked.knowledge)
    none = sentence("verdict_none", knowledge=Texts(knowledge), tables=tested)
    narrow = int(numbers.get("narrow", 0))
    if narrow:
        return VariantClaim("narrow", sentence("verdict_narrow", count=narrow), (none, *loss))
    return VariantClaim("none", none, loss)


@dataclass(frozen=True, eq=False)
class ListedCells:
    """The worst cells by a measure, the worst first, with their marks by table.

    `still_open` counts further cells that may belong to them, which a search left undecided.
    """

    cells: tuple[WorstCell, ...] = ()
    marks: Mapping[int, Mapping[Cell, str]] = field(default_factory=dict)
    still_open: int = 0

    def mark(self, cell: WorstCell) -> str:
        """Return the mark of a cell."""
        return self.marks[cell.table][key_of(cell)]


def key_of(cell: WorstCell) -> Cell:
    """Return the position of a cell in its table: value, block and position in it."""
    return cell.value, cell.block, cell.position


def listed(evaluation: Evaluation, variant: int, kind: QualityMeasure, language: Language) -> ListedCells:
    """The worst cells of a variant by a measure."""
    cells = worst_of(evaluation, variant, kind, MOST_MARKED)
    marks: dict[int, dict[Cell, str]] = {}
    for cell in cells:
        finding = evaluation.findings[variant][cell.table]
        marks.setdefault(cell.table, {})[key_of(cell)] = mark_of(finding, cell, kind, language)
    return ListedCells(cells, marks, kind.open_of(evaluation.together[variant].numbers))


def mark_of(finding: Finding, cell: WorstCell, kind: QualityMeasure, language: Language) -> str:
    """Return what the attack leaves open of a cell ("= 4", "3 … 5"), else its number by the measure."""
    if kind.marked == "interval" and finding.attacked is not None:
        attacked_cell = finding.attacked.cell(cell.value, cell.block, cell.position)
        if attacked_cell is not None:
            return (
                f"= {attacked_cell.low}" if attacked_cell.width == 0 else f"{attacked_cell.low} … {attacked_cell.high}"
            )
    return decimal_text(cell.number, kind.decimals, language)


@dataclass(frozen=True, eq=False)
class MarkedTable:
    """A table as a variant publishes it, with the marked cells by line of the stub, line of the head, value."""

    view: TableView
    places: Mapping[Cell, tuple[int, int, int]]


def marked_table(
    finding: Finding, marks: Mapping[Cell, str], language: Language, chosen: Cell | None = None
) -> MarkedTable | None:
    """Return the table of a finding with cells marked.

    Its sheet is the one with the selected cell, else the first that has a marked cell. None without a protected table.
    """
    shown_protected = finding.protected
    if shown_protected is None:
        return None
    presented = present(shown_protected, None, shown_protected.spec.presentation, PLAIN, language)
    layout = presented.layout
    layer, place_of_cell = 0, dict[Cell, tuple[int, int, int]]()
    for sheet in range(len(layout.layers)):
        places_on_sheet = (
            {} if layout.layers.empty[sheet] else _sheet_positions(shown_protected, layout, sheet, list(marks))
        )
        if (places_on_sheet and not place_of_cell) or (chosen in places_on_sheet and chosen not in place_of_cell):
            layer, place_of_cell = sheet, places_on_sheet
    marked = {sheet_place: marks[cell] for cell, sheet_place in place_of_cell.items()}
    trial = Trial("variant")
    return MarkedTable(
        TableView(shown_protected.spec, presented, presented.values(layer), trial, None, layer, marked), place_of_cell
    )


def _sheet_positions(
    shown_table: ProtectedTable, layout: Layout, layer: int, cells: Sequence[Cell]
) -> dict[Cell, tuple[int, int, int]]:
    """Return the positions of cells on a sheet: line of the stub, line of the head, value; the last for repeated
    cells."""
    result = {}
    for value in sorted({of_value for of_value, _, _ in cells}):
        numbers = [np.zeros(block.shape, dtype=np.int64) for block in shown_table.blocks]
        for cell_number, (of_value, block, position) in enumerate(cells, start=1):
            if of_value == value:
                numbers[block][position] = cell_number
        matrix = layout.matrix(numbers, layer)
        for line, head_line in np.argwhere(matrix).tolist():
            result[cells[int(matrix[line, head_line]) - 1]] = (line, head_line, value)
    return result


def why_disclosed(
    evaluation: Evaluation, variant: int, cell: WorstCell, language: Language, cancelled: Callable[[], bool] = never
) -> str:
    """Describe the sums that force a disclosed cell; "" for a cell that can have several values."""
    from ckmcore.lab.risk.captions import disclosed_text
    from ckmcore.lab.risk.disclosure_proof import disclosure_proof
    from ckmcore.lab.risk.linked_captions import linked_constellation, linked_disclosed_text
    from ckmcore.lab.risk.linked_tables import LinkedCell

    attacked = evaluation.findings[variant][cell.table].attacked
    attacked_cell = None if attacked is None else attacked.cell(*key_of(cell))
    if attacked is None or attacked_cell is None or attacked_cell.width:
        return ""
    linked = evaluation.together[variant].linked
    if linked is None:
        return disclosed_text(
            attacked, attacked_cell, disclosure_proof(attacked, attacked_cell.figure, cancelled=cancelled), language
        )
    number = next(table_index for table_index, table in enumerate(linked.tables) if table is attacked)
    linked_cell = LinkedCell(number, attacked_cell)
    return linked_disclosed_text(
        linked, linked_cell, linked_constellation(linked, linked_cell, cancelled=cancelled), language
    )


class SampleOffered(CkmError):
    """The error for tables whose exact attack takes long. Fields: cells, sample (the number that could be drawn)."""

    code = "linked_offer_sample"


def offer_sample(choice: EvaluationChoice, data: Microdata, tables: Sequence[TestTable]) -> None:
    """Raise SampleOffered before an attack that would take long; not if no attack is possible."""
    from ckmcore.lab.quality.evaluate import of_period_at_hand
    from ckmcore.lab.risk.linked_tables import attack_size

    if not choice.attack or choice.sample:
        return
    try:
        size = attack_size(data, [table.spec for table in of_period_at_hand(tables)])
    except CkmError:
        return
    if size.sample is not None:
        raise SampleOffered(cells=size.cells, sample=size.sample)


def released_tables(
    state: DeskState, choice: EvaluationChoice, data: Microdata, files: FilesFound, cancelled: Callable[[], bool]
) -> tuple[Publication, ...]:
    """Return the tables of the period that readers already have, if they are to be considered.

    files: finds those of data cubes.
    """
    if not choice.with_released or state.statistic is None:
        return ()
    from ckmcore.lab.release.register_attack import register_tables

    tables = register_tables(state.statistic, data, knowledge=choice.knowledge, files=files, cancelled=cancelled)
    return (*tables.tables, *tables.sums)


def asked_of(choice: EvaluationChoice) -> EvaluationRequest:
    """Return the engine's request for a choice; raises evaluation_asked."""
    return EvaluationRequest(
        repetitions=choice.repetitions,
        seed=choice.seed,
        knowledge=choice.knowledge,
        width=choice.width,
        least_units=choice.least_units,
        seconds=float(choice.seconds),
        with_empty=choice.with_empty,
        monte_carlo=choice.monte_carlo,
        attack=choice.attack,
        sample=choice.sample,
    )
