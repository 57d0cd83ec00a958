"""The key of a person, by which entries of registers are signed: Ed25519, wrapped by a passphrase or a key file.

One key serves all statistics of a person. The file that holds it says name and public key; the private one in it opens
by the person's secret alone. A card is what others get: name and public key, signed by that key. Its fingerprint can be
compared on paper.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

from ckmcore.base.files import NotWritten, reason_of
from ckmcore.base.reading import open_file
from ckmcore.base.typed import decoded
from ckmcore.errors import DataError, FileError, InputError
from ckmcore.statistic import seal
from ckmcore.statistic.seal import (
    SCRYPT_P,
    SCRYPT_R,
    Secret,
    SecretWrong,
    check_secret,
    costs_fit,
    derived_key,
    letters_of,
)

FILE_SUFFIX, CARD_SUFFIX = ".ckmperson", ".ckmcard"
MOST_BYTES = 1 << 16
LONGEST_NAME = 120
_GROUPS, _GROUP = 8, 4


@dataclass(frozen=True)
class PersonCard:
    """Name and public key (base64) of a person, for others."""

    name: str
    key: str


@dataclass(frozen=True)
class PersonalKey:
    """Opened key of a person; its representation hides the private part."""

    name: str
    key: str
    private: bytes = field(repr=False)

    @property
    def card(self) -> PersonCard:
        return PersonCard(self.name, self.key)

    def sign(self, message: bytes) -> str:
        """The signature of a message, as base64."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return _base64(Ed25519PrivateKey.from_private_bytes(self.private).sign(message))


def signature_holds(key: str, message: bytes, signature: str) -> bool:
    """Whether a message was signed with the private key of a public key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key, validate=True))
        public.verify(base64.b64decode(signature, validate=True), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_public_key(key: str) -> bool:
    """Whether a text is a public key as this program writes it."""
    try:
        content = base64.b64decode(key, validate=True)
    except ValueError:
        return False
    return len(content) == 32 and _base64(content) == key


def fingerprint(key: str) -> str:
    """A public key in eight groups of four letters (160 bits), to be read aloud or compared on paper."""
    letters = letters_of(hashlib.sha256(b"ckm person key\n" + key.encode()).digest(), _GROUPS * _GROUP)
    return "-".join(letters[index : index + _GROUP] for index in range(0, _GROUPS * _GROUP, _GROUP))


@dataclass(frozen=True)
class _Wrapped:
    by: Literal["passphrase", "key_file"]
    salt: str
    nonce: str
    content: str
    n: int = field(default_factory=lambda: seal.SCRYPT_N)
    r: int = SCRYPT_R
    p: int = SCRYPT_P


@dataclass(frozen=True)
class _File:
    name: str
    key: str
    lock: _Wrapped
    form: Literal["ckm person"] = "ckm person"
    version: Literal[1] = 1


@dataclass(frozen=True)
class _CardFile:
    name: str
    key: str
    signature: str
    form: Literal["ckm person card"] = "ckm person card"
    version: Literal[1] = 1


def make_personal_key(name: str) -> PersonalKey:
    """A new key for a person. Raises person_name_missing."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError("person_name_missing")
    private = Ed25519PrivateKey.generate()
    return PersonalKey(name, _base64(private.public_key().public_bytes_raw()), private.private_bytes_raw())


def wrapped(person: PersonalKey, secret: Secret) -> bytes:
    """Content of a personal key file, encrypted by the secret. Raises key_secret_too_short, seal_secret_weak."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    check_secret("person", secret)
    salt, nonce = os.urandom(16), os.urandom(12)
    lock = _Wrapped("key_file" if secret.is_file else "passphrase", _base64(salt), _base64(nonce), "")
    content = AESGCM(_key_of(lock, secret)).encrypt(nonce, person.private, _bound_to(person.card))
    return _text(_File(person.name, person.key, replace(lock, content=_base64(content))))


def unwrap(content: bytes, name: str, secret: Secret) -> PersonalKey:
    """Personal key in a file. name: file name for errors. Raises person_file_not_one, SecretWrong."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    person_file = _decoded_file(content, name)
    lock, card = person_file.lock, PersonCard(person_file.name, person_file.key)
    try:
        opened = AESGCM(_key_of(lock, secret)).decrypt(
            base64.b64decode(lock.nonce), base64.b64decode(lock.content), _bound_to(card)
        )
        personal_key = PersonalKey(person_file.name, person_file.key, opened)
        holds = signature_holds(personal_key.key, b"", personal_key.sign(b""))
    except (InvalidTag, ValueError) as fault:
        raise SecretWrong(name=name) from fault
    if not holds:
        raise DataError("person_file_not_one", name=name)
    return personal_key


def read_owner(content: bytes, name: str) -> PersonCard:
    """Name and public key in a personal key file, without opening it. Raises person_file_not_one."""
    person_file = _decoded_file(content, name)
    return PersonCard(person_file.name, person_file.key)


def card_file(person: PersonalKey) -> bytes:
    """The card of a person as a file, for whoever enrols the person in a statistic."""
    return _text(_CardFile(person.name, person.key, person.sign(_card_content(person.card))))


def read_card(content: bytes, name: str) -> PersonCard:
    """Card in a file. name: file name for errors. Raises person_file_not_one where its signature is invalid."""
    try:
        found = decoded(content[:MOST_BYTES], _CardFile)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise DataError("person_file_not_one", name=name) from fault
    card = PersonCard(found.name, found.key)
    if (
        not is_public_key(card.key)
        or not card.name.strip()
        or not signature_holds(card.key, _card_content(card), found.signature)
    ):
        raise DataError("person_file_not_one", name=name)
    return card


def read_person_file(path: Path) -> bytes:
    """The content of the file of a personal key or card. Raises person_file_unreadable."""
    try:
        with open_file(path) as file:
            return file.read(MOST_BYTES + 1)
    except OSError as fault:
        reason = reason_of(fault)
        raise FileError("person_file_unreadable", name=path.name, reason=reason) from fault


def write_new_person(path: Path, content: bytes) -> None:
    """Write a new personal key file that only its user can read. Raises person_file_there, NotWritten."""
    try:
        stream = open(path, "xb", opener=partial(os.open, mode=0o600))  # noqa: SIM115 - closed below
    except FileExistsError as fault:
        raise FileError("person_file_there", name=path.name) from fault
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault)) from fault
    try:
        with stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as fault:
        # A part of a key opens nothing and would stand in the way of the next try.
        with contextlib.suppress(OSError):
            path.unlink()
        raise NotWritten(name=path.name, reason=reason_of(fault)) from fault


def _decoded_file(content: bytes, name: str) -> _File:
    try:
        file = decoded(content[:MOST_BYTES], _File)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise DataError("person_file_not_one", name=name) from fault
    lock = file.lock
    if not costs_fit(lock.n, lock.r, lock.p) or not is_public_key(file.key):
        raise DataError("person_file_not_one", name=name)
    return file


def _key_of(lock: _Wrapped, secret: Secret) -> bytes:
    return derived_key(secret, base64.b64decode(lock.salt), lock.n, lock.r, lock.p)


def _bound_to(card: PersonCard) -> bytes:
    return f"ckm person {card.key} {card.name}".encode()


def _card_content(card: PersonCard) -> bytes:
    return f"ckm card 1\n{card.key}\n{card.name}".encode()


def _text(key_file: _File | _CardFile) -> bytes:
    return msgspec.json.format(msgspec.json.encode(key_file), indent=1) + b"\n"


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")
