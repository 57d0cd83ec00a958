"""Address of a relation in place of a file: `database:NAME/RELATION`."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.errors import InputError

BEGINNING = "database:"


@dataclass(frozen=True)
class Address:
    """A database by its name in the policy, and a table or view of it."""

    database: str
    relation: str

    def __str__(self) -> str:
        return f"{BEGINNING}{self.database}/{self.relation}"


def address_of(text: object) -> Address | None:
    """The address that a text is; None where it names a file. Raises database_address."""
    if not isinstance(text, str) or not text.startswith(BEGINNING):
        return None
    database, slash, relation = text.removeprefix(BEGINNING).partition("/")
    if not database or not slash or not relation:
        raise InputError("database_address", text=text)
    return Address(database, relation)
