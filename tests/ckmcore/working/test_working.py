"""A statistic worked on by code: from nothing to released files, saved once or not at all."""

# ruff: noqa: PT012 - it is the whole block that fails

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.files import FilesInTheWay
from ckmcore.errors import CkmError
from ckmcore.lab.release.differences import left_open
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.release.register import read_register, register_path
from ckmcore.statistic.import_period import CodeDecision
from ckmcore.statistic.key_choice import KeyChoice
from ckmcore.statistic.lock import acquire, release
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.seal import Role, Secret, make_seal
from ckmcore.working.records import lacking_codes
from ckmcore.working.statistic import create_statistic, work_on_statistic
from tests.ckmcore.faults import faults
from tests.kit.fails import fails
from tests.kit.people import METHOD, SPEC, hashes, made, people

# --- the story -------------------------------------------------------------------------------------------------------


def test_a_statistic_goes_from_nothing_to_released_files_by_code(tmp_path: Path) -> None:
    path = made(tmp_path)
    with work_on_statistic(path, person="Anna Amsel") as work:
        assert work.statistic.title.de == "Personen"
        number = work.submit("1.1", recipient="Press", purpose="Yearbook", forms=["xlsx", "csv"])
        work.approve(number, person="Bert Buche")
        files = work.write(number, tmp_path / "out", person="Bert Buche")
        assert not any((tmp_path / "out").glob("*.xlsx"))  # they wait until all is done
        figures = work.table("1.1")
    assert [one.name for one in files] == ["1.1_2025_1.xlsx", "1.1_2025_1.csv"]
    sheet = openpyxl.load_workbook(tmp_path / "out" / "1.1_2025_1.xlsx").worksheets[0]
    shown = {cell.value for row in sheet.iter_rows() for cell in row if isinstance(cell.value, int)}
    assert set(figures.to_pandas()["published"]) <= shown

    kept, stamp = ckm.open_statistic(path)
    assert [entry.kind for entry in kept.register] == ["submitted", "released", "written"]
    assert [entry.person for entry in kept.register] == ["Anna Amsel", "Bert Buche", "Bert Buche"]
    assert stamp.guard.generation == 2  # once when it was made, once for all three steps
    shared = read_register(register_path(tmp_path, kept.identity), kept.identity)
    assert shared is not None
    assert shared.entries == kept.register
    with work_on_statistic(path, read_only=True) as work:
        assert all(one.good for one in work.verify([tmp_path / "out" / one.name for one in files]))
        assert work.register()["number"].tolist() == ["1", "1", "1"]
        assert [one.state for one in work.releases] == ["released"]
    (tmp_path / "out" / "1.1_2025_1.csv").write_bytes(b"other")
    with work_on_statistic(path, read_only=True) as work:
        assert not all(one.good for one in work.verify([tmp_path / "out" / "1.1_2025_1.csv"]))


def test_figures_by_code_are_those_of_the_short_way(tmp_path: Path) -> None:
    path = made(tmp_path)
    data = ckm.read_microdata(tmp_path / "people_2025.csv", ["area", "sex"], record_key="rkey", magnitudes=["income"])
    expected = ckm.protect(ckm.tabulate(data, SPEC), METHOD).to_pandas()
    with work_on_statistic(path, read_only=True) as work:
        pd.testing.assert_frame_equal(work.table("1.1").to_pandas(), expected)
        pd.testing.assert_frame_equal(work.table(SPEC).to_pandas(), expected)


@pytest.mark.thorough
def test_the_next_period_takes_its_records_by_the_dictionary(tmp_path: Path) -> None:
    path = made(tmp_path)
    people(tmp_path, 2026, ("01", "02", "03"))
    with fails("working_codes_undecided") as caught, work_on_statistic(path) as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv")
    assert "area (03)" in caught.value.text("de")
    assert lacking_codes("area", [str(code) for code in range(40)]).endswith(", 11, ... (40))")
    with fails("working_column_not_read"), work_on_statistic(path) as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv", new_codes="begin", columns={"area": "aera"})
    with work_on_statistic(path) as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv", new_codes="begin")
        assert {entry.name: entry.role for entry in work.statistic.dictionary}["income"] == "magnitude"
        assert work.period.keys is not None
        assert (work.period.keys.origin, work.period.keys.column) == ("column", "rkey")
        assert work.draft("1.1").title.de == "Personen 2026"
        assert "03" in set(work.table("1.1").to_pandas()["area"])
        work.choose_period("2025")
        assert "03" not in set(work.table("1.1").to_pandas()["area"])


def test_codes_become_what_was_decided_of_them(tmp_path: Path) -> None:
    path = made(tmp_path)
    people(tmp_path, 2026, ("1", "02", "12"))
    decisions = [CodeDecision("area", spelled=(("1", "01"),), pairs=(("02", "12"),))]
    answers = (ckm.ReadingAnswer("lost_zeros", "area", "as_is"),)
    with work_on_statistic(path) as work:
        work.add_period("2026", "2026-12-31")
        written = ckm.Dialect(encoding="", answers=answers)
        work.add_records(tmp_path / "people_2026.csv", codes=decisions, dialect=written)
        assert set(work.table("1.1").to_pandas()["area"]) == {"Total", "01", "02", "12"}


def test_new_codes_without_a_day_are_refused(tmp_path: Path) -> None:
    path = made(tmp_path)
    people(tmp_path, 2026, ("01", "03"))
    before = hashes(tmp_path)
    with fails("change_without_day"), work_on_statistic(path) as work:
        work.add_period("2026")
        work.add_records(tmp_path / "people_2026.csv", new_codes="begin")
    assert hashes(tmp_path) == before


@pytest.mark.thorough
def test_t21_codes_begin_only_beside_periods_with_a_day_which_can_be_given_later(tmp_path: Path) -> None:
    path = made(tmp_path)
    people(tmp_path, 2026, ("01", "02", "03"))
    with work_on_statistic(path) as work:
        work.describe_period(date="")
    with fails("period_without_day") as caught, work_on_statistic(path) as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv", new_codes="begin")
    assert caught.value.text("en").startswith("2025 has no reference day")
    with work_on_statistic(path) as work:
        work.describe_period(label="Year 2025", date=" 2025-12-31", areas="Areas of 2025")
        assert (work.period.date, work.period.areas) == ("2025-12-31", ckm.Texts.same("Areas of 2025"))
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv", new_codes="begin")
        work.choose_period("Year 2025")
        assert set(work.table("1.1").to_pandas()["area"]) == {"Total", "01", "02"}
        with pytest.warns(ckm.CkmWarning, match="Year 2025 has no reference day and is shown with all codes of area"):
            work.describe_period(date="")
        assert set(work.table("1.1").to_pandas()["area"]) == {"Total", "01", "02", "03"}
        with fails("working_day_unreadable"):
            work.describe_period(date="31.12.2025")
        with pytest.warns(ckm.CkmWarning, match="2027 has no reference day"):
            work.add_period("2027")
    assert [one.code for one in work.notices] == ["period_shows_all_codes"] * 2


# --- keys ------------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_keys_that_are_drawn_lie_beside_the_statistic_and_give_the_same_figures_again(tmp_path: Path) -> None:
    path = tmp_path / "drawn.ckm"
    with create_statistic(path, "People") as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(people(tmp_path, 2025), ["area", "sex"], identifiers="pid")
        work.put_in_force(METHOD)
        first = work.table(SPEC).to_pandas()
        assert not list(tmp_path.glob("*.parquet"))
    assert [one.name for one in tmp_path.glob("*.parquet")] == ["drawn.period1.keys.parquet"]
    people(tmp_path, 2026, rows=320)
    with work_on_statistic(path) as work:
        pd.testing.assert_frame_equal(work.table(SPEC).to_pandas(), first)
        keys = work.data().record_keys
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv")  # its units are those of the period before
        now = work.data().record_keys
    assert keys is not None
    assert now is not None
    assert now.values[:300].tolist() == keys.values.tolist()
    with work_on_statistic(path, read_only=True) as work:
        assert work.data().record_keys is not None
        assert work.data().record_keys.values.tolist() == now.values.tolist()  # type: ignore[union-attr]


def test_keys_of_work_that_failed_are_not_kept(tmp_path: Path) -> None:
    people(tmp_path, 2025)
    before = hashes(tmp_path)
    with pytest.raises(ZeroDivisionError), create_statistic(tmp_path / "s.ckm", "People") as work:
        work.add_period("2025")
        work.add_records(tmp_path / "people_2025.csv", ["area"])
        raise ZeroDivisionError
    assert hashes(tmp_path) == before


@pytest.mark.thorough
def test_keys_come_from_where_it_is_said(tmp_path: Path) -> None:
    secret = tmp_path / "secret.bin"
    secret.write_bytes(b"0123456789abcdef" * 4)
    source = people(tmp_path, 2025)
    choices: list[tuple[Any, str]] = [
        (KeyChoice("derived", identifier="pid", secret=secret), "derived"),
        ("generate", "generated"),
        ("none", ""),
    ]
    for number, (keys, origin) in enumerate(choices):
        with create_statistic(tmp_path / f"s{number}.ckm", "People") as work:
            work.add_period("2025")
            work.add_records(source, ["area"], keys=keys)
            assert ("" if work.period.keys is None else work.period.keys.origin) == origin


# --- all or nothing --------------------------------------------------------------------------------------------------


def test_an_error_in_the_block_changes_nothing(tmp_path: Path) -> None:
    path = made(tmp_path)
    before = hashes(tmp_path)
    with pytest.raises(ZeroDivisionError), work_on_statistic(path, person="Anna") as work:
        work.save_table("1.3", ckm.TableSpec("area"))
        number = work.submit("1.1")
        work.approve(number, person="Bert")
        work.write(number, tmp_path / "out", person="Bert")
        raise ZeroDivisionError
    assert hashes(tmp_path) == before
    assert not list((tmp_path / "out").iterdir())
    with work_on_statistic(path):  # the lock was given back
        pass
    assert hashes(tmp_path) == before  # and nothing was to be saved


def test_an_error_of_the_caller_stays_that_error(tmp_path: Path) -> None:
    path = made(tmp_path)
    with pytest.raises(FileNotFoundError, match="their own"), work_on_statistic(path, person="Anna") as work:
        number = work.submit("1.1")
        work.approve(number, person="Bert")
        work.write(number, tmp_path / "out", person="Bert")
        raise FileNotFoundError("their own")


def test_two_do_not_work_on_one_statistic(tmp_path: Path) -> None:
    path = made(tmp_path)
    with work_on_statistic(path) as work:
        with fails("release_statistic_held"), work_on_statistic(path):
            pass
        with work_on_statistic(path, read_only=True) as reader:
            assert reader.statistic == work.statistic
        work.save_table("1.3", ckm.TableSpec("area"))
    assert acquire(path) is None  # and the lock is free again
    release(path)
    assert [table.name for table in ckm.open_statistic(path)[0].tables] == ["1.1", "1.2", "1.3"]


def test_what_is_opened_to_be_read_is_not_changed(tmp_path: Path) -> None:
    path = made(tmp_path)
    before = hashes(tmp_path)
    with work_on_statistic(path, read_only=True, person="Anna") as work:
        changes: list[Callable[[], object]] = [
            lambda: work.save_table("1.3", SPEC),
            lambda: work.submit("1.1"),
            lambda: work.add_period("2026"),
            lambda: work.describe(title="Other"),
            lambda: work.put_in_force(ckm.Rounding(5)),
        ]
        for change in changes:
            with fails("working_read_only"):
                change()
        work.choose_period("2025")
    assert hashes(tmp_path) == before
    with fails("working_not_begun"):
        work.draft("1.1")


def test_a_new_statistic_takes_no_other_file_s_place(tmp_path: Path) -> None:
    path = made(tmp_path)
    before = hashes(tmp_path)
    with fails("ckm_in_the_way"), create_statistic(path, "Other"):
        pass
    (tmp_path / "notes.txt").write_text("notes")
    with fails("ckm_in_the_way"), create_statistic(tmp_path / "notes.txt", "Other"):
        pass
    (tmp_path / "notes.txt").unlink()
    assert hashes(tmp_path) == before


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    with fails("ckm_in_the_way"), create_statistic(path, "People") as work:
        work.add_period("2025")
        path.write_bytes(b"of somebody else")
    assert path.read_bytes() == b"of somebody else"


def test_final_files_replace_no_others_unless_it_is_said(tmp_path: Path) -> None:
    path = made(tmp_path)
    with work_on_statistic(path, person="Anna") as work:
        work.approve(work.submit("1.1"), person="Bert")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "1.1_2025_1.xlsx").write_bytes(b"other")
    before = hashes(tmp_path)
    with pytest.raises(FilesInTheWay), work_on_statistic(path, person="Bert") as work:
        work.write(1, tmp_path / "out")
    assert hashes(tmp_path) == before
    with work_on_statistic(path, person="Bert") as work:
        work.write(1, tmp_path / "out", replaces=True)
    assert (tmp_path / "out" / "1.1_2025_1.xlsx").read_bytes() != b"other"


@pytest.mark.thorough
@pytest.mark.skipif(os.name != "posix", reason="the calls are those of POSIX")
@pytest.mark.parametrize("stride", [9, pytest.param(1, marks=pytest.mark.thorough)])
def test_after_a_fault_at_any_call_all_of_the_work_is_done_or_none(tmp_path: Path, stride: int) -> None:
    """Where the register has it and the file has not, `reconcile` finishes it: that is the one state between."""
    folder = tmp_path / "office"
    folder.mkdir()
    path = made(folder)
    kept = {one.name: one.read_bytes() for one in folder.iterdir()}

    def act() -> None:
        with work_on_statistic(path, person="Anna", accept_older=True) as work:  # what is restored is older
            work.save_table("1.3", ckm.TableSpec("area"))
            work.approve(work.submit("1.1"), person="Bert")
            work.write(1, folder, person="Bert")

    def restore() -> None:
        shutil.rmtree(folder)
        folder.mkdir()
        for name, content in kept.items():
            (folder / name).write_bytes(content)

    with faults(folder) as counted:
        act()
    for place in range(1, len(counted.calls) + 1, stride):
        for stays in (False, True):
            restore()
            with faults(folder, place, stays=stays, number=(errno.ENOSPC, errno.EIO)[place % 2]) as found:
                try:
                    act()
                    code = ""
                except CkmError as fault:
                    code = fault.code
                except ckm.CkmWarning:  # it is written, and the disk did not confirm it
                    code = "file_not_certain"
            assert found.happened, (code, found.calls)
            there, _ = ckm.open_statistic(path)
            shared = read_register(register_path(folder, there.identity), there.identity)
            entries = () if shared is None else shared.entries
            done = len(there.tables) == 3
            assert done == (len(there.register) == 3), (code, found.calls)
            assert code or done
            if not done:
                assert not there.register
                assert len(entries) in (0, 3), (code, found.calls)
            if entries:
                assert list(folder.glob("1.1_2025_1.xlsx")), (code, found.calls)
            for lock in folder.glob("*.lock*"):  # a fault may have stopped giving it back; the process is this one
                lock.unlink()
            if not done and entries:
                with work_on_statistic(path, accept_older=True) as work:
                    assert work.reconcile() == 3
                assert len(ckm.open_statistic(path)[0].register) == 3


# --- what is refused -------------------------------------------------------------------------------------------------


def test_what_cannot_be_taken_is_said(tmp_path: Path) -> None:
    path = made(tmp_path)
    with work_on_statistic(path) as work:
        for error, act in (
            ("table_unknown", lambda: work.table("3.1")),
            ("table_unknown", lambda: work.remove_table("3.1")),
            ("run_period_unknown", lambda: work.choose_period("1999")),
            ("working_variable_unknown", lambda: work.describe_variable("job", title="Job")),
            ("working_day_unreadable", lambda: work.add_period("2026", "31.12.2026")),
            (ckm.InputError, lambda: work.save_table("x", "area")),  # type: ignore[arg-type]
            (ckm.InputError, lambda: work.run(tmp_path, form="excel")),  # type: ignore[arg-type]
        ):
            with fails(error) as caught:
                act()  # type: ignore[no-untyped-call]
            assert caught.value.text("de") != caught.value.text("en")
        work.add_period("2026")
        with fails("run_no_records"):
            work.data()


def test_four_eyes_are_two_persons(tmp_path: Path) -> None:
    path = made(tmp_path, four_eyes=True)
    with fails("register_same_person"), work_on_statistic(path, person="Anna") as work:
        work.approve(work.submit("1.1"))
    assert not ckm.open_statistic(path)[0].register


def test_a_role_does_what_it_may(tmp_path: Path) -> None:
    path = made(tmp_path)
    secrets: dict[Role, Secret] = {
        "clerk": Secret.passphrase("tables for the yearbook"),
        "methodologist": Secret.passphrase("as little noise as needed"),
        "releaser": Secret.passphrase("four eyes see more"),
    }
    with work_on_statistic(path) as work:
        work.take(lambda now: replace(now, seal=make_seal(secrets)[0]))
    with work_on_statistic(path, secret=secrets["clerk"], person="Anna") as work:
        number = work.submit("1.1")
        with fails("release_role_not_allowed"):
            work.approve(number)
        for act in (
            lambda: work.put_in_force(ckm.Rounding(5)),
            lambda: work.add_period("2026"),
            lambda: work.add_records(tmp_path / "people_2025.csv"),
            lambda: work.describe_variable("sex", title="Other"),
            lambda: work.describe(title="Other"),
            work.data,
        ):
            with fails("release_role_not_allowed"):
                act()
        work.save_table("1.3", SPEC)
    with work_on_statistic(path, secret=secrets["releaser"], person="Bert") as work:
        work.approve(1)
    assert [entry.kind for entry in ckm.open_statistic(path, secrets["clerk"])[0].register] == ["submitted", "released"]


# --- the dictionary --------------------------------------------------------------------------------------------------


def test_a_hierarchy_and_a_derived_variable_are_described_by_code(tmp_path: Path) -> None:
    path = made(tmp_path)
    (tmp_path / "areas.hrc").write_text("N\n@01\nS\n@02\n")
    with work_on_statistic(path) as work:
        labels = {"N": "North", "01": "Shire"}
        work.describe_variable("area", hierarchy=tmp_path / "areas.hrc", labels=labels, note="2024")
        classes = Derivation("classes", "income", bounds=("500",))
        work.put_variable(VariableEntry("rich", "dimension", ckm.Texts("Income class", "Klasse"), derived=classes))
    with work_on_statistic(path, read_only=True) as work:
        frame = work.table(ckm.TableSpec("area", "rich")).to_pandas(labels=True)
        assert {"North", "Shire"} <= set(frame["area"])
        assert len(set(frame["Income class"])) == 4  # two classes, those without an income, and the total


def test_a_variable_that_gets_another_role_is_read_with_it(tmp_path: Path) -> None:
    people(tmp_path, 2025)
    with ckm.create_statistic(tmp_path / "s.ckm", "People") as work:
        work.add_period("2025")
        work.add_records(tmp_path / "people_2025.csv", ["area"])
        work.put_in_force(METHOD)
        first = work.table(ckm.TableSpec("area")).to_pandas()
        sex = next(entry for entry in work.statistic.dictionary if entry.name == "sex")
        assert sex.role == "ignored"
        work.put_variable(replace(sex, role="dimension"))
        assert set(work.table(ckm.TableSpec("sex")).to_pandas()["sex"]) == {"Total", "m", "w"}
        pd.testing.assert_frame_equal(work.table(ckm.TableSpec("area")).to_pandas(), first)  # with the keys drawn


# --- runs ------------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_tables_run_for_regions_and_periods_with_the_figures_of_their_filters(tmp_path: Path) -> None:
    path = made(tmp_path)
    people(tmp_path, 2026)
    with work_on_statistic(path) as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(tmp_path / "people_2026.csv")
    with work_on_statistic(path, read_only=True) as work:
        ran = work.run(
            tmp_path / "out", ["1.2"], periods=["2025", "2026"], where={"area": ["01", "02"]}, form="csv", language="de"
        )
        assert ran.complete
        assert repr(ran) == f"Runs(4 written, folder={str(tmp_path / 'out')!r})"
        assert sorted(one.name for one in ran.files) == sorted(
            f"1.2_{area}_{year}.csv" for area in ("01", "02") for year in (2025, 2026)
        )
        frame = ran.to_pandas("de")
        assert frame["state"].tolist() == ["written"] * 4
        assert frame["period"].tolist() == ["2025", "2025", "2026", "2026"]
        work.choose_period("2025")
        one = work.statistic.tables[1].spec.with_changes(filters=(ckm.Condition("area", "02"),))
        shown = (tmp_path / "out" / "1.2_02_2025.csv").read_text(encoding="utf-8-sig")
        total = int(work.table(one).to_pandas()["count"].iloc[0])
        assert f";{total};" in shown.replace("\u00a0", "")


def test_a_title_names_the_part_unless_it_asks_for_its_filter(tmp_path: Path) -> None:
    path = made(tmp_path)
    with work_on_statistic(path) as work:
        work.save_table("1.3", ckm.TableSpec("sex", title="Sex in {filter}"))
    with work_on_statistic(path, read_only=True) as work:
        ran = work.run(tmp_path / "out", ["1.1", "1.3"], where={"sex": "m"})
    assert ran.to_pandas()["title"].tolist() == ["People 2025: men", "Sex in men"]


def test_a_table_that_does_not_fit_is_told_and_the_others_are_written(tmp_path: Path) -> None:
    path = made(tmp_path)
    with work_on_statistic(path) as work:
        work.save_table("9", ckm.TableSpec("job"))
    with work_on_statistic(path, read_only=True) as work:
        ran = work.run(tmp_path / "out", periods=["2025"])
    assert not ran.complete
    assert ran.to_pandas().set_index("table")["state"].to_dict() == {
        "1.1": "written", "1.2": "written", "9": "does_not_fit",
    }  # fmt: skip
    assert "job" in ran.to_pandas().set_index("table").loc["9", "notes"]


def test_a_run_takes_the_office_s_form(tmp_path: Path) -> None:
    path = made(tmp_path)
    office = tmp_path / "office.ckmoffice"
    office.write_text('{"form": "ckm office", "version": 1, "settings": {"forms": ["px"]}}')
    with work_on_statistic(path, office=office, read_only=True) as work:
        assert {one.suffix for one in work.run(tmp_path / "out", ["1.1"]).files} == {".px"}


# --- records and method after a release ------------------------------------------------------------------------------


@pytest.mark.thorough
def test_records_that_are_there_are_replaced_only_unit_by_unit(tmp_path: Path) -> None:
    people(tmp_path, 2025)
    with ckm.create_statistic(tmp_path / "s.ckm", "People") as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "people_2025.csv", ["area", "sex"], identifiers="pid")
        work.put_in_force(METHOD)
        keys = work.data().record_keys
    corrected = pd.read_csv(tmp_path / "people_2025.csv", dtype=str).iloc[10:]
    more = corrected.iloc[:2].assign(pid=["900", "901"])
    pd.concat([corrected, more]).to_csv(tmp_path / "corrected.csv", index=False)
    before = hashes(tmp_path)
    with fails("working_has_records"), ckm.work_on_statistic(tmp_path / "s.ckm") as work:
        work.add_records(tmp_path / "corrected.csv")
    assert hashes(tmp_path) == before
    with ckm.work_on_statistic(tmp_path / "s.ckm") as work:
        assert work.replace_records(tmp_path / "corrected.csv", "pid") == (290, 2, 10)
    assert set(hashes(tmp_path)) - set(before) == {"s.period1.keys-2.parquet"}
    with ckm.work_on_statistic(tmp_path / "s.ckm", read_only=True) as work:
        now = work.data().record_keys
    assert keys is not None
    assert now is not None
    assert now.values[:290].tolist() == keys.values[10:].tolist()


@pytest.mark.thorough
def test_a_delivery_without_identifier_gets_fresh_keys_by_a_decision_alone(tmp_path: Path) -> None:
    people(tmp_path, 2025)
    source = tmp_path / "people_2025.csv"
    with ckm.create_statistic(tmp_path / "s.ckm", "People", person="Anna") as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(source, ["area", "sex"], identifiers="pid")
        work.put_in_force(METHOD)
        work.save_table("1.1", SPEC)
        before = work.data().record_keys
    with ckm.work_on_statistic(tmp_path / "s.ckm", person="Anna") as work:
        for decision in (None, ckm.Decision()):
            with fails("keys_need_reason"):
                work.replace_records(source, decision=decision)
        assert work.replace_records(source, decision=ckm.Decision(remark="no identifier")) == (0, 300, 300)
        assert work.period.keys is not None
        assert work.period.keys.reason == "no identifier"
        now = work.data().record_keys
        assert before is not None
        assert now is not None
        assert (now.values == before.values).mean() < 0.1
        work.approve(work.submit("1.1"), person="Bert")
        # A second draw of what was released: a second person, and an entry of the register.
        with fails("method_needs_reason"):
            work.replace_records(source, decision=ckm.Decision(body="Anna", remark="again"))
        decision = ckm.Decision(body="Anna", remark="again", second_person="Bert")
        work.replace_records(source, decision=decision)
        entry = work.statistic.register[-1]
        assert (entry.kind, entry.second_person) == ("method_changed", "Bert")
        # What is open before a release names both draws.
        number = work.submit("1.1", remark="corrected")
        later = find_release(work.statistic.register, number).submission
        kinds = [one.kind for one in left_open(work.statistic, later, work.data())]
        assert "overlap" in kinds


def test_another_method_after_a_release_needs_a_reason_and_a_second_person(tmp_path: Path) -> None:
    path = made(tmp_path)
    with work_on_statistic(path, person="Anna") as work:
        work.approve(work.submit("1.1"), person="Bert")
    other = ckm.CellKeyMethod(ckm.design_ptable(D=4, V=2.0, js=1))
    with fails("method_needs_reason"), work_on_statistic(path) as work:
        work.put_in_force(other, ckm.Decision(body="Methods"))
    with work_on_statistic(path) as work:
        work.put_in_force(other, ckm.Decision(body="Methods", remark="An error", second_person="Head"))
    assert ckm.open_statistic(path)[0].register[-1].kind == "method_changed"


# --- keys are never lost -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["ckmcore.statistic.file.sync_folder", "ckmcore.working.file.remember"])
def test_ctrl_c_when_the_file_is_written_leaves_its_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    people(tmp_path, 2025)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(place, interrupted)
    with pytest.raises(KeyboardInterrupt), ckm.create_statistic(tmp_path / "s.ckm", "People") as work:
        work.add_period("2025")
        work.add_records(tmp_path / "people_2025.csv", ["area"], identifiers="pid")
        keys = work.data().record_keys
    monkeypatch.undo()
    with ckm.work_on_statistic(tmp_path / "s.ckm") as work:
        found = work.data().record_keys
    assert keys is not None
    assert found is not None
    assert found.values.tolist() == keys.values.tolist()


@pytest.mark.thorough
def test_work_that_failed_leaves_nothing_to_the_next_block_of_the_same_object(tmp_path: Path) -> None:
    people(tmp_path, 2025)
    with ckm.create_statistic(tmp_path / "s.ckm", "People") as work:
        work.add_period("2025")
        work.add_records(tmp_path / "people_2025.csv", ["area"], identifiers="pid")
    again = ckm.work_on_statistic(tmp_path / "s.ckm")
    with again:
        keys = again.data().record_keys
    people(tmp_path, 2026)
    with pytest.raises(ZeroDivisionError), again:
        again.add_period("2026")
        again.add_records(tmp_path / "people_2026.csv", keys="generate")
        raise ZeroDivisionError
    before = hashes(tmp_path)
    with again:
        again.save_table("1.1", SPEC)
    after = hashes(tmp_path)
    assert {name for name in after if after[name] != before.get(name)} == {"s.ckm"}
    with again:
        now = again.data().record_keys
    assert keys is not None
    assert now is not None
    assert now.values.tolist() == keys.values.tolist()
