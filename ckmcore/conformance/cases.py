"""A case of protected counts: what is published, and which originals are possible at each level of knowledge.

A case names atoms (the finest groups of records) and cells (sums of atoms), each published alone. It becomes a table of
one variable, whose categories are the atoms, with a group for each cell: tabulated, protected and attacked like any
other. Possible originals are listed one by one; the attack must find their ends and disclose the same cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, DataError
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.frame import columns_of_frame
from ckmcore.ptable import PTable
from ckmcore.risk.attack import Attack, Reading, attack
from ckmcore.risk.enumeration import ListedCell, possible_tables
from ckmcore.risk.evidence import NOT_COMPARED, Flags
from ckmcore.risk.relations import Ints
from ckmcore.risk.tableau import KeyLooks, with_keys
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.spec import Group, Level, TableSpec
from ckmcore.tabulate.tabulate import tabulate

WITHOUT, WITH = "without_consistency", "with_consistency"
# Larger cases are not solved for a reader of the tableau.
TABLEAU_ATOMS = 6


class CaseFaulty(DataError):
    """A case that lacks something, or says something that cannot be. Fields: case, reason."""

    code = "case_faulty"


class CaseDisagrees(CkmError):
    """The attack and the list of all possible originals say different things: a fault of this program. Fields: case,
    level."""

    code = "case_disagrees"


class CaseUndecided(DataError):
    """Originals of which it is not decided whether keys exist: an arc of the tableau is too short. Fields: case."""

    code = "case_undecided"


@dataclass(frozen=True, eq=False)
class CountCase:
    """A case as it is solved: its table, and of each cell its atoms and its place among the lines of the table.

    Atoms that are declared to be empty are no categories; cells of such atoms alone stand in `void`.
    """

    name: str
    data: Microdata
    raw: RawTable
    method: Method
    shown: ProtectedTable
    atoms: tuple[str, ...]
    cells: Mapping[str, tuple[int, ...]]
    places: Mapping[str, int]
    exempt: frozenset[str]
    void: tuple[str, ...]


def read_case(case: Mapping[str, Any], ptables: Mapping[str, PTable]) -> CountCase:
    """A case of a file; `expected` is not looked at. Raises CaseFaulty, and what protecting raises."""
    name = str(case.get("id", "?"))
    try:
        method = _method(case["method"], ptables)
        empty = set(case.get("structural_zeros", ()))
        atoms = tuple(one for one in case["atoms"] if one not in empty)
        keys = [(atom, key) for atom in atoms for key in case["record_keys"][atom]]
        inside = {cell: [one for one in held if one not in empty] for cell, held in case["cells"].items()}
        exempt = frozenset(case.get("exempt", ()))
        place = {atom: at for at, atom in enumerate(atoms)}
        cells = {cell: tuple(place[one] for one in held) for cell, held in inside.items() if held}
    except KeyError as fault:
        raise CaseFaulty(case=name, reason=str(fault)) from fault
    data = _microdata(atoms, keys)
    groups = tuple(Group(Texts.same(cell), tuple(inside[cell])) for cell in cells)
    raw = tabulate(data, TableSpec(rows=[Level(_ATOM, groups=groups, groups_only=True, total="off")]))
    lines = [node.label.text("en") for node in raw.blocks[0].dimensions[0].nodes]
    places = {cell: lines.index(cell) for cell in cells}
    if exempt:
        official = np.zeros(raw.blocks[0].shape, dtype=np.bool_)
        official[[places[cell] for cell in exempt]] = True
        blocks = (replace(raw.blocks[0], exempt=official),)
        raw = replace(raw, blocks=blocks, parts={(): blocks})
    void = tuple(cell for cell, held in inside.items() if not held)
    return CountCase(name, data, raw, method, method.protect(raw), atoms, cells, places, exempt, void)


_ATOM = "ATOM"


def _microdata(atoms: Sequence[str], keys: Sequence[tuple[str, str]]) -> Microdata:
    import pandas as pd

    column = pd.Categorical([atom for atom, _ in keys], categories=list(atoms))
    frame = pd.DataFrame({_ATOM: column, "KEY": pd.Series([key for _, key in keys], dtype="str")})
    return Microdata(**columns_of_frame(frame, [_ATOM], "KEY"))


def _method(asked: Mapping[str, Any], ptables: Mapping[str, PTable]) -> Method:
    if asked["kind"] == "cell_key":
        return CellKeyMethod(ptables[asked["ptable"]], threshold=int(asked.get("threshold", 0)))
    if asked["kind"] == "rounding":
        return Rounding(int(asked["base"]))
    if asked["kind"] == "keyed_rounding":
        return KeyedRounding(int(asked["base"]))
    raise KeyError(asked["kind"])


def published_of(case: CountCase) -> dict[str, Any]:
    """What each cell shows: its figure, or its sign."""
    block, found = case.shown.blocks[0], {}
    for cell, place in case.places.items():
        sign = Sign.NONE if block.signs is None else Sign(int(block.signs[0][place]))
        found[cell] = int(block.figures[0][place]) if sign.keeps_figure else sign.text
    return found | dict.fromkeys(case.void, 0)


def levels_of(case: CountCase) -> tuple[IntruderScenario, ...]:
    """The levels of knowledge at which a method of this kind is solved."""
    noise = case.method.count_noise
    if noise.ptable is not None:
        return tuple(one for one in get_args(IntruderScenario) if one != "tableau" or len(case.atoms) <= TABLEAU_ATOMS)
    few = len(case.atoms) <= TABLEAU_ATOMS and noise.tableau is not None
    return ("zero_rule", "tableau") if few else ("zero_rule",)


def solved_case(case: CountCase) -> dict[str, dict[str, dict[str, Any]]]:
    """What stands under `expected`: knowledge -> without and with consistency -> solutions, possible originals and
    disclosed cells (of a reader without any parameter the least originals). A level that stays undecided is left out.
    Raises CaseDisagrees."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for level in levels_of(case):
        kinds = (WITH,) if level == "tableau" else (WITHOUT, WITH)
        try:
            found[level] = {kind: _solved(case, level, consistency=kind == WITH) for kind in kinds}
        except CaseUndecided:
            continue  # the other levels stand
    return found


def _solved(case: CountCase, level: IntruderScenario, *, consistency: bool) -> dict[str, Any]:
    attacked = attack(case.raw, case.data, case.method, protected=case.shown, knowledge=level, consistency=consistency)
    figures = attacked.table.places[()][0]
    low = {cell: int(attacked.known.low[figures[place]]) for cell, place in case.places.items()}
    if level == "nothing":
        return {"least": low | dict.fromkeys(case.void, 0)}
    tables = _listed(case, level, consistency=consistency)
    sums = {cell: tables[:, list(inside)].sum(axis=1) for cell, inside in case.cells.items()}
    possible = {cell: np.unique(values).tolist() for cell, values in sums.items()}
    disclosed = [cell for cell, values in possible.items() if len(values) == 1 and cell not in case.exempt]
    _compare(case, level, attacked, figures, possible, disclosed)
    return {
        "solutions": len(tables),
        "possible": possible | {cell: [0] for cell in case.void},
        "disclosed": [*disclosed, *case.void],
    }


def _compare(
    case: CountCase,
    level: IntruderScenario,
    attacked: Attack,
    figures: Ints,
    possible: Mapping[str, Sequence[int]],
    disclosed: Sequence[str],
) -> None:
    """Raises CaseDisagrees where the attack of the window says something else than the list of all originals."""
    known = attacked.known
    places = {cell: int(figures[place]) for cell, place in case.places.items()}
    named = {one.figure for one in attacked.disclosed}
    alike = all(
        (int(known.low[places[cell]]), int(known.high[places[cell]])) == (values[0], values[-1])
        for cell, values in possible.items()
    )
    # What a figure alone leaves no choice of is nothing that the attack found.
    same = {cell for cell in case.cells if places[cell] in named} == {
        cell for cell in disclosed if attacked.counted[places[cell]]
    }
    if not (alike and same and not attacked.undecided):
        raise CaseDisagrees(case=case.name, level=level)


def _listed(case: CountCase, level: IntruderScenario, *, consistency: bool) -> Ints:
    """All tables of the atoms that are possible."""
    reading = Reading.of(len(case.cells))
    numbers = {cell: at for at, cell in enumerate(case.cells)}
    where = np.full(case.raw.blocks[0].shape, -1, dtype=np.int64)
    for cell, place in case.places.items():
        where[place] = numbers[cell]
    places: dict[Conditions, list[Ints]] = {(): [where]}
    exempt: dict[Conditions, list[Flags | None]] = {(): [case.raw.blocks[0].exempt]}
    mark = case.name if consistency else None
    reading.add_table(case.shown, places, case.method, level, True, case.raw, exempt, mark)
    codes = next(iter(reading.appearances.channels.values()), np.full(len(case.cells), NOT_COMPARED))
    cells = []
    for cell, at in numbers.items():
        values = reading.allowed.get(at)
        if values is None:
            values = np.arange(int(reading.low[at]), int(reading.high[at]) + 1)
        shown = None if codes[at] == NOT_COMPARED else int(codes[at])
        cells.append(ListedCell(case.cells[cell], values, shown))
    tables = possible_tables(cells, len(case.atoms))
    tableau = case.method.count_noise.tableau
    if level != "tableau" or tableau is None:
        return tables
    block = case.shown.blocks[0]
    signs = None if block.signs is None else block.signs[0]
    least, most = case.method.count_noise.figures(block.figures[0], signs)
    looks = KeyLooks.of(tableau, len(case.cells))
    for cell, place in case.places.items():
        if cell not in case.exempt:
            looks.least[numbers[cell]], looks.most[numbers[cell]] = least[place], most[place]
    members = {numbers[cell]: inside for cell, inside in case.cells.items()}
    verdicts = [with_keys(table, members, looks) for table in tables]
    if "undecided" in verdicts:
        raise CaseUndecided(case=case.name)
    return tables[[one == "possible" for one in verdicts]]
