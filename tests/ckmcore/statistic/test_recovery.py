"""Work that was not saved: kept sealed as its file is, offered only where that file is still the same."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.guard import UNGUARDED
from ckmcore.statistic.image import TagWrong
from ckmcore.statistic.recovery import (
    all_unsaved,
    find_unsaved,
    forget_unsaved,
    is_made_from,
    keep_unsaved,
    read_unsaved,
    unsaved_folder,
)
from ckmcore.statistic.seal import Secret, make_seal
from tests.kit.fails import fails
from tests.kit.former_versions import statistic_of_version_7

METHOD = Secret.passphrase("noch eine andere Zeile")
PLAIN = replace(statistic_of_version_7(), workspace='{"variant": "Bleistift"}')
SEALED = replace(PLAIN, seal=make_seal({"methodologist": METHOD})[0])
NOON = "2026-11-24T12:00:00+01:00"


@pytest.mark.parametrize("statistic", [PLAIN, SEALED], ids=["plain", "sealed"])
def test_what_was_not_saved_comes_back_as_long_as_the_file_is_the_one_it_was_made_from(
    statistic: object, tmp_path: Path
) -> None:
    made = PLAIN if statistic is PLAIN else SEALED
    path, folder = tmp_path / "s.ckm", unsaved_folder()
    stamp = save_statistic(made, path)
    changed = replace(made, title=Texts.same("Changed"))
    keep_unsaved(changed, stamp.guard, NOON, str(path), folder)
    opened, again = open_statistic(path, METHOD if made.seal else None)
    (found,) = find_unsaved(opened.identity, again.guard, folder)
    assert is_made_from(found, again.guard)
    assert (found.time, found.path, found.generation) == (NOON, str(path), 1)
    assert read_unsaved(found, folder, opened.seal) == changed
    later = save_statistic(opened, path, again)
    assert not is_made_from(found, later.guard)
    newer = keep_unsaved(changed, later.guard, "2026-11-24T11:00:00+01:00", str(path), folder, "b")
    assert find_unsaved(opened.identity, later.guard, folder) == (newer, found)
    assert find_unsaved(opened.identity, again.guard, folder) == (found, newer)
    forget_unsaved(found.identity, found.keeper, folder)
    assert all_unsaved(folder) == (newer,)
    with fails("ckm_missing"):
        read_unsaved(found, folder, None)


def test_a_sealed_statistic_is_sealed_there_too_and_nobody_changes_it(tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    made = keep_unsaved(SEALED, UNGUARDED, NOON, "", folder)
    (kept,) = folder.iterdir()
    content = kept.read_bytes()
    assert b"Bleistift" not in content
    assert PLAIN.secret.encode() not in content
    assert SEALED.seal is not None
    other = replace(SEALED.seal, data_key=bytes(32))
    with pytest.raises(TagWrong):
        read_unsaved(made, folder, other)
    keep_unsaved(PLAIN, UNGUARDED, NOON, "", tmp_path / "other")
    (plain,) = (tmp_path / "other").iterdir()
    kept.write_bytes(plain.read_bytes())
    with fails("ckm_not_sealed"):
        read_unsaved(made, folder, SEALED.seal)
    if os.name == "posix":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "other" / plain.name).stat().st_mode) == 0o600


def test_what_is_damaged_or_of_another_statistic_is_not_offered(tmp_path: Path) -> None:
    folder = tmp_path / "unsaved"
    assert all_unsaved(folder) == ()
    made = keep_unsaved(PLAIN, UNGUARDED, NOON, "", folder)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    assert [one.title for one in all_unsaved(folder)] == [(PLAIN.title.text("en"), PLAIN.title.text("de"))]
    assert find_unsaved("0" * 32, UNGUARDED, folder) == ()
    for content in (b"", b"\xff\n", whole[:40], b"[" * 90_000 + b"\n", whole.replace(b'keeper":""', b'keeper":"../x"')):
        kept.write_bytes(content)
        assert find_unsaved(PLAIN.identity, UNGUARDED, folder) == ()
        assert all_unsaved(folder) == ()
    kept.write_bytes(whole[:-5000])
    with fails("ckm_damaged"):
        read_unsaved(made, folder, None)
    with pytest.raises(ValueError, match=r"\.\."):
        forget_unsaved("../../x", made.keeper, folder)
