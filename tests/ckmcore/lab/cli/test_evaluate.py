"""ckm evaluate: variants judged by saved tables, a test set or drawn tables; files, attachment, exit codes, faults."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.ptable.files.write import write_ptable
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.key_file import read_key_file
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import Decision
from ckmcore.statistic.seal import make_seal
from ckmcore.statistic.source import describe_source
from ckmcore.statistic.table_sets import with_test_set
from ckmcore.tabulate.spec import TableSpec
from tests.kit.statistic_files import METHOD, write_statistic

TABLES = (
    SavedTable("Area, sex", TableSpec(["area"], ["sex"]), folder="1"),
    SavedTable("Area", TableSpec(["area"]), folder="1"),
    SavedTable("Sex", TableSpec(["sex"])),
)


@pytest.fixture
def ckm_file(tmp_path: Path) -> Path:
    path = write_statistic(tmp_path, TABLES)
    made, stamp = open_statistic(path)
    made = with_test_set(made, "Yearbook", ["Area, sex", "Sex"])
    save_statistic(made.put_in_force(METHOD, "2026-01-02", Decision("Board", "2026-01-02")), path, stamp)
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["--language", "en", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def evaluate(capsys: pytest.CaptureFixture[str], file: Path, *more: object) -> tuple[int, str, str]:
    return run(capsys, "evaluate", file, "-o", file.parent / "out", "--repetitions", 20, *more)


def tables_in(file: Path) -> set[str]:
    book = openpyxl.load_workbook(file.parent / "out" / "evaluation.xlsx")
    return {line[0].value for line in book["Each table"].iter_rows(min_row=3)} - {"All tables", None}


@pytest.mark.thorough
def test_all_tables_are_judged_and_three_files_are_written(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = evaluate(capsys, ckm_file)
    assert (code, err) == (0, "")
    assert out.startswith("Internal and confidential")
    assert "(1) Cell-key method, ordered – in force" in out
    assert "(2) Rounding to base 10" in out
    assert re.search(r"deviation, mean +\d\.\d\d +\d\.\d\d", out)
    assert "evaluation.html: internal and confidential, never a release." in out
    folder = ckm_file.parent / "out"
    assert sorted(path.name for path in folder.iterdir()) == ["evaluation.csv", "evaluation.html", "evaluation.xlsx"]
    assert tables_in(ckm_file) == {"Area, sex", "Area", "Sex"}


@pytest.mark.daily(1)
@pytest.mark.parametrize(("ending", "begins"), [(".pdf", b"%PDF-"), (".html", b"<!DOCTYPE html>"), (".xlsx", b"PK")])
def test_one_file_is_written_in_the_form_of_its_ending(
    ending: str, begins: bytes, ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = ckm_file.parent / "new" / f"judged{ending}"
    assert evaluate(capsys, ckm_file, "--no-attack", "-o", target)[0] == 0
    assert target.read_bytes().startswith(begins)
    assert [path.name for path in target.parent.iterdir()] == [target.name]


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("more", "tables"),
    [
        (["--tables", "Area, sex, Sex"], {"Area, sex", "Sex"}),
        (["--tables", "Area,Sex"], {"Area", "Sex"}),
        (["--tables", "1/"], {"Area, sex", "Area"}),
        (["--tables", "Sex", "--tables", "Area"], {"Sex", "Area"}),
        (["--test-set", "Yearbook"], {"Area, sex", "Sex"}),
        (["--random", "2", "--seed", "5"], {"Drawn 1", "Drawn 2"}),
    ],
)
def test_tables_are_chosen_by_name_by_set_or_at_random(
    ckm_file: Path, capsys: pytest.CaptureFixture[str], more: list[str], tables: set[str]
) -> None:
    assert evaluate(capsys, ckm_file, *more, "--no-attack", "--no-draws")[0] == 0
    assert {name.split(":")[0] for name in tables_in(ckm_file)} == tables


@pytest.mark.thorough
def test_variants_are_what_is_in_force_roundings_and_files(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = ckm_file.parent / "soft.csv"
    write_ptable(ckm.design_ptable(D=2, V=1, js=0), file)
    variants = f"in-force, rounding:5,keyed:3,{file}"
    code, out, _ = evaluate(capsys, ckm_file, "--variants", variants, "--no-attack", "--tables", "Sex")
    assert code == 0
    names = re.findall(r"^\(\d\) (.*)$", out, re.M)
    assert names == [
        "Cell-key method, ordered – in force",
        "Rounding to base 5",
        "Keyed rounding to base 3",
        "Variant soft, ordered",
        "Variant soft, shuffled",
    ]
    assert "Rounding to base 5, All tables: " in out


def test_a_variant_that_discloses_cells_ends_with_3(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # 1 + 1 rounded to base 3 is 0 + 0 = 3, which nothing else is.
    few = ckm_file.parent / "few.csv"
    few.write_text("area,sex,income,factor,rkey\n01,m,5,1,0.111111111\n12,w,6,1,0.222222222\n")
    made, stamp = open_statistic(ckm_file)
    save_statistic(made.with_period(replace(made.period, source=describe_source(few, None, 2))), ckm_file, stamp)
    code, out, err = evaluate(capsys, ckm_file, "--variants", "rounding:3", "--tables", "Sex")
    assert (code, err) == (3, "")
    assert re.search(r"disclosed cells +3", out)


@pytest.mark.thorough
def test_the_report_is_attached_to_the_decision_and_verified_by_its_content(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = evaluate(capsys, ckm_file, "--attach", "--no-attack")
    assert code == 0
    assert "evaluation.html is attached to the last decision of 2026." in out
    made, _ = open_statistic(ckm_file)
    (attachment,) = made.period.decisions[-1].attachments
    assert attachment.name == "evaluation.html"
    page = ckm_file.parent / "out" / "evaluation.html"
    code, out, _ = run(capsys, "verify", ckm_file, page)
    assert code == 0
    assert "evaluation.html: report on the decision of 2026-01-02 (Board), 2026" in out
    page.write_text(page.read_text(encoding="utf-8") + " ", encoding="utf-8")
    code, out, _ = run(capsys, "verify", ckm_file, page)
    assert code == 5
    assert "evaluation.html: not the report that is attached to a decision" in out
    assert not (ckm_file.parent / "people.ckm.lock").exists()


@pytest.mark.thorough
def test_the_report_of_another_period_is_attached_to_its_decision_and_the_current_period_stays(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = evaluate(capsys, ckm_file, "--attach", "--period", "2025", "--no-attack")
    assert (code, err) == (1, err)
    assert "No decision is on record" in err
    assert not (ckm_file.parent / "out").exists()
    made, stamp = open_statistic(ckm_file)
    earlier = replace(made, current=0).put_in_force(METHOD, "2025-01-02", Decision("Board", "2025-01-02"))
    save_statistic(replace(earlier, current=1), ckm_file, stamp)
    assert evaluate(capsys, ckm_file, "--attach", "--period", "2025", "--no-attack")[0] == 0
    made, _ = open_statistic(ckm_file)
    assert made.current == 1
    assert [len(period.decisions[-1].attachments) for period in made.periods] == [1, 0]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--repetitions", "0"], "The number of repetitions cannot be 0"),
        (["--repetitions", "-5"], "The number of repetitions cannot be −5"),
        (["--tables", "nowhere"], "nowhere"),
        (["--test-set", "Atlas"], "Yearbook"),
        (["--variants", "rounding:ten"], "rounding:10"),
        (["--variants", ","], "No variant is chosen"),
        (["--variants", "missing.csv"], "missing.csv"),
        (["--random", "0"], "0"),
        (["--random", "500"], "500"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    ckm_file: Path, capsys: pytest.CaptureFixture[str], more: list[str], said: str
) -> None:
    code, _, err = evaluate(capsys, ckm_file, "--no-attack", *more)
    assert code == 1
    assert said in err
    assert len(err.splitlines()) == 1
    assert not list((ckm_file.parent / "out").glob("*"))


def test_what_was_released_helps_the_attack(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for step in (["submit", ckm_file, "Area, sex", "--person", "Anna"], ["approve", ckm_file, 1, "--person", "Bernd"]):
        assert run(capsys, "release", *step)[0] == 0
    options = ["--tables", "Area", "--variants", "rounding:10", "--no-draws"]
    widths = []
    for more in ([], ["--with-released"]):
        code, out, err = evaluate(capsys, ckm_file, *options, *more)
        assert (code, err) == (0, "")
        found = re.search(r"width of intervals, mean +([\d.]+)", out)
        assert found is not None
        widths.append(float(found[1]))
    assert widths[1] < widths[0]


@pytest.mark.thorough
def test_a_published_file_helps_the_attack_and_one_that_cannot_be_is_told(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "run", ckm_file, "Area, sex", "-o", ckm_file.parent / "files", "--format", "csv")[0] == 0
    file = next(path for path in (ckm_file.parent / "files").glob("*.csv") if "Area" in path.name)
    options = ["--tables", "Area", "--variants", "rounding:10", "--no-draws"]
    widths = []
    for more in ([], ["--with-published", f"Area, sex={file}"]):
        code, out, err = evaluate(capsys, ckm_file, *options, *more)
        assert (code, err) == (0, "")
        found = re.search(r"width of intervals, mean +([\d.]+)", out)
        assert found is not None
        widths.append(float(found[1]))
    assert widths[1] < widths[0]
    code, _, err = evaluate(capsys, ckm_file, *options, "--with-published", "Area")
    assert (code, "--with-published" in err) == (1, True)
    wrong = ckm_file.parent / "wrong.csv"
    wrong.write_text("Area;m;w;Total\n01;10;10;900\n", encoding="utf-8")
    code, out, err = evaluate(capsys, ckm_file, *options, "--with-published", f"Area, sex={wrong}")
    assert code == Exit.NOT_TESTED
    assert "not made by the stated method" in out
    assert "900 in “wrong.csv”; no original can be behind all of them" in out


@pytest.mark.thorough
def test_a_statistic_with_roles_is_judged_by_its_methodologist_and_its_report_verified_with_a_key_file(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, stamp = open_statistic(ckm_file)
    files = {role: ckm_file.parent / f"{role}.key" for role in ("clerk", "methodologist")}
    for number, file in enumerate(files.values()):
        file.write_bytes(bytes([65 + number]) * 64)
    secrets = {role: read_key_file(file) for role, file in files.items()}
    seal, _ = make_seal(secrets)
    save_statistic(replace(made, seal=seal), ckm_file, stamp)
    more = ["--no-attack", "--no-draws", "--attach", "--key-file"]
    code, _, err = evaluate(capsys, ckm_file, *more, files["clerk"])
    assert code == 1
    assert "methodologist" in err
    assert evaluate(capsys, ckm_file, *more, files["methodologist"])[0] == 0
    page = ckm_file.parent / "out" / "evaluation.html"
    code, out, _ = run(capsys, "verify", ckm_file, page, "--key-file", files["methodologist"])
    assert (code, "report on the decision of" in out) == (0, True)
    code, out, _ = run(capsys, "verify", ckm_file, page)
    assert (code, "--key-file" in out) == (5, True)
