"""How the record keys of a period arise: from a column, generated, from another file, derived, not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ckmcore.base.blocks import Chunks
from ckmcore.base.texts import Texts
from ckmcore.errors import FileError, InputError
from ckmcore.keys.derivation import derive_keys, read_secret
from ckmcore.keys.households import household_keys
from ckmcore.keys.record_keys import RecordKeys, drawn_keys
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata import Dialect, preview
from ckmcore.microdata.identifiers import read_texts
from ckmcore.microdata.key_join import JoinedKeys, Others, join_keys
from ckmcore.ptable.floor.key_floor import check_keys
from ckmcore.statistic.period import KeyOrigin, KeySet
from ckmcore.statistic.period_files import FormerPeriod, keys_as_before, keys_in_column
from ckmcore.tabulate.scan import never

How = Literal["column", "former", "generate", "file", "derived", "none"]
Progress = Callable[[int, float], None]

# Names under which identifiers and keys usually stand in a file of keys.
_ID_WORDS = ("id", "ident", "kennung", "nummer", "nr", "key_id", "unit")
_KEY_WORDS = ("rkey", "record_key", "recordkey", "key", "ckey", "cellkey")


@dataclass(frozen=True)
class KeyFile:
    """A file of keys as inspected: its columns, and the proposed modulus of each column of whole numbers."""

    path: Path
    columns: tuple[str, ...]
    moduli: tuple[tuple[str, int], ...] = ()

    def modulus_of(self, column: str) -> int | None:
        """Proposed modulus of a column of whole numbers; None for decimals."""
        return dict(self.moduli).get(column)


@dataclass(frozen=True)
class KeyChoice:
    """Origin of the record keys where no column of the data has the role of the record key.

    column, modulus: column of the data, for `how` "column". identifier: column that names each unit. file, file_id,
    file_column, file_modulus, others: for "file". secret, flow: for "derived"; units of a flow have other keys in each
    period. household: column that names each record's household, "" where records are the units. recurring: other
    periods have records whose units may recur here. former: previous period whose keys can be reused, for "former".
    """

    how: How = "generate"
    column: str = ""
    modulus: int | None = None
    identifier: str = ""
    file: KeyFile | None = None
    file_id: str = ""
    file_column: str = ""
    file_modulus: int | None = None
    others: Others = "refuse"
    secret: Path | None = None
    flow: bool = False
    household: str = ""
    recurring: bool = False
    former: FormerPeriod | None = None

    @property
    def missing(self) -> Sentence | None:
        """Sentence on what still has to be chosen, or None."""
        if self.how == "column" and not self.column:
            return sentence("keys_choose_column")
        by_household = self.how == "former" and self.former is not None and bool(self.former.household)
        if self.how in ("file", "derived", "former") and not self.identifier and not by_household:
            return sentence("keys_choose_identifier")
        if self.how == "former" and self.former is None:
            return sentence("keys_choose_former")
        if self.how == "file" and self.file is None:
            return sentence("keys_choose_file")
        if self.how == "file" and (not self.file_id or not self.file_column or self.file_id == self.file_column):
            return sentence("keys_choose_file_columns")
        if self.how == "derived" and self.secret is None:
            return sentence("keys_choose_secret")
        return None

    @property
    def warns_of_fresh_noise(self) -> bool:
        """Whether recurring units would get new noise in each period (method.md, section 1)."""
        return self.recurring and (self.how == "generate" or (self.how == "derived" and self.flow))


def with_file(choice: KeyChoice, file: KeyFile) -> KeyChoice:
    """Choice with keys from another file, whose columns are guessed."""
    has_key_columns = choice.file_id in file.columns and choice.file_column in file.columns
    if has_key_columns and choice.file_id != choice.file_column:
        new_choice = replace(choice, how="file", file=file)
    else:
        key = _guess(file.columns, _KEY_WORDS) or file.columns[-1]
        other_columns = [name for name in file.columns if name != key]
        same_column = next((name for name in other_columns if name == choice.identifier), "")
        new_choice = replace(
            choice,
            how="file",
            file=file,
            file_column=key,
            file_id=same_column or _guess(other_columns, _ID_WORDS) or (other_columns[0] if other_columns else ""),
        )
    return replace(new_choice, file_modulus=file.modulus_of(new_choice.file_column))


def with_identifier(choice: KeyChoice, columns: Sequence[str], identifiers: Sequence[str]) -> KeyChoice:
    """Choice with an identifier: the chosen one, a column with this role, or one with such a name."""
    if choice.identifier in columns:
        return choice
    guess = next(iter(identifiers), "") or _guess(columns, _ID_WORDS)
    return replace(choice, identifier=guess)


def with_former(choice: KeyChoice, former: FormerPeriod | None, columns: Sequence[str]) -> KeyChoice:
    """Offer the keys of a previous period; they become the default where the column that identifies the units exists.
    columns: of the new data."""
    if former is None:
        return replace(choice, former=None, how="generate" if choice.how == "former" else choice.how)
    known_names = {entry.name for entry in former.statistic.dictionary if entry.role == "identifier"}
    keys = former.statistic.period.keys
    unit = former.household or (keys.column if keys is not None and keys.origin in ("file", "derived") else "")
    unit = unit or (choice.identifier if choice.identifier in known_names else "")
    new_choice = replace(choice, former=former)
    if unit not in columns or not unit or choice.how != "generate":
        return new_choice
    return replace(new_choice, how="former", identifier="" if former.household else unit)


def with_column(choice: KeyChoice, columns: Sequence[str]) -> KeyChoice:
    """Choice with keys from a column of the data: the chosen one, one with such a name, or the last."""
    if choice.column in columns or not columns:
        return replace(choice, how="column")
    return replace(choice, how="column", column=_guess(columns, _KEY_WORDS) or columns[-1])


def _guess(columns: Sequence[str], words: Sequence[str]) -> str:
    for word in words:
        for name in columns:
            if name.strip().lower() == word:
                return name
    for word in words:
        for name in columns:
            if len(word) > 2 and word in name.lower():
                return name
    return ""


def look_at_key_file(path: Path) -> KeyFile:
    """Inspect the columns of a file of keys by its first rows. Raises the errors of reading."""
    seen_preview = preview(path)
    moduli = []
    for column_index, column in enumerate(seen_preview.columns):
        if column.kind == "whole":
            texts = [row[column_index].strip() for row in seen_preview.rows if len(row) == len(seen_preview.columns)]
            highest = max((int(text) for text in texts if text.isdecimal() and text.isascii()), default=0)
            moduli.append((column.name, proposed_modulus(highest)))
    return KeyFile(path, tuple(column.name for column in seen_preview.columns), tuple(moduli))


def period_name(label: Texts) -> str:
    """Name of a period in the keys of a flow, independent of the window's language."""
    return label.en or label.de


PROPOSED_MODULI = (256, 4096, 10**9)


def proposed_modulus(highest: int) -> int:
    """The least usual modulus above the highest key that was seen."""
    return next((modulus for modulus in PROPOSED_MODULI if highest < modulus), 10 ** len(str(highest)))


# --- making keys ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecordsToKey:
    """Records that get keys: their files, dialect, number, and the name of the period. texts: gives the texts of
    columns by their names where the records are in no file."""

    paths: tuple[Path, ...]
    dialect: Dialect | None
    rows: int
    period: str = ""
    meta: Path | None = None
    texts: Callable[[tuple[str, ...]], dict[str, Any]] | None = None


@dataclass(frozen=True, eq=False)
class MadeKeys:
    """Keys of all records, their description, and notices."""

    keys: RecordKeys | None
    key_set: KeySet | None
    notices: tuple[Sentence, ...] = ()


def make_keys(
    choice: KeyChoice,
    records: RecordsToKey,
    in_column: RecordKeys | None = None,
    *,
    reason: str = "",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
    chunks: Chunks | None = None,
) -> MadeKeys:
    """Make the keys of all records as chosen. in_column: keys of the column `choice.column` where already read; chunks:
    storage for drawn keys.

    Identifiers and households are read for this and not kept. Raises keys_not_chosen, source_changed (other number of
    records than before), key_unmatched, Cancelled, and the errors of reading, of secrets and of households.
    """
    if choice.missing is not None:
        raise InputError("keys_not_chosen", what=choice.missing)
    if choice.how == "none":
        return MadeKeys(None, None)
    notices: tuple[Sentence, ...] = ()
    unit = choice.identifier if choice.how in ("file", "derived", "former") else ""
    if choice.how == "former" and choice.former is not None and choice.former.household:
        choice = replace(choice, household=choice.former.household)
        unit = ""
    wanted_columns = tuple(dict.fromkeys(name for name in (unit, choice.household) if name))
    texts = _texts(records, wanted_columns, progress, cancelled)
    origin: KeyOrigin
    if choice.how == "column":
        origin, column = "column", choice.column
        keys = in_column if in_column is not None else _column_keys(choice, records, progress, cancelled)
    elif choice.how == "file":
        joined = _join(choice, texts[choice.identifier], progress, cancelled)
        origin, column, keys, notices = "file", choice.identifier, joined.record_keys(), joined.notices
    elif choice.how == "derived":
        origin, column = "derived", choice.identifier
        keys = _derive(choice, texts[choice.identifier], records.period, progress, cancelled)
    elif choice.how == "former" and choice.former is not None:
        name = choice.former.household or choice.identifier
        carried = keys_as_before(choice.former, name, texts[name], progress, cancelled)
        origin, column, keys = "generated", choice.identifier, carried.keys
        notices = (sentence("keys_as_before", kept=carried.kept, new=carried.new, gone=carried.gone),)
    else:
        origin, column, keys = "generated", "", drawn_keys(records.rows, Chunks() if chunks is None else chunks)
    if len(keys) != records.rows:
        raise FileError("source_changed", name=records.paths[0].name)
    if origin == "derived":
        notices = (*notices, *check_keys(keys, units=lambda: texts[choice.identifier], cancelled=cancelled))
    if origin in ("column", "file"):
        names = choice.identifier
        units = (lambda: _texts(records, (names,), progress, cancelled)[names]) if names else None
        notices = (*notices, *check_keys(keys, units=units, cancelled=cancelled))
    # Households of the period before have their sum already.
    if choice.household and not (choice.how == "former" and choice.former is not None and choice.former.household):
        keys = household_keys(keys, texts[choice.household])
        notices = (*notices, *check_keys(keys, units=lambda: texts[choice.household], cancelled=cancelled))
    if choice.warns_of_fresh_noise:
        notices = (*notices, sentence("keys_random_recurring"))
    key_set = KeySet(origin, column, keys.modulus, keys.digits, household=choice.household, reason=reason)
    return MadeKeys(keys, key_set, notices)


def try_join(
    choice: KeyChoice,
    records: RecordsToKey,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> JoinedKeys:
    """Count how many records would find their key in another file, before importing anything."""
    if choice.missing is not None:
        raise InputError("keys_not_chosen", what=choice.missing)
    texts = _texts(records, (choice.identifier,), progress, cancelled)
    return _join(replace(choice, others="refuse"), texts[choice.identifier], progress, cancelled)


def _texts(
    records: RecordsToKey, columns: tuple[str, ...], progress: Progress | None, cancelled: Callable[[], bool]
) -> dict[str, Any]:
    if not columns:
        return {}
    if records.texts is not None:
        return records.texts(columns)
    texts = read_texts(
        records.paths, columns, dialect=records.dialect, meta=records.meta, progress=progress, cancelled=cancelled
    )
    if records.rows and len(texts[0]) != records.rows:
        raise FileError("source_changed", name=records.paths[0].name)
    return dict(zip(columns, texts, strict=True))


def _join(choice: KeyChoice, identifiers: Any, progress: Progress | None, cancelled: Callable[[], bool]) -> JoinedKeys:
    if choice.file is None:
        raise InputError("keys_not_chosen", what=sentence("keys_choose_file"))
    return join_keys(
        identifiers,
        choice.file.path,
        choice.file_id,
        choice.file_column,
        others=choice.others,
        modulus=choice.file_modulus,
        progress=progress,
        cancelled=cancelled,
    )


def _derive(
    choice: KeyChoice, identifiers: Any, period: str, progress: Progress | None, cancelled: Callable[[], bool]
) -> RecordKeys:
    if choice.secret is None:
        raise InputError("keys_not_chosen", what=sentence("keys_choose_secret"))
    if choice.flow and not period.strip():
        raise InputError("keys_not_chosen", what=sentence("keys_choose_period"))
    message = period.strip() if choice.flow else ""
    return derive_keys(identifiers, read_secret(choice.secret), message, progress=progress, cancelled=cancelled)


def _column_keys(
    choice: KeyChoice, records: RecordsToKey, progress: Progress | None, cancelled: Callable[[], bool]
) -> RecordKeys:
    return keys_in_column(
        records.paths,
        choice.column,
        records.dialect,
        choice.modulus,
        meta=records.meta,
        progress=progress,
        cancelled=cancelled,
    )
