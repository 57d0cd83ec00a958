"""docs/contributing.md, "A measure": its number, its interval, its worst cells; page, reports and command follow."""

from __future__ import annotations

import contextlib
import csv
import io
from pathlib import Path

from tests.kit.followed import files_of_recipe, follow, made_window, run_apart

RECIPE = {
    "ckmcore/lab/quality/measure_numbers.py": [
        (
            "# --- loss " + "-" * 109 + "\n",
            '''
def far_off(published: Published) -> Repeated:
    """How many figures are off by 2 or more."""
    counts = published.counts
    if counts is None:
        return {}
    off = np.abs(counts.published - counts.original) >= 2
    return {"far_off": (off if counts.shown is None else off & counts.shown).sum(axis=1).astype(np.float64)}


def all_cells(judged: Judged) -> Numbers:
    """How many cells the tables have, whatever is published."""
    return {} if judged.counts is None else {"all_cells": float(sum(judged.counts.cells.values()))}

''',
        )
    ],
    "ckmcore/lab/quality/measure_registry.py": [
        (
            "from ckmcore.lab.quality.measure_numbers import (\n",
            "    all_cells,\n    far_off,\n",
        ),
        (
            "MEASURES: tuple[QualityMeasure, ...] = (\n",
            '    QualityMeasure("far_off", "loss", 0, "#{|d| >= 2}", drawn=far_off,\n'
            '        worst=_DEVIATIONS, unit="cells", origin="own", criterion="loss"),\n'
            '    QualityMeasure("all_cells", "risk", 0, "#", of=all_cells, worst=None, exact=True),\n',
        ),
    ],
}
TEXTS = {
    "ckmcore/messages/evaluation.py": [
        (
            '    "measure_mean_deviation": ("deviation, mean", "Abweichung, Mittel"),\n',
            '    "measure_far_off": ("figures far off", "weit entfernte Werte"),\n'
            '    "measure_far_off_is": ("Figures that are off by 2 or more.", "Werte mit Abweichung ab 2."),\n'
            '    "measure_all_cells": ("all cells", "alle Felder"),\n'
            '    "measure_all_cells_is": ("Cells of the tables.", "Felder der Tabellen."),\n',
        )
    ]
}


def on_the_page(folder: Path) -> None:
    """A row with number and interval, worst cells, axes and the plane of D and V; the comparison of methods."""
    follow({**RECIPE, **TEXTS})
    from ckmcore.lab.quality.board import compare_methods
    from ckmdesk.lab.commands.evaluation import set_evaluation
    from ckmdesk.lab.models.evaluation_model import BoardModel
    from ckmdesk.lab.pages.quality.page import QualityPage
    from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
    from ckmdesk.lab.state.evaluation import variants_of
    from ckmdesk.state.session import Session
    from tests.kit.hands import settle
    from tests.kit.statistics import small_data, small_statistic

    window = made_window(folder)
    window.services.begin(small_statistic(), Session(data=small_data()))
    window.desk.run(set_evaluation(EvaluationChoice(bases=(5,), seconds=5, repetitions=50)))
    window.go_to("quality")
    settle(window)
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    page.compute()
    settle(window)
    board, pictures = page.board, page.pictures
    assert page.evaluation is not None
    at = board.model.row_of("far_off")
    assert at >= 0
    row = board.model.measure(at)
    assert row is not None
    place = next(number for number, spread in enumerate(row.spreads) if spread is not None)
    assert max(number or 0 for number in row.numbers) > 0
    worst = max(range(len(row.numbers)), key=lambda number: row.numbers[number] or 0)
    for variant in (place, worst):
        board.view.setCurrentIndex(board.model.index(at, variant))
        settle(window)
        assert "off by 2 or more" in board.meaning.text()
        assert ("95 of 100 times" in board.meaning.text()) == (row.spreads[variant] is not None)
    assert page.cells.model.rowCount() > 0
    assert "figures far off" in page.cells.heading.text_whole()
    axes = [pictures.loss.itemText(number) for number in range(pictures.loss.count())]
    assert "figures far off" in axes
    assert pictures.measure.findData("far_off") >= 0
    state, data = window.desk.state, window.desk.session.data
    assert data is not None
    compared = compare_methods(data, state.table.spec, variants_of(state, EVALUATION.of(state)), seconds=5)
    model = BoardModel(window.theme)
    model.show_board(compared, "en")
    assert "far_off" in {one.kind.code for one in model.rows if not isinstance(one, str)}
    assert window.jobs.wait_idle()


def by_command_and_in_reports(folder: Path) -> None:
    """`ckm evaluate`: told, and in HTML, workbook and CSV with interval and worst cells; docs/method.md lists it."""
    follow({**RECIPE, **TEXTS})
    import openpyxl

    import ckmcore as ckm
    from ckmcore.cli import main
    from ckmcore.lab.quality.evaluation import EvaluationRequest, TestTable
    from ckmcore.lab.quality.formulas import measures_listed
    from ckmcore.lab.quality.map import map_of
    from ckmcore.ptable import Design
    from ckmcore.statistic.file import open_statistic, save_statistic
    from ckmcore.statistic.model import SavedTable
    from tests.kit.agreement import SPEC, people
    from tests.kit.statistic_files import METHOD, write_statistic

    spec = ckm.TableSpec(["area"], ["sex"])
    path = write_statistic(folder, (SavedTable("Area, sex", spec),))
    made, stamp = open_statistic(path)
    save_statistic(made.put_in_force(METHOD, "2026-01-02", ckm.Decision("Board", "2026-01-02")), path, stamp)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["--language", "en", "evaluate", str(path), "-o", str(folder / "out"), "--repetitions", "20"]) == 0
    assert "figures far off" in out.getvalue()
    lines = list(csv.DictReader((folder / "out" / "evaluation.csv").open(encoding="utf-8")))
    mine = [line for line in lines if line["Measure"] == "figures far off"]
    assert any(line["Mean of repetitions"] and line["2.5 % of repetitions"] for line in mine)
    page = (folder / "out" / "evaluation.html").read_text(encoding="utf-8")
    assert page.count("figures far off") >= 3  # its row, its worst cells, its definition
    assert "off by 2 or more" in page
    book = openpyxl.load_workbook(folder / "out" / "evaluation.xlsx")
    holding = [sheet.title for sheet in book if any("figures far off" in map(str, line) for line in sheet.values)]
    assert len(holding) == 4, holding  # variants side by side, each table, worst cells, definitions
    assert "### `far_off`: figures far off" in measures_listed()

    # Exact, it colours the plane of D and V without an attack; a figure that is off is counted there, too.
    for code in ("all_cells", "far_off"):
        request = EvaluationRequest(monte_carlo=False, attack=False)
        plane = map_of(people(), [TestTable("t", SPEC)], Design(js=0), [2, 3], [1.0], code, asked=request)
        assert all(value for line in plane.values for value in line), plane.reasons


def test_the_recipe_names_its_files_and_at_most_four() -> None:
    assert files_of_recipe("A measure of quality or risk") == list(RECIPE)


def test_a_measure_made_by_the_recipe_is_on_the_page(tmp_path: Path) -> None:
    run_apart(on_the_page, tmp_path)


def test_a_measure_made_by_the_recipe_is_told_and_reported(tmp_path: Path) -> None:
    run_apart(by_command_and_in_reports, tmp_path)
