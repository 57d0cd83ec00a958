"""The import view of tables of codes: by mouse and by keys, in German and in English."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmdesk.pages.data.codes_dialog import CodesDialog
from ckmdesk.pages.data.hierarchies_tab import HierarchiesTab
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from ckmdesk.widgets.plain_combo import PlainCombo
from tests.kit.hands import settle
from tests.kit.workbooks import write_xlsx

PLACES = ["01001", "01002", "09161", "09162", "09271", "11000"]
LABELS = ["Flensburg", "Kiel", "Ingolstadt", "München", "Deggendorf", "Berlin"]
LANDS = {"01": "Schleswig-Holstein", "09": "Bayern", "11": "Berlin"}


def rows() -> list[list[object]]:
    """A table with a title, an unknown column of figures, a label that differs and a note."""
    body: list[list[object]] = [
        [place, label, place[:2], LANDS[place[:2]], 1000 + 7 * number]
        for number, (place, label) in enumerate(zip(PLACES, LABELS, strict=True))
    ]
    return [
        ["Kreise und Länder"],
        ["Kreis", "Kreisname", "Land", "Name", "Einwohner"],
        *body,
        ["Quelle: Statistische Ämter des Bundes und der Länder"],
    ]


@pytest.fixture
def tab(window: MainWindow) -> HierarchiesTab:
    """24 records of 6 Kreise, shown on the tab."""
    frame = pd.DataFrame(
        [(place, "mw"[number % 2]) for number, place in enumerate(PLACES * 4)], columns=["kreis", "sex"]
    )
    data = Microdata.from_pandas(frame, ["kreis", "sex"])
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    statistic = Statistic(Texts.same("People"), entries, (Period(Texts.same("2025"), "2025-12-31"),))
    session = Session(data=data)
    session.read = data
    window.desk.reset(window.desk.state.__class__(statistic=statistic), session)
    window.go_to("data")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.loaded_view.choose("kreis")
    settle(window)
    return page.loaded_view.hierarchies_tab


def dialog_of(window: MainWindow) -> CodesDialog:
    dialog = window.findChild(CodesDialog)
    assert isinstance(dialog, CodesDialog)
    return dialog


def nodes(tab: HierarchiesTab) -> list[str]:
    entry = tab.entry
    assert entry is not None
    return ["." * node.depth + node.code for node in entry.hierarchy]


def written(folder: Path, text: str, name: str = "tree.csv") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def pick(combo: PlainCombo, data: object) -> None:
    """Choose an entry of a drop-down as a click on it does."""
    combo.setCurrentIndex(combo.findData(data))
    combo.activated.emit(combo.currentIndex())


def pick_by_keys(combo: PlainCombo, data: object) -> None:
    """Choose an entry of a drop-down with the arrow keys."""
    combo.setFocus()
    wanted = combo.findData(data)
    key = Qt.Key.Key_Down if wanted > combo.currentIndex() else Qt.Key.Key_Up
    for _ in range(abs(wanted - combo.currentIndex())):
        QTest.keyClick(combo, key)
    assert combo.currentData() == data


WORDS = {
    "en": ("Read hierarchy: kreise.xlsx", "level 2", "label of level 1", "not read", "Take over", "Row 2: Kreis"),
    "de": (
        "Hierarchie einlesen: kreise.xlsx",
        "Ebene 2",
        "Bezeichnung der Ebene 1",
        "nicht lesen",
        "Übernehmen",
        "Zeile 2: Kreis",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_table_is_shown_with_its_proposal_and_taken_over_by_mouse(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    file = write_xlsx(tmp_path / "kreise.xlsx", {"Vorblatt": [["Inhalt"]], "Daten": rows()})
    monkeypatch.setattr(window, "choose_open_file", lambda *_: file)
    window.settings.set("language", language)
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    tab = page.loaded_view.hierarchies_tab
    tab.card.tools["file"].click()
    settle(window)
    dialog = dialog_of(window)
    combos = dialog.heads.combos
    title, level, label, ignored, take, head = WORDS[language]
    assert dialog.windowTitle() == title
    assert [combos[place].currentText() for place in (0, 3, 4)] == [level, label, ignored]
    assert dialog.head.currentText().startswith(head)
    assert dialog.ok.text() == take
    assert dialog.sheet.currentText() == "Daten"
    assert dialog.nodes.index_of("09").data() in ("Bayern", "Bavaria")
    facts = {
        "en": ("6 values, each once; begin with “Land”", "3 different values in 6 rows; follow from “Kreis”"),
        "de": ("6 Werte, jeder einmal; beginnen mit „Land“", "3 verschiedene Werte in 6 Zeilen; folgen aus „Kreis“"),
    }
    assert (combos[0].accessibleDescription(), dialog.heads.facts(2)) == facts[language]
    link = dialog.plan.findChild(QPushButton, "place:notes:")
    assert isinstance(link, QPushButton)
    link.click()
    assert [dialog.rows_model.line_of(index.row()) for index in dialog.table.selectionModel().selectedRows()] == [9]
    link = dialog.plan.findChild(QPushButton, "place:column_ignored:Einwohner")
    assert isinstance(link, QPushButton)
    link.click()
    assert dialog.focusWidget() is combos[4]
    assert not dialog.ok.isEnabled()
    assert dialog.ok.toolTip()
    pick(dialog.plan.choices["notes", ""], "leave_out")
    settle(window)
    assert dialog.ok.isEnabled()
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    settle(window)
    assert nodes(tab) == ["01", ".01001", ".01002", "09", ".09161", ".09162", ".09271", "11", ".11000"]
    assert tab.card.model.index_of("09162").data() == "München"
    window.desk.undo()
    assert nodes(tab) == []


def test_meanings_are_changed_and_the_table_is_taken_over_by_keys(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    lines = ["A;B;C", *(f"{place};{place[:2]};{name}" for place, name in zip(PLACES, LABELS, strict=True))]
    tab.read_hierarchy(written(tmp_path, "\n".join([*lines, "x;y;z"])), shown=True)
    settle(window)
    dialog = dialog_of(window)
    combos = dialog.heads.combos
    assert dialog.focusWidget() is combos[0]
    QTest.keyClick(combos[0], Qt.Key.Key_Tab)
    assert dialog.focusWidget() is combos[1]
    assert combos[1].accessibleName() == "Meaning of B"
    pick_by_keys(combos[0], "code")
    pick_by_keys(combos[1], "parent")
    settle(window)
    pick_by_keys(combos[2], "label_de")
    settle(window)
    assert [combo.currentData() for combo in dialog.heads.combos] == ["code", "parent", "label_de"]
    assert dialog.nodes.index_of("09162").data() == "München"
    assert "4, 7; 7 labels" in dialog.summary.text()
    assert dialog.ok.isEnabled()
    dialog.ok.setFocus()
    QTest.keyClick(dialog.ok, Qt.Key.Key_Space)
    settle(window)
    assert nodes(tab)[:3] == ["01", ".01001", ".01002"]
    window.desk.undo()
    tab.read_hierarchy(written(tmp_path, "code;parent;other\na;;1\n01001;a;2\n"))
    settle(window)
    dialog = dialog_of(window)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle(window)
    assert nodes(tab) == []


def test_rows_that_do_not_fit_are_listed_by_row_and_lead_there(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    lines = [
        "code;parent;label",
        "N;;Nord",
        "S;;Süd",
        *(f"{place};N;{place}" for place in PLACES),
        "01001;S;zwei",
        ";N;",
    ]
    tab.read_hierarchy(written(tmp_path, "\n".join(lines)))
    settle(window)
    dialog = dialog_of(window)
    texts = [dialog.misfits.item(place).text() for place in range(dialog.misfits.count())]
    assert len(texts) == 2
    assert texts[0].startswith("Hierarchy file “tree.csv”, line 10: “01001” lies below “S” here")
    assert "line 11: there is no code" in texts[1]
    dialog.misfits.setCurrentRow(1)
    assert [index.row() for index in dialog.table.selectionModel().selectedRows()] == [10]
    pick(dialog.plan.choices["misfits", ""], "leave_out")
    settle(window)
    dialog.ok.click()
    settle(window)
    assert nodes(tab) == ["N", *(f".{place}" for place in PLACES), "S"]


def test_another_sheet_and_row_of_names_are_read_anew(window: MainWindow, tab: HierarchiesTab, tmp_path: Path) -> None:
    tree = [[place, place[:2]] for place in PLACES]
    sheets = {
        "eins": [["Code", "Parent"], ["a", ""], ["b", "a"]],
        "zwei": [["p", "q"], ["r", "s"], ["Code", "Parent"], *tree],
    }
    tab.read_hierarchy(write_xlsx(tmp_path / "two.xlsx", sheets), shown=True)
    settle(window)
    dialog = dialog_of(window)
    pick(dialog.sheet, "zwei")
    settle(window)
    assert dialog.head.currentData() == 3
    pick(dialog.head, 1)
    settle(window)
    assert dialog.heads.combos[0].accessibleName() == "Meaning of p"
    assert not dialog.rows_model.is_left_out(2)
    pick(dialog.head, 3)
    settle(window)
    assert [dialog.rows_model.is_left_out(row) for row in range(4)] == [True, True, False, False]
    dialog.ok.click()
    settle(window)
    assert nodes(tab)[:3] == ["01", ".01001", ".01002"]


def test_a_label_that_would_be_dropped_is_shown_before_anything_is_attached(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    lines = ["code;parent;label;short", "N;;Nord;N.", *(f"{place};N;{place};x" for place in PLACES)]
    tab.read_hierarchy(written(tmp_path, "\n".join(lines)))
    settle(window)
    dialog = dialog_of(window)
    assert nodes(tab) == []
    assert dialog.state.plan.entry("column_ignored", "short") is not None
    dialog.ok.click()
    settle(window)
    assert nodes(tab)[0] == "N"


def test_a_code_list_is_shown_and_its_columns_are_chosen(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    page = window.page("data")
    assert isinstance(page, DataPage)
    variables = page.loaded_view.variables_tab
    page.loaded_view.show_tab(variables)
    variables.choose("kreis")
    lines = ["Nr;AGS;GEN;BEZ", *(f"{n};{place};{LABELS[n]};Kreis" for n, place in enumerate(PLACES))]
    variables.read_code_list(written(tmp_path, "\n".join(lines)))
    settle(window)
    dialog = dialog_of(window)
    assert dialog.windowTitle() == "Read code list: tree.csv"
    pick(dialog.heads.combos[0], "ignored")
    settle(window)
    pick(dialog.heads.combos[1], "code")
    settle(window)
    pick(dialog.heads.combos[2], "label")
    settle(window)
    assert dialog.nodes.index_of("09162").data() == "München"
    dialog.ok.click()
    settle(window)
    entry = next(entry for entry in tab.entries if entry.name == "kreis")
    assert [category.label.de for category in entry.categories] == LABELS
