"""`ckm data prepare --store`, and a statistic whose records lie in a store: taken over, released, verified, changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.microdata.store import HEAD, read_store_head
from ckmcore.statistic.import_records import Delivery, make_store
from ckmcore.statistic.key_choice import KeyChoice
from ckmcore.statistic.source import load_period, with_prepared_source
from tests.kit.fails import fails


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    chance = np.random.default_rng(1)
    rows = 2000
    pd.DataFrame(
        {
            "area": chance.choice(["01", "02", "03", ""], rows),
            "sex": chance.choice(["m", "w"], rows),
            "income": chance.integers(0, 9000, rows) / 100,
            "rkey": [f"{key:.9f}" for key in chance.random(rows)],
        }
    ).to_csv("people.csv", index=False)
    ckm.write_ptable(ckm.design_ptable(D=5, V=3.0, js=2), "p.csv")
    assert run("data", "dictionary", "people.csv", "-o", "d.json") == 0
    assert run("data", "prepare", "people.csv", "--dictionary", "d.json", "-o", "people.ckmstore", "--store") == 0
    return tmp_path


TABLE = ("--rows", "area", "--columns", "sex", "--ptable", "p.csv", "-o")


@pytest.mark.thorough
def test_a_table_of_a_store_is_that_of_the_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", "--data", "people.ckmstore", *TABLE, "a.csv") == 0
    assert run("table", "--data", f"people.ckmstore/{HEAD}", *TABLE, "b.csv") == 0
    assert run("table", "--data", "people.csv", "--record-key", "rkey", *TABLE, "c.csv") == 0
    assert (folder / "a.csv").read_text() == (folder / "b.csv").read_text() == (folder / "c.csv").read_text()
    assert run("data", "describe", "people.ckmstore") == 0
    assert "people.ckmstore: store" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_store_is_not_written_over_and_not_under_another_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare = ("data", "prepare", "people.csv", "--dictionary", "d.json", "--store", "-o")
    before = (folder / "people.ckmstore" / HEAD).read_bytes()
    assert run(*prepare, "people.ckmstore") == Exit.IN_THE_WAY
    assert "written once" in capsys.readouterr().err
    assert run(*prepare, "people.parquet") == Exit.INPUT
    assert ".ckmstore" in capsys.readouterr().err
    assert (folder / "people.ckmstore" / HEAD).read_bytes() == before
    assert not list(folder.glob(".ckm-*"))


@pytest.mark.thorough
def test_damage_ends_in_one_sentence_of_either_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    column = folder / "people.ckmstore" / "column0001.bin"
    content = bytearray(column.read_bytes())
    content[-1] ^= 1
    column.write_bytes(content)
    for language, word in (("en", "is not as it was written"), ("de", "nicht mehr so, wie er geschrieben wurde")):
        assert main(["--language", language, "table", "--data", "people.ckmstore", *TABLE, "a.csv"]) == Exit.INPUT
        assert word in capsys.readouterr().err
    assert not (folder / "a.csv").exists()


@pytest.fixture
def statistic(folder: Path) -> Path:
    path = folder / "people.ckm"
    assert run("statistic", "create", path, "--title", "People", "--source", "Register") == 0
    assert run("statistic", "period", path, "2025", "--date", "2025-12-31", "--data", "people.ckmstore") == 0
    assert run("statistic", "method", path, "--ptable", "p.csv", "--body", "Methods") == 0
    assert run("statistic", "table", path, "1.1", "--rows", "area", "--columns", "sex") == 0
    return path


@pytest.mark.thorough
def test_a_statistic_of_a_store_is_drafted_released_and_verified(folder: Path, statistic: Path) -> None:
    made, _ = ckm.open_statistic(statistic)
    source, keys = made.period.source, made.period.keys
    assert source is not None
    assert keys is not None
    assert (Path(source.path_absolute).name, source.rows, keys.origin) == ("people.ckmstore", 2000, "prepared")
    assert run("draft", statistic, "1.1", "-o", "draft.csv") == 0
    assert run("table", "--data", "people.csv", "--record-key", "rkey", *TABLE, "c.csv") == 0
    assert run("release", "submit", statistic, "1.1", "--person", "Anna") == 0
    assert run("release", "approve", statistic, 1, "--person", "Bernd") == 0
    assert run("release", "write", statistic, 1, "-o", "out", "--person", "Bernd") == 0
    assert run("verify", statistic, *(folder / "out").iterdir()) == 0
    assert run("register", statistic, "--attack", "attack.html") in (0, Exit.DISCLOSES)
    assert run("release", "repeat", statistic, 1, "-o", "again") == 0
    (written,) = (folder / "out").iterdir()
    assert (folder / "again" / written.name).read_bytes() == written.read_bytes()


@pytest.mark.thorough
def test_a_store_that_was_changed_is_not_taken_for_the_one_that_was_taken_over(
    folder: Path, statistic: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = folder / "people.ckmstore"
    # Another store under its name: of other records.
    frame = pd.read_csv(folder / "people.csv", dtype=str)
    frame.loc[0, "sex"] = "w" if frame.loc[0, "sex"] == "m" else "m"
    frame.to_csv(folder / "people.csv", index=False)
    store.rename(folder / "kept.ckmstore")
    assert run("data", "prepare", "people.csv", "--dictionary", "d.json", "-o", store, "--store") == 0
    capsys.readouterr()
    assert run("draft", statistic, "1.1", "-o", "draft.csv") == Exit.INPUT
    assert "people.ckmstore" in capsys.readouterr().err
    shutil.rmtree(store)
    assert run("draft", statistic, "1.1", "-o", "draft.csv") == Exit.INPUT
    (folder / "kept.ckmstore").rename(store)
    assert run("draft", statistic, "1.1", "-o", "draft.csv") == 0
    # One byte of one column, which its head does not see.
    column = store / "column0000.bin"
    content = bytearray(column.read_bytes())
    content[70] ^= 1
    column.write_bytes(content)
    assert run("draft", statistic, "1.1", "-o", "draft2.csv") == Exit.INPUT
    assert not (folder / "draft2.csv").exists()


@pytest.mark.thorough
def test_a_store_that_lies_elsewhere_is_found_by_its_content(folder: Path, statistic: Path) -> None:
    from ckmcore.statistic.period_files import moved_source

    made, _ = ckm.open_statistic(statistic)
    assert made.period.source is not None
    away = folder / "away"
    away.mkdir()
    (folder / "people.ckmstore").rename(away / "people 2025.ckmstore")
    for chosen in (away / "people 2025.ckmstore", away / "people 2025.ckmstore" / HEAD):
        found = moved_source(made.period.source, statistic, chosen)
        assert Path(found.path_absolute) == (away / "people 2025.ckmstore").resolve()
    with fails("desk_source_other"):
        moved_source(made.period.source, statistic, folder / "people.csv")


@pytest.mark.thorough
def test_prepared_data_and_a_store_of_the_same_statistic_give_the_same_table(folder: Path, statistic: Path) -> None:
    made, _ = ckm.open_statistic(statistic)
    data = load_period(made, statistic)
    assert data is not None
    other = with_prepared_source(made, folder / "people.ckmstore")
    again = load_period(other, statistic)
    assert again is not None
    spec = made.tables[0].spec
    one, two = (made.draft(spec, each) for each in (data, again))
    assert one.table.to_pandas().equals(two.table.to_pandas())


@pytest.mark.thorough
def test_a_store_of_a_delivery_holds_its_roles_keys_and_words(folder: Path) -> None:
    roles = (("area", "dimension"), ("sex", "dimension"), ("income", "magnitude"), ("rkey", "ignored"))
    told: list[float] = []
    notices = make_store(
        Delivery((folder / "people.csv",), roles, KeyChoice("generate"), title=ckm.Texts.same("People")),
        folder / "made.ckmstore",
        lambda _, part: told.append(part),
    )
    assert notices == ()
    assert told == sorted(told)
    assert told[-1] < 1
    head = read_store_head(folder / "made.ckmstore").head
    assert [one.name for one in head.dimensions] == ["area", "sex"]
    assert head.keys is not None
    assert (head.keys.origin, head.keys.modulus) == ("generated", 10**9)
    assert not list(folder.glob(".ckm-*"))
