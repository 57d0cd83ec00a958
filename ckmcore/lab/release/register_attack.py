"""The interval attack on all that was released of a period, with the current tables that shall follow.

Figures are those that were released, each with its method then; withdrawn and corrected ones are known outside, too.
Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.base.typed import decoded
from ckmcore.base.wings import needed_wing
from ckmcore.errors import Cancelled, CkmError, DataError, InputError
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.class_counts import told_table
from ckmcore.lab.risk.intervals import left_open
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_published
from ckmcore.lab.risk.publication import AT_HAND, Publication, published_table
from ckmcore.lab.risk.relations import AttackTooLarge
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.methods.serialization import KeptMethod, restored_method, serialize_table, tables_of
from ckmcore.microdata.data import Microdata
from ckmcore.release.actions import salt_of_release
from ckmcore.release.compare import figures_of
from ckmcore.release.files import as_it_was
from ckmcore.release.files_found import NO_FILES, FindFile
from ckmcore.release.provenance import counts_other_unit, method_hash, period_facts
from ckmcore.statistic.concealed import concealed
from ckmcore.statistic.entry import PeriodFacts
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.one_period import left_over_periods, of_one_period
from ckmcore.statistic.releases import Release, releases
from ckmcore.statistic.series import draft_of, needs_periods
from ckmcore.statistic.snapshot import KeptBlock, KeptFigures, content_hash, content_of, kept_figures
from ckmcore.tabulate.hyper_spec import HyperSpec
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, TOTAL, TableSpec
from ckmcore.tabulate.tabulate import TableTooLarge, plan_blocks, tabulate

# Figures of the margins of a hypercube that are attacked together.
MOST_OF_A_HYPERCUBE = 1_000_000


@dataclass(frozen=True)
class NotAttacked:
    """A release that the attack leaves out, with the reason. number: of the release."""

    number: int
    title: str
    reason: Sentence
    hypercube: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class RegisterTables:
    """Published tables of a period. numbers: release number of each; guessed: numbers of releases whose method is not
    known any more, of which a reader is assumed to know nothing; left_out: releases that are not attacked.

    sums: tables with sums but no counts, which attacks on counts cannot use; sums_numbers: release number of each;
    partly: hypercubes of which only some margins are included; untested: other contents that are not attacked.
    """

    tables: tuple[Publication, ...]
    numbers: tuple[int, ...]
    guessed: tuple[int, ...]
    left_out: tuple[NotAttacked, ...]
    sums: tuple[Publication, ...] = ()
    partly: tuple[Sentence, ...] = ()
    sums_numbers: tuple[int, ...] = ()
    untested: tuple[Sentence, ...] = ()

    def __repr__(self) -> str:
        return f"RegisterTables({len(self.tables)} tables, confidential)"

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Sentences on what is left out or not fully known."""
        sentences = [
            sentence(
                "register_attack_left_out", number=str(attacked.number), title=attacked.title, reason=attacked.reason
            )
            for attacked in self.left_out
        ]
        if self.guessed:
            numbers = [str(number) for number in self.guessed]
            sentences.append(sentence("register_attack_guessed", releases=numbers))
        return (*sentences, *self.partly)


def register_tables(
    statistic: Statistic,
    data: Microdata,
    *,
    methods: Iterable[Method] = (),
    knowledge: IntruderScenario = "zero_rule",
    with_originals: bool = True,
    files: FindFile = NO_FILES,
    beside: Sequence[TableSpec] = (),
    cancelled: Callable[[], bool] = never,
) -> RegisterTables:
    """Releases of the current period with their figures. data: its records as described by the dictionary.

    The method of a release is the one in force now, one of the recorded decisions, or one of `methods`. with_originals:
    tabulate originals as a first solution, which speeds up the attack. files: finds the files of hypercubes. Of a
    hypercube that is too large only margins that share variables with other released tables or with `beside` are read.
    Raises Cancelled.
    """
    known_methods = {method_hash(statistic.secret, method): method for method in (*_known_methods(statistic), *methods)}
    current_facts = period_facts(statistic, data)
    tables, numbers, guessed, left_out, sums, sums_numbers = [], [], [], [], [], list[int]()
    other_specs = [
        *beside,
        *(release.submission.spec for release in _known_outside(statistic) if not release.submission.is_hypercube),
    ]
    partly = list[Sentence]()
    for release in _known_outside(statistic):
        if cancelled():
            raise Cancelled()
        former_facts = release.facts_of(statistic.period)
        if former_facts is None:
            continue
        method, mark, is_alone = known_methods.get(former_facts.method), _mark(former_facts, current_facts), False
        same = mark.startswith(AT_HAND) and former_facts.described == current_facts.described
        other_unit = counts_other_unit(statistic, former_facts, current_facts)
        try:
            for name, table in _tables(statistic, data, release, former_facts.code, files, other_specs, cancelled):
                needs_originals = method is not None and same and any(value.is_quantile for value in table.spec.values)
                needs_raw = (with_originals or needs_originals) and not other_unit
                raw = tabulate(data, table.spec, cancelled=cancelled) if needs_raw else None
                if needs_originals and raw is not None and method is not None:
                    # Of the records at hand, described alike, the counts of classes are those published then.
                    raw, table = told_table(raw, data, method, table)
                if not count_values(table.spec) and not table.spec.weighted_values:
                    if table.spec.magnitudes:
                        sums.append(Publication(name, table, method, knowledge, same=mark))
                        sums_numbers.append(release.number)
                    is_alone = True
                    continue
                _refuse_unknown(method, table)
                raw = raw if with_originals else None
                tables.append(Publication(name, table, method, knowledge, raw, same=mark, other_unit=other_unit))
                numbers.append(release.number)
                if name.en != release.title:
                    partly.append(sentence("register_attack_margins", number=str(release.number), title=name))
            if is_alone:
                raise InputError("attack_needs_counts")
        except Cancelled:
            raise
        except CkmError as fault:
            hypercube = release.submission.is_hypercube
            left_out.append(NotAttacked(release.number, release.title, fault.sentence(), hypercube))
            continue
        if method is None:
            guessed.append(release.number)
    found_register_tables = RegisterTables(
        tuple(tables),
        tuple(numbers),
        tuple(guessed),
        tuple(left_out),
        tuple(sums),
        tuple(partly),
        tuple(sums_numbers),
        _left_over_periods(statistic, numbers),
    )
    return _beside_counts(found_register_tables, beside)


def _refuse_unknown(method: Method | None, table: ProtectedTable) -> None:
    """Raise the error of `left_open` for counts of an unknown method whose figures cannot be interpreted."""
    for number in count_values(table.spec):
        for block in table.blocks:
            left_open(method, block.figures[number], None)


def _beside_counts(found_register_tables: RegisterTables, adjacent_specs: Sequence[TableSpec]) -> RegisterTables:
    """Tables of the register where any of them or of `adjacent_specs` shows counts; otherwise none, since weighted
    counts alone reveal nothing.
    """
    if any(
        count_values(spec) for spec in (*adjacent_specs, *(table.table.spec for table in found_register_tables.tables))
    ):
        return found_register_tables
    reason = InputError("attack_needs_counts").sentence()
    numbered_tables = zip(found_register_tables.numbers, found_register_tables.tables, strict=True)
    more_attackeds = (NotAttacked(number, table.name.en, reason) for number, table in numbered_tables)
    return replace(
        found_register_tables, tables=(), numbers=(), left_out=(*found_register_tables.left_out, *more_attackeds)
    )


def _left_over_periods(statistic: Statistic, numbers: Sequence[int]) -> tuple[Sentence, ...]:
    """Sentences on figures of these releases that combine periods and are not attacked."""
    specs = [
        table.submission.spec
        for table in _known_outside(statistic)
        if table.number in numbers and not table.submission.is_hypercube
    ]
    return next((remaining_sentences for spec in specs if (remaining_sentences := left_over_periods(spec))), ())


def _known_outside(statistic: Statistic) -> tuple[Release, ...]:
    """The releases of the current period whose figures left the house."""
    found_releases = releases(statistic.register)
    return tuple(
        release for release in found_releases if release.was_released and release.facts_of(statistic.period) is not None
    )


def _tables(
    statistic: Statistic,
    data: Microdata,
    release: Release,
    period: str,
    files: FindFile,
    other_specs: Sequence[TableSpec],
    cancelled: Callable[[], bool],
) -> Iterator[tuple[Texts, ProtectedTable]]:
    """Table of a release with its name; for a hypercube the tables of its examined margins."""
    name = Texts.same(release.title)
    if not release.submission.is_hypercube:
        yield name, _table(statistic, data, release, period)
        return
    cube, ports = HyperSpec.of(release.submission.spec), needed_wing("scale")
    for names in _margins_needed(data, cube, other_specs):
        read = ports.read_figures(statistic, release, data, files, names, cancelled)
        shown = name if len(names) == len(cube.names) else Texts.same(f"{release.title}: {' × '.join(names)}")
        yield shown, published_table(data, cube.margins_with(names), [read])


def _margins_needed(data: Microdata, cube: HyperSpec, other_specs: Sequence[TableSpec]) -> list[tuple[str, ...]]:
    """Variables of the examined margins of a hypercube: all where they are small enough, otherwise those shared with
    other tables. Raises AttackTooLarge where even these are too large."""
    cells = _cells(data, cube, cube.names)
    if cells <= MOST_OF_A_HYPERCUBE:
        return [cube.names]
    shared_names = {tuple(name for name in cube.names if name in other_spec.asked) for other_spec in other_specs}
    margins = [
        margin for margin in shared_names if margin and not any(set(margin) < set(other) for other in shared_names)
    ]
    if not margins or any(_cells(data, cube, margin) > MOST_OF_A_HYPERCUBE for margin in margins):
        raise AttackTooLarge(cells=cells, limit=MOST_OF_A_HYPERCUBE)
    return sorted(margins)


def _cells(data: Microdata, cube: HyperSpec, names: Sequence[str]) -> int:
    """Number of cells of a hypercube's margins over some of its variables."""
    try:
        return sum(plan.cells for plan in plan_blocks(data, cube.margins_with(names)))
    except TableTooLarge as error:
        return int(error.fields["cells"])


def _mark(former_facts: PeriodFacts, current_facts: PeriodFacts) -> str:
    """Mark by which figures of the same method, keys and records are recognised. For the current records and keys it
    begins with `AT_HAND`."""
    if (former_facts.data, former_facts.keys) == (current_facts.data, current_facts.keys):
        return AT_HAND + former_facts.method
    return " ".join(("then", former_facts.method, former_facts.keys, *former_facts.data))


@dataclass(frozen=True, eq=False, repr=False)
class RegisterAttack:
    """Attack on the tables of the register followed by the current ones. Confidential."""

    attack: LinkedAttack
    register: RegisterTables

    def __repr__(self) -> str:
        return f"RegisterAttack({self.attack!r})"

    def number(self, table: int) -> int:
        """Release number of a table of the attack, by its index; 0 for a current table."""
        numbers = self.register.numbers
        return numbers[table] if table < len(numbers) else 0

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Sentences on what the attack could not examine in full."""
        return self.register.sentences


def attack_register(
    register: RegisterTables,
    data: Microdata,
    *,
    at_hand: Sequence[Publication] = (),
    hidden_too: bool = False,
    sample_cells: int | None = None,
    seed: int = 1,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> RegisterAttack:
    """Attack the releases together with the current tables `at_hand`. Other parameters as of `attack_published`.

    Raises register_attack_nothing, and what `attack_published` raises.
    """
    publications = (
        publication
        for publication in at_hand
        if count_values(publication.table.spec) or publication.table.spec.weighted_values
    )
    tables = (*register.tables, *publications)
    if not tables:
        raise InputError("register_attack_nothing")
    attack = attack_published(
        tables,
        data,
        hidden_too=hidden_too,
        untested=register.untested,
        sample_cells=sample_cells,
        seed=seed,
        seconds=seconds,
        cancelled=cancelled,
        progress=progress,
    )
    return RegisterAttack(attack, register)


def _known_methods(statistic: Statistic) -> list[Method]:
    """Methods in force in any period now or before, and those of recorded decisions whose perturbation tables are
    available."""
    in_force = [force.method for period in statistic.periods for force in (period.in_force, *period.former) if force]
    tables = {table.content_hash: serialize_table(table) for method in in_force for table in tables_of(method).values()}
    methods = list(in_force)
    for period in statistic.periods:
        for decision in period.decisions:
            try:
                kept_method = decoded(decision.settings, KeptMethod)
                methods.append(restored_method(kept_method, tables))
            except (ValueError, CkmError):
                # Decisions of earlier programs have no settings; tables that are not kept are not here.
                continue
    return methods


def _table(statistic: Statistic, data: Microdata, release: Release, period: str) -> ProtectedTable:
    """Figures of a release; for a table over several periods those of the period with code `period`."""
    submission = release.submission
    spec, values = of_one_period(submission.spec)
    snapshot = _made_again(statistic, data, release) if submission.hidden else figures_of(statistic, release)
    if needs_periods(submission.spec):
        snapshot = replace(snapshot, blocks=tuple(_of_period(block, period, values) for block in snapshot.blocks))
    table = published_table(data, spec, snapshot.blocks)
    if not _same_lines(table, snapshot):
        raise DataError("published_does_not_fit", table=Texts.same(release.title))
    return table


def _made_again(statistic: Statistic, data: Microdata, release: Release) -> KeptFigures:
    """Figures of a release that are not on record before its embargo is over, computed from the records of its period.
    Raises release_figures_differ."""
    submission = release.submission

    def load(then: Statistic) -> Microdata | None:
        return data if then.current == statistic.current else None

    table = draft_of(as_it_was(statistic, submission), submission.spec, load).table
    plain = replace(submission, figures=content_hash(content_of(table)), hidden=False)
    if concealed(plain, salt_of_release(statistic, release)).figures != submission.figures:
        raise DataError("release_figures_differ", number=str(release.number))
    return kept_figures(table)


def _of_period(block: KeptBlock, code: str, values: Sequence[int]) -> KeptBlock:
    """Part of a block over periods that belongs to one period. code: of the period; values: indices of values. Raises
    attack_over_periods where there is none."""
    names = [dimension.name for dimension in block.dimensions]
    if PERIOD not in names:
        raise InputError("attack_over_periods")
    axis = names.index(PERIOD)
    codes = [node.code for node in block.dimensions[axis].nodes]
    if code not in codes:
        raise InputError("attack_over_periods")
    selector: tuple[Any, ...] = (*(slice(None) for _ in range(axis)), codes.index(code), ...)
    return KeptBlock(
        (*block.dimensions[:axis], *block.dimensions[axis + 1 :]),
        tuple(np.asarray(block.figures[number][selector]) for number in values),
        tuple(np.asarray(block.signs[number][selector]) for number in values) if block.signs else (),
    )


def _same_lines(table: ProtectedTable, kept_figures: KeptFigures) -> bool:
    """Whether a table has the same lines as kept figures, compared by codes, or by labels for its own groups and
    rows."""
    for block, former_block in zip(table.blocks, kept_figures.blocks, strict=True):
        if [dimension.name for dimension in block.dimensions] != [
            dimension.name for dimension in former_block.dimensions
        ]:
            return False
        for dimension, other_dimension in zip(block.dimensions, former_block.dimensions, strict=True):
            for node, line in zip(dimension.nodes, other_dimension.nodes, strict=True):
                code = None if node.code is TOTAL else str(node.code)
                if (node.label != line.label) if line.own else (code != line.code):
                    return False
    return True
