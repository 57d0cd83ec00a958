"""Find in a table: every place where the words are shown, and no other, in the order of reading."""

from __future__ import annotations

from random import Random

import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.office.settings import PLAIN, Office
from ckmcore.statistic.model import Statistic
from ckmdesk.models.table_model import TableModel, labels_of
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.find_in_table import FoundPlace, find_in
from ckmdesk.state.table_view import TableView, compute_view
from tests.kit.layouts import microdata, records, table

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1), unreliable_below=8)
DATA = microdata(records(9).head(300), 9)


def view_of(spec: ckm.TableSpec, language: Language = "en", office: Office = PLAIN) -> TableView:
    statistic = Statistic(ckm.Texts.same("S")).put_in_force(METHOD)
    return compute_view(DATA, statistic, TableState(spec), methodologist=False, language=language, office=office)


def found(view: TableView, words: str) -> tuple[FoundPlace, ...]:
    return find_in(view, *labels_of(view), words)


@pytest.mark.daily(39)
@pytest.mark.parametrize("office", [PLAIN, Office(zero="dash")], ids=["0", "dash"])
@pytest.mark.parametrize("seed", range(40))
def test_every_figure_that_is_shown_with_the_words_is_found_and_no_other(seed: int, office: Office) -> None:
    draw = Random(seed)
    language: Language = draw.choice(["de", "en"])
    try:
        view = view_of(table(seed), language, office)
    except ckm.CkmError:
        return
    model = TableModel()
    model.show(view)
    between = {"de": ".", "en": ","}[language]
    for words in ("1", "27", "0", "-", "(", "–"):
        hits = found(view, words)
        cells = [(hit.row, hit.column) for hit in hits if hit.part == "cell"]
        shown = [
            (row, column)
            for row in range(model.rowCount())
            for column in range(model.columnCount())
            if words in "".join(model.text(row, column).split()).replace(between, "").replace("−", "-")
        ]
        assert cells == shown
        order = [{"head": 0, "stub": 1, "cell": 1, "hidden": 2}[hit.part] for hit in hits]
        assert order == sorted(order)


def test_labels_are_found_once_for_all_their_lines_and_codes_where_they_are_said_whole() -> None:
    view = view_of(ckm.TableSpec(["sex", "age"], "term"))
    german = view_of(ckm.TableSpec(["sex", "age"], "term"), "de")
    assert [hit for hit in found(german, "Insgesamt") if hit.part == "head"] == [FoundPlace("head", 0, 2, 0)]
    men = [hit for hit in found(view, "M") if hit.part == "stub"]
    assert len(men) == 1
    assert men[0].level == 0
    assert found(view, "") == found(view, "  ") == ()


@pytest.mark.parametrize(
    ("language", "words"), [("de", "1 23"), ("de", "1.23"), ("de", "123"), ("en", "1,23"), ("en", "123")]
)
def test_figures_are_found_with_and_without_the_signs_between_thousands(language: Language, words: str) -> None:
    spec = ckm.TableSpec("term", values=ckm.Value("weighted_count"))
    data = microdata(records(9), 9)
    statistic = Statistic(ckm.Texts.same("S")).put_in_force(METHOD)
    view = compute_view(data, statistic, TableState(spec), methodologist=False, language=language)
    figure = f"{int(view.shown[0].matrix[0, 0]):,}".replace(",", {"de": " ", "en": ","}[language])
    sought = {"1 23": figure, "1.23": figure.replace(" ", "."), "1,23": figure}.get(words, figure.replace(",", ""))
    assert FoundPlace("cell", 0, 0) in found(view, sought)


def test_what_nobody_waits_for_any_more_ends() -> None:
    view = view_of(ckm.TableSpec(["land", "age"], "sex"))
    assert find_in(view, *labels_of(view), "total", lambda: True) == ()
