"""`ckm cube`: a hypercube of a statistic is written, estimated, stopped; what cannot be made is a sentence."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats import write_html_cube
from ckmcore.scale.hypercube.draft import HyperEstimate
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.statistic.source import load_period
from tests.kit.statistic_files import write_statistic

FORMS = {"parquet": "c.parquet", "csv-long": "c.csv", "sdmx-csv-2": "c.csv", "html-cube": "c.html"}


def run(*arguments: object, language: str = "en") -> int:
    return main(["--language", language, *map(str, arguments)])


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_statistic(tmp_path)


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", FORMS)
def test_a_hypercube_is_written(people: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cube", people, "--variables", "area,sex", "--form", form, FORMS[form]) == 0
    said = capsys.readouterr().out
    assert "4 margins with 12 possible cells" in said
    assert f"{FORMS[form]}: " in said
    assert Path(FORMS[form]).stat().st_size > 0


def test_the_ending_says_the_form_where_it_can(people: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("cube", people, "--variables", "area,sex")
    assert run(*asked, "c.html") == 0
    assert run(*asked, "--form", "html-cube", "d.html") == 0
    assert Path("c.html").read_bytes() == Path("d.html").read_bytes()
    assert run(*asked, "-o", "c.parquet") == 0
    capsys.readouterr()
    assert run(*asked, "c.csv", language="de") == 1
    assert "csv-long, sdmx-csv-2" in capsys.readouterr().err
    assert run(*asked, "c.odt") == 1
    assert "Parquet" in capsys.readouterr().err
    assert sorted(path.name for path in Path().glob("c.*")) == ["c.html", "c.parquet"]
    before = sorted(Path().iterdir())
    assert run(*asked) == 1
    assert "-o cube.html" in capsys.readouterr().err
    assert run(*asked, "--estimate") == 0
    assert "12 possible cells" in capsys.readouterr().out
    assert sorted(Path().iterdir()) == before


def test_a_hypercube_too_large_for_a_page_is_refused_with_the_forms_that_fit(
    people: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(write_html_cube, "CELL_LIMIT", 5)
    before = sorted(Path().iterdir())
    assert run("cube", people, "--variables", "area,sex", "c.html") == 1
    assert "Choose Parquet or CSV with one line per cell" in capsys.readouterr().err
    assert sorted(Path().iterdir()) == before


def test_the_estimate_says_where_a_page_may_be_too_small() -> None:
    few = HyperEstimate(8, 9_000_000, 2_000_000, 60.0, 300, STREAMS["html-cube"].room)
    assert few.said.code == "cli_cube_estimate"
    many = replace(few, most=2_000_001)
    assert "holds at most 2,000,000" in many.said.text("en")
    assert replace(many, room=STREAMS["parquet"].room).said.code == "cli_cube_estimate"


def test_its_figures_are_those_of_the_table(people: Path) -> None:
    assert (
        run(
            "cube",
            people,
            "--variables",
            "area,sex",
            "--values",
            "count,weighted_count",
            "--form",
            "parquet",
            "c.parquet",
        )
        == 0
    )
    statistic, _ = ckm.open_statistic(people)
    data = load_period(statistic, people)
    assert data is not None
    spec = ckm.TableSpec(["area", "sex"], values=["count", "weighted_count"])
    expected = statistic.draft(spec, data).table.to_pandas(total="_T")
    found = parquet.read_table("c.parquet").to_pandas()
    lines = {tuple(row) for row in found[["area", "sex", "COUNT", "WEIGHTED_COUNT"]].itertuples(index=False)}
    assert lines == {tuple(row) for row in expected.itertuples(index=False) if row[2]}


def test_filter_title_levels_and_period_are_as_asked(people: Path) -> None:
    asked = ("--variables", "area", "--filter", "sex=w", "--title", "Women", "--period", "2025")
    assert run("cube", people, *asked, "--form", "csv-long", "c.csv") == 0
    rows = list(csv.reader(Path("c.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["Women"]
    assert any("2025" in cell for row in rows for cell in row)
    assert [row[0] for row in rows if len(row) == 2][1:] == ["North", "South", "Total (selection)"]


def test_csv_has_codes_beside_labels_where_they_are_asked_for(people: Path) -> None:
    assert run("cube", people, "--variables", "area,sex", "--form", "csv-long", "--codes", "c.csv") == 0
    rows = list(csv.reader(Path("c.csv").read_text(encoding="utf-8").splitlines()))
    head = next(row for row in rows if len(row) > 2)
    assert [title for title in head if "code" in title.casefold()] == ["Area, code", "Sex, code"]


def test_an_estimate_writes_nothing(people: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--variables", "area,sex", "--form", "parquet", "--estimate")
    assert run("cube", people, *asked, "c.parquet", language="de") == 0
    assert "4 Ränder mit 12 möglichen Feldern" in capsys.readouterr().out
    assert not Path("c.parquet").exists()


def test_json_names_the_file(people: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cube", people, "--variables", "area", "--form", "parquet", "c.parquet", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["files"] == ["c.parquet"]
    assert [one["code"] for one in said["said"]] == ["cli_cube_estimate", "cli_cube_written"]


def test_text_goes_to_standard_output_and_parquet_does_not(
    people: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run("cube", people, "--variables", "area", "--form", "csv-long", "c.csv") == 0
    capfdbinary.readouterr()
    assert run("cube", people, "--variables", "area", "--form", "csv-long", "-") == 0
    assert capfdbinary.readouterr().out == Path("c.csv").read_bytes()
    assert run("cube", people, "--variables", "area", "--form", "parquet", "-") == 1


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--variables", "job", "--form", "parquet", "c.parquet"), ("job", "job")),
        (("--variables", "area,area", "--form", "parquet", "c.parquet"), ("area", "area")),
        (("--variables", ",", "--form", "parquet", "c.parquet"), ("at least one variable", "mindestens ein Merkmal")),
        (("--variables", "area", "--form", "parquet", "c.csv"), (".parquet", ".parquet")),
        (("--variables", "area", "--levels", "area=x", "--form", "parquet", "c.parquet"), ("--levels", "--levels")),
        (("--variables", "area", "--values", "sum", "--form", "parquet", "c.parquet"), ("--values", "--values")),
        (("--variables", "area", "--filter", "sex", "--form", "parquet", "c.parquet"), ("--filter", "--filter")),
        (("--variables", "area", "--form", "csv-long", "people_2026.csv"), ("people_2026.csv", "people_2026.csv")),
        (("--variables", "area", "--form", "parquet", "nowhere/c.parquet"), ("is not there", "nicht vorhanden")),
    ],
)
def test_what_cannot_be_made_is_a_sentence_in_both_languages(
    people: Path, asked: tuple[str, ...], words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(one.name for one in Path().iterdir())
    for language, word in zip(("en", "de"), words, strict=True):
        assert run("cube", people, *asked, language=language) == 1
        assert word in capsys.readouterr().err
    assert sorted(one.name for one in Path().iterdir()) == before


KILLED = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has none
SLOW = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it
import ckmcore.scale.hypercube.draft as cubes
from ckmcore.cli import main
real = cubes.protected_margins
def slow(*given, **named):
    blocks = real(*given, **named)
    yield next(blocks)
    print("begun", flush=True)
    sys.stdin.readline()
    yield from blocks
cubes.protected_margins = slow
sys.exit(main(["--language", "en", *sys.argv[1:]]))
"""


@pytest.mark.daily(1)
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    ("how", "ended"),
    [
        (signal.SIGINT, 130),
        pytest.param(signal.SIGTERM, 143, marks=pytest.mark.thorough),
        (KILLED, -9),
    ],
)
def test_who_stops_it_leaves_the_former_file_and_the_next_run_makes_it_whole(
    people: Path, how: signal.Signals, ended: int
) -> None:
    asked = ["cube", str(people), "--variables", "area,sex", "--form", "csv-long", "c.csv"]
    assert run(*asked) == 0
    whole = Path("c.csv").read_bytes()
    Path("c.csv").write_bytes(b"former")
    names = sorted(one.name for one in Path().iterdir())
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, *asked], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        while b"begun" not in child.stdout.readline():
            assert child.poll() is None
        child.send_signal(how)
        child.communicate(b"\n", timeout=60)
        assert child.returncode == ended
    assert Path("c.csv").read_bytes() == b"former"
    left = sorted(one.name for one in Path().iterdir())
    assert left == names or how == KILLED
    assert run(*asked) == 0
    assert Path("c.csv").read_bytes() == whole
    assert sorted(one.name for one in Path().iterdir()) == names


NOTED = """
import sys
from ckmcore.cli import main
from ckmcore.scale.hypercube.resumable import Begun
number, noted, real = 0, int(sys.argv[1]), Begun.note_margin
def note(*given):
    global number
    real(*given)
    number += 1
    if number == noted:
        print("begun", flush=True)
        sys.stdin.readline()
Begun.note_margin = note
sys.exit(main(["--language", "en", *sys.argv[2:]]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
def test_wherever_it_is_killed_the_next_run_goes_on_and_the_file_is_the_same(
    people: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["cube", str(people), "--variables", "area,sex", "--form", form, FORMS[form]]
    assert run(*asked) == 0
    whole = Path(FORMS[form]).read_bytes()
    Path(FORMS[form]).unlink()
    names = sorted(one.name for one in Path().iterdir())
    for noted in range(1, 5):
        for count in (noted, 1)[: 1 + (noted < 4)]:  # killed once, and once more when it goes on
            with subprocess.Popen(
                [sys.executable, "-c", NOTED, str(count), *asked],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            ) as child:
                assert child.stdout is not None
                while b"begun" not in child.stdout.readline():
                    assert child.poll() is None
                child.kill()
            (left,) = [one.name for one in Path().iterdir() if one.name not in names]
            assert left.endswith(".begun")
        capsys.readouterr()
        assert run(*asked) == 0
        said = capsys.readouterr().out
        assert "from a run that did not come to its end" in said or form in ("parquet", "html-cube")
        assert Path(FORMS[form]).read_bytes() == whole
        Path(FORMS[form]).unlink()
        assert sorted(one.name for one in Path().iterdir()) == names
