"""Temporary files and folders where nobody may write."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ckmcore.base.files import temporary_beside, temporary_folder
from ckmcore.tabulate.kernel import cache_folder


class _Windows:
    """The module `os` as Windows' `tempfile` sees it: a folder without rights looks writable."""

    name = "nt"

    def __getattr__(self, what: str) -> Any:
        return getattr(os, what)

    def access(self, *_: object) -> bool:
        return True


@pytest.fixture
def tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names tried in a folder that takes none, as a share that may only be read."""
    tried = list[str]()

    def refusing(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *given: Any, **named: Any) -> Any:
            if not isinstance(path, int) and Path(os.fspath(path)).name.startswith((".ckm-", "tmp")):
                tried.append(str(path))
                raise PermissionError(13, "Permission denied", str(path))
            return real(path, *given, **named)

        return call

    for name in ("open", "mkdir"):
        monkeypatch.setattr(os, name, refusing(getattr(os, name)))
    monkeypatch.setattr(tempfile, "_os", _Windows())
    monkeypatch.setattr(tempfile, "TMP_MAX", 500)  # it is 2 147 483 647 there
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tried


def test_a_folder_that_takes_no_file_is_tried_once(tmp_path: Path, tries: list[str]) -> None:
    with pytest.raises(PermissionError):
        temporary_beside(tmp_path / "one.ckm")
    with pytest.raises(PermissionError), temporary_folder(tmp_path):
        pass
    assert len(tries) == 2


def test_a_cache_folder_that_takes_no_file_is_not_used(tries: list[str]) -> None:
    assert cache_folder("loops") is None
    assert len(tries) == 1


def test_a_temporary_folder_is_its_users_alone_and_goes_with_all_in_it(tmp_path: Path) -> None:
    with temporary_folder(tmp_path) as folder:
        (folder / "one").mkdir()
        (folder / "one" / "two.csv").write_text("x", encoding="utf-8")
        assert folder.parent == tmp_path
        assert os.name != "posix" or folder.stat().st_mode & 0o777 == 0o700
    assert not list(tmp_path.iterdir())
