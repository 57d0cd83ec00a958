"""From the door to a released table: a folder of Parquet files, counted where it is; the window without a screen.

And a table on a server that somebody changes: the next morning it is noticed, and nothing was made of it. And a table
that holds several terms, of which one is taken over.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QListWidget, QPushButton

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.columns import Category, Dimension
from ckmcore.office.policy import read_policy
from ckmcore.statistic.releases import releases
from ckmdesk.base.settings import Settings
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables import document
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.shell.window import MainWindow
from tests.journeys.offscreen import Key, choose, part, press, ready, zone
from tests.kit.databases import Server, name_in_policy

ROWS, ALL_ROWS = 2_000_000, 100_000_000
LAND, SEX = [f"{one:02d}" for one in range(1, 17)], ["m", "w"]


def deliver(folder: Path, rows: int) -> ckm.Microdata:
    """So many people in a folder of Parquet files, half a million in each, with keys of nine digits; the same here."""
    folder.mkdir(parents=True)
    draw = np.random.default_rng(26)
    lands, sexes, keys = [], [], []
    for number, start in enumerate(range(0, rows, 500_000)):
        count = min(500_000, rows - start)
        lands.append(draw.integers(0, len(LAND), count).astype(np.uint8))
        sexes.append(draw.integers(0, len(SEX), count).astype(np.uint8))
        keys.append(draw.integers(0, 10**9, count).astype(np.uint32))
        # A decimal(18, 9) is two words of 64 bits, the lower one first.
        words = np.zeros((count, 2), dtype=np.int64)
        words[:, 0] = keys[-1]
        columns = {
            "land": pa.DictionaryArray.from_arrays(lands[-1], LAND).cast(pa.string()),
            "sex": pa.DictionaryArray.from_arrays(sexes[-1], SEX).cast(pa.string()),
            "age": pa.array(draw.integers(0, 100, count).astype(np.int16)),
            "rkey": pa.Array.from_buffers(pa.decimal128(18, 9), count, [None, pa.py_buffer(words)]),
        }
        pq.write_table(pa.table(columns), folder / f"part-{number}.parquet")
    dimensions = {
        name: Dimension(name, ckm.Texts.same(name), tuple(map(Category.plain, codes)))
        for name, codes in (("land", LAND), ("sex", SEX))
    }
    held = {"land": np.concatenate(lands), "sex": np.concatenate(sexes)}
    return ckm.Microdata(rows, dimensions, held, RecordKeys(np.concatenate(keys), 10**9, 9, "decimal"))


def clicked(view: QListWidget, words: str) -> None:
    """An entry of a list by mouse."""
    (item,) = [one for row in range(view.count()) if words in (one := view.item(row)).text()]
    place = view.visualItemRect(item).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def press_button(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, dict[str, object]]:
    """What the policy says."""
    return request.param(request, tmp_path)  # type: ignore[no-any-return]


@pytest.fixture
def settings(databases: dict[str, dict[str, object]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of a person on a computer whose policy names what the journey is about."""
    name_in_policy(monkeypatch, tmp_path, databases)
    found = Settings(tmp_path / "settings.ini", read_policy(tmp_path / "policy.json"))
    for name, value in (("language", "en"), ("theme", "light"), ("person", "Anna Clerk")):
        found.set(name, value)
    return found


def picked(box: QComboBox, words: str) -> None:
    """An entry of a drop-down by mouse. Qt takes no click within the time of a double one: of that there is none."""
    interval = QApplication.doubleClickInterval()
    QApplication.setDoubleClickInterval(0)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    QApplication.setDoubleClickInterval(interval)
    view = box.view()
    place = view.visualRect(view.model().index(box.findText(words), 0))
    assert view.isVisible()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    QApplication.processEvents()


def terms(start: int = 1) -> pa.Table:
    """People of three terms in one table; those of the second have the keys from `start` on."""
    every = [(term, LAND[one % 3], SEX[one % 2], one) for term in ("20242", "20252") for one in range(1, 301)]
    every += [("20251", LAND[one % 4], SEX[one % 5 % 2], one) for one in range(start, start + 500)]
    columns = dict(zip(("stand", "land", "sex"), map(list, zip(*(one[:3] for one in every), strict=True)), strict=True))
    keys = pa.array([Decimal(one[3] * 7919 % 10**9).scaleb(-9) for one in every], pa.decimal128(18, 9))
    return pa.table({**columns, "rkey": keys})


def folder_in_policy(_request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, dict[str, object]]:
    return {"deliveries": {"kind": "duckdb", "path": str(tmp_path / "deliveries")}}


def server_in_policy(request: pytest.FixtureRequest, _tmp_path: Path) -> dict[str, dict[str, object]]:
    server: Server = request.getfixturevalue("postgres")
    keys = pa.array([Decimal(one * 7919 % 10**9).scaleb(-9) for one in range(1, 401)], pa.decimal128(18, 9))
    sexes, lands = ["m", "w"] * 200, [LAND[one % 3] for one in range(400)]
    server.load("people", pa.table({"land": lands, "sex": sexes, "rkey": keys}))
    return {"register": server.entry()}


def to_the_columns(window: MainWindow, database: str, relation: str) -> DataPage:
    window.go_to("data")
    ready(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    press_button(page._empty.database_button)
    ready(window)
    clicked(page.database_view.databases, database)
    ready(window)
    clicked(page.database_view.relations, relation)
    ready(window)
    return page


def through_the_door(window: MainWindow, database: str, relation: str) -> DataPage:
    page = to_the_columns(window, database, relation)
    QTest.keyClicks(page.database_view.period, "2025")
    return taken(window, page)


def taken(window: MainWindow, page: DataPage) -> DataPage:
    press_button(page.take_button)
    for _ in range(10):  # 100 million records take minutes where others use the computer, too
        if window.desk.session.data is None and window.jobs.busy:
            ready(window)
    assert window.desk.session.data is not None, page.message.text
    return page


def under_a_method(window: MainWindow) -> None:
    """The method that the page proposes, put in force."""
    window.go_to("method")
    ready(window)
    press_button(part(window, QPushButton, "put-in-force"))
    body = part(window, QLineEdit, "decision:body")
    QTest.keyClicks(body, "Methods board")
    press(body, Key.Key_Return)
    ready(window)


def laid_out(window: MainWindow) -> list[list[int]]:
    window.go_to("tables")
    ready(window)
    press(choose(window, "land"), Key.Key_R)
    press(choose(window, "sex"), Key.Key_C)
    assert (zone(window, "rows"), zone(window, "columns")) == (["land"], ["sex"])
    ready(window)
    grid = part(window, TableGrid, "table")
    assert isinstance(grid, TableGrid)
    model = grid.table_model()
    assert model is not None
    assert model.view is not None
    matrix: list[list[int]] = model.view.shown[0].matrix.tolist()
    return matrix


@pytest.mark.daily(1)
@pytest.mark.parametrize("databases", [folder_in_policy], indirect=True)
@pytest.mark.parametrize("rows", [ROWS, pytest.param(ALL_ROWS, marks=pytest.mark.thorough)])
def test_a_parquet_folder_becomes_a_released_table(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    here = deliver(tmp_path / "deliveries" / "people", rows)
    through_the_door(window, "deliveries", "people")
    under_a_method(window)
    shown = laid_out(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.source is not None
    assert statistic.period.source.rows == rows
    path = tmp_path / "people.ckm"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: path)
    monkeypatch.setattr(document, "ask_name", lambda *_, **__: "1.1")
    window.menus.actions["save"].trigger()
    ready(window)
    assert path.exists()
    window.go_to("release")
    ready(window)
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    page.open_submit()
    ready(window)
    page.submit_card.fields["recipient"].setText("Press")
    press_button(page.submit_card.submit)
    ready(window)
    assert page.submit_card.fault.text() == ""
    page.detail.person.setText("Bert Beech")
    press_button(page.detail.buttons["release"])
    ready(window)
    page.write(1, tmp_path / "out")
    ready(window)
    made = window.desk.state.statistic
    assert made is not None
    (release,) = releases(made.register)
    assert (release.state, len(release.files)) == ("released", 1)
    in_force = made.period.in_force
    assert in_force is not None
    expected = ckm.protect(ckm.tabulate(here, ckm.TableSpec("land", "sex")), in_force.method)
    assert sorted(figure for line in shown for figure in line) == sorted(expected.to_pandas()["published"].tolist())


@pytest.mark.thorough
@pytest.mark.parametrize("databases", [server_in_policy], indirect=True)
def test_a_changed_table_of_a_server_is_noticed_the_next_morning(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Server
) -> None:
    through_the_door(window, "register", "micro.people")
    under_a_method(window)
    before = laid_out(window)
    path = tmp_path / "people.ckm"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: path)
    monkeypatch.setattr(document, "ask_name", lambda *_, **__: "1.1")
    window.menus.actions["save"].trigger()
    ready(window)
    postgres.say("update micro.people set sex = 'w' where land = '01'")
    window.open_path(path)
    ready(window)
    assert window.desk.session.data is None
    bar = window.message_bar
    assert "micro.people (“register”) are not those that were taken over" in bar.text
    assert bar.remedy is not None
    bar.remedy.act()
    ready(window)
    assert window.desk.session.data is not None
    assert laid_out_again(window) != before


@pytest.mark.thorough
@pytest.mark.parametrize("databases", [folder_in_policy], indirect=True)
def test_one_term_of_a_table_that_holds_three_is_taken_over_and_others_may_change(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    file, records = tmp_path / "deliveries" / "students.parquet", terms()
    file.parent.mkdir()
    pq.write_table(records, file)
    page = to_the_columns(window, "deliveries", "students")
    view = page.database_view
    assert not view.of_period.isVisible()
    picked(view.combo("stand"), "Reporting period")
    ready(window)
    picked(view.of_period, "20251")
    ready(window)
    assert view.period.text() == "20251"
    taken(window, page)
    mine = tmp_path / "mine.parquet"
    pq.write_table(records.filter(pc.equal(records.column("stand"), "20251")), mine)
    here = ckm.read_microdata(mine, ["land", "sex"], record_key="rkey")

    def counted() -> list[list[int]]:
        """Records and key sums of each cell, in the window's data."""
        data = window.desk.session.data
        assert data is not None
        (block,) = ckm.tabulate(data, ckm.TableSpec("land", "sex")).blocks
        assert block.key_sums is not None
        return [block.counts.tolist(), block.key_sums.tolist()]

    (expected,) = ckm.tabulate(here, ckm.TableSpec("land", "sex")).blocks
    assert expected.key_sums is not None
    assert (here.rows, counted()) == (500, [expected.counts.tolist(), expected.key_sums.tolist()])
    path = tmp_path / "students.ckm"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: path)
    window.menus.actions["save"].trigger()
    ready(window)
    before = counted()
    pq.write_table(pa.concat_tables([records, records.slice(0, 100)]), file)  # more of another term
    window.open_path(path)
    ready(window)
    assert counted() == before
    pq.write_table(terms(start=2), file)
    window.open_path(path)
    ready(window)
    assert window.desk.session.data is None
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.source is not None
    assert f"that were taken over on {statistic.period.source.taken}." in window.message_bar.text


def laid_out_again(window: MainWindow) -> list[list[int]]:
    window.go_to("tables")
    ready(window)
    grid = part(window, TableGrid, "table")
    assert isinstance(grid, TableGrid)
    model = grid.table_model()
    assert model is not None
    assert model.view is not None
    matrix: list[list[int]] = model.view.shown[0].matrix.tolist()
    return matrix
