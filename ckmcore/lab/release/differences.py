"""What the method leaves open before a release: for whoever releases, and for methodologists.

Exempt totals that leave a remainder, cells that a reader can compute from the table and all that was released of its
period, tables of the same period that were released under another method or other keys, figures whose difference
concerns very few units, and what readers conclude of single contributors to sums. Confidential: what is found follows
from original counts. It names cells, and of a difference what every reader concludes from the published figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ckmcore.base.texts import Texts, both
from ckmcore.base.verdict import Verdict
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.release.register_attack import RegisterTables, register_tables
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.captions import cell_text, cell_words
from ckmcore.lab.risk.class_counts import told_table
from ckmcore.lab.risk.differencing import CellPlace, UnitDifferences, differences
from ckmcore.lab.risk.grid_remainders import grid_differences, has_grids
from ckmcore.lab.risk.harm import linked_by_harm
from ckmcore.lab.risk.intervals import reader_of
from ckmcore.lab.risk.linked_captions import linked_sentences
from ckmcore.lab.risk.linked_tables import attack_published
from ckmcore.lab.risk.publication import Publication, mark_beside
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.release.files_found import NO_FILES, FindFile
from ckmcore.statistic.entry import Check, Submission
from ckmcore.statistic.exempt import exempt_problems
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.one_period import of_one_period
from ckmcore.statistic.releases import find_release, releases, same_period
from ckmcore.statistic.series import Load, needs_periods, period_code, periods_of, with_period_level
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import TableTooLarge, plan_blocks, tabulate

SECONDS = 20.0
_NAMED = 10
# Differences that concern fewer units than these are named.
LEAST_UNITS = 3

OpenKind = Literal["exempt", "pattern", "overlap", "difference", "sums", "undecided", "unchecked"]


@dataclass(frozen=True)
class OpenDifference:
    """A risk that the method leaves open. number: of the release concerned, 0 for none.

    kind: `sums`: conclusions on single contributors to sums; `undecided`: the search for cells that a reader can
    compute did not finish, and the sentence has only its number so far; `unchecked`: left out of the checks.
    """

    kind: OpenKind
    said: Sentence
    number: int = 0


def left_open(
    statistic: Statistic,
    submission: Submission,
    data: Microdata,
    *,
    load: Load | None = None,
    seconds: float | None = SECONDS,
    files: FindFile = NO_FILES,
    cancelled: Callable[[], bool] = never,
) -> tuple[OpenDifference, ...]:
    """List the risks of releasing a table of the current period. For a table of another period only its overlaps are
    searched, and a sentence says so.

    data: records of the current period; load: function that reads the records of other periods, for growth and averages
    of sums; seconds: time for the search for patterns of rounding, whose undecided parts are listed; files: finds the
    files of released hypercubes. Raises Cancelled and the errors of computing the table.
    """
    open_differences = [*_overlaps(statistic, submission)]
    if submission.current != period_code(statistic, statistic.current):
        return (
            *open_differences,
            OpenDifference("unchecked", sentence("left_open_other_period", period=submission.period)),
        )
    open_differences += _exempt(submission.spec, data)
    if cancelled():
        raise Cancelled
    open_differences += _patterns(statistic, submission, data, seconds, files, cancelled)
    if as_of_sums(None if statistic.period.in_force is None else statistic.period.in_force.method) is not None:
        open_differences += _sums(statistic, submission, data, load, seconds, cancelled)
    return tuple(open_differences)


def left_verdict(left: Iterable[OpenDifference]) -> Verdict:
    """Verdict on the risks of a release: open where there are any; not tested where nothing was found but not
    everything was examined."""
    kinds = {difference.kind for difference in left}
    if kinds - {"undecided", "unchecked"}:
        return Verdict.OPEN
    return Verdict.NOT_TESTED if kinds else Verdict.HELD


def seen_undecided(left: Iterable[OpenDifference]) -> tuple[Check, ...]:
    """Register entries stating that the releaser has seen that the search was not finished; for `release`. Empty where
    it was finished."""
    texts = [both("check_search", said=difference.said) for difference in left if difference.kind == "undecided"]
    return tuple(Check("search", "not_tested", text) for text in texts)


def _exempt(spec: TableSpec, data: Microdata) -> Iterator[OpenDifference]:
    for problem in exempt_problems(data):
        names = {problem.variable, *(name for name, _ in problem.cell)}
        if problem.kind == "unknown" or names & set(spec.asked):
            yield OpenDifference("exempt", problem.sentence(data))


def _patterns(
    statistic: Statistic,
    submission: Submission,
    data: Microdata,
    seconds: float | None,
    files: FindFile,
    cancelled: Callable[[], bool],
) -> Iterator[OpenDifference]:
    """Conclusions from the table and all releases of the period: cells that can have only one value, and figures that
    differ by few units. seconds: time for the search."""
    in_force = statistic.period.in_force
    if in_force is None:
        return
    spec, _ = of_one_period(submission.spec)
    if needs_periods(submission.spec):
        shown_values = spec.values and statistic.current in periods_of(
            statistic, with_period_level(statistic, submission.spec)
        )
        code = "left_open_periods" if shown_values else "left_open_periods_only"
        yield OpenDifference("unchecked", sentence(code, period=statistic.period.label))
        if not shown_values:
            return
    method = in_force.method
    try:
        plan_blocks(data, spec)
    except TableTooLarge as fault:
        # Its release is a list of cells; what a reader can compute follows from all of them.
        yield OpenDifference("unchecked", sentence("left_open_unchecked", reason=fault.sentence()))
        yield from _grids_of_list(statistic, submission, spec, data, files, cancelled)
        return
    if spec.magnitudes and not count_values(spec) and as_of_sums(method) is not None:
        return
    raw = tabulate(data, spec, cancelled=cancelled, contributors=method.contributors)
    raw, protected = told_table(raw, data, method)
    other_tables = register_tables(statistic, data, files=files, beside=[spec], cancelled=cancelled)
    publication = Publication(
        Texts.same(submission.heading),
        protected,
        method,
        reader_of(method, "zero_rule"),
        raw,
        mark_beside(other_tables.tables, method),
    )
    yield from _not_read(other_tables)
    yield from _attacked(publication, other_tables, data, seconds, cancelled)
    if count_values(raw.spec):
        yield from _differences(publication, other_tables, data, cancelled)
        yield from _grids(statistic, publication, spec, data, files, cancelled)


def _sums(
    statistic: Statistic,
    submission: Submission,
    data: Microdata,
    load: Load | None,
    seconds: float | None,
    cancelled: Callable[[], bool],
) -> Iterator[OpenDifference]:
    """Conclusions on single contributors to sums from the table and all releases."""
    from ckmcore.lab.release.released_sums import LINKED, conclusions

    try:
        spec, _ = of_one_period(submission.spec)
        if not spec.magnitudes:
            return
        sum_conclusions, notes = conclusions(statistic, data, spec, load=load, seconds=seconds, cancelled=cancelled)
    except Cancelled:
        raise
    except CkmError as fault:
        yield OpenDifference("unchecked", sentence("left_open_sums_unchecked", reason=fault.sentence()))
        return
    for conclusion in sum_conclusions:
        if conclusion.kind in LINKED and 0 in conclusion.numbers:
            elsewhere = [number for number in conclusion.numbers if number]
            yield OpenDifference("sums", conclusion.said, elsewhere[0] if elsewhere else 0)
    for note in notes:
        yield OpenDifference("undecided" if note.code == "sum_floor_undecided" else "unchecked", note)


def _not_read(other_tables: RegisterTables) -> Iterator[OpenDifference]:
    """Released hypercubes whose figures are not available, or of which some margins were not examined."""
    for attacked in other_tables.left_out:
        if attacked.hypercube:
            fields = {"number": str(attacked.number), "title": attacked.title, "reason": attacked.reason}
            yield OpenDifference("unchecked", sentence("register_attack_left_out", **fields), attacked.number)
    for said_sentence in other_tables.partly:
        yield OpenDifference("unchecked", said_sentence)


def _attacked(
    publication: Publication,
    other_tables: RegisterTables,
    data: Microdata,
    seconds: float | None,
    cancelled: Callable[[], bool],
) -> Iterator[OpenDifference]:
    try:
        linked_attack = attack_published(
            [publication, *other_tables.tables], data, seconds=seconds, cancelled=cancelled
        )
    except Cancelled:
        raise
    except CkmError as fault:
        # A table that cannot be attacked, such as one without counts: somebody else has to look.
        yield OpenDifference("unchecked", sentence("left_open_unchecked", reason=fault.sentence()))
        return
    if cancelled():
        raise Cancelled
    if linked_attack.contradiction is not None:
        yield OpenDifference("unchecked", linked_sentences(linked_attack)[0])
        return
    disclosed = linked_by_harm(linked_attack.disclosed)
    if disclosed:
        names = []
        for cell in disclosed[:_NAMED]:
            table, sentence_code = (
                linked_attack.tables[cell.table],
                "left_open_cell_of" if cell.table else "left_open_cell",
            )
            words = Texts(cell_text(table, cell.cell, "en"), cell_text(table, cell.cell, "de"))
            names.append(sentence(sentence_code, cell=words, table=linked_attack.names[cell.table]))
        code = "left_open_pattern_more" if len(disclosed) > _NAMED else "left_open_pattern"
        cells = joined(names, "left_open_and")
        yield OpenDifference("pattern", sentence(code, found=linked_sentences(linked_attack)[0], cells=cells))
    if linked_attack.undecided:
        yield OpenDifference("undecided", linked_sentences(linked_attack)[0])
    elif linked_attack.linked.grid is None and not linked_attack.linked.covers:
        yield OpenDifference("unchecked", sentence("linked_in_part"))
    if linked_attack.linked.covers:
        yield OpenDifference("unchecked", sentence("attack_covers"))


def _differences(
    publication: Publication, other_tables: RegisterTables, data: Microdata, cancelled: Callable[[], bool]
) -> Iterator[OpenDifference]:
    """Figures of the table, or of the table and other releases of the period, that differ by few units."""
    try:
        new_differences = differences(
            [publication, *other_tables.tables], data, least_units=LEAST_UNITS, cancelled=cancelled
        )
    except Cancelled:
        raise
    except CkmError as fault:
        yield OpenDifference("unchecked", sentence("left_open_differences_unchecked", reason=fault.sentence()))
        return
    concerned = [
        difference for difference in new_differences.listed if 0 in (difference.larger.table, difference.smaller.table)
    ]
    if not concerned:
        return
    numbers = (0, *other_tables.numbers)
    names = [
        sentence(
            "left_open_difference",
            larger=_difference_sentence(new_differences, difference.larger),
            smaller=_difference_sentence(new_differences, difference.smaller),
            rest=difference.rest.said,
        )
        for difference in concerned[:_NAMED]
    ]
    said_sentence = sentence(
        "left_open_differences", count=len(concerned), units=LEAST_UNITS, cells=joined(names, "left_open_and")
    )
    elsewhere = [
        numbers[cell_place.table]
        for difference in concerned
        for cell_place in (difference.larger, difference.smaller)
        if cell_place.table
    ]
    yield OpenDifference("difference", said_sentence, elsewhere[0] if elsewhere else 0)


def _grids(
    statistic: Statistic,
    publication: Publication,
    spec: TableSpec,
    data: Microdata,
    files: FindFile,
    cancelled: Callable[[], bool],
) -> Iterator[OpenDifference]:
    """Few units between grid cells and areas of the table, or of the table and other releases of the period, also of
    those that list their cells."""
    if not has_grids(data):
        return
    other_tables = register_tables(
        statistic, data, with_originals=False, files=files, beside=[spec], cancelled=cancelled
    )
    tables, numbers = [publication, *other_tables.tables], [0, *other_tables.numbers]
    for attacked in other_tables.left_out:
        if attacked.hypercube:  # these are named once, with what else was not examined
            continue
        listed_spec, _ = of_one_period(find_release(statistic.register, attacked.number).submission.spec)
        if (table := _of_list(statistic, listed_spec, data, cancelled)) is not None:
            tables.append(Publication(Texts.same(attacked.title), table, publication.method))
            numbers.append(attacked.number)
            continue
        fields = {"number": str(attacked.number), "title": attacked.title, "reason": attacked.reason}
        yield OpenDifference("unchecked", sentence("register_attack_left_out", **fields), attacked.number)
    found_differences = grid_differences(
        tables,
        data,
        least_units=LEAST_UNITS,
        areas={areas.variable for areas in statistic.areas},
        cancelled=cancelled,
    )
    concerned = [difference for difference in found_differences.listed if 0 in difference.tables]
    if found_differences.left_out:
        yield OpenDifference("unchecked", sentence("left_open_grids_left_out", count=found_differences.left_out))
    if not concerned:
        return
    names = joined([difference.said for difference in concerned[:_NAMED]], "left_open_and")
    elsewhere = [numbers[table] for difference in concerned for table in difference.tables if table]
    told = sentence("left_open_grids", count=len(concerned), units=LEAST_UNITS, cells=names)
    yield OpenDifference("difference", told, elsewhere[0] if elsewhere else 0)


def _grids_of_list(
    statistic: Statistic,
    submission: Submission,
    spec: TableSpec,
    data: Microdata,
    files: FindFile,
    cancelled: Callable[[], bool],
) -> Iterator[OpenDifference]:
    """The same of a table that is released as a list of its cells."""
    in_force = statistic.period.in_force
    if in_force is not None and has_grids(data):
        table = _of_list(statistic, spec, data, cancelled)
        if table is not None:
            publication = Publication(Texts.same(submission.heading), table, in_force.method)
            yield from _grids(statistic, publication, spec, data, files, cancelled)


def _of_list(
    statistic: Statistic, spec: TableSpec, data: Microdata, cancelled: Callable[[], bool]
) -> ProtectedTable | None:
    """A table as a list of its cells, whose lines are compared, not its figures; None where it has no counts, or cannot
    be computed."""
    try:
        return statistic.draft(spec, data, cancelled).table if count_values(spec) else None
    except Cancelled:
        raise
    except CkmError:
        return None


def _difference_sentence(unit_differences: UnitDifferences, cell_place: CellPlace) -> Sentence:
    table = unit_differences.tables[cell_place.table]
    cell = cell_words(table.table, cell_place.value, cell_place.block, cell_place.position)
    if not cell_place.table:
        return sentence("left_open_cell_here", cell=cell)
    return sentence("left_open_cell_of", cell=cell, table=table.name)


def _overlaps(statistic: Statistic, submission: Submission) -> Iterator[OpenDifference]:
    """Releases of the same period under another method or other keys."""
    own_variables = set(submission.spec.asked)
    titles = {entry.name: entry.title for entry in statistic.dictionary}
    for release in releases(statistic.register):
        if not release.was_released:
            continue
        pairs = [
            (former_period, current_period)
            for former_period in release.submission.periods
            for current_period in submission.periods
            if same_period(former_period, current_period)
        ]
        method = any(then.method != current_period.method for then, current_period in pairs)
        keys = any(then.keys != current_period.keys for then, current_period in pairs)
        if not (method or keys):
            continue
        shared_variables = sorted(own_variables & set(release.submission.spec.asked))
        names = [sentence("left_open_cell", cell=titles.get(name, Texts.same(name))) for name in shared_variables]
        what = "both" if method and keys else "method" if method else "keys"
        yield OpenDifference(
            "overlap",
            sentence(
                f"left_open_overlap_{what}",
                number=str(release.number),
                title=release.title,
                shared=joined(names, "note_list") if names else both("word_total"),
            ),
            release.number,
        )
