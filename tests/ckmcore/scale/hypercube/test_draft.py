"""A hypercube on its way out: its figures stand in its files alone, and the register knows each file and margin."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.cli.leaks import _of_releases
from ckmcore.formats.publishable import PublishableContent
from ckmcore.keys.record_keys import integer_keys
from ckmcore.lab.release import differences, register_attack
from ckmcore.lab.release.differences import left_open
from ckmcore.lab.release.register_attack import attack_register, register_tables
from ckmcore.lab.risk.linked_tables import attack_published
from ckmcore.methods.draft import RevisedMargins
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN, FormName
from ckmcore.office.settings_file import read_office
from ckmcore.presentation.present import margins_note
from ckmcore.release import actions
from ckmcore.release.actions import correct, release, submit
from ckmcore.release.compare import compare_releases, revised_margins
from ckmcore.release.files import write_files
from ckmcore.release.files_found import files_near
from ckmcore.release.register import read_register, register_path
from ckmcore.scale.hypercube.draft import hyper_draft, prepare_hypercube
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.resumable import MarginFacts
from ckmcore.scale.hypercube.stream import read_margins
from ckmcore.statistic.entry import Request
from ckmcore.statistic.file import open_register
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import HypercubeInFiles, find_release
from ckmcore.statistic.source import load_period
from ckmcore.tabulate.hyper_spec import HyperSpec
from tests.kit.fails import fails
from tests.kit.released_people import AREAS, LATER, NOON, frame, load, statistic
from tests.kit.statistic_files import TABLES, write_statistic

NAME = TABLES[0].name
FORMS = [word for form in STREAMS for word in ("--format", form)]


def run(*arguments: object, language: str = "en") -> int:
    return main(["--language", language, *map(str, arguments)])


def released(folder: Path) -> tuple[Path, list[Path]]:
    """A statistic with a released hypercube, and its files."""
    path = write_statistic(folder)
    assert run("release", "submit", path, NAME, "--cube", "--person", "Anna", *FORMS) == 0
    assert run("release", "approve", path, 1, "--person", "Bernd", "--look") == 0
    assert run("release", "write", path, 1, "-o", folder / "out", "--person", "Bernd") == 0
    return path, sorted((folder / "out").iterdir())


def test_a_hypercube_is_released_written_verified_and_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, files = released(tmp_path)
    assert len(files) == len(STREAMS)
    statistic, _ = ckm.open_statistic(path)
    assert statistic.snapshots == ()
    found = find_release(statistic.register, 1)
    assert [one.variables for one in found.submission.margins] == [("area", "sex"), ("area",), ("sex",), ()]
    for one in found.files:
        assert [margin.variables for margin in one.margins] == [margin.variables for margin in found.submission.margins]
        assert [margin.lines for margin in one.margins] == [6, 3, 2, 1]
    capsys.readouterr()
    assert run("verify", path, *files) == 0
    said = capsys.readouterr().out
    assert said.count("no. 1, released") == len(STREAMS)
    assert "No. 1 is a data cube of 4 margins: its figures stand in its files alone" in said
    assert all(file.name in said for file in files)
    assert run("leak-check", "--statistic", path, *files) == 0
    assert run("release", "repeat", path, 1, "-o", tmp_path / "again") == 0
    assert capsys.readouterr().out.count("the same bytes") == len(STREAMS)


@pytest.mark.thorough
def test_a_file_that_was_changed_or_is_gone_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, files = released(tmp_path)
    capsys.readouterr()
    files[0].write_bytes(files[0].read_bytes() + b" ")
    files[1].unlink()
    assert run("verify", path, *files) == 5
    said = capsys.readouterr().out
    assert f"{files[0].name}: not the file of no. 1" in said
    assert files[1].name in said.rpartition(files[0].name)[2]
    assert run("verify", path, language="de") == 0
    assert "ist ein Datenquader aus 4 Rändern" in capsys.readouterr().out


def other_digit(file: Path, begins: bytes) -> None:
    """The last digit of the line of a text file that begins so is another one."""
    lines = file.read_bytes().splitlines(keepends=True)
    line = next(place for place, one in enumerate(lines) if one.startswith(begins))
    at = max(place for place, sign in enumerate(lines[line]) if chr(sign).isdecimal())
    digit = str((int(chr(lines[line][at])) + 1) % 10).encode()
    lines[line] = lines[line][:at] + digit + lines[line][at + 1 :]
    file.write_bytes(b"".join(lines))


@pytest.mark.thorough
def test_of_a_changed_file_the_margins_are_named_in_which_it_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, files = released(tmp_path)
    text = next(one for one in files if one.name.endswith(".csv") and "sdmx" not in one.name)
    before = text.read_bytes()
    other_digit(text, b"Total,Total,")
    capsys.readouterr()
    assert run("verify", path, text) == 5
    assert f"{text.name}: of its 4 margins, not those of no. 1: total." in capsys.readouterr().out
    text.write_bytes(before)
    other_digit(text, b"Total,women,")
    assert run("verify", path, text, language="de") == 5
    assert f"{text.name}: von 4 Rändern nicht die von Nr. 1: sex." in capsys.readouterr().out
    text.write_bytes(before[:-20])
    assert run("verify", path, text) == 5
    assert "in which margins it differs cannot be told: " in capsys.readouterr().out
    table = next(one for one in files if one.suffix == ".parquet")
    table.write_bytes(table.read_bytes()[:-1] + b"x")
    assert run("verify", path, table) == 5
    assert "cannot be told" in capsys.readouterr().out


@pytest.mark.thorough
def test_the_margins_on_record_are_those_of_the_files(tmp_path: Path) -> None:
    path, files = released(tmp_path)
    statistic, _ = ckm.open_statistic(path)
    found, data = find_release(statistic.register, 1), load_period(statistic, path)
    assert data is not None
    submission = found.submission
    made = hyper_draft(statistic, HyperSpec.of(submission.spec), data, submission.request.language)
    names = {one.name: one for one in found.files}
    for file in files:
        noted = names[file.name]
        draft = replace(made.draft, number="1", released=found.released_at[:10], engine=noted.version)
        page = replace(made, draft=draft).page
        facts = [MarginFacts(one.lines, one.sha256) for one in noted.margins]
        if noted.form == "parquet":
            assert read_margins(page, STREAMS["parquet"], file, facts).wrong == ()
            facts[2] = replace(facts[2], sha256="0" * 64)
            assert read_margins(page, STREAMS["parquet"], file, facts).wrong == (2,)


@pytest.mark.thorough
def test_what_needs_kept_figures_says_where_they_stand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, files = released(tmp_path)
    statistic, _ = ckm.open_statistic(path)
    found, data = find_release(statistic.register, 1), load_period(statistic, path)
    assert data is not None
    with pytest.raises(HypercubeInFiles) as refused:
        compare_releases(statistic, found, found)
    assert all(file.name in str(refused.value) for file in files)
    known = register_tables(statistic, data)
    assert known.numbers == ()
    assert [one.number for one in known.left_out] == [1]
    assert files[0].name in known.left_out[0].reason.text("en")
    capsys.readouterr()
    # The attack and the search for differences of what follows name it, too.
    assert run("release", "submit", path, TABLES[1].name, "--person", "Anna", "--format", "csv") == 0
    for file in files:
        file.unlink()
    run("register", path, "--attack", tmp_path / "report.html")
    said = capsys.readouterr().out
    assert "is a data cube: its figures stand in its files alone" in said


@pytest.mark.thorough
def test_the_shared_register_holds_it_and_the_former_hypercube_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = released(tmp_path)
    statistic, _ = open_register(path)
    shared = read_register(register_path(tmp_path, statistic.identity), statistic.identity)
    assert shared is not None
    assert shared.entries == statistic.register
    capsys.readouterr()
    assert run("release", "submit", path, NAME, "--cube", "--person", "Anna", "--format", "parquet") == 0
    assert "Against no. 1: 0 of 4 margins changed." in capsys.readouterr().out
    assert run("release", "submit", path, NAME, "--person", "Anna", "--format", "csv", language="de") == 0
    assert "ist ein Datenquader" in capsys.readouterr().out
    assert run("register", path, "-o", tmp_path / "r.csv") == 0


def test_other_forms_and_stacked_blocks_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_statistic(tmp_path)
    before = path.read_bytes()
    for form in ("xlsx", "json-stat", "sdmx-csv-1"):
        assert run("release", "submit", path, NAME, "--cube", "--person", "Anna", "--format", form) == 1
        assert "A data cube is not written as" in capsys.readouterr().err
    assert path.read_bytes() == before
    stacked = ckm.TableSpec([ckm.Block((ckm.Level("area"),)), ckm.Block((ckm.Level("sex"),))])
    with fails("hypercube_of_blocks"):
        HyperSpec.of(stacked)


def test_a_hypercube_of_other_records_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_statistic(tmp_path)
    assert run("release", "submit", path, NAME, "--cube", "--person", "Anna", "--format", "parquet") == 0
    assert run("release", "approve", path, 1, "--person", "Bernd") == 0
    people = tmp_path / "people_2026.csv"
    lines = people.read_text(encoding="utf-8").splitlines()
    people.write_text("\n".join([*lines[:-1], lines[1]]) + "\n", encoding="utf-8")
    capsys.readouterr()
    assert run("release", "write", path, 1, "-o", tmp_path / "out", "--person", "Bernd") == 1
    assert capsys.readouterr().err
    assert not list((tmp_path / "out").glob("*")) if (tmp_path / "out").exists() else True


def test_a_working_statistic_writes_one(tmp_path: Path) -> None:
    path = write_statistic(tmp_path)
    with ckm.work_on_statistic(path, read_only=True) as work:
        lines = work.write_hypercube(ckm.HyperSpec(("area", "sex")), tmp_path / "c.parquet", form="parquet")
    assert lines == 12
    assert (tmp_path / "c.parquet").exists()


def with_figures(folder: Path) -> tuple[Path, Statistic, Microdata]:
    """A statistic with a released hypercube."""
    path, _ = released(folder)
    statistic, _ = ckm.open_statistic(path)
    data = load_period(statistic, path)
    assert data is not None
    return path, statistic, data


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "form", [pytest.param(form, marks=pytest.mark.thorough) if form == "csv-long" else form for form in STREAMS]
)
def test_the_attack_reads_the_figures_from_the_files_of_each_form(form: FormName, tmp_path: Path) -> None:
    path, statistic, data = with_figures(tmp_path)
    for one in find_release(statistic.register, 1).files:
        if one.form != form:
            (tmp_path / "out" / one.name).unlink()
    found = register_tables(statistic, data, files=files_near(path))
    assert (found.numbers, found.left_out, found.partly) == ((1,), (), ())
    (table,) = (one.table for one in found.tables)
    assert statistic.period.in_force is not None
    expected = ckm.protect(ckm.tabulate(data, table.spec), statistic.period.in_force.method)
    assert np.array_equal(table.blocks[0].figures[0], expected.blocks[0].figures[0])
    assert (table.blocks[0].signs is None) == (expected.blocks[0].signs is None)
    # A hypercube is attacked as the table is that has all its margins.
    mine = attack_register(found, data).attack
    alone = attack_published([replace(found.tables[0], table=expected)], data)
    assert [one.cell for one in mine.disclosed] == [one.cell for one in alone.disclosed]
    assert mine.cells == alone.cells == 12


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", STREAMS)
def test_files_are_read_with_the_words_and_signs_of_their_office(
    form: FormName, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    office = tmp_path / "office.ckmoffice"
    settings = {"name": {"en": "Office", "de": "Amt"}, "note": {"en": "Note", "de": "Notiz"}, "signs": "british"}
    office.write_text(json.dumps({"form": "ckm office", "version": 1, "settings": settings}), encoding="utf-8")
    path = write_statistic(tmp_path)
    by_office = ("--office", office)
    who = ("--person", "Anna", *by_office)
    assert run("release", "submit", path, NAME, "--cube", *who, "--format", form) == 0
    assert run("release", "approve", path, 1, "--person", "Bernd", *by_office) == 0
    assert run("release", "write", path, 1, "-o", tmp_path / "out", "--person", "Bernd", *by_office) == 0
    statistic, _ = ckm.open_statistic(path)
    data = load_period(statistic, path)
    assert data is not None
    assert statistic.period.in_force is not None
    found = register_tables(statistic, data, files=files_near(path, office=read_office(office)))
    assert (found.numbers, found.left_out) == ((1,), ())
    table = found.tables[0].table
    expected = ckm.protect(ckm.tabulate(data, table.spec), statistic.period.in_force.method)
    assert np.array_equal(table.blocks[0].figures[0], expected.blocks[0].figures[0])
    capsys.readouterr()
    assert run("register", path, "--attack", tmp_path / "r.html", *by_office) in (0, 3)
    assert "hypercube" not in capsys.readouterr().out
    if form == "csv":
        (file,) = (tmp_path / "out").iterdir()
        other_digit(file, b"Total,Total,")
        assert run("verify", path, file, *by_office) == 5
        assert f"{file.name}: of its 4 margins, not those of no. 1: total." in capsys.readouterr().out


def test_of_a_hypercube_that_is_too_large_the_margins_are_read_that_other_tables_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, statistic, data = with_figures(tmp_path)
    monkeypatch.setattr(register_attack, "MOST_OF_A_HYPERCUBE", 5)
    # Nothing else is known outside, and all cells have no room.
    left = register_tables(statistic, data, files=files_near(path)).left_out
    assert [one.reason.code for one in left] == ["attack_too_large"]
    spec = ckm.TableSpec("area")
    alone = register_tables(statistic, data, files=files_near(path), beside=[spec])
    assert [one.name.en.rpartition(": ")[2] for one in alone.tables] == ["area"]
    found = register_tables(statistic, data, files=files_near(path), beside=[spec, ckm.TableSpec("sex")])
    assert [one.name.en.rpartition(": ")[2] for one in found.tables] == ["area", "sex"]
    assert statistic.period.in_force is not None
    for one in found.tables:
        expected = ckm.protect(ckm.tabulate(data, one.table.spec), statistic.period.in_force.method)
        assert one.table.blocks[0].figures[0].tolist() == expected.blocks[0].figures[0].tolist()
    assert [one.code for one in found.partly] == ["register_attack_margins"] * 2
    assert "the margins that other tables share" in found.sentences[0].text("en")
    assert found.numbers == (1, 1)


@pytest.mark.thorough
def test_differences_to_the_figures_of_a_hypercube_are_found(tmp_path: Path) -> None:
    path, statistic, data = with_figures(tmp_path)
    assert run("release", "submit", path, TABLES[1].name, "--person", "Anna", "--format", "csv") == 0
    statistic, _ = ckm.open_statistic(path)
    submission = find_release(statistic.register, 2).submission
    without = left_open(statistic, submission, data)
    assert [(one.kind, one.number) for one in without] == [("unchecked", 1)]
    assert "figures stand in its files alone" in without[0].said.text("en")
    assert left_open(statistic, submission, data, files=files_near(path)) == ()


@pytest.mark.thorough
def test_a_file_that_was_changed_is_not_read_as_the_released_one(tmp_path: Path) -> None:
    path, statistic, data = with_figures(tmp_path)
    for file in (tmp_path / "out").iterdir():
        file.write_bytes(file.read_bytes()[:-1] + b"x")
    left = register_tables(statistic, data, files=files_near(path)).left_out
    assert [one.reason.code for one in left] == ["release_hypercube"]


@pytest.mark.thorough
def test_the_command_looks_beside_the_statistic_and_where_it_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, files = released(tmp_path)
    capsys.readouterr()
    assert run("register", path, "--attack", tmp_path / "r.html") in (0, 3)
    assert "figures stand in its files alone" not in capsys.readouterr().out
    elsewhere = tmp_path.with_name(tmp_path.name + "-elsewhere")
    elsewhere.mkdir()
    for file in files:
        file.rename(elsewhere / file.name)
    run("register", path, "--attack", tmp_path / "r.html")
    assert "figures stand in its files alone" in capsys.readouterr().out
    run("register", path, "--attack", tmp_path / "r.html", "--files", elsewhere)
    assert "figures stand in its files alone" not in capsys.readouterr().out
    run("register", path, "--attack", tmp_path / "r.html", "--files", elsewhere / files[0].name)
    assert "figures stand in its files alone" not in capsys.readouterr().out


@pytest.mark.thorough
def test_differences_are_those_to_the_table_with_all_its_margins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(differences, "LEAST_UNITS", 10_000)
    said = []
    for cube in (True, False):
        folder = tmp_path / str(cube)
        folder.mkdir()
        path = write_statistic(folder)
        way = ("--cube", "--format", "parquet") if cube else ("--format", "csv")
        assert run("release", "submit", path, NAME, "--person", "Anna", *way) == 0
        assert run("release", "approve", path, 1, "--person", "Bernd") == 0
        assert run("release", "write", path, 1, "-o", folder / "out", "--person", "Bernd") == 0
        assert run("release", "submit", path, TABLES[1].name, "--person", "Anna", "--format", "csv") == 0
        statistic, _ = ckm.open_statistic(path)
        data, submission = load_period(statistic, path), find_release(statistic.register, 2).submission
        assert data is not None
        women = replace(submission, spec=ckm.TableSpec("area", filters=ckm.Condition("sex", ("w",))))
        found = left_open(statistic, women, data, files=files_near(path))
        said.append([(one.kind, one.number, one.said.text("en")) for one in found])
    assert said[0] == said[1]
    assert any(kind == "difference" and number == 1 for kind, number, _ in said[0])


@pytest.mark.thorough
def test_a_corrected_hypercube_says_what_it_replaces_and_that_no_figure_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = released(tmp_path)
    assert run("release", "submit", path, NAME, "--cube", "--person", "Anna", "--corrects", 1, *FORMS) == 0
    assert run("release", "approve", path, 2, "--person", "Bernd", "--look") == 0
    assert run("release", "write", path, 2, "-o", tmp_path / "corrected", "--person", "Bernd") == 0
    files = sorted((tmp_path / "corrected").iterdir())
    for file in files:
        words = file.read_bytes()
        assert b"replaces no. 1" in words, file.name
        assert b"No figure differs from no. 1." in words, file.name
    capsys.readouterr()
    assert run("verify", path, *files) == 0
    assert run("leak-check", "--statistic", path, *files) == 0
    assert run("release", "repeat", path, 2, "-o", tmp_path / "again") == 0
    assert capsys.readouterr().out.count("the same bytes") == len(STREAMS)


def corrected(folder: Path) -> tuple[Statistic, list[Path]]:
    """A hypercube, and its correction: one person had been taken for one of another area."""
    request, before, after = Request(forms=tuple(STREAMS), language="de"), frame(), frame()
    after.loc[0, "area"] = next(code for code in ("01", "02") if code != before["area"][0])
    first, second = (load(keyed(ckm.Microdata.from_pandas(one, ["sex", "area"]))) for one in (before, after))
    made = statistic()
    made = release(submit(made, prepare_hypercube(made, AREAS, first, request), "Anna", NOON), 1, "Bernd", NOON)
    made = correct(made, 1, prepare_hypercube(made, AREAS, second, request), "Anna", NOON, remark="wrong")
    made = release(made, 2, "Bernd", NOON)
    return made, [folder / file.name for file in write_files(made, 2, second, folder, LATER)]


def keyed(data: Microdata) -> Microdata:
    return data.with_record_keys(integer_keys(np.random.default_rng(7).integers(0, 10**9, data.rows), 10**9))


@pytest.mark.thorough
def test_a_corrected_hypercube_names_the_margins_in_which_figures_differ(tmp_path: Path) -> None:
    made, files = corrected(tmp_path)
    said = "berichtigt sind, stehen in diesen Rändern, nicht einzeln gekennzeichnet: area × sex; area."
    for file in files:
        content = file.read_bytes().decode("utf-8", "ignore")
        assert said in content, file.name
    assert len(files) == len(STREAMS)
    allowed = PublishableContent.of([], list(_of_releases(made, "de", PLAIN)))
    assert any(said in text for text in allowed.texts)


def test_margins_are_compared_only_where_they_are_of_the_same_categories() -> None:
    made = statistic()
    request = Request(forms=("parquet",))
    data = load(keyed(ckm.Microdata.from_pandas(frame(), ["sex", "area"])))
    submission = prepare_hypercube(made, AREAS, data, request).submission
    assert revised_margins(submission, submission) == RevisedMargins((), 4)
    others = [replace(facts, described="other") for facts in submission.periods]
    assert revised_margins(replace(submission, periods=tuple(others)), submission) is None
    total = replace(submission.margins[-1], sha256="00" * 32)
    changed = replace(submission, margins=(*submission.margins[:-1], total))
    assert revised_margins(submission, changed) == RevisedMargins(((),), 4)
    titles = {"sex": ckm.Texts("Sex", "Geschlecht")}
    notes = [margins_note(RevisedMargins(names, 4), titles, "1", "en") for names in (((),), ((), ("sex", "area")))]
    assert [note.rpartition(": ")[2] for note in notes] == ["total.", "total; Sex × area."]
    many = margins_note(RevisedMargins((("sex",),) * 13, 1024), titles, "1", "de")
    assert "in 13 von 1\u00a0024 Rändern" in many


def test_a_hypercube_under_embargo_is_on_record_by_keyed_hashes_until_it_is_approved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_statistic(tmp_path)
    monkeypatch.setattr(actions, "now_text", lambda: "2026-11-22T12:00:00+01:00")
    embargo = ("--embargo", "2026-11-23T09:00:00+01:00", "--format", "csv-long")
    assert run("release", "submit", path, NAME, "--cube", "--person", "Anna", *embargo) == 0
    assert run("release", "submit", path, NAME, "--cube", "--person", "Anna", "--format", "csv-long") == 0
    assert run("release", "approve", path, 1, "--person", "Bernd") == 0
    statistic, _ = ckm.open_statistic(path)
    hidden, plain = (find_release(statistic.register, number).submission for number in (1, 2))
    known = {margin.sha256 for margin in plain.margins}
    assert not known & {margin.sha256 for margin in hidden.margins}
    assert {margin.lines for margin in hidden.margins} == {0}
    assert run("release", "write", path, 1, "-o", tmp_path / "out", "--person", "Bernd") == 1
    monkeypatch.setattr(actions, "now_text", lambda: "2026-11-23T09:30:00+01:00")
    assert run("release", "write", path, 1, "-o", tmp_path / "out", "--person", "Bernd") == 0
    statistic, _ = ckm.open_statistic(path)
    assert [entry.kind for entry in statistic.register][-2:] == ["figures_opened", "written"]
    assert find_release(statistic.register, 1).submission.margins == plain.margins
    assert run("verify", path, *(tmp_path / "out").iterdir()) == 0
