"""A case of protected counts: what is published, and which originals are possible at each level of knowledge.

A case names atoms (the finest groups of records) and cells (sums of atoms), each published alone. It becomes a table of
one variable, whose categories are the atoms, with a group for each cell: tabulated, protected and attacked like any
other. Possible originals are listed one by one; the attack must find their ends and disclose the same cells.

`weights` (of each atom, beside its `record_keys`): each cell publishes its weighted count, too, in multiples of the
method's `weighted_step`. `values` (of a magnitude, "" is none) and `answers` (missing, valid, contributors): each cell
publishes how many of its records say that. The figures beside the count of a cell are called `cell answer` and
`cell weighted_count`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, cast, get_args

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, DataError
from ckmcore.lab.conformance.given import NotedGiven
from ckmcore.lab.risk.attack import Attack, Reading, attack
from ckmcore.lab.risk.enumeration import ListedCell, possible_tables
from ckmcore.lab.risk.identical_cells import NOT_COMPARED, Flags
from ckmcore.lab.risk.relations import Ints, Relations
from ckmcore.lab.risk.tableau import KeyLooks, with_keys
from ckmcore.lab.risk.weight_ratios import WeightRatios
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.dialect import AS_IT_STANDS
from ckmcore.microdata.frame import columns_of_frame
from ckmcore.ptable import PTable
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.spec import Group, Level, TableSpec, Value, ValueKind
from ckmcore.tabulate.tabulate import tabulate

WITHOUT, WITH = "without_consistency", "with_consistency"
# Larger cases are not solved for a reader of the tableau.
TABLEAU_ATOMS = 6


class CaseUndecided(DataError):
    """The error that it is undecided whether keys exist for some originals, since an arc (interval of cell keys) of the
    tableau is too short. Fields: case.
    """

    code = "case_undecided"


@dataclass(frozen=True, eq=False)
class CountCase:
    """A solved case. cells: of each published count the indices of its points; places: of each published count the
    index of its value and its line in the table.

    A point is an atom, or those of its records with a certain entry in the magnitude. weighted: index of the weighted
    count among the values, None without one. Atoms declared to be empty are no categories; void: counts of only such
    atoms. exempt: counts that are published unchanged.
    """

    name: str
    data: Microdata
    raw: RawTable
    method: Method
    shown: ProtectedTable
    points: int
    cells: Mapping[str, tuple[int, ...]]
    places: Mapping[str, tuple[int, int]]
    exempt: frozenset[str]
    void: tuple[str, ...]
    weighted: int | None = None

    def figure(self, attacked: Attack, cell: str) -> int:
        """The figure of a count among those of an attack."""
        number, line = self.places[cell]
        return int(attacked.table.places[self.raw.spec.values[number].own_filter][0][line])


# What a case says in words, or of how it was made.
_WORDS = {"id", "group", "what", "why", "tables", "originals", "published", "expected", "second_method"}


def read_case(case: Mapping[str, Any], ptables: Mapping[str, PTable]) -> CountCase:
    """Read a case of a file, without its `expected` part. ptables: perturbation tables by name. Raises case_faulty,
    case_keys_unused and the errors of protecting."""
    name, case = str(case.get("id", "?")), NotedGiven(case)
    try:
        method = _method(case["method"], ptables)
        empty = set(case.get("structural_zeros", ()))
        atoms = tuple(atom for atom in case["atoms"] if atom not in empty)
        data, held_by = _microdata(case, atoms, empty)
        filled_atoms = {
            cell: [atom for atom in cell_atoms if atom not in empty] for cell, cell_atoms in case["cells"].items()
        }
        exempt = frozenset(case.get("exempt", ()))
        answers: tuple[str, ...] = tuple(case["answers"]) if "values" in case else ()
        kinds = {"": {"missing", "zero", "amount"}, **{answer: _SAY[answer] for answer in answers}}
        position_of = {atom: atom_index for atom_index, atom in enumerate(atoms)}
        lines = [cell for cell, cell_atoms in filled_atoms.items() if cell_atoms]
        groups = tuple(Group(Texts.same(cell), tuple(filled_atoms[cell])) for cell in lines)
    except CkmError:
        raise
    except (KeyError, IndexError, TypeError, ValueError) as fault:
        raise DataError("case_faulty", case=name, reason=str(fault)) from fault
    if unused := [key for key in case.unread() if key not in _WORDS]:
        raise DataError("case_keys_unused", case=name, keys=", ".join(unused))
    values = [Value(), *(Value(cast(ValueKind, answer), magnitude=_MAGNITUDE) for answer in answers)]
    weighted = None if data.weight is None else len(values)
    values += [] if weighted is None else [Value("weighted_count")]
    raw = tabulate(data, TableSpec(rows=[Level(_ATOM, groups=groups, groups_only=True, total="off")], values=values))
    labels = [node.label.text("en") for node in raw.blocks[0].dimensions[0].nodes]
    # Of what records say of the magnitude as much as the values tell apart.
    distinct_marks = list(dict.fromkeys(tuple(holder in who for who in kinds.values()) for holder in held_by))
    cells, places_of_cells = {}, {}
    for kind_index, kind in enumerate(kinds):
        for cell in lines:
            called = f"{cell} {kind}" if kind else cell
            marks_indices = (marks_index for marks_index, marks in enumerate(distinct_marks) if marks[kind_index])
            cells[called] = tuple(
                position_of[atom] * len(distinct_marks) + mark_index
                for atom, mark_index in product(filled_atoms[cell], marks_indices)
            )
            places_of_cells[called] = kind_index, labels.index(cell)
    cells = {called: tuple(sorted(points)) for called, points in cells.items()}
    if exempt:
        official = np.zeros(raw.blocks[0].shape, dtype=np.bool_)
        official[[places_of_cells[cell][1] for cell in exempt]] = True
        blocks = (replace(raw.blocks[0], exempt=official),)
        raw = replace(raw, blocks=blocks, parts={**raw.parts, (): blocks})
    void = tuple(
        f"{cell} {kind}".strip() for kind in kinds for cell, cell_atoms in filled_atoms.items() if not cell_atoms
    )
    points = len(atoms) * len(distinct_marks)
    return CountCase(
        name, data, raw, method, method.protect(raw), points, cells, places_of_cells, exempt, void, weighted
    )


_ATOM, _MAGNITUDE = "ATOM", "VALUE"
_SAY = {"missing": {"missing"}, "valid": {"zero", "amount"}, "contributors": {"amount"}}


def _microdata(case: Mapping[str, Any], atoms: Sequence[str], empty: Collection[str]) -> tuple[Microdata, list[str]]:
    """Records of a case, and what its records may have in its magnitude. atoms: finest categories; empty: structural
    zeros among them."""
    import pandas as pd

    keys = {atom: list(case["record_keys"][atom]) for atom in atoms}
    columns: dict[str, Any] = {
        _ATOM: pd.Categorical([atom for atom in atoms for _ in keys[atom]], categories=list(atoms)),
        "KEY": pd.Series([key for atom in atoms for key in keys[atom]], dtype="str"),
    }
    for atom in empty:
        if case["record_keys"].get(atom):
            raise ValueError(f"{atom}: structural_zeros, record_keys")
    for name, column in (("weights", "WEIGHT"), ("values", _MAGNITUDE)):
        if name in case:
            given_keys = {atom: list(case[name][atom]) for atom in atoms}
            if any(len(given_keys[atom]) != len(keys[atom]) for atom in atoms):
                raise ValueError(f"{name}: record_keys")
            numbers = [str(number) for atom in atoms for number in given_keys[atom]]
            columns[column] = pd.Series([float(number) if number else None for number in numbers], dtype="float64")
    weight = "WEIGHT" if "WEIGHT" in columns else None
    magnitudes = [_MAGNITUDE] if _MAGNITUDE in columns else []
    frame = pd.DataFrame(columns)
    data = Microdata(**columns_of_frame(frame, [_ATOM], "KEY", weight, magnitudes, dialect=AS_IT_STANDS))
    return data, ["missing", "zero", "amount"] if magnitudes else ["amount"]


def _method(method_fields: Mapping[str, Any], ptables: Mapping[str, PTable]) -> Method:
    if method_fields["kind"] == "cell_key":
        step, key = int(method_fields.get("weighted_step", 1)), method_fields.get("weighted_key", "count")
        threshold = int(method_fields.get("threshold", 0))
        return CellKeyMethod(
            ptables[method_fields["ptable"]], threshold=threshold, weighted_step=step, weighted_key=key
        )
    if method_fields["kind"] == "rounding":
        return Rounding(int(method_fields["base"]))
    if method_fields["kind"] == "keyed_rounding":
        return KeyedRounding(int(method_fields["base"]))
    raise KeyError(method_fields["kind"])


def published_of(case: CountCase) -> dict[str, Any]:
    """Published content of each cell: its figures, or its signs."""
    block, texts = case.shown.blocks[0], {}
    more = (
        {}
        if case.weighted is None
        else {
            f"{cell} weighted_count": (case.weighted, line)
            for cell, (number, line) in case.places.items()
            if not number
        }
    )
    for cell, (number, line) in {**case.places, **more}.items():
        sign = Sign.NONE if block.signs is None else Sign(int(block.signs[number][line]))
        texts[cell] = int(block.figures[number][line]) if sign.keeps_figure else sign.text
    return texts | dict.fromkeys(case.void, 0)


def levels_of(case: CountCase) -> tuple[IntruderScenario, ...]:
    """Levels of an intruder's knowledge at which a case is solved. Where weighted counts are published or there are
    many points, the level of the tableau is left out, since its attack does not list all originals."""
    noise = case.method.count_noise
    few = case.points <= TABLEAU_ATOMS and case.weighted is None
    if noise.ptable is not None:
        return tuple(level for level in get_args(IntruderScenario) if level != "tableau" or few)
    return ("zero_rule", "tableau") if few and noise.tableau is not None else ("zero_rule",)


def solved_case(case: CountCase) -> dict[str, dict[str, dict[str, Any]]]:
    """Solve what `expected` of a case holds: knowledge -> without and with consistency -> number of solutions, possible
    originals and disclosed cells. For a reader without any parameter only the least originals are given.

    Undecided levels are left out. Raises case_disagrees.
    """
    found_solved_case: dict[str, dict[str, dict[str, Any]]] = {}
    for level in levels_of(case):
        kinds = (WITH,) if level == "tableau" else (WITHOUT, WITH)
        try:
            found_solved_case[level] = {kind: _solved(case, level, consistency=kind == WITH) for kind in kinds}
        except CaseUndecided:
            continue  # the other levels stand
    return found_solved_case


def _solved(case: CountCase, level: IntruderScenario, *, consistency: bool) -> dict[str, Any]:
    attacked = attack(case.raw, case.data, case.method, protected=case.shown, knowledge=level, consistency=consistency)
    if level == "nothing":
        low = {cell: int(attacked.known.low[case.figure(attacked, cell)]) for cell in case.places}
        return {"least": low | dict.fromkeys(case.void, 0)}
    tables = _possible_tables(case, level, consistency=consistency)
    sums = {cell: tables[:, list(inner_cell)].sum(axis=1) for cell, inner_cell in case.cells.items()}
    possible = {cell: np.unique(values).tolist() for cell, values in sums.items()}
    disclosed = [cell for cell, values in possible.items() if len(values) == 1 and cell not in case.exempt]
    _compare(case, level, attacked, possible, disclosed)
    return {
        "solutions": len(tables),
        "possible": possible | {cell: [0] for cell in case.void},
        "disclosed": [*disclosed, *case.void],
    }


def _compare(
    case: CountCase,
    level: IntruderScenario,
    attacked: Attack,
    possible: Mapping[str, Sequence[int]],
    disclosed: Sequence[str],
) -> None:
    """Raise case_disagrees where the attack of the program differs from the list of all originals."""
    knowledge = attacked.known
    figure_of = {cell: case.figure(attacked, cell) for cell in case.places}
    named_figures = {attacked_cell.figure for attacked_cell in attacked.disclosed}
    ends = {cell: (int(knowledge.low[figure_of[cell]]), int(knowledge.high[figure_of[cell]])) for cell in possible}
    alike = all(ends[cell] == (values[0], values[-1]) for cell, values in possible.items())
    if case.weighted is not None and level != "zero_rule":
        # Where no figure holds a record for certain, an end may need a weight on the open end of its bounds.
        alike = all(ends[cell][0] <= values[0] and values[-1] <= ends[cell][1] for cell, values in possible.items())
    # What a figure alone leaves no choice of is nothing that the attack found.
    same = {cell for cell in case.cells if figure_of[cell] in named_figures} == {
        cell for cell in disclosed if attacked.counted[figure_of[cell]]
    }
    if not (alike and same and not attacked.undecided):
        raise CkmError("case_disagrees", case=case.name, level=level)


def _possible_tables(case: CountCase, level: IntruderScenario, *, consistency: bool) -> Ints:
    """All possible tables of the points, as rows of counts."""
    reading = Reading.of(len(case.cells), case.data)
    numbers = {cell: cell_index for cell_index, cell in enumerate(case.cells)}
    figures_by_filter: dict[Conditions, list[Ints]] = {}
    exempt: dict[Conditions, list[Flags | None]] = {}
    for cell, (number, line) in case.places.items():
        own_filter = case.raw.spec.values[number].own_filter
        block = case.raw.part(own_filter)[0]
        exempt[own_filter] = [block.exempt]
        where = figures_by_filter.setdefault(own_filter, [np.full(block.shape, -1, dtype=np.int64)])[0]
        where[line] = numbers[cell]
    mark = case.name if consistency else None
    reading.add_table(case.shown, figures_by_filter, case.method, level, True, case.raw, exempt, mark)
    channels = list(reading.appearances.channels.values())
    cells = []
    for cell, figure in numbers.items():
        values = reading.allowed.get(figure)
        if values is None:
            values = np.arange(int(reading.low[figure]), int(reading.high[figure]) + 1)
        # Cells of the same records show the same in every channel.
        codes = [
            (int(channel[figure]), channel_index)
            for channel_index, channel in enumerate(channels)
            if channel[figure] != NOT_COMPARED
        ]
        cells += [ListedCell(case.cells[cell], values, code, number) for code, number in codes]
        cells += [] if codes else [ListedCell(case.cells[cell], values, None)]
    tables = possible_tables(cells, case.points)
    if case.weighted is not None:
        tables = _with_weights(case, reading, tables)
    tableau = case.method.count_noise.tableau
    if level != "tableau" or tableau is None:
        return tables
    shown_block = case.shown.blocks[0]
    looks = KeyLooks.of(tableau, len(case.cells))
    for cell, (number, line) in case.places.items():
        if cell not in case.exempt:
            signs = None if shown_block.signs is None else shown_block.signs[number]
            least, upper = case.method.count_noise.figures(shown_block.figures[number], signs)
            looks.least[numbers[cell]], looks.most[numbers[cell]] = least[line], upper[line]
    members = {numbers[cell]: inner_cell for cell, inner_cell in case.cells.items()}
    verdicts = [with_keys(table, members, looks) for table in tables]
    if "undecided" in verdicts:
        raise CaseUndecided(case=case.name)
    return tables[[verdict == "possible" for verdict in verdicts]]


def _with_weights(case: CountCase, reading: Reading, tables: Ints) -> Ints:
    """Filter tables of points: only those whose cells can have weights that publish the weighted counts stay."""
    count = len(case.cells)
    lengths = [len(inner_cell) for inner_cell in case.cells.values()]
    part_figures = np.array(
        [count + point for inner_cell in case.cells.values() for point in inner_cell], dtype=np.int64
    )
    starts = np.cumsum([0, *lengths]).astype(np.int64)
    sums = Relations(count + case.points, np.arange(count), part_figures, starts, np.ones(count, dtype=np.bool_))
    ratios = reading.ratios()
    if not ratios:
        return tables
    kept_keeps = []
    for table in tables:
        values = np.concatenate([[table[list(inner_cell)].sum() for inner_cell in case.cells.values()], table]).astype(
            np.int64
        )
        weights = WeightRatios(sums, None, ratios, values > 0)  # of this table it is known who is there
        kept_keeps.append(weights.keeps(values))
        # Neither weights nor a row that excludes them was found.
        if not kept_keeps[-1] and weights.broken(values) is None:
            raise CaseUndecided(case=case.name)
    return tables[np.array(kept_keeps, dtype=np.bool_)]
