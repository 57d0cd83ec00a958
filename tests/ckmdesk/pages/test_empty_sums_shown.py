"""The grid shows sums without contributors as the office has decided, as soon as it has."""

from __future__ import annotations

import ckmcore as ckm
from ckmcore.office.settings import Office
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from tests.kit.before_the_floor import put_in_force
from tests.kit.hands import settle
from tests.kit.sums import METHODS, data_of

SPEC = ckm.TableSpec(
    ckm.Level("region", total="off"), values=[ckm.sum_of("m"), ckm.Value("contributors", magnitude="m"), ckm.mean("m")]
)


def test_the_grid_follows_what_the_office_decides_about_sums_without_contributors(window: MainWindow) -> None:
    data = data_of([(500, key) for key in range(7, 4000, 97)], [(0, key) for key in range(5, 600, 31)])
    statistic = put_in_force(ckm.Statistic(ckm.Texts.same("S")), METHODS["rounded"])
    window.desk.reset(DeskState(page="tables", statistic=statistic, table=TableState(SPEC)), Session(data))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)

    def shown() -> list[str]:
        return [page.model.text(1, column) for column in range(3)]

    assert shown() == [".", "0", "."]
    for office, wanted in (
        (Office(empty_sum="zero"), ["0", "0", "."]),
        (Office(empty_sum="zero", zero="dash"), ["–", "–", "."]),
        (Office(zero="dash"), [".", "–", "."]),
    ):
        window.settings.offices.set(office)
        settle(window)
        assert shown() == wanted
        assert any("published number of contributors is 0" in text for text in notes(page)) == (wanted[0] != ".")


def notes(page: TablesPage) -> list[str]:
    assert page.model.view is not None
    return [note.text("en") for note in page.model.view.presented.table_notes]
