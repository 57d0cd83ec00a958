"""A person's own key: it opens by its secret alone, signs, and its card cannot be given another name."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from ckmcore.base.files import NotWritten
from ckmcore.statistic.personal_key import (
    PersonCard,
    card_file,
    make_personal_key,
    read_card,
    read_owner,
    signature_holds,
    unwrap,
    wrapped,
    write_new_person,
)
from ckmcore.statistic.seal import Secret, SecretWrong, is_weak, make_seal
from tests.kit.fails import fails

GOOD = Secret.passphrase("vier Wörter ohne jeden Bezug")
ANNA = make_personal_key("  Anna   Berg ")


def test_a_key_opens_by_its_secret_and_by_no_other() -> None:
    content = wrapped(ANNA, GOOD)
    assert unwrap(content, "a.ckmperson", GOOD) == ANNA
    assert read_owner(content, "a.ckmperson") == PersonCard("Anna Berg", ANNA.key)
    with pytest.raises(SecretWrong, match=r"a\.ckmperson"):
        unwrap(content, "a.ckmperson", Secret.passphrase("vier Wörter ohne jeden Bezug "))
    by_file = wrapped(ANNA, Secret.key_file(bytes(range(64))))
    assert unwrap(by_file, "a", Secret.key_file(bytes(range(64)))).key == ANNA.key
    assert repr(ANNA.private)[2:20] not in repr(ANNA)


def test_neither_the_private_key_nor_a_hint_of_it_stands_in_file_or_card() -> None:
    import base64

    private = base64.b64encode(ANNA.private)
    assert private not in wrapped(ANNA, GOOD)
    assert private not in card_file(ANNA)


@pytest.mark.parametrize("field", ["name", "key"])
def test_a_file_or_card_with_another_name_or_key_is_refused(field: str) -> None:
    other = {"name": "Berta", "key": make_personal_key("Berta").key}[field]
    for made, opened in ((wrapped(ANNA, GOOD), lambda one: unwrap(one, "a", GOOD)), (card_file(ANNA), _card)):
        raw = json.loads(made)
        raw[field] = other
        with fails((SecretWrong, "person_file_not_one")):
            opened(json.dumps(raw).encode())


def _card(content: bytes) -> PersonCard:
    return read_card(content, "a.ckmcard")


def test_what_is_no_key_and_no_card_is_said_with_its_name() -> None:
    assert _card(card_file(ANNA)) == ANNA.card
    costs = json.loads(wrapped(ANNA, GOOD))
    costs["lock"]["n"] = 2**30
    for content in (b"", b"\xff\xfe", b"[" * 90_000, b'{"form": "ckm person"}', json.dumps(costs).encode()):
        with fails("person_file_not_one", match=r"a\.ckmperson"):
            unwrap(content, "a.ckmperson", GOOD)
        with fails("person_file_not_one"):
            _card(content)


def test_a_signature_is_of_one_key_and_one_message() -> None:
    signature = ANNA.sign(b"message")
    assert signature_holds(ANNA.key, b"message", signature)
    other = make_personal_key("Berta")
    for key, message, said in (
        (other.key, b"message", signature),
        (ANNA.key, b"messagf", signature),
        (ANNA.key, b"message", other.sign(b"message")),
        (ANNA.key, b"message", ""),
        ("", b"message", signature),
        ("?", b"message", signature),
    ):
        assert not signature_holds(key, message, said)


def test_a_new_file_is_its_owners_alone_and_takes_the_place_of_none(tmp_path: Path) -> None:
    path = tmp_path / "anna.ckmperson"
    write_new_person(path, b"1")
    with fails("person_file_there", match="anna"):
        write_new_person(path, b"2")
    assert path.read_bytes() == b"1"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("at", ["open", "fsync"])
def test_a_key_that_the_disk_did_not_take_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    path = tmp_path / "anna.ckmperson"
    with monkeypatch.context() as patched:
        patched.setattr(os, at, full)
        with fails(NotWritten, match="anna"):
            write_new_person(path, b"1")
    assert list(tmp_path.iterdir()) == []
    write_new_person(path, b"2")
    assert path.read_bytes() == b"2"


@pytest.mark.parametrize("name", ["", "  ", "x" * 121, "a\x00b"])
def test_a_person_has_a_name_of_one_line(name: str) -> None:
    with fails("person_name_missing"):
        make_personal_key(name)


@pytest.mark.parametrize(
    "text",
    [
        "aaaaaaaaaaaaaaaa",
        "abcabcabcabcabc",
        "123456789012",
        "qwertzuiop123",
        "Passwort12345!",
        "Sommer2026!!!!",
        "Statistik-2026-Amt",
        "geheimgeheimgeheim",
        "Methodik-Kennwort 8",
    ],
)
def test_a_passphrase_that_everybody_tries_is_refused_where_it_is_given(text: str) -> None:
    assert is_weak(text)
    with fails("seal_secret_weak", match="easily guessed"):
        make_seal({"clerk": Secret.passphrase(text)})
    with fails("seal_secret_weak"):
        wrapped(ANNA, Secret.passphrase(text))


@pytest.mark.parametrize(
    "text", ["correct horse battery staple", "eine Zeile vom Amt", "9482716350284", "7dK#q9!zR2@x", "Sägewerk am Fluß"]
)
def test_a_passphrase_of_its_own_needs_no_kinds_of_characters(text: str) -> None:
    assert not is_weak(text)


def test_a_short_one_is_refused() -> None:
    with fails("seal_secret_short", match="at least 12"):
        wrapped(ANNA, Secret.passphrase("kurz"))
