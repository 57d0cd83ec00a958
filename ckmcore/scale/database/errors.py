"""What can go wrong with a database; in each case nothing was changed, here or there."""

from __future__ import annotations

from ckmcore.base.numbers import date_text
from ckmcore.base.texts import Texts
from ckmcore.errors import FileError
from ckmcore.messages import sentence


def data_changed(relation: str, name: str, taken: str = "") -> FileError:
    """Error that data have changed. taken: ISO day of the import, "" where unknown."""
    day = Texts(date_text(taken, "en"), date_text(taken, "de")) if taken else None
    since = Texts() if day is None else sentence("database_since", day=day)
    return FileError("database_changed", relation=relation, name=name, since=since)
