"""`ckm leak-check`: files are searched for what no published table holds."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.base.numbers import LANGUAGES, Language, date_text
from ckmcore.base.version import FORMER
from ckmcore.cli.common import CommandReport
from ckmcore.cli.options import override, require
from ckmcore.cli.policy import office_asked
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET, open_asked
from ckmcore.cli.statistic_session import progress_of
from ckmcore.errors import CkmError
from ckmcore.messages import say, sentence

if TYPE_CHECKING:
    from ckmcore.formats.leak_findings import Hit
    from ckmcore.formats.publishable import PublishableContent
    from ckmcore.office.settings import Office
    from ckmcore.presentation.present import TablePresentation
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.releases import Release
    from ckmcore.statistic.series import Load


def run_leak_check(options: argparse.Namespace, report: CommandReport) -> int:
    """Ends with DISCLOSES where something was found."""
    from ckmcore.formats.publishable import PublishableContent
    from ckmcore.formats.scan import scan

    if options.statistic is None:
        require(options, "--statistic", "--table", "--period", "--office")
        choices: Sequence[PublishableContent] = (PublishableContent(anything=True),)
        report.notice(sentence("leak_structure_only"))
    else:
        choices = _of_statistic(options, report)
    hit_count = 0
    for name in options.file:
        # A file is in one language: what the other one says of it is beside the point.
        hits = min((scan(name, allowed_choice) for allowed_choice in choices), key=len)
        hit_count += len(hits)
        _tell(Path(name).name, hits, report)
    return Exit.DISCLOSES if hit_count else Exit.DONE


def _tell(name: str, hits: Sequence[Hit], report: CommandReport) -> None:
    if not hits:
        report.out("leak_file_clean", name=name)
        return
    report.out("leak_file_hits", name=name, count=len(hits))
    for hit in hits:
        report.out("leak_file_hit", hit=hit.sentence())


def _of_statistic(options: argparse.Namespace, report: CommandReport) -> Sequence[PublishableContent]:
    """Publishable content of the tables of a statistic, in each language."""
    from ckmcore.formats.publishable import PublishableContent
    from ckmcore.microdata.data import Microdata
    from ckmcore.pictures.maps import borders_text
    from ckmcore.presentation.present import present_draft
    from ckmcore.release.run import find_period
    from ckmcore.statistic.model import NoMethodInForce
    from ckmcore.statistic.series import draft_of
    from ckmcore.statistic.source import load_period
    from ckmcore.statistic.tables import chosen_tables

    path = Path(options.statistic)
    statistic, _ = open_asked(options, path, report)
    if options.period is not None:
        statistic = replace(statistic, current=find_period(statistic, options.period))
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    office = office_asked(options.office)
    data = load_period(statistic, path, progress_of(statistic, report))
    report.end_progress()

    def load(other: Statistic) -> Microdata | None:
        return data if other.current == statistic.current else load_period(other, path)

    drafts = []
    for table in chosen_tables(statistic, options.table):
        try:
            drafts.append(draft_of(statistic, table.spec, load))
        except CkmError as fault:
            report.notice(sentence("leak_table_not_drawn", name=table.name, reason=fault.sentence()))
    contents = []
    for language in LANGUAGES:
        pages = [present_draft(draft, language, office) for draft in drafts]
        texts = [*_of_releases(statistic, language, office), *_of_corrections(statistic, pages)]
        texts += _of_corrected_cubes(statistic, load, language, office)
        texts += [borders_text(areas, language) for areas in statistic.areas]
        versions = (*FORMER, *(file.version for entry in statistic.register for file in entry.files))
        released = _as_released(statistic, load, language, office)
        contents.append(PublishableContent.of(pages, texts, versions, released))
    return contents


def _as_released(statistic: Statistic, load: Load, language: Language, office: Office) -> Iterator[TablePresentation]:
    """Tables of releases with pictures, which have other lines than those of drafts."""
    from ckmcore.presentation.present import present_draft
    from ckmcore.release.files import as_released
    from ckmcore.release.provenance import shows_picture
    from ckmcore.statistic.releases import releases
    from ckmcore.statistic.series import draft_of

    for release in releases(statistic.register):
        submission = release.submission
        plain = submission.is_hypercube or not shows_picture(submission.spec, submission.request.forms)
        if not plain and release.was_released:
            with suppress(CkmError):  # of records that are not those of then nothing is known, and so nothing allowed
                draft = draft_of(statistic, submission.spec, load)
                yield present_draft(as_released(statistic, release, draft), language, office)


def _of_corrections(statistic: Statistic, pages: Sequence[TablePresentation]) -> Iterator[str]:
    """Texts by which corrections may locate the figures of tables that they changed."""
    from ckmcore.formats.flat_lines import listed_places
    from ckmcore.statistic.releases import releases

    if not any(release.corrects for release in releases(statistic.register)):
        return
    for page in pages:
        axes, values = (page.layout.rows, page.layout.columns, page.layout.layers), range(len(page.table.spec.values))
        places: Iterable[tuple[int, ...]] = product(*(range(len(axis)) for axis in axes), values)
        if page.table.is_listed:
            lines = listed_places(page)[:MOST_PLACES, :3].tolist()
            places = ((row, column, layer, value) for layer, row, column in lines for value in values)
        yield from (page.revised_cell(*place) for place in islice(places, MOST_PLACES))


def _of_corrected_cubes(statistic: Statistic, load: Load, language: Language, office: Office) -> Iterator[str]:
    """Texts by which corrections of data cubes locate the figures that they changed."""
    from ckmcore.ports import scale
    from ckmcore.statistic.releases import releases

    ports = scale()
    for release in releases(statistic.register):
        if ports is not None and release.was_released and release.submission.revised:
            with suppress(CkmError):  # of records that are not those of then nothing is known, and so nothing allowed
                yield from ports.revised_places(statistic, release, load, language, office)


def _of_releases(statistic: Statistic, language: Language, office: Office) -> Iterator[str]:
    """Texts by which files of releases state their release: day, number and sentences; of data cubes also what their
    notes say of cells that are not listed."""
    from ckmcore.methods.protected import Sign
    from ckmcore.presentation.present import MOST_MARKED
    from ckmcore.statistic.releases import releases, witness_of

    for release in releases(statistic.register):
        if release.was_released:
            if release.submission.is_hypercube:
                for sign in {"0", *(office.sign(sign) for sign in Sign if sign)}:
                    yield from (say(code, language, sign=sign) for code in ("export_listed", "export_listed_derived"))
            day, number = release.released_at[:10], str(release.number)
            yield from (day, number)
            state = say("export_state_released", language, date=date_text(day, language), number=number)
            yield state
            if release.corrects and release.submission.request.writers > 1:
                replaced = {"date": date_text(day, language), "number": str(release.corrects)}
                yield f"{state}. {say('export_state_corrected', language, **replaced)}"
                for code in ("export_revised", "export_revised_unmarked"):
                    yield say(code, language, number=str(release.corrects))
                yield from _of_margins(statistic, release, language)
                yield say("export_revised_many", language, limit=MOST_MARKED, number=str(release.corrects))
            yield witness_of(statistic.register, release).text(language)


def _of_margins(statistic: Statistic, release: Release, language: Language) -> Iterator[str]:
    """What a correction of a data cube says of its margins."""
    from ckmcore.presentation.present import margins_note
    from ckmcore.release.compare import revised_margins
    from ckmcore.statistic.releases import find_release

    former = find_release(statistic.register, release.corrects)
    margins = revised_margins(former.submission, release.submission)
    if margins is not None:
        titles = {entry.name: entry.title for entry in statistic.dictionary}
        yield margins_note(margins, titles, str(release.corrects), language)


MOST_PLACES = 200_000  # of a table, whose texts are made

_OPTIONS = (
    override("file", nargs="+", metavar="FILE", help="leak_files"),
    override("--statistic", help="leak_statistic"),
    override("--table", action="append", default=[], metavar="NAME", help="leak_table"),
    *("--office", "--period"),
    *SECRET,
)
COMMANDS = (CliCommand("leak-check", _OPTIONS, run_leak_check, reads=("file",)),)
