"""Hypercubes of a statistic: under the method in force of their period, recomputed for each file of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.base.typed import kept_settings
from ckmcore.base.version import VERSION
from ckmcore.base.wings import wing_title
from ckmcore.errors import DataError, InputError
from ckmcore.formats.forms import Form, FormName, streamed_form
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.draft import Draft
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.methods.top import published_records
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN, Office
from ckmcore.ports import lab
from ckmcore.release.actions import refuse_changed
from ckmcore.release.files import Maker, as_it_was, as_released, office_changed, version_named
from ckmcore.release.provenance import (
    PLAIN_REQUEST,
    PreparedFacts,
    changed_since,
    claims_not_judged,
    differing,
    keyed_hash,
    not_measured,
    period_facts,
)
from ckmcore.scale.hypercube.forms import STREAMS, export_hypercube
from ckmcore.scale.hypercube.protect import described, protected_margins, signs_possible
from ckmcore.scale.hypercube.stream import HyperFile, HyperPage, hashed, hyper_page
from ckmcore.scale.hypercube.tabulate import BYTES_OF_A_CELL, plan_hypercube
from ckmcore.statistic.entry import PeriodFacts, PublishedMargin, Request, Submission, WrittenFile
from ckmcore.statistic.model import NoMethodInForce, SavedTable, Statistic
from ckmcore.statistic.releases import Release
from ckmcore.statistic.series import Load, period_code
from ckmcore.statistic.source import file_hash
from ckmcore.statistic.untold import counts_records, told_by_role
from ckmcore.tabulate.hyper_spec import HyperPlan, HyperSpec
from ckmcore.tabulate.scan import never

_SECONDS_OF_RECORDS = 0.5
# Lists are held twice while they are summed up.
_TIMES_HELD = 3


@dataclass(frozen=True)
class HyperEstimate:
    """Upper bounds for a hypercube, by the dictionary and the number of records: margins, possible cells, lines,
    seconds and megabytes for making and writing. room: most figures of a file of the form, None without a limit."""

    margins: int
    possible: int
    most: int
    seconds: float
    megabytes: int
    room: int | None = None

    @property
    def said(self) -> Sentence:
        """Sentence on the estimate, and on the room of the form where the file may not fit it."""
        fits = self.room is None or self.most <= self.room
        return sentence(
            "cli_cube_estimate" if fits else "cli_cube_estimate_room",
            **({} if fits else {"room": self.room}),
            margins=self.margins,
            possible=self.possible,
            most=self.most,
            minutes=max(1, round(self.seconds / 60)),
            megabytes=self.megabytes,
        )


def estimated(plan: HyperPlan, form: FormName, *, by_records: bool) -> HyperEstimate:
    """Estimate for a hypercube in a form. by_records: use the number of records, which the estimate then reveals;
    otherwise the dictionary alone."""
    rows = plan.rows if by_records else 0
    plan = plan if by_records else plan.of_dictionary
    seconds = (plan.most_listed * STREAMS[form].seconds + rows * len(plan.levels) * _SECONDS_OF_RECORDS) / 1e6
    held_megabytes = -(-plan.most_held * BYTES_OF_A_CELL * _TIMES_HELD // 10**6)
    return HyperEstimate(len(plan.margins), plan.cells, plan.most_listed, seconds, held_megabytes, STREAMS[form].room)


@dataclass(frozen=True, eq=False, repr=False)
class HyperDraft:
    """A hypercube ready to be made. draft: everything that readers see except the figures. Confidential, since it has
    the records."""

    spec: HyperSpec
    plan: HyperPlan
    draft: Draft
    method: Method
    data: Microdata
    language: Language
    office: Office
    statistic: Statistic

    def __repr__(self) -> str:
        return f"HyperDraft({' × '.join(self.spec.names)}, confidential)"

    @cached_property
    def page(self) -> HyperPage:
        """Page of the hypercube: everything shown around its figures."""
        signs = signs_possible(self.data, self.spec, self.method)
        return hyper_page(self.draft, self.plan, signs, self.language, self.office)

    @cached_property
    def facts(self) -> PeriodFacts:
        """Facts on what its figures are made of."""
        return period_facts(self.statistic, self.data)

    def identity(self, form: str) -> str:
        """Hash of everything on which its file in a form depends: records, keys, dictionary, method, specification,
        texts, office and program. A run with the same hash may continue an interrupted one."""
        import pyarrow

        draft = self.draft
        words = [draft.title, draft.statistic, draft.period, draft.source, draft.as_of]
        words += [draft.number, draft.released, draft.witness, draft.engine, self.language]
        words += [self.page.document.revised_note, *self.page.document.revised_places]
        made_by = [form, self.office.content_hash, VERSION, pyarrow.__version__]
        return keyed_hash(self.statistic.secret, self.facts, kept_settings(self.spec), words, made_by)

    def blocks(self, cancelled: Callable[[], bool] = never, start: int = 0) -> Iterator[ProtectedBlock]:
        """Recompute its margins from number `start` on."""
        with told_by_role(self.statistic, asked=True):
            yield from protected_margins(self.data, self.spec, self.plan, self.method, cancelled=cancelled, start=start)

    def estimate(self, form: FormName) -> HyperEstimate:
        """Estimate for writing the hypercube in a form, by the number of records where the role may know it."""
        return estimated(self.plan, form, by_records=self.statistic.shows_records)

    def write(
        self,
        form: Form,
        path: Path,
        *,
        place: Path | None = None,
        told: Callable[[float], None] = lambda _: None,
        cancelled: Callable[[], bool] = never,
    ) -> HyperFile:
        """Write the hypercube, completely or not at all; an interrupted run is continued. place: final path of the
        file, by default `path`; told: progress function. Raises the errors of `export_hypercube` and of making the
        hypercube."""

        def blocks(start: int) -> Iterator[ProtectedBlock]:
            return self.blocks(cancelled, start)

        identity = self.identity(form.name)
        return export_hypercube(
            self.page, blocks, form, path, identity=identity, place=place, told=told, cancelled=cancelled
        )


def written_sentence(name: str, file: HyperFile) -> Sentence:
    """Sentence that a hypercube's file was written."""
    fields = {"name": name, "cells": file.cells, "margins": len(file.margins)}
    if file.kept:
        return sentence("cli_cube_continued", kept=file.kept, **fields)
    return sentence("cli_cube_written", **fields)


@counts_records
def hyper_draft(
    statistic: Statistic, spec: HyperSpec, data: Microdata, language: Language, office: Office = PLAIN
) -> HyperDraft:
    """Hypercube of the current period under the method in force, without counting. data: its records.

    Raises NoMethodInForce, and the errors of `plan_hypercube` and the method.
    """
    period = statistic.period
    if period.in_force is None:
        raise NoMethodInForce()
    method, published_limit = period.in_force.method, published_records(data, period.in_force.method)
    plan = plan_hypercube(data, spec, published_limit)
    table = described(data, spec, plan, method)
    draft = Draft(table, **vars(statistic.draft_info(table)))
    return HyperDraft(spec, plan, draft, method, data, language, replace(office, zero="digit"), statistic)


@dataclass(frozen=True, eq=False, repr=False)
class HypercubeOf:
    """A hypercube with the facts on what it is made of; fields as of PreparedFacts. Confidential."""

    hypercube: HyperDraft
    periods: tuple[PeriodFacts, ...]
    not_measured: Sentence | None
    unclaimed: bool = False


def hypercube_of(
    statistic: Statistic, table: SavedTable, load: Load, request: Request, office: Office = PLAIN
) -> HypercubeOf:
    """Hypercube of all margins of the variables of a table in the current period, without counting.

    Raises hypercube_of_blocks, series_needs_periods where there are no records, and the errors of `hyper_draft`.
    """
    data, ports = load(statistic), lab()
    if data is None:
        raise InputError("series_needs_periods")
    new_hyper_draft = hyper_draft(statistic, HyperSpec.of(table.spec), data, request.language, office)
    cells = math.prod(new_hyper_draft.plan.shape)
    if ports is None:
        reason: Sentence | None = sentence("wing_check_absent", wing=wing_title("lab"))
    elif cells > ports.MOST_FIGURES:
        reason = sentence("check_method_cube", cells=cells, limit=ports.MOST_FIGURES)
    else:
        reason = not_measured(statistic.period, data, table.spec)
    return HypercubeOf(
        new_hyper_draft, (new_hyper_draft.facts,), reason, claims_not_judged(statistic.period, data, table.spec)
    )


def prepare_hypercube(
    statistic: Statistic,
    table: SavedTable,
    load: Load,
    request: Request = PLAIN_REQUEST,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] = never,
) -> PreparedFacts:
    """Prepare the hypercube of a table for submission: its margins are computed for their hashes and not kept. Raises
    the errors of `hypercube_of`, and Cancelled."""
    found_hypercube_of = hypercube_of(statistic, table, load, request, office)
    hypercube, shown = found_hypercube_of.hypercube, dict[str, int]()

    def noticed() -> Iterator[ProtectedBlock]:
        for names, block in zip(hypercube.spec.margins, hypercube.blocks(cancelled), strict=True):
            if len(names) == 1:
                shown[names[0]] = len(block.figures[0])
            yield block

    file, draft = hashed(hypercube.page, noticed(), lambda _: None), hypercube.draft
    name = draft.table.method_name
    silent = sum(
        size - 1 - shown.get(text, 0) for text, size in zip(hypercube.spec.names, hypercube.plan.shape, strict=True)
    )
    submission = Submission(
        table.name,
        hypercube.spec.table,
        hypercube.page.document.title,
        draft.title,
        draft.statistic,
        draft.period,
        draft.source,
        draft.as_of,
        found_hypercube_of.periods,
        request,
        office.content_hash,
        file.figures,
        "",
        VERSION,
        Texts(name.text("en"), name.text("de")),
        current=period_code(statistic, statistic.current),
        margins=published_margins(hypercube.spec, file),
    )
    signs = signs_possible(hypercube.data, hypercube.spec, hypercube.method)
    return PreparedFacts(
        draft,
        submission,
        None,
        found_hypercube_of.not_measured,
        judged={},
        signs=signs,
        silent=silent,
        unclaimed=found_hypercube_of.unclaimed,
    )


def published_margins(spec: HyperSpec, file: HyperFile) -> tuple[PublishedMargin, ...]:
    """Margins of a hypercube as recorded in the register."""
    return tuple(
        PublishedMargin(names, margin.lines, margin.sha256)
        for names, margin in zip(spec.margins, file.margins, strict=True)
    )


def hypercube_maker(
    statistic: Statistic,
    found: Release,
    load: Load,
    office: Office,
    folder: Path,
    cancelled: Callable[[], bool],
) -> Maker:
    """Writer of a released hypercube, which is recomputed for each form and must publish the submitted figures. folder:
    may contain the part of an interrupted run."""
    submission = found.submission
    former_statistic = as_it_was(statistic, submission)
    refuse_changed(found, (*office_changed(submission, office), *changed_since(former_statistic, submission.periods)))
    saved = SavedTable(submission.table, submission.spec)
    ready = hypercube_of(former_statistic, saved, load, submission.request, office)
    current_differing = differing(submission.periods, ready.periods)
    refuse_changed(found, [differing_part for differing_part in current_differing if differing_part != "described"])
    draft = as_released(statistic, found, ready.hypercube.draft)

    def write(form: str, target: Path) -> list[tuple[Path, WrittenFile]]:
        version = version_named(found, form)
        hypercube = replace(ready.hypercube, draft=replace(draft, engine=version))
        file = hypercube.write(streamed_form(form), target, place=folder / target.name, cancelled=cancelled)
        if file.figures != submission.figures:
            refuse_changed(found, current_differing)
            raise DataError("release_figures_differ", number=str(found.number))
        margins = published_margins(hypercube.spec, file)
        noted = WrittenFile(target.name, form, target.stat().st_size, file_hash(target), version, margins)
        return [(target, noted)]

    return write


def write_hypercube(
    statistic: Statistic,
    spec: HyperSpec,
    data: Microdata,
    path: Path,
    form: FormName,
    language: Language,
    office: Office,
) -> int:
    """Write a hypercube of the current period as a draft, and return the number of lines. Raises the errors of
    `hyper_draft`, hypercube_form, export_other_ending."""
    chosen_form = streamed_form(form, path)
    return hyper_draft(statistic, spec, data, language, office).write(chosen_form, path).cells
