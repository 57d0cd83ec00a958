"""Window, pages, files and clipboard show the same of a table: words, figures and signs are those of `present`."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.formats.clipboard_content import copied
from ckmcore.formats.write_html import html_text
from ckmcore.office.settings import PLAIN
from ckmcore.presentation.present import figure_text, present, present_draft
from ckmcore.statistic.period import Period
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import PERIOD, Level, TableSpec
from ckmdesk.models.table_model import TableModel
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.table_view import compute_view
from tests.kit.examples import examples
from tests.kit.layouts import table
from tests.kit.random_pages import METHODS, data, office
from tests.kit.statistics import small_data, small_statistic

LANGUAGES: tuple[Language, Language] = ("en", "de")


@pytest.mark.parametrize("seed", range(examples(24)))
def test_a_random_table_has_the_same_words_and_figures_on_the_screen_and_in_files(seed: int) -> None:
    statistic = ckm.Statistic(ckm.Texts("Students", "Studierende"), periods=(Period(ckm.Texts.same("2025")),))
    statistic = statistic.put_in_force(METHODS[seed % len(METHODS)])
    house, spec, model = office(Random(seed)), table(seed), TableModel()
    draft = statistic.draft(spec, data())
    for language in LANGUAGES:
        view = compute_view(data(), statistic, TableState(spec), methodologist=False, language=language, office=house)
        page, shown = present_draft(draft, language, house), view.presented
        assert (shown.title, shown.lines, shown.notes) == (page.title, page.lines, page.notes)
        assert (shown.short_note, shown.marks) == (page.short_note, page.marks)
        model.show(view)
        assert model.rows is not None
        sheet = page.sheet(view.layer)
        for row in range(model.rowCount()):
            assert model.rows.texts(row) == sheet.stub.texts(row)[: len(model.rows.texts(row))]
            figures = [figure_text(figure, page.language) for figure in sheet.figures(row)]
            line = int(sheet.stub.line_of[row])
            for column, figure in enumerate(figures):
                mark = page.marks.of_cell(line, column // sheet.beside, view.layer)
                assert model.text(row, column).removesuffix(mark).rstrip() == figure


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_and_short_note_of_the_clipboard_are_those_of_the_page(language: Language) -> None:
    statistic = small_statistic()
    draft = statistic.draft(TableSpec(["sex"], ["area"]), small_data())
    page = present_draft(draft, language)
    text = copied(draft, language, range(3), range(6)).text.splitlines()
    assert text[: 2 + len(page.lines)] == [page.title, *page.lines, page.short_note]
    assert all(words in html_text(page) for words in (page.title, page.status))


def test_what_is_shown_follows_from_the_arguments_alone() -> None:
    draft = ckm.Statistic("S").put_in_force(METHODS[0]).draft(table(3), data())
    before = np.array(draft.table.blocks[0].figures[0])
    wide = replace(draft.table.spec.presentation, language="de", hide_rows=True)
    one, other = (present(draft.table, draft.info, wide, PLAIN, "en") for _ in range(2))
    assert (one.title, one.notes, one.language) == (other.title, other.notes, "de")
    assert draft.table.spec.presentation != wide
    assert np.array_equal(before, draft.table.blocks[0].figures[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_that_names_the_periods_names_all_of_them_on_the_screen_too(language: Language) -> None:
    statistic = small_statistic()
    former = replace(statistic.period, label=ckm.Texts("Year 2024", "Jahr 2024"), date="2024-12-31")
    statistic = replace(statistic, periods=(former, *statistic.periods), current=1)
    levels = (Level(PERIOD, total="off"), Level("area"))
    spec = TableSpec(["sex"], [ckm.Block(levels)]).with_changes(
        title=ckm.Texts("People, {period}", "Personen, {Zeitraum}")
    )
    view = compute_view(
        small_data(), statistic, TableState(spec), methodologist=False, language=language, load=lambda _: small_data()
    )
    file = present_draft(draft_of(statistic, spec, lambda _: small_data()), language)
    assert view.presented.title == file.title
    assert "2024" in file.title
    assert "2025" in file.title
