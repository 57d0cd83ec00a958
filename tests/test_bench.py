"""The benchmark's own pieces on 2 000 records: what it compares agrees, and what does not agree ends it. No timing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from benchmarks import (
    attack,
    cube_page,
    databases,
    door,
    hypercube,
    magnitudes,
    mapped,
    monte_carlo,
    ours,
    pdf,
    peers,
    pictures,
    report,
    run,
    scale,
    statistic_file,
)
from benchmarks import data as census
from benchmarks.report import Goal, Result, Timing

ROWS = 2_000
ROOT = Path(run.__file__).resolve().parents[1]
needs_peers = pytest.mark.skipif(
    run.peers_python() is None, reason="no environment of the peers (.venv-bench): python3 dev.py bench builds it"
)


@pytest.fixture(scope="module")
def data() -> ckm.Microdata:
    return census.make_microdata(ROWS)


@pytest.fixture(scope="module")
def folder(data: ckm.Microdata, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the peers are handed: records and perturbation table."""
    made = tmp_path_factory.mktemp("bench")
    census.write_ons_ptable(made / "ptable.csv")
    census.write_for_peers(data, census.TABLE, made)
    return made


@pytest.fixture(scope="module")
def method(folder: Path) -> ckm.CellKeyMethod:
    return ckm.CellKeyMethod(ckm.read_ptable(folder / "ptable.csv"))


@pytest.fixture(scope="module")
def expected(data: ckm.Microdata, method: ckm.CellKeyMethod) -> dict[str, np.ndarray]:
    return ours.figures(data, census.TABLE, method)


def peer_cells(folder: Path, name: str) -> pd.DataFrame:
    records, ptable = pd.read_parquet(folder / "records.parquet"), pd.read_csv(folder / "ptable.csv")
    return peers.PEERS[name](records, ptable, list(census.TABLE))


def test_the_census_has_the_cardinalities_of_its_goals_and_a_skew(data: ckm.Microdata) -> None:
    assert [len(data.dimension(name).codes) for name in census.SIZES] == [2, 9, 5, 21, 12, 100, 16, 400]
    assert sorted(np.unique(data.columns["citizenship"])) == list(range(9))
    frequencies = np.sort(np.bincount(data.columns["citizenship"]))
    assert frequencies[-1] > 3 * frequencies[0]


def test_each_district_lies_in_one_land(data: ckm.Microdata) -> None:
    pairs = set(zip(data.columns["district"].tolist(), data.columns["land"].tolist(), strict=True))
    assert len(pairs) == len({district for district, _ in pairs})


@pytest.mark.parametrize("name", ["pandas_plain", "pandas_rolled"])
def test_both_ways_of_pandas_agree_with_ours_in_every_cell(
    folder: Path, expected: dict[str, np.ndarray], name: str
) -> None:
    cells = peer_cells(folder, name)
    run.compare(name, cells, census.TABLE, expected)
    assert (cells["published"] != cells["count"]).any()


@needs_peers
@pytest.mark.parametrize("name", run.PEERS)
def test_each_peer_in_its_own_environment_agrees_with_ours_in_every_cell(
    folder: Path, expected: dict[str, np.ndarray], name: str
) -> None:
    timing = run.run_peer(name, folder, census.TABLE, 1, expected)
    assert len(timing.seconds) == 1
    assert timing.note.endswith("all cells equal ours")


@pytest.mark.parametrize("column", ["count", "cell_key", "published"])
def test_one_different_cell_ends_the_run(folder: Path, expected: dict[str, np.ndarray], column: str) -> None:
    cells = peer_cells(folder, "pandas_plain")
    cells.loc[5, column] += 1
    with pytest.raises(run.PeersDiffer, match=f"{column} differs in 1 of"):
        run.compare("pandas_plain", cells, census.TABLE, expected)


def test_a_cell_that_a_peer_leaves_out_must_be_empty(folder: Path, expected: dict[str, np.ndarray]) -> None:
    with pytest.raises(run.PeersDiffer):
        run.compare("pandas_plain", peer_cells(folder, "pandas_plain").iloc[1:], census.TABLE, expected)


def test_a_cell_twice_ends_the_run(folder: Path, expected: dict[str, np.ndarray]) -> None:
    cells = peer_cells(folder, "pandas_plain")
    with pytest.raises(run.PeersDiffer, match="twice"):
        run.compare("pandas_plain", pd.concat([cells, cells.iloc[:1]]), census.TABLE, expected)


def test_what_is_read_is_what_was_written_and_a_difference_ends_the_run(data: ckm.Microdata, tmp_path: Path) -> None:
    keys = census.write_microdata_files(data, tmp_path)
    for name in ("records.csv", "records.parquet"):
        read = ckm.read_microdata(tmp_path / name, list(census.SIZES), "rkey")
        ours.check_read(read, data, keys)
        with pytest.raises(AssertionError, match="record keys"):
            ours.check_read(read, data, np.roll(keys, 1))
        with pytest.raises(AssertionError, match="codes of sex"):
            ours.check_read(read, census.make_microdata(ROWS, seed=1), keys)


@pytest.mark.parametrize(
    ("goal", "ratio", "wanted", "reached"),
    [
        (Goal(limit=0.02), "", "at most 20.0 ms", True),
        (Goal(limit=0.001), "", "at most 1.0 ms", False),
        (Goal(rival=Timing("peer", (1.0,)), faster=40), "100 x faster", "at least 40 x faster", True),
        (Goal(rival=Timing("peer", (0.1,)), faster=40), "10 x faster", "at least 40 x faster", False),
        (Goal(rival=Timing("pass", (0.002,)), slower=8), "5.0 x as long", "at most 8 x as long", True),
        (Goal(rival=Timing("pass", (0.001,)), slower=8), "10.0 x as long", "at most 8 x as long", False),
        (Goal(rival=Timing("before", (0.0084,)), slower=1.2), "1.19 x as long", "at most 1.2 x as long", True),
        (Goal(rival=Timing("before", (0.0083,)), slower=1.2), "1.20 x as long", "at most 1.2 x as long", False),
        (Goal(rival=Timing("peer", (1.0,))), "100 x faster", "", None),
    ],
)
def test_a_goal_is_judged_by_medians(goal: Goal, ratio: str, wanted: str, reached: bool | None) -> None:
    timing = Timing("ours", (0.001, 0.01, 0.5))
    assert (goal.ratio(timing), goal.wanted(), goal.reached(timing)) == (ratio, wanted, reached)


def test_what_ran_on_fewer_records_than_its_goal_stands_in_brackets() -> None:
    result = Result(Timing("ours", (0.01,)), (Goal(limit=0.02),), full=False)
    assert report.rows([result])[0][-1] == "(yes)"


def test_the_results_name_no_host() -> None:
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    assert name not in report.machine().split()


@pytest.mark.skipif(sys.platform != "linux", reason="starts the window offscreen, which is tried on Linux")
@pytest.mark.thorough
def test_the_whole_command_shows_the_window_and_a_drop() -> None:
    command = [sys.executable, "-m", "benchmarks.run", "--rows", str(ROWS), "--runs", "1"]
    command += ["--only", "start", "--only", "drop", "--only", "ptable", "--only", "studio"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("drop to painted table", "slider step with D = 10", "slider step with D = 50", "scipy SLSQP"):
        assert any(line.startswith(name) for line in done.stdout.splitlines()), name


@pytest.mark.thorough
def test_a_frame_of_each_kind_is_read_as_its_parquet(tmp_path: Path) -> None:
    results = door.measure_frames(tmp_path, ROWS, 1, None)
    kinds = ["pandas", "pandas of Python's values", "pandas of Arrow", "Arrow", "__arrow_c_stream__"]
    assert [result.ours.name for result in results[::2]] == [f"frame of {kind}" for kind in kinds]


@pytest.mark.thorough
def test_the_page_of_a_cube_is_written_and_weighed() -> None:
    results = cube_page.measure(2000, 1)
    assert [result.ours.name.partition(" figures")[2] for result in results[:2]] == ["", ", size"]
    assert all(result.ours.median > 0 for result in results)


def test_each_kind_of_picture_that_fits_is_measured() -> None:
    results = pictures.measure(500, 1)
    assert {"grouped", "stacked", "percent", "dots", "multiples", "bars"} <= {
        result.ours.name.rpartition(": ")[2] for result in results
    }


@pytest.mark.thorough
def test_a_change_of_kind_is_measured_in_the_window_for_each_table() -> None:
    results = pictures.measure_window(500, 1)
    assert len(results) == len(pictures.TABLES)
    assert all(result.ours.median > 0 for result in results)


def test_pages_are_set_beside_a_bare_table_of_the_same_cells() -> None:
    (result,) = pdf.measure(20, 1)
    assert result.ours.name == "PDF of 20 rows of 11 columns"
    assert [goal.rival is not None for goal in result.goals] == [False, True]


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not say what a process took")
def test_whole_processes_are_measured_by_the_wall_and_by_processors(tmp_path: Path) -> None:
    door.write_files(tmp_path, ROWS, ROWS)
    bare, imported, frame = door.cold(("bare", "imported", "frame"), tmp_path / "few", 2, None)
    assert min(frame.cpu) > max(imported.cpu) >= min(bare.cpu) > 0
    assert min(frame.peak) > min(bare.peak)
    assert frame.runs[0][3] > 0


@pytest.mark.thorough
def test_a_database_is_asked_what_the_plain_question_asks() -> None:
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    cube, opened, read = databases.measure(4000, 1)
    assert [one.ours.name for one in (cube, opened, read)] == [
        "leaf cube in a database", "relation opened", "records read into memory",
    ]  # fmt: skip
    rival = cube.goals[0].rival
    assert rival is not None
    assert rival.name == "the plain question"


def test_a_variable_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--table", "land,moon"]) == 2
    assert "district" in capsys.readouterr().err


def test_the_largest_contributions_are_those_of_a_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    made = magnitudes.make_microdata(ROWS)
    magnitudes.check(made)
    wrong = magnitudes.sorted_cells(made)
    wrong["largest"] = wrong["largest"] + 1
    monkeypatch.setattr(magnitudes, "sorted_cells", lambda _: wrong)
    with pytest.raises(magnitudes.SortDiffers, match="largest"):
        magnitudes.check(made)


def test_what_is_drawn_agrees_with_the_exact_expectation(data: ckm.Microdata) -> None:
    timing = monte_carlo.measure(data, 1, repetitions=20)
    assert "11,220 cells" in timing.note
    spec, method = ckm.TableSpec(rows=["sex"]), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1, js=0))
    found = monte_carlo.monte_carlo(data, [spec], method, repetitions=200)
    with pytest.raises(monte_carlo.ExpectationMissed):
        monte_carlo.check(found, 2.0)


@pytest.mark.thorough
def test_intervals_that_are_wrong_or_not_exact_are_no_measurement(data: ckm.Microdata) -> None:
    tables = (("land", "sex"), ("sex", "age"))
    timing = attack.measure(data, 1, tables)
    assert "land x sex and sex x age, 114 cells together" in timing.note
    raws = [ckm.tabulate(data, ckm.TableSpec(rows=table)) for table in tables]
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    with pytest.raises(attack.AttackWrong, match="not exact"):
        attack.check(attack.attack_tables(raws, data, method, seconds=0), raws)
    found = attack.attack_tables(raws, data, method)
    found.known.low[:] = found.known.high[:] = 10**9
    with pytest.raises(attack.AttackWrong, match="outside"):
        attack.check(found, raws)


@pytest.mark.thorough
def test_the_file_is_measured_against_the_code_from_before_its_tag() -> None:
    found = statistic_file.measure({"open": 2, "save": 2, "open sealed": 1})
    if not found:
        pytest.skip(statistic_file.NO_ARCHIVE)
    assert [(mine.name, len(mine.seconds), len(former.seconds)) for mine, former in found] == [
        ("opening the sample statistic", 2, 2),
        ("saving the sample statistic", 2, 2),
        ("opening a sealed statistic", 1, 1),
    ]


def test_a_history_that_does_not_reach_back_is_said_and_no_figure_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not statistic_file.take_out(tmp_path / "nowhere", commit="0" * 40)
    monkeypatch.setattr(statistic_file, "take_out", lambda _: False)
    assert run.measure_file(1) == []
    assert statistic_file.NO_ARCHIVE in capsys.readouterr().out


@pytest.mark.thorough
def test_a_side_that_runs_other_code_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(statistic_file.SideWrong), statistic_file.side(tmp_path, tmp_path / "files", sealed=False):
        pass


SHEETS = """
from PySide6.QtWidgets import QWidget
from benchmarks import look
from ckmdesk.look.theme import Theme
from ckmdesk.shell.app import application
app, theme = application(), Theme()
window = QWidget()
theme.dress(window)
with look.sheet_after_sheet(theme, window, straight=True):
    theme.sheet_changed.emit("QLabel { padding: 1px; }")
    theme.sheet_changed.emit("")
    print(window.styleSheet())
theme.sheet_changed.emit("")
print(window.styleSheet() or "empty")
"""


@pytest.mark.thorough
def test_qts_own_way_never_empties_the_style_sheet() -> None:
    done = subprocess.run([sys.executable, "-c", SHEETS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["QLabel { padding: 1px; }", "empty"]


@needs_peers
@pytest.mark.parametrize("name", list(scale.RIVALS))
def test_rivals_of_a_list_have_its_cells(name: str, tmp_path: Path) -> None:
    records = scale.make_microdata(ROWS)
    census.write_for_peers(records, tuple(scale.SIZES), tmp_path)
    python = run.peers_python()
    assert python is not None
    assert len(scale.run_rival(name, tmp_path, 1, records, python).seconds) == 1
    cells = pd.read_parquet(tmp_path / f"{name}.parquet")
    cells.loc[5, "key_sum"] += 1
    with pytest.raises(AssertionError, match="differ"):
        scale.compare(name, cells, records)


def test_a_store_made_of_parquet_in_pieces_has_the_cells_of_the_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mapped, "PIECE_ROWS", 1000)
    records = mapped.make_microdata(3 * ROWS + 7)
    mapped.write_parquet(records, tmp_path / "records.parquet")
    mapped.made_of_parquet(tmp_path / "records.parquet", tmp_path / "records.ckmstore")
    table = mapped.counted(tmp_path / "records.ckmstore")
    block, own = table.blocks[0], mapped.counted("", records).blocks[0]
    assert np.array_equal(block.counts, own.counts)
    assert block.cell_keys is not None
    assert own.cell_keys is not None
    assert np.array_equal(block.cell_keys, own.cell_keys)
    python = run.peers_python()
    if python is not None:
        assert len(mapped.run_duckdb(tmp_path, 1, records, python).seconds) == 1


@pytest.mark.thorough
def test_a_hypercube_with_other_cells_ends_the_comparison(tmp_path: Path) -> None:
    made = hypercube.make_microdata(ROWS)
    raw = hypercube.raw_cells(made)
    frame = made_frame(made)
    folder = tmp_path / "peer"
    folder.mkdir()
    for number, names in enumerate(hypercube.SPEC.margins):
        keys = frame["k"]
        groups = keys.groupby([frame[name] for name in names]) if names else keys.groupby(np.zeros(len(frame)))
        cells = groups.agg(["size", "sum"]).set_axis(["n", "k"], axis=1)
        (cells.reset_index() if names else cells).to_parquet(folder / f"{number:03d}.parquet", index=False)
    hypercube.compare("peer", folder, raw)
    with pytest.raises(AssertionError):
        hypercube.compare("peer", folder, (raw[0], raw[1] + (raw[0] == raw[0][0]), raw[2]))


@needs_peers
@pytest.mark.thorough
@pytest.mark.parametrize("name", list(hypercube.RIVALS))
def test_rivals_of_a_hypercube_have_its_cells(name: str, tmp_path: Path) -> None:
    records = hypercube.make_microdata(ROWS)
    census.write_for_peers(records, tuple(hypercube.SIZES), tmp_path)
    python = run.peers_python()
    assert python is not None
    timing, _ = hypercube.run_rival(name, tmp_path, 1, hypercube.raw_cells(records), python)
    assert len(timing.seconds) == 1


def made_frame(data: ckm.Microdata) -> pd.DataFrame:
    frame = pd.DataFrame({name: data.columns[name] for name in data.dimensions})
    assert data.record_keys is not None
    return frame.assign(k=data.record_keys.values.astype(np.int64))
