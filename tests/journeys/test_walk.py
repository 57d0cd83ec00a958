"""A walk over the accessibility bus: every place of the window by Tab alone, as a screen reader is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="the client of the accessibility bus is in the environment that dev.py makes")

from tests.journeys.ear import Buses, Ear
from tests.journeys.screen import Screen
from tests.journeys.steps import go_to_tab, tab_to
from tests.journeys.telling import HeardProgram, Telling
from tests.journeys.walking import Walk, focus, messages, opened, said_of
from tests.kit.places import PLACES

KINDS = (("de", "light"), ("en", "dark"))
KNOWN_MENUS: set[str] = set()


Go = Callable[..., HeardProgram]


@pytest.fixture
def go(screen: Screen, buses: Buses, cache: Path, tmp_path: Path) -> Iterator[Go]:
    """Starts the window at a place, with an ear."""
    running: list[HeardProgram] = []
    ear = Ear(buses)

    def begin(place: str, language: str = "de", theme: str = "light") -> HeardProgram:
        screen.mouse = False
        folder = tmp_path / "place"
        folder.mkdir()
        telling = Telling(screen, language)
        arguments = (place, language, theme, str(folder))
        program = HeardProgram(
            telling, buses, ear, tmp_path / "home", cache, *arguments, language=language, script="at_place.py"
        )
        running.append(program)
        program.spoken()
        return program

    yield begin
    ear.close()
    assert "".join(program.close() for program in running) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS, ids="-".join)
@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_told_at_each_step(go: Go, place: str, kind: tuple[str, str]) -> None:
    walk = Walk(go(place, *kind), KNOWN_MENUS)
    walk.write("-".join((place, *kind)))
    assert walk.lacking() == {}


def test_the_page_of_tables_is_told_at_each_step_and_each_page_says_its_name_and_nothing_twice(go: Go) -> None:
    program = go("table")
    assert Walk(program).lacking() == {}
    names = {
        "2": "Freigabe", "3": "Daten", "4": "Verfahren", "5": "Qualität & Risiko", "1": "Tabellen",
        "comma": "Einstellungen",
    }  # fmt: skip
    for key, name in names.items():
        spoken = said_of(program, f"ctrl+{key}" if key == "comma" else f"alt+{key}")
        assert spoken[0].startswith(f"Seite {name}"), spoken
        assert len(spoken) == len(set(spoken)) <= 3, spoken


@pytest.mark.thorough
def test_editors_lead_the_keyboard_back_and_what_is_wrong_is_said_at_once_and_by_its_field(go: Go) -> None:
    program = go("studio")
    tab_to(program, "matrix", "shift+Tab")
    said_of(program, "Down", "Down", "Right")
    there = program.ask("window")["focus_id"]
    (editor,) = said_of(program, "F2")
    assert "Drehfeld" in editor
    (back,) = said_of(program, "Escape")
    assert back.startswith("Übergangsmatrix, Diagramm")
    assert program.ask("window")["focus_id"] == there

    tab_to(program, "put-in-force", "shift+Tab")
    program.spoken()
    button = program.ask("window")["focus_id"]
    assert "Entschieden von" in said_of(program, "space")[0]
    wrong = "Entscheidendes Gremium und Datum angeben."
    tab_to(program, "decision:force")
    program.spoken()
    assert f"! {wrong}" in said_of(program, "space")
    assert program.ask("window")["focus"][0] == "decision:body"
    assert said_of(program, "Tab", "shift+Tab")[-1].endswith(f", ungültige Eingabe, leer, {wrong}")
    tab_to(program, "decision:cancel")
    said_of(program, "space")
    assert program.ask("window")["focus_id"] == button

    tab_to(program, "parameter:D", "shift+Tab")
    program.spoken()
    program.screen.write("abc")
    program.spoken()
    (refused,) = [line for line in said_of(program, "Tab") if line.startswith("! ")]
    assert "„abc“" in refused


# --- menus and tabs ---------------------------------------------------------------------------------------------------

MENU_BARS = ("start", "table", "handed_in", "variables", "studio", "evaluated", "settings")


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("place", MENU_BARS)
def test_every_menu_of_the_menu_bar_says_its_entries_and_leads_back(go: Go, place: str, language: str) -> None:
    program = go(place, language)
    said_of(program, "Tab")
    there, walk = focus(program), Walk(program, steps=0)
    names: list[str] = []
    bar = program.ask("bar")
    for letter in bar["letters"]:
        told = opened(program, f"alt+{letter}")
        assert program.ask("menu"), (letter, told)
        names.append(program.ask("menu")["title"])
        told += walk.entries()
        assert any(line.startswith(f"* {names[-1]}") for line in told), told
        walk.menus += told
        said_of(program, "Escape", "Escape")
        assert focus(program) == there, names[-1]
    assert names == bar["menus"]
    assert walk.wrong == []
    walk.write(f"menus-{place}-{language}")


TABS = {"table": 2, "variables": 7, "studio": 8, "evaluated": 3}


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("place", TABS)
def test_every_tab_says_its_name_and_which_of_how_many_it_is(go: Go, place: str, language: str) -> None:
    program = go(place, language)
    _tab_to_tabs(program)
    words = {"de": ("Registerkarte", "von"), "en": ("page tab", "of")}[language]
    for at, name in enumerate(program.ask("tabs")["tabs"]):
        spoken = said_of(program, "Right") if at else said_of(program, "Home")
        assert program.ask("tabs")["current"] == name, spoken
        assert at == 0 or spoken[0].startswith(f"{name}, {words[0]}"), spoken
        assert at == 0 or spoken[0].endswith(f"{at + 1} {words[1]} {TABS[place]}"), spoken


def _tab_to_tabs(program: HeardProgram) -> None:
    for _ in range(30):
        said_of(program, "Tab")
        if program.ask("window")["focus"][2:] == ["QTabBar"]:
            return
    raise AssertionError("Tab leads to no row of tabs")


# --- actions ----------------------------------------------------------------------------------------------------------

# At a place: to what Tab leads ("<": backwards; "": where the keyboard is), which keys, and what is announced of them,
# each by how it begins.
ACTIONS: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {
    "undo": ("table", "", ("ctrl+z",), ("* Rückgängig gemacht: ", "* Tabelle: 3 Zeilen, 6 Spalten.")),
    "redo": ("table_on_sheets", "", ("ctrl+z", "ctrl+y"),
             ("* Rückgängig gemacht: ", "* Tabelle: ", "* Vor der Veröffentlichung prüfen.", "* Wiederhergestellt: ",
              "* Tabelle: ", "* Vor der Veröffentlichung prüfen.")),
    "out": ("table", "Area, Spalten, 1 von 1", ("Delete",),
            ("* Area entfernen", "* Tabelle: ", "* Vor der Veröffentlichung prüfen.")),
    "size": ("table", "", ("ctrl+plus",), ("* Schriftgröße 125 %",)),
    "cell": ("look_up", "<table", ("Down",), ("* Datensätze n = ",)),
    "find": ("finding", "", ("Return",), ("* 2 von ",)),
    "value": ("quantile_editor", "value:percent", ("Up",), ("* Tabelle: ",)),
    "cube": ("data_cube", "cube:sex", ("space",), ("* 2 Ränder mit 6 möglichen Feldern",)),
    "point": ("studio", "<matrix", ("Right",), ("* i = ",)),
    "judge": ("accepting_sums", "<sum-floor", ("space",), ("* Der Mindestschutz ist mit p = 10 % nicht ",)),
    "cell of sums": ("accepting_sums", "sum-cell", ("Down",), ("* 0; Summe von ",)),
    "measure": ("decision", "floor:measure", ("space",), ("* 7 von 13 Punkten ansehen. Angriff mit ",)),
    "profile": ("profile", "Merkmale mit ihren Profilen", ("Down",), ("* Gliederungsmerkmal",)),
    "evaluate": ("not_evaluated", "", ("ctrl+Return",), ()),
    "submit": ("handing_in", "", ("ctrl+Return",), ("* Nr. 1 eingereicht.", "* Excel-Arbeitsmappe · Seite 1 von 1")),
    "release": ("handed_in", "Freigeben", ("space",),
                ("* Nr. 1 ist freigegeben.", "* Excel-Arbeitsmappe · Seite 1 von 1")),
    "take over": ("importing", "", ("ctrl+Return",), ("* 200 Datensätze aus „people.csv“ wurden übernommen.",)),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_announced_once_and_the_keyboard_is_where_it_says(go: Go, name: str) -> None:
    place, to, keys, wanted = ACTIONS[name]
    program = go(place)
    if to:
        tab_to(program, to.removeprefix("<"), "shift+Tab" if to.startswith("<") else "Tab")
        program.spoken()
    spoken = said_of(program, *keys)
    program.wait(lambda: not program.ask("window")["busy"], "no work is under way")
    spoken += program.spoken()
    told = messages(spoken)
    assert len(told) == len(wanted), spoken
    assert [line for line, begin in zip(told, wanted, strict=True) if not line.startswith(begin)] == []
    assert program.reader.focus is not None
    assert program.reader.focus.name.strip(), spoken


# --- what is wrong ----------------------------------------------------------------------------------------------------

# At a place: to which field Tab leads, what is written there, on which button the space bar is pressed then ("": none;
# the keyboard leaves the field by Tab), and how the one sentence begins that is said of it.
WRONG: dict[str, tuple[str, str, str, str, str]] = {
    "modulus": ("database", "Modulus der Keys", "abc", "", "Schreiben Sie den Modul als ganze Zahl"),
    "targets": ("studio", "parameter:blocked", "xyz", "", ""),
    "sigma": ("sums", "σ1", "abc", "", "„a“ lässt sich nicht als Zahlen lesen."),
    "bounds": ("derived_variable", "<Klassengrenzen", "abc", "", ""),
    "bases": ("not_evaluated", "evaluation:bases", "abc", "", ""),
    "day": ("periods", "Stichtag", "abc", "", ""),
    "reason of keys": ("new_keys", "Begründung", "", "Neue Record-Keys erzeugen", ""),
    "second person": ("accepting_sums", "<sums:second", "", "sums:accept", "Das Register braucht den Namen der Person"),
    "reason": ("handed_in", "release:remark", "", "Zurückgeben", "Es fehlt die Begründung."),
    "passphrase": ("unlock", "Passphrase", "falsch", "Öffnen", "Diese Passphrase oder Schlüsseldatei öffnet keine"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_entry_is_said_at_once_and_by_its_field_when_the_keyboard_comes_back(go: Go, name: str) -> None:
    place, field, text, button, begin = WRONG[name]
    program = go(place)
    if name == "bases":  # they are on the last tab
        go_to_tab(program, "Was gemessen wird", keys=True)
    if name == "targets":  # they are folded away
        tab_to(program, "Weitere Vorgaben")
        said_of(program, "space")
    tab_to(program, field.removeprefix("<"), "shift+Tab" if field.startswith("<") else "Tab")
    program.spoken()
    program.screen.keys("ctrl+a")
    if text:
        program.screen.write(text)
    spoken = program.spoken()
    if button:
        tab_to(program, button)
        program.spoken()
    spoken += said_of(program, "space" if button else "Tab")
    told = [line for line in messages(spoken) if line.startswith("! ")]
    assert len(told) == 1, spoken
    assert begin in told[0]
    if field.removeprefix("<") not in program.ask("window")["focus"][:2]:
        tab_to(program, field.removeprefix("<"), "shift+Tab")
        back = program.spoken()
    else:
        back = said_of(program, "Tab", "shift+Tab")
    assert "ungültige Eingabe, " in back[-1], back
