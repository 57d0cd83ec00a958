"""What goes wrong with a database is told on the command line by its code, in both languages; nothing is changed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.base.numbers import date_text
from ckmcore.cli import main
from ckmcore.cli.common import CommandReport
from ckmcore.microdata.columns import Category
from ckmcore.microdata.errors import FileMissing, NoFileButDatabase
from ckmcore.microdata.variable import VariableEntry
from ckmcore.scale.database import connect, sql
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.import_relation import taken_again
from ckmcore.scale.database.link import Link
from ckmcore.statistic.period import PeriodSource
from ckmcore.statistic.relation import refuse_copy
from ckmcore.statistic.source import load_period
from tests.ckmcore.scale.database.register import people_as_arrow
from tests.kit.databases import Server, name_in_policy, silent_server
from tests.kit.fails import fails
from tests.kit.people import METHOD, SPEC

LONG = "select count(*) as rows_ from range(100000000) a, range(100000) b where (a.range * b.range) % 7 = 3"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of Parquet files that the policy names `files`; `gone` is a server that does not answer."""
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    place = tmp_path / "register"
    place.mkdir()
    table = people_as_arrow(tmp_path)
    height = pa.array([1.5] * len(table))
    pq.write_table(table.append_column("height", height), place / "people.parquet")
    files = {"kind": "duckdb", "path": str(place)}
    name_in_policy(monkeypatch, tmp_path, {"files": files, "gone": silent_server(tmp_path)})
    return place


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """What a command that fails says: code, words in both languages, fields."""
    capsys.readouterr()
    assert main([*map(str, arguments), "--json"]) != 0
    fault: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert fault["text"]["en"] != fault["text"]["de"]
    return fault


def statistic_of(folder: Path, relation: str = "people") -> Path:
    """A statistic whose records are counted in `files`."""
    path = folder.parent / "counted.ckm"
    with ckm.create_statistic(path, ckm.Texts("People", "Personen"), source_note="Register") as work:
        work.add_period("2025", "2025-12-31")
        work.add_relation("files", relation, ["area", "sex"], record_key="rkey")
        work.put_in_force(METHOD, ckm.Decision(body="Methods"))
        work.save_table("1.1", SPEC)
    return path


def change(folder: Path, column: str, value: str) -> None:
    """The first record has another value."""
    file = folder / "people.parquet"
    table = pq.read_table(file)
    values = [value, *table.column(column).to_pylist()[1:]]
    at = table.column_names.index(column)
    pq.write_table(table.set_column(at, column, pa.array(values, table.schema.field(column).type)), file)


def swap(folder: Path, column: str, one: int, other: int) -> None:
    """Two records have one another's value."""
    file = folder / "people.parquet"
    table = pq.read_table(file)
    values = table.column(column).to_pylist()
    values[one], values[other] = values[other], values[one]
    at = table.column_names.index(column)
    pq.write_table(table.set_column(at, column, pa.array(values, table.schema.field(column).type)), file)


def without_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(connect.importlib, "import_module", missing)


def too_long(monkeypatch: pytest.MonkeyPatch, seconds: float = 0) -> None:
    """The first question of each relation takes longer than the administrator allows."""
    made = connect.link_to

    def hurried(name: str) -> Link:
        return replace(made(name), time_limit=seconds)  # type: ignore[arg-type]  # the policy has whole ones

    monkeypatch.setattr(connect, "link_to", hurried)
    monkeypatch.setattr(sql, "numbers_looked_at", lambda *_: LONG)


def nothing(_: pytest.MonkeyPatch) -> None:
    """All is as it is."""


@pytest.mark.parametrize(
    ("before", "name", "columns", "code", "fields"),
    [
        (nothing, "nobody", "sex", "database_unknown", {"name": "nobody"}),
        (without_driver, "files", "sex", "database_driver_missing", {"extra": "duckdb"}),
        (nothing, "gone", "sex", "database_unreachable", {"name": "gone"}),
        (nothing, "files", "height", "database_column", {"column": "height", "type": "DOUBLE"}),
        (nothing, "files", "size", "database_column_unknown", {"column": "size", "relation": "people"}),
        (too_long, "files", "sex", "database_too_long", {"name": "files"}),
    ],
)
def test_a_database_that_cannot_be_counted_says_why(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    before: Callable[[pytest.MonkeyPatch], None], name: str, columns: str, code: str, fields: dict[str, str],
) -> None:  # fmt: skip
    if name == "gone":
        pytest.importorskip("adbc_driver_postgresql", reason="the driver of PostgreSQL is not installed")
    before(monkeypatch)
    fault = told(capsys, "database", "check", name, "--relation", "people", "--dimensions", columns)
    assert fault["code"] == code
    assert fields.items() <= fault["fields"].items()
    assert all(value in fault["text"][language] for language in ("en", "de") for value in fields.values())


@pytest.mark.thorough
def test_who_waits_for_a_database_on_the_command_line_sees_for_how_long(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(CommandReport, "waiting", lambda _, seconds, part: asked.append(seconds))
    too_long(monkeypatch, 0.3)  # on a busy machine, too, it is said more than once
    told(capsys, "database", "check", "files", "--relation", "people", "--dimensions", "sex")
    assert len(asked) > 1
    assert asked == sorted(asked)
    monkeypatch.undo()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for language, words in (("en", "counting for 12 s, 40 %"), ("de", "zählt seit 12 s, 40 %")):
        report = CommandReport(language)
        for seconds, part in ((0.9, None), (1.2, None), (1.9, None), (12.3, 0.4)):
            report.waiting(seconds, part)
        report.end_progress()
        first, second = capsys.readouterr().err.strip().split("\r")
        assert " 1 s" in first
        assert second.endswith(words)


def test_an_account_that_may_write_is_named(
    folder: Path, postgres: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.load("people", people_as_arrow(folder.parent))
    name_in_policy(monkeypatch, folder.parent, {"register": postgres.entry("admin")})
    fault = told(capsys, "database", "check", "register", "--relation", "micro.people")
    assert (fault["code"], fault["fields"]["user"]) == ("database_may_write", "admin")


def test_data_that_changed_are_told_with_the_day_on_which_they_were_taken_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = statistic_of(folder)
    source = ckm.open_statistic(path)[0].period.source
    assert source is not None
    day = source.taken
    data = load_period(ckm.open_statistic(path)[0])
    assert data is not None
    change(folder, "area", "other")
    with fails("database_changed") as between:
        ckm.tabulate(data, SPEC)
    found = [between.value.text("en"), between.value.text("de")]
    fault = told(capsys, "draft", path, "1.1", "-o", folder.parent / "t.csv")
    assert fault["code"] == "database_changed"
    for english, german in (found, fault["text"].values()):
        assert f"not those that were taken over on {day}." in english
        assert f"nicht die, die am {date_text(day, 'de')} übernommen wurden." in german


def test_a_statistic_that_knows_no_day_says_none(folder: Path) -> None:
    statistic = ckm.open_statistic(statistic_of(folder))[0]
    period = statistic.period
    assert period.source is not None
    change(folder, "area", "other")
    former = statistic.with_period(replace(period, source=replace(period.source, taken="")))
    with fails("database_changed") as fault:
        load_period(former)
    assert "that were taken over. " in fault.value.text("en")
    assert "nicht die, die übernommen wurden. " in fault.value.text("de")


def test_a_file_of_a_statistic_without_the_day_holds_the_bytes_that_it_had(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts("People", "Personen")) as work:
        work.add_period("2025", "2025-12-31")
    statistic, stamp = ckm.open_statistic(path)
    source = PeriodSource("database", sha256="0" * 64, rows=3)
    ckm.save_statistic(statistic.with_period(replace(statistic.period, source=source)), path, stamp)
    kept = msgspec.json.encode({name: getattr(source, name) for name in source.__dataclass_fields__ if name != "taken"})
    assert kept in path.read_bytes()
    assert ckm.open_statistic(path)[0].period.source == source


def test_a_value_that_the_code_list_lacks_refuses_the_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`pid` became a variable after the data were taken over: it is no part of their mark."""
    path = statistic_of(folder)
    statistic, stamp = ckm.open_statistic(path)
    ids = pq.read_table(folder / "people.parquet").column("pid").to_pylist()
    listed = tuple(Category.plain(code) for code in ids)
    wider = replace(
        statistic, dictionary=(*statistic.dictionary, VariableEntry("pid", "dimension", ckm.Texts("Id"), listed))
    )
    data = load_period(wider)
    assert data is not None
    assert len(data.dimension("pid").codes) == len(ids)
    change(folder, "pid", "new one")
    with fails("database_code") as fault:
        load_period(wider)
    assert fault.value.fields == {"column": "pid", "relation": "people", "count": 1, "value": "new one"}
    assert "holds 1 value that the code list of its variable lacks, the first “new one”" in fault.value.text("en")
    assert "enthält 1 Wert, der im Schlüsselverzeichnis des Merkmals fehlt, zuerst „new one“" in fault.value.text("de")
    ckm.save_statistic(wider, path, stamp)
    assert told(capsys, "draft", path, "1.1", "-o", folder.parent / "t.csv")["code"] == "database_code"


@pytest.mark.thorough
def test_taken_over_once_more_the_mark_is_that_of_variables_that_were_described_since(folder: Path) -> None:
    statistic = ckm.open_statistic(statistic_of(folder))[0]
    ids = pq.read_table(folder / "people.parquet").column("pid").to_pylist()
    entry = VariableEntry("pid", "dimension", ckm.Texts("Id"), tuple(Category.plain(code) for code in ids))
    wider = replace(statistic, dictionary=(*statistic.dictionary, entry))
    before = load_period(wider)
    assert before is not None
    swap(folder, "pid", 0, 1)  # between codes that are known: nobody notices, as the docs say
    assert load_period(wider) is not None
    again = taken_again(wider)
    assert not again.changes
    after = load_period(again.statistic)
    assert after is not None
    assert [one.name for one in after.dimensions.values()] == [one.name for one in before.dimensions.values()]
    swap(folder, "pid", 2, 3)
    assert load_period(statistic) is not None  # marks from before verify as ever
    with fails("database_changed"):
        load_period(again.statistic)


def test_the_example_in_python_runs_as_it_stands_in_the_docs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(ckm.__file__).parents[1] / "docs" / "databases.md").read_text(encoding="utf-8")
    block = page.partition("```python\n")[2].partition("```")[0]
    assert "add_relation(" in block
    for documented, here in (("register", "files"), ("micro.persons_keyed", "people"), ("region", "area")):
        block = block.replace(f'"{documented}"', f'"{here}"')
    monkeypatch.chdir(folder.parent)
    exec(compile(block, "databases.md", "exec"), {})  # noqa: S102 - our own page
    source = ckm.open_statistic(folder.parent / "persons.ckm")[0].period.source
    assert source is not None
    assert source.kind == "database"


@pytest.mark.parametrize("given", ["database:files", "database:files/people"])
def test_who_reads_a_database_as_a_file_is_told_the_way(
    folder: Path, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(NoFileButDatabase) as fault:
        ckm.read_microdata(given)
    assert fault.value.fields == {"file": given}
    assert "add_relation" in fault.value.text("en")
    assert "add_relation" in fault.value.text("de")
    assert told(capsys, "data", "describe", given)["code"] == "no_file_but_database"
    with pytest.raises(FileMissing):
        ckm.read_microdata(folder / "none.csv")


def test_what_needs_the_records_names_their_database(folder: Path) -> None:
    with fails("records_elsewhere") as fault:
        refuse_copy(ckm.open_statistic(statistic_of(folder))[0])
    assert "they lie in the database “files”" in fault.value.text("en")
    assert "sie liegen in der Datenbank „files“" in fault.value.text("de")


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"period_code": "2025"}, "database_period_column", "no column is named that says which one a record is of"),
        ({"modulus": -5}, "record_key_modulus", "not between 2 and"),
        ({"record_key": "area"}, "database_column", "a decimal number from 0 to below 1 with at most 17 digits"),
        ({"columns": {"land": "aera"}}, "working_column_not_read", "read: area, sex, rkey. Check its name."),
    ],
)
def test_what_a_script_says_wrongly_is_not_passed_over(
    folder: Path, given: dict[str, Any], error: str, words: str
) -> None:
    with ckm.create_statistic(folder.parent / "s.ckm", ckm.Texts("People", "Personen")) as work:
        work.add_period("2025", "2025-12-31")
        with fails(error) as fault:
            work.add_relation("files", "people", ["area", "sex"], **{"record_key": "rkey", **given})
        assert words in fault.value.text("en")
        assert work.period.source is None


def test_records_of_a_database_keep_its_keys(folder: Path) -> None:
    data = load_period(ckm.open_statistic(statistic_of(folder))[0])
    assert data is not None
    with fails("records_elsewhere", match="Giving records other keys"):
        data.with_record_keys(ckm.generate_keys(data.rows))


def test_databases_are_listed_and_where_the_policy_names_none_it_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--language", "en", "database", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"files: duckdb, {folder}", f"gone: postgres, d ({silent_server(folder.parent)['host']})"]
    name_in_policy(monkeypatch, folder.parent, {})
    assert main(["--language", "en", "database", "list"]) == 0
    assert capsys.readouterr().out.splitlines() == ["The policy of this computer names no database."]


@pytest.mark.parametrize(
    ("spec", "compared"),
    [
        (ckm.TableSpec(), {""}),
        (SPEC, {"", "area", "sex"}),
        (SPEC.with_changes(filters=[ckm.Condition("sex", ("m",))]), {"sex"}),
    ],
)
@pytest.mark.parametrize("changed", ["counts", "key_sums"])
def test_counts_or_keys_that_differ_from_those_taken_over_are_never_a_table(
    folder: Path, spec: ckm.TableSpec, compared: set[str], changed: str
) -> None:
    data = load_period(ckm.open_statistic(statistic_of(folder))[0])
    assert data is not None
    assert isinstance(data.counter, DatabaseCounter)
    for name in compared:
        margins = data.counter.margins[name]
        numbers = getattr(margins, changed)
        other = replace(margins, **{changed: numbers + np.ones_like(numbers)})
        counter = replace(data.counter, margins={**data.counter.margins, name: other})
        with fails("database_changed"):
            ckm.tabulate(replace(data, counter=counter), spec)
    ckm.tabulate(data, spec)
