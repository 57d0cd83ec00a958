"""A hypercube's file that a killed program had begun is gone on with: the same bytes, only what is missing is made."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ckmcore.base.files import BEGUN_SECONDS, begun_file, clear_left_behind
from ckmcore.formats.forms import FORMS
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.office.settings import FormName
from ckmcore.scale.hypercube import stream
from ckmcore.scale.hypercube.forms import STREAMS, export_hypercube
from ckmcore.scale.hypercube.protect import protected_margins
from ckmcore.scale.hypercube.resumable import Begun
from ckmcore.scale.hypercube.stream import HyperFile
from tests.kit.examples import FEW
from tests.kit.hypercube_files import FORM_NAMES, SIGNS, SPEC, page_of, small_parts
from tests.kit.listed_tables import records

RESUMED = tuple(form for form in FORM_NAMES if form != "html-cube")
"""Forms whose files are gone on with: a page is packed as a whole."""
DEAD = str(1 << 40)  # no process has such a number
MARGINS = 8


class Killed(BaseException):
    """In the place of a signal."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch)


def blocks_from(start: int, made: list[int], killed: int = MARGINS) -> Iterator[ProtectedBlock]:
    """The margins from one on; their numbers go to `made`, and before the one `killed` the program dies."""
    page = page_of(records(), SPEC, SIGNS)
    every = protected_margins(records(), SPEC, page.plan, SIGNS, start=start)
    for margin, block in enumerate(every, start=start):
        if margin == killed:
            raise Killed
        made.append(margin)
        yield block


def killed_in(path: Path, form: FormName, margin: int, identity: str = "same") -> Path:
    """The folder that a program leaves that dies before it makes a margin, or behind the last one."""
    file = begun_file(path)
    begun = Begun(file, file.with_name("journal"), identity)

    def told(part: float) -> None:
        if part == 1 and margin == MARGINS:
            raise Killed

    page = page_of(records(), SPEC, SIGNS)
    with pytest.raises(Killed):
        stream._write(page, lambda start: blocks_from(start, [], margin), STREAMS[form], begun, told, lambda: False)
    begun.end()
    left = file.parent.with_name(file.parent.name.replace(f"-{os.getpid()}-", f"-{DEAD}-"))
    file.parent.rename(left)
    return left


def written(path: Path, form: FormName, identity: str = "same") -> tuple[HyperFile, list[int]]:
    """A file that is written, and the margins that were made for it."""
    made: list[int] = []
    page = page_of(records(), SPEC, SIGNS)
    return export_hypercube(page, lambda start: blocks_from(start, made), FORMS[form], path, identity=identity), made


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", FORM_NAMES)
def test_whenever_a_run_was_killed_the_next_one_makes_what_is_missing(form: FormName, tmp_path: Path) -> None:
    path = tmp_path / f"h{FORMS[form].ending}"
    file, made = written(path, form)
    whole = path.read_bytes()
    assert (made, file.kept) == (list(range(MARGINS)), 0)
    for margin in range(0, MARGINS + 1, 4 if FEW else 1):
        path.write_bytes(b"former")
        killed_in(path, form, margin)
        again, made = written(path, form)
        assert path.read_bytes() == whole
        assert [one.name for one in tmp_path.iterdir()] == [path.name]
        assert (again.margins, again.figures, again.cells) == (file.margins, file.figures, file.cells)
        assert made == list(range(again.kept, MARGINS))
        assert again.kept <= margin
        # The last one made may not have been written; a Parquet file goes on behind its last row group.
        assert again.kept >= margin - 1 or form not in RESUMED or form == "parquet"
    assert (again.kept > 0) == (form in RESUMED)


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", RESUMED)
def test_what_was_torn_or_changed_is_not_taken_over(form: FormName, tmp_path: Path) -> None:
    path = tmp_path / f"h{FORMS[form].ending}"
    written(path, form)
    whole, taken = path.read_bytes(), set[int]()
    for cut in range(0, 2 * len(whole), len(whole) // (2 if FEW else 7)):
        left = killed_in(path, form, MARGINS - 1)
        data = left / "lines"
        content = data.read_bytes()
        if cut < len(content):
            data.write_bytes(content[:cut])
        else:  # a byte is another one, and nothing else tells of it
            at = (cut - len(content)) % len(content)
            data.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        file, _ = written(path, form)
        taken.add(file.kept)
        assert path.read_bytes() == whole
        assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert len(taken) > 1


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["csv-long", pytest.param("parquet", marks=pytest.mark.thorough)])
def test_a_journal_that_ends_in_the_middle_is_read_as_far_as_it_goes(form: FormName, tmp_path: Path) -> None:
    path = tmp_path / f"h{FORMS[form].ending}"
    written(path, form)
    whole = path.read_bytes()
    for share in range(1, 8, 4 if FEW else 1):
        left = killed_in(path, form, MARGINS - 1)
        journal = left / "journal"
        content = journal.read_bytes()
        journal.write_bytes(content[: len(content) * share // 8])
        written(path, form)
        assert path.read_bytes() == whole
        left = killed_in(path, form, MARGINS - 1)
        (left / "journal").write_bytes(b'["identity", "same"]\n["part", {}]\n[]\n7\n')
        assert written(path, form)[0].kept == 0
        assert path.read_bytes() == whole


def test_another_hypercube_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "h.csv"
    killed_in(path, "csv-long", 5)
    assert written(path, "csv-long", "other")[0].kept == 0
    killed_in(path, "csv-long", 5)
    assert written(tmp_path / "elsewhere.csv", "csv-long")[0].kept == 0
    assert written(path, "csv-long")[0].kept in (4, 5)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["elsewhere.csv", "h.csv"]


def test_what_nobody_goes_on_with_goes_after_some_days(tmp_path: Path) -> None:
    left = killed_in(tmp_path / "h.csv", "csv-long", 5)
    clear_left_behind(tmp_path)
    assert left.exists()
    long_ago = left.stat().st_mtime - BEGUN_SECONDS - 1
    os.utime(left, (long_ago, long_ago))
    clear_left_behind(tmp_path)
    assert not left.exists()


def test_what_a_program_that_still_runs_has_begun_is_its_own(tmp_path: Path) -> None:
    left = killed_in(tmp_path / "h.csv", "csv-long", 5)
    with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) as another:
        alive = left.rename(left.with_name(left.name.replace(DEAD, str(another.pid))))
        assert written(tmp_path / "h.csv", "csv-long")[0].kept == 0
    assert alive.exists()
