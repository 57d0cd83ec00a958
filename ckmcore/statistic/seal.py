"""The seal of a statistic: one data key encrypts tables and settings; each role has a lock that holds the data key.

A lock is opened by a passphrase or by the bytes of a key file: scrypt makes a key of it, with which AES-256-GCM has
encrypted the data key; one further lock takes the recovery passphrase, which the program makes and nobody keeps but a
sealed envelope. Roles hide, they do not protect against whoever may compute (docs: the security page): every role has
the same data key, because every role computes tables.
"""

from __future__ import annotations

import base64
import os
import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import msgspec

from ckmcore.base.typed import decoded
from ckmcore.errors import DataError, PermissionRefused, ProtectionError
from ckmcore.messages import Sentence, sentence

# Passphrases that a guesser tries first. A small list of patterns, and no rule about kinds of characters.

LEAST_DIFFERENT = 5  # letters
LEAST_REST = 5  # letters that are of no pattern
_ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertzuiopü", "qwertyuiop", "asdfghjklöä", "yxcvbnm", "zxcvbnm")
_WORDS = (
    *("passphrase", "passwort", "password", "kennwort", "geheim", "secret", "letmein", "changeme", "willkommen"),
    *("welcome", "hallo", "hello", "admin", "test", "amt", "statistik", "statistics", "destatis", "ckmdesk"),
    *("methodik", "sachbearbeitung", "freigabe", "sommer", "winter", "herbst", "januar", "februar", "august"),
    *("september", "oktober", "november", "dezember"),
)
_LEAST_RUN = 4


def is_weak(text: str) -> bool:
    """Whether a passphrase is a repetition of few letters, a keyboard or alphabet run, or little more than common words
    with numbers."""
    letters = unicodedata.normalize("NFKC", text).casefold()
    plain_letters = re.sub(r"[\W_]", "", letters)
    if len(set(plain_letters)) < LEAST_DIFFERENT or re.fullmatch(r"(.{1,6}?)\1+.{0,5}", plain_letters):
        return True
    for word in sorted(_WORDS, key=len, reverse=True):
        plain_letters = plain_letters.replace(word, "")
    for row in _ROWS:
        for run in (row, row[::-1]):
            for size in range(len(run), _LEAST_RUN - 1, -1):
                for start in range(len(run) - size + 1):
                    plain_letters = plain_letters.replace(run[start : start + size], "")
    return len(re.sub(r"\d", "", plain_letters)) < LEAST_REST and len(set(plain_letters)) < 2 * LEAST_REST


Role = Literal["clerk", "methodologist", "releaser"]
ROLES: tuple[Role, ...] = get_args(Role)
Holder = Literal["clerk", "methodologist", "releaser", "recovery"]

LEAST_LETTERS = 12
LEAST_BYTES = 32
# Of 64 MiB and about a quarter of a second: what a guess costs.
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**16, 8, 1
_MOST_N = 2**18
_MOST_LOCKS = 16
_MARK = "sealed:"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another


class SecretNeeded(PermissionRefused):
    """The statistic is sealed, but no passphrase or key file was given. Fields: name."""

    code = "seal_secret_needed"


class SecretWrong(PermissionRefused):
    """No lock opens with this passphrase or key file. Fields: name."""

    code = "seal_secret_wrong"


@dataclass(frozen=True)
class Secret:
    """Secret that opens a lock: a passphrase, or the content of a key file. Its representation hides the content."""

    content: bytes = field(repr=False)
    is_file: bool = False

    @classmethod
    def passphrase(cls, text: str) -> Secret:
        """Secret of a passphrase, normalised so that composed and decomposed letters are the same."""
        return cls(unicodedata.normalize("NFC", text).encode("utf-8"))

    @classmethod
    def key_file(cls, content: bytes) -> Secret:
        return cls(content, is_file=True)

    @property
    def is_long_enough(self) -> bool:
        """Whether the secret is long enough for a role: 12 letters, or a file of 32 bytes."""
        if self.is_file:
            return len(self.content) >= LEAST_BYTES
        return len(self.content.decode("utf-8", "replace").strip()) >= LEAST_LETTERS


@dataclass(frozen=True)
class Lock:
    """The data key encrypted for one holder; salt, nonce and content are base64. n, r, p: cost parameters of scrypt."""

    holder: Holder
    by: Literal["passphrase", "key_file"]
    salt: str
    nonce: str
    content: str
    n: int = field(default_factory=lambda: SCRYPT_N)
    r: int = SCRYPT_R
    p: int = SCRYPT_P


@dataclass(frozen=True)
class Seal:
    """Locks of a statistic, the data key, and the role whose lock was opened."""

    locks: tuple[Lock, ...]
    data_key: bytes = field(repr=False)
    role: Role = field(default="methodologist", compare=False)

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that have a lock, in the order of `ROLES`."""
        held_holders = {lock.holder for lock in self.locks}
        return tuple(role for role in ROLES if role in held_holders)

    def with_secret(self, role: Role, secret: Secret) -> Seal:
        """Seal with another passphrase or key file for a role. Raises key_secret_too_short, seal_secret_twice."""
        check_secret(role, secret)
        for lock in self.locks:
            if lock.holder != role and _opened(lock, secret) is not None:
                raise ProtectionError("seal_secret_twice", first=role_name(role), second=role_name(lock.holder))
        other_locks = tuple(lock for lock in self.locks if lock.holder != role)
        return replace(self, locks=(*other_locks, _lock(role, secret, self.data_key)))

    def encrypt(self, name: str, text: str) -> str:
        """Encrypt a text. name: purpose of the text, which must be the same for decryption."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(12)
        return _MARK + _base64(nonce + AESGCM(self.data_key).encrypt(nonce, text.encode("utf-8"), name.encode()))

    def decrypt(self, name: str, text: str) -> str:
        """Decrypt a text of `encrypt` with the same name. Raises seal_broken."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            content = base64.b64decode(text.removeprefix(_MARK), validate=True)
            return AESGCM(self.data_key).decrypt(content[:12], content[12:], name.encode()).decode("utf-8")
        except (InvalidTag, ValueError) as fault:
            raise DataError("seal_broken") from fault


def make_seal(given: Mapping[Role, Secret]) -> tuple[Seal, str]:
    """New seal with a lock for each role, and its recovery passphrase, which is stored nowhere.

    Raises key_secret_too_short, seal_secret_twice.
    """
    roles = list(given)
    for role_index, role in enumerate(roles):
        check_secret(role, given[role])
        for other_role in roles[:role_index]:
            if given[other_role].content == given[role].content:
                raise ProtectionError("seal_secret_twice", first=role_name(other_role), second=role_name(role))
    data_key = os.urandom(32)
    recovery = recovery_passphrase()
    locks = [_lock(role, secret, data_key) for role, secret in given.items()]
    return Seal((*locks, _lock("recovery", Secret.passphrase(recovery), data_key)), data_key), recovery


def recovery_passphrase() -> str:
    """Random passphrase of eight groups of five letters and digits (200 bits), suitable for writing down."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(8))


def open_seal(locks: tuple[Lock, ...], secret: Secret, name: str) -> Seal:
    """Seal opened by a secret, with the role of its lock; the recovery passphrase opens as methodologist.

    name: file name for the error. Raises SecretWrong.
    """
    for lock in locks:
        if (lock.by == "key_file") == secret.is_file:
            data_key = _opened(lock, _as_written_down(secret) if lock.holder == "recovery" else secret)
            if data_key is not None:
                return Seal(locks, data_key, "methodologist" if lock.holder == "recovery" else lock.holder)
    raise SecretWrong(name=name)


def _as_written_down(secret: Secret) -> Secret:
    """A recovery passphrase, however its letters and blanks were typed."""
    letters = secret.content.decode("utf-8", "replace").upper().replace(" ", "-")
    return Secret.passphrase(letters.strip("-"))


def is_sealed(text: str) -> bool:
    """Whether a text of a statistic is encrypted."""
    return text.startswith(_MARK)


def locks_text(locks: tuple[Lock, ...]) -> str:
    """JSON of the locks."""
    return msgspec.json.encode(locks).decode()


def read_locks(text: str) -> tuple[Lock, ...]:
    """Locks of a file. Raises ValueError for scrypt costs that would exhaust the machine, and the errors of msgspec."""
    locks = decoded(text, tuple[Lock, ...])
    if len(locks) > _MOST_LOCKS:
        raise ValueError(f"{len(locks)} locks")  # each is tried at the cost of scrypt
    for lock in locks:
        if not costs_fit(lock.n, lock.r, lock.p):
            raise ValueError(f"scrypt {lock.n}")
    return locks


def check_secret(holder: Holder | Literal["person"], secret: Secret) -> None:
    """Raise key_secret_too_short or seal_secret_weak for a new secret; existing secrets are not checked when
    opening."""
    if not secret.is_long_enough:
        raise ProtectionError("seal_secret_short", role=role_name(holder))
    if not secret.is_file and is_weak(secret.content.decode("utf-8", "replace")):
        raise ProtectionError("seal_secret_weak", role=role_name(holder))


def _lock(holder: Holder, secret: Secret, data_key: bytes) -> Lock:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, nonce = os.urandom(16), os.urandom(12)
    lock = Lock(holder, "key_file" if secret.is_file else "passphrase", _base64(salt), _base64(nonce), "")
    content = AESGCM(_key_of(lock, secret)).encrypt(nonce, data_key, _bound_to(lock))
    return replace(lock, content=_base64(content))


def _opened(lock: Lock, secret: Secret) -> bytes | None:
    """The data key, None where the secret does not open the lock."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        nonce, content = base64.b64decode(lock.nonce), base64.b64decode(lock.content)
        return AESGCM(_key_of(lock, secret)).decrypt(nonce, content, _bound_to(lock))
    except (InvalidTag, ValueError):
        return None


def _key_of(lock: Lock, secret: Secret) -> bytes:
    return derived_key(secret, base64.b64decode(lock.salt), lock.n, lock.r, lock.p)


def derived_key(secret: Secret, salt: bytes, n: int, r: int, p: int) -> bytes:
    """Key derived from a secret by scrypt with these costs."""
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=n, r=r, p=p).derive(secret.content)


def costs_fit(n: int, r: int, p: int) -> bool:
    """Whether scrypt costs from a file are within the limits of the machine."""
    return 2**10 <= n <= _MOST_N and n & (n - 1) == 0 and r == SCRYPT_R and p == SCRYPT_P


def _bound_to(lock: Lock) -> bytes:
    """Associated data that bind a lock to its role."""
    return f"ckm lock {lock.holder} {lock.by}".encode()


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def letters_of(content: bytes, count: int) -> str:
    """The first bits of a content as `count` unambiguous letters and digits, five bits each."""
    number = int.from_bytes(content, "big") >> (8 * len(content) - 5 * count)
    return "".join(_LETTERS[number >> (5 * index) & 31] for index in range(count - 1, -1, -1))


def role_name(holder: Holder | Literal["person"]) -> Sentence:
    """Name of a role."""
    return sentence(f"role_{holder}")
