"""Settings: declared once, kept in a file, nothing confidential."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from ckmcore.messages import SENTENCES
from ckmcore.office.settings import Office
from ckmcore.office.settings_file import read_office
from ckmdesk.base.settings import RECENT_LIMIT, SETTINGS, Recent, Settings, allows

KEPT = Path(__file__).parent / "kept"
"""Settings as each version of their form wrote them; these files are never changed."""


def entry(number: int) -> Recent:
    opened = "2026-11-21T09:12:00+01:00"
    return Recent(f"/data/{number}.ckm", ("Title", "Titel"), ("2025", "2025"), "cell_key", 0, opened)


def test_what_is_set_is_there_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    first = Settings(file)
    first.set("language", "de")
    first.set("theme", "dark")
    first.remember(entry(1))
    first.geometry = QByteArray(b"\x00\x01place")
    first.sync()
    second = Settings(file)
    assert (second.language, second.theme, second.role) == ("de", "dark", "methodologist")
    assert second.recent == (entry(1),)
    assert second.geometry == QByteArray(b"\x00\x01place")


def test_every_default_is_an_allowed_value() -> None:
    assert [setting.name for setting in SETTINGS if setting.choices and setting.default not in setting.choices] == []
    assert [setting.name for setting in SETTINGS if not allows(setting, setting.default)] == []
    assert {setting.title.code for setting in SETTINGS} <= {*SENTENCES}


def test_a_value_that_is_not_allowed_is_refused_and_one_in_the_file_is_the_default(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    file.write_text("[General]\ntheme=pink\nrecent=nonsense\n", encoding="utf-8")
    settings = Settings(file)
    assert settings.theme == "system"
    assert settings.recent == ()
    with pytest.raises(ValueError, match="theme"):
        settings.set("theme", "pink")


def test_a_value_from_the_command_line_holds_for_this_run_only(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    settings = Settings(file)
    settings.set("language", "en")
    settings.overrule("language", "de")
    assert settings.language == "de"
    settings.sync()
    assert Settings(file).language == "en"


def test_listeners_hear_the_name_of_what_changed_and_nothing_when_it_did_not(settings: Settings) -> None:
    heard: list[str] = []
    settings.listeners.append(heard.append)
    settings.set("language", "de")
    settings.set("language", "de")
    assert heard == ["language"]


def test_the_last_opened_statistic_stands_first_and_once_and_the_list_ends(settings: Settings) -> None:
    for number in (1, 2, 1):
        settings.remember(entry(number))
    assert [known.path for known in settings.recent] == ["/data/1.ckm", "/data/2.ckm"]
    settings.forget("/data/1.ckm")
    assert [known.path for known in settings.recent] == ["/data/2.ckm"]
    for number in range(100):
        settings.remember(entry(number))
    assert len(settings.recent) == RECENT_LIMIT


# --- upgrades ------------------------------------------------------------------------------------------------------


def test_settings_of_every_earlier_version_are_kept(tmp_path: Path) -> None:
    for version in (0, 1):  # 0: before the file named its version
        folder = tmp_path / str(version)
        folder.mkdir()
        for name in (f"settings_{version}.ini", "office_1.ckmoffice"):
            target = folder / name.replace(f"_{version}.ini", ".ini").replace("_1.ckm", ".ckm")
            target.write_bytes((KEPT / name).read_bytes())
        found = Settings(folder / "settings.ini")
        assert (found.language, found.theme, found.role, found.person) == ("de", "dark", "clerk", "Käthe Öz")
        assert found.recent == (entry(2), entry(1))
        assert found.geometry == QByteArray(b"\x00\x01place")
        assert (found.limits.threads, found.limits.memory) == ((2, 1024) if version else (0, 0))
        assert found.office == read_office(KEPT / "office_1.ckmoffice") != Office()
        found.set("theme", "light")
        found.sync()
        again = Settings(folder / "settings.ini")
        assert (again.theme, again.person, again.recent) == ("light", "Käthe Öz", (entry(2), entry(1)))
        assert "version=1" in (folder / "settings.ini").read_text(encoding="utf-8")


def test_an_older_program_loses_nothing_of_a_later_ones_settings(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    file.write_text("[General]\nversion=9\ntheme=contrast\nsounds=off\n", encoding="utf-8")
    found = Settings(file)
    assert found.theme == "system"
    found.set("person", "Anna")
    found.sync()
    kept = file.read_text(encoding="utf-8").splitlines()
    assert {"version=9", "theme=contrast", "sounds=off", "person=Anna"} <= set(kept)


def test_a_file_of_the_office_that_cannot_be_read_is_put_aside_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "office.ckmoffice"
    later = '{"form": "ckm office", "version": 99, "settings": {"font": "Arial"}}'
    file.write_text(later, encoding="utf-8")
    found = Settings(tmp_path / "settings.ini")
    assert found.office == Office()
    assert file.read_text(encoding="utf-8") == later
    found.offices.set(Office(font="Courier"))
    assert (tmp_path / "office-not-read.ckmoffice").read_text(encoding="utf-8") == later
    assert read_office(file) == Office(font="Courier")
