"""Projects of τ-ARGUS as a whole: data, description, hierarchies, code lists, settings and perturbation tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path

from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, FileError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import Category
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import MetaFileMissing
from ckmcore.microdata.files import checked_path
from ckmcore.microdata.hierarchy import Hierarchy, digit_hierarchy
from ckmcore.microdata.open import open_source
from ckmcore.microdata.rda import TauMetadata, TauVariable, find_rda, read_rda
from ckmcore.microdata.roles import Role
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable.open import OpenedPtable, open_ptable

DATA_ENDINGS = (".asc", ".dat", ".csv", ".txt", ".tab", ".gz", ".zip")
PTABLE_WORDS = {"PFILE": "counts", "PFILE_FREQ": "counts", "PFILE_CONT": "magnitudes", "PFILE_SEP": "small"}
# What a description says of the cell-key method for one magnitude.
SETTINGS = ("CKM", "INCLUDEZEROS", "PARITY", "SEPARATION", "SCALING", "DECIMALS")


@dataclass(frozen=True)
class NamedPtable:
    """A perturbation table that the description names, opened: what it is for, its file's name, the table."""

    use: str
    name: str
    opened: OpenedPtable


@dataclass(frozen=True)
class TauProject:
    """Everything that a project of τ-ARGUS says, before its records are read.

    `roles` by column in the file's order; `record_key` the key's column. `dictionary` has an entry per column with
    labels, hierarchies known before the data are read, and the settings of magnitudes. `ptables` are those for
    `counts`, `magnitudes` and `small` values; one that cannot be opened stands in `notices`.
    """

    meta: Path
    data: Path
    dialect: Dialect
    roles: Mapping[str, Role]
    dictionary: tuple[VariableEntry, ...]
    ptables: tuple[NamedPtable, ...] = ()
    notices: tuple[Sentence, ...] = ()
    described: Mapping[str, Described] = field(default_factory=dict)

    @property
    def record_key(self) -> str | None:
        return next((name for name, role in self.roles.items() if role == "record_key"), None)

    def ptable(self, use: str) -> OpenedPtable | None:
        """The table for `counts`, `magnitudes` or `small`."""
        return next((one.opened for one in self.ptables if one.use == use), None)


def open_project(path: str | PathLike[str], description: str | PathLike[str] | None = None) -> TauProject:
    """A project by its `.rda` or by its data; the other is looked for beside it under the same name.

    `description` is a `.rda` that lies elsewhere or is called otherwise. Where nothing has the name, the only file
    beside it that can be meant is taken, with a notice. Raises
    tau_no_meta, tau_no_data, and the errors of descriptions, of the files that they name and of text files.
    """
    given = checked_path(path)
    notices: list[Sentence] = []
    if description is not None:
        meta, data = checked_path(description), given
    elif given.suffix.lower() == ".rda":
        meta, data = given, _data_of(given, notices)
    else:
        meta, data = _meta_of(given, notices), given
    known = read_rda(meta)
    source = open_source(data, None, 50, meta)
    described = source.described
    entries = tuple(_entry(one, described[one.name]) for one in known.variables)
    return TauProject(
        meta=meta,
        data=data,
        dialect=source.dialect or known.dialect(),
        roles={one.name: one.role or "ignored" for one in known.variables},
        dictionary=entries,
        ptables=tuple(_ptables(known, data, notices)),
        notices=tuple(notices),
        described=described,
    )


def is_project(path: Path) -> bool:
    """Whether a path is a description of τ-ARGUS by its name."""
    return path.suffix.lower() == ".rda"


def _beside(path: Path) -> list[Path]:
    try:
        return sorted(other for other in path.parent.iterdir() if other.is_file() and other != path)
    except OSError:
        return []


def _data_of(meta: Path, notices: list[Sentence]) -> Path:
    found = [other for other in _beside(meta) if other.suffix.lower() in DATA_ENDINGS]
    same = [other for other in found if other.name.lower().partition(".")[0] == meta.stem.lower().partition(".")[0]]
    same = [other for other in same if _stem(other) == meta.stem.lower()] or same
    if same:
        return min(same, key=lambda other: DATA_ENDINGS.index(other.suffix.lower()))
    named = {Path(name.replace("\\", "/")).name.lower() for name in read_rda(meta).ptables().values()}
    found = [other for other in found if other.name.lower() not in named]
    if len(found) != 1:
        raise FileError(
            "tau_no_data", file=meta.name, known=tuple(f"{meta.stem}{ending}" for ending in DATA_ENDINGS[:4])
        )
    notices.append(sentence("tau_data_by_name", file=found[0].name, meta=meta.name))
    return found[0]


def _stem(path: Path) -> str:
    name = path.name.lower()
    for ending in (".gz", ".zip"):
        name = name.removesuffix(ending)
    return Path(name).stem


def _meta_of(data: Path, notices: list[Sentence]) -> Path:
    found = description_beside(data)
    if found is None:
        raise FileError("tau_no_meta", file=data.name)
    if found != find_rda(data):
        notices.append(sentence("tau_data_by_name", file=data.name, meta=found.name))
    return found


def description_beside(data: Path) -> Path | None:
    """The description of the same name beside data, or the only one that lies there."""
    found = find_rda(data)
    others = [] if found is not None else [other for other in _beside(data) if other.suffix.lower() == ".rda"]
    return others[0] if len(others) == 1 else found


def _entry(one: TauVariable, described: Described) -> VariableEntry:
    role = one.role or "ignored"
    return replace(described_entry(one.name, role, described), settings=_settings(one))


def _settings(one: TauVariable) -> tuple[tuple[str, str], ...]:
    return tuple((word, one.settings[word]) for word in SETTINGS if word in one.settings)


def settings_of(meta: str | PathLike[str]) -> dict[str, tuple[tuple[str, str], ...]]:
    """What a description says of the cell-key method, by variable."""
    return {one.name: _settings(one) for one in read_rda(meta).variables}


def described_entry(name: str, role: Role, described: Described) -> VariableEntry:
    """The entry of the dictionary for a column as its file, or a description, gives it."""
    entry = VariableEntry(name, role, Texts.same(described.title or name))
    if role != "dimension":
        return entry
    tree = _tree(described)
    inner = set() if tree is None else set(tree.index) - set(tree.leaves)
    leaves = None if tree is None else set(tree.leaves)
    labels = {code: Texts.same(label) for code, label in described.labels.items()}
    categories = tuple(
        Category(code, label)
        for code, label in labels.items()
        if code not in described.missing and (leaves is None or code in leaves)
    )
    nodes = tuple((code, label) for code, label in labels.items() if code in inner)
    return replace(entry, categories=categories, node_labels=nodes).with_hierarchy(tree)


def _tree(described: Described) -> Hierarchy | None:
    if described.hierarchy is None and described.digits and described.labels:
        return digit_hierarchy([code for code in described.labels if code not in described.missing], described.digits)
    return described.hierarchy


def _ptables(known: TauMetadata, data: Path, notices: list[Sentence]) -> list[NamedPtable]:
    found: list[NamedPtable] = []
    for variable in known.variables:
        for word, use in PTABLE_WORDS.items():
            if word not in variable.settings:
                continue
            name, line = variable.settings[word], variable.lines[word]
            try:
                path = known.find(name, line, data)
                found.append(NamedPtable(use, path.name, open_ptable(path)))
            except MetaFileMissing:
                notices.append(sentence("tau_ptable_missing", meta=known.file.name, line=line, name=name))
            except CkmError as error:
                fields = {"meta": known.file.name, "line": line, "name": name, "fault": error.sentence()}
                notices.append(sentence("tau_ptable_faulty", **fields))
    return found
