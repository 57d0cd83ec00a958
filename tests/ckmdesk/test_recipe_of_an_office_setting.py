"""docs/contributing.md, "A setting of the office": a line that pages print, a number and a choice, made up."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.kit.followed import files_of_recipe, follow, made_window, run_apart

RECIPE = {
    "ckmcore/office/settings.py": [
        (
            '    one_workbook: bool = setting("files", "switch", False, seen=False)\n',
            '    contact: Texts = setting("files", "texts", Texts(), check=_line_fault, seen=True)\n'
            '    most_rows: int = setting("files", "number", 5000, between=(10, 20_000), seen=False)\n'
            '    order: Literal["up", "down"] = setting("files", "choice", "up", seen=False)\n',
        )
    ],
    "ckmcore/formats/write_html.py": [
        (
            '    yield from (f"<p>{escape(text)}</p>\\n" for text in document.notes)\n',
            "    if office.contact.text(language):\n"
            '        yield f"<p>{escape(office.contact.text(language))}</p>\\n"\n',
        )
    ],
}
TEXTS = {
    "ckmcore/messages/offices.py": [
        (
            '    "office_name": ("Name", "Name"),\n',
            '    "office_contact": ("Contact line", "Kontaktzeile"),\n'
            '    "office_contact_help": ("Below the notes of pages.", "Unter den Hinweisen von Seiten."),\n'
            '    "office_most_rows": ("Rows at most", "Zeilen höchstens"),\n'
            '    "office_most_rows_help": ("Of a list.", "Einer Liste."),\n'
            '    "office_order": ("Order of lists", "Folge der Listen"),\n'
            '    "office_order_help": ("Of files.", "Von Dateien."),\n'
            '    "office_order_up": ("Rising", "Steigend"),\n'
            '    "office_order_down": ("Falling", "Fallend"),\n',
        )
    ]
}
PERSONS = {
    "ckmcore/office/person_settings.py": [
        (
            '    own("person", "text", "", "own"),\n',
            '    own("sounds", "choice", "off", "own", choices=("off", "on")),\n'
            '    own("lines", "number", "20", "own", between=(5, 2000)),\n',
        )
    ],
    "ckmcore/office/policy.py": [
        (
            "    person: str | None = None\n",
            '    sounds: Literal["off", "on"] | None = None\n    lines: int | None = None\n',
        )
    ],
    "ckmcore/messages/desk.py": [
        (
            '    "own_language": ("Language", "Sprache"),\n',
            '    "own_sounds": ("Sounds", "Töne"),\n'
            '    "own_sounds_help": ("When a search ends.", "Wenn eine Suche endet."),\n'
            '    "own_sounds_off": ("Off", "Aus"),\n'
            '    "own_sounds_on": ("On", "An"),\n'
            '    "own_lines": ("Lines", "Zeilen"),\n'
            '    "own_lines_help": ("Of a list.", "Einer Liste."),\n',
        )
    ],
}
POLICY = b'{"form": "ckm policy", "version": 1, "office": {"order": "down", "most_rows": 12000}}'


def on_the_page(folder: Path) -> None:
    """A row with title, help and control, found by the search; what is edited is checked, kept and read again."""
    follow({**RECIPE, **TEXTS})
    from ckmcore.base.texts import Texts
    from ckmcore.office.policy import parse_policy
    from ckmdesk.base.settings import Settings
    from ckmdesk.pages.settings.page import SettingsPage

    window = made_window(folder)
    window.go_to("settings")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    for name, title in (("contact", "Contact line"), ("most_rows", "Rows at most"), ("order", "Order of lists")):
        assert page.rows[f"office_{name}"].title.text() == title
        assert page.editors[f"office_{name}"].focusProxy().accessibleName().startswith(title)
    page.search.setText("rows most")
    shown = [name for name, row in page.rows.items() if row.title.isVisibleTo(page)]
    assert shown == ["office_most_rows"]
    page.search.clear()

    offices = window.settings.offices  # type: ignore[attr-defined]
    box = page.editors["office_most_rows"].box  # type: ignore[attr-defined]
    assert box.value() == 5000
    box.setValue(15_000)
    box.editingFinished.emit()
    assert offices.office.most_rows == 15_000
    page.editors["office_most_rows"].edited.emit(20_001)
    assert "10 to 20,000" in page.rows["office_most_rows"].fault.text().replace("\u2009", ",")
    assert offices.office.most_rows == 15_000
    page.editors["office_order"].edited.emit("down")
    page.editors["office_contact"].edited.emit(Texts("Call us", "Rufen Sie an"))
    assert page.editors["office_order"].box.currentText() == "Falling"  # type: ignore[attr-defined]
    again = Settings(folder / "settings.ini").office
    assert (again.contact.de, again.most_rows, again.order) == ("Rufen Sie an", 15_000, "down")  # type: ignore[attr-defined]

    # Handed on to other desks, taken over, and locked where the policy of a computer decides it.
    page.hand_on_to(folder / "desks.ckmoffice")
    offices.set(replace(again, contact=Texts(), order="up"))
    page.take_over(folder / "desks.ckmoffice")
    assert offices.office == again
    locked = Settings(folder / "locked" / "settings.ini", parse_policy(POLICY, Path("policy.json")))
    assert (locked.office.order, locked.office.most_rows) == ("down", 12_000)  # type: ignore[attr-defined]
    assert locked.locked("office_order")
    assert not locked.locked("office_contact")


def of_a_person(folder: Path) -> None:
    """A setting of a person: on the page, checked, kept, decided by a policy."""
    follow(PERSONS)
    from ckmcore.office.policy import parse_policy
    from ckmdesk.base.settings import Settings
    from ckmdesk.pages.settings.page import SettingsPage
    from tests.kit.fails import fails

    window = made_window(folder)
    window.go_to("settings")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    assert [page.rows[name].title.text() for name in ("sounds", "lines")] == ["Sounds", "Lines"]
    page.search.setText("search ends")
    assert [name for name, row in page.rows.items() if row.title.isVisibleTo(page)] == ["sounds"]
    page.search.clear()
    lines = page.editors["lines"].box  # type: ignore[attr-defined]
    assert lines.value() == 20
    lines.setValue(1500)
    lines.editingFinished.emit()
    page.editors["lines"].edited.emit(4)
    assert "5 to 2,000" in page.rows["lines"].fault.text()
    page.editors["sounds"].edited.emit("on")
    window.settings.sync()  # type: ignore[attr-defined]
    again = Settings(folder / "settings.ini")
    assert (again.value("sounds"), again.value("lines")) == ("on", "1500")
    decided = b'{"form": "ckm policy", "version": 1, "desk": {"sounds": "off", "lines": 30}}'
    locked = Settings(folder / "settings.ini", parse_policy(decided, Path("policy.json")))
    assert (locked.value("sounds"), locked.value("lines"), locked.locked("lines")) == ("off", "30", True)
    with fails("policy_faulty") as caught:
        parse_policy(decided.replace(b"30", b"3"), Path("policy.json"))
    assert "$.desk.lines: from 5 to 2,000" in caught.value.text("en")


def by_command_and_in_files(folder: Path) -> None:
    """Read from a file and checked by `ckm`; told by `ckm policy`; printed where it is printed, and searched there."""
    follow({**RECIPE, **TEXTS})
    import ckmcore as ckm
    from ckmcore.base.texts import Texts
    from ckmcore.cli import main
    from ckmcore.formats.export import export_files
    from ckmcore.office.settings import PLAIN, Office
    from ckmcore.office.settings_file import parse_office, write_office
    from tests.kit.cube_tables import STATISTIC, data
    from tests.kit.statistic_files import TABLES, write_statistic

    office = Office(contact=Texts("Call us", "Rufen Sie an"), most_rows=40 * 100, order="down")  # type: ignore[call-arg]
    write_office(folder / "office.ckmoffice", office)
    assert parse_office((folder / "office.ckmoffice").read_bytes(), "x") == office
    # Registers of before verify: without a decision nothing changes; what files show does.
    assert PLAIN.content_hash == "3f4a4ce47973754ea927fe661396550fba3bd7e84ff1dfbb7305e3c5190b2b9d"
    assert office.content_hash != PLAIN.content_hash
    assert replace(office, contact=Texts()).content_hash == PLAIN.content_hash

    draft = STATISTIC.draft(ckm.TableSpec("age", "sex"), data())
    for form, ending in (("html", "html"), ("xlsx", "xlsx"), ("csv", "csv")):
        path = export_files(draft, folder / f"t.{ending}", form=form, language="de", office=office)[0]  # type: ignore[arg-type]
        assert (b"Rufen Sie an" in path.read_bytes()) == (form == "html")

    path = write_statistic(folder, TABLES)

    def run(*arguments: str) -> tuple[int, str]:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return main(["--language", "en", *arguments]), said.getvalue()

    wrong = {"form": "ckm office", "version": 1, "settings": {"most_rows": 5, "order": "left", "contcat": {}}}
    (folder / "wrong.ckmoffice").write_text(json.dumps(wrong), encoding="utf-8")
    code, said = run("run", str(path), "--office", str(folder / "wrong.ckmoffice"), "-o", str(folder / "out"))
    assert code == 1
    for words in ("$.settings.most_rows", "10 to 20", "$.settings.order", "contcat"):
        assert words in said, said
    (folder / "policy.json").write_bytes(POLICY)
    code, said = run("policy", str(folder / "policy.json"))
    assert code == 0
    assert "office.order" in said, said
    assert "12000" in said, said


def test_the_recipe_names_its_files_and_at_most_four() -> None:
    assert files_of_recipe("A setting of the office") == ["ckmcore/office/settings.py"]


@pytest.mark.thorough
def test_a_setting_made_by_the_recipe_is_on_the_page(tmp_path: Path) -> None:
    run_apart(on_the_page, tmp_path)


@pytest.mark.thorough
def test_a_setting_of_a_person_is_on_the_page_kept_and_decided(tmp_path: Path) -> None:
    run_apart(of_a_person, tmp_path)


@pytest.mark.thorough
def test_a_setting_made_by_the_recipe_is_read_checked_printed_and_searched(tmp_path: Path) -> None:
    run_apart(by_command_and_in_files, tmp_path)
