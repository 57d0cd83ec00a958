"""Until an embargo is over no figure stands in register or statistic; then it is put on record, and proven."""

from __future__ import annotations

import base64
import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.release import actions
from ckmcore.release.actions import embargo_time, open_figures, release, submit, written
from ckmcore.release.compare import figures_of
from ckmcore.release.files import compare_with_made, prepared_again
from ckmcore.release.register import read_register, record, register_path
from ckmcore.release.verify import verify_register
from ckmcore.statistic.entry import Event, OpenedFigures, WrittenFile, appended
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.snapshot import SnapshotMissing, content_hash, content_of
from tests.kit.fails import fails
from tests.kit.released_people import LATER, NOON, REQUEST, TABLE, load, people, prepared, released, statistic
from tests.kit.statistic_files import TABLES, write_statistic

END = "2026-11-23T09:00:00+01:00"  # before LATER
EMBARGO = replace(REQUEST, embargo=END)
FILE = WrittenFile("sex_1.csv", "csv", 12, "cd" * 32)


def handed_in(made: Statistic) -> Statistic:
    return submit(made, prepared(made, TABLE, EMBARGO), "Anna", NOON)


def opened(made: Statistic, number: int = 1) -> Statistic:
    again = prepared_again(made, find_release(made.register, number), load(people()))
    return open_figures(made, number, again, "Bernd", LATER)


def in_register(made: Statistic, folder: Path) -> bytes:
    path = register_path(folder, made.identity)
    path.unlink(missing_ok=True)
    record(replace(made, register=(), snapshots=made.snapshots), folder, lambda _: made)
    return path.read_bytes()


def test_neither_register_nor_statistic_hold_figures_or_a_hash_that_can_be_tried(tmp_path: Path) -> None:
    made = release(handed_in(statistic()), 1, "Bernd", NOON)
    plain = prepared(made)
    content = in_register(made, tmp_path)
    assert made.snapshots == ()
    assert b'"figures":"' not in content.split(b"\n")[1].partition(b',"entry":')[0]
    assert not any(json.loads(line).get("figures") for line in content.splitlines())
    image = to_bytes(made)
    for secret in (
        plain.submission.figures,
        plain.submission.packed,
        salt_of(made),
    ):
        assert secret.encode() not in content
    assert plain.submission.figures.encode() not in image
    # Whoever has all but the secret tries every figure of the table, and finds none.
    table = plain.draft.table
    cells = [int(one) for one in table.blocks[0].figures[0].ravel()]
    known = find_release(made.register, 1).submission.figures
    for tried in itertools.product(*(range(max(one - 2, 0), one + 3) for one in cells)):
        block = table.blocks[0]
        figures = block.figures[0].copy()
        figures.flat[:] = tried
        hash_tried = content_hash(content_of(replace(table, blocks=(replace(block, figures=(figures,)),))))
        assert hash_tried != known
    assert len(cells) == 3


def salt_of(made: Statistic) -> str:
    return actions.salt_of_release(made, find_release(made.register, 1))


def test_after_the_embargo_an_entry_gives_the_figures_and_everybody_can_check_them(tmp_path: Path) -> None:
    made = release(handed_in(statistic()), 1, "Bernd", NOON)
    assert find_release(made.register, 1).submission.hidden
    with fails("release_figures_hidden"):
        written(made, 1, [FILE], "Bernd", LATER)
    with pytest.raises(SnapshotMissing):
        figures_of(made, find_release(made.register, 1))
    with fails("release_under_embargo"):
        again = prepared_again(made, find_release(made.register, 1), load(people()))
        open_figures(made, 1, again, "Bernd", NOON)
    made = opened(made)
    assert made.register[-1].kind == "figures_opened"
    found, plain = find_release(made.register, 1), prepared(made)
    assert (found.submission.figures, found.submission.packed) == (plain.submission.figures, plain.submission.packed)
    assert [one.good and one.proven for one in verify_register(made)] == [True]
    with fails("release_figures_open"):
        opened(made)
    content = in_register(made, tmp_path)
    line = json.loads(content.splitlines()[-1])
    assert base64.b64decode(line["figures"]) == plain.snapshot.packed  # type: ignore[union-attr]
    read = read_register(register_path(tmp_path, made.identity), made.identity)
    assert read is not None
    assert (read.fault, read.entries, read.snapshots) == (None, made.register, made.snapshots)
    assert from_bytes(to_bytes(made), "s.ckm") == made
    assert find_release(written(made, 1, [FILE], "Bernd", LATER).register, 1).files == (FILE,)


def test_other_figures_than_those_submitted_are_neither_opened_nor_believed() -> None:
    made = release(handed_in(statistic()), 1, "Bernd", NOON)
    other = prepared(made)
    forged = replace(other, submission=replace(other.submission, figures="ab" * 32))
    with fails("release_figures_differ"):
        open_figures(made, 1, forged, "Bernd", LATER)
    right = actions.salt_of_release(made, find_release(made.register, 1))
    for salt, figures in ((right, "ab" * 32), ("cd" * 32, other.submission.figures)):
        event = Event(0, 1, "figures_opened", LATER, "Bernd", "", opened=OpenedFigures(salt, figures, ""))
        forged_statistic = replace(made, register=appended(made.register, made.identity, event))
        assert find_release(forged_statistic.register, 1).submission.hidden
        assert [one.said.code for one in verify_register(forged_statistic) if not one.good] == ["verify_opened_differs"]


def test_before_it_is_opened_verification_says_that_the_figures_are_not_checked() -> None:
    made = handed_in(statistic())
    points = {one.said.code: (one.good, one.proven) for one in verify_register(made)}
    assert points["verify_figures_hidden"] == (True, False)
    assert "verify_chain_whole" not in points  # it says that the figures were checked


def test_a_table_under_embargo_is_compared_with_the_release_before() -> None:
    made = handed_in(released(statistic()))
    before, after = (find_release(made.register, number) for number in (1, 2))
    assert compare_with_made(made, before, after, load(people())).same == 3


def test_without_an_embargo_or_after_it_the_entry_is_as_it_was_before() -> None:
    made = submit(statistic(), prepared(statistic()), "Anna", NOON)
    assert "hidden" not in made.register[0].line
    assert "opened" not in made.register[0].line
    over = submit(statistic(), prepared(statistic(), TABLE, EMBARGO), "Anna", LATER)
    assert not find_release(over.register, 1).submission.hidden
    assert len(over.snapshots) == 1


def test_a_zone_follows_the_time_by_its_name_or_its_offset() -> None:
    assert embargo_time("2026-12-01 10:00 Europe/Berlin") == "2026-12-01T10:00:00+01:00"
    assert embargo_time("2026-07-01T10:00 Europe/Berlin") == "2026-07-01T10:00:00+02:00"
    assert embargo_time("2026-12-01 10:00 UTC") == "2026-12-01T10:00:00+00:00"
    assert embargo_time("2026-12-01 10:00 UTC-05:00") == "2026-12-01T10:00:00-05:00"
    assert embargo_time("2026-12-01T10:00:00+01:00") == "2026-12-01T10:00:00+01:00"
    for text in ("2026-12-01 10:00 Europe/Berlino", "2026-03-29 02:30 Europe/Berlin", "soon", "2026-12-01 10:00 ../x"):
        with fails("release_embargo_unreadable"):
            embargo_time(text)


def test_the_command_puts_the_figures_on_record_when_it_approves_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)

    def run(*words: object) -> int:
        return main(["--language", "en", "release", *map(str, words)])

    monkeypatch.setattr(actions, "now_text", lambda: NOON)
    embargo = ("--embargo", "2026-11-23 09:00 Europe/Berlin", "--format", "csv")
    assert run("submit", path, TABLES[0].name, "--person", "Anna", *embargo) == 0
    approve = ("approve", path, 1, "--person", "Bernd")
    assert run(*approve) == 0
    assert "keyed hash of its figures until" in capsys.readouterr().out
    out = tmp_path / "out"
    assert run("write", path, 1, "-o", out, "--person", "Bernd") == 1
    assert not list(tmp_path.glob("out/*"))
    monkeypatch.setattr(actions, "now_text", lambda: LATER)
    assert run(*approve) == 0
    assert run("write", path, 1, "-o", out, "--person", "Bernd") == 0
    kinds = [entry.kind for entry in ckm.open_statistic(path)[0].register]
    assert kinds == ["submitted", "released", "figures_opened", "written"]
    assert main(["--language", "en", "verify", str(path), *map(str, out.iterdir())]) == 0
