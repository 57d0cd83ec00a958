"""Compiled loops are read back as code: only from a folder that nobody else can write."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ckmcore.tabulate.kernel import cache_folder, is_own

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def test_the_folder_of_compiled_loops_is_made_for_its_user_alone(base: Path) -> None:
    found = cache_folder("loops")
    assert found is not None
    assert found.parent == base / "ckmdesk"
    assert [one.stat().st_mode & 0o777 for one in (found, found.parent)] == [0o700, 0o700]
    assert cache_folder("loops") == found
    assert list(found.iterdir()) == []


@pytest.mark.parametrize("rights", [0o720, 0o702, 0o777, 0o755])
def test_a_folder_that_others_may_enter_is_not_used(base: Path, rights: int) -> None:
    found = cache_folder("loops")
    assert found is not None
    assert found.is_relative_to(base)
    found.chmod(rights)
    assert cache_folder("loops") is None


def test_a_folder_that_others_may_replace_is_not_used(base: Path) -> None:
    assert cache_folder("loops") is not None
    base.chmod(0o775)
    assert cache_folder("loops") is None
    base.chmod(0o1777)  # nobody renames what belongs to others there
    assert cache_folder("loops") is not None


def test_the_folder_above_is_closed_to_others_where_a_umask_left_it_open(base: Path) -> None:
    (base / "ckmdesk").mkdir()
    (base / "ckmdesk").chmod(0o775)
    assert cache_folder("loops") is not None
    assert (base / "ckmdesk").stat().st_mode & 0o777 == 0o755


def test_a_folder_of_another_user_is_not_used(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = cache_folder("loops")
    assert found is not None
    assert found.is_relative_to(base)
    monkeypatch.setattr(os, "geteuid", lambda: found.stat().st_uid + 1)
    assert not is_own(found)
    assert cache_folder("loops") is None


def test_a_link_is_followed_before_its_end_is_looked_at(base: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (base / "ckmdesk").symlink_to(elsewhere)
    found = cache_folder("loops")
    assert found is not None
    assert found.parent == elsewhere
    (elsewhere / found.name).chmod(0o777)
    assert cache_folder("loops") is None
