"""What a table names that the records or the dictionary of a period lack, and codes of the period that it leaves out.

Everything follows from the dictionary, the periods and the table, nothing from the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import classify
from ckmcore.dictionary.derive import in_order
from ckmcore.dictionary.moving import moving
from ckmcore.errors import CkmError, DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING, Dimension, Microdata, NumberColumn
from ckmcore.microdata.hierarchy import HierarchyNode
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.series import period_code
from ckmcore.statistic.table_file import TableFile
from ckmcore.tabulate.spec import (
    OWN_ROWS,
    PERIOD,
    PREVIOUS,
    Block,
    Condition,
    Footnote,
    Level,
    OwnRow,
    TableSpec,
    Value,
)

# The code lists of a period as the dictionary says them, and what became of codes that ended.

Fate = Literal["gone", "renamed", "merged", "split"]


@dataclass(frozen=True)
class Successor:
    """Successors of a code, and the period in which it ended. fate: "gone" where none is declared."""

    fate: Fate
    codes: tuple[str, ...] = ()
    period: Texts = Texts()


def dimensions_on(statistic: Statistic, place: int) -> dict[str, Dimension]:
    """Dimensions of a period by the dictionary alone, without records. place: index of the period.

    A variable with an open code list, and those derived from it, have no categories here; variables that the period's
    file lacks are left out.
    """
    absent = {column.variable for column in statistic.periods[place].columns if not column.column}
    own_entries = [entry for entry in statistic.dictionary if entry.derived is None and entry.name not in absent]
    none = Microdata(
        0,
        {entry.name: Dimension(entry.name, entry.title, ()) for entry in own_entries if entry.role == "dimension"},
        {entry.name: np.zeros(0, dtype=np.uint8) for entry in own_entries if entry.role == "dimension"},
        magnitudes={
            entry.name: NumberColumn(entry.name, np.zeros(0, dtype=np.int64), 0)
            for entry in own_entries
            if entry.role == "magnitude"
        },
    )
    statistic = replace(statistic, current=place)
    try:
        dimensions = dict(statistic.describe(none).dimensions)
    except CkmError:  # a rule that cannot be followed is said where records are described
        plain_entries = tuple(entry for entry in statistic.dictionary if entry.derived is None)
        dimensions = dict(replace(statistic, dictionary=plain_entries).describe(none).dimensions)
    for entry in in_order(statistic.dictionary):
        source = dimensions.get(entry.derived.source) if entry.derived is not None else None
        if entry.name in dimensions and source is not None and not source.categories:
            dimensions[entry.name] = replace(dimensions[entry.name], categories=(), hierarchy=None)
    return dimensions


def source_of(statistic: Statistic, variable: str) -> str:
    """Variable that defines a dimension's codes: itself, or the one of which it is another hierarchy."""
    entries = {entry.name: entry for entry in statistic.dictionary}
    for _ in entries:
        entry = entries.get(variable)
        if entry is None or entry.derived is None or entry.derived.kind != "same":
            break
        variable = entry.derived.source
    return variable


@dataclass(frozen=True)
class _Step:
    """Mapping table between two periods, by old code. since: label of the later period."""

    renamed: dict[str, str]
    merged: dict[str, str]
    split: dict[str, tuple[str, ...]]
    since: Texts


class Successors:
    """Successors of codes that the current period lacks, by the mapping tables between periods."""

    def __init__(self, statistic: Statistic) -> None:
        self._statistic = statistic
        self._steps: dict[str, list[_Step]] = {}

    def of(self, variable: str, code: str, known: frozenset[str]) -> Successor:
        """Successor of a variable's code. known: codes of the period.

        It is "renamed" only where every step was one to one and the final code exists.
        """
        current_codes: tuple[str, ...] = (code,)
        fate: Fate = "gone"
        since = Texts()
        for step in self._of_variable(variable):
            following: list[str] = []
            for current_code in current_codes:
                if current_code in step.split:
                    following += step.split[current_code]
                    fate = "split"
                elif current_code in step.merged:
                    following.append(step.merged[current_code])
                    fate = "split" if fate == "split" else "merged"
                else:
                    following.append(step.renamed.get(current_code, current_code))
                    if current_code in step.renamed and fate == "gone":
                        fate = "renamed"
            if tuple(following) != current_codes:
                since = step.since
            current_codes = tuple(dict.fromkeys(following))
        existing = tuple(code for code in current_codes if code in known)
        if fate == "gone" or not existing:
            return Successor("gone")
        return Successor(fate, existing, since)

    def _of_variable(self, variable: str) -> list[_Step]:
        if variable not in self._steps:
            source, steps = source_of(self._statistic, variable), []
            for period in self._statistic.periods[1 : self._statistic.current + 1]:
                pairs = next((change.codes for change in period.changes if change.variable == source), ())
                list_changes = classify(pairs)
                merged = {old: new for olds, new in list_changes.merged for old in olds}
                steps.append(_Step(dict(list_changes.renamed), merged, dict(list_changes.split), period.label))
            self._steps[variable] = steps
        return self._steps[variable]


Kind = Literal["variable", "code", "depth", "period", "value", "reference", "new", "order", "footnote", "moving"]
CODES_TOLD = 5
MISFITS_TOLD = 3
# Codes of a table's own making: own groups and rows.
_OWN_CODES = ("group:", "row:")


class TableDoesNotFit(DataError):
    """A table uses something that the period lacks. Fields: name and misfits (sentences), period."""

    code = "table_does_not_fit"


@dataclass(frozen=True)
class Misfit:
    """A part of a table that does not fit a period. said: description with remedy.

    fault: the table cannot be computed as laid out; otherwise this is only a notice. replacement: code that replaced
    the one in `codes` one to one, "" for none.
    """

    kind: Kind
    said: Sentence
    fault: bool = True
    variable: str = ""
    codes: tuple[str, ...] = ()
    replacement: str = ""


def fit(spec: TableSpec, statistic: Statistic, data: Microdata | None = None) -> tuple[Misfit, ...]:
    """Find what does not fit between a table and a statistic's current period. data: its records, if loaded."""
    return Fit(statistic, data).misfits(spec)


def adapted(spec: TableSpec, statistic: Statistic, data: Microdata | None = None) -> TableSpec:
    """Table with codes that changed one to one replaced by their new codes."""
    return Fit(statistic, data).adapted(spec)


def faults(misfits: Iterable[Misfit]) -> tuple[Misfit, ...]:
    """Misfits that keep the table from being computed."""
    return tuple(misfit for misfit in misfits if misfit.fault)


def told(misfits: Sequence[Misfit], most: int = MISFITS_TOLD) -> Sentence:
    """One sentence on the first `most` misfits, and the number of others."""
    sentences = [misfit.said for misfit in misfits[:most]]
    if len(misfits) > most:
        sentences.append(sentence("fit_more", count=len(misfits) - most))
    whole_sentence = sentences[-1]
    for each_sentence in reversed(sentences[:-1]):
        whole_sentence = sentence("fit_and", first=each_sentence, rest=whole_sentence)
    return whole_sentence


@dataclass(frozen=True)
class _Used:
    """Codes of a variable used in one part of a table. exclusive: other categories are left out.

    together: the codes of several parts, each of which is checked separately too.
    """

    part: Sentence
    variable: str
    codes: tuple[str, ...]
    exclusive: bool = True
    together: bool = False


@dataclass
class Fit:
    """Compares tables with the current period of a statistic."""

    statistic: Statistic
    data: Microdata | None = None
    _dimensions: dict[str, Dimension] = field(init=False)
    _known: dict[str, frozenset[str] | None] = field(init=False)
    _fresh: dict[str, tuple[str, ...]] = field(init=False)
    _labels: dict[str, dict[str, Texts]] = field(init=False, default_factory=dict)
    _successors: Successors = field(init=False)

    def __post_init__(self) -> None:
        statistic = self.statistic
        self._successors = Successors(statistic)
        listed_dimensions = dimensions_on(statistic, statistic.current)
        self._dimensions = listed_dimensions if self.data is None else dict(self.data.dimensions)
        self._known = {name: _codes_of(dimension) for name, dimension in self._dimensions.items()}
        former_dimensions = dimensions_on(statistic, statistic.current - 1) if statistic.current else {}
        self._fresh = {}
        for name, dimension in listed_dimensions.items():
            former_codes = _codes_of(former_dimensions[name]) if name in former_dimensions else None
            if former_codes is not None and name in self._dimensions:
                new_codes = (code for code in dimension.codes if code not in former_codes and code != MISSING)
                self._fresh[name] = tuple(new_codes)

    # --- what does not fit ---------------------------------------------------------------------------------------

    def misfits(self, spec: TableSpec) -> tuple[Misfit, ...]:
        """Misfits in the order of the table's parts."""
        misfits = [*self._variables(spec), *self._values(spec)]
        for used_codes in _used_codes(spec):
            if not used_codes.together:
                misfits += self._lacking(used_codes)
        for axis_part, level in _levels(spec):
            misfits += self._depths(axis_part, level)
            misfits += self._periods(axis_part, level)
        for used_codes in _used_codes(spec):
            if used_codes.exclusive:
                misfits += self._left_out(used_codes)
        misfits += self._rows_left_out(spec)
        misfits += self._orders(spec)
        misfits += self._footnotes(spec)
        misfits += self._moving(spec)
        return tuple(misfits)

    def _moving(self, spec: TableSpec) -> Iterator[Misfit]:
        """Fixed classes or groups of years that a former period has counted, too, and of which nobody has decided
        whether they are an age."""
        former = self.statistic.periods[: self.statistic.current]
        if all(period.source is None for period in former):
            return
        used = {*spec.asked, *(condition.variable for condition in spec.filters)}
        for entry in moving(self.statistic.dictionary):
            if entry.name in used:
                said_sentence = sentence("fit_moving", variable=entry.title, period=self.statistic.period.label)
                yield Misfit("moving", said_sentence, False, entry.name, ())

    def _variables(self, spec: TableSpec) -> Iterator[Misfit]:
        named_levels = [(axis_part, level.variable) for axis_part, level in _levels(spec) if not level.rows]
        named_levels += [(used_codes.part, used_codes.variable) for used_codes in _used_codes(spec) if used_codes.codes]
        named_levels += [
            (sentence("fit_part_filters"), each_filter.variable)
            for each_filter in spec.filters
            if each_filter.restricts
        ]
        named_levels += [(_value_part(spec, value), value.variable) for value in spec.values if value.kind == "change"]
        seen_set: set[str] = set()
        for axis_part, name in named_levels:
            if name and name not in self._known and name != PERIOD and name not in seen_set:
                seen_set.add(name)
                title = self._title(name)
                yield Misfit("variable", sentence("fit_variable", part=axis_part, variable=title), variable=name)

    def _values(self, spec: TableSpec) -> Iterator[Misfit]:
        entries = self.statistic.dictionary
        magnitudes = {entry.name for entry in entries if entry.role == "magnitude"}
        has_weight = any(entry.role == "weight" for entry in entries)
        if self.data is not None:
            magnitudes, has_weight = set(self.data.magnitudes), self.data.weight is not None
        references = {reference.name for reference in self.statistic.references}
        for value in spec.values:
            part_sentence = _value_part(spec, value)
            if value.needs_weights and not has_weight:
                yield Misfit("value", sentence("fit_no_weight", part=part_sentence))
            needed = [measure.magnitude for measure in value.measures if measure.magnitude]
            if value.kind in ("sum", "mean") or value.counts_answers or value.is_quantile:
                needed = [value.magnitude]
            for name in dict.fromkeys(needed):
                if name not in magnitudes:
                    told_sentence = sentence("fit_no_magnitude", part=part_sentence, variable=self._title(name))
                    yield Misfit("value", told_sentence, variable=name)
            if value.kind == "rate" and value.reference not in references:
                yield Misfit("reference", sentence("fit_no_reference", part=part_sentence, reference=value.reference))

    def _lacking(self, used_codes: _Used) -> Iterator[Misfit]:
        """Misfits for codes that do not exist: unknown ones in one sentence, others with their successors."""
        known_codes = self._known.get(used_codes.variable)
        if known_codes is None:
            return
        title = self._title(used_codes.variable)
        codes: list[str] = []
        for code in dict.fromkeys(used_codes.codes):
            if code in known_codes:
                continue
            new_successor = self._successor(used_codes.variable, code)
            if new_successor.fate == "gone":
                codes.append(code)
                continue
            said_sentence = sentence(
                f"fit_code_{new_successor.fate}",
                part=used_codes.part,
                variable=title,
                codes=self._words(used_codes.variable, [code]),
                new=self._words(used_codes.variable, new_successor.codes),
                period=new_successor.period,
            )
            replacement = new_successor.codes[0] if new_successor.fate == "renamed" else ""
            yield Misfit("code", said_sentence, variable=used_codes.variable, codes=(code,), replacement=replacement)
        if codes:
            words = self._words(used_codes.variable, codes)
            said_sentence = sentence("fit_codes_gone", part=used_codes.part, variable=title, codes=words)
            yield Misfit("code", said_sentence, variable=used_codes.variable, codes=tuple(codes))

    def _depths(self, part_sentence: Sentence, level: Level) -> Iterator[Misfit]:
        dimension = self._dimensions.get(level.variable)
        if dimension is None or not level.depths:
            return
        depth_count = 1 if dimension.hierarchy is None else max(1, dimension.hierarchy.depth)
        if max(level.depths) >= depth_count:
            title = self._title(level.variable)
            said_sentence = sentence(
                "fit_depth", part=part_sentence, variable=title, number=max(level.depths) + 1, count=depth_count
            )
            yield Misfit("depth", said_sentence, variable=level.variable)

    def _periods(self, part_sentence: Sentence, level: Level) -> Iterator[Misfit]:
        """Misfits for chosen periods that do not exist, and where the current period is not among the chosen ones."""
        if level.variable != PERIOD or not level.nodes:
            return
        statistic = self.statistic
        known_codes = [period_code(statistic, period_index) for period_index in range(len(statistic.periods))]
        codes = tuple(code for code in level.nodes if code not in known_codes)
        if codes:
            yield Misfit(
                "period", sentence("fit_period_gone", part=part_sentence, codes=codes), variable=PERIOD, codes=codes
            )
        if known_codes[statistic.current] not in level.nodes:
            said_sentence = sentence("fit_new_period", part=part_sentence, period=statistic.period.label)
            yield Misfit("period", said_sentence, False, PERIOD, (known_codes[statistic.current],))

    def _left_out(self, used_codes: _Used) -> Iterator[Misfit]:
        left = self._uncovered(used_codes.variable, used_codes.codes)
        if left:
            yield self._new(used_codes.part, used_codes.variable, left)

    def _rows_left_out(self, spec: TableSpec) -> Iterator[Misfit]:
        """New codes in none of a level's own rows, variable by variable."""
        for _, level in _levels(spec):
            codes_by_variable: dict[str, list[str]] = {}
            for row in level.rows:
                for condition in row.conditions:
                    codes_by_variable.setdefault(condition.variable, []).extend(condition.codes)
            for variable, codes in codes_by_variable.items():
                left = self._uncovered(variable, codes)
                if left:
                    yield self._new(sentence("fit_part_own_rows"), variable, left)

    def _new(self, part_sentence: Sentence, variable: str, codes: Sequence[str]) -> Misfit:
        said_sentence = sentence(
            "fit_new_codes",
            part=part_sentence,
            variable=self._title(variable),
            codes=self._words(variable, codes),
            period=self.statistic.period.label,
        )
        return Misfit("new", said_sentence, False, variable, tuple(codes))

    def _uncovered(self, variable: str, codes: Sequence[str]) -> list[str]:
        """New codes of this period that a selection of codes leaves out."""
        fresh_codes, known_codes = self._fresh.get(variable, ()), self._known.get(variable)
        if not fresh_codes or not codes or known_codes is None:
            return []
        named_codes = set(codes)
        for code in codes:
            if code not in known_codes:
                # It is told what this became: its new codes are not told again.
                named_codes.update(self._successor(variable, code).codes)
        tree = self._dimensions[variable].hierarchy
        if tree is None:
            return [code for code in fresh_codes if code not in named_codes]
        adjacent_parents = {node.parent for node in tree.nodes if node.code in named_codes}
        remaining_codes = []
        for code in fresh_codes:
            parent = tree.nodes[tree.index[code]].parent if code in tree.index else -1
            # A node above it is named, and nothing beside it is: it is part of that node.
            covered = bool(_above(tree.nodes, parent) & named_codes) and parent not in adjacent_parents
            if code not in named_codes and not covered:
                remaining_codes.append(code)
        return remaining_codes

    def _orders(self, spec: TableSpec) -> Iterator[Misfit]:
        for _, level in _levels(spec):
            known_codes = self._known.get(level.variable)
            codes = [code for code in level.order.codes if known_codes is not None and code not in known_codes]
            codes = [code for code in codes if not code.startswith(_OWN_CODES)]
            if level.order.by == "hand" and codes:
                words = self._words(level.variable, codes)
                title = self._title(level.variable)
                said_sentence = sentence("fit_order_gone", part=sentence("fit_part_order"), variable=title, codes=words)
                yield Misfit("order", said_sentence, False, level.variable, tuple(codes))
            if level.order.by == "value":
                yield from self._sorting_line(level)

    def _sorting_line(self, level: Level) -> Iterator[Misfit]:
        """Misfits for missing codes of the line by whose figures a level is sorted."""
        for variable, code in level.order.line:
            known_codes = self._known.get(variable)
            if known_codes is None or code in known_codes or code.startswith(_OWN_CODES):
                continue
            words, title = self._words(variable, [code]), self._title(variable)
            said_sentence = sentence("fit_line_gone", variable=title, codes=words)
            new_successor = self._successor(variable, code)
            replacement = new_successor.codes[0] if new_successor.fate == "renamed" else ""
            yield Misfit("order", said_sentence, False, variable, (code,), replacement)

    def _footnotes(self, spec: TableSpec) -> Iterator[Misfit]:
        for note in spec.footnotes:
            for variable, code in note.address:
                known_codes = self._known.get(variable)
                if known_codes is None or code in known_codes or code.startswith(_OWN_CODES):
                    continue
                part_sentence = sentence("fit_part_footnote", label=note.text)
                words = self._words(variable, [code])
                said_sentence = sentence(
                    "fit_footnote_gone", part=part_sentence, variable=self._title(variable), codes=words
                )
                new_successor = self._successor(variable, code)
                replacement = new_successor.codes[0] if new_successor.fate == "renamed" else ""
                yield Misfit("footnote", said_sentence, False, variable, (code,), replacement)

    # --- adapting ------------------------------------------------------------------------------------------------

    def adapted(self, spec: TableSpec) -> TableSpec:
        """Table with codes that changed one to one replaced by their new codes."""
        axes = {
            axis: tuple(
                replace(block, levels=tuple(self._adapted_level(level) for level in block.levels))
                for block in getattr(spec, axis)
            )
            for axis in ("rows", "columns", "layers")
        }
        return spec.with_changes(
            **axes,
            filters=self._conditions(spec.filters),
            values=tuple(self._adapted_value(value) for value in spec.values),
            footnotes=tuple(self._adapted_note(note) for note in spec.footnotes),
        )

    def _now(self, variable: str, code: str) -> str:
        known_codes = self._known.get(variable)
        if known_codes is None or code in known_codes:
            return code
        new_successor = self._successor(variable, code)
        return new_successor.codes[0] if new_successor.fate == "renamed" else code

    def _all(self, variable: str, codes: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._now(variable, code) for code in codes))

    def _conditions(self, conditions: Iterable[Condition]) -> tuple[Condition, ...]:
        return tuple(
            replace(condition, codes=self._all(condition.variable, condition.codes)) for condition in conditions
        )

    def _adapted_level(self, level: Level) -> Level:
        name = level.variable
        return replace(
            level,
            nodes=self._all(name, level.nodes),
            expanded=self._all(name, level.expanded),
            groups=tuple(replace(group, codes=self._all(name, group.codes)) for group in level.groups),
            order=replace(
                level.order,
                codes=self._all(name, level.order.codes),
                line=tuple((other, self._now(other, code)) for other, code in level.order.line),
            ),
            hidden=self._all(name, level.hidden),
            top=replace(level.top, line=tuple((other, self._now(other, code)) for other, code in level.top.line)),
            labels=tuple({self._now(name, code): label for code, label in level.labels}.items()),
            rows=tuple(replace(row, conditions=self._conditions(row.conditions)) for row in level.rows),
        )

    def _adapted_value(self, value: Value) -> Value:
        return replace(
            value,
            conditions=self._conditions(value.conditions),
            base_conditions=self._conditions(value.base_conditions),
            against=self._now(value.variable, value.against) if value.kind == "change" else value.against,
        )

    def _adapted_note(self, note: Footnote) -> Footnote:
        return replace(note, address=tuple((name, self._now(name, code)) for name, code in note.address))

    # --- words ---------------------------------------------------------------------------------------------------

    def _successor(self, variable: str, code: str) -> Successor:
        return self._successors.of(variable, code, self._known.get(variable) or frozenset())

    def _title(self, variable: str) -> Texts:
        for entry in self.statistic.dictionary:
            if entry.name == variable and (entry.title.en or entry.title.de):
                return entry.title
        dimension = self._dimensions.get(variable)
        return dimension.title if dimension is not None and dimension.title.text("en") else Texts.same(variable)

    def _words(self, variable: str, codes: Sequence[str]) -> Texts:
        """Text of the first codes with their labels: `09 Bayern, 10 Saarland, …`."""
        more = ["…"] if len(codes) > CODES_TOLD else []
        shown_labels = [self._label(variable, code) for code in codes[:CODES_TOLD]]
        return Texts(
            ", ".join([*(label.text("en") for label in shown_labels), *more]),
            ", ".join([*(label.text("de") for label in shown_labels), *more]),
        )

    def _label(self, variable: str, code: str) -> Texts:
        if variable not in self._labels:
            self._labels[variable] = self._labels_of(variable)
        label = self._labels[variable].get(code)
        if label is None or code == MISSING or label == Texts.same(code):
            return label or Texts.same(code)
        return Texts(f"{code} {label.text('en')}", f"{code} {label.text('de')}")

    def _labels_of(self, variable: str) -> dict[str, Texts]:
        """Labels of categories, including ended ones, and of nodes."""
        texts: dict[str, Texts] = {}
        dimension = self._dimensions.get(variable)
        if dimension is not None:
            texts |= dimension.node_labels
            texts |= {category.code: category.label for category in dimension.categories}
        for entry in self.statistic.dictionary:
            if entry.name == variable:
                texts |= dict(entry.node_labels)
                texts |= {category.code: category.label for category in entry.categories}
        return texts


def _codes_of(dimension: Dimension) -> frozenset[str] | None:
    """Codes of categories and nodes; None where the code list is open and no records are known."""
    if not dimension.categories and dimension.hierarchy is None:
        return None
    inner = dimension.hierarchy.index if dimension.hierarchy is not None else {}
    return frozenset({*dimension.codes, *inner, MISSING})


def _above(nodes: Sequence[HierarchyNode], index: int) -> set[str]:
    found_set = set()
    while index >= 0:
        node = nodes[index]
        found_set.add(node.code)
        index = node.parent
    return found_set


def _levels(spec: TableSpec) -> Iterator[tuple[Sentence, Level]]:
    for axis in ("rows", "columns", "layers"):
        blocks: tuple[Block, ...] = getattr(spec, axis)
        for block in blocks:
            for level in block.levels:
                yield sentence(f"fit_part_{axis}"), level


def _used_codes(spec: TableSpec) -> Iterator[_Used]:
    """Every place of a table that names codes."""
    for part_sentence, level in _levels(spec):
        if not level.variable.startswith(OWN_ROWS) and level.variable != PERIOD:
            yield _Used(part_sentence, level.variable, level.nodes)
            yield _Used(sentence("fit_part_expanded"), level.variable, level.expanded, exclusive=False)
        for group in level.groups:
            yield _Used(sentence("fit_part_group", label=group.label), level.variable, group.codes, exclusive=False)
        if level.groups:
            codes = tuple(code for group in level.groups for code in group.codes)
            yield _Used(sentence("fit_part_groups"), level.variable, codes, together=True)
        for row in level.rows:
            yield from _of_row(row)
    for condition in spec.filters:
        yield _Used(sentence("fit_part_filters"), condition.variable, condition.codes)
    for value in spec.values:
        part_sentence = _value_part(spec, value)
        for condition in (*value.conditions, *value.base_conditions):
            yield _Used(part_sentence, condition.variable, condition.codes)
        if value.kind == "change" and value.against not in ("", PREVIOUS) and value.variable != PERIOD:
            yield _Used(part_sentence, value.variable, (value.against,), exclusive=False)


def _of_row(row: OwnRow) -> Iterator[_Used]:
    for condition in row.conditions:
        part_sentence = sentence("fit_part_own_row", label=row.label)
        yield _Used(part_sentence, condition.variable, condition.codes, exclusive=False)


def _value_part(spec: TableSpec, value: Value) -> Sentence:
    if value.label.text("en"):
        return sentence("fit_part_named_value", label=value.label)
    return sentence("fit_part_value", number=spec.values.index(value) + 1)


def named_variables(spec: TableSpec) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of all dimensions and magnitudes that a table uses, in order."""
    conditions = [used_codes.variable for used_codes in _used_codes(spec)] + [
        each_filter.variable for each_filter in spec.filters
    ]
    levels = [level.variable for _, level in _levels(spec) if not level.rows]
    against = [value.variable for value in spec.values if value.kind == "change"]
    dimensions = (name for name in (*levels, *conditions, *against) if name and name != PERIOD)
    return tuple(dict.fromkeys(dimensions)), tuple(dict.fromkeys((*spec.magnitudes, *spec.answered)))


def refuse_misfits(file: TableFile, data: Microdata) -> None:
    """Raise TableDoesNotFit where a table file uses something that the records lack."""
    statistic = Statistic(Texts(), references=file.references)
    found_faults = faults(fit(file.spec, statistic, data))
    if found_faults:
        name, records = sentence("fit_named", name=file.name), sentence("fit_these_records")
        raise TableDoesNotFit(name=name, period=records, misfits=told(found_faults))
