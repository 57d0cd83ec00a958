"""What keeps a file from being read is an entry of its plan, in the library, on the command line and in the window."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.microdata.errors import UnknownColumn
from tests.kit.fails import fails

FILES = {
    "ragged_rows": "K,N\na,1\nb,2,3,4,5\n" + "c,4\n" * 5,
    "not_a_number": "K,N\na,1\nb,viel\nc,3\n",
    "file_without_records": "K,N\n",
    "unclosed_quote": 'K,N\na,1\n"b,2\nc,3\n',
    "file_empty": "",
}


def written(folder: Path, text: str) -> Path:
    file = folder / "records.csv"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("code", FILES)
def test_a_refusal_is_the_first_entry_with_its_sentence_and_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    file = written(tmp_path, FILES[code])
    with pytest.raises(ckm.DataError) as caught:
        ckm.read_microdata(file, ["K"], magnitudes=["N"])
    plan = ckm.reading_plan(file, ["K"], magnitudes=["N"])
    entry = plan.entries[0]
    assert (entry.kind, entry.is_asked) == ("refused", False)
    (refusal,) = plan.refusals
    assert refusal.code == caught.value.code == code
    assert caught.value.text("de") in entry.told.text("de")
    assert entry.as_json()["exit_code"] == int(caught.value.exit_code)
    shown = main(["--language", "en", "data", "plan", str(file), "--dimensions", "K", "--magnitudes", "N"])
    said = capsys.readouterr().out
    assert shown == int(caught.value.exit_code)
    assert caught.value.text("en") in said
    assert "as it stands" not in said


def test_a_document_of_a_refusal_has_no_value_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, FILES["not_a_number"])
    output = tmp_path / "plan.json"
    arguments = ["data", "plan", str(file), "--dimensions", "K", "--magnitudes", "N", "-o", str(output)]
    assert main(["--json", *arguments]) == 1
    assert "viel" not in capsys.readouterr().out + output.read_text()
    (entry,) = msgspec.json.decode(output.read_bytes())
    assert (entry["state"], entry["code"], entry["column"], entry["exit_code"]) == ("refused", "not_a_number", "N", 1)


def test_the_place_of_a_refusal_is_that_of_its_error(tmp_path: Path) -> None:
    entry = ckm.reading_plan(written(tmp_path, FILES["not_a_number"]), ["K"], magnitudes=["N"]).entries[0]
    assert (entry.rows, entry.column, entry.counts_records) == ((2,), "N", True)
    entry = ckm.reading_plan(written(tmp_path, FILES["ragged_rows"]), ["K"], magnitudes=["N"]).entries[0]
    assert (entry.rows, entry.counts_records) == ((3,), False)


def test_an_open_question_on_a_column_is_no_refusal_and_wrong_columns_are_errors(tmp_path: Path) -> None:
    file = written(tmp_path, "K,N,key\na,1,7\nb,k.A.,8\n")
    plan = ckm.reading_plan(file, ["K"], weight="N")
    assert (plan.refusals, [entry.kind for entry in plan.questions]) == ((), ["words"])
    answered = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("words", "N", "missing"),))
    assert [error.code for error in ckm.reading_plan(file, ["K"], weight="N", dialect=answered).refusals] == [
        "weight_missing"
    ]
    with pytest.raises(UnknownColumn):
        ckm.reading_plan(file, ["X"])
    with fails("file_missing"):
        ckm.reading_plan(tmp_path / "gone.csv")
    assert ckm.reading_plan(file, ["K"], "key").refusals == ()  # integers without their modulus
    assert [error.code for error in ckm.reading_plan(file, ["K"], "key", modulus=8).refusals] == ["record_key_outside"]


def test_frames_and_several_files_have_refusals_too(tmp_path: Path) -> None:
    frame = pd.DataFrame({"K": ["a", "b"], "N": ["1", "viel"]})
    assert [error.code for error in ckm.reading_plan(frame, ["K"], magnitudes=["N"]).refusals] == ["not_a_number"]
    files = []
    for name, text in (("a.csv", "K,N\na,1\nb,2\n"), ("b.csv", "K,N\na,1\nb,viel\n")):
        (tmp_path / name).write_text(text)
        files.append(tmp_path / name)
    entry = ckm.reading_plan(files, ["K"], magnitudes=["N"]).entries[0]
    assert (entry.file, entry.rows, entry.column) == ("b.csv", (2,), "N")
