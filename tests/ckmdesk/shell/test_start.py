"""The start page: three doors, recent statistics, the place to drop a file; arguments of the program."""

from __future__ import annotations

import gc
import json
import os
import platform
import subprocess
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ckmcore.methods.rounding import Rounding
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PeriodSource
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.trusted_state import mark_of, opened_as_known
from ckmcore.statistic.trusted_state import remember as remember_mark
from ckmcore.tabulate import kernel
from ckmdesk.base import unexpected
from ckmdesk.base.settings import Recent, Settings
from ckmdesk.pages.start.page import Door, DropDoor, StartPage
from ckmdesk.pages.start.recent import METHOD, OPENED, PERIOD, PLACE, STATE, STATISTIC, look_at
from ckmdesk.shell.app import Collector, application, begin, excepthook, parser, show
from ckmdesk.shell.demo import run_demo
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.statistics import saved, small_data, small_statistic


def remember(
    settings: Settings, path: Path, title: str = "Small statistic", days: int = 0, method: str = "rounding"
) -> None:
    opened = (datetime.now().astimezone() - timedelta(days=days)).isoformat(timespec="seconds")
    settings.remember(Recent(str(path), (title, "Kleine Statistik"), ("2025", "2025"), method, 10, opened))


def start_page(window: MainWindow) -> StartPage:
    page = window.page("start")
    assert isinstance(page, StartPage)
    return page


def row(page: StartPage, number: int) -> list[str]:
    return [str(page.model.index(number, column).data()) for column in range(6)]


def test_three_doors_say_what_lies_behind_them_in_both_languages(window: MainWindow, settings: Settings) -> None:
    def doors() -> tuple[DropDoor | Door, ...]:
        page = start_page(window)
        return page.new, page.sample, page.open

    assert [door.title.text() for door in doors()] == ["Drop a file here", "View sample", "Open statistic"]
    settings.set("language", "de")
    assert [door.title.text() for door in doors()] == ["Datei hierher ziehen", "Beispiel ansehen", "Statistik öffnen"]
    assert all(door.isVisible() for door in doors())


def test_own_data_come_first_and_a_clerk_opens_statistics_there(
    window: MainWindow, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = start_page(window)
    assert page.focusProxy() is page.new.button
    assert page.new.geometry().bottom() < page.sample.geometry().top()
    settings.set("role", "clerk")
    page = start_page(window)
    assert page.new.title.text() == "Drop a statistic here"
    assert page.open.isHidden()
    opened: list[Path] = []
    monkeypatch.setattr(window, "open_path", opened.append)
    monkeypatch.setattr(window, "choose_open_file", lambda title, _filters: tmp_path / title)
    page.new.button.click()
    assert opened == [tmp_path / "Open statistic"]


def test_each_door_leads_where_it_says(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = start_page(window)
    opened: list[Path] = []
    sample: list[bool] = []
    monkeypatch.setattr(window, "open_path", opened.append)
    monkeypatch.setattr(window, "choose_open_file", lambda title, _filters: tmp_path / title)
    monkeypatch.setattr(window.services, "open_sample", lambda: sample.append(True))
    page.open.button.click()
    page.new.button.click()
    page.sample.button.click()
    assert opened == [tmp_path / "Open statistic", tmp_path / "New data"]
    assert sample == [True]


def test_recent_statistics_stand_with_period_method_state_and_place(
    window: MainWindow, settings: Settings, tmp_path: Path
) -> None:
    remember(settings, tmp_path / "gone.ckm", "Gone", days=1, method="none")
    remember(settings, saved(tmp_path))
    assert window.jobs.wait_idle()
    page = start_page(window)
    first, second = row(page, 0), row(page, 1)
    assert [first[column] for column in (STATISTIC, PERIOD, METHOD, STATE)] == [
        "Small statistic",
        "2025",
        "Rounding to base 10",
        "Ready",
    ]
    assert first[OPENED].startswith("today, ")
    assert first[PLACE].endswith("small.ckm")
    assert (second[METHOD], second[STATE]) == ("none", "File not found")
    assert second[OPENED].startswith("yesterday, ")


def test_without_recent_statistics_no_list_is_shown(window: MainWindow) -> None:
    assert not start_page(window).view.isVisible()


def test_the_search_finds_words_of_title_method_and_path(
    window: MainWindow, settings: Settings, tmp_path: Path
) -> None:
    remember(settings, tmp_path / "people.ckm", "Census")
    remember(settings, tmp_path / "roads.ckm", "Accidents", method="cell_key")
    assert window.jobs.wait_idle()
    page = start_page(window)
    for typed, found in (("cens", ["Census"]), ("cell-key ROADS", ["Accidents"]), ("nothing", [])):
        page.search.setText(typed)
        assert [row(page, number)[STATISTIC] for number in range(page.model.rowCount())] == found


def test_enter_opens_a_recent_statistic_and_delete_takes_it_from_the_list(
    window: MainWindow, settings: Settings, tmp_path: Path
) -> None:
    remember(settings, tmp_path / "gone.ckm", "Gone")
    remember(settings, saved(tmp_path))
    assert window.jobs.wait_idle()
    page = start_page(window)
    page.view.setCurrentIndex(page.model.index(1, 0))
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    assert [entry.title[0] for entry in settings.recent] == ["Small statistic"]
    page.view.setCurrentIndex(page.model.index(0, 0))
    opened: list[Path] = []
    window.open_path = opened.append  # type: ignore[method-assign]
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert opened == [tmp_path / "small.ckm"]
    assert window.jobs.wait_idle()


def test_the_state_of_a_file_tells_what_a_user_can_expect(tmp_path: Path) -> None:
    path = saved(tmp_path)
    assert look_at(path).kind == "ready"
    path.with_name("small.ckm.lock").write_text('{"host": "desk12", "pid": 1, "time": ""}', encoding="utf-8")
    assert (look_at(path).kind, look_at(path).who) == ("locked", "desk12")
    if os.name == "posix":
        (tmp_path / "link.ckm").symlink_to(path)
        assert look_at(tmp_path / "link.ckm").kind == "locked"  # its lock lies where the link leads
    left = {"host": platform.node(), "pid": 2**22 + 7, "time": "2026-11-21T08:12:00+00:00"}
    path.with_name("small.ckm.lock").write_text(json.dumps(left), encoding="utf-8")
    assert (look_at(path).kind, look_at(path).who) == ("left", platform.node())
    seal, _ = make_seal({"methodologist": Secret.passphrase("noch eine andere Zeile")})
    save_statistic(replace(small_statistic(), seal=seal), tmp_path / "sealed.ckm")
    assert look_at(tmp_path / "sealed.ckm").kind == "sealed"
    broken = tmp_path / "broken.ckm"
    broken.write_text("no", encoding="utf-8")
    assert look_at(broken).kind == "damaged"
    statistic = small_statistic()
    data = tmp_path / "persons.csv"
    data.write_bytes(b"a\n1\n")
    for size, kind in ((4, "ready"), (5, "source_changed")):
        period = replace(statistic.period, source=PeriodSource("file", "persons.csv", str(data), size=size))
        save_statistic(statistic.with_period(period), tmp_path / "sourced.ckm", replaces=True)
        assert look_at(tmp_path / "sourced.ckm").kind == kind
    data.unlink()
    assert look_at(tmp_path / "sourced.ckm").kind == "no_source"
    bare = statistic.with_period(replace(statistic.period, in_force=None))
    save_statistic(bare.put_in_force(Rounding(5)), tmp_path / "five.ckm")
    assert look_at(tmp_path / "five.ckm").kind == "ready"
    save_statistic(bare, tmp_path / "bare.ckm")
    assert look_at(tmp_path / "bare.ckm").kind == "no_method"


def replaced_by_an_older_one(statistic: Statistic, path: Path) -> None:
    """The statistic, saved twice and remembered, and then its first file put back."""
    stamp = save_statistic(statistic, path)
    old = path.read_bytes()
    remember_mark(statistic, save_statistic(statistic, path, stamp).guard)
    assert look_at(path).kind in ("ready", "sealed")
    path.write_bytes(old)


def test_a_file_that_is_older_than_the_one_known_here_is_not_called_ready(tmp_path: Path) -> None:
    path = tmp_path / "small.ckm"
    replaced_by_an_older_one(small_statistic(), path)
    assert look_at(path).kind == "older"
    opened_as_known(*open_statistic(path), path.name, path.parent, accept_older=True)
    assert look_at(path).kind == "ready"  # who opened it all the same is not asked again


def test_a_sealed_file_is_called_older_without_its_passphrase(tmp_path: Path) -> None:
    secret = Secret.passphrase("noch eine andere Zeile")
    seal, _ = make_seal({"methodologist": secret})
    path = tmp_path / "sealed.ckm"
    replaced_by_an_older_one(replace(small_statistic(), seal=seal), path)
    assert look_at(path).kind == "older"
    opened_as_known(*open_statistic(path, secret), path.name, path.parent, accept_older=True)
    assert look_at(path).kind == "sealed"


def test_another_file_in_the_place_of_the_known_one_is_told(tmp_path: Path) -> None:
    path, statistic = tmp_path / "small.ckm", small_statistic()
    seal, _ = make_seal({"methodologist": Secret.passphrase("noch eine andere Zeile")})
    sealed = replace(statistic, seal=seal)
    remember_mark(sealed, save_statistic(sealed, path).guard)
    path.unlink()
    save_statistic(statistic, path, after=7)
    assert look_at(path).kind == "other"


@pytest.mark.parametrize("sealed", [False, True])
def test_t18_a_mark_that_nothing_proves_says_nothing_on_the_start_page(
    window: MainWindow, settings: Settings, tmp_path: Path, sealed: bool
) -> None:
    shared, path, statistic = tmp_path / "shared", tmp_path / "small.ckm", small_statistic()
    if sealed:
        seal, _ = make_seal({"methodologist": Secret.passphrase("noch eine andere Zeile")})
        statistic = replace(statistic, seal=seal)
    shared.mkdir()
    true = mark_of(statistic, save_statistic(statistic, path).guard)
    settings.offices.set(replace(settings.office, register_folder=str(shared)))
    forgeries = [
        replace(true, generation=900, tag=""),
        replace(true, generation=900, tag="0" * 64),
        replace(true, seal="f" * 32),
        replace(true, seal="f" * 32, generation=900, tag="0" * 64),
        replace(true, entries=5, head="0" * 64, tag=""),
    ]
    for forged in forgeries:
        for folder in (shared, tmp_path):
            (folder / f"{statistic.identity}.ckmmark").write_bytes(msgspec.json.encode(forged))
        assert look_at(path).kind == ("sealed" if sealed else "ready")
    remember(settings, path)
    assert window.jobs.wait_idle()
    assert "known here" not in row(start_page(window), 0)[STATE]


def test_the_arguments_of_the_program() -> None:
    given = parser().parse_args(["--language", "de", "--theme", "dark", "x.ckm"])
    assert (given.language, given.theme, given.path, given.sample) == ("de", "dark", Path("x.ckm"), False)


def test_after_the_first_paint_the_kernel_warms_up_and_what_was_asked_for_is_opened(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[bool] = []
    asked: list[object] = []
    monkeypatch.setattr(kernel, "load", lambda: loaded.append(True))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(window, "open_sample", lambda: asked.append("sample"))
    monkeypatch.setattr(window, "open_path", asked.append)
    begin(window, None, sample=True)
    begin(window, tmp_path / "x.ckm", sample=False)
    assert window.jobs.wait_idle()
    assert loaded
    assert asked == ["sample", tmp_path / "x.ckm"]


def test_what_was_loaded_by_then_is_not_collected_but_what_belongs_to_a_statistic_is(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def collecting() -> list[bool]:
        return [one.timer.isActive() for one in window.findChildren(Collector)]

    frozen: list[bool] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(window.desk.state.statistic is None))
    monkeypatch.setattr(kernel, "load", lambda: None)
    begin(window, None, sample=False)
    qtbot.waitUntil(lambda: collecting() == [True], timeout=30_000)
    assert frozen == [True, True]
    begin(window, None, sample=False)
    window.services.begin(small_statistic(), Session(data=small_data()))
    qtbot.waitUntil(lambda: collecting() == [True, True], timeout=30_000)
    assert frozen == [True, True, True]
    assert not gc.isenabled()


def test_a_fault_that_nobody_caught_is_a_sentence_and_no_traceback(
    window: MainWindow, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    watch = unexpected.handlers[0]
    unexpected.handlers.remove(watch)  # this fault is meant
    try:
        fault = ValueError("0.123456789")
        excepthook(ValueError, fault, None)
        assert window.message_bar.text.startswith("Unexpected fault in the program. Nothing was lost.")
        assert "0.123456789" not in caplog.text + "".join(capsys.readouterr())
    finally:
        unexpected.handlers.insert(0, watch)


def test_the_demonstration_writes_table_and_picture_and_prints_their_names(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        window, "open_sample", lambda: window.services.begin(small_statistic(), Session(data=small_data()))
    )
    assert run_demo(window, tmp_path / "out") == 0
    names = ["sample-table.xlsx", "sample-table.csv", "screenshot.png"]
    assert capsys.readouterr().out.split() == [str(tmp_path / "out" / name) for name in names]
    assert all((tmp_path / "out" / name).stat().st_size > 0 for name in names)


def test_on_a_screen_that_is_too_small_the_window_is_as_large_as_the_screen(window: MainWindow) -> None:
    room = window.screen().availableSize()
    window.hide()
    window.resize(room.width() + 200, room.height() + 100)
    show(window)
    assert window.isMaximized()
    assert window.height() <= room.height()


def test_a_window_that_fits_keeps_its_size(window: MainWindow) -> None:
    window.hide()
    window.setMinimumSize(0, 0)
    size = window.screen().availableSize() * 0.9
    window.resize(size)
    show(window)
    assert not window.isMaximized()
    assert window.size() == size


def test_a_picture_that_cannot_be_written_is_said_and_leaves_nothing(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        window, "open_sample", lambda: window.services.begin(small_statistic(), Session(data=small_data()))
    )
    folder = tmp_path / "out"
    (folder / "screenshot.png").mkdir(parents=True)
    assert run_demo(window, folder) == 1
    printed = capsys.readouterr()
    assert [Path(line).name for line in printed.out.splitlines()] == ["sample-table.xlsx", "sample-table.csv"]
    assert printed.err.startswith("screenshot.png could not be written")
    assert sorted(one.name for one in folder.iterdir()) == ["sample-table.csv", "sample-table.xlsx", "screenshot.png"]


def started(**environment: str) -> str:
    """The one line that the program ends with, where it cannot show its window."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    given = {**kept, "QT_QPA_PLATFORM": "xcb", "CKM_LANGUAGE": "en", **environment}
    command = [sys.executable, "-m", "ckmdesk", "--sample"]
    done = subprocess.run(command, env=given, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.skipif(sys.platform != "linux", reason="libraries are looked for in LD_LIBRARY_PATH")
@pytest.mark.parametrize("library", ["libEGL.so.1", "libxcb-cursor.so.0"])
def test_a_library_that_the_system_lacks_is_a_sentence_and_no_traceback(tmp_path: Path, library: str) -> None:
    (tmp_path / library).write_bytes(b"")
    said = started(LD_LIBRARY_PATH=str(tmp_path), HOME=str(tmp_path))
    assert f"The window cannot be shown: this computer lacks the library {library}" in said


@pytest.mark.skipif(sys.platform != "linux", reason="there is always a screen")
@pytest.mark.parametrize("display", ["", ":9999"])
def test_without_a_screen_the_program_says_so_and_leaves_no_report_of_a_crash(tmp_path: Path, display: str) -> None:
    assert "there is no screen here" in started(DISPLAY=display, HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_no_icon_is_looked_for_among_those_of_the_desktop() -> None:
    application()
    assert (QIcon.themeSearchPaths(), QIcon.fallbackSearchPaths()) == ([":/icons"], [])
