"""Microdata: compact, immutable columns of one reporting period.

Per dimension a `uint8/16/32` code column and an ordered code list; record keys as integers modulo M; a weight and
magnitudes as decimals scaled to int64, or float64. Missing is a category of its own: the code `MISSING`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.base.blocks import row_by_row
from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.base.lazy_import import LazyModule
from ckmcore.base.texts import Texts
from ckmcore.errors import DataError, InputError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.messages import Sentence
from ckmcore.microdata.changed_keys import ChangedKeys
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.microdata.columns import (
    MISSING,
    MISSING_LABEL,
    Category,
    Codes,
    Dimension,
    Households,
    NumberColumn,
    UnknownVariable,
    compact_codes,
    sort_codes,
)
from ckmcore.microdata.counter import Counter, NoColumns, elsewhere, need_records
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.frame import columns_of_frame
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.kept_patterns import KeptPatterns
from ckmcore.microdata.references import ReferenceTable
from ckmcore.ptable.floor.key_floor import tell_of_keys

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = LazyModule("pandas")


@checked
@dataclass(frozen=True)
class StructuralZero:
    """A combination that cannot occur, declared in the dictionary, never guessed: one code set per variable.

    `cells` pairs a variable with codes (leaves or inner nodes); one pair alone declares categories that are void.
    """

    cells: tuple[tuple[str, tuple[str, ...]], ...]


@checked
@dataclass(frozen=True)
class ExemptCells:
    """Logical cells whose counts are published unchanged, such as official totals of the population.

    `cells` pairs variables with codes (leaves or inner nodes; none: every node): each combination of one code of each
    variable is a cell, of all other variables the total. Without variables it is the grand total.
    """

    cells: tuple[tuple[str, tuple[str, ...]], ...] = ()
    note: Texts = Texts()


@checked
@dataclass(frozen=True, eq=False)
class Microdata:
    """Records of one period as columns. Immutable: each `with_...` gives a new object that shares the columns.

    `dimensions[name]` describes, `columns[name]` holds the codes (index into the dimension's categories), both with
    `rows` entries. `cache` belongs to `tabulate`; `drop_cache()` forgets computed cubes. `notices` say
    what a reader should know about how the data were read. Columns of a store lie in its files, and are read in blocks
    (`BlockColumn`). `record_keys` are taken as they are: `with_record_keys` judges them. `households`: records are
    members of households, which are counted in their place (`counting_households`). `period`: names the period of the
    records ("": not said).
    `safe`: the records as the SAFE principle changed them, None where it did not; `patterns`: which cells of tables are
    suppressed, None where none are.
    `beside`: the file of the statistic, beside which boundaries for maps lie.
    `counter`: counts records that stay in a database; there are no columns then, and whoever asks for one is told so.

    >>> data
    Microdata(600 records, 3 dimensions)
    >>> data.rows, list(data.dimensions), list(data.magnitudes), data.record_keys.modulus
    (600, ['NUTS', 'SEX', 'AGE'], ['INCOME'], 1000000000)
    """

    rows: int
    dimensions: Mapping[str, Dimension]
    columns: Mapping[str, Codes]
    record_keys: RecordKeys | None = None
    weight: NumberColumn | None = None
    magnitudes: Mapping[str, NumberColumn] = field(default_factory=dict)
    cache: dict[Any, Any] = field(default_factory=dict, repr=False)
    notices: tuple[Sentence, ...] = ()
    structural_zeros: tuple[StructuralZero, ...] = ()
    references: tuple[ReferenceTable, ...] = ()
    exempt: tuple[ExemptCells, ...] = ()
    households: Households | None = None
    period: str = ""
    counter: Counter | None = None
    safe: ChangedKeys | None = None
    patterns: KeptPatterns | None = None
    beside: Path | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.counter is not None:
            object.__setattr__(self, "columns", NoColumns(self.counter.name))
            return
        lengths = {name: len(column) for name, column in self.columns.items()}
        if self.record_keys is not None:
            lengths["record keys"] = len(self.record_keys)
        numbers = (*self.magnitudes.values(), *([self.weight] if self.weight else []))
        for number in numbers:
            lengths[number.name] = len(number.values)
        for name, length in lengths.items():
            if length != self.rows:
                raise InputError("rows_differ", column=name, rows=length, expected=self.rows)
        columns: list[Any] = [*self.columns.values(), *(one.values for one in numbers)]
        columns += [one.missing for one in numbers]
        columns += [self.record_keys.values] if self.record_keys is not None else []
        for column in columns:
            if isinstance(column, np.ndarray):
                column.flags.writeable = False

    def __repr__(self) -> str:
        return f"Microdata({self.rows} records, {len(self.dimensions)} dimensions)"

    @property
    def nbytes(self) -> int:
        """Bytes of all columns in memory; those of a store lie in its files, of a database there."""
        if self.counter is not None:
            return 0
        total = sum(column.nbytes for column in self.columns.values())
        total += self.record_keys.values.nbytes if self.record_keys is not None else 0
        numbers = [*self.magnitudes.values(), *([self.weight] if self.weight else [])]
        total += sum(column.missing.nbytes for column in numbers if column.missing is not None)
        return total + sum(column.values.nbytes for column in numbers)

    def dimension(self, name: str) -> Dimension:
        """The dimension `name`; raises UnknownVariable with the names that exist."""
        if name not in self.dimensions:
            raise UnknownVariable(variable=name, known=tuple(self.dimensions))
        return self.dimensions[name]

    def drop_cache(self) -> None:
        """Forget computed cubes."""
        self.cache.clear()

    @checked
    def with_record_keys(self, keys: RecordKeys) -> Microdata:
        """The same data with other record keys, such as drawn or derived ones. What the floor says of them (F10 to
        F14) is a CkmWarning. Raises records_elsewhere where records and keys lie in a database.

        >>> data.with_record_keys(ckm.generate_keys(data.rows)).record_keys
        RecordKeys(600 keys, modulus 1000000000, generated)
        """
        keyed = with_judged_keys(self, keys)
        tell_of_keys(keys)
        return keyed

    def with_dimension(self, dimension: Dimension) -> Microdata:
        """The same data with another description (title, labels, hierarchy) of one dimension; codes stay."""
        described = dict(self.dimensions)
        described[dimension.name] = dimension
        return replace(self, dimensions=described, cache={})

    def with_categories(self, dimension: Dimension) -> Microdata:
        """The same data with more categories or another order of them; the codes of the records are renumbered.

        `dimension` has to hold every code that the data have; so has its hierarchy (raises hierarchy_unknown_codes).
        """
        if dimension.hierarchy is not None:
            _refuse_without_leaf(dimension, dimension.hierarchy)
        before = self.dimension(dimension.name).codes
        place = {code: position for position, code in enumerate(dimension.codes)}
        described = self.with_dimension(dimension)
        if tuple(place) == before:
            return described
        return self.with_mapped(dimension, dimension.name, [place[code] for code in before])

    def with_column(self, dimension: Dimension, codes: Codes) -> Microdata:
        """The same data with one more dimension, or another one in its place; `codes` has one entry per record."""
        if self.counter is not None:
            raise elsewhere(self.counter.name)
        described = {**self.dimensions, dimension.name: dimension}
        columns = {**self.columns, dimension.name: codes}
        return replace(self, dimensions=described, columns=columns, cache={})

    def with_mapped(self, dimension: Dimension, source: str, places: Sequence[int]) -> Microdata:
        """The same data with one more dimension, or another one in its place, made of the dimension `source`: of each
        category of that, `places` says which category of the new one it becomes."""
        mapping = np.array(places, dtype=np.int64)
        if self.counter is not None:
            counter = self.counter.with_places(dimension.name, source, mapping, len(dimension.codes))
            return replace(self, dimensions={**self.dimensions, dimension.name: dimension}, counter=counter, cache={})
        same = len(mapping) == len(dimension.codes) and bool((mapping == np.arange(len(mapping))).all())
        if same and source != dimension.name:
            return self.with_column(dimension, self.columns[source])
        return self.with_column(dimension, self._mapped(source, compact_codes(mapping, len(dimension.codes))))

    def with_counted(self, dimension: Dimension, counter: Counter) -> Microdata:
        """The same data, whose records lie elsewhere, with one more dimension that the counter knows."""
        return replace(self, dimensions={**self.dimensions, dimension.name: dimension}, counter=counter, cache={})

    def same_within_households(self, name: str) -> bool:
        """Whether all members of each household are of one category of a dimension; true without households."""
        if self.households is None:
            return True
        if self.counter is not None:
            return self.counter.same_within_households(name)
        return self.households.same(self.columns[name])

    def without(self, names: Collection[str]) -> Microdata:
        """The same data without some of their dimensions, magnitudes, or the weight."""
        gone = {name for name in names if name in self.dimensions}
        return replace(
            self,
            dimensions={
                name: replace(one, source="") if one.source in gone else one
                for name, one in self.dimensions.items()
                if name not in names
            },
            columns={name: one for name, one in self.columns.items() if name not in names},
            magnitudes={name: one for name, one in self.magnitudes.items() if name not in names},
            weight=None if self.weight is not None and self.weight.name in names else self.weight,
            cache={},
        )

    def recoded(self, name: str, codes: Mapping[str, str]) -> Microdata:
        """The same data in which the codes of one dimension are replaced: old code -> new code; others stay.

        Old codes are no categories any more; labels stay with the codes that stay. The hierarchy is taken off.
        """
        dimension = self.dimension(name)
        wanted = [codes.get(code, code) for code in dimension.codes]
        known = {category.code: category for category in dimension.categories}
        categories = tuple(known.get(code, Category.plain(code)) for code in sort_codes(list(dict.fromkeys(wanted))))
        place = {category.code: position for position, category in enumerate(categories)}
        made = replace(dimension, categories=categories, hierarchy=None, source="")
        mapped = self.with_mapped(made, name, [place[code] for code in wanted])
        others = {of.name: replace(of, source="") for of in mapped.dimensions.values() if of.source == name}
        return replace(mapped, dimensions={**mapped.dimensions, **others}) if others else mapped

    def _mapped(self, name: str, mapping: Codes) -> Codes:
        return row_by_row(lambda codes: mapping[codes], mapping.dtype, self.columns[name])

    def renamed(self, names: Mapping[str, str]) -> Microdata:
        """The same data whose variables are called otherwise: name in the file -> name in the dictionary."""
        dimensions = {
            names.get(name, name): replace(one, name=names.get(name, name), source=names.get(one.source, one.source))
            for name, one in self.dimensions.items()
        }
        columns = {names.get(name, name): column for name, column in self.columns.items()}
        magnitudes = {
            names.get(name, name): replace(one, name=names.get(name, name)) for name, one in self.magnitudes.items()
        }
        weight = self.weight
        if weight is not None:
            weight = replace(weight, name=names.get(weight.name, weight.name))
        counter = None if self.counter is None else self.counter.renamed(names)
        return replace(
            self,
            dimensions=dimensions,
            columns=columns,
            magnitudes=magnitudes,
            weight=weight,
            counter=counter,
            cache={},
        )

    @checked
    def with_hierarchy(self, name: str, hierarchy: Hierarchy) -> Microdata:
        """Attach a hierarchy; codes in the data that it does not hold as leaves are refused by name.

        Missing needs no place in the hierarchy: it stands beside the first level.

        >>> nested = data.with_hierarchy("NUTS", ckm.read_hrc("nuts.hrc"))
        >>> ckm.tabulate(nested, ckm.TableSpec("NUTS"))
        RawTable((6,), confidential)
        """
        dimension = self.dimension(name)
        _refuse_without_leaf(dimension, hierarchy)
        return self.with_dimension(replace(dimension, hierarchy=hierarchy))

    @checked
    def with_classes(self, name: str, classes: str | None) -> Microdata:
        """The same data with declared classes of a magnitude, by their edges: "0; 6; 12+" (`MagnitudeClasses`); None
        takes them away.

        Raises UnknownVariable, QuantileClasses (also for an empty text).

        >>> by_income = data.with_classes("INCOME", "0; 1000; 2000; 3000+")
        >>> spec = ckm.TableSpec("NUTS", values=ckm.Value("median", magnitude="INCOME"))
        >>> ckm.protect(ckm.tabulate(by_income, spec), ckm.CellKeyMethod(ptable)).to_pandas()
            NUTS  published
        0  Total       1075
        1   AT11        967
        2   AT12       1131
        3   AT21       1380
        """
        if name not in self.magnitudes:
            raise UnknownVariable(variable=name, known=tuple(self.magnitudes))
        column = replace(self.magnitudes[name], classes=None if classes is None else MagnitudeClasses.named(classes))
        return replace(self, magnitudes={**self.magnitudes, name: column}, cache={})

    @property
    def deviations(self) -> tuple[Sentence, ...]:
        """Which notices say that records were read otherwise than they are written: of keys, that digits were cut.

        The treatment of records without a value is the method's; the table that it protects reports it.
        """
        return tuple(notice for notice in self.notices if notice.code in _DEVIATIONS or _cut(notice))

    @classmethod
    @checked
    def from_pandas(
        cls,
        frame: pd.DataFrame,
        dimensions: Sequence[str],
        record_key: str | None = None,
        weight: str | None = None,
        magnitudes: Sequence[str] = (),
        modulus: int | None = None,
        dialect: Dialect | None = None,
    ) -> Microdata:
        """Microdata from a data frame.

        Dimensions become text codes, ordered as numbers where all codes are whole numbers, else as text; categoricals
        keep their order; NaN is the category MISSING, last. `record_key` holds decimals in [0,1) (float64: shortest
        form, at most 15 decimals; or text) or integers below `modulus`. Codes: whole floats are written `1`, not
        `1.0`; bools `0` and `1`; texts are trimmed of blanks. Values of weight and magnitudes that all have at most 6
        decimals are kept exactly; a missing weight is refused, a missing magnitude is told, and a 0
        or left out as the method says (`NEW_METHOD`: left out). Each deviation from the values of the frame is a
        notice; where they can be read in several ways ReadingAsked names the questions, as of files
        (`ckm.reading_plan`), and `dialect` takes the answers.
        Raises UnknownVariable, column_two_roles, not_a_number, weight_missing, weight_negative and the errors of
        record keys. What is open of these (F10 to F14) is a CkmWarning; `microdata_of` refuses.

        >>> import pandas as pd
        >>> frame = pd.DataFrame({"NUTS": ["AT11", "AT12", None], "AGE": [1.0, 10.0, 9.0], "rkey": [0.1, 0.25, 0.7]})
        >>> persons = ckm.Microdata.from_pandas(frame, ["NUTS", "AGE"], record_key="rkey")
        >>> persons.dimension("NUTS").codes, persons.dimension("AGE").codes
        (('AT11', 'AT12', ''), ('1', '9', '10'))
        """
        data = cls(**columns_of_frame(frame, dimensions, record_key, weight, magnitudes, modulus, dialect))
        data = with_recodes(data, dialect)
        tell(data.deviations)
        tell_of_keys(data.record_keys)
        return data


def with_judged_keys(data: Microdata, keys: RecordKeys) -> Microdata:
    """Records with other keys, which were judged where they entered. Raises records_elsewhere."""
    need_records(data.counter, "records_for_keys")
    return replace(data, record_keys=keys, cache={})


def with_recodes(data: Microdata, dialect: Dialect | None) -> Microdata:
    """Records of a frame with the codes that a person wants read as others; by rules before the fifth as they are."""
    for recode in dialect.recodes if dialect is not None and dialect.rules > 4 else ():
        if recode.column in data.dimensions:
            data = data.recoded(recode.column, dict(recode.codes))
    return data


_DEVIATIONS = ("record_key_shortened", "last_record_cut")
MOST_OF_DOUBLES = 15  # decimals that are read of keys held as doubles


def _cut(notice: Sentence) -> bool:
    """Whether keys that are doubles may have had more digits than are read."""
    return notice.code == "record_key_doubles" and int(notice.fields["digits"]) >= MOST_OF_DOUBLES


def _refuse_without_leaf(dimension: Dimension, hierarchy: Hierarchy) -> None:
    leaves = set(hierarchy.leaves)
    unknown = [code for code in dimension.codes if code not in leaves and code != MISSING]
    groups = [code for code in unknown if code in hierarchy.index]
    if unknown and len(groups) == len(unknown):
        raise DataError("hierarchy_groups_in_data", variable=dimension.name, codes=tuple(groups[:5]), count=len(groups))
    if unknown:
        raise DataError(
            "hierarchy_unknown_codes", variable=dimension.name, codes=tuple(unknown[:5]), count=len(unknown)
        )


__all__ = [
    "MISSING",
    "MISSING_LABEL",
    "Category",
    "Codes",
    "Dimension",
    "Microdata",
    "NumberColumn",
    "StructuralZero",
    "UnknownVariable",
    "compact_codes",
    "sort_codes",
    "with_judged_keys",
]
