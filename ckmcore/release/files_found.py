"""Where the files of a release lie now: beside the statistic, or where somebody says."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ckmcore.base.files import folder_of
from ckmcore.errors import CkmError
from ckmcore.office.settings import PLAIN, Office
from ckmcore.ports import FindFile as FindFile
from ckmcore.statistic.entry import WrittenFile
from ckmcore.statistic.source import file_hash


@dataclass(frozen=True)
class FilesFound:
    """Files of releases in folders or named themselves; only unchanged ones are found. office: of their signs."""

    folders: tuple[Path, ...] = ()
    office: Office = PLAIN

    def __call__(self, noted: WrittenFile, /) -> Path | None:
        """Path of an unchanged file, None where there is none."""
        return next((path for path in _named(self.folders, noted) if _is(path, noted)), None)


NO_FILES = FilesFound()


def files_near(statistic: Path | None, *places: Path, office: Office = PLAIN) -> FilesFound:
    """Files at `places` (files, folders and their subfolders) or beside the file of a statistic. office: the settings
    by which they were written."""
    return FilesFound((*places, *([] if statistic is None else [folder_of(statistic)])), office)


def files_by_name(*places: Path, last: Path | None = None) -> Callable[[WrittenFile], Path | None]:
    """Function that finds files at `places` as `files_near` does, and where none is unchanged returns a changed one of
    the same name. last: folder of files that are being written, of which the former files may be elsewhere."""

    def find(noted: WrittenFile) -> Path | None:
        folders = [*places, *([] if last is None else [last])]
        named = [path for path in _named(folders, noted) if path.is_file()]
        named.sort(key=lambda path: last is not None and path.resolve().parent == last.resolve())
        return next((path for path in named if _is(path, noted)), named[0] if named else None)

    return find


def _named(folders: Iterable[Path], noted: WrittenFile) -> Iterator[Path]:
    return (path for folder in folders for path in _candidates(folder, noted.name))


def _is(path: Path, noted: WrittenFile) -> bool:
    try:
        return path.stat().st_size == noted.size and file_hash(path) == noted.sha256
    except CkmError:
        raise
    except OSError:
        return False


def _candidates(folder: Path, name: str) -> Iterable[Path]:
    if folder.name == name:
        yield folder
    yield folder / name
    yield from sorted(folder.glob(f"*/{glob.escape(name)}"))
