"""The final files of a release: written from its entry, and the same bytes whenever they are written again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from ckmcore.base.files import NotWritten, patterned_stem, place_all, reason_of, refuse_others, temporary_folder
from ckmcore.base.numbers import Language
from ckmcore.base.reading import read_file
from ckmcore.base.texts import Texts
from ckmcore.base.version import VERSION
from ckmcore.errors import CkmError, DataError, InputError
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import RELEASED
from ckmcore.formats.scan import changed_figures
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import PLAIN, FormName, Office
from ckmcore.ports import needed_scale
from ckmcore.presentation.present import present_draft
from ckmcore.release.actions import in_state, refuse_changed, refuse_embargoed, salt_of_release
from ckmcore.release.compare import (
    TablesCompared,
    changed_masks,
    compare_releases,
    compare_with,
    figures_of,
    revised_margins,
)
from ckmcore.release.files_found import NO_FILES
from ckmcore.release.provenance import (
    PreparedFacts,
    areas_hashes,
    changed_since,
    differing,
    draft_again,
    method_hash,
    prepare,
    shows_picture,
)
from ckmcore.statistic.concealed import concealed
from ckmcore.statistic.entry import Submission, WrittenFile
from ckmcore.statistic.model import SavedTable, Statistic, Units
from ckmcore.statistic.releases import Release, find_release, witness_of
from ckmcore.statistic.series import Load, period_code
from ckmcore.statistic.snapshot import kept_figures
from ckmcore.statistic.source import file_hash
from ckmcore.tabulate.scan import never
from ckmcore.typesetting.office_font import font_hash

Files = Sequence[tuple[Path, WrittenFile]]
"""Files that were made, and what is to be noted of each."""


@dataclass(frozen=True)
class Repeated:
    """Result of writing files again. same, differing: compared byte by byte with the recorded files; new: not recorded
    before; former: recorded files of writers that this version no longer has, so that they were compared figure by
    figure; engine: program version of the recorded files; now: this version."""

    same: tuple[str, ...]
    differing: tuple[str, ...]
    new: tuple[str, ...]
    engine: str
    now: str
    former: tuple[FormerFile, ...] = ()


@dataclass(frozen=True)
class FormerFile:
    """A recorded file of a former writer. state: its figures are those of the release, also with other bytes than
    recorded (touched), it has others, or was not found; place, figure: of the first other figure."""

    name: str
    state: Literal["same", "touched", "changed", "missing"]
    place: str = ""
    figure: str = ""

    def sentence(self) -> Sentence:
        """Sentence on the file and its figures."""
        figure = self.figure or sentence("release_former_no_figure")
        return sentence(f"release_former_{self.state}", name=self.name, place=self.place or "–", figure=figure)


def write_files(
    statistic: Statistic,
    number: int,
    load: Load,
    folder: Path,
    time: str,
    *,
    office: Office = PLAIN,
    replaces: bool = False,
    cancelled: Callable[[], bool] = never,
) -> tuple[WrittenFile, ...]:
    """Write the final files of a release to a folder, all or none, and return what is to be recorded (`written`).

    The table is computed again and must publish the submitted figures. time: ISO time of now; replaces: overwrite other
    files of the same names. Raises release_wrong_state, release_under_embargo, release_differs, release_figures_differ,
    release_form_not_written, FilesInTheWay, the errors of `place_all`, and those of computing and exporting the table.
    """
    with released_files(statistic, number, load, folder, time, office=office, cancelled=cancelled) as files:
        place_files(files, folder, replaces=replaces)
        return tuple(written_file for _, written_file in files)


@contextmanager
def released_files(
    statistic: Statistic,
    number: int,
    load: Load,
    folder: Path,
    time: str,
    *,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] = never,
) -> Iterator[Files]:
    """Final files of a release in a temporary folder within `folder`, from where `place_files` moves them. Parameters
    and errors as of `write_files`, except files in the way."""
    release = in_state(find_release(statistic.register, number), "released")
    with _written_files(statistic, release, load, folder, time, office, cancelled) as files:
        yield files


def repeat(
    statistic: Statistic,
    number: int,
    load: Load,
    folder: Path,
    time: str,
    *,
    office: Office = PLAIN,
    replaces: bool = False,
    cancelled: Callable[[], bool] = never,
    find: Callable[[WrittenFile], Path | None] = NO_FILES,
) -> Repeated:
    """Write the files of a release again, also of a withdrawn or corrected one, and compare them with the recorded
    ones. find: gives a recorded file of a former writer, changed or not. Other parameters and errors as of
    `write_files`."""
    release = in_state(find_release(statistic.register, number), "released", "withdrawn", "corrected")
    noted = {file.name: file for file in release.files}
    same: list[str] = []
    other: list[str] = []
    new: list[str] = []
    former: list[WrittenFile] = []
    # Looked for before files of the same names are written.
    places = {file.name: find(file) for file in release.files if _is_former(release, file.form)}
    with _written_files(statistic, release, load, folder, time, office, cancelled) as files:
        for _, written_file in files:
            known = noted.get(written_file.name)
            if known is not None and known.sha256 != written_file.sha256 and _is_former(release, written_file.form):
                former.append(known)
                continue
            kind = new if known is None else same if known.sha256 == written_file.sha256 else other
            kind.append(written_file.name)
        compared = tuple(_former_files(statistic, release, load, office, former, places)) if former else ()
        place_files(files, folder, replaces=replaces)
    versions = [entry.engine for entry in release.entries if entry.kind == "written"]
    return Repeated(tuple(same), tuple(other), tuple(new), versions[-1] if versions else "", VERSION, compared)


def _is_former(release: Release, form: str) -> bool:
    """Whether this version no longer has the writer of a form by which a release was submitted."""
    return form in RELEASED and RELEASED[_form(form)].version(release.submission.request.writers) is None


def former_files(release: Release) -> tuple[str, ...]:
    """Names of the files that a former writer had written with other bytes than the last one."""
    last = {file.name: file for file in release.files}
    files = (file for entry in release.entries for file in entry.files if _is_former(release, file.form))
    return tuple(dict.fromkeys(file.name for file in files if file.sha256 != last[file.name].sha256))


def _former_files(
    statistic: Statistic,
    release: Release,
    load: Load,
    office: Office,
    files: Sequence[WrittenFile],
    places: Mapping[str, Path | None],
) -> Iterator[FormerFile]:
    """Recorded files of former writers, compared figure by figure with the release. places: where they are, by name."""
    draft = computed_again(statistic, release, load, office)
    for file in files:
        path = places[file.name]
        if path is None:
            yield FormerFile(file.name, "missing")
            continue
        engine = version_named(release, file.form)
        page = present_draft(replace(draft, engine=engine), release.submission.request.language, office)
        hits = changed_figures(path, RELEASED[_form(file.form)], page)
        if hits:
            yield FormerFile(file.name, "changed", hits[0].place, hits[0].shown)
        else:
            yield FormerFile(file.name, "same" if file_hash(path) == file.sha256 else "touched")


def place_files(files: Files, folder: Path, *, replaces: bool = False) -> None:
    """Move files to their folder, all or none. replaces: overwrite other files of the same names. Raises FilesInTheWay
    and the errors of `place_all`."""
    paths = [path for path, _ in files]
    if not replaces:
        refuse_others(paths, folder)
    place_all(paths, folder)


@contextmanager
def _written_files(
    statistic: Statistic,
    release: Release,
    load: Load,
    folder: Path,
    time: str,
    office: Office,
    cancelled: Callable[[], bool],
) -> Iterator[Files]:
    """Write the files of a release to a temporary folder within their final one."""
    refuse_embargoed(release, time)
    release.refuse_hidden()
    names = file_names(release, office)
    for form in names:
        if form not in RELEASED:
            raise InputError("release_form_not_written", form=form, known=tuple(RELEASED))
    language, hypercube = release.submission.request.language, release.submission.is_hypercube
    if hypercube:
        write = needed_scale().hypercube_maker(statistic, release, load, office, folder, cancelled)
    else:
        write = _table_maker(statistic, release, load, office, language, cancelled)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with temporary_folder(folder) as inner_paths:
            written: list[tuple[Path, WrittenFile]] = []
            for form, name in names.items():
                target = inner_paths / name
                written += write(form, target)
            yield tuple(written)
    except CkmError:
        raise
    except OSError as fault:
        reason = reason_of(fault)
        raise NotWritten(name=folder.name, reason=reason) from fault


Maker = Callable[[str, Path], list[tuple[Path, WrittenFile]]]
"""Writes the files of a form."""


def _table_maker(
    statistic: Statistic,
    release: Release,
    load: Load,
    office: Office,
    language: Language,
    cancelled: Callable[[], bool],
) -> Maker:
    """Writes a table, which is computed once."""
    computed = computed_again(statistic, release, load, office, cancelled)

    def write(form: str, target: Path) -> list[tuple[Path, WrittenFile]]:
        if RELEASED[_form(form)].typeset and font_hash(office) != release.submission.font:
            refuse_changed(release, ["font"])
        pictured = shows_picture(computed.table.spec, [form])
        if pictured and areas_hashes(computed) != release.submission.areas:
            refuse_changed(release, ["areas"])
        writers = max(computed.writers, RELEASED[_form(form)].versions[0])
        draft = replace(computed, engine=version_named(release, form), writers=writers)
        paths = export_files(draft, target, language=language, form=_form(form), office=office, cancelled=cancelled)
        return [(path, _noted(path, form, draft.engine)) for path in paths]

    return write


def _noted(path: Path, form: str, version: str) -> WrittenFile:
    content = read_file(path)
    return WrittenFile(path.name, form, len(content), hashlib.sha256(content).hexdigest(), version)


def office_changed(submission: Submission, office: Office) -> tuple[str, ...]:
    """`office` where the office's settings have changed since a table was submitted, else empty."""
    return () if office.content_hash == submission.office else ("office",)


def as_released(statistic: Statistic, found: Release, draft: Draft) -> Draft:
    """Draft with the texts of its submission, of a correction with the figures that it changed, and, if released, its
    number. Raises SnapshotMissing, SnapshotDamaged."""
    witness = witness_of(statistic.register, found)
    released = draft_again(found.submission, draft, found.number, found.released_at[:10], witness)
    if released.corrects:
        corrected = find_release(statistic.register, found.corrects)
        before, after = corrected.submission, found.submission
        # Of hidden figures nobody saw the former ones, and keyed hashes of a cube are compared with nothing.
        if not before.hidden and after.is_hypercube and not after.hidden:
            released = replace(released, revised_margins=revised_margins(before, after))
        elif not (before.hidden or before.is_hypercube or after.is_hypercube):
            masks = changed_masks(figures_of(statistic, corrected), kept_figures(draft.table))
            released = replace(released, revised=masks)
    return released if found.released_at else replace(released, number="", released="", witness=Texts())


def version_named(found: Release, form: str) -> str:
    """Program version that the files of a release state: the recorded one, "" for none; this version where no file was
    written yet."""
    noted = [file for file in found.files if file.form == form] or found.files
    return noted[-1].version if noted else VERSION


def file_names(found: Release, office: Office) -> dict[str, str]:
    """File name of each form, by the office's pattern with the number of the release; a second form with the same
    ending has the form in its name."""
    request = found.submission.request
    stem, names = _stem(found, office), dict[str, str]()
    for form in request.forms:
        ending = RELEASED[_form(form)].ending if form in RELEASED else f".{form}"
        is_taken = f"{stem}{ending}" in names.values()
        names[form] = f"{stem}.{form}{ending}" if is_taken else f"{stem}{ending}"
    return names


def _form(name: str) -> FormName:
    return cast(FormName, name)  # of those in RELEASED


FORMER_PATTERN = "{table}"  # of offices that had decided nothing, before names carried the period


def _stem(release: Release, office: Office) -> str:
    """File name without ending by the office's pattern, with the release number appended where the pattern lacks it.
    Recorded files keep the names of the former pattern."""
    stem, former_stem = _called(release, office.file_names), _called(release, FORMER_PATTERN)
    noted = [file.name for file in release.files]
    if any(name.startswith(former_stem) for name in noted) and not any(name.startswith(stem) for name in noted):
        return former_stem
    return stem


def _called(release: Release, pattern: str) -> str:
    submission = release.submission
    language = submission.request.language
    return patterned_stem(
        pattern if "{number}" in pattern else pattern + "_{number}",
        submission.table or submission.heading,
        period=submission.period.text(language),
        number=str(release.number),
        date=release.released_at[:10],
        statistic=submission.statistic.text(language),
    )


def computed_again(
    statistic: Statistic,
    found: Release,
    load: Load,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] = never,
) -> Draft:
    """Compute the table of a release again from the current records, under its number; before the release as draft with
    the submitted figures.

    Raises release_differs where office, records, keys or method have changed, release_figures_differ, HypercubeInFiles,
    and the errors of computing.
    """
    found.refuse_hypercube()
    return as_released(statistic, found, prepared_again(statistic, found, load, office, cancelled).draft)


def prepared_again(
    statistic: Statistic,
    found: Release,
    load: Load,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] = never,
) -> PreparedFacts:
    """Prepare the table or hypercube of a submission again. It has the submitted figures, also where only a keyed hash
    of them is on record. Raises release_differs, release_figures_differ, and the errors of computing."""
    submission = found.submission
    former_statistic = as_it_was(statistic, submission)
    refuse_changed(found, (*office_changed(submission, office), *changed_since(former_statistic, submission.periods)))
    again = needed_scale().prepare_hypercube if submission.is_hypercube else prepare
    prepared = again(
        former_statistic, SavedTable(submission.table, submission.spec), load, submission.request, office, cancelled
    )
    current_differing = differing(submission.periods, prepared.submission.periods)
    refuse_changed(found, [differing_fact for differing_fact in current_differing if differing_fact != "described"])
    made = prepared.submission
    if submission.hidden:
        made = concealed(made, salt_of_release(statistic, found))
    if made.figures != submission.figures:
        refuse_changed(found, current_differing)
        raise DataError("release_figures_differ", number=str(found.number))
    return prepared


def compare_with_made(
    statistic: Statistic,
    before: Release,
    after: Release,
    load: Load,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] = never,
) -> TablesCompared:
    """As `compare_releases`; the later one is computed again where its figures are not on record yet."""
    if not after.submission.hidden:
        return compare_releases(statistic, before, after)
    return compare_with(statistic, before, computed_again(statistic, after, load, office, cancelled))


def as_it_was(statistic: Statistic, submission: Submission) -> Statistic:
    """Statistic with the period of a submission as current one and the methods by which its table was made. Periods and
    methods that are gone stay as they are now."""
    codes = [period_code(statistic, period_index) for period_index in range(len(statistic.periods))]
    periods = list(statistic.periods)
    for facts in submission.periods:
        if facts.code in codes:
            period = periods[codes.index(facts.code)]
            for former_method in period.former:
                if method_hash(statistic.secret, former_method.method) == facts.method:
                    periods[codes.index(facts.code)] = replace(period, in_force=former_method)
    current = codes.index(submission.current) if submission.current in codes else statistic.current
    # Before anything was declared, sums over periods were those of no recurring unit.
    units: Units = "recur" if submission.units == "recur" else "once"
    return replace(statistic, periods=tuple(periods), current=current, units=units)
