"""Means, shares, changes and ratios under cell suppression in force, attacked by a reader of all of them who knows how
far each is rounded: linear programs over counts and sums of all combinations at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.verdict import Verdict
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.release.verify import outcome
from ckmcore.statistic.kept_beside import suppression_method
from tests.kit.fails import fails
from tests.kit.suppressed_firms import firms

CODES = {"area": "NSW", "kind": "abc", "size": "st"}
ATOMS = list(product(*CODES.values()))
LEAST, PERCENT = 3, 60
RULES = PrimaryRules(minimum_frequency=LEAST, p_percent=PERCENT)
COUNT, SUM = ckm.Value(), ckm.Value("sum", magnitude="turnover", decimals=1)
MEAN = ckm.Value("mean", magnitude="turnover", decimals=1)
ROW = ckm.Value("share", base="row", decimals=1)
COLUMN_SUM = ckm.Value("share", base="column", magnitude="turnover", decimals=1)
GROWTH = ckm.Value("change", "size", against="s", decimals=1)
RATIO = ckm.Value("ratio", base_magnitude="turnover", factor=1000, decimals=1)
SPECS = {
    "kinds": ckm.TableSpec("area", "kind", values=[COUNT, SUM, MEAN, ROW, COLUMN_SUM]),
    "sizes": ckm.TableSpec("kind", "size", values=[MEAN, GROWTH, RATIO]),
    "areas": ckm.TableSpec("area", "size", values=[ROW, COLUMN_SUM]),
}
Cell = dict[str, str]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    firms().to_csv(tmp_path / "firms.csv", index=False)
    path = tmp_path / "firms.ckm"
    with ckm.create_statistic(path, "Firms", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "firms.csv", ["area", "kind", "size"], magnitudes=["turnover"])
        for name, spec in SPECS.items():
            work.save_table(name, spec)
        with fails("rivals_rules", magnitude="turnover"):  # a mean alone needs a pattern of its sums
            work.find_patterns(["sizes"], least=LEAST)
        assert work.find_patterns(["kinds", "sizes", "areas"], least=LEAST, rules=RULES).verdict is Verdict.HELD
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-01-05"))
    return path


def cells_of(spec: ckm.TableSpec) -> list[Cell]:
    names = spec.variables
    every = product(*(("", *CODES[name]) for name in names))
    return [{name: code for name, code in zip(names, codes, strict=True) if code} for codes in every]


def turnovers(cell: Cell) -> list[int]:
    """In tenths, largest first."""
    frame = firms()
    for name, code in cell.items():
        frame = frame[frame[name] == code]
    return sorted((round(10 * each) for each in frame["turnover"]), reverse=True)


def line(cell: Cell, *, sums: bool) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A count or a sum (in tenths) as a row over the counts of all combinations, then their sums."""
    inside = [all(atom[list(CODES).index(name)] == code for name, code in cell.items()) for atom in ATOMS]
    none = np.zeros(len(ATOMS))
    return np.concatenate([none, inside] if sums else [inside, none]).astype(np.float64)


def base_of(value: ckm.Value, spec: ckm.TableSpec, cell: Cell) -> Cell | None:
    """The cell of what a value is divided by; None where there is none."""
    if value.kind == "change":
        return {**cell, "size": "s"} if cell.get("size") == "t" else None
    if value.kind == "share":
        kept = spec.rows[0].variables if value.base == "row" else spec.columns[0].variables
        return {name: code for name, code in cell.items() if name in kept}
    return cell


def told(table: ProtectedTable, value: int, cell: Cell) -> Iterator[tuple[Any, float, float]]:
    """What a figure says: rows with the least and the largest value that they have, halves of the last digit apart."""
    spec = table.spec
    asked, sign = spec.values[value], table.sign(cell, value=value)
    if asked.kind == "count" and sign is not Sign.NONE:
        yield line(cell, sums=False), 1, np.inf
    if sign is not Sign.NONE:
        return
    figure = table.value(cell, value=value)
    if asked.kind in ("count", "sum"):
        yield line(cell, sums=asked.kind == "sum"), figure, figure
        return
    base = base_of(asked, spec, cell)
    assert base is not None
    above = line(cell, sums=bool(asked.magnitude))
    below = line(base, sums=bool(asked.base_magnitude) or (asked.kind == "share" and bool(asked.magnitude)))
    # Sums are in tenths here: a mean is ten times as large, a count per sum a tenth.
    scale = 10**asked.places * {"mean": 0.1, "ratio": 10 * asked.factor}.get(asked.kind, 100)
    if asked.kind == "change":
        above = above - below
    yield above * scale - (figure + 0.5) * below, -np.inf, 0
    yield above * scale - (figure - 0.5) * below, 0, np.inf


def ends(told_rows: list[tuple[Any, float, float]], aim: Any) -> tuple[float, float]:
    """What a reader concludes of a figure: every count and sum is at least 0."""
    same = [(row, low) for row, low, high in told_rows if low == high]
    least = [(-row, -low) for row, low, high in told_rows if low != high and low > -np.inf]
    most = [(row, high) for row, low, high in told_rows if low != high and high < np.inf]
    more = [*least, *most]
    given: dict[str, Any] = {"A_eq": [row for row, _ in same], "b_eq": [value for _, value in same]}
    if more:
        given |= {"A_ub": [row for row, _ in more], "b_ub": [value + 1e-7 for _, value in more]}
    found = []
    for sign in (1, -1):
        answer: Any = linprog(sign * aim, **given, bounds=(0, None))
        assert answer.status in (0, 3), answer.message
        found.append(-sign * np.inf if answer.status == 3 else sign * answer.fun)
    return found[0], found[1]


def closest(told_rows: list[tuple[Any, float, float]], specs: list[ckm.TableSpec]) -> float:
    """The least room above a sensitive sum or a small count, beyond what its level asks; below 0 it is disclosed."""
    rooms = []
    for spec in specs:
        for cell in cells_of(spec):
            own = turnovers(cell)
            total, rest = sum(own), sum(own[2:])
            if 0 < len(own) < LEAST:
                rooms.append(ends(told_rows, line(cell, sums=False))[1] - LEAST)
            if own and 100 * rest < PERCENT * own[0]:
                rooms.append(ends(told_rows, line(cell, sums=True))[1] - total - (PERCENT * own[0] / 100 - rest))
    assert len(rooms) > 6
    return min(rooms)


@pytest.mark.thorough
def test_no_sensitive_figure_is_computed_from_means_shares_changes_and_ratios(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        tables = [work.draft(name).table for name in SPECS]
        # What tables do not show, the pattern takes as published: the reader is given it, too.
        tables += [
            work.draft(spec.with_changes(values=[COUNT, SUM] if "turnover" in spec.magnitudes else [COUNT])).table
            for spec in SPECS.values()
        ]
    rows = [
        each
        for table in tables
        for value in range(len(table.spec.values))
        for cell in cells_of(table.spec)
        for each in told(table, value, cell)
    ]
    assert closest(rows, list(SPECS.values())) >= -1e-3
    # Were one mean shown beside its count where its sum is not, it would give the sum away.
    wanted = [Sign.NONE, Sign.UNKNOWN]
    filled = [cell for cell in cells_of(SPECS["kinds"]) if turnovers(cell)]
    hidden = next(cell for cell in filled if [tables[0].sign(cell, value=value) for value in (0, 1)] == wanted)
    own = turnovers(hidden)
    mean = round(sum(own) / len(own))
    rows += [(line(hidden, sums=True), (mean - 0.5) * len(own), (mean + 0.5) * len(own))]
    low, high = ends(rows, line(hidden, sums=True))
    assert high - low <= len(own) + 1e-3


def test_released_means_and_shares_verify_and_files_hold_nothing_else(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "released"
    forms = [name for name in FORMS if name in ("xlsx", "csv", "genesis", "px", "html", "pdf")]
    assert len(forms) == 6
    with ckm.work_on_statistic(path, person="Anna") as work:
        for name in ("kinds", "sizes"):
            number = work.submit(name, forms=forms)
            work.approve(number, person="Berta")
            work.write(number, folder)
    files = sorted(folder.iterdir())
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        assert outcome(work.verify(files)) == Exit.DONE
    assert main(["leak-check", *map(str, files), "--statistic", str(path)]) == 0
    text = next(file for file in files if file.suffix == ".csv" and "mean" in file.read_text("utf-8").lower())
    assert "have the sign where a figure they are computed from has it" in text.read_text("utf-8")


def test_a_change_between_periods_has_the_sign_where_either_period_has_it(path: Path, tmp_path: Path) -> None:
    later = firms().iloc[:-9]
    later.to_csv(tmp_path / "later.csv", index=False)
    counts = ckm.TableSpec("area", "kind")
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "later.csv", ["area", "kind", "size"], magnitudes=["turnover"])
        work.find_patterns(["kinds"], least=LEAST, rules=RULES)
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2027-01-05"))
        change = ckm.Value("change", "::period", against="::previous", absolute=True)
        over = ckm.TableSpec("area", "kind", ckm.Level("::period", total="off"), values=[COUNT, change])
        series = work.draft(over).table
        now = work.draft(counts).table
        work.choose_period("2025")
        before = work.draft(counts).table
    signs = set()
    for cell in cells_of(counts):
        address = {**cell, "::period": "2026-12-31"}
        both = before.sign(cell), now.sign(cell)
        signs.add(both)
        assert series.sign(address, value=1) is max(both)
        if max(both) is Sign.NONE:
            assert series.value(address, value=1) == now.value(cell) - before.value(cell)
    assert len(signs) > 1
