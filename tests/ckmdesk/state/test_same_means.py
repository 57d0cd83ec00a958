"""Records without a value: by code, by the command and by the window the same file has the same means."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli.command import main
from ckmcore.methods.magnitude_settings import Scaling
from ckmcore.methods.serialization import KeptMethod, method_text, restored_method
from ckmcore.methods.sums import NEW_METHOD, PEERS_METHOD, SumRules
from ckmdesk.state.method_settings import MethodSettings

LINES = ["area,income", *["a,100"] * 10, *["a,"] * 10, *["b,40"] * 20]
MEAN = ckm.TableSpec("area", values=ckm.mean("income"))


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "persons.csv"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return path


def by_code(records: Path) -> list[float]:
    data = ckm.read_microdata(records, ["area"], magnitudes=["income"])
    with pytest.warns(ckm.CkmWarning, match="“income”: 10 records without a value are left out"):
        shown = ckm.protect(ckm.tabulate(data, MEAN), ckm.Rounding(5))
    return [shown.value({"area": code}) / 10 for code in "ab"]


def by_statistic(records: Path) -> list[float]:
    path = records.with_suffix(".ckm")
    with ckm.create_statistic(path, "Persons") as work:
        work.add_records(records, ["area"], magnitudes=["income"], keys="none")
        work.put_in_force(ckm.Rounding(5), ckm.Decision(body="Methods"))
        with pytest.warns(ckm.CkmWarning, match="left out"):
            shown = work.table(MEAN)
    return [shown.value({"area": code}) / 10 for code in "ab"]


def by_command(records: Path) -> list[float]:
    made = records.parent / "table.csv"
    asked = ["table", "--data", str(records), "--rows", "area", "--value", "income", "--mean"]
    assert main([*asked, "--method", "rounding", "--base", "5", "-o", str(made)]) == 0
    lines = [line.split(",") for line in made.read_text(encoding="utf-8-sig").splitlines()]
    return [float(next(line[-1] for line in lines if line[0] == code)) for code in "ab"]


def by_window(records: Path) -> list[float]:
    data = ckm.read_microdata(records, ["area"], magnitudes=["income"])
    rounding = MethodSettings().rounding
    shown = ckm.Rounding(5, missing=rounding.missing, mean_of=rounding.mean_of).protect(ckm.tabulate(data, MEAN))
    return [shown.value({"area": code}) / 10 for code in "ab"]


def test_t08_code_statistic_command_and_window_have_the_same_means_of_a_file_with_blanks(records: Path) -> None:
    assert by_code(records) == by_statistic(records) == by_command(records) == by_window(records) == [100, 40]


def test_t08_what_is_made_has_the_new_rules_and_what_is_read_the_former_ones() -> None:
    new, former = SumRules(**NEW_METHOD), SumRules(**PEERS_METHOD)
    assert SumRules() == former
    made = [ckm.Rounding(), ckm.KeyedRounding(5), ckm.MagnitudeSettings(Scaling(0.1)).rules]
    made += [ckm.magnitude_settings("T(1)", "N(0.1)").rules, MethodSettings().magnitudes.settings.rules]
    found = [one if isinstance(one, SumRules) else one.sum_rules("m") for one in made]
    assert {(one.missing, one.mean_of) for one in found} == {(new.missing, new.mean_of)}
    for kind in ("rounding", "keyed_rounding"):
        read = restored_method(KeptMethod(kind), {})
        assert read.sum_rules("m") == former
        assert '"missing"' not in method_text(read)
    assert ckm.MagnitudeSettings(Scaling(0.1), compat="tauargus").rules == former
    # A place is a place: what comes by position is not what stands between by name only.
    assert ckm.Rounding(10, 250, (), 2).ratio_decimals == 2


def test_t08_the_logger_of_the_library_says_it_too_with_the_line_of_the_script(
    records: Path, caplog: pytest.LogCaptureFixture
) -> None:
    raw = ckm.tabulate(ckm.read_microdata(records, ["area"], magnitudes=["income"]), MEAN)
    with caplog.at_level(logging.WARNING, "ckmcore"), pytest.warns(ckm.CkmWarning) as said:
        ckm.protect(raw, ckm.Rounding(5, missing="zero"))
    assert Path(said[0].filename).samefile(__file__)
    assert [one.getMessage() for one in caplog.records] == [str(said[0].message)]
    assert "10 records without a value count as 0" in caplog.text


@pytest.mark.filterwarnings("always:Record key")
def test_t08_keys_of_which_digits_were_cut_are_told(tmp_path: Path) -> None:
    path = tmp_path / "keys.csv"
    path.write_text("area,key\n" + "".join(f"a,{one}\n" for one in ("0.58470999999999995", "0.25")), encoding="utf-8")
    with pytest.warns(ckm.CkmWarning, match="more than 15 significant digits"):
        ckm.read_microdata(path, ["area"], record_key="key")
