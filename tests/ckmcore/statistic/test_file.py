"""The .ckm file: whole or not at all, the same when read again, one writer."""

from __future__ import annotations

import contextlib
import io
import os
import sqlite3
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic import file as ckm_file
from ckmcore.statistic import image
from ckmcore.statistic.image import MadeByNewer, NotAStatistic, from_bytes, to_bytes
from ckmcore.statistic.lock import LockNotMade, acquire, holder, release
from ckmcore.statistic.model import NoMethodInForce, SavedTable
from ckmcore.statistic.period import KeySet, Period, PeriodSource
from tests.kit.before_the_floor import put_in_force
from tests.kit.fails import fails


def statistic(title: str = "Students") -> ckm.Statistic:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"land": ["01", "02"], "sex": ["m", "w"]}), ["land", "sex"])
    data = data.with_hierarchy("land", Hierarchy.from_depths([("w", 0), ("01", 1), ("02", 1)]))
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    period = Period(
        ckm.Texts("WS 2025/26", "WS 2025/26"), "2025-12-01", PeriodSource("file", rows=2), KeySet("column", "rkey")
    )
    made = ckm.Statistic(ckm.Texts(title, "Studierende"), entries, (period,), source_note=ckm.Texts.same("Office"))
    made = made.put_in_force(ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=5, V=3, js=2))), "2026-01-01")
    table = SavedTable("T1", ckm.TableSpec(rows=["land"], columns=["sex"]), "2026-01-02")
    return made.with_table(table)


def test_a_statistic_is_the_same_when_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    saved = statistic()
    stamp = ckm.save_statistic(saved, path)
    again, opened = ckm.open_statistic(path)
    assert again == saved
    assert opened == stamp
    rounded = saved.put_in_force(ckm.Rounding(10))
    ckm.save_statistic(rounded, path, opened)
    assert ckm.open_statistic(path)[0] == rounded


def test_the_method_in_force_looks_up_the_same_after_reopening(tmp_path: Path) -> None:
    saved = statistic()
    ckm.save_statistic(saved, tmp_path / "s.ckm")
    again, _ = ckm.open_statistic(tmp_path / "s.ckm")
    first, second = saved.period.in_force, again.period.in_force
    assert first is not None
    assert second is not None
    assert first.ptable is not None
    assert second.ptable is not None
    assert first.ptable.exact_bounds == second.ptable.exact_bounds
    assert first.ptable.noise.tolist() == second.ptable.noise.tolist()


def test_the_file_holds_no_microdata_and_is_a_sqlite_image(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    ckm.save_statistic(statistic(), path)
    with sqlite3.connect(path) as base:
        tables = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    base.close()
    assert tables == {"statistic", "dictionary", "period", "ptable", "saved_table", "register", "snapshot"}


def test_a_file_changed_by_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = ckm.save_statistic(statistic(), path)
    ckm.save_statistic(statistic("Somebody else"), path, replaces=True)
    before = path.read_bytes()
    with fails("ckm_changed_meanwhile", match="another name"):
        ckm.save_statistic(statistic("Mine"), path, stamp)
    assert path.read_bytes() == before


def test_a_save_that_fails_leaves_the_former_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.ckm"
    stamp = ckm.save_statistic(statistic(), path)
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with fails("ckm_not_saved", match="no room left on the disk"):
        ckm.save_statistic(statistic("New"), path, stamp, replaces=True)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["s.ckm"]


def test_files_that_are_no_statistic_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.ckm"
    with fails("ckm_missing"):
        ckm.open_statistic(path)
    path.write_text("hello")
    with pytest.raises(NotAStatistic, match=r"x\.ckm"):
        ckm.open_statistic(path)
    path.write_bytes(b"")
    with pytest.raises(NotAStatistic):
        ckm.open_statistic(path)
    image = to_bytes(statistic())
    path.write_bytes(image[: len(image) // 2])
    with fails("ckm_damaged", match="last good copy"):
        ckm.open_statistic(path)
    other = sqlite3.connect(":memory:")
    other.execute("CREATE TABLE a (b)")
    path.write_bytes(other.serialize())
    other.close()
    with pytest.raises(NotAStatistic):
        ckm.open_statistic(path)


def test_a_file_of_a_newer_program_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.ckm"
    path.write_bytes(to_bytes(statistic()))
    monkeypatch.setattr(image, "VERSION", 0)
    with pytest.raises(MadeByNewer, match="Update the program"):
        ckm.open_statistic(path)


def test_sources_are_found_beside_the_moved_statistic(tmp_path: Path) -> None:
    from ckmcore.statistic.source import SourceUnreachable, find_source

    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "d.csv").write_text("x\n1\n")
    source = PeriodSource("file", "", str(folder / "d.csv"))
    saved = statistic().with_period(Period(ckm.Texts.same("2025"), source=source))
    ckm.save_statistic(saved, folder / "s.ckm")
    folder.rename(tmp_path / "b")
    again, _ = ckm.open_statistic(tmp_path / "b" / "s.ckm")
    assert again.period.source is not None
    assert find_source(again.period.source, tmp_path / "b" / "s.ckm").read_text() == "x\n1\n"
    (tmp_path / "b" / "d.csv").unlink()
    with pytest.raises(SourceUnreachable, match=r"d\.csv"):
        find_source(again.period.source, tmp_path / "b" / "s.ckm")


def test_one_writer_holds_the_lock_until_it_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    assert acquire(path) is None
    found = acquire(path)
    assert found is not None
    assert found.pid == os.getpid()
    assert holder(path) == found
    assert acquire(path, take_over=True) is None
    release(path)
    assert acquire(path) is None
    release(path)
    assert not list(tmp_path.iterdir())


def test_a_lock_that_cannot_be_written_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.fdopen

    def full(handle: int, mode: str) -> io.BufferedIOBase:
        opened(handle, mode).close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(LockNotMade, match="no room left"):
        acquire(tmp_path / "s.ckm")
    assert not list(tmp_path.iterdir())


def test_drafts_need_a_method_in_force_that_keeps_zeros() -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["x"]}), ["a"])
    with pytest.raises(NoMethodInForce):
        ckm.Statistic(ckm.Texts.same("S")).draft(ckm.TableSpec(rows=["a"]), data)
    from ckmcore.ptable import parse_ptable

    zeros = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;0.5;0;0.5\n0;1;0.5;1;1\n1;1;1;0;1\n", "zeros.csv")
    with fails("ptable_zeros_not_kept"):
        ckm.Statistic(ckm.Texts.same("S")).put_in_force(ckm.CellKeyMethod(zeros))


def crafted(sql: str) -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(to_bytes(statistic()))
        base.executescript(sql)
        base.commit()
        return base.serialize()


def with_record(path: str, value: str) -> str:
    return "UPDATE period SET record = json_set(record, '$.PATH', json('VALUE'))".replace("PATH", path).replace(
        "VALUE", value
    )


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE statistic SET value = '5' WHERE key = 'current'",
        "UPDATE statistic SET value = '-1' WHERE key = 'current'",
        "DELETE FROM period",
        "UPDATE statistic SET value = '../../elsewhere' WHERE key = 'identity'",
        "DELETE FROM statistic WHERE key = 'identity'",
        "INSERT INTO register VALUES (1, x'00ff', '')",
        "INSERT INTO snapshot VALUES (1, 'ab', 'text')",
        "DROP TABLE period; CREATE TABLE period (place, record); INSERT INTO period VALUES (0, NULL)",
        "ALTER TABLE period RENAME TO old; CREATE VIEW period AS WITH RECURSIVE n(i) AS"
        " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS place, record FROM old, n",
        "CREATE TRIGGER t AFTER INSERT ON period BEGIN DELETE FROM period; END",
        "UPDATE statistic SET value = x'ff00' WHERE key = 'workspace'",
        with_record("method", '{"method": {"kind": "rounding", "settings": {"base": 0}}}'),
        with_record("method", '{"method": {"kind": "magic", "settings": {"base": 10}}}'),
        with_record("method", '{"method": {"kind": "cell_key", "tables": {"ptable": "i;j"}}}'),
        "DELETE FROM ptable",
        "UPDATE ptable SET record = '{}'",
        "UPDATE ptable SET record = json_set(record, '$.text', 'i;j;p;v;u' || char(10) || '0;1;1;1;1' || char(10))",
        "UPDATE dictionary SET entry = json_set(entry, '$.hierarchy[1].parent', 7) WHERE name = 'land'",
        "UPDATE dictionary SET entry = json_set(entry, '$.hierarchy[1].code', '02') WHERE name = 'land'",
    ],
)
def test_a_file_that_somebody_tampered_with_is_damaged_and_nothing_else(sql: str) -> None:
    with fails("ckm_damaged", match=r"s\.ckm"):
        from_bytes(crafted(sql), "s.ckm")


def test_a_lock_that_another_program_took_over_is_not_given_back(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    assert acquire(path) is None
    (tmp_path / "s.ckm.lock").write_text('{"host": "elsewhere", "pid": 1, "time": "2026-01-01"}')
    release(path)
    assert holder(path).host == "elsewhere"


def test_a_target_that_cannot_be_read_is_not_saved_over(tmp_path: Path) -> None:
    (tmp_path / "s.ckm").mkdir()
    with fails("ckm_not_saved"):
        ckm.save_statistic(statistic(), tmp_path / "s.ckm", ckm_file.Stamp.of(b""))


def test_the_categories_of_a_table_are_the_dictionarys_whether_or_not_a_record_falls_into_them() -> None:
    codes = ["02", "01", "03"]
    full = ckm.Microdata.from_pandas(pd.DataFrame({"a": pd.Categorical(["01", "02", "03"], codes)}), ["a"])
    made = ckm.Statistic(ckm.Texts.same("S"), (VariableEntry.of(full.dimensions["a"]),))
    read = made.describe(ckm.Microdata.from_pandas(pd.DataFrame({"a": ["01", "09", None, "02", "01"]}), ["a"]))
    block = ckm.tabulate(read, ckm.TableSpec(rows=["a"])).blocks[0]
    assert [node.code for node in block.dimensions[0].nodes] == [ckm.TOTAL, "02", "01", "03", "09", ckm.MISSING]
    assert block.counts.tolist() == [5, 1, 2, 0, 1, 1]


def test_a_code_that_the_dictionarys_hierarchy_lacks_is_refused_not_left_out() -> None:
    other = ckm.Microdata.from_pandas(pd.DataFrame({"land": ["01", "07"], "sex": ["m", "w"]}), ["land", "sex"])
    with fails("hierarchy_unknown_codes", match="07"):
        statistic().describe(other)


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize(
    ("D", "V", "js", "pstay", "mono"),
    # Designs in which small counts look blocked in most rows though they are not, and others.
    [(5, 5, 1, 0.9, False), (8, 8, 1, 0.9, False), (8, 8, 2, 0.9, False), (4, 4, 4, None, True), (1, 1, 0, 0.0, True)],
)
def test_every_table_that_can_be_designed_can_be_saved_in_force_and_opened_again(
    D: int, V: float, js: int, pstay: float | None, mono: bool, shuffled: bool
) -> None:
    table = ckm.design_ptable(D=D, V=V, js=js, pstay=pstay, mono=mono)
    table = ckm.shuffle(table) if shuffled else table
    made = put_in_force(statistic(), ckm.CellKeyMethod(table))
    again = from_bytes(to_bytes(made), "s.ckm").period.in_force
    assert again is not None
    assert again.ptable == table


@pytest.mark.reference
def test_a_table_for_integer_keys_in_force_keeps_its_modulus_and_recycled_rows(reference: Path) -> None:
    for file in sorted(reference.rglob("ptable_*.csv.gz")):
        table = ckm.read_ptable(file)
        made = put_in_force(statistic(), ckm.CellKeyMethod(table))
        again = from_bytes(to_bytes(made), "s.ckm").period.in_force
        assert again is not None
        assert again.ptable == table
        assert (table.integer_modulus, table.recycled_rows) == (256, 250)
