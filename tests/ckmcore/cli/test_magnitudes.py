"""`ckm table --method magnitude`: what it gives, its defaults from τ-ARGUS metadata, and what it refuses in words."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.table_file import write_table
from ckmcore.tabulate.spec import TableSpec, Value

COUNTS = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;1;0;1\n"
HEAD = "i;j;p;v;p_int_ub;type\n"
ALL = HEAD + "0;0;1;0;1;all\n1;0.5;0.5;-0.5;0.5;all\n1;1.5;0.5;0.5;1;all\n5;4;0.5;-1;0.5;all\n5;6;0.5;1;1;all\n"
PARITY = HEAD + "".join(
    f"0;0;1;0;1;{kind}\n1;{1 - v};0.5;{-v};0.5;{kind}\n1;{1 + v};0.5;{v};1;{kind}\n"
    for kind, v in (("even", 0.25), ("odd", 0.75))
)
LINES = ["a;100.5;1;0.50000001", "a;20;2;0.25000000", "b;3;1;0.10000001", "b;0;1;0.20000002", "c;-8;4;0.70000003"]
RDA = """<SEPARATOR> ";"
branch 1
  <RECODEABLE>
x 8
  <NUMERIC>
  <DECIMALS> 2
  <CKM> T(2)    <INCLUDEZEROS> N
  <SCALING> N(0.5,0.5)
  <SEPARATION> N
w 2
  <WEIGHT>
key 10
  <RECORDKEY>
  <DECIMALS> 8
  <PFILE_FREQ> "COUNTS.csv"
  <PFILE_CONT> "all.csv"
"""


@pytest.fixture(autouse=True)
def without_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that change little or nothing, so that anybody can check the figures."""
    monkeypatch.setattr("ckmcore.cli.table.below_floor", lambda *_: ())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of τ-ARGUS whose perturbation tables lie beside it; their names differ in case."""
    files = {"counts.csv": COUNTS, "all.csv": ALL, "parity.csv": PARITY, "d.csv": "\n".join(LINES) + "\n", "d.rda": RDA}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "head.csv").write_text("branch;x;w;key\n" + "\n".join(LINES) + "\n")
    return tmp_path


def table(folder: Path, *options: str, meta: bool = True) -> int:
    data = ["--data", str(folder / ("d.csv" if meta else "head.csv"))]
    data += ["--meta", str(folder / "d.rda")] if meta else ["--record-key", "key"]
    return main(["--language", "en", "table", *data, "--rows", "branch", "-o", str(folder / "out.csv"), *options])


def internal(folder: Path, *options: str, meta: bool = True) -> pd.DataFrame:
    assert table(folder, "--method", "magnitude", "--value", "x", "--internal", *options, meta=meta) == 0
    return pd.read_csv(folder / "out.csv", dtype={"cell_key": str}).set_index("branch")


def test_settings_and_tables_are_those_of_the_metadata(project: Path) -> None:
    found = internal(project)
    assert list(found.columns) == ["count", "cell_key", "noise", "value", "published", "marking"]
    assert found["value"].to_dict() == {"Total": 115.5, "a": 120.5, "b": 3.0, "c": -8.0}
    assert found.loc["b", "cell_key"] == "0.10000001"  # without the record whose value is 0
    # a: key .75000001 -> .50000017 -> .00000175; x_δ = 50.25, a = 2.398, v = .5 + 1.398 / 4 * .5 = .67475 ...
    first = 120.5 + 50.25 * (0.5 + (120.5 / 50.25 - 1) / 4 * 0.5)
    # ... and a second step with x_δ = 20 * .5 * .5 = 5, above the last row: v = -1.
    assert found.loc["a", "published"] == pytest.approx(first - 5, rel=1e-12)
    # c: x_δ = 4, a = 2, v = -.625; the sign of x, away from it: -8 + 2.5
    assert found.loc["c", "published"] == pytest.approx(-8 + 4 * 0.625, rel=1e-12)


def test_an_option_says_more_than_the_metadata(project: Path) -> None:
    assert internal(project, "--include-zeros").loc["b", "cell_key"] == "0.30000003"
    mean = internal(project, "--ckm", "M", "--scaling", "N(0.5)", "--mean")
    assert mean["value"].to_dict() == {"Total": 115.5 / 5, "a": 60.25, "b": 1.5, "c": -8.0}
    parity = internal(
        project, "--parity", "--ckm", "V", "--scaling", "N(1)", "--ptable-cont", str(project / "parity.csv")
    )
    assert (parity["noise"] / parity["value"]).abs().round(9).to_dict() == {
        "Total": 0.25,
        "a": 0.25,
        "b": 0.75,
        "c": 0.75,
    }
    weighted = internal(project, "--weight", "w")
    assert weighted["value"].to_dict() == {"Total": 111.5, "a": 140.5, "b": 3.0, "c": -32.0}
    assert weighted["weighted_count"].to_dict() == {"Total": 9, "a": 3, "b": 2, "c": 4}


def test_sensitive_cells_have_extra_noise(project: Path) -> None:
    plain = internal(project, "--ckm", "T(1)", "--scaling", "N(0.5)")
    rules = ("--p-percent", "10", "--dominance", "1,90", "--minimum-frequency", "2", "--pq", "10,50")
    extra = internal(project, "--ckm", "T(1)", "--scaling", "N(0.5)", "--extra-noise", "2", *rules)
    more = extra["noise"].abs() - plain["noise"].abs()
    assert more["a"] == pytest.approx(2 * 50.25)
    # Noise that goes down ends at 0.
    assert (plain.loc["b", "published"], extra.loc["b", "published"]) == (2.0625, 0.0)
    assert extra.loc["c", "published"] == 0.0


def test_a_published_table_has_the_decimals_of_the_data(project: Path) -> None:
    assert table(project, "--method", "magnitude", "--value", "x") == 0
    assert {"Sum of x by branch", "b,2.1"} <= set((project / "out.csv").read_text("utf-8-sig").splitlines())
    assert table(project, "--method", "magnitude", "--value", "x", "--sum-decimals", "0") == 0
    assert "b,2.0" in (project / "out.csv").read_text("utf-8-sig").splitlines()


def settings(folder: Path) -> list[str]:
    tables = ["--ptable", str(folder / "counts.csv"), "--ptable-cont", str(folder / "all.csv")]
    return ["--method", "magnitude", "--value", "x", "--ckm", "T(1)", "--scaling", "N(0.5)", *tables]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("d;inf;1;0.3", "inf"),
        ("d;1e999;1;0.3", "1e999"),
        ("d;many;1;0.3", "many"),
    ],
)
def test_values_that_are_no_numbers_are_refused_with_their_place(
    project: Path, capsys: pytest.CaptureFixture[str], line: str, words: str
) -> None:
    with (project / "head.csv").open("a") as file:
        file.write(line + "\n")
    assert table(project, *settings(project), meta=False) == 1
    said = capsys.readouterr().err
    assert words in said
    assert "x" in said
    assert "Traceback" not in said


def test_missing_values_count_as_0_or_are_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (project / "head.csv").open("a") as file:
        file.write("c;;1;0.3\n")
    assert table(project, *settings(project), meta=False) == 0
    assert table(project, *settings(project), "--refuse-missing", meta=False) == 1
    assert "Records have no value of “x”." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--method", "magnitude"), "--value"),
        (("--method", "magnitude", "--ckm", "M", "--scaling", "N(0.1)", "--value", "y"), "“y”"),
        (("--mean",), "--value"),
        (("--ptable", "counts.csv", "--value", "x"), "this method does not protect"),
        (("--method", "rounding", "--value", "x", "--ckm", "T(1)"), "--ckm"),
        (("--method", "magnitude", "--value", "x", "--ckm", "T(x)"), "“T(x)” is no setting"),
        (("--method", "magnitude", "--value", "x", "--scaling", "F(1,2)"), "“F(1,2)” is no setting"),
        (("--method", "magnitude", "--value", "x", "--scaling", "F(0.03,0.3,50,1,0.5)"), "q = 1"),
        (("--method", "magnitude", "--value", "x", "--scaling", "N(0.5,0.7,0.8)"), "factors ε: 3"),
        (("--method", "magnitude", "--value", "x", "--separation"), "--ptable-sep"),
        (("--method", "magnitude", "--value", "x", "--ptable-sep", "all.csv"), "--separation"),
        (("--method", "magnitude", "--value", "x", "--ptable-cont", "counts.csv"), "made for counts"),
        (("--method", "magnitude", "--value", "x", "--parity"), "type “even”"),
        (("--method", "magnitude", "--value", "x", "--dominance", "1"), "--dominance"),
        (("--method", "magnitude", "--value", "x", "--dominance", "1.5,60"), "--dominance"),
        (("--method", "magnitude", "--value", "x", "--pq", "10"), "--pq"),
        (("--method", "magnitude", "--value", "x", "--p-percent", "10"), "μ_c, which is 0"),
        (("--method", "magnitude", "--value", "x", "--extra-noise", "1"), "no primary rule"),
    ],
)
def test_what_does_not_go_together_is_said_in_one_sentence(
    project: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    given = [str(project / one) if one.endswith(".csv") else one for one in options]
    assert table(project, *given) == 1
    said = capsys.readouterr().err
    assert words in said
    assert "Unexpected" not in said


def test_without_metadata_every_setting_is_asked_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = settings(project)
    for option in ("--ckm", "--scaling", "--ptable", "--ptable-cont"):
        place = asked.index(option)
        assert table(project, *asked[:place], *asked[place + 2 :], meta=False) == 1
        assert option in capsys.readouterr().err


def test_whole_keys_are_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "head.csv").write_text("branch;x;w;key\na;5;1;17\nb;6;1;200\n")
    assert table(project, *settings(project), "--modulus", "256", meta=False) == 1
    assert "at least 5 decimals; these keys are whole numbers below 256" in capsys.readouterr().err


def test_more_contributions_than_contributors_are_no_fault(project: Path) -> None:
    found = internal(project, "--ckm", "T(5)", "--scaling", "N(0.5,0.5,0.5,0.5,0.5)")
    few = internal(project)
    assert found["published"].to_dict() == pytest.approx(
        {**few["published"].to_dict(), "Total": found.loc["Total", "published"]}
    )


def test_a_saved_table_brings_its_sums_means_and_shares(project: Path) -> None:
    values = [
        Value("mean", magnitude="x", decimals=1),
        Value("share", magnitude="x", base="column", decimals=1),
        Value("sum", magnitude="x", decimals=1),
        Value(),
    ]
    write_table(project / "t.ckmtable", SavedTable("t", TableSpec(rows=["branch"], values=values)))
    data = ["--data", str(project / "d.csv"), "--meta", str(project / "d.rda"), "--table", str(project / "t.ckmtable")]
    assert main(["--language", "en", "table", *data, "--method", "magnitude", "-o", str(project / "out.csv")]) == 0
    lines = (project / "out.csv").read_text("utf-8-sig").splitlines()
    assert "branch,Mean of x,Share of the column in % (Sum of x),Sum of x,Number" in lines
    figures = {line.split(",")[0]: line.split(",")[1:] for line in lines}
    assert figures["a"] == ["74.7", "103.9", "149.4", "2"]
    assert figures["Total"][2:] == ["143.8", "5"]


def test_a_least_noise_is_kept_in_sensitive_cells_and_its_rules_are_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = internal(project, "--p-percent", "10", "--least-noise", "0.3")
    assert abs(found["noise"]["a"]) >= 0.3 * 100.5
    method = ("--method", "magnitude", "--value", "x", "--internal")
    assert table(project, *method, "--least-noise", "0.3") == Exit.INPUT
    assert "no primary rule says" in capsys.readouterr().err
    assert table(project, *method, "--p-percent", "10", "--least-noise", "0.1") == Exit.DONE
    assert "Choose 0.2 or more" in capsys.readouterr().err
    compat = ("--compat", "tauargus", "--p-percent", "10", "--least-noise", "0.3")
    assert table(project, *method, *compat) == Exit.INPUT
    assert "τ-ARGUS" in capsys.readouterr().err


def test_own_keys_come_from_the_secret_in_a_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = project / "secret.txt"
    secret.write_text("thirty-two bytes of a secret, or so\n")
    shared, own = internal(project), internal(project, "--own-keys", str(secret))
    assert (shared["cell_key"] != own["cell_key"]).all()
    assert own["cell_key"].to_dict() == internal(project, "--own-keys", str(secret))["cell_key"].to_dict()
    method = ("--method", "magnitude", "--value", "x", "--own-keys")
    assert table(project, *method, str(project / "none.txt")) == Exit.INPUT
    assert table(project, *method, str(secret), "-o", str(secret)) == Exit.INPUT
    assert "secret.txt" in capsys.readouterr().err
    assert secret.read_text().startswith("thirty-two")


def test_a_flow_has_a_key_of_its_own_in_each_period_that_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = project / "secret.txt"
    secret.write_text("thirty-two bytes of a secret, or so\n")
    own = ("--own-keys", str(secret), "--nature", "flow")
    without, first, second = internal(project, *own), *(internal(project, *own, "--period", one) for one in "12")
    assert (first["cell_key"] != second["cell_key"]).all()
    assert (without["cell_key"] != first["cell_key"]).all()
    assert "“x” is a flow" in capsys.readouterr().err
    assert first["cell_key"].to_dict() == internal(project, *own, "--period", "1")["cell_key"].to_dict()
    assert "is a flow" not in capsys.readouterr().err
    level = ("--own-keys", str(secret), "--nature", "level", "--period")
    assert internal(project, *level, "1")["cell_key"].to_dict() == internal(project, *level, "2")["cell_key"].to_dict()


def test_zeros_may_be_public_and_other_programs_rules_may_hold(project: Path) -> None:
    lines = ["branch;x;w;key", "a;0;1;0.50000001", "a;0;2;0.25000000", "b;3;1;0.10000001"]
    (project / "head.csv").write_text("\n".join(lines) + "\n")
    asked = ("--method", "magnitude", "--value", "x", "--ckm", "T(1)", "--scaling", "N(0.1)")
    asked += ("--ptable", str(project / "counts.csv"), "--ptable-cont", str(project / "all.csv"))

    def shown(*options: str) -> list[str]:
        assert table(project, *asked, *options, meta=False) == Exit.DONE
        return [line.split(",")[-1] for line in (project / "out.csv").read_text().splitlines()]

    assert "0" not in shown()
    assert "0" in shown("--zero-is", "public")
    assert "0" in shown("--compat", "tauargus")


def test_shares_and_ratios_of_sums_are_tables_of_their_own(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [("a", 60, 20)] * 5 + [("b", 25, 10)] * 4
    lines = [f"{branch};{x};{y};0.{number}0000001" for number, (branch, x, y) in enumerate(records, start=1)]
    (project / "head.csv").write_text("\n".join(["branch;x;y;key", *lines]) + "\n")
    same = HEAD + "0;0;1;0;1;all\n1;1;1;0;1;all\n5;5;1;0;1;all\n"
    (project / "same.csv").write_text(same)
    asked = ("--method", "magnitude", "--value", "x", "--ckm", "T(1)", "--scaling", "N(0.1)")
    asked += ("--ptable", str(project / "counts.csv"), "--ptable-cont", str(project / "same.csv"))

    def shown(*options: str) -> dict[str, str]:
        assert table(project, *asked, *options, meta=False) == Exit.DONE
        lines = [line.split(",") for line in (project / "out.csv").read_text().splitlines()[1:]]
        return {line[0]: line[-1] for line in lines if line[0] in ("Total", "a", "b")}

    assert shown("--share", "total") == {"Total": "100.0", "a": "75.0", "b": "25.0"}
    assert shown("--ratio-to", "y") == {"Total": "2.86", "a": "3.00", "b": "2.50"}
    assert table(project, *asked, "--share", "row", "--mean", meta=False) == Exit.INPUT
    assert "--mean" in capsys.readouterr().err
    assert table(project, "--ptable", str(project / "counts.csv"), "--ratio-to", "y", meta=False) == Exit.INPUT
    assert "--value" in capsys.readouterr().err
