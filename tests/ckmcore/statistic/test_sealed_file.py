"""A statistic with roles as a file: what is hidden in it, who opens it, and what happens to one that was changed."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision
from ckmcore.statistic.sample import sample_statistic
from ckmcore.statistic.seal import Secret, SecretNeeded, SecretWrong, make_seal
from tests.kit.fails import fails

CLERK, METHOD = Secret.passphrase("eine Zeile vom Amt"), Secret.passphrase("noch eine andere Zeile")


@pytest.fixture(scope="module")
def sealed() -> Statistic:
    statistic = sample_statistic("de")
    decision = Decision("Referat 14", "2026-07-01", remark="nach Probelauf")
    statistic = statistic.put_in_force(ckm.CellKeyMethod(ckm.design_ptable(D=3, V=1.5, js=1)), "2026-07-01", decision)
    seal, _ = make_seal({"clerk": CLERK, "methodologist": METHOD})
    return replace(statistic, seal=seal, workspace='{"variant": "Bleistift"}')


def test_a_sealed_file_opens_as_the_role_and_is_the_same_statistic(sealed: Statistic, tmp_path: Path) -> None:
    path = tmp_path / "a.ckm"
    save_statistic(sealed, path)
    for secret, role in ((CLERK, "clerk"), (METHOD, "methodologist")):
        found, _ = open_statistic(path, secret)
        assert found == sealed
        assert found.seal is not None
        assert found.seal.role == role
        assert (found.secret, found.identity) == (sealed.secret, sealed.identity)
    with pytest.raises(SecretNeeded, match=r"a\.ckm"):
        open_statistic(path)
    with pytest.raises(SecretWrong, match=r"a\.ckm"):
        open_statistic(path, Secret.passphrase("geraten geraten geraten"))


def test_no_table_setting_decision_variant_or_secret_can_be_read_in_a_sealed_file(sealed: Statistic) -> None:
    ptable = sealed.period.in_force.ptable if sealed.period.in_force else None
    assert ptable is not None
    plain, closed = to_bytes(replace(sealed, seal=None)), to_bytes(sealed)
    for text in ("Referat 14", "nach Probelauf", "Bleistift", ptable.content_hash, sealed.secret, "cell_key"):
        assert text.encode() in plain, text
        assert text.encode() not in closed, text
    assert sealed.dictionary[0].name.encode() in closed


def _changed(content: bytes, change: Callable[[sqlite3.Connection], object]) -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(content)
        change(base)
        base.commit()
        return base.serialize()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE period SET record = substr(record, 1, 60) || 'AAAA' || substr(record, 65)",
        "UPDATE statistic SET value = (SELECT value FROM statistic WHERE key = 'exempt') WHERE key = 'workspace'",
        "UPDATE statistic SET value = '' WHERE key = 'secret'",
        "UPDATE statistic SET value = '{}' WHERE key = 'workspace'",
        "UPDATE statistic SET value = replace(value, '\"n\":1024', '\"n\":1073741824') WHERE key = 'locks'",
    ],
)
def test_a_sealed_file_that_was_changed_is_damaged_and_says_so(sealed: Statistic, statement: str) -> None:
    content = _changed(to_bytes(sealed), lambda base: base.execute(statement))
    with fails("ckm_damaged", match=r"b\.ckm"):
        from_bytes(content, "b.ckm", CLERK)


def test_a_statistic_without_roles_needs_no_secret_and_takes_no_notice_of_one(sealed: Statistic) -> None:
    plain = replace(sealed, seal=None)
    assert from_bytes(to_bytes(plain), "c.ckm") == plain
    assert from_bytes(to_bytes(plain), "c.ckm", CLERK) == plain
