"""Cell suppression in force: a pattern for all tables together, applied to each, and attacked by a reader of all files
who solves for the records themselves."""

from __future__ import annotations

import json
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.verdict import Verdict
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.serialization import keep_method, restored_method
from ckmcore.release.verify import outcome
from ckmcore.rivals.kept import patterns_for_tables
from ckmcore.statistic.kept_beside import suppression_method
from ckmcore.tabulate.pattern_cells import table_key
from tests.kit.examples import examples
from tests.kit.fails import fails

CODES = {"area": ("N", "S", "W"), "kind": ("a", "b", "c", "d"), "sex": ("m", "f")}
LEAST = 4


def people(rows: int = 110, seed: int = 5) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"area": draw.choice(CODES["area"], rows), "sex": draw.choice(CODES["sex"], rows)})
    frame["kind"] = draw.choice(CODES["kind"], rows, p=[0.6, 0.25, 0.1, 0.05])
    frame["income"] = draw.integers(1, 900, rows)
    return frame


TABLES = {
    "kinds": ckm.TableSpec("area", "kind"),
    "sexes": ckm.TableSpec("kind", "sex"),
    "areas": ckm.TableSpec("area", "sex"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A statistic with three tables, two of them protected together by the pattern in force."""
    folder = tmp_path_factory.mktemp("suppression")
    people().to_csv(folder / "people.csv", index=False)
    path = folder / "people.ckm"
    with ckm.create_statistic(path, "People", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(folder / "people.csv", ["area", "sex", "kind"], magnitudes=["income"])
        for name, spec in TABLES.items():
            work.save_table(name, spec)
        assert work.find_patterns(["kinds", "sexes"], least=LEAST).verdict is Verdict.HELD
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-01-05"))
    return path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of it with all its files."""
    shutil.copytree(made.parent, tmp_path / "copy")
    return tmp_path / "copy" / made.name


def shown_cells(table: ProtectedTable, names: tuple[str, ...]) -> dict[tuple[str, ...], int | None]:
    """The figure of each cell by its codes, "" for a total; None for a sign."""
    cells = {}
    for codes in product(*(("", *CODES[name]) for name in names)):
        place = {name: code for name, code in zip(names, codes, strict=True) if code}
        hidden = table.sign(place) is Sign.UNKNOWN
        cells[codes] = None if hidden else int(table.value(place))
    return cells


def reach(
    published: dict[tuple[str, ...], dict[tuple[str, ...], int | None]], names: tuple[str, ...], codes: tuple[str, ...]
) -> float:
    """The largest count that a cell may have for a reader of all tables who knows that a sign is at least 1: a linear
    program over the combinations of all variables."""
    every = tuple(CODES)
    atoms = list(product(*CODES.values()))

    def line(of: tuple[str, ...], cell: tuple[str, ...]) -> list[float]:
        wanted = {name: code for name, code in zip(of, cell, strict=True) if code}
        return [float(all(atom[every.index(name)] == code for name, code in wanted.items())) for atom in atoms]

    sums, values, least = [], [], []
    for of, cells in published.items():
        for cell, figure in cells.items():
            if figure is None:
                least.append([-number for number in line(of, cell)])
            else:
                sums.append(line(of, cell))
                values.append(figure)
    more: dict[str, Any] = {"A_ub": np.array(least), "b_ub": -np.ones(len(least))} if least else {}
    aim = [-number for number in line(names, codes)]
    answer: Any = linprog(aim, A_eq=np.array(sums), b_eq=values, bounds=(0, None), **more)
    return np.inf if answer.status == 3 else -answer.fun


def counted(frame: pd.DataFrame, names: tuple[str, ...], codes: tuple[str, ...]) -> int:
    mask = np.ones(len(frame), dtype=bool)
    for name, code in zip(names, codes, strict=True):
        mask &= (frame[name] == code).to_numpy() if code else True
    return int(mask.sum())


def test_no_small_count_is_shown_or_recomputed_from_the_tables_and_all_others_are_true(path: Path) -> None:
    frame = people()
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        names_of = {"kinds": ("area", "kind"), "sexes": ("kind", "sex")}
        published = {names: shown_cells(work.draft(name).table, names) for name, names in names_of.items()}
    small = 0
    for names, cells in published.items():
        for codes, figure in cells.items():
            count = counted(frame, names, codes)
            if 0 < count < LEAST:
                small += 1
                assert figure is None
                assert reach(published, names, codes) >= LEAST - 1e-6
            elif figure is not None:
                assert figure == count
    assert small > 3


def test_primary_and_secondary_cells_have_the_same_sign_in_every_form(path: Path, tmp_path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        draft = work.draft("kinds")
        signs = draft.table.blocks[0].signs
        assert signs is not None
        assert set(np.unique(signs[0]).tolist()) == {Sign.NONE, Sign.UNKNOWN}
        assert (draft.table.blocks[0].figures[0][signs[0] > 0] == 0).all()
        for name in ("t.csv", "t.xlsx", "t.px", "t.html"):
            assert ckm.export(draft, tmp_path / name).stat().st_size > 0
    text = (tmp_path / "t.csv").read_text(encoding="utf-8")
    assert text.count(",.") >= int((signs[0] > 0).sum())
    assert "primary" not in text


def test_tables_outside_the_pattern_other_values_and_filters_show_nothing(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        for spec in (
            TABLES["areas"],
            ckm.TableSpec("area"),
            ckm.TableSpec("area", "kind", filters=ckm.Condition("sex", "f")),
            ckm.TableSpec(ckm.Level("area", nodes=("N",)), "kind"),
        ):
            with fails("suppression_no_pattern"):
                work.draft(spec)
        with fails("suppression_values"):
            work.draft(ckm.TableSpec("area", "kind", values=[ckm.Value(conditions=[ckm.Condition("sex", "f")])]))
        for value in (ckm.sum_of("income"), ckm.Value("mean", magnitude="income")):
            with fails("suppression_no_pattern"):
                work.draft(ckm.TableSpec("area", "kind", values=[value]))
        assert work.draft(ckm.TableSpec("area", "kind", values=[ckm.share("row")])).table.has_signs
        titled = ckm.TableSpec("area", "kind", title="People by kind")
        assert table_key(titled) == table_key(TABLES["kinds"])
        assert work.draft(titled).table.has_signs


def test_the_file_is_read_again_and_named_where_it_was_changed(path: Path) -> None:
    (file,) = path.parent.glob("*.pattern*.json")
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        in_force = work.period.in_force
        assert in_force is not None
        assert restored_method(keep_method(in_force.method), {}) == in_force.method
    content = json.loads(file.read_text(encoding="utf-8"))
    content["tables"][0]["of"][""]["blocks"][0]["hidden"].pop()
    file.write_text(json.dumps(content), encoding="utf-8")
    reading = ckm.work_on_statistic(path, person="Anna", read_only=True)
    with reading as work, fails("kept_file_missing", name=file.name):
        work.draft("kinds")
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        assert outcome(work.verify()) == Exit.DIFFERS
        assert any(file.name in point.said.text("en") for point in work.verify() if not point.good)


def test_other_records_need_another_pattern(path: Path) -> None:
    people(rows=140, seed=8).to_csv(path.parent / "people2.csv", index=False)
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.replace_records(path.parent / "people2.csv", decision=ckm.Decision("Board", remark="corrected"))
        with fails("suppression_no_pattern"):
            work.draft("kinds")
        with fails("suppression_stale"):
            suppression_method(work.period)
        assert work.find_patterns(["kinds"], least=LEAST).kept is not None
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-02-01"))
        assert work.draft("kinds").table.has_signs


def test_counts_that_are_others_than_those_protected_are_stale() -> None:
    frame = people()[["area", "kind", "sex"]]
    data = ckm.Microdata.from_pandas(frame, ["area", "kind", "sex"])
    kept = patterns_for_tables(data, [TABLES["kinds"]], LEAST).kept
    assert kept is not None
    method = ckm.Suppression(LEAST, "", kept.content_hash)
    fewer = ckm.Microdata.from_pandas(frame.iloc[1:], ["area", "kind", "sex"])
    for records, code in ((data, ""), (fewer, "suppression_stale")):
        object.__setattr__(records, "patterns", kept)
        raw = ckm.tabulate(records, TABLES["kinds"])
        if code:
            with fails(code):
                ckm.protect(raw, method)
        else:
            assert ckm.protect(raw, method).has_signs


def test_a_later_table_leaves_released_figures_and_signs_as_they_are(path: Path) -> None:
    second = ckm.Decision("Board", "2026-02-05", remark="A further table", second_person="Berta")
    with ckm.work_on_statistic(path, person="Anna") as work:
        for name in ("kinds", "sexes"):
            number = work.submit(name)
            work.approve(number, person="Berta")
            work.write(number, path.parent / "released")
        before = {name: work.draft(name).table.blocks[0] for name in ("kinds", "sexes")}
    with ckm.work_on_statistic(path, person="Anna") as work:
        later = work.find_patterns(["areas"], least=LEAST)
        assert later.kept is not None
        with fails("suppression_no_pattern"):
            work.draft("areas")  # the method in force does not know it yet
        work.put_in_force(suppression_method(work.period), second)
        work.approve(work.submit("areas"), person="Berta")
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        for name, block in before.items():
            now = work.draft(name).table.blocks[0]
            assert (now.figures[0] == block.figures[0]).all()
            assert block.signs is not None
            assert now.signs is not None
            assert (now.signs[0] == block.signs[0]).all()
        names_of = {"kinds": ("area", "kind"), "sexes": ("kind", "sex"), "areas": ("area", "sex")}
        published = {names: shown_cells(work.draft(name).table, names) for name, names in names_of.items()}
        for names, cells in published.items():
            for codes in cells:
                if 0 < counted(people(), names, codes) < LEAST:
                    assert reach(published, names, codes) >= LEAST - 1e-6
        assert outcome(work.verify(list((path.parent / "released").iterdir()))) == Exit.DONE


def test_a_small_count_that_was_published_is_named_and_nothing_is_kept(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.approve(work.submit("kinds"), person="Berta")
        former = work.period.patterns
        with fails("suppress_published"):
            work.find_patterns(["areas"], least=12)
        assert work.period.patterns == former
        with fails("safe_one_method"):
            work.put_in_force(ckm.Rounding(5), ckm.Decision("B", "2026-02-05", remark="r", second_person="C"))


def test_a_method_of_another_pattern_is_not_put_in_force(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna") as work:
        with fails("suppression_no_pattern"):
            work.put_in_force(ckm.Suppression(LEAST, "", "0" * 64), ckm.Decision("Board", "2026-02-05"))
        work.add_period("2026", "2026-12-31")
        with fails("suppression_none"):
            suppression_method(work.period)


@pytest.mark.thorough
@settings(max_examples=examples(25), deadline=None)
@given(st.lists(st.sampled_from([0, 1, 2, 5, 9]), min_size=12, max_size=12).filter(lambda counts: sum(counts) > 6))
def test_every_pattern_that_is_kept_holds_against_linear_programs(counts: list[int]) -> None:
    codes = list(product(CODES["area"], CODES["kind"]))
    rows = [code for code, count in zip(codes, counts, strict=True) for _ in range(count)]
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=["area", "kind"]), ["area", "kind"])
    if any(len(data.dimensions[name].codes) < len(CODES[name]) for name in ("area", "kind")):
        return
    kept = patterns_for_tables(data, [TABLES["kinds"]], 3).kept
    if kept is None:
        return
    object.__setattr__(data, "patterns", kept)
    table = ckm.protect(ckm.tabulate(data, TABLES["kinds"]), ckm.Suppression(3, "", kept.content_hash))
    published = {("area", "kind"): shown_cells(table, ("area", "kind"))}
    frame = pd.DataFrame(rows, columns=["area", "kind"])
    for cell, figure in published["area", "kind"].items():
        count = counted(frame, ("area", "kind"), cell)
        if 0 < count < 3:
            assert figure is None
            assert reach(published, ("area", "kind"), cell) >= 3 - 1e-6
        elif figure is not None:
            assert figure == count
