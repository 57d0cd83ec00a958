"""Problems of tables of records: groups in one category, seen by a reader who solves for the records themselves."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import ckmcore as ckm
from ckmcore.lab.risk import relations as lab_relations
from ckmcore.methods.primary import PrimaryRules
from ckmcore.rivals.audit import COUNTS, audit_suppression
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.records import built_problem
from tests.kit.examples import examples
from tests.kit.fails import fails

AREAS, KINDS = ("N", "S", "W"), ("a", "b", "c")
RULES = PrimaryRules(minimum_frequency=3)


def records(counts: list[int]) -> ckm.Microdata:
    rows = [codes for codes, count in zip(product(AREAS, KINDS), counts, strict=True) for _ in range(count)]
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=["area", "kind"]), ["area", "kind"])
    tree = ckm.Hierarchy.from_depths([("all", 0), *((area, 1) for area in AREAS)])
    return data.with_hierarchy("area", tree)


def pattern_of(data: ckm.Microdata, specs: list[ckm.TableSpec]) -> tuple[SuppressionPattern, Any]:
    built = built_problem(data, specs, RULES, variable="kind")
    problem, groups = built.problem, built.groups
    return find_pattern(problem), groups


def categories_possible(pattern: SuppressionPattern, kinds: tuple[str, ...], data: ckm.Microdata, area: str) -> int:
    """In how many categories the units of an area can be, for a reader of all shown cells who knows that a sign is at
    least 1 where no group is concerned: a linear program over the combinations of the records."""
    present = data.dimensions["kind"].codes
    atoms = [(at, kind) for at in AREAS for kind in kinds if kind in present]
    figures = pattern.figures
    lines, values, least = [], [], []
    for figure, (name, value, shown) in enumerate(zip(figures.names, figures.values, figures.shown, strict=True)):
        if not shown and (not figures.suppressed[figure] or figure in pattern.system.problem.zeros):
            continue
        codes = {} if str(name) == "total" else dict(part.split("=") for part in str(name).split(", "))
        if codes.get("area") == "all":
            codes.pop("area")
        line = [float(all({"area": a, "kind": k}[key] == code for key, code in codes.items())) for a, k in atoms]
        if shown:
            lines.append(line)
            values.append(value)
        else:
            least.append([-number for number in line])
    possible = 0
    for kind in kinds:
        aim = [-float(atom == (area, kind)) for atom in atoms]
        sums = {"A_eq": np.array(lines), "b_eq": np.array(values)}
        if least:
            sums |= {"A_ub": np.array(least), "b_ub": -np.ones(len(least))}
        answer: Any = linprog(aim, **sums, bounds=(0, None))
        possible += any(aim) and (answer.status == 3 or -answer.fun > 0.5)
    return possible


@pytest.mark.thorough
@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.sampled_from([0, 0, 1, 2, 4, 9]), min_size=9, max_size=9).filter(lambda counts: sum(counts) > 3))
def test_no_small_or_uniform_group_shows_its_category_to_a_reader_of_all_tables(counts: list[int]) -> None:
    data = records(counts)
    if len(data.dimensions["kind"].codes) < 2:
        return
    pattern, groups = pattern_of(data, [ckm.TableSpec("area", "kind"), ckm.TableSpec("kind")])
    if pattern.unprotectable or pattern.undecided or groups.blocked:
        return
    for area, line in zip(AREAS, np.reshape(counts, (3, 3)), strict=True):
        small_or_uniform = 0 < line.sum() < 3 or (line > 0).sum() == 1
        if small_or_uniform:
            assert categories_possible(pattern, KINDS, data, area) >= 2


def test_groups_are_those_of_each_area_and_of_all_and_their_zeros_become_primary() -> None:
    data = records([4, 0, 0, 2, 0, 1, 3, 5, 6])
    built = built_problem(data, [ckm.TableSpec("area", "kind")], RULES, variable="kind")
    problem, groups = built.problem, built.groups
    assert groups is not None
    names = [str(problem.figures.names[group.margin]) for group in groups.groups]
    assert names == ["area=N"]
    primary = {str(problem.figures.names[figure]) for figure in problem.levels}
    assert {"area=N, kind=a", "area=S, kind=a", "area=S, kind=c"} < primary
    assert len(groups.zeros) == 2
    built = built_problem(data, [ckm.TableSpec("area", "kind")], RULES)
    plain, nothing = built.problem, built.groups
    assert nothing is None
    assert len(plain.levels) < len(problem.levels)


def test_a_category_that_the_table_hides_belongs_to_the_group() -> None:
    data = records([4, 0, 0, 2, 2, 1, 3, 5, 6])
    table = ckm.TableSpec("area", [ckm.Block(ckm.Level("kind", nodes=("a",)))])
    built = built_problem(data, [table], RULES, variable="kind")
    problem, groups = built.problem, built.groups
    assert groups is not None
    sizes = {str(problem.figures.names[group.margin]): len(group.cells) for group in groups.groups}
    assert sizes["area=N"] >= 2


def test_groups_of_sums_of_no_such_variable_and_of_tables_without_it_are_refused() -> None:
    data = records([4, 0, 0, 2, 2, 1, 3, 5, 6])
    with fails("suppress_variable", variable="kind"):
        built_problem(data, [ckm.TableSpec("area")], RULES, variable="kind")
    with fails("suppress_groups_counts"):
        built_problem(data, [ckm.TableSpec("area")], RULES, variable="kind", magnitude="m")


def people(seed: int = 3) -> ckm.Microdata:
    draw = np.random.default_rng(seed)
    codes = {"area": AREAS, "kind": KINDS, "sex": ("f", "m"), "size": ("s", "t")}
    frame = pd.DataFrame({name: draw.choice(each, 90) for name, each in codes.items()})
    data = ckm.Microdata.from_pandas(frame, ["area", "kind", "sex", "size"])
    return data.with_hierarchy("area", ckm.Hierarchy.from_depths([("NS", 0), ("N", 1), ("S", 1), ("W", 0)]))


GROUPED = ckm.Level("area", groups=[ckm.Group(ckm.Texts("g", "g"), ["N", "W"])])
CHAIN = [ckm.TableSpec("area", "kind"), ckm.TableSpec("kind", "sex"), ckm.TableSpec("size")]


@pytest.mark.parametrize(
    ("specs", "is_whole"),
    [
        (CHAIN, True),
        ([ckm.TableSpec("area", "kind"), ckm.TableSpec(ckm.Level("area", depths=(0,)), "sex")], True),
        ([*CHAIN[:2], ckm.TableSpec("area", "sex")], False),  # a ring: each two share something else
        ([ckm.TableSpec(ckm.Level("area", nodes=("N", "S")), "kind"), CHAIN[1]], False),
        ([ckm.TableSpec("area", "kind", filters=ckm.Condition("size", "s")), CHAIN[1]], False),
        ([ckm.TableSpec(GROUPED, "kind"), CHAIN[1]], False),
    ],
)
def test_tables_that_are_joined_one_by_one_say_no_more_than_their_sums(
    specs: list[ckm.TableSpec], *, is_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert built_problem(people(), specs, RULES).problem.figures.whole
    monkeypatch.setattr(lab_relations, "JOINT_FIGURES", 0)
    assert built_problem(people(), specs, RULES).problem.figures.whole == is_whole


@pytest.mark.thorough
@settings(max_examples=examples(12), deadline=None)
@given(st.integers(0, 10**6))
def test_readers_of_tables_joined_one_by_one_conclude_what_the_table_of_all_variables_lets_them(seed: int) -> None:
    hidden = np.random.default_rng(seed)
    audits = []
    for most in (20_000, 0):
        with patch.object(lab_relations, "JOINT_FIGURES", most):
            figures = built_problem(people(seed), CHAIN, RULES).problem.figures
        assert figures.whole
        seen = sorted((str(name), figure) for figure, name in enumerate(figures.names) if figures.shown[figure])
        if not audits:
            signs = {name for name, figure in seen if figures.values[figure] and hidden.random() < 0.4}
        suppressed = np.zeros(len(figures.values), dtype=bool)
        suppressed[[figure for name, figure in seen if name in signs]] = True
        published = replace(figures, suppressed=suppressed, shown=figures.shown & ~suppressed)
        audit = audit_suppression(published, None, COUNTS, only=np.flatnonzero(suppressed).tolist())
        audits.append(
            sorted((str(figures.names[cell.figure]), cell.low, cell.high, cell.state) for cell in audit.cells)
        )
    assert audits[0] == audits[1]
    assert len(audits[0]) == len(signs)
