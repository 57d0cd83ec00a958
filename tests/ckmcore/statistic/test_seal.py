"""The seal of a statistic: who opens it, and that nothing else does."""

from __future__ import annotations

import dataclasses
import unicodedata

import pytest

from ckmcore.statistic.seal import (
    LEAST_LETTERS,
    Seal,
    Secret,
    SecretWrong,
    is_sealed,
    locks_text,
    make_seal,
    open_seal,
    read_locks,
)
from tests.kit.fails import fails

CLERK, METHOD, RELEASE = "Sägewerk am Fluß", "vier Augen sehen mehr", "nur geprüft hinaus"
KEY_FILE = bytes(range(64))


@pytest.fixture(scope="module")
def made() -> tuple[Seal, str]:
    given = {
        "clerk": Secret.passphrase(CLERK),
        "methodologist": Secret.passphrase(METHOD),
        "releaser": Secret.key_file(KEY_FILE),
    }
    return make_seal(given)  # type: ignore[arg-type]  # str for Role


def test_each_secret_opens_as_its_role_and_gives_the_same_data_key(made: tuple[Seal, str]) -> None:
    seal, recovery = made
    for secret, role in (
        (Secret.passphrase(CLERK), "clerk"),
        (Secret.passphrase(METHOD), "methodologist"),
        (Secret.key_file(KEY_FILE), "releaser"),
        (Secret.passphrase(recovery), "methodologist"),
        (Secret.passphrase(recovery.lower().replace("-", " ") + " "), "methodologist"),
        (Secret.passphrase(unicodedata.normalize("NFD", CLERK)), "clerk"),
    ):
        opened = open_seal(seal.locks, secret, "a.ckm")
        assert (opened.role, opened.data_key) == (role, seal.data_key)


@pytest.mark.parametrize(
    "secret",
    [
        Secret.passphrase(CLERK + " "),
        Secret.passphrase(""),
        Secret.key_file(CLERK.encode()),
        Secret.key_file(KEY_FILE + b"\n"),
    ],
)
def test_anything_else_opens_nothing_and_says_so_with_the_name_of_the_file(
    made: tuple[Seal, str], secret: Secret
) -> None:
    with pytest.raises(SecretWrong, match=r"a\.ckm"):
        open_seal(made[0].locks, secret, "a.ckm")


def test_what_is_sealed_opens_only_under_its_name_whole_and_with_its_key(made: tuple[Seal, str]) -> None:
    seal, _ = made
    text = seal.encrypt("period 1", "geheim")
    assert is_sealed(text)
    assert "geheim" not in text
    assert text != seal.encrypt("period 1", "geheim")
    assert seal.decrypt("period 1", text) == "geheim"
    place = len(text) // 2
    changed = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
    for name, other in (("period 2", text), ("period 1", changed), ("period 1", text[:-4]), ("period 1", "")):
        with fails("seal_broken"):
            seal.decrypt(name, other)
    with fails("seal_broken"):
        dataclasses.replace(seal, data_key=bytes(32)).decrypt("period 1", text)


def test_a_lock_of_one_role_cannot_be_passed_off_as_that_of_another(made: tuple[Seal, str]) -> None:
    locks = tuple(
        dataclasses.replace(lock, holder="methodologist") if lock.holder == "clerk" else lock
        for lock in made[0].locks
        if lock.holder != "methodologist"
    )
    with pytest.raises(SecretWrong):
        open_seal(locks, Secret.passphrase(CLERK), "a.ckm")


def test_a_role_gets_another_passphrase_and_the_others_keep_theirs(made: tuple[Seal, str]) -> None:
    seal, recovery = made
    changed = seal.with_secret("clerk", Secret.passphrase("ein ganz neuer Satz"))
    assert open_seal(changed.locks, Secret.passphrase("ein ganz neuer Satz"), "a").role == "clerk"
    assert open_seal(changed.locks, Secret.passphrase(METHOD), "a").role == "methodologist"
    assert open_seal(changed.locks, Secret.passphrase(recovery), "a").data_key == seal.data_key
    with pytest.raises(SecretWrong):
        open_seal(changed.locks, Secret.passphrase(CLERK), "a")
    with fails("seal_secret_twice", match="methodologist"):
        seal.with_secret("clerk", Secret.passphrase(METHOD))


def test_a_secret_has_a_least_length_and_belongs_to_one_role() -> None:
    with fails("seal_secret_short", match="clerk"):
        make_seal({"clerk": Secret.passphrase("x" * (LEAST_LETTERS - 1))})
    with fails("seal_secret_short"):
        make_seal({"clerk": Secret.key_file(b"x" * 31)})
    with fails("seal_secret_twice"):
        make_seal({"clerk": Secret.passphrase(METHOD), "methodologist": Secret.passphrase(METHOD)})


def test_neither_a_secret_nor_a_seal_shows_what_it_holds(made: tuple[Seal, str]) -> None:
    seal, recovery = made
    shown = repr(seal) + repr(Secret.passphrase(CLERK)) + locks_text(seal.locks)
    assert CLERK not in shown
    assert recovery not in shown
    assert repr(seal.data_key) not in shown


@pytest.mark.thorough
def test_to_try_a_passphrase_costs_64_mib_and_so_many_steps(
    cost_of_passphrases: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ckmcore.statistic.seal.SCRYPT_N", cost_of_passphrases)
    made, _ = make_seal({"clerk": Secret.passphrase(CLERK)})
    assert {(lock.n, lock.r, lock.p) for lock in made.locks} == {(2**16, 8, 1)}
    assert open_seal(made.locks, Secret.passphrase(CLERK), "s.ckm").role == "clerk"


def test_locks_come_back_from_their_text_and_costs_that_would_exhaust_the_machine_are_refused(
    made: tuple[Seal, str],
) -> None:
    locks = made[0].locks
    assert read_locks(locks_text(locks)) == locks
    for n in (2**30, 3, 2**16 - 1, 0):
        with pytest.raises(ValueError, match="scrypt"):
            read_locks(locks_text((dataclasses.replace(locks[0], n=n),)))
