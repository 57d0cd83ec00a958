"""ONS cell_key_perturbation, cell by cell: integer keys, recycled rows, the threshold; its bad inputs in our words."""

from __future__ import annotations

import gzip
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.spec import TOTAL, Code
from tests.kit.fails import fails

pytestmark = pytest.mark.reference


def written(source: Path, target: Path) -> Path:
    target.write_bytes(gzip.decompress(source.read_bytes()))
    return target


def keyed(source: Path, target: Path) -> Path:
    """Records without a key have the key 0, as in ONS's sums; our program asks for keys."""
    frame = pd.read_csv(source, dtype=str, keep_default_na=False)
    frame["record_key"] = frame["record_key"].replace("", "0").str.removesuffix(".0")
    frame.to_csv(target, index=False)
    return target


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("data", "names", "out", "ptable", "threshold"),
    [
        ("micro_seed111_n1000", ["var1"], "out_var1", "ptable_10_5_rule", 10),
        ("micro_seed111_n1000", ["var1", "var5", "var8"], "out_geog_var1__var5_var8", "ptable_10_5_rule", 10),
        ("micro_missing_rkey", ["var1"], "out_missing_rkey_var1", "ptable_keydep_256", 10),
        ("micro_seed111_n1000", ["var1", "var5"], "out_keydep_var1_var5", "ptable_keydep_256", 0),
        ("micro_boundaries", ["g"], "out_boundaries", "ptable_keydep_256", 10),
    ],
)
def test_every_cell_agrees(
    reference: Path, tmp_path: Path, data: str, names: list[str], out: str, ptable: str, threshold: int
) -> None:
    folder = reference / "expected" / "ons"
    records = keyed(folder / f"{data}.csv", tmp_path / "records.csv")
    table = written(folder / f"{ptable}.csv.gz", tmp_path / "ptable.csv")
    arguments = ["table", "--data", str(records), "--rows", ",".join(names), "--record-key", "record_key"]
    arguments += ["--modulus", "256", "--ptable", str(table), "--threshold", str(threshold)]
    assert main([*arguments, "--internal", "-o", str(tmp_path / "internal.csv")]) == 0
    ours = pd.read_csv(tmp_path / "internal.csv", dtype=dict.fromkeys(names, str)).set_index(names)
    theirs = pd.read_csv(folder / f"{out}.csv", dtype=dict.fromkeys(names, str)).set_index(names)
    ours = ours.rename(columns={"count": "records"})
    # ONS has no totals, and keeps empty cells in its files.
    some = theirs[theirs["pre_sdc_count"] > 0]
    totals = [("Total" in index if len(names) > 1 else index == "Total") for index in ours.index]
    both = ours[[not total for total in totals]].join(some, how="outer", validate="one_to_one")
    assert both["records"].tolist() == both["pre_sdc_count"].tolist()
    assert both["cell_key"].astype(int).tolist() == both["ckey"].tolist()
    assert both["noise"].tolist() == both["pvalue"].tolist()
    # What is published, with the threshold: the figures where ONS shows one, the sign where it shows none.
    microdata = ckm.read_microdata(records, names, "record_key", modulus=256)
    method = ckm.CellKeyMethod(ckm.read_ptable(table), threshold=threshold)
    shown = ckm.protect(ckm.tabulate(microdata, ckm.TableSpec(rows=names)), method)
    for index, row in theirs.iterrows():
        codes = index if isinstance(index, tuple) else (index,)
        address: dict[str, Code] = dict(zip(names, codes, strict=True))
        if pd.isna(row["count"]):
            assert (shown.sign(address), shown.value(address)) == (Sign.UNKNOWN, 0)
        else:
            assert (shown.sign(address), shown.value(address)) == (Sign.NONE, row["count"])
    assert shown.sign(dict.fromkeys(names, TOTAL)) == Sign.NONE


def micro(folder: Path, **changes: object) -> pd.DataFrame:
    frame = pd.read_csv(folder / "micro_seed111_n1000.csv", dtype=str, keep_default_na=False)
    return frame.assign(**changes)


def bad_records(folder: Path, case: str) -> pd.DataFrame:
    """What errors.csv calls by the name of the case."""
    frame = micro(folder)
    keys = frame["record_key"]
    if case == "rkey range differs":
        frame["record_key"] = (keys.astype(int) * 16).astype(str)
    elif case == "neg rkey":
        frame["record_key"] = (-keys.astype(int) - 45).astype(str)
    elif case == "60% missing keys":
        frame["record_key"] = keys.where(frame.index >= 600, "")
    elif case == "0.3% missing":
        frame["record_key"] = keys.where(frame.index >= 3, "")
    elif case == "record key strings":
        frame["record_key"] = "k" + keys
    elif case == "empty data":
        frame = frame.iloc[:0]
    return frame


def bad_ptable(text: str, case: str) -> str:
    lines = text.splitlines()
    if case == "ptable not DataFrame":
        return "no table at all\n"
    if case == "ptable lacks col":
        return "\n".join(line.rpartition(",")[0] for line in lines)
    if case == "neg ckey":
        return "\n".join([lines[0], lines[1].replace("1,0,", "1,-5,"), *lines[2:]])
    if case == "ptable duplicated rows":
        return "\n".join([*lines, *lines[1:5]])
    if case == "ptable non contiguous":
        return "\n".join(line for line in lines if not line.startswith("100,"))
    return text


@pytest.mark.daily(7)
@pytest.mark.parametrize(
    ("case", "changes", "words"),
    [
        ("ptable not DataFrame", {}, "ptable.csv"),
        ("ptable lacks col", {}, "ptable.csv"),
        ("neg ckey", {}, "ptable.csv"),
        ("ptable duplicated rows", {}, "ptable.csv"),
        ("ptable non contiguous", {}, "ptable.csv"),
        ("threshold negative", {"--threshold": "-1"}, "The threshold cannot be"),
        ("geog not col", {"--rows": "nowhere"}, "nowhere"),
        ("tab_vars not col", {"--columns": "nothing"}, "nothing"),
        ("record_key not col", {"--record-key": "key"}, "key"),
        ("record_key None without ons_id", {"--record-key": None}, "--record-key"),
        ("rkey range differs", {}, "record_key"),
        ("rkey range differs", {"--modulus": "4096"}, "256"),
        ("neg rkey", {}, "record_key"),
        ("60% missing keys", {}, "record_key"),
        ("0.3% missing", {}, "record_key"),
        ("record key strings", {}, "record_key"),
        ("same var twice", {"--rows": "var1,var1"}, "var1"),
        ("empty data", {}, "records.csv"),
    ],
)
def test_bad_inputs_are_one_sentence(
    reference: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    case: str,
    changes: dict[str, str | None],
    words: str,
) -> None:
    folder = reference / "expected" / "ons"
    bad_records(folder, case).to_csv(tmp_path / "records.csv", index=False)
    text = gzip.decompress((folder / "ptable_keydep_256.csv.gz").read_bytes()).decode()
    (tmp_path / "ptable.csv").write_text(bad_ptable(text, case))
    options: dict[str, str | None] = {
        "--data": str(tmp_path / "records.csv"),
        "--rows": "var1",
        "--record-key": "record_key",
        "--modulus": "256",
        "--ptable": str(tmp_path / "ptable.csv"),
        "--threshold": "10",
        **changes,
    }
    given = [f"{name}={value}" for name, value in options.items() if value is not None]
    code = main(["--language=en", "table", *given, "-o", str(tmp_path / "out.csv")])
    said = capsys.readouterr().err
    assert (code, (tmp_path / "out.csv").exists()) == (1, False)
    assert words in said
    assert "Traceback" not in said


@pytest.mark.parametrize("threshold", [10.5, True, -1])
def test_a_threshold_that_is_no_whole_number_is_refused(reference: Path, tmp_path: Path, threshold: object) -> None:
    table = written(reference / "expected" / "ons" / "ptable_keydep_256.csv.gz", tmp_path / "ptable.csv")
    with fails("setting_range"):
        ckm.CellKeyMethod(ckm.read_ptable(table), threshold=threshold)  # type: ignore[arg-type]


def test_what_ons_lets_pass_or_python_alone_can_do_wrong_is_all_that_is_left(reference: Path) -> None:
    cases = set(pd.read_csv(reference / "expected" / "ons" / "errors.csv")["case"])
    tested = {mark[0] for mark in test_bad_inputs_are_one_sentence.pytestmark[0].args[1]}  # type: ignore[attr-defined]
    tested |= {"threshold float", "threshold bool"}
    # Objects of other types, which no file and no option can hold; a table without variables is one total.
    of_python = {"data not DataFrame", "geog is str", "tab_vars is str", "geog item int", "tab_vars item int"}
    of_python |= {"record_key int", "no vars"}
    assert {case for case in cases - tested - of_python if not case.startswith("ptable non contiguous")} == set()
