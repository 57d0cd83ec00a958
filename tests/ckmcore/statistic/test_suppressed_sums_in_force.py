"""Sums under cell suppression in force: sensitive ones by rules, attacked by a reader who solves linear programs."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.verdict import Verdict
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.release.verify import outcome
from ckmcore.statistic.kept_beside import suppression_method
from tests.kit.fails import fails
from tests.kit.suppressed_firms import AREAS, KINDS, SIZES, firms

RULES = PrimaryRules(minimum_frequency=3, p_percent=15)
VALUES = [ckm.Value(), ckm.Value("sum", magnitude="turnover", decimals=1)]
SPECS = {
    "kinds": ckm.TableSpec("area", "kind", values=VALUES),
    "sizes": ckm.TableSpec("kind", "size", values=VALUES),
    "areas": ckm.TableSpec("area", "size", values=VALUES),
}
NAMES = {"kinds": ("area", "kind"), "sizes": ("kind", "size"), "areas": ("area", "size")}
CODES = {"area": AREAS, "kind": KINDS, "size": SIZES}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    firms().to_csv(tmp_path / "firms.csv", index=False)
    path = tmp_path / "firms.ckm"
    with ckm.create_statistic(path, "Firms", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "firms.csv", ["area", "kind", "size"], magnitudes=["turnover"])
        for name, spec in SPECS.items():
            work.save_table(name, spec)
        with fails("rivals_rules", magnitude="turnover"):
            work.find_patterns(["kinds"], least=3)
        assert work.find_patterns(["kinds", "sizes"], least=3, rules=RULES).verdict is Verdict.HELD
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-01-05"))
    return path


def contributions(names: tuple[str, ...], codes: tuple[str, ...]) -> list[int]:
    """The turnovers of a cell in tenths, largest first."""
    frame = firms()
    mask = np.ones(len(frame), dtype=bool)
    for name, code in zip(names, codes, strict=True):
        mask &= (frame[name] == code).to_numpy() if code else True
    return sorted((round(10 * turnover) for turnover in frame.loc[mask, "turnover"]), reverse=True)


def level(turnovers: list[int]) -> int:
    """The largest level of the two rules, 0 where none marks the cell."""
    if not turnovers:
        return 0
    total, first = sum(turnovers), turnovers[0]
    rest = total - sum(turnovers[:2])
    levels = [0]
    if 100 * rest < 15 * first:
        levels.append(max(1, -((100 * rest - 15 * first) // 100)))
    if len(turnovers) < 3:
        levels.append(max(1, -(-15 * total // 100)))
    return max(levels)


def shown(table: ProtectedTable, names: tuple[str, ...], value: int) -> dict[tuple[str, ...], int | None]:
    cells = {}
    for codes in product(*(("", *CODES[name]) for name in names)):
        place = {name: code for name, code in zip(names, codes, strict=True) if code}
        sign = table.sign(place, value=value)
        cells[codes] = None if sign is Sign.UNKNOWN else int(table.value(place, value=value))
    return cells


def interval(
    published: dict[tuple[str, ...], dict[tuple[str, ...], int | None]], names: tuple[str, ...], codes: tuple[str, ...]
) -> tuple[float, float]:
    """What a reader of all published sums concludes of one: linear programs over all combinations, at least 0."""
    every = tuple(CODES)
    atoms = list(product(*CODES.values()))

    def line(of: tuple[str, ...], cell: tuple[str, ...]) -> list[float]:
        wanted = {name: code for name, code in zip(of, cell, strict=True) if code}
        return [float(all(atom[every.index(name)] == code for name, code in wanted.items())) for atom in atoms]

    known = [
        (line(of, cell), figure)
        for of, cells in published.items()
        for cell, figure in cells.items()
        if figure is not None
    ]
    sums: Any = {"A_eq": np.array([each for each, _ in known]), "b_eq": [figure for _, figure in known]}
    ends = []
    for sign in (1, -1):
        answer: Any = linprog([sign * number for number in line(names, codes)], **sums, bounds=(0, None))
        ends.append(-sign * np.inf if answer.status == 3 else sign * answer.fun)
    return ends[0], ends[1]


def check_tables(work: ckm.WorkingStatistic, tables: list[str]) -> int:
    """Check the sums of tables as published; gives the number of sensitive ones."""
    published = {NAMES[name]: shown(work.draft(name).table, NAMES[name], 1) for name in tables}
    sensitive = 0
    for names, cells in published.items():
        for codes, figure in cells.items():
            turnovers = contributions(names, codes)
            total, wanted = sum(turnovers), level(turnovers)
            if wanted:
                sensitive += 1
                assert figure is None
                low, high = interval(published, names, codes)
                assert high >= total + wanted - 1e-6
                assert low <= max(total - wanted, 0) + 1e-6
            elif figure is not None:
                assert figure == total
    return sensitive


def test_sensitive_sums_have_signs_and_stay_open_by_their_levels_also_after_a_release(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna") as work:
        assert check_tables(work, ["kinds", "sizes"]) > 2
        counts = shown(work.draft("kinds").table, NAMES["kinds"], 0)
        sums = shown(work.draft("kinds").table, NAMES["kinds"], 1)
        assert all(sums[codes] is None for codes, count in counts.items() if count is None)
        for name in ("kinds", "sizes"):
            number = work.submit(name)
            work.approve(number, person="Berta")
            work.write(number, path.parent / "released")
        before = work.draft("kinds").table.blocks[0]
    second = ckm.Decision("Board", "2026-02-05", remark="A further table", second_person="Berta")
    with ckm.work_on_statistic(path, person="Anna") as work:
        later = work.find_patterns(["areas"], least=3, rules=RULES)
        assert later.kept is not None
        work.put_in_force(suppression_method(work.period), second)
        assert check_tables(work, ["kinds", "sizes", "areas"]) > 2
        now = work.draft("kinds").table.blocks[0]
        assert all((a == b).all() for a, b in zip(now.figures, before.figures, strict=True))
        assert now.signs is not None
        assert before.signs is not None
        assert all((a == b).all() for a, b in zip(now.signs, before.signs, strict=True))
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        assert outcome(work.verify(list((path.parent / "released").iterdir()))) == Exit.DONE


def test_sums_can_be_added_to_a_table_that_was_released_with_counts_alone(path: Path) -> None:
    second = ckm.Decision("Board", "2026-02-05", remark="Sums, too", second_person="Berta")
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.save_table("counts", ckm.TableSpec("kind", "size"))
        work.find_patterns(["counts"], least=3)
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-01-06"))
        work.approve(work.submit("counts"), person="Berta")
        before = work.draft("counts").table.blocks[0]
    with ckm.work_on_statistic(path, person="Anna") as work:
        assert work.find_patterns(["sizes"], least=3, rules=RULES).kept is not None
        with fails("suppression_no_pattern"):
            work.draft("sizes")  # the method in force knows no sums
        work.put_in_force(suppression_method(work.period), second)
        now = work.draft("sizes").table.blocks[0]
        assert (now.figures[0] == before.figures[0]).all()
        assert check_tables(work, ["sizes"]) >= 0


def test_a_table_without_its_sums_is_the_same_table_and_the_examination_has_both(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        counts = work.draft(ckm.TableSpec("area", "kind")).table
        both = work.draft("kinds").table
        assert (counts.blocks[0].figures[0] == both.blocks[0].figures[0]).all()
        method = work.period.in_force
        assert method is not None
        block = ckm.examine(ckm.tabulate(work.data(), SPECS["kinds"]), method.method).blocks[0]
        (examined,) = block.magnitudes.values()
        assert examined.values.max() == pytest.approx(firms()["turnover"].sum())
