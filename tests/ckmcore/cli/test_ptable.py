"""The commands ckm ptable: design with every option, check, convert, shuffle, compare, report; errors."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import build_parser, main
from ckmcore.ptable import PRESETS, Design, FixedProbability, PTable, RowConstraint, open_ptable, search_V
from ckmcore.ptable.magnitudes import MagnitudePTable, design_magnitudes, join_types, permute


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["--language", "en", "ptable", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def table_of(path: Path) -> PTable:
    table = open_ptable(path).table
    assert isinstance(table, PTable)
    return table


@pytest.mark.parametrize(
    ("options", "design"),
    [
        ("--D 5 --V 3 --js 2", Design(5, 3.0, 2)),
        ("--D 4 --V 2 --js 1 --pstay 0.3 --stay exact", Design(4, 2.0, 1, 0.3, stay="exact")),
        ("--D 5 --V 4 --variance at-most", Design(5, 4.0, 0, variance="at most")),
        ("--D 5 --V 3 --js 2 --no-symmetric --rising", Design(5, 3.0, 2, symmetric=False, rising=True)),
        ("--D 4 --V 2.5 --blocked 1,3", Design(4, 2.5, 0, blocked=(1, 3))),
        ("--D 3 --V 2 --js 1 --rows 9", Design(3, 2.0, 1, last_row=9)),
        (
            "--D 5 --V 3 --js 2 --pin 6:6=0.2 --pin 7:5=0.1",
            Design(5, 3.0, 2, pins=(FixedProbability(6, 6, 0.2), FixedProbability(7, 5, 0.1))),
        ),
        (
            "--D 5 --V 3 --js 2 --pstay none,none,0.4,0.5",
            Design(
                *(5, 3.0, 2, 0.5),
                own=(RowConstraint(1, 1, pstay=0.0), RowConstraint(2, 2, pstay=0.0), RowConstraint(3, 3, pstay=0.4)),
            ),
        ),
        (
            "--D 3,4,5 --V 2,3 --mono f,t --variance at-most,equal --stay exact,at-least",
            Design(
                5, 3.0, 0,
                own=(RowConstraint(1, 1, 3, 2.0, None, False, "exact", "at most"), RowConstraint(2, 2, 4)),
            ),
        ),
    ],
)  # fmt: skip
def test_a_table_is_designed_as_the_options_say(
    options: str, design: Design, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "design", *options.split(), "-o", tmp_path / "t.json")
    assert (code, err) == (0, "")
    opened = open_ptable(tmp_path / "t.json")
    assert opened.table == design.table()
    assert opened.own is not None
    assert opened.own.design == design
    assert "t.json was written." in out


def test_presets_are_wishes_on_top(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    presets = {preset.key: preset for preset in PRESETS}
    arguments = ["--D", 5, "--V", 3, "--preset", "no_1_2", "--preset", "stay_rises"]
    assert run(capsys, "design", *arguments, "-o", tmp_path / "t.json")[0] == 0
    wanted = presets["stay_rises"].applied(presets["no_1_2"].applied(Design(5, 3.0, 0)))
    assert table_of(tmp_path / "t.json") == wanted.table()


@pytest.mark.thorough
def test_the_largest_variance_that_keeps_the_criteria_is_searched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c.csv").write_text("count;cells\n1;10\n3;25\n12;400\n")
    frequencies = {1: 10.0, 3: 25.0, 12: 400.0}
    design = Design(4, 1.0, 0)
    arguments = ["--D", 4, "--search", "--counts", tmp_path / "c.csv"]
    code, out, _ = run(capsys, "design", *arguments, "-o", tmp_path / "t.json")
    assert code == 0
    high = search_V(design, frequencies).high
    assert high is not None
    assert f"up to V = {high:.6g};" in out
    assert table_of(tmp_path / "t.json") == replace(design, V=high).table()
    code, _, err = run(capsys, "design", "--D", 4, "--js", 4, "--search", "-o", tmp_path / "u.json")
    assert code == 1
    assert "There is no V that all rows can have" in err
    (tmp_path / "c.csv").write_text("1;10\n3;x\n")
    code, _, err = run(capsys, "design", *arguments, "-o", tmp_path / "u.json")
    assert code == 1
    assert "c.csv:2: “3;x” cannot be read" in err


def test_the_name_of_the_file_says_its_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, form in (("t.csv", "r"), ("t.txt", "tau-argus"), ("t.json", "json"), ("t.xlsx", "xlsx")):
        assert run(capsys, "design", "--D", 3, "--V", 2, "-o", tmp_path / name)[0] == 0
        assert open_ptable(tmp_path / name).form == form
        assert open_ptable(tmp_path / name).table == ckm.design_ptable(3, 2)


def test_a_designed_table_is_shuffled_by_threshold_and_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--D", 3, "--V", 2, "--shuffle", 0.1, "--seed", 7]
    assert run(capsys, "design", *arguments, "-o", tmp_path / "t.json")[0] == 0
    wanted = ckm.shuffle(ckm.design_ptable(3, 2), 0.1, 7)
    assert table_of(tmp_path / "t.json") == wanted
    assert json.loads((tmp_path / "t.json").read_text())["shuffled"] == {"threshold": 0.1, "seed": 7}
    run(capsys, "design", "--D", 3, "--V", 2, "-o", tmp_path / "ordered.txt")
    code, _, _ = run(
        capsys, "shuffle", tmp_path / "ordered.txt", "-o", tmp_path / "s.csv", "--threshold", 0.1, "--seed", 7
    )
    assert code == 0
    assert table_of(tmp_path / "s.csv") == wanted


def test_tables_for_magnitudes_are_designed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["design", "--table", "nums", "--D", 10, "--V", 2, "--icat", "1,5,10", "--step", 2]
    code, out, err = run(capsys, *arguments, "--type", "all", "-o", tmp_path / "m.txt")
    assert (code, err) == (0, "")
    ordered = design_magnitudes(10, 2, step=2, icat=[1, 5, 10])
    assert open_ptable(tmp_path / "m.txt").table == permute(ordered, 50, seed=1)
    arguments += ["--permute", 0]
    code, out, err = run(capsys, *arguments, "--type", "all", "-o", tmp_path / "m.txt")
    assert code == 0
    assert "a total tells the noise of its parts" in err
    assert out.count("2.00000000") == 3
    opened = open_ptable(tmp_path / "m.txt")
    assert isinstance(opened.table, MagnitudePTable)
    assert opened.table == ordered
    for name in ("p.csv", "p.json"):
        assert run(capsys, *arguments, "--type", "even,odd", "-o", tmp_path / name)[0] == 0
        parts = [design_magnitudes(10, 2, step=2, icat=[1, 5, 10], type=type) for type in ("even", "odd")]
        assert open_ptable(tmp_path / name).table == join_types(parts)
    code, _, err = run(capsys, *arguments, "-o", tmp_path / "m.xlsx")
    assert code == 1
    assert "Choose another format." in err
    code, out, _ = run(capsys, "check", tmp_path / "p.json")
    assert code == 0
    assert out.count("  even") == 4
    code, _, _ = run(capsys, "convert", tmp_path / "p.json", "--to", "tau-argus", "-o", tmp_path / "q.txt")
    assert code == 0
    assert open_ptable(tmp_path / "q.txt").table == open_ptable(tmp_path / "p.json").table
    code, _, err = run(capsys, "compare", tmp_path / "p.json", tmp_path / "m.txt")
    assert code == 1
    assert "made for magnitudes" in err


def test_as_r_makes_magnitudes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--table", "nums", "--D", 5, "--V", 2, "--icat", "1,5", "--compat", "R", "--optim", 1]
    assert run(capsys, "design", *arguments, "-o", tmp_path / "m.csv")[0] == 0
    assert open_ptable(tmp_path / "m.csv").table == design_magnitudes(5, 2, icat=[1, 5], compat="R", optim=1)


@pytest.mark.parametrize("form", ["r", "tau-argus", "sas", "matrix", "xlsx", "json"])
def test_a_table_is_converted_to_every_form_and_back(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "design", "--D", 5, "--V", 3, "--js", 2, "-o", tmp_path / "t.json")
    code, _, err = run(capsys, "convert", tmp_path / "t.json", "--to", form, "-o", tmp_path / "x")
    assert (code, err) == (0, "")
    assert open_ptable(tmp_path / "x").form == form
    assert table_of(tmp_path / "x") == table_of(tmp_path / "t.json")


@pytest.mark.thorough
def test_the_conversion_to_ons_keys_says_what_it_costs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "design", "--D", 5, "--V", 3, "--js", 2, "-o", tmp_path / "t.json")
    for keys in (256, 4096):
        name = tmp_path / f"o{keys}.csv"
        code, _, err = run(capsys, "convert", tmp_path / "t.json", "--to", "ons", "--keys", keys, "-o", name)
        assert code == 0
        assert f"{keys} integer keys".replace("4096", "4,096") in err
        assert "largest bias 0," in err
        assert table_of(name).integer_modulus == keys
    # As it is, without a word; shuffled in whole keys.
    code, _, err = run(capsys, "convert", tmp_path / "o256.csv", "--to", "ons", "-o", tmp_path / "again.csv")
    assert (code, err) == (0, "")
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "o256.csv").read_bytes()
    assert run(capsys, "shuffle", tmp_path / "o256.csv", "-o", tmp_path / "s.csv")[0] == 0
    assert open_ptable(tmp_path / "s.csv").form == "ons"
    code, out, _ = run(capsys, "compare", tmp_path / "o256.csv", tmp_path / "s.csv")
    assert "A is ordered, B is shuffled." in out


def test_two_tables_are_compared_row_by_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, V in (("a.csv", 1), ("b.csv", 1.2)):
        run(capsys, "design", "--D", 2, "--V", V, "-o", tmp_path / name)
    code, out, _ = run(capsys, "compare", tmp_path / "a.csv", tmp_path / "b.csv")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == 1 + 3 + 1
    assert lines[2].split()[4:6] == ["1.000000", "1.200000"]
    assert lines[-1] == "The distributions differ."
    code, out, _ = run(capsys, "compare", tmp_path / "a.csv", tmp_path / "a.csv")
    assert "Both tables act alike" in out


def test_a_check_says_warnings_with_their_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.csv").write_text("i,0,1,2\n0,1,0,0\n1,.25,.25,.5\n")
    code, out, err = run(capsys, "check", tmp_path / "t.csv")
    assert code == 3
    assert "2 rows" in out
    assert "(line 3)" in err
    assert "F8, refused: A total of 1 and 1 discloses" in err
    assert "cannot be put in force" in out


def test_a_check_ends_with_3_below_the_floor_and_with_strict_where_a_reason_is_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stays = ckm.design_ptable(D=5, V=1, js=0, pstay=0.8, stay="exact")
    made = {
        "good": (ckm.design_ptable(D=5, V=3, js=2), 0, 0, "The floor under protection holds."),
        "reason": (ckm.shuffle(stays), 0, 3, "a reason, a second person and an end date"),
        "refused": (stays, 3, 3, "it cannot be put in force"),
    }
    for name, (table, code, strict, said) in made.items():
        ckm.write_ptable(table, tmp_path / f"{name}.csv", "r")
        assert run(capsys, "check", tmp_path / f"{name}.csv")[:2][0] == code, name
        found, out, err = run(capsys, "check", "--strict", tmp_path / f"{name}.csv")
        assert (found, said in out) == (strict, True), name
        assert ("F2, needs a recorded reason" in err) == (name != "good")


def test_a_check_judges_tables_for_sums_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = "i;j;p;v;p_int_ub;type\n0;0;1;0;1;all\n"
    (tmp_path / "s.csv").write_text(head + "1;0.9;0.5;-0.1;0.5;all\n1;1.1;0.5;0.1;1;all\n")
    code, _out, err = run(capsys, "check", tmp_path / "s.csv")
    assert code == 3
    assert "F1, refused: Table for sums (all cells), row 1: the variance" in err
    assert "F5, needs a recorded reason: Table for sums" in err


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_report_is_written(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "design", "--D", 3, "--V", 2, "-o", tmp_path / "t.json")
    arguments = ["--language", language, "ptable", "report", str(tmp_path / "t.json"), "-o", str(tmp_path / "r.html")]
    assert main(arguments) == 0
    assert ("vertraulich" if language == "de" else "confidential") in capsys.readouterr().out
    page = (tmp_path / "r.html").read_text("utf-8")
    assert f'lang="{language}"' in page
    assert ckm.design_ptable(3, 2).content_hash in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--D five --V 3", "--D: “five” cannot be read"),
        ("--D 5 --V x", "--V: “x” cannot be read"),
        ("--D 5 --V 0", "V = 0"),
        ("--D 5 --V -1", "V = -1"),
        ("--D 0 --V 1", "D = 0"),
        ("--D 2 --V 1 --js 3", "js = 3"),
        ("--D 2 --V 1 --pstay 1.5", "pstay = 1.5"),
        ("--D 2 --V 1 --stay perhaps", "--stay: “perhaps” cannot be read"),
        ("--D 2 --V 1 --variance equal,most", "--variance: “equal,most” cannot be read"),
        ("--D 2 --V 1 --blocked 1;2", "--blocked: “1;2” cannot be read"),
        ("--D 2 --V 1 --pin 3=0.5", "--pin: “3=0.5” cannot be read"),
        ("--D 2 --V 1 --pin 2:2=0.99 --strict", "Row i = 2"),
        ("--D 2 --V 1 --pin 2:9=0.5", "i = 2"),
        ("--D 5 --V 1.5 --js 2 --strict", "Row i = 1"),
        ("--D 2", "needs --V"),
        ("--D 2 --V 1 --limit 0.5", "--limit needs --search"),
        ("--D 2 --V 1 --compat R --preset no_1", "--preset does not go together with --compat R"),
        ("--D 2 --V 1 --table nums --preset no_1", "--preset does not go together with --table nums"),
        ("--D 2 --V 1 --icat 1,2", "--icat needs --table nums"),
        ("--D 2 --V 1 --step 2", "--step needs --table nums"),
        ("--D 2 --V 1 --type all", "--type needs --table nums"),
        ("--D 2 --V 1 --rows 1", "last row i = 1"),
        ("--D 2 --V 1 --compat R --rising", "--rising does not go together with --compat R"),
        ("--D 2 --V 1 --compat R --pin 2:2=0.4", "--pin does not go together with --compat R"),
        ("--D 2 --V 1 --table nums --js 1", "--js does not go together with --table nums"),
        ("--D 2 --V 1 --table nums --shuffle 0.1", "--shuffle does not go together with --table nums"),
        ("--D 5 --V 1 --table nums --icat 2,5", "icat"),
        ("--D 5 --V 1 --table nums --icat 1,3", "icat"),
        ("--D 5 --V 1 --table nums --type some", "type = some"),
        ("--D 2 --V 1 --shuffle 0", "0.0001 and 1"),
    ],
)
def test_each_error_is_one_sentence_and_exit_code_1(
    arguments: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "design", *arguments.split(), "-o", tmp_path / "t.csv")
    assert code == 1
    assert said in err
    assert len(err.splitlines()) == 1
    assert "Traceback" not in out + err
    assert not (tmp_path / "t.csv").exists()


def test_keys_belong_to_ons_and_a_file_is_never_overwritten_by_its_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "design", "--D", 3, "--V", 2, "-o", tmp_path / "t.csv")
    code, _, err = run(capsys, "convert", tmp_path / "t.csv", "--to", "r", "--keys", 256, "-o", tmp_path / "x")
    assert (code, err) == (1, "--keys needs --to ons as well.\n")
    for action in (["convert", "--to", "sas"], ["shuffle"], ["report"]):
        code, _, err = run(capsys, action[0], tmp_path / "t.csv", *action[1:], "-o", tmp_path / "t.csv")
        assert code == 1
        assert "would be overwritten" in err


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("action", ["design", "check", "convert", "shuffle", "compare", "report"])
def test_help_exists_in_both_languages(action: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        build_parser("de" if language == "de" else "en").parse_args(["ptable", action, "--help"])
    assert caught.value.code == 0
    assert ("Optionen" if language == "de" else "options") in capsys.readouterr().out


def test_each_row_says_what_is_possible_what_binds_and_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "design", "--D", 5, "--V", 1.5, "--js", 2, "-o", tmp_path / "t.json")
    assert code == 0
    lines = {line.split()[0]: line for line in out.splitlines()[1:10]}
    report = Design(5, 1.5, 2).table().reports[4]
    assert f"{report.entropy:.4f}" in lines["4"]
    assert f"0.0000 .. {report.highest_variance:.4f}" in lines["4"]
    assert "limited by: monotony" in lines["4"]
    assert "V = 1.5 is not possible in row 2." in lines["2"]
    # Nothing is left of a bias that only the last digits have.
    assert all(line.split()[1] == "0.000e+00" for line in lines.values())
    code, again, _ = run(capsys, "check", tmp_path / "t.json")
    assert code == 0
    assert again.splitlines()[:10] == out.splitlines()[:10]


def test_rows_in_which_r_misses_v_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "design", "--D", 2, "--V", 1.08, "--js", 1, "--compat", "R", "-o", tmp_path / "t.csv")
    assert code == 0
    assert out.count("R ptable misses V = 1.08") == 1
    assert "As R ptable computes it, row 3 does not have the variance V." in out
    _, out, _ = run(capsys, "design", "--D", 2, "--V", 1, "--compat", "R", "--optim", 4, "-o", tmp_path / "u.csv")
    assert "misses" not in out


@pytest.mark.parametrize("seed", ["-1", "18446744073709551616", "1" * 400])
def test_a_seed_out_of_range_is_a_sentence(seed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "design", "--D", 3, "--V", 2, "-o", tmp_path / "t.json")
    code, _, err = run(capsys, "shuffle", tmp_path / "t.json", "--seed", seed, "-o", tmp_path / "s.json")
    assert code == 1
    assert "seed = " in err
    assert "Allowed is 0 .. 18446744073709551615." in err
    arguments = ["--D", 3, "--V", 2, "--shuffle", 0.05, "--seed", seed]
    assert run(capsys, "design", *arguments, "-o", tmp_path / "s.json")[0] == 1


@pytest.mark.parametrize("name", ["r.odt", "r.docx", "r"])
def test_a_report_is_html_or_pdf_or_none(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "design", "--D", 3, "--V", 2, "-o", tmp_path / "t.json")
    code, _, err = run(capsys, "report", tmp_path / "t.json", "-o", tmp_path / name)
    assert code == 1
    assert "such as r.html or r.pdf" in err
    assert not (tmp_path / name).exists()


def test_what_the_system_says_is_said_in_the_language_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["check", tmp_path], "es ist ein Ordner"),
        (["design", "--D", 3, "--V", 2, "-o", tmp_path / "no" / "t.json"], "Datei oder Ordner ist nicht vorhanden"),
        (["design", "--D", 3, "--V", 2, "-o", tmp_path], "es ist ein Ordner"),
    ):
        assert main(["--language", "de", "ptable", *map(str, arguments)]) == 1
        assert words in capsys.readouterr().err
