"""Entries of the dictionary: a variable's role, title, code list, hierarchy, or how it is derived from another one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.microdata.data import MISSING, Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy, HierarchyNode
from ckmcore.microdata.missing_values import CodeRoles
from ckmcore.microdata.reading_plan import ReadingAnswer, answers_kept

_OF_ROWS = ("misfits", "labels_differ", "unlike_parent", "parents_without_row")
Role = Literal["dimension", "magnitude", "weight", "record_key", "identifier", "household", "ignored"]
CodesFrom = Literal["", "list", "range", "observed"]
ROLES: tuple[Role, ...] = ("dimension", "magnitude", "weight", "record_key", "identifier", "household", "ignored")
# Columns that are read for their keys, or not at all: no part of the records that are shown or kept.
NOT_OF_THE_DATA: tuple[Role, ...] = ("record_key", "identifier", "household", "ignored")

DerivationKind = Literal["same", "prefix", "groups", "classes", "age", "date_part", "duration", "grid"]
DatePart = Literal["", "year", "quarter", "month", "week"]
DurationUnit = Literal["", "years", "months", "days"]


@dataclass(frozen=True)
class CodeGroup:
    """Codes of the source that become one code."""

    code: str
    codes: tuple[str, ...]


@dataclass(frozen=True)
class Derivation:
    """How a dimension comes from another variable; part of the dictionary, never of the data.

    kind: `same` has the codes of `source` (another hierarchy over them); `prefix` their first `digits` characters;
    `groups` makes one code of each group, codes in no group stay (`others` "keep") or become MISSING ("missing");
    `classes` cuts numbers at `bounds`, ascending decimals written with a point: below the first, from each bound to
    below the next, from the last on. What is no number is MISSING.

    Of sources that hold years, months or days (`dictionary.dates`): `age` has the years completed on the day of the
    period, computed for each period, of years also with the months (1 to 12) of another variable (`month`);
    `date_part` the `part` of a date; `duration` the `unit`s completed from the source to the variable `until`, or ("")
    to the day of the period. Where there are `bounds`, their classes.

    `grid` has the INSPIRE cell of `cell` metres in which coordinates lie, with coarser cells as levels above it: the
    source holds metres east or the longitude, `north` the metres north or the latitude, in the system EPSG:`crs`; or
    the source holds codes of cells (`north` ""). What it is made of is not kept: no place is known more exactly.

    in_periods: `codes` says of classes or groups of years that they shall be the same years in all periods.
    """

    kind: DerivationKind
    source: str
    digits: int = 0
    groups: tuple[CodeGroup, ...] = ()
    others: Literal["keep", "missing"] = "keep"
    bounds: tuple[str, ...] = ()
    part: DatePart = field(default="", metadata=LATER)
    unit: DurationUnit = field(default="", metadata=LATER)
    until: str = field(default="", metadata=LATER)
    month: str = field(default="", metadata=LATER)
    in_periods: Literal["", "codes"] = field(default="", metadata=LATER)
    north: str = field(default="", metadata=LATER)
    crs: str = field(default="", metadata=LATER)
    cell: int = field(default=0, metadata=LATER)

    @property
    def needs_day(self) -> bool:
        """Whether it is computed for the day of a period."""
        return self.kind == "age" or (self.kind == "duration" and not self.until)

    @property
    def second(self) -> str:
        """The second variable that it is made of; "": there is none."""
        if self.kind == "grid":
            return self.north
        return self.until if self.kind == "duration" else self.month if self.kind == "age" else ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The variables that it is made of."""
        return tuple(name for name in (self.source, self.second) if name)


def without_leaves(hierarchy: Hierarchy, codes: Collection[str]) -> Hierarchy:
    """The hierarchy without these leaves, and without the nodes that lose all their leaves by it."""
    nodes = hierarchy.nodes
    keep = [not (hierarchy.is_leaf(place) and node.code in codes) for place, node in enumerate(nodes)]
    has_leaf = [kept and hierarchy.is_leaf(place) for place, kept in enumerate(keep)]
    for place in range(len(nodes) - 1, -1, -1):
        if has_leaf[place] and nodes[place].parent >= 0:
            has_leaf[nodes[place].parent] = True
    entries = ((node.code, node.depth) for node, kept in zip(nodes, has_leaf, strict=True) if kept)
    return replace(Hierarchy.from_depths(entries), level_names=hierarchy.level_names)


@dataclass(frozen=True)
class VariableEntry:
    """A variable in the dictionary: role, title, categories in order with labels, hierarchy.

    derived: the variable is no column of the data but made from another one. settings: what τ-ARGUS metadata say of
    the cell-key method for a magnitude, by keyword (`CKM`, `SCALING`, ...). missing_codes, not_applicable_codes,
    zero_codes: values of a magnitude that are no numbers, as `CodeRoles` has them. codes_from: where the code list of a
    dimension comes from: a `list`, a `range` of numbers, the records (`observed`, for `observed_reason`); "" where
    nobody has said it. classes: of a magnitude, as `MagnitudeClasses` has their edges. gaps: codes that ended and began
    again, each with the first and last day (ISO) between the days of its category on which it is not valid.
    code_answers: decisions on how tables of its codes are read.
    """

    name: str
    role: Role
    title: Texts
    categories: tuple[Category, ...] = ()
    hierarchy: tuple[HierarchyNode, ...] = ()
    level_names: tuple[str, ...] = ()
    node_labels: tuple[tuple[str, Texts], ...] = ()
    note: Texts = Texts()
    unit: Texts = Texts()
    derived: Derivation | None = None
    settings: tuple[tuple[str, str], ...] = ()
    missing_codes: tuple[str, ...] = field(default=(), metadata=LATER)
    not_applicable_codes: tuple[str, ...] = field(default=(), metadata=LATER)
    zero_codes: tuple[str, ...] = field(default=(), metadata=LATER)
    codes_from: CodesFrom = field(default="", metadata=LATER)
    observed_reason: str = field(default="", metadata=LATER)
    classes: tuple[str, ...] = field(default=(), metadata=LATER)
    gaps: tuple[tuple[str, str, str], ...] = field(default=(), metadata=LATER)
    code_answers: tuple[ReadingAnswer, ...] = field(default=(), metadata=LATER)

    def with_code_answers(self, answers: Iterable[ReadingAnswer]) -> VariableEntry:
        """The entry with decisions on how a table of its codes was read, which hold for the next one, too; not those on
        single rows, which are other ones then."""
        lasting = [answer for answer in answers if answer.kind not in _OF_ROWS]
        return replace(self, code_answers=answers_kept(lasting, self.code_answers))

    @property
    def magnitude_classes(self) -> MagnitudeClasses | None:
        """The classes of a magnitude; None: none are declared. Raises QuantileClasses."""
        return MagnitudeClasses(self.classes) if self.classes else None

    @property
    def code_roles(self) -> CodeRoles:
        """What values of a magnitude are no numbers. Raises codes_twice, code_no_number."""
        return CodeRoles(self.missing_codes, self.not_applicable_codes, self.zero_codes)

    @classmethod
    def of(cls, dimension: Dimension) -> VariableEntry:
        """The entry that describes a dimension of the data."""
        hierarchy = dimension.hierarchy
        return cls(
            dimension.name,
            "dimension",
            dimension.title,
            dimension.categories,
            () if hierarchy is None else hierarchy.nodes,
            () if hierarchy is None else hierarchy.level_names,
            tuple(dimension.node_labels.items()),
        )

    def is_valid(self, category: Category, date: str) -> bool:
        """Whether a code of the list is valid on a day (ISO); where the day is not known it is."""
        between = any(code == category.code and first <= date <= last for code, first, last in self.gaps)
        return category.valid_on(date) and not between

    def is_limited(self, category: Category) -> bool:
        """Whether there are days on which a code of the list is not valid."""
        gaps = any(code == category.code for code, _, _ in self.gaps)
        return bool(category.valid_from or category.valid_to or gaps)

    def describe(self, dimension: Dimension, date: str = "") -> Dimension:
        """The dimension of freshly read data with this entry's title, categories, labels and hierarchy.

        The categories are the dictionary's, in its order, whether or not a record falls into them: which of them occur
        is an original. Of codes with a validity only those valid on `date` (ISO) are taken. Codes that the dictionary
        does not know follow; missing is last.
        """
        mine = [category for category in self.categories if self.is_valid(category, date)]
        known = {category.code for category in mine}
        gone = {category.code: category for category in self.categories}
        unknown = [gone.get(other.code, other) for other in dimension.categories if other.code not in known]
        categories = sorted((*mine, *unknown), key=lambda category: category.code == MISSING)
        tree = self.tree
        if tree is not None and len(mine) < len(self.categories):
            gone_codes = gone.keys() - known - {category.code for category in dimension.categories}
            tree = without_leaves(tree, gone_codes)
        ended = tuple(category for category in self.categories if category.code not in known)
        labels = dict(self.node_labels)
        return Dimension(dimension.name, self.title, tuple(categories), tree, labels, self.note, ended)

    @property
    def kept(self) -> VariableEntry:
        """The entry as files keep it: only a dimension has a code list.

        What a column held before it was called an identifier, a household, a key, a weight or a magnitude are values of
        records, not categories. An ignored variable keeps the categories that somebody gave words.
        """
        if self.role == "dimension":
            return self
        if self.role != "ignored":
            return replace(self, categories=(), hierarchy=(), level_names=(), node_labels=(), gaps=())
        plain = (Texts.same(category.code) for category in self.categories)
        named = tuple(
            category
            for category, code in zip(self.categories, plain, strict=True)
            if category.label != code or category.note != Texts()
        )
        return replace(self, categories=named)

    @property
    def tree(self) -> Hierarchy | None:
        """Hierarchy, or None where the categories have no levels."""
        return Hierarchy(self.hierarchy, self.level_names) if self.hierarchy else None

    def with_hierarchy(self, hierarchy: Hierarchy | None) -> VariableEntry:
        """The entry with another hierarchy, or with none."""
        if hierarchy is None:
            return replace(self, hierarchy=(), level_names=())
        return replace(self, hierarchy=hierarchy.nodes, level_names=hierarchy.level_names)


def units_of(dictionary: Iterable[VariableEntry]) -> dict[str, Texts]:
    """The units that a dictionary gives its magnitudes, by their names."""
    return {entry.name: entry.unit for entry in dictionary if entry.role == "magnitude" and entry.unit != Texts()}
