"""A statistic by code that takes the records of a frame over, and what its file keeps of them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import ckmcore as ckm
from ckmcore.microdata.dialect import AS_IT_STANDS, ColumnRecode, MissingWords
from ckmcore.statistic.source import dialect_of
from tests.kit.fails import fails

ROWS = 300


def frame(**changed: Any) -> pd.DataFrame:
    chance = np.random.default_rng(3)
    columns = {
        "AREA": chance.choice(["north", "south", "west"], ROWS),
        "SEX": chance.integers(1, 3, ROWS),
        "PAY": [Decimal(int(cents)).scaleb(-2) for cents in chance.integers(0, 10**6, ROWS)],
        "KEY": chance.integers(0, 10**9, ROWS),
        "ID": [f"p{number}" for number in range(ROWS)],
    }
    return pd.DataFrame({**columns, **changed})


def kinds(records: pd.DataFrame) -> dict[str, Any]:
    """The same records as frames of each kind."""
    table = pa.Table.from_pandas(records, preserve_index=False)
    categories = records.assign(AREA=pd.Categorical(records["AREA"], ["west", "south", "north"]))
    return {"pandas": records, "Arrow": table, "stream": table.to_reader(), "categories": categories}


SPEC = ckm.TableSpec("AREA", "SEX", values=["count", ckm.sum_of("PAY")])
METHOD = ckm.Rounding(5, magnitude_bases=[("PAY", 1000)])


def made(path: Path, records: Any, **asked: Any) -> pd.DataFrame:
    with ckm.create_statistic(path, "People") as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(records, ["AREA", "SEX"], magnitudes=["PAY"], **asked)
        work.put_in_force(METHOD)
        return work.table(SPEC).to_pandas()


@pytest.mark.parametrize("keys", [{"record_key": "KEY", "modulus": 10**9}, {"keys": "generate"}, {"keys": "none"}])
def test_a_frame_gives_the_figures_of_its_file_and_is_read_again_when_it_is_handed_in(
    tmp_path: Path, keys: dict[str, Any]
) -> None:
    records = frame()
    path, file = tmp_path / "people.ckm", tmp_path / "people.parquet"
    shown = made(path, records, **keys)
    records.to_parquet(file)
    pd.testing.assert_frame_equal(shown, made(tmp_path / "file.ckm", file, **keys), check_dtype=False)
    file.unlink()
    for kind, again in kinds(records).items():
        with ckm.work_on_statistic(path) as work:
            with fails("frame_not_there"):
                work.table(SPEC)
            work.give_frame(again)
            figures = work.table(SPEC).to_pandas()
        columns = ["AREA", "SEX"]
        pd.testing.assert_frame_equal(figures.set_index(columns), shown.set_index(columns), check_like=True, obj=kind)


def test_the_file_of_the_statistic_keeps_a_number_and_a_fingerprint_of_a_frame(tmp_path: Path) -> None:
    path = tmp_path / "people.ckm"
    made(path, frame(), record_key="KEY", modulus=10**9)
    source = ckm.open_statistic(path)[0].period.source
    assert source is not None
    assert (source.kind, source.rows, len(source.sha256)) == ("frame", ROWS, 64)
    assert (source.path_absolute, source.path_relative, source.size) == ("", "", 0)
    assert source.reading.startswith('{"columns":[["AREA","SEX"],"KEY",null,["PAY"],1000000000],"dialect":{')
    assert [one.name for one in tmp_path.iterdir()] == ["people.ckm"]


@pytest.mark.parametrize(
    "change",
    [
        {"SEX": [1] * ROWS},
        {"PAY": [Decimal("0.01")] * ROWS},
        {"KEY": np.arange(ROWS) * 10**5},
        {"AREA": ["north", "south", "west"] * (ROWS // 3)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_another_frame_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "people.ckm"
    made(path, frame(), record_key="KEY", modulus=10**9)
    with ckm.work_on_statistic(path) as work:
        for other in (frame(**change), frame().iloc[::-1], frame().iloc[1:]):
            with fails("frame_differs"):
                work.give_frame(other)
        work.give_frame(frame(ID=["nobody"] * ROWS))  # a column that has no role is not read
        assert work.data().rows == ROWS


def test_generated_keys_lie_beside_the_statistic_and_go_with_their_frame(tmp_path: Path) -> None:
    path = tmp_path / "people.ckm"
    made(path, frame(), keys="generate")
    assert len(list(tmp_path.glob("*.keys*.parquet"))) == 1
    with ckm.work_on_statistic(path) as work:
        work.give_frame(frame())
        first = work.data().record_keys
    with ckm.work_on_statistic(path) as work:
        work.give_frame(pa.Table.from_pandas(frame()))
        again = work.data().record_keys
    assert first is not None
    assert again is not None
    assert np.array_equal(first.values, again.values)


def test_a_later_period_is_a_frame_too_and_both_go_on_in_one_block(tmp_path: Path) -> None:
    path = tmp_path / "people.ckm"
    made(path, frame(), record_key="KEY", modulus=10**9)
    later = frame(SEX=[2, 1] * (ROWS // 2))
    with ckm.work_on_statistic(path) as work:
        work.add_period("2027", "2027-12-31")
        work.add_records(later, record_key="KEY", modulus=10**9)
        newer = work.table(SPEC).to_pandas()
        work.choose_period("2026")
        work.give_frame(frame())
        older = work.table(SPEC).to_pandas()
        work.choose_period("2027")
        pd.testing.assert_frame_equal(work.table(SPEC).to_pandas(), newer)
    assert not newer.equals(older)


def test_a_column_gets_a_role_after_the_frame_was_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "people.ckm"
    made(path, frame(CLASS=["a", "b", "c"] * (ROWS // 3)), record_key="KEY", modulus=10**9)
    with ckm.work_on_statistic(path) as work:
        work.give_frame(frame(CLASS=["a", "b", "c"] * (ROWS // 3)))
        entry = next(entry for entry in work.statistic.dictionary if entry.name == "CLASS")
        work.put_variable(replace(entry, role="dimension"))
        assert set(work.table(ckm.TableSpec("CLASS")).to_pandas()["CLASS"]) == {"Total", "a", "b", "c"}


def test_what_is_no_frame_and_what_needs_a_file_is_refused(tmp_path: Path) -> None:
    with ckm.create_statistic(tmp_path / "people.ckm", "People") as work:
        work.add_period("2026", "2026-12-31")
        with pytest.raises(ckm.InputError, match="a path, several paths, or a frame"):
            work.add_records(7, ["AREA"])
        with fails("unknown_variable"):
            work.add_records(frame(), ["PLACE"], keys="none")
        with fails("desk_no_dimension"):
            work.add_records(frame(), keys="none")
        with fails("frame_not_asked"):
            work.give_frame(frame())
        work.add_records(frame(), ["AREA", "SEX"], keys="none")
        with fails("working_has_records"):
            work.add_records(frame(), ["AREA", "SEX"], keys="none")


def test_a_frame_with_totals_is_asked_about_and_its_answer_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "people.ckm"
    last = pd.DataFrame({"AREA": ["Insgesamt"], "SEX": [0], "PAY": [Decimal(1)], "KEY": [7], "ID": [""]})
    records = pd.concat([frame(), last], ignore_index=True)
    with fails("reading_asked"):
        made(path, records, keys="generate", identifiers=["ID"])
    dialect = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("totals", "AREA", "leave_out"),))
    made(path, records, keys="generate", dialect=dialect)
    with ckm.work_on_statistic(path) as work:
        work.give_frame(records)
        assert work.data().rows == ROWS
        work.add_period("2027", "2027-12-31")
        work.add_records(records, ["AREA", "SEX"], magnitudes=["PAY"], keys="generate")  # answered last year
        assert work.data().rows == ROWS


def test_a_frame_that_was_taken_over_by_a_former_program_is_read_as_it_was(tmp_path: Path) -> None:
    records = frame(AREA=["north", "Total", "Köln", "Ko\u0308ln"] * (ROWS // 4))
    path = tmp_path / "people.ckm"
    with ckm.create_statistic(path, "People") as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(records, ["AREA", "SEX"], magnitudes=["PAY"], keys="none", dialect=AS_IT_STANDS)
        source = work.statistic.period.source
        assert source is not None
        former = replace(source, reading='[["AREA","SEX"],null,null,["PAY"],null]')
        assert dialect_of(former) == AS_IT_STANDS
        work._become(work.statistic.with_period(replace(work.statistic.period, source=former)))
    with ckm.work_on_statistic(path) as work:
        work.give_frame(records)
        assert work.data().rows == ROWS
        assert work.data().dimension("AREA").codes == ("Ko\u0308ln", "Köln", "Total", "north")


def test_rules_for_records_hold_for_columns_of_a_frame_that_are_no_variables_and_for_a_former_frame(
    tmp_path: Path,
) -> None:
    unique = ckm.RecordRule("unique", ("ID",), severity="refuse")
    alike = ckm.RecordRule("former", ("AREA",), low="0.9", high="1.1", severity="refuse")
    with ckm.create_statistic(tmp_path / "people.ckm", "People") as work:
        work.add_period("2026", "2026-12-31")
        work.set_rules([unique])
        with fails("rules_refuse"):
            work.add_records(frame(ID=["p1"] * ROWS), ["AREA", "SEX"], keys="none")
        work.add_records(frame(), ["AREA", "SEX"], keys="none", columns={"PERSON": "ID"})
        work.add_period("2027", "2027-12-31")
        work.set_rules([unique, alike])
        with fails("rules_refuse"):
            work.add_records(frame(AREA=["north", "south", "south"] * (ROWS // 3)), keys="none")
        work.add_records(frame(), keys="none")
        assert not [notice for notice in work.notices if notice.code == "rule_not_tested"]


def test_what_is_decided_on_codes_and_numbers_of_a_file_holds_for_a_frame(tmp_path: Path) -> None:
    records = frame()
    records["PAY"] = records["PAY"].astype(float)
    records.loc[0, "PAY"] = 9999.0
    file = tmp_path / "people.parquet"
    records.to_parquet(file)
    dialect = ckm.Dialect(
        encoding="",
        recodes=(ColumnRecode("AREA", (("west", "south"),)),),
        words=(MissingWords("PAY", ("9999",)), MissingWords("SEX", ("2",))),
    )
    sides = []
    for number, source in enumerate((records, file)):
        with pytest.warns(ckm.CkmWarning, match="1 record without a value"):
            sides.append(made(tmp_path / f"{number}.ckm", source, keys="none", dialect=dialect))
    pd.testing.assert_frame_equal(*sides)
    assert "west" not in set(sides[0]["AREA"])
    plain = ckm.Microdata.from_pandas(records, ["AREA", "SEX"], dialect=dialect)
    assert plain.dimension("AREA").codes == ("north", "south")
    former = ckm.Microdata.from_pandas(records, ["AREA", "SEX"], dialect=replace(dialect, rules=4))
    assert former.dimension("AREA").codes == ("north", "south", "west")


@pytest.mark.parametrize("rows", [{"left_out": ((3, 3),)}, {"head_row": 2}])
def test_rows_chosen_by_hand_are_refused_where_there_are_none(tmp_path: Path, rows: dict[str, Any]) -> None:
    file = tmp_path / "people.parquet"
    frame().to_parquet(file)
    with fails("rows_not_in_file"):
        ckm.read_microdata(file, ["AREA"], dialect=ckm.Dialect(encoding="", **rows))
    with fails("rows_not_in_file"):
        ckm.Microdata.from_pandas(frame(), ["AREA"], dialect=ckm.Dialect(encoding="", **rows))
    former = ckm.Dialect(encoding="", rules=4, **rows)
    assert ckm.read_microdata(file, ["AREA"], dialect=former).rows == ROWS


def test_answers_are_heard_for_parquet_that_is_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "people.parquet"
    pd.DataFrame({"AREA": ["north", "south", "Insgesamt"], "SEX": [1, 2, 0], "PAY": [1, 2, 3]}).to_parquet(file)
    with fails("reading_asked"):
        made(tmp_path / "a.ckm", file, keys="none")
    dialect = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("totals", "AREA", "leave_out"),))
    assert set(made(tmp_path / "b.ckm", file, keys="none", dialect=dialect)["AREA"]) == {"Total", "north", "south"}
