"""What guards a `.ckm` file: nothing in it changes without its seal, no flipped bit opens as another statistic."""

from __future__ import annotations

import contextlib
import random
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.statistic import file as ckm_file
from ckmcore.statistic.file import open_register, open_statistic, save_statistic
from ckmcore.statistic.guard import Guard
from ckmcore.statistic.image import VERSION, TagWrong, from_bytes, read_image, to_bytes
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.snapshot import MOST_BYTES, Snapshot, SnapshotDamaged, unpacked
from tests.kit import changed_images as images
from tests.kit.fails import fails
from tests.kit.former_versions import statistic_of_version_7

FILES = Path(__file__).parent
METHOD, CLERK = Secret.passphrase("noch eine andere Zeile"), Secret.passphrase("eine Zeile vom Amt")
PLAIN = replace(statistic_of_version_7(), four_eyes=True)
SEALED = replace(PLAIN, seal=make_seal({"methodologist": METHOD, "clerk": CLERK})[0])
IMAGE = to_bytes(SEALED)


def changed(content: bytes, *statements: str, mend: bool = True) -> bytes:
    """An image after statements of SQL."""
    return images.changed(content, lambda base: [base.execute(one) for one in statements], mend=mend)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE statistic SET value = 'false' WHERE key = 'four_eyes'",
        "UPDATE statistic SET value = '7' WHERE key = 'generation'",
        "UPDATE statistic SET value = replace(value, 'e', 'b') WHERE key = 'title'",
        "DELETE FROM register",
        "DELETE FROM saved_table WHERE place = 0",
        "UPDATE saved_table SET spec = replace(spec, 'sex', 'age')",
        "UPDATE statistic SET value = '' WHERE key = 'tag'",
        "INSERT INTO statistic VALUES ('more', '')",
    ],
)
def test_who_does_not_open_the_seal_changes_nothing_in_the_file(statement: str) -> None:
    content = changed(IMAGE, statement)
    for secret in (METHOD, CLERK):
        with fails((TagWrong, "ckm_damaged"), match=r"s\.ckm"):
            from_bytes(content, "s.ckm", secret)
    with fails((TagWrong, "ckm_damaged")):
        from_bytes(changed(IMAGE, statement, mend=False), "s.ckm", METHOD)


def test_rows_of_an_old_file_are_not_copied_back(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(SEALED, path)
    old = path.read_bytes()
    save_statistic(replace(SEALED, four_eyes=False), path, stamp)
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(old)
        rows = base.execute("SELECT key, value FROM statistic WHERE key IN ('four_eyes', 'tag', 'digest')").fetchall()
    new = path.read_bytes()
    for kept in (rows, [row for row in rows if row[0] != "digest"]):
        content = changed(new, *(f"REPLACE INTO statistic VALUES ('{key}', '{value}')" for key, value in kept))  # noqa: S608
        with pytest.raises(TagWrong):
            from_bytes(content, "s.ckm", METHOD)


def test_a_sealed_file_is_not_passed_off_as_one_of_a_version_without_tags() -> None:
    gone = "DELETE FROM statistic WHERE key IN ('digest', 'tag', 'generation', 'seal')"
    content = changed(IMAGE, gone, "PRAGMA user_version = 8", mend=False)
    with fails("ckm_damaged") as raised:
        from_bytes(content, "s.ckm", METHOD)
    assert raised.value.__cause__.code == "seal_broken"


def test_an_unsealed_look_alike_does_not_open_by_the_secret_of_the_sealed_one(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    path.write_bytes(to_bytes(PLAIN))
    with fails("ckm_not_sealed", match="has no seal"):
        open_statistic(path, METHOD)


def test_each_save_is_one_generation_later_and_the_tag_is_checked_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(SEALED, path)
    assert (stamp.guard.generation, stamp.guard.signed) == (1, True)
    found, opened = open_statistic(path, CLERK)
    assert (found, opened.guard) == (SEALED, stamp.guard)
    again = save_statistic(found, path, opened)
    assert (again.guard.generation, again.guard.seal) == (2, stamp.guard.seal)
    assert save_statistic(found, tmp_path / "copy.ckm", after=again.guard.generation).guard.generation == 3
    assert open_register(path)[1] == replace(again.guard, signed=False)


@pytest.mark.thorough
def test_files_of_former_versions_open_unsigned_and_are_signed_when_they_are_saved(tmp_path: Path) -> None:
    secret = Secret.passphrase("Methodik-Kennwort 8")
    found, stamp = open_statistic(FILES / "sealed_8.ckm", secret)
    assert found == replace(statistic_of_version_7(), units="recur", seal=found.seal)
    assert stamp.guard == Guard()
    saved = save_statistic(found, tmp_path / "s.ckm")
    assert saved.guard.signed
    again, opened = open_statistic(tmp_path / "s.ckm", Secret.passphrase("Sachbearbeitung 8!"))
    assert (again, opened.guard.signed) == (found, True)
    plain, stamp = open_statistic(FILES / "version_8.ckm")
    assert (plain.units, stamp.guard) == ("recur", Guard())


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER more AFTER INSERT ON register BEGIN SELECT 1; END",
        "CREATE INDEX more ON register (line)",
        "CREATE TABLE more (a TEXT)",
        "ALTER TABLE period ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(zeroblob(500000000)))",
        "ALTER TABLE saved_table ADD COLUMN more TEXT",
        "CREATE VIRTUAL TABLE more USING fts5(a)",
    ],
)
def test_an_image_holds_tables_as_this_program_makes_them_and_nothing_else(statement: str) -> None:
    with fails("ckm_damaged", match=r"s\.ckm"):
        from_bytes(changed(to_bytes(PLAIN), statement), "s.ckm")


@pytest.mark.parametrize("version", [VERSION, 8])
def test_no_field_is_null_or_of_another_kind(version: int) -> None:
    content = to_bytes(PLAIN) if version == VERSION else (FILES / "version_8.ckm").read_bytes()
    for statement in (
        "UPDATE statistic SET key = NULL WHERE rowid = 1",
        "UPDATE ptable SET hash = NULL WHERE rowid = 1",
        "UPDATE register SET line = x'00'",
        "UPDATE statistic SET value = zeroblob(9)",
    ):
        with fails("ckm_damaged"):
            from_bytes(changed(content, statement), "s.ckm")


@pytest.mark.parametrize("image", [to_bytes(PLAIN), IMAGE], ids=["plain", "sealed"])
def test_what_the_index_of_a_key_says_stands_for_no_row(image: bytes) -> None:
    for key in ("exempt", "references", "structural_zeros", "test_sets", "four_eyes", "current"):
        places = [found.start() for found in re.finditer(re.escape(key.encode()), image)]
        assert len(places) >= 2  # in the row, and in the index of the primary key
        for place in places:
            renamed = image[: place + 2] + bytes([image[place + 2] ^ 1]) + image[place + 3 :]
            with fails("ckm_damaged"):
                read_image(renamed, "s.ckm", METHOD if image is IMAGE else None)


@pytest.mark.thorough
@pytest.mark.parametrize("flips", [400, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_no_flipped_bit_opens_as_another_statistic(flips: int) -> None:
    content, chance = to_bytes(PLAIN), random.Random(20)
    opened = 0
    for _ in range(flips):
        place = chance.randrange(len(content))
        flipped = bytearray(content)
        flipped[place] ^= 1 << chance.randrange(8)
        with contextlib.suppress(CkmError):
            found, guarded = read_image(bytes(flipped), "s.ckm")
            opened += 1
            assert (found, found.identity, found.secret) == (PLAIN, PLAIN.identity, PLAIN.secret)
            assert guarded.generation == 1
    assert opened  # bits that mean nothing, between the rows


def test_what_is_unpacked_and_tried_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert SEALED.seal is not None
    assert MOST_BYTES == 1 << 29
    monkeypatch.setattr("ckmcore.statistic.snapshot.MOST_BYTES", 1 << 24)
    bomb = Snapshot.of(bytes((1 << 24) + 1))
    assert len(bomb.packed) < 1 << 20
    with pytest.raises(SnapshotDamaged):
        unpacked((bomb,), bomb.hash, "0" * 64, 1)
    with pytest.raises(SnapshotDamaged):
        unpacked((Snapshot.of(b"x" * 99),), Snapshot.of(b"x" * 99).hash, "0" * 64, 1)
    many = replace(SEALED, seal=replace(SEALED.seal, locks=SEALED.seal.locks * 6))
    with fails("ckm_damaged", match="18 locks"):
        from_bytes(to_bytes(many), "s.ckm", METHOD)
    costs = "UPDATE statistic SET value = replace(value, '1024', '524288') WHERE key = 'locks'"
    with fails("ckm_damaged", match="scrypt"):
        from_bytes(changed(IMAGE, costs), "s.ckm", METHOD)
    monkeypatch.setattr(ckm_file, "MOST_BYTES", 100)
    ckm.save_statistic(PLAIN, tmp_path / "s.ckm")
    with fails("ckm_too_large", match="MB"):
        open_statistic(tmp_path / "s.ckm")
