"""A clerk's story in the window over two sets of records that publish alike: opened, laid out, looked at, written and
handed in, every page and all that is said on the way is the same."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

import ckmcore as ckm
from ckmcore.release.register import reconcile
from ckmcore.statistic.releases import releases
from ckmcore.statistic.seal import Role, Seal, Secret, make_seal
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.scale.pages.tables.cube_dialog import CubeDialog
from ckmdesk.services.pictures import FILTERS
from ckmdesk.shell.window import MainWindow
from tests.kit.alike_statistic import STATISTIC, statistic_of
from tests.kit.pairs_alike import in_any_table
from tests.kit.tables_page import drop, list_item, settle
from tests.kit.written_files import content

SAID = ("text", "toolTip", "statusTip", "accessibleName", "accessibleDescription", "currentText", "windowTitle")
ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
# Times, and marks of records, figures and entries, which are hashes under a secret.
MASKED = re.compile(r"\d+[./-]\d+[./-]\d+,? \d\d?:\d\d( [AP]M)?|\b[0-9a-f]{8,}\b|\b\d+[.,]\d+ (s|ms)\b")


def words(window: MainWindow) -> list[tuple[str, ...]]:
    """What each visible part of the window says, and what its lists and tables hold."""
    for _ in range(4):  # what is laid out within what is laid out has its place, too
        settle(window)
    found: list[tuple[str, ...]] = []
    for part in window.findChildren(QWidget):
        if not part.isVisible():
            continue
        said = tuple(MASKED.sub("", str(part.property(name) or "")) for name in SAID)
        if any(said):  # scroll bars come and go
            found.append((part.objectName(), *said))
        model = part.model() if isinstance(part, QAbstractItemView) else None
        if model is not None:
            cells = [model.index(row, at) for row in range(model.rowCount()) for at in range(model.columnCount())]
            found += [tuple(MASKED.sub("", str(one.data(role))) for role in ROLES) for one in cells]
    return found


PAGES = ("data", "method", "quality", "release", "tables")


def pages(window: MainWindow, place: Path, secret: Secret, names: Sequence[str] = PAGES) -> list[tuple[object, ...]]:
    """What pages say once the statistic is opened."""
    said: list[tuple[object, ...]] = []
    window.services.open_statistic(place / STATISTIC, secret=secret)
    settle(window)
    for name in names:
        window.go_to(name)
        settle(window)
        said.append((name, words(window)))
    return said


def told(window: MainWindow, place: Path, secret: Secret) -> list[tuple[object, ...]]:
    """All that is seen and said from opening to handing in."""
    said: list[tuple[object, ...]] = []

    def hear(patched: pytest.MonkeyPatch, name: str) -> None:
        real = getattr(window, name)

        def heard(what: Any, *given: Any, **named: Any) -> object:
            text = what if isinstance(what, str) else what.text("en")
            line = (name, MASKED.sub("", text))  # how far it is, and how often that is shown, is the clock's
            if [line] != said[-1:]:
                said.append(line)
            return real(what, *given, **named)

        patched.setattr(window, name, heard)

    with pytest.MonkeyPatch.context() as patched:
        for name in ("show_progress", "show_progress_soon", "show_message"):
            hear(patched, name)
        said += pages(window, place, secret)
        page = window.page("tables")
        assert isinstance(page, TablesPage)
        for shelf, name in (("rows", "A"), ("columns", "B")):
            drop(page.panel[shelf], list_item(page, name), page.panel[shelf].width() - 40)
            settle(window)
            said.append((shelf, words(window)))
        assert page.model.rowCount() > 1
        page.page_actions.cube.action.trigger()
        (dialog,) = [one for one in page.findChildren(CubeDialog) if one.isVisible()]
        patched.setattr(page.context.frame, "choose_save_file", lambda *_given: place / "cube")
        for at in range(dialog.form.count()):
            dialog.form.setCurrentIndex(at)
            said.append(("cube", words(window)))
        dialog.write.click()
        settle(window)
        window.services.exports.draft(place / "draft.xlsx")
        settle(window)
        for sight in ("both", "picture"):
            page.switch.choose(sight)
            said.append((sight, words(window)))
        for ending in FILTERS:
            window.services.pictures.write(place / f"draft-picture{ending}")
            settle(window)
            said.append((ending, words(window)))
        written = [content(one) for one in sorted(place.iterdir()) if one.name.startswith(("cube", "draft"))]
        assert len(written) > 1
        said.append(("written", words(window), sorted(one.name for one in place.iterdir()), *written))
        page.page_actions.releasing.submit.trigger()
        settle(window)
        release = window.page("release")
        assert isinstance(release, ReleasePage)
        said.append(("form", words(window)))
        release.submit_card.fields["recipient"].setText("Press")
        release.submit_card.submit.click()
        settle(window)
        assert release.submit_card.fault.text() == ""
        said.append(("handed in", words(window)))
    statistic = window.desk.state.statistic
    assert statistic is not None
    handed_in = len(releases(statistic.register))
    assert handed_in == 4
    window.services.close_statistic()
    settle(window)
    return said


SECRETS: dict[Role, Secret] = {one: Secret.key_file(f"{one:>40}".encode()) for one in ("clerk", "methodologist")}


@pytest.fixture(scope="module")
def seal() -> Seal:
    return make_seal(SECRETS)[0]


def places(
    window: MainWindow, folder: Path, role: Role, seal: Seal, patched: pytest.MonkeyPatch
) -> Iterator[tuple[Path, pd.DataFrame]]:
    """A folder with a statistic over both sets of records; what is remembered of one that was opened is so for both."""
    window.settings.set("role", role)
    window.settings.set("person", "Anna")
    frames, place = in_any_table(1), folder / "place"
    assert len(frames[0]) != len(frames[1])
    for number, frame in enumerate(frames):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        ckm.save_statistic(reconcile(statistic_of(frame, place, seal, "out"), place), place / STATISTIC)
        patched.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", str(folder / f"state{number}"))
        yield place, frame


@pytest.mark.look
def test_t07_a_clerks_story_is_the_same_over_records_that_publish_alike(
    window: MainWindow, tmp_path: Path, seal: Seal, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (
        told(window, place, SECRETS["clerk"]) for place, _ in places(window, tmp_path, "clerk", seal, monkeypatch)
    )
    assert len(one) > 20
    for first, second in zip(one, other, strict=True):
        assert first == second


def test_t07_a_methodologist_sees_the_records(
    window: MainWindow, tmp_path: Path, seal: Seal, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, frame = next(places(window, tmp_path, "methodologist", seal, monkeypatch))
    said = pages(window, place, SECRETS["methodologist"], ["data"])
    assert f"{len(frame)} records" in str(said)


@pytest.mark.parametrize("role", ["clerk", "methodologist"])
def test_t07_what_is_wrong_with_records_is_told_to_the_methodologist_alone(
    window: MainWindow, tmp_path: Path, seal: Seal, role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = in_any_table(1)[0].astype({"m": object})
    frame.loc[6, "m"] = "twelve thousand"
    monkeypatch.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", str(tmp_path / "state"))
    ckm.save_statistic(reconcile(statistic_of(frame, tmp_path, seal, "refuse"), tmp_path), tmp_path / STATISTIC)
    window.settings.set("role", role)
    said = str(pages(window, tmp_path, SECRETS[role], ["tables"]))
    assert ("The records of 2025 cannot be used as they are" in said) is (role == "clerk")
    assert ("record 7 (counted from 1): “twelve thousand” is not a number" in said) is (role == "methodologist")
    assert ("twelve thousand" in said) is (role == "methodologist")
