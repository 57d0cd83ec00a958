"""Table templates: no value of any variable stands in one, and another statistic is laid out by it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.statistic.table_file import NamedVariable, TableFile, read_table, write_template
from ckmcore.statistic.template import Known, applied, proposed, template_of, variables_of
from ckmcore.tabulate.spec import Footnote, Order, spec_to_json
from ckmcore.tabulate.tabulate import tabulate
from tests.kit.layouts import CODES, LAND, microdata, records, table

DATA = microdata(records(9).head(500), 9)
KNOWN = Known({"land": 3, "sex": 1, "age": 1, "term": 1}, references=("people",), weighted=True)
WORDS = {*(code for codes in CODES.values() for code in codes), *(code for code, _ in LAND)} - {""}


def words_of(found: Any) -> set[str]:
    """Every text in JSON, but the names of its fields."""
    if isinstance(found, dict):
        return set().union(*map(words_of, found.values()))
    if isinstance(found, list):
        return set().union(*map(words_of, found))
    return {found} if isinstance(found, str) else set()


@pytest.mark.parametrize("seed", range(60))
def test_a_template_holds_no_code_and_no_word_and_can_be_laid_out_again(seed: int) -> None:
    spec = table(seed).with_changes(title="People", footnotes=[Footnote("Note", "line", (("sex", "w"),))])
    made = template_of(spec)
    found = words_of(json.loads(spec_to_json(made)))
    assert not found & WORDS
    assert not any(word.startswith(("group ", "row ", "block ", "People", "Note")) for word in found)
    assert template_of(made) == made
    again = applied(made, {name: name for name in variables_of(made)}, KNOWN)
    assert set(again.variables) <= set(spec.variables)
    tabulate(DATA, again)


def test_what_stands_where_stays() -> None:
    region = ckm.Level(
        "land", depths=[0, 1], nodes=["A", "A1"], total="before", order=Order("value", True), stub="columns"
    )
    spec = ckm.TableSpec(
        [region, ckm.Level("age", groups={"old": ["10", "20"]}, top=ckm.Top(2, line={"sex": "w"}))],
        ckm.Level("sex", order=Order("hand", codes=("w",))),
        filters=ckm.Condition("term", "s"),
        values=["count", ckm.share("row")],
    )
    assert template_of(spec) == ckm.TableSpec(
        [
            ckm.Level("land", depths=[0, 1], total="before", order=Order("value", True), stub="columns"),
            ckm.Level("age", top=ckm.Top(2)),
        ],
        "sex",
        filters=ckm.Condition("term"),
        values=["count", ckm.share("row")],
    )


def test_other_names_take_their_place_and_what_is_not_there_is_left_out() -> None:
    rank = Order("value", descending=True, value=2)
    spec = ckm.TableSpec(
        [ckm.Level("land", depths=[1], order=rank), "age"],
        ["sex", "term"],
        values=[ckm.sum_of("income"), ckm.Value("rate", reference="people"), "count"],
    )
    known = Known({"region": 1, "gender": 1})
    made = applied(spec, {"land": "region", "age": "", "sex": "gender", "term": "gender"}, known)
    assert made == ckm.TableSpec(ckm.Level("region", order=Order("value", descending=True)), "gender", values=["count"])
    nothing = applied(ckm.TableSpec("land", values=ckm.sum_of("income")), {}, known)
    assert nothing == ckm.TableSpec(values=["count"])


def test_a_variable_is_proposed_by_its_name_or_by_its_title(tmp_path: Path) -> None:
    path = tmp_path / "t.ckmtable"
    title = ckm.Texts("Sex", "Geschlecht")
    write_template(path, "T", ckm.TableSpec("sex", ["age", "term"]), [NamedVariable("sex", title)])
    file = read_table(path)
    titles = {"gender": ckm.Texts("Gender", "geschlecht"), "age": ckm.Texts("Age", "Alter")}
    assert proposed(file, titles) == {"sex": "gender", "age": "age", "term": ""}
    assert isinstance(file, TableFile)
    assert json.loads(path.read_text())["variables"] == [{"name": "sex", "title": {"en": "Sex", "de": "Geschlecht"}}]


def test_any_table_file_serves_as_a_template_too() -> None:
    draw = Random(1)
    spec = table(draw.randrange(100))
    assert applied(spec, {name: name for name in variables_of(spec)}, KNOWN) == applied(
        template_of(spec), {name: name for name in variables_of(spec)}, KNOWN
    )
