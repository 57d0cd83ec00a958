"""docs/contributing.md, "An option of a table that is a checkbox": one that leaves rows out, and one that prints more.

Each is kept, undone, asked for by command, and in every form written, read back strictly and searched for leaks.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

from tests.kit.examples import FEW
from tests.kit.followed import files_of_recipe, follow, made_window, run_apart

# `first_row` shows the first row alone; `lettered` prints the letters of the columns below the head, and behind the
# labels of the rows that hold figures their number, a text that no table has.
RECIPE = {
    "ckmcore/tabulate/spec.py": [
        (
            "    hide_columns: bool = False\n",
            "    first_row: bool = field(default=False, metadata=LATER)\n"
            "    lettered: bool = field(default=False, metadata=LATER)\n",
        )
    ],
    "ckmcore/tabulate/layout.py": [
        (
            "    hides = not is_listed and (spec.presentation.hide_rows or spec.presentation.hide_columns)\n",
            "    if spec.presentation.first_row:\n"
            "        layout = replace(layout, rows=_kept_lines(layout.rows, np.arange(len(layout.rows)) == 0))\n",
        )
    ],
    "ckmcore/presentation/table_options.py": [
        (
            "    return [str(column + 1) for column in range(shape.columns)]\n",
            """

def _letters(shape: SheetShape) -> list[str]:
    return [f"({chr(97 + column % 26)})" for column in range(shape.columns)]


def _lines(shape: SheetShape) -> tuple[str, list[str]]:
    return "=Line", [f"line {row}" if holds else "" for row, holds in enumerate(shape.rows, start=1)]
""",
        ),
        (
            "OPTIONS: tuple[TableOption, ...] = (\n",
            '    TableOption("first_row"),\n    TableOption("lettered", head=_letters, stub=_lines),\n',
        ),
    ],
}
TEXTS = {
    "ckmcore/messages/tables.py": [
        (
            '    "option_hide_rows_step": ("empty rows", "leere Zeilen"),\n',
            '    "option_first_row": ("First row alone", "Nur die erste Zeile"),\n'
            '    "option_first_row_tip": ("The others are left out", "Ohne die anderen"),\n'
            '    "option_first_row_step": ("first row", "erste Zeile"),\n'
            '    "option_lettered": ("Letters of the columns", "Buchstaben der Spalten"),\n'
            '    "option_lettered_tip": ("Below the head", "Unter dem Kopf"),\n'
            '    "option_lettered_step": ("letters", "Buchstaben"),\n',
        )
    ]
}


def at_the_desk(folder: Path) -> None:
    """The option in the window: as a checkbox that is undone and done again, kept in both files, and read again."""
    follow({**RECIPE, **TEXTS})
    from ckmcore.statistic.file import open_statistic, save_statistic
    from ckmcore.statistic.table_file import read_table, write_table
    from ckmdesk.commands.tables import open_table, take_over_all
    from tests.kit.hands import settle, small_tables_page

    window = made_window(folder)
    page = small_tables_page(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    window.desk.run(open_table(statistic.tables[0]))
    settle(window)
    rows = page.model.rowCount()

    def ticked() -> tuple[bool, bool]:
        settle(window)
        page.presentation.refresh()
        return box.isChecked(), page.model.rowCount() == 1

    box = next(one for one in page.presentation.menu.actions() if one.text() == "First row alone")
    assert box.isCheckable()
    assert box.toolTip() == "The others are left out"
    assert ticked() == (False, False)
    box.trigger()
    assert ticked() == (True, True)
    assert window.menus.actions["undo"].text() == "Undo: first row"
    window.desk.undo()
    assert ticked() == (False, False)
    assert page.model.rowCount() == rows
    window.desk.redo()
    assert ticked() == (True, True)

    window.desk.run(take_over_all("2026-01-01T00:00:00+00:00", "Table %1"))
    statistic = window.desk.state.statistic
    assert statistic is not None
    save_statistic(statistic, folder / "with_option.ckm")
    kept, _ = open_statistic(folder / "with_option.ckm")
    assert [one.spec.presentation.first_row for one in kept.tables] == [True]  # type: ignore[attr-defined]
    write_table(folder / "with_option.ckmtable", kept.tables[0])
    assert read_table(folder / "with_option.ckmtable").spec == kept.tables[0].spec
    assert window.jobs.wait_idle()


def in_every_form(folder: Path) -> None:
    """Written, read back strictly and searched; pages of the window, too. The clipboard and the command have it."""
    follow({**RECIPE, **TEXTS})
    from PySide6.QtWidgets import QApplication

    import ckmcore as ckm
    from ckmcore.cli import main
    from ckmcore.errors import CkmError
    from ckmcore.formats.clipboard_content import copied
    from ckmcore.formats.export import export_files
    from ckmcore.formats.forms import FORMS
    from ckmcore.tabulate.spec import PRINTED, Presentation
    from tests.kit.cube_tables import STATISTIC, data
    from tests.kit.layouts import table

    app = QApplication([])
    specs = {
        "plain": ckm.TableSpec("age", ["sex", "term"]),
        "values in rows": ckm.TableSpec("age", "sex", values=["count", ckm.share("row")], values_on="rows"),
        "values beside one another": ckm.TableSpec("land", "sex", values=["count", ckm.share("row")]),
        "no rows": ckm.TableSpec([], "sex"),
        "no columns": ckm.TableSpec("land"),
        "sheets and blocks": ckm.TableSpec([ckm.Block((ckm.Level(name),)) for name in ("age", "land")], "sex", "term"),
        **{f"random {seed}": table(seed) for seed in (5, 10)},
    }
    shown = [
        ("plain", Presentation(lettered=True)),  # type: ignore[call-arg]
        ("printed", replace(PRINTED, lettered=True, numbered=True, leaders=True)),  # type: ignore[call-arg]
        ("first", Presentation(first_row=True, lettered=True)),  # type: ignore[call-arg]
    ]
    written = dict.fromkeys(FORMS, 0)
    for number, (name, spec) in enumerate(specs.items()):
        for kind_number, (kind, presentation) in enumerate(shown):
            try:
                draft = STATISTIC.draft(spec.with_changes(presentation=presentation), data())
            except CkmError:
                continue
            for form_number, form in enumerate(FORMS.values()):
                if FEW and (number + kind_number + form_number) % 3:  # each form with each table and with each kind
                    continue
                language = ("de", "en")[number % 2]
                path = folder / f"{number}-{kind}{form.ending}"
                try:
                    export_files(draft, path, language=language, form=form.name)  # type: ignore[arg-type]
                    written[form.name] += 1
                except CkmError as error:  # some forms cannot hold some tables, and say so
                    if error.code in ("leak_found", "export_file_faulty"):
                        raise AssertionError((name, kind, form.name, error.text("en"))) from error
    assert all(written.values()), written
    draft = STATISTIC.draft(specs["plain"].with_changes(presentation=shown[0][1]), data())
    lines = list(csv.reader(export_files(draft, folder / "t.csv", language="en")[0].open(encoding="utf-8")))
    assert any(line[2:4] == ["(a)", "(b)"] for line in lines), lines
    assert [line[1] for line in lines if len(line) > 2][-2:] == ["line 4", "line 5"]
    assert "line 1\t" in copied(draft, "en", range(2), range(2)).text

    # The command turns it on, names it, and refuses what is none.
    (folder / "people.csv").write_text("area,sex\n" + "a,m\nb,w\nb,w\nb,m\n" * 5, encoding="utf-8")
    asked = ["table", "--data", str(folder / "people.csv"), "--rows", "area", "--columns", "sex"]
    asked += ["--method", "rounding", "--base", "5", "--form", "layout", "-o", str(folder / "made.csv")]
    assert main(["--language=en", *asked, "--presentation", "lettered,hide-rows"]) == 0
    assert "(a),(b)" in (folder / "made.csv").read_text(encoding="utf-8")
    assert main(["--language=en", *asked, "--presentation", "letters"]) == 1
    assert main(["--language=en", *asked, "--presentation", "labels=codes,language=de"]) == 0
    assert "Insgesamt" in (folder / "made.csv").read_text(encoding="utf-8")
    app.processEvents()


def test_the_recipe_names_its_files_and_at_most_four() -> None:
    assert files_of_recipe("An option of a table that is a checkbox") == list(RECIPE)
    assert 0 < len(RECIPE) <= 4


def test_an_option_made_by_the_recipe_works(tmp_path: Path) -> None:
    run_apart(at_the_desk, tmp_path)


def test_an_option_made_by_the_recipe_is_in_every_form_that_is_read_and_searched(tmp_path: Path) -> None:
    run_apart(in_every_form, tmp_path)
