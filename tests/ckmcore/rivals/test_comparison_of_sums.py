"""Sums of a magnitude on the board: figures computed again from the records by pandas and scipy."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import linprog

import ckmcore as ckm
from ckmcore.keys.record_keys import generate_keys
from ckmcore.methods.primary import PrimaryRules
from ckmcore.rivals.compared_tables import ComparedTables, SumsCompared
from ckmcore.rivals.comparison import RivalComparison, _Asked, _Tried, compare_rivals
from tests.kit.fails import fails

RULES = PrimaryRules(p_percent=20)
BASE = 100


def firms() -> pd.DataFrame:
    draw = np.random.default_rng(11)
    frame = pd.DataFrame({"area": draw.choice(list("NSW"), 40), "size": draw.choice(list("abcd"), 40)})
    frame["turnover"] = np.round(draw.lognormal(5, 1.2, 40)).astype(int)
    return frame


def cells(frame: pd.DataFrame) -> dict[tuple[str, str], list[int]]:
    """The turnovers of each cell, "" for a total."""
    every: dict[tuple[str, str], list[int]] = {}
    for area, size, turnover in frame.itertuples(index=False):
        for a, s in product((area, ""), (size, "")):
            every.setdefault((a, s), []).append(turnover)
    return every


def data() -> ckm.Microdata:
    return ckm.Microdata.from_pandas(firms(), ["area", "size"], magnitudes=["turnover"])


TABLES = {"t": ckm.TableSpec("area", "size", values=[ckm.Value("sum", magnitude="turnover")])}


@pytest.fixture(scope="module")
def compared() -> RivalComparison:
    rounding = ckm.Rounding(2, magnitude_bases=[("turnover", BASE)])
    return compare_rivals(data(), TABLES, [rounding], magnitude="turnover", rules=RULES)


def levels() -> dict[tuple[str, str], float]:
    """The levels of the p % rule: p % of the largest less what the two largest leave, at least 1."""
    found = {}
    for cell, turnovers in cells(firms()).items():
        first, rest = max(turnovers), sum(sorted(turnovers)[:-2])
        if 100 * rest < 20 * first:
            found[cell] = max(1, -((100 * rest - 20 * first) // 100))
    return found


def test_rounded_sums_are_measured_by_their_relative_deviation(compared: RivalComparison) -> None:
    values = compared.methods[0].values
    sums = {cell: sum(turnovers) for cell, turnovers in cells(firms()).items()}
    shown = {cell: (2 * total + BASE) // (2 * BASE) * BASE for cell, total in sums.items()}
    sizes = [abs(shown[cell] - total) / total for cell, total in sums.items()]
    assert values["relative_deviation"] == pytest.approx(np.mean(sizes))
    assert values["largest_relative"] == pytest.approx(max(sizes))
    near = [abs(shown[cell] - sums[cell]) < level for cell, level in levels().items()]
    assert compared.small == len(near) > 1
    assert values["sensitive_near"] == pytest.approx(np.mean(near))


def test_rounded_sums_are_attacked_over_all_sums_by_readers_who_know_the_base(compared: RivalComparison) -> None:
    """The interval of each sensitive sum again, by linear programs over the combinations of all categories."""
    values = compared.methods[0].values
    sums = {cell: sum(turnovers) for cell, turnovers in cells(firms()).items()}
    atoms = list(product("NSW", "abcd"))
    lines = [[float(cell[0] in ("", a) and cell[1] in ("", s)) for a, s in atoms] for cell in sums]
    shown = np.array([(2 * total + BASE) // (2 * BASE) * BASE for total in sums.values()])
    most, least = shown + BASE // 2 - 1, np.maximum(shown - BASE // 2, 0)
    near = 0
    for cell, level in levels().items():
        at = list(sums).index(cell)
        ends = []
        for sign in (1, -1):
            answer: Any = linprog(
                [sign * number for number in lines[at]],
                A_ub=np.vstack([lines, -np.array(lines)]),
                b_ub=np.concatenate([most, -least]),
                bounds=(0, None),
            )
            ends.append(sign * answer.fun)
        low, high = ends
        near += low > max(sums[cell] - level, 0) + 1e-6 or high < sums[cell] + level - 1e-6
    assert values["below_level"] == near
    assert 0 < near <= len(levels())
    assert (values["disclosed"], values["undecided"]) == (0, 0)
    assert compared.methods[0].limits[0].text("en") == (
        "Assumed: readers know how sums are rounded, and all these tables."
    )


def test_perturbed_sums_are_not_attacked_and_the_reason_is_given() -> None:
    chosen = ckm.magnitude_settings("T(1)", "N(0.1)")
    large = ckm.design_magnitudes(5, 1.0)
    method = ckm.MagnitudeCellKeyMethod(ckm.design_ptable(D=2, V=1.08, js=1), large=large, settings=chosen)
    records = replace(data(), record_keys=generate_keys(40))
    column = compare_rivals(records, TABLES, [method], magnitude="turnover", rules=RULES, further=False).methods[0]
    assert column.fault is None
    assert "no bound of their noise" in column.limits[0].text("en")
    assert column.values["disclosed"] is None


def test_suppressed_sums_reach_their_levels_for_a_reader_who_solves_linear_programs(
    compared: RivalComparison,
) -> None:
    values = compared.methods[1].values
    assert (values["below_level"], values["changed"], values["sensitive_near"]) == (0, 0, 0)
    tables = ComparedTables(data(), {"t": ("area", "size")}, seed=1, sums=SumsCompared("turnover", RULES, 2))
    pattern = _Tried(tables, _Asked(3, 1, "", 1.0, lambda: False))._pattern(tables.suppressed_tables(), {})
    figures = pattern.figures
    atoms = list(product("NSW", "abcd"))
    lines = {
        address: [float(address[0] in ("", a) and address[1] in ("", s)) for a, s in atoms]
        for address in figures.addresses
    }
    shown = [at for at in range(len(lines)) if figures.shown[at]]
    sums: Any = {
        "A_eq": np.array([lines[figures.addresses[at]] for at in shown]),
        "b_eq": np.array([figures.values[at] for at in shown]),
    }
    total = {cell: sum(turnovers) for cell, turnovers in cells(firms()).items()}
    assert {figures.addresses[at] for at in pattern.system.problem.levels} == set(levels())
    for cell, level in levels().items():
        for sign in (1, -1):
            answer: Any = linprog([-sign * number for number in lines[cell]], **sums, bounds=(0, None))
            reach = np.inf if answer.status == 3 else -answer.fun - sign * total[cell]
            assert reach >= (level if sign > 0 else min(level, total[cell])) - 1e-6


def test_what_protects_counts_alone_says_so_in_its_column(compared: RivalComparison) -> None:
    assert compared.methods[2].fault is not None
    assert compared.magnitude == "turnover"
    assert compared.parts == "area"
    assert compared.methods[0].values["parts_differing"] == 0


def test_sums_need_a_rule_no_groups_and_a_table_that_shows_them() -> None:
    with fails("rivals_rules", magnitude="turnover"):
        compare_rivals(data(), TABLES, [], magnitude="turnover")
    with fails("suppress_groups_counts"):
        compare_rivals(data(), TABLES, [], magnitude="turnover", rules=RULES, groups="size")
    with fails("rivals_table_plain", table="c"):
        compare_rivals(data(), {"c": ckm.TableSpec("area")}, [], magnitude="turnover", rules=RULES)
