"""Frames have the reading plan of files: the same notices, questions and answers, and the same records."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.microdata.dialect import AS_IT_STANDS, MissingWords
from ckmcore.microdata.frame import texts_of_frame
from tests.kit.examples import examples
from tests.kit.fails import fails

CODES = st.sampled_from(
    ["01", "02", "Insgesamt", "Total:", "k.A.", "Köln", "Ko\u0308ln", '="03"', "1E+05", "", "a\u200bb", None]
)
NUMBERS = st.sampled_from(["1", "1.500", "950", "12,5", "1 200", "k.A.", "-", "5 €", "1.234.567", "", "7", None])
KINDS: dict[str, Callable[[pa.Table], Any]] = {
    "Arrow": lambda table: table,
    "stream": lambda table: table.to_reader(),
    "pandas": lambda table: table.to_pandas(),
    "pandas of Python's values": lambda table: table.to_pandas().astype(object),
    "pandas of Arrow": lambda table: table.to_pandas(types_mapper=pd.ArrowDtype),
    "categories": lambda table: table.to_pandas().astype({"K": "category"}),
    "dictionaries": lambda table: table.set_column(0, "K", table.column("K").dictionary_encode()),
}
ANSWERS = (
    ckm.ReadingAnswer("totals", "", "leave_out"),
    ckm.ReadingAnswer("point", "", "thousands"),
    ckm.ReadingAnswer("comma", "", "decimal"),
    ckm.ReadingAnswer("words", "", "missing"),
)


def entries(source: Any, dialect: ckm.Dialect | None) -> list[dict[str, Any]]:
    """The plan; examples of a list of categories come in its order."""
    plan = ckm.reading_plan(source, ["K"], magnitudes=["N"], dialect=dialect).as_json(confidential=True)
    return [{**entry, "examples": sorted(entry["examples"])} for entry in plan]


def outcome(source: Any, dialect: ckm.Dialect | None) -> tuple[Any, ...]:
    """The plan, and codes and numbers of the records, or the error."""
    plan = entries(source, dialect)
    try:
        data = ckm.microdata_of(source, ["K"], magnitudes=["N"], dialect=dialect)
    except ckm.CkmError as error:
        return plan, error.code
    codes, numbers = data.dimension("K").codes, data.magnitudes["N"]
    texts = [codes[place] for place in np.asarray(data.columns["K"]).tolist()]
    missing = [] if numbers.missing is None else np.asarray(numbers.missing).tolist()
    return plan, set(codes), texts, (np.asarray(numbers.values) / numbers.scale).tolist(), missing


@pytest.mark.filterwarnings("ignore::ckmcore.CkmWarning")
@given(rows=st.lists(st.tuples(CODES, NUMBERS), min_size=1, max_size=12), answered=st.booleans())
@settings(max_examples=examples(60))
def test_a_frame_has_the_plan_and_the_records_of_its_file(rows: list[tuple[str, str]], answered: bool) -> None:
    rows = [*rows, ("99", "3")]  # a record that is none but that
    columns = {"K": [code for code, _ in rows], "N": [number for _, number in rows]}
    table = pa.table({name: pa.array(values, pa.string()) for name, values in columns.items()})
    dialect = ckm.Dialect(encoding="", answers=ANSWERS) if answered else None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.parquet"
        parquet.write_table(table, file)
        expected = outcome(file, dialect)
    for kind, made in KINDS.items():
        if kind != "stream":  # can be read once only
            assert outcome(made(table), dialect) == expected, kind
    assert entries(KINDS["stream"](table), dialect) == expected[0]


def dirty() -> pd.DataFrame:
    return pd.DataFrame({"K": ["01", "02", "Insgesamt"], "N": ["1.500", "2.250", "3.750"], "ID": ["a", "b", ""]})


@pytest.mark.parametrize("read", [ckm.microdata_of, ckm.Microdata.from_pandas])
def test_what_a_frame_leaves_open_is_asked_and_the_answer_counts(read: Callable[..., ckm.Microdata]) -> None:
    with pytest.raises(ckm.ReadingAsked) as asked:
        read(dirty(), ["K"], magnitudes=["N"])
    assert {entry.kind for entry in asked.value.plan.questions} == {"totals", "point"}
    dialect = ckm.Dialect(encoding="", answers=ANSWERS)
    data = read(dirty(), ["K"], magnitudes=["N"], dialect=dialect)
    assert (data.rows, data.magnitudes["N"].values.tolist()) == (2, [1500, 2250])
    assert "reading_decided" in {notice.code for notice in data.notices}
    plain = read(dirty(), ["K"], magnitudes=["N"], dialect=AS_IT_STANDS)
    assert (plain.rows, plain.magnitudes["N"].values.tolist()) == (3, [150, 225, 375])


def test_words_and_names_of_a_dialect_hold_for_a_frame() -> None:
    frame = pd.DataFrame({"K": ["01", "k.A.", "02"], "N": [1, 2, 3]})
    dialect = ckm.Dialect(encoding="", words=(MissingWords("PLACE", ("k.A.",)),), renamed=(("K", "PLACE"),))
    data = ckm.microdata_of(frame, ["PLACE"], magnitudes=["N"], dialect=dialect)
    assert data.dimension("PLACE").codes == ("01", "02", "")
    entries = ckm.reading_plan(frame, ["PLACE"], dialect=dialect).entries
    assert [(entry.kind, entry.column, entry.count) for entry in entries] == [("declared_missing", "PLACE", 1)]


def test_roles_of_a_frame_are_guessed_and_names_of_persons_are_said() -> None:
    names = [f"{first}{last}" for first in ("Mei", "Schul", "Krau", "Leh") for last in ("er", "ze", "se", "mann", "ke")]
    turnovers = [f"{thousand}.500" for thousand in range(1, 41)]
    frame = pd.DataFrame({"KREIS": ["01", "02"] * 20, "Nachname": names * 2, "UMSATZ": turnovers})
    plan = ckm.reading_plan(frame)
    assert {(entry.kind, entry.column) for entry in plan.entries} >= {("personal", "Nachname"), ("point", "UMSATZ")}


def test_numbers_of_a_frame_are_not_judged_as_texts() -> None:
    values = [1.5, "1.500", 950, None]
    frame = pd.DataFrame({"K": list("abcd"), "N": pd.Series(values, dtype=object)})
    assert [entry.kind for entry in ckm.reading_plan(frame, ["K"], magnitudes=["N"]).questions] == ["point"]
    decimals = [Decimal("1.500"), Decimal("2.250"), None, Decimal(7)]
    assert not ckm.reading_plan(pd.DataFrame({"K": list("abcd"), "N": decimals}), ["K"], magnitudes=["N"]).entries
    frame = pd.DataFrame({"K": list("abcd"), "N": pd.Series([1.125, "k.A.", 950, None], dtype=object)})
    assert [entry.kind for entry in ckm.reading_plan(frame, ["K"], magnitudes=["N"]).questions] == ["words"]


def test_identifiers_of_totals_are_left_out_with_their_rows() -> None:
    dialect = ckm.Dialect(encoding="", totals=("K",))
    assert texts_of_frame(dirty(), ["ID"], dialect)["ID"].to_pylist() == ["a", "b"]
    assert texts_of_frame(dirty(), ["ID"])["ID"].to_pylist() == ["a", "b", ""]


def test_a_table_that_was_appended_to_itself_is_asked_about(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    once = pd.DataFrame({"K": chance.choice(["a", "b", "c"], 40), "N": chance.integers(0, 9, 40), "R": range(40)})
    twice = pd.concat([once] * 2)
    with pytest.raises(ckm.ReadingAsked) as asked:
        ckm.microdata_of(twice, ["K"], magnitudes=["N"])
    (entry,) = asked.value.plan.questions
    assert (entry.kind, entry.count, entry.rows) == ("block_twice", len(twice) - 40, (41,))
    file = tmp_path / "twice.csv"
    twice.to_csv(file, index=False)
    assert [entry.kind for entry in ckm.reading_plan(file, ["K"], magnitudes=["N"]).questions] == ["block_twice"]
    read = ckm.Dialect(encoding="", rules=2)  # periods that were taken over before
    assert ckm.reading_plan(file, ["K"], magnitudes=["N"], dialect=read).entries == ()
    answers = (ckm.ReadingAnswer("block_twice", "", "both"),)
    both = ckm.microdata_of(file, ["K"], magnitudes=["N"], dialect=ckm.Dialect(encoding="", answers=answers))
    assert both.rows == len(twice)
    keyed = twice.assign(key=[f"{number * 7919 % 1000 / 1000:.3f}" for number in range(80)])
    assert ckm.reading_plan(keyed, ["K"], "key", magnitudes=["N"]).entries == ()  # other records, by their keys
    for honest in (
        once,
        pd.concat([once, once[:20]]),
        pd.concat([once[:6]] * 20),
        pd.concat([once[:12]] * 20),
        pd.concat([once] * 3),
    ):
        assert ckm.reading_plan(honest, ["K"], magnitudes=["N"]).entries == ()


def test_columns_of_python_values_keep_their_places() -> None:
    columns = {"PAY": [Decimal("1.50"), Decimal("2.25")], "MIXED": [1.5, "2"], "HOURS": [7, 8], "key": [3, 4]}
    frame = pd.DataFrame({name: pd.Series(values, dtype=object) for name, values in columns.items()})
    frame["K"] = ["a", "b"]
    with pytest.warns(ckm.CkmWarning):  # of keys, which are few
        data = ckm.Microdata.from_pandas(frame, ["K"], "key", magnitudes=["PAY", "MIXED", "HOURS"], modulus=10**9)
    values = {name: (column.values / column.scale).tolist() for name, column in data.magnitudes.items()}
    assert values == {"PAY": [1.5, 2.25], "MIXED": [1.5, 2.0], "HOURS": [7.0, 8.0]}
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [3, 4]


def test_truth_values_and_days_of_python_are_asked_about_as_those_of_sheets() -> None:
    values = pd.Series([True, 1, "1", False, "a"], dtype=object)
    frame = pd.DataFrame({"K": values, "D": pd.Series(["a", date(2024, 2, 1), "3-5", "b", "c"], dtype=object)})
    plan = ckm.reading_plan(frame, ["K", "D"])
    assert [(entry.kind, entry.column) for entry in plan.questions] == [
        ("truth_values", "K"),
        ("days_among_codes", "D"),
    ]
    answers = (ckm.ReadingAnswer("truth_values", "", "apart"), ckm.ReadingAnswer("days_among_codes", "", "days"))
    data = ckm.microdata_of(frame, ["K", "D"], dialect=ckm.Dialect(encoding="", answers=answers))
    assert set(data.dimension("K").codes) == {"1", "FALSE", "TRUE", "a"}
    long = pd.DataFrame({"K": pd.Series([10**17 + 1, "a"], dtype=object)})
    assert ckm.reading_plan(long, ["K"]).entries == ()


def test_a_stream_that_was_read_and_columns_that_are_no_values_are_refused() -> None:
    stream = pa.table({"K": ["a", "b"]}).to_reader()
    assert ckm.microdata_of(stream, ["K"]).rows == 2
    with fails("file_without_records"):
        ckm.microdata_of(stream, ["K"])
    with fails("column_nested"):
        ckm.microdata_of(pd.DataFrame({"K": [[1], [2]]}), ["K"])
    twice = pd.DataFrame([["a", "b"]], columns=["K", "K"])
    assert [error.code for error in ckm.reading_plan(twice, ["K"]).refusals] == ["column_name_twice"]
