"""Story 3 in the real window: variants by mouse and by keys, compared, one put in force; files are dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.sample import sample_microdata
from tests.journeys.conftest import Start
from tests.journeys.figures import on_screen, protected
from tests.journeys.screen import Program, middle
from tests.journeys.steps import LINE, dragged_from, tab_to, wait_page

LAND, DEGREE = ckm.Level("university", depths=(0,), total="before"), ckm.Level("degree", depths=(0,))
SUBJECT = ckm.Level("subject", depths=(0,))
HANDLE = 7
MAGNITUDES = ("parity", "savings")


def wait_method(program: Program, what: str, **wanted: object) -> None:
    program.wait(
        lambda: {name: program.ask("method")[name] for name in wanted} == wanted,
        f"{what}: {wanted}, not {program.ask('method')}",
    )


def slide(program: Program, name: str, low: float, high: float, start: float, end: float) -> None:
    """Drag a slider's handle from one value to another; `low` and `high` are its ends."""
    left, top, width, _ = program.widget(f"slider:{name}")["rect"]

    def place(value: float) -> tuple[int, int]:
        share = (value - low) / (high - low)
        return round(left + HANDLE + (width - 2 * HANDLE) * share), top + 10

    program.screen.drag(place(start), place(end))


def expected_table(D: int, V: float, js: int) -> ckm.CellKeyMethod:
    return ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=D, V=V, js=js), 0.05, 1))


def test_variants_are_built_with_the_mouse_compared_on_the_sample_and_one_is_put_in_force(start: Start) -> None:
    program = start("--sample")
    before = on_screen(program.table())
    program.screen.keys("alt+4")
    wait_page(program, "method")
    wait_method(program, "the sample begins with two variants", variants=["A", "B"], design=[5, 3.0, 2])

    slide(program, "D", 1, 15, 5, 8)
    program.wait(lambda: program.ask("method")["design"][0] == 8, "the slider sets D")
    program.click("variant:1")
    wait_method(program, "B is chosen", chosen="B", design=[2, 1.08, 1])
    slide(program, "js", 0, 8, 1, 0)
    program.wait(lambda: program.ask("method")["design"][2] == 0, "the slider sets js")

    program.click("compare")
    wait_method(program, "A and B stand side by side", compared=[0, 1])
    program.idle()
    assert program.widget("compared:0")["rect"][2] > 200
    assert program.widget("compared:3")["rect"][2] > 100
    program.click("compare:close")
    wait_method(program, "the comparison ends", compared=[])

    program.click("variant:0")
    program.click("put-in-force")
    program.click("decision:body")
    program.screen.write("Methodik")
    program.click("decision:force")
    wait_method(program, "the decision is on record", decisions=["Methodik"])
    program.click("rail:tables")
    wait_page(program, "tables")
    after = on_screen(program.table())
    assert after == protected(
        sample_microdata("2025"), ckm.TableSpec(rows=[LAND, DEGREE], columns=[SUBJECT]), expected_table(8, 3.0, 2)
    )
    assert after != before


def test_a_probability_is_set_by_hand_with_the_mouse_and_an_impossible_one_is_mended(start: Start) -> None:
    program = start("--sample")
    program.table()
    program.screen.keys("alt+4")
    wait_page(program, "method")
    program.screen.click(program.ask("matrix_cell", 4, 4)["rect"], times=2)
    program.wait(lambda: program.ask("widget", "cell-p"), "the cell can be edited")
    program.screen.keys("ctrl+a")
    program.screen.write("0,4")
    program.screen.keys("Return")
    program.wait(lambda: not program.ask("widget", "cell-p"), "the probability is taken")
    program.idle()
    assert program.ask("method")["problem"] == ""
    assert program.ask("table")["undo"] == "Rückgängig: p(4 → 4) von Hand setzen"
    program.screen.click(program.ask("matrix_cell", 8, 13)["rect"], times=2)
    program.wait(lambda: program.ask("widget", "cell-p"), "the cell can be edited")
    program.screen.keys("ctrl+a")
    program.screen.write("0,9")
    program.screen.keys("Return")
    program.wait(lambda: program.ask("method").get("problem"), "the impossible probability is said")
    program.click("remedy")
    program.wait(lambda: program.ask("method").get("problem") == "", "the remedy makes it possible")


def test_by_keyboard_alone_a_variant_is_designed_and_put_in_force(start: Start) -> None:
    program = start("--sample")
    program.table()
    program.screen.keys("alt+4")
    wait_page(program, "method")
    tab_to(program, "parameter:D")
    program.screen.keys("ctrl+a")
    program.screen.write("4")
    program.screen.keys("Return")
    program.wait(lambda: program.ask("method")["design"][0] == 4, "D is typed")
    tab_to(program, "slider:V")
    program.screen.keys("Left", "Left")
    program.wait(lambda: program.ask("method")["design"][1] == 2.9, "the arrow keys move the slider of V")
    tab_to(program, "matrix")
    program.screen.keys("Down", "Down", "Right")
    program.screen.keys("F2")
    program.wait(lambda: program.ask("widget", "cell-p"), "F2 edits the cell of the matrix")
    program.screen.keys("Escape")
    program.wait(lambda: not program.ask("widget", "cell-p"), "Escape leaves it")
    tab_to(program, "put-in-force")
    program.screen.keys("Return")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["decision:body"], "the decision asks who decided")
    program.screen.write("Methodik")
    program.screen.keys("Return")
    wait_method(program, "the decision is on record", decisions=["Methodik"])


@pytest.mark.thorough
@pytest.mark.reference
def test_every_reference_table_is_read_by_drag_and_drop(start: Start, reference: Path) -> None:
    paths = sorted(path for path in (reference / "ptables").iterdir() if path.is_file())
    assert len(paths) == 15
    program = start("--sample")
    program.table()
    program.screen.keys("alt+4")
    wait_page(program, "method")
    left, top = 30, 300
    target = middle(program.widget("matrix")["rect"])
    with dragged_from(program, left, top, paths):
        for number, path in enumerate(paths):
            program.screen.drag((left + 60, top + number * LINE + LINE // 2), target)
            wait_method(program, f"{path.name} becomes the variant", file=path.name)
            program.idle()
            drawn = program.ask("method")["drawn"]
            assert drawn["rows"] > 1, path.name
            assert drawn["counts"] != any(word in path.name for word in MAGNITUDES), path.name
