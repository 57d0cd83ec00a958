"""What has left the house, looked at once more in the window: offer, result, decisions, and who sees nothing of it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

import ckmcore as ckm
from ckmcore.base.version import VERSION
from ckmcore.lab.release import recheck as recheck_module
from ckmcore.release.pair_decisions import with_look
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.looks import PAIR_KINDS, Look, PairKind
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.seal import Role, Secret
from ckmdesk.commands.tables import lay_out, save_table
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.basic import WrapLabel
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.disclosing_pairs import SECRETS, bare, on_disk, out
from tests.kit.hands import press_in_list, remedy_button
from tests.kit.tables_page import settle

OFFER = "Look again at what has been published"


def kept(folder: Path, kind: PairKind = "answers", *, sealed: bool = False, release: bool = True) -> Path:
    made = bare(kind, folder)
    made = out(made, folder) if release else made
    return on_disk(made, folder, sealed=sealed)


def opened(window: MainWindow, path: Path, role: Role | None = None) -> None:
    window.settings.set("person", "Anna Chief")
    window.services.open_statistic(path, secret=None if role is None else Secret.passphrase(SECRETS[role]))
    settle(window)


def on_file(path: Path) -> Statistic:
    return open_statistic(path)[0]


def offered(window: MainWindow) -> bool:
    return any(one.cause == "look" and OFFER in one.message.text("en") for one in window.message_bar.standing)  # type: ignore[union-attr]


def press(window: MainWindow, other: bool = False) -> None:
    (notice,) = [one for one in window.message_bar.standing if one.cause == "look"]
    assert notice.remedy is not None
    remedy = notice.remedy.other if other else notice.remedy
    assert remedy is not None
    press_in_list(window, remedy.text)
    settle(window)


def page_of(window: MainWindow) -> ReleasePage:
    window.go_to("release")
    settle(window)
    found = window.page("release")
    assert isinstance(found, ReleasePage)
    return found


def looked_at(window: MainWindow, folder: Path) -> ReleasePage:
    """The page of releases with what a look found."""
    opened(window, kept(folder))
    press(window)
    return page_of(window)


def opened_again(window: MainWindow, path: Path) -> None:
    window.services.close_statistic()
    opened(window, path)


def texts(page: ReleasePage) -> str:
    return "\n".join(one.text() for one in page.looked.findChildren(WrapLabel) if one.isVisibleTo(page))


THOROUGH = [pytest.param(kind, marks=pytest.mark.thorough) for kind in PAIR_KINDS if kind != "answers"]


@pytest.mark.parametrize("kind", ["answers", *THOROUGH])
def test_section4_a_look_is_offered_once_and_shows_by_release_three_kinds_with_their_states(
    window: MainWindow, tmp_path: Path, kind: PairKind
) -> None:
    path = kept(tmp_path, kind)
    opened(window, path)
    assert offered(window)
    assert window.desk.unsaved is False
    press(window)
    assert not offered(window)
    page = page_of(window)
    assert page.looked.isVisibleTo(page)
    said = texts(page)
    assert [said.count(f"\n{state}: ") for state in ("Open", "Held")] == [1, 2]
    assert "Ministry of Distinction" in said
    looks = on_file(path).looks
    assert [(one.result, one.engine) for one in looks] == [("open", VERSION)]
    opened_again(window, path)
    assert not offered(window)
    assert not page_of(window).looked.isVisibleTo(window)


def test_section4_nothing_is_offered_where_nothing_has_left_the_house(window: MainWindow, tmp_path: Path) -> None:
    opened(window, kept(tmp_path, release=False))
    assert not offered(window)


def test_section4_later_comes_again_on_another_day_and_never_does_not(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path)
    opened(window, path)
    press(window, other=True)
    assert [one.result for one in on_file(path).looks] == ["later"]
    assert not offered(window)
    opened_again(window, path)
    assert not offered(window)  # on the same day
    monkeypatch.setattr("ckmdesk.lab.services.looking.now_text", lambda: "2031-01-01T12:00:00+01:00")
    opened_again(window, path)
    assert offered(window)
    press(window, other=True)
    press(window)  # do not offer again
    assert [one.result for one in on_file(path).looks] == ["later", "later", "never"]
    monkeypatch.setattr("ckmdesk.lab.services.looking.now_text", lambda: "2032-01-01T12:00:00+01:00")
    opened_again(window, path)
    assert not offered(window)


# Who opens a statistic without roles is its methodologist.
@pytest.mark.daily(1)
@pytest.mark.parametrize("role", ["clerk", "releaser", pytest.param("methodologist", marks=pytest.mark.thorough)])
def test_section4_a_clerk_sees_neither_offer_nor_result_nor_what_was_decided(
    window: MainWindow, tmp_path: Path, role: Role
) -> None:
    path = kept(tmp_path, sealed=True)
    opened(window, path, role)
    page = page_of(window)
    sees = role != "clerk"
    assert offered(window) == sees
    assert page.actions["recheck"].isEnabled() == page.actions["recheck"].isVisible() == sees
    window.services.looking.look()
    settle(window)
    assert page.looked.isVisibleTo(page) == sees
    assert (window.services.looking.found is not None) == sees
    assert bool(statistic_of(window).looks) == sees
    if sees:
        buttons = page.looked.blocks[1].buttons
        assert buttons["withdraw"].isEnabled() == (role == "releaser")
        assert buttons["accept"].isEnabled() == buttons["no_further"].isEnabled() == (role == "methodologist")


@pytest.mark.thorough
def test_section4_the_internal_report_is_written_and_the_result_goes_with_the_role(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = looked_at(window, tmp_path)
    monkeypatch.setattr(window, "choose_save_file", lambda *_: tmp_path / "report.html")
    page.looked.report.click()
    settle(window)
    assert "Internal and confidential" in (tmp_path / "report.html").read_text(encoding="utf-8")
    window.settings.set("role", "clerk")
    settle(window)
    page = page_of(window)
    assert not page.looked.isVisibleTo(page)
    assert page.looked.blocks == {}
    assert window.message_bar.text == ""


@pytest.mark.thorough
def test_section4_a_look_is_offered_once_the_records_are_there_and_not_where_no_look_could_be_kept(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path)
    (tmp_path / "answers.csv").rename(tmp_path / "elsewhere.csv")
    opened(window, path)
    assert not offered(window)
    monkeypatch.setattr(window, "choose_open_file", lambda *_: tmp_path / "elsewhere.csv")
    remedy_button(window).click()
    settle(window)
    assert offered(window)
    lock = path.with_name(path.name + ".lock")
    window.services.close_statistic()
    settle(window)
    (tmp_path / "elsewhere.csv").rename(tmp_path / "answers.csv")
    lock.write_text(json.dumps({"host": "desk-2", "pid": 1, "time": "2026-11-22T10:00:00+01:00"}), encoding="utf-8")
    opened(window, path)
    assert window.services.read_only
    assert not offered(window)


def test_section4_a_look_can_be_cancelled_and_is_offered_again(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    real = recheck_module.recheck

    def slow(*arguments: object, **named: object) -> object:
        begun.set()
        go_on.wait(30)
        return real(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(recheck_module, "recheck", slow)
    opened(window, kept(tmp_path))
    remedy_button(window).click()
    assert begun.wait(30)
    window.progress._button.click()
    go_on.set()
    settle(window)
    assert offered(window)
    assert statistic_of(window).looks == ()
    assert window.services.looking.found is None


@pytest.mark.thorough
def test_section4_decisions_are_kept_with_the_statistic_undone_and_taken_back_and_the_result_is_put_away(
    window: MainWindow, tmp_path: Path
) -> None:
    page = looked_at(window, tmp_path)
    block = page.looked.blocks[1]
    block.buttons["accept"].click()
    assert block.asking.isVisibleTo(page)
    block.confirm.click()
    assert "reason" in block.fault.text()
    block.reason.setText("Weights are nearly equal")
    block.confirm.click()
    settle(window)
    (one,) = statistic_of(window).pair_decisions
    assert (one.kind, one.decided, one.person, one.reason) == (
        "answers",
        "accepted",
        "Anna Chief",
        "Weights are nearly equal",
    )
    assert "accepted by Anna Chief" in texts(page)
    window.desk.undo()
    settle(window)
    assert statistic_of(window).pair_decisions == ()
    assert statistic_of(window).looks  # a look stays on record
    window.desk.redo()
    settle(window)
    assert block.buttons["take_back"].isVisibleTo(page)
    block.buttons["take_back"].click()
    settle(window)
    assert statistic_of(window).pair_decisions == ()
    assert not block.buttons["take_back"].isVisibleTo(page)
    page.looked.closed.emit()
    settle(window)
    assert not page.looked.isVisibleTo(page)
    assert window.desk.session.looked is None


@pytest.mark.thorough
def test_section4_no_further_values_stand_on_the_checklist_and_the_table_is_not_handed_in(
    window: MainWindow, tmp_path: Path
) -> None:
    page = looked_at(window, tmp_path)
    block = page.looked.blocks[1]
    block.buttons["no_further"].click()
    block.reason.setText("T1")
    block.confirm.click()
    settle(window)
    page.open_submit()
    settle(window)
    lines = "\n".join(one.text() for one in page.submit_card.findChildren(WrapLabel))
    assert "Values no longer published" in lines
    page.submit_card.submit.click()
    settle(window)
    assert "no further ones are published" in page.submit_card.fault.text()
    assert len(statistic_of(window).register) == 2
    assert not page.looked.isVisibleTo(page)  # there is no room for both
    page.submit_card.cancelled.emit()
    assert page.looked.isVisibleTo(page)


@pytest.mark.thorough
def test_section4_after_withdrawing_the_notice_is_copied_or_written_and_a_redrawn_table_is_offered_only_when_held(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = looked_at(window, tmp_path)
    block = page.looked.blocks[1]
    assert not block.buttons["redrawn"].isVisibleTo(page)
    block.buttons["withdraw"].click()
    assert page.chosen is not None
    page.detail.remark.setText("Cells 4711")
    page.detail.buttons["withdraw"].click()
    settle(window)
    assert find_release(statistic_of(window).register, 1).state == "withdrawn"
    assert not block.buttons["withdraw"].isVisibleTo(page)
    block.buttons["copy"].click()
    copied = QGuiApplication.clipboard().text()
    assert copied.index("withdrawn") < copied.index("zurückgezogen")
    assert "4711" not in copied
    monkeypatch.setattr(window, "choose_save_file", lambda *_: tmp_path / "notice.txt")
    block.buttons["write"].click()
    settle(window)
    assert (tmp_path / "notice.txt").read_text(encoding="utf-8") == copied
    block.buttons["redrawn"].click()
    settle(window)
    assert "Open: The new figures" in texts(page)
    assert not block.buttons["submit"].isVisibleTo(page)
    counts = statistic_of(window).tables[1].spec
    window.desk.run(lay_out("Pairs", counts))
    window.desk.run(save_table("Pairs", "2026-11-28T12:00:00+01:00"))
    assert "The new figures" not in texts(page)  # they are others now
    block.buttons["redrawn"].click()
    settle(window)
    assert "Held: The new figures" in texts(page)
    block.buttons["submit"].click()
    settle(window)
    assert page.submit_card.isVisibleTo(page)


def test_section4_a_look_on_record_stays_when_a_step_before_it_is_undone() -> None:
    from ckmdesk.commands.desk import with_record_of

    made = Statistic(ckm.Texts.same("People"))
    seen = with_look(made, "held", "2026-11-28")
    assert with_record_of(made, seen).looks == (Look("2026-11-28", VERSION, "held"),)
    assert with_record_of(seen, made).looks == seen.looks
