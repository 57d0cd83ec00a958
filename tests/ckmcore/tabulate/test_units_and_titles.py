"""The unit of the dictionary reaches the head, and a title that is made names every value."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.methods.titles import values_shown
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.tabulate.spec import PRINTED, Presentation, Value
from ckmcore.tabulate.values import with_unit
from tests.kit.statistic_files import write_statistic

EURO = ckm.Texts("euros", "Euro")
KEYS = {"clerk": bytes(range(48)), "methodologist": bytes(range(1, 49)), "releaser": bytes(range(2, 50))}


def test_t26_sums_means_and_quantiles_begin_with_the_unit_of_their_magnitude_and_nothing_else_does() -> None:
    units = {"income": EURO}
    for kind in ("sum", "mean", "median"):
        assert with_unit(Value(kind, magnitude="income"), units).unit == EURO
        assert with_unit(Value(kind, magnitude="age"), units).unit == ckm.Texts()
    own = Value("sum", magnitude="income", unit=ckm.Texts.same("1 000 EUR"))
    assert with_unit(own, units) == own
    for value in (Value("count"), Value("share", base="row", magnitude="income"), Value("valid", magnitude="income")):
        assert with_unit(value, units).unit == ckm.Texts()


def test_t26_the_unit_of_the_dictionary_stands_in_the_head_of_a_table_that_is_laid_out(tmp_path: Path) -> None:
    path = write_statistic(tmp_path)
    statistic, stamp = open_statistic(path)
    entries = [replace(one, unit=EURO) if one.name == "income" else one for one in statistic.dictionary]
    made = replace(statistic, dictionary=tuple(entries)).put_in_force(ckm.Rounding(5))
    save_statistic(made, path, stamp)
    asked = ["--rows", "area", "--value", "income", "--mean"]
    assert main(["statistic", "table", str(path), "Income", *asked]) == 0
    spec = next(one.spec for one in open_statistic(path)[0].tables if one.name == "Income")
    assert [one.unit for one in spec.values if one.kind == "mean"] == [EURO]
    drafted = tmp_path / "t.csv"
    assert main(["--language", "de", "draft", str(path), "Income", "-o", str(drafted)]) == 0
    assert "Einkommen, Euro" in drafted.read_text("utf-8-sig")


def table(presentation: Presentation) -> ckm.ProtectedTable:
    lines = "\n".join(f"{number % 3},{number % 50}" for number in range(600))
    data = ckm.read_microdata(io_file(f"a,m\n{lines}\n"), ["a"], magnitudes=["m"])
    values = [Value("count"), Value("share", base="column", decimals=1), Value("mean", magnitude="m")]
    spec = ckm.TableSpec(["a"], values=values, presentation=presentation)
    return ckm.Rounding(5).protect(ckm.tabulate(data, spec))


def io_file(text: str) -> Path:
    path = Path.cwd() / "records.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_t26_a_title_that_is_made_names_every_value_and_in_tables_of_before_those_that_are_counted() -> None:
    shown = table(PRINTED)
    words = values_shown(shown, "en")
    assert all(shown.label(number).text("en") in words for number in range(3))
    assert values_shown(table(Presentation()), "en") == "Number"


@pytest.mark.parametrize("sign", ["\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_t26_a_label_with_a_sign_in_full_width_is_guarded_in_csv_as_its_half_width_is(
    sign: str, tmp_path: Path
) -> None:
    assert sign in FORMULA_SIGNS
    data = ckm.read_microdata(io_file("a\n" + f"{sign}1+1\nx\n" * 100), ["a"])
    title = ckm.Texts.same(f"{sign}Table")
    shown = ckm.Rounding(5).protect(ckm.tabulate(data, ckm.TableSpec(["a"], title=title)))
    ckm.export(shown, tmp_path / "t.csv", language="en")
    cells = {cell for row in csv.reader(io.StringIO((tmp_path / "t.csv").read_text("utf-8-sig"))) for cell in row}
    assert f"'{sign}1+1" in cells
    assert f"'{sign}Table" in cells
    assert not [cell for cell in cells if cell.startswith(sign)]


def test_t26_the_register_is_attacked_by_whom_the_text_says_and_who_may_not_reads_who_may(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)
    statistic, stamp = open_statistic(path)
    seal, _ = make_seal({role: Secret.key_file(key) for role, key in KEYS.items()})
    save_statistic(replace(statistic, seal=seal), path, stamp)
    with pytest.raises(SystemExit):
        main(["--language", "en", "register", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert "for methodologists and releasers" in words
    for role, key in KEYS.items():
        file = tmp_path / f"{role}.key"
        file.write_bytes(key)
        asked = ["register", str(path), "--key-file", str(file), "--attack", str(tmp_path / "report.html")]
        ended = main(["--language", "en", *asked])
        said = capsys.readouterr().err
        assert (ended in (0, 8)) == (role != "clerk"), said  # 8: nothing that could be tested was released
        if role == "clerk":
            assert "methodologist" in said.lower()
            assert "releaser" in said.lower()
