"""Values in the real window: a share by drag, its base by keys, a column's width by its edge, all undone by name."""

from __future__ import annotations

from tests.journeys.conftest import Start
from tests.journeys.screen import Program


def wait_undo(program: Program, name: str) -> None:
    program.wait(lambda: program.table()["undo"] == f"Rückgängig: {name}", f"the last step is {name}")


def halves_up(above: int, below: int) -> int:
    """Per thousand, whole."""
    return (2000 * above + below) // (2 * below)


def test_a_share_by_drag_its_base_by_keys_and_a_width_by_the_edge_of_a_column(start: Start) -> None:
    program = start("--sample")
    counts = program.table()["figures"][0]
    # Below three magnitudes and what can be made of them, it is out of sight on a small screen.
    program.screen.wheel(program.widget("variables")["rect"], 20)
    program.drag(program.entry("share"), "shelf:values")
    wait_undo(program, "Wert Anteil in % hinzufügen")
    assert program.ask("table")["values"] == ["count", "share"]
    rows = program.ask("table")["row_texts"]
    whole = next(place for place, texts in enumerate(rows) if set(texts) == {"Insgesamt"})
    total = counts[whole][-1]
    shares = program.table()["figures"][1]
    assert shares == [[halves_up(figure, total) for figure in line] for line in counts]

    program.click("chip:values:1")
    program.screen.keys("Return")
    program.wait(lambda: program.ask("menu"), "the menu of the value is open")
    program.screen.keys("Down", "Return")
    program.wait(lambda: program.ask("window")["kind"] == "ValueEditor", "the editor is open")
    program.screen.keys("Tab", "Down", "Escape")  # past what is counted: the number, or sums of one of three magnitudes
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the editor closes")
    wait_undo(program, "Wert Anteil in % ändern")
    shares = program.table()["figures"][1]
    assert shares == [[halves_up(figure, line[-1]) for figure in line] for line in counts]

    left, top, width, _ = program.ask("cell", 0, 1)["rect"]
    program.screen.drag((left + width - 1, top - 10), (left + width + 59, top - 10))
    wait_undo(program, "Spaltenbreite")
    program.wait(lambda: program.ask("cell", 0, 1)["rect"][2] > width + 40, "the column is wider")
    program.screen.keys("ctrl+z")
    wait_undo(program, "Wert Anteil in % ändern")
    assert program.ask("cell", 0, 1)["rect"][2] == width
    program.screen.keys("ctrl+z")
    wait_undo(program, "Wert Anteil in % hinzufügen")
    program.screen.keys("ctrl+z")
    program.wait(lambda: program.table()["values"] == ["count"], "only the number is left")
    assert program.table()["figures"][0] == counts
    program.quit()
