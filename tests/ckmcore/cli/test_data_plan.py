"""`ckm data plan` names questions and notices; answers are options, a file, and kept with the period."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pandas as pd
import pyreadstat
import pytest

import ckmcore as ckm
from ckmcore.cli.command import main
from ckmcore.statistic.import_records import Delivery, take_records
from ckmcore.statistic.key_choice import KeyChoice
from ckmcore.statistic.periods import with_new_period
from ckmcore.statistic.source import plan_of_period, read_period

Captured = pytest.CaptureFixture[str]
DIRTY = "KREIS;UMSATZ\n01001;1.500\n01002;950\n01001;k.A.\n;\nQuelle: Amt Nord;\n"
OPTIONS = ["--dimensions", "KREIS", "--magnitudes", "UMSATZ"]


@pytest.fixture
def dirty(tmp_path: Path) -> Path:
    path = tmp_path / "umsatz.csv"
    path.write_text(DIRTY, encoding="utf-8")
    return path


def test_questions_end_with_their_own_exit_code_and_answers_are_options(dirty: Path, capsys: Captured) -> None:
    assert main(["data", "plan", str(dirty), *OPTIONS]) == 7
    said = capsys.readouterr().out
    assert "Quelle: Amt Nord" in said
    assert "--answer point:UMSATZ=thousands|decimal" in said
    given = ["--answer", "point:UMSATZ=thousands", "--answer", "words=missing", "--answer", "notes=leave_out"]
    assert main(["data", "plan", str(dirty), *OPTIONS, *given]) == 0


def test_a_renamed_column_is_called_by_its_name_and_stays_so_with_the_period(
    dirty: Path, tmp_path: Path, capsys: Captured
) -> None:
    answers = ["--answer", "point:SALES=thousands", "--answer", "words=missing", "--answer", "notes=leave_out"]
    options = ["--rename", "UMSATZ=SALES", *answers]
    asked = ["data", "plan", str(dirty), "--dimensions", "KREIS", "--magnitudes", "SALES"]
    assert main([*asked, *options]) == 0
    assert main([*asked, "--rename", "UMSATZ=SALES"]) == 7
    assert "point:SALES" in capsys.readouterr().out
    path = tmp_path / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts("T", "T"), person="Anna"):
        pass
    period = ["statistic", "period", str(path), "2024", "--date", "2024-12-31", "--dimensions", "KREIS"]
    assert main([*period, "--magnitudes", "SALES", "--keys", "none", "--data", str(dirty), *options]) == 0
    statistic, _ = ckm.open_statistic(path)
    assert [entry.name for entry in statistic.dictionary] == ["KREIS", "SALES"]
    data = read_period(statistic, path)
    assert data is not None
    assert list(data.magnitudes) == ["SALES"]
    # The next year has the same name, and the same answers.
    following = [
        "statistic",
        "period",
        str(path),
        "2025",
        "--date",
        "2025-12-31",
        "--keys",
        "none",
        "--data",
        str(dirty),
    ]
    assert main(following) == 0, capsys.readouterr().err
    statistic, _ = ckm.open_statistic(path)
    assert [entry.name for entry in statistic.dictionary] == ["KREIS", "SALES"]


def test_a_command_that_reads_names_the_options_and_no_value(dirty: Path, tmp_path: Path, capsys: Captured) -> None:
    title = {"en": "T", "de": "T"}
    variables = [
        {"name": "KREIS", "role": "dimension", "title": title},
        {"name": "UMSATZ", "role": "magnitude", "title": title},
    ]
    dictionary = tmp_path / "d.json"
    dictionary.write_text(json.dumps({"variables": variables}), encoding="utf-8")
    prepare = ["--json", "data", "prepare", str(dirty), "--dictionary", str(dictionary)]
    asked = [*prepare, "-o", str(tmp_path / "p.parquet")]
    ended = main(asked)
    said = capsys.readouterr().out
    assert ended == 7, said
    assert "--answer words:UMSATZ=missing|zero" in said
    assert "Amt Nord" not in said
    assert "1.500" not in said


def test_a_file_of_answers_is_made_of_the_plan(dirty: Path, tmp_path: Path, capsys: Captured) -> None:
    plan = tmp_path / "plan.json"
    assert main(["data", "plan", str(dirty), *OPTIONS, "-o", str(plan)]) == 7
    assert "Amt" not in plan.read_text(encoding="utf-8")
    entries = json.loads(plan.read_text(encoding="utf-8"))
    plan.write_text(json.dumps([{**one, "decision": (one.get("choices") or [""])[0]} for one in entries]))
    assert main(["data", "plan", str(dirty), *OPTIONS, "--answers", str(plan)]) == 0
    plan.write_text("{", encoding="utf-8")
    assert main(["data", "plan", str(dirty), *OPTIONS, "--answers", str(plan)]) == 1
    assert "holds no answers" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_numbers_and_examples_go_into_a_file_of_ones_own_alone(dirty: Path, tmp_path: Path, capsys: Captured) -> None:
    plan = tmp_path / "plan.json"
    assert main(["--json", "data", "plan", str(dirty), *OPTIONS, "--confidential", "-o", str(plan)]) == 7
    assert "Amt Nord" in plan.read_text(encoding="utf-8")
    assert plan.stat().st_mode & 0o777 == 0o600
    assert "Amt Nord" not in capsys.readouterr().out


def test_rows_struck_out_by_hand_are_in_the_plan_and_in_a_file_of_answers(tmp_path: Path, capsys: Captured) -> None:
    path, plan = tmp_path / "a.csv", tmp_path / "plan.json"
    path.write_text("KREIS;UMSATZ\n01001;5\n01002;6\n99999;7\n99999;8\n99998;9\n", encoding="utf-8")
    struck = ["--skip-rows", "3,5-6"]
    assert main(["--json", "data", "plan", str(path), *OPTIONS, *struck, "--confidential", "-o", str(plan)]) == 0
    (entry,) = json.loads(plan.read_text(encoding="utf-8"))
    assert (entry["kind"], entry["count"], entry["examples"]) == ("rows_by_hand", 3, ["3", "5-6"])
    capsys.readouterr()
    again = tmp_path / "again.json"
    given = ["--answers", str(plan), "--confidential", "-o", str(again)]
    assert main(["--json", "data", "plan", str(path), *OPTIONS, *given]) == 0
    assert json.loads(again.read_text(encoding="utf-8")) == [entry]
    plan.write_text(json.dumps([{**entry, "examples": ["x"]}]), encoding="utf-8")
    assert main(["data", "plan", str(path), *OPTIONS, "--answers", str(plan)]) == 1
    assert "--answers" in capsys.readouterr().err


def test_rows_and_words_are_set_by_hand(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x;y\nKREIS;UMSATZ\n01001;5\n01002;oh\n9;9\n9;9\n", encoding="utf-8")
    by_hand = ["--head-row", "2", "--last-row", "4", "--missing-words", "UMSATZ=oh"]
    assert main(["data", "plan", str(path), *OPTIONS, *by_hand]) == 0
    assert main(["data", "plan", str(path), *OPTIONS, "--head-row", "2", "--skip-rows", "x"]) == 1
    assert "--skip-rows" in capsys.readouterr().err


def test_rows_that_are_no_records_get_no_keys_and_are_named(dirty: Path, tmp_path: Path, capsys: Captured) -> None:
    target = tmp_path / "with.csv"
    assert main(["keys", "add", str(dirty), "-o", str(target), "--column", "rkey", "--random"]) == 0
    assert len(target.read_text(encoding="utf-8").splitlines()) == 1 + 3
    said = capsys.readouterr().err
    assert "1 blank row is no record" in said
    assert "They have no keys and are not in the new file" in said


def made(folder: Path) -> Path:
    """A statistic of two years whose labels changed places in the second one."""
    for year, labels in (("2021", {1: "male", 2: "female"}), ("2022", {1: "female", 2: "male"})):
        frame = pd.DataFrame({"SEX": [1.0] * 9 + [2.0] * 3})
        pyreadstat.write_sav(frame, str(folder / f"{year}.sav"), variable_value_labels={"SEX": labels})
    path = folder / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts("Persons", "Personen"), person="Anna") as work:
        work.add_records(folder / "2021.sav", ["SEX"], keys="none")
    return path


def test_a_second_year_with_exchanged_labels_is_stopped_and_recoded_for_good(tmp_path: Path) -> None:
    path = made(tmp_path)
    with ckm.work_on_statistic(path, person="Anna") as work:
        work.add_period(ckm.Texts("2022", "2022"), "2022-12-31")
        with pytest.raises(ckm.ReadingAsked) as caught:
            work.add_records(tmp_path / "2022.sav", ["SEX"], keys="none")
        assert caught.value.exit_code == 7
        assert work.statistic.period.source is None
        answers = (ckm.ReadingAnswer("labels", "SEX", "by_label"),)
        work.add_records(tmp_path / "2022.sav", ["SEX"], keys="none", dialect=ckm.Dialect(encoding="", answers=answers))
    statistic, _ = ckm.open_statistic(path)
    data = read_period(statistic, path)
    assert data is not None
    dimension = data.dimensions["SEX"]
    counts = {code: int((data.columns["SEX"] == place).sum()) for place, code in enumerate(dimension.codes)}
    assert counts == {"2": 9, "1": 3}


def test_a_source_that_a_former_period_had_is_noticed(tmp_path: Path) -> None:
    path = made(tmp_path)
    statistic, _ = ckm.open_statistic(path)
    second = with_new_period(statistic, ckm.Texts("2022", "2022"), "2022-12-31")
    taken = take_records(second, Delivery((tmp_path / "2021.sav",), (("SEX", "dimension"),), KeyChoice("none")))
    assert "source_seen" in [one.code for one in taken.notices]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_total_far_inside_a_file_is_left_out_where_identifiers_are_read(tmp_path: Path, form: str) -> None:
    frame = pd.DataFrame({"ID": [f"u{row}" for row in range(3000)], "AREA": list("abc") * 1000})
    frame.loc[1500] = ["", "Insgesamt"]
    path = tmp_path / f"2024.{form}"
    frame.to_csv(path, index=False) if form == "csv" else frame.to_parquet(path, index=False)
    secret = tmp_path / "secret"
    secret.write_bytes(b"s" * 32)
    answers = (ckm.ReadingAnswer("totals", "", "leave_out"),)
    with ckm.create_statistic(tmp_path / "s.ckm", ckm.Texts("T", "T"), person="Anna") as work:
        with pytest.raises(ckm.ReadingAsked):
            work.add_records(path, ["AREA"], identifiers=["ID"], keys="none")
        choice = KeyChoice("derived", identifier="ID", secret=secret)
        roles = (("ID", "identifier"), ("AREA", "dimension"))
        dialect = ckm.Dialect(encoding="", answers=answers)
        taken = take_records(work.statistic, Delivery((path,), roles, choice, dialect=dialect))
    assert taken.data.rows == 2999
    assert taken.data.record_keys is not None
    assert len(taken.data.record_keys) == 2999


@pytest.mark.parametrize("other", [False, True])
def test_the_records_of_a_former_period_in_another_order_are_noticed(tmp_path: Path, other: bool) -> None:
    frame = pd.DataFrame({"SEX": ["m", "f"] * 50, "AGE": [str(row % 89) for row in range(100)]})
    frame.to_csv(tmp_path / "2023.csv", index=False)
    path = tmp_path / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts("Persons", "Personen"), person="Anna") as work:
        work.add_records(tmp_path / "2023.csv", ["SEX", "AGE"], keys="none")
    new = frame.sample(frac=1, random_state=2)
    new = new.assign(AGE=new["AGE"].where(new.index > 0, "88")) if other else new
    new.to_csv(tmp_path / "2024.csv", index=False)
    statistic, _ = ckm.open_statistic(path)
    second = with_new_period(statistic, ckm.Texts("2024", "2024"), "2024-12-31")
    roles = (("SEX", "dimension"), ("AGE", "dimension"))
    taken = take_records(second, Delivery((tmp_path / "2024.csv",), roles, KeyChoice("none")), ckm_path=path)
    assert ("records_seen" in [one.code for one in taken.notices]) is not other


def test_a_period_of_a_former_version_is_read_by_its_rules_and_the_new_ones_are_told_when_asked(
    tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "former.csv"
    file.write_text("KREIS;X\n01001;1\n01002;2\n;\n;\n", encoding="utf-8")
    path = tmp_path / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts("Former", "Früher"), person="Anna") as work:
        work.add_records(file, ["KREIS"], keys="none", dialect=replace(ckm.microdata.sniff(file), rules=0))
    statistic, _ = ckm.open_statistic(path)
    source = statistic.period.source
    assert source is not None
    # As 2026-11 wrote it: without any of the fields that came later.
    kept = msgspec.json.decode(source.reading)
    later = ("rules", "head_row", "left_out", "numbers", "words", "answers", "recodes", "renamed", "totals")
    former = msgspec.json.encode({name: value for name, value in kept.items() if name not in later}).decode()
    statistic = statistic.with_period(replace(statistic.period, source=replace(source, reading=former)))
    data = read_period(statistic, path)
    assert data is not None
    assert data.rows == 4
    plan = plan_of_period(statistic, path)
    entry = plan.entry("blank_rows")
    assert entry is not None
    assert entry.count == 2
    assert main(["data", "plan", "--statistic", str(path)]) == 0
    assert "2 blank rows" in capsys.readouterr().out
