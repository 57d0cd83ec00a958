"""After figures of a period were released: method and keys change only with a reason and a second person, on record."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from ckmcore.methods.rounding import Rounding
from ckmcore.statistic.file import open_statistic
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.pages.release_pages import ReleasePage as Releases
from tests.ckmdesk.pages.release_pages import do, hand_in, opened, statistic_of
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> Releases:
    return opened(window, tmp_path)


@pytest.fixture
def deciding(window: MainWindow, page: Releases) -> MethodPage:
    """Number 1 is released; somebody wants to put rounding to base 5 in force."""
    hand_in(window, page)
    do(window, page, "release")
    window.go_to("method")
    settle(window)
    method = window.page("method")
    assert isinstance(method, MethodPage)
    view = method.rounding
    from ckmdesk.commands.method import set_rounding

    window.desk.run(set_rounding(Rounding(5), "base"))
    settle(window)
    view.decide()
    fields: dict[str, QLineEdit] = view.decision.card.fields
    fields["body"].setText("Unit 14")
    return method


@pytest.mark.thorough
def test_the_releases_are_listed_and_a_reason_and_a_second_person_are_needed(
    window: MainWindow, deciding: MethodPage
) -> None:
    decision = deciding.rounding.decision.card
    decision.force.click()
    settle(window)
    assert "no. 1" in decision.fault.text()
    in_force = statistic_of(window).period.in_force
    assert in_force is not None
    assert in_force.method == Rounding(10)
    decision.fields["remark"].setText("the base was wrong")
    decision.fields["second_person"].setText(" unit  14 ")
    decision.force.click()
    settle(window)
    assert "two different persons" in decision.fault.text()
    assert [entry.kind for entry in statistic_of(window).register] == ["submitted", "released"]


@pytest.mark.thorough
def test_with_both_the_change_is_on_record_saved_and_cannot_be_undone(
    window: MainWindow, deciding: MethodPage, tmp_path: Path
) -> None:
    decision = deciding.rounding.decision.card
    decision.fields["remark"].setText("the base was wrong")
    decision.fields["second_person"].setText("Unit 15")
    decision.force.click()
    settle(window)
    kept, _ = open_statistic(tmp_path / "small.ckm")
    assert kept.period.in_force is not None
    assert kept.period.in_force.method == Rounding(5)
    entry = kept.register[-1]
    assert (entry.kind, entry.releases, entry.second_person, entry.remark) == (
        "method_changed",
        (1,),
        "Unit 15",
        "the base was wrong",
    )
    assert window.desk.undo_name is None
    assert "in force" in window.message_bar.text


@pytest.mark.thorough
def test_before_a_release_a_method_is_put_in_force_as_ever(window: MainWindow, page: Releases) -> None:
    hand_in(window, page)
    window.go_to("method")
    settle(window)
    method = window.page("method")
    assert isinstance(method, MethodPage)
    method.rounding.decide()
    method.rounding.decision.card.fields["body"].setText("Unit 14")
    method.rounding.decision.card.force.click()
    settle(window)
    assert [entry.kind for entry in statistic_of(window).register] == ["submitted"]
