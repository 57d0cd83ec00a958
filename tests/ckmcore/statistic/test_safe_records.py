"""The SAFE principle in force: changed records beside the statistic, tables counted from them, releases, refusals."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.methods.serialization import keep_method, method_text, restored_method
from ckmcore.microdata.changed_keys import ChangedKeys
from ckmcore.release.verify import outcome
from ckmcore.rivals.safe import changed_by_safe
from ckmcore.statistic.kept_beside import safe_method
from ckmcore.statistic.source import load_period, place_keys
from ckmcore.tabulate.spec import PERIOD, OwnRow
from tests.kit.examples import examples
from tests.kit.fails import fails

KEYS = ("area", "kind", "sex")
CONTROL = [part for size in (0, 1, 2) for part in combinations(KEYS, size)]


def people(rows: int = 120, seed: int = 3) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"area": draw.choice(list("NSW"), rows), "sex": draw.choice(list("mf"), rows)})
    frame["kind"] = draw.choice(list("abcd"), rows, p=[0.6, 0.25, 0.1, 0.05])
    frame["job"] = draw.choice(list("xy"), rows)
    frame["income"] = draw.integers(1, 900, rows)
    return frame


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A statistic with changed records in force, and two saved tables."""
    folder = tmp_path_factory.mktemp("safe")
    people().to_csv(folder / "people.csv", index=False)
    path = folder / "people.ckm"
    with ckm.create_statistic(path, "People", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(folder / "people.csv", ["area", "sex", "kind", "job"], magnitudes=["income"])
        work.save_table("kinds", ckm.TableSpec("area", "kind"))
        work.save_table("jobs", ckm.TableSpec("area", "job"))
        report = work.change_records(KEYS, CONTROL)
        assert report.largest >= 1
        work.put_in_force(safe_method(work.period), ckm.Decision("Board", "2026-01-05"))
    return path


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    """A copy of it with all its files."""
    shutil.copytree(made.parent, tmp_path / "copy")
    return tmp_path / "copy" / made.name


def changed_records(path: Path) -> pd.DataFrame:
    """The changed records as another program reads them: a row for each combination."""
    (file,) = path.parent.glob("*.safe*.parquet")
    table = pq.read_table(file).to_pandas()
    return table.rename(columns={f"key{at}": name for at, name in enumerate(KEYS)})


def test_every_combination_is_frequent_and_their_number_is_that_of_the_records(made: Path) -> None:
    records = changed_records(made)
    assert records["records"].min() >= 3
    assert records["records"].sum() == 120
    assert not records[[*KEYS]].duplicated().any()
    assert set(records.columns) == {*KEYS, "records"}


def test_tables_show_the_counts_of_the_changed_records_with_filters_groups_and_totals(path: Path) -> None:
    records = changed_records(path)
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        table = work.draft("kinds").table
        for area, kind in [("N", "a"), ("S", "d"), ("W", "")]:
            there = records[(records["area"] == area) & ((records["kind"] == kind) | (kind == ""))]
            assert table.value({"area": area} | ({"kind": kind} if kind else {})) == there["records"].sum()
        women = work.draft(ckm.TableSpec("area", filters=ckm.Condition("sex", "f"))).table
        assert women.value({}) == records.loc[records["sex"] == "f", "records"].sum()
        rows = (OwnRow(ckm.Texts.same("a"), (ckm.Condition("kind", ("a",)),)), OwnRow(kind="blank"))
        own = work.draft(ckm.TableSpec(ckm.Block(ckm.Level("::rows", rows=rows)), "sex")).table
        assert own.blocks[0].figures[0][1, 0] == records.loc[records["kind"] == "a", "records"].sum()


def test_the_examination_shows_deviations_from_the_originals(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        data, method = work.data(), work.period.in_force
        assert method is not None
        block = ckm.examine(ckm.tabulate(data, ckm.TableSpec("area", "kind")), method.method).blocks[0]
        assert (block.published - block.counts == block.noise).all()
        assert (
            block.counts == ckm.tabulate(replace(data, safe=None), ckm.TableSpec("area", "kind")).blocks[0].counts
        ).all()


def test_other_variables_values_and_weights_are_refused_by_name(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        with fails("safe_variables", variables=("job",)):
            work.draft("jobs")
        with fails("safe_variables", variables=("job",)):
            work.draft(ckm.TableSpec("area", filters=ckm.Condition("job", "x")))
        with fails("safe_magnitudes", magnitude=ckm.Texts.same("income")):
            work.draft(ckm.TableSpec("area", values=ckm.sum_of("income")))
        with fails("safe_variables", variables=("income",)):
            work.draft(ckm.TableSpec("area", values=[ckm.Value("valid", magnitude="income")]))


def test_the_file_is_read_again_and_its_method_too(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        in_force = work.period.in_force
        assert in_force is not None
        assert restored_method(keep_method(in_force.method), {}) == in_force.method
        assert work.period.safe is not None
        assert work.period.safe.sha256 in method_text(in_force.method)


def test_a_missing_or_changed_file_is_named(path: Path) -> None:
    (file,) = path.parent.glob("*.safe*.parquet")
    table = pq.read_table(file)
    records = table.column("records").to_numpy().copy()
    records[:2] += [1, -1]
    changed = table.set_column(table.column_names.index("records"), "records", [records])
    pq.write_table(changed.replace_schema_metadata(table.schema.metadata), file)
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work, fails("kept_file_missing", name=file.name):
        work.draft("kinds")
    file.unlink()
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work, fails("kept_file_missing", name=file.name):
        work.data()


def test_a_corrected_delivery_needs_new_changed_records(path: Path) -> None:
    people(rows=130, seed=9).to_csv(path.parent / "people2.csv", index=False)
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.replace_records(path.parent / "people2.csv", decision=ckm.Decision("Board", remark="corrected"))
        with fails("safe_not_there"):
            work.draft("kinds")
        work.change_records(KEYS, CONTROL, seed=2)
        with fails("safe_not_there"):
            work.draft("kinds")  # the method in force has the former ones
        work.put_in_force(safe_method(work.period), ckm.Decision("Board", "2026-02-05"))
        assert work.draft("kinds").table.value({}) == 130
    assert len(list(path.parent.glob("*.safe*.parquet"))) == 2
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        assert work.draft("kinds").table.value({}) == 130


def test_one_population_has_one_method_once_tables_are_released(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna") as work:
        number = work.submit("kinds")
        work.approve(number, person="Berta")
        work.write(number, path.parent / "released")
        before = work.draft("kinds").table.blocks[0].figures[0]
    with ckm.work_on_statistic(path, person="Anna") as work:
        assert (work.draft("kinds").table.blocks[0].figures[0] == before).all()
        second = ckm.Decision("Board", "2026-02-05", remark="Other method", second_person="Berta")
        with fails("safe_one_method"):
            work.put_in_force(ckm.Rounding(10), second)
        with fails("safe_released", releases=[str(number)]):
            work.change_records(KEYS, CONTROL, least=4)
        work.change_records(KEYS, CONTROL)  # the same once more are no others
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        assert outcome(work.verify(list((path.parent / "released").iterdir()))) == Exit.DONE


def test_a_second_table_of_the_same_records_is_released_beside_the_first(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.save_table("women", ckm.TableSpec("area", filters=ckm.Condition("sex", "f")))
        work.save_table("areas", ckm.TableSpec("area"))
        for name in ("kinds", "areas", "women"):
            work.approve(work.submit(name), person="Berta")
        assert work.look_again(seconds=10.0).verdict.value in ("held", "not_tested")
        areas, women = work.draft("areas").table, work.draft("women").table
        assert all(women.value({"area": code}) <= areas.value({"area": code}) for code in "NSW")


def test_a_table_over_periods_shows_each_by_its_own_changed_records(path: Path) -> None:
    later = people(rows=150, seed=11)
    later.loc[later["area"] == "N", "area"] = ""  # not stated, and one code fewer
    later.to_csv(path.parent / "later.csv", index=False)
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(path.parent / "later.csv", ["area", "sex", "kind", "job"], magnitudes=["income"])
        with fails("safe_not_there"):
            work.draft("kinds")
        work.change_records(KEYS, CONTROL)
        work.put_in_force(safe_method(work.period), ckm.Decision("Board", "2027-01-05"))
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        alone = work.draft(ckm.TableSpec("area", "kind")).table
        work.choose_period("2025")
        former = work.draft(ckm.TableSpec("area", "kind")).table
        level = ckm.Level(PERIOD, total="off")
        both = work.draft(ckm.TableSpec("area", [level, ckm.Level("kind")])).table
        for code in "SW":
            for day, table in (("2025-12-31", former), ("2026-12-31", alone)):
                place = {"area": code, "kind": "a"}
                assert both.value({**place, PERIOD: day}) == table.value(place)
        assert both.value({"area": "N", PERIOD: "2026-12-31"}) == 0


def test_changed_records_do_not_follow_releases_of_another_method(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.put_in_force(ckm.Rounding(10), ckm.Decision("Board", "2026-02-05"))
        work.approve(work.submit("kinds"), person="Berta")
        second = ckm.Decision("Board", "2026-02-06", remark="SAFE", second_person="Berta")
        with fails("safe_one_method"):
            work.put_in_force(safe_method(work.period), second)


def test_a_method_of_other_records_is_not_put_in_force(path: Path) -> None:
    with ckm.work_on_statistic(path, person="Anna") as work:
        with fails("safe_not_there"):
            work.put_in_force(ckm.SafePrinciple(KEYS, 3, "0" * 64), ckm.Decision("Board", "2026-02-05"))
        work.add_period("2026", "2026-12-31")
        with fails("safe_none"):
            safe_method(work.period)


def test_the_records_go_with_a_statistic_to_another_folder(path: Path, tmp_path: Path) -> None:
    statistic, _ = ckm.open_statistic(path)
    (tmp_path / "other").mkdir()
    assert statistic.period.safe is not None
    new = tmp_path / "other" / "new.ckm"
    placed = place_keys(statistic, None, new, path)
    assert placed.period.safe == statistic.period.safe
    copied = load_period(placed, new)
    assert copied is not None
    assert copied.safe is not None
    assert copied.safe.content_hash == statistic.period.safe.sha256


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.sampled_from([0, 1, 2, 3, 7]), min_size=12, max_size=12).filter(lambda counts: sum(counts) > 2))
def test_tables_of_all_subsets_of_keys_add_up_and_agree(counts: list[int]) -> None:
    codes = [(area, kind) for area in "NSW" for kind in "abcd"]
    rows = [code for code, count in zip(codes, counts, strict=True) for _ in range(count)]
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=["area", "kind"]), ["area", "kind"])
    changed, _ = changed_by_safe(data, ("area", "kind"), [(), ("area",), ("kind",)], 3, 1, lambda share: None)
    assert changed.holds
    safe = replace(data, safe=changed)
    method = ckm.SafePrinciple(("area", "kind"), 3, changed.content_hash)
    both = ckm.protect(ckm.tabulate(safe, ckm.TableSpec("area", "kind")), method)
    one = ckm.protect(ckm.tabulate(safe, ckm.TableSpec("area")), method)
    inner = both.blocks[0].figures[0]
    assert (inner[1:, 1:].sum(axis=1) == inner[1:, 0]).all()
    assert (inner[:, 0] == one.blocks[0].figures[0]).all()
    assert ((inner == 0) | (inner >= 3)).all()
    assert inner[0, 0] == len(rows)


def test_changed_keys_that_break_their_promise_are_known(made: Path) -> None:
    few = ChangedKeys({"a": ("x", "y")}, np.array([[0], [1]], dtype=np.int32), np.array([3, 2]), 3)
    twice = ChangedKeys({"a": ("x", "y")}, np.array([[0], [0]], dtype=np.int32), np.array([3, 3]), 3)
    good = ChangedKeys({"a": ("x", "y")}, np.array([[0], [1]], dtype=np.int32), np.array([3, 4]), 3)
    assert [each.holds for each in (few, twice, good)] == [False, False, True]
    other = ChangedKeys({"a": ("x", "y")}, np.array([[1], [0]], dtype=np.int32), np.array([4, 3]), 3)
    assert other.content_hash == good.content_hash
    assert other.content_hash != few.content_hash
