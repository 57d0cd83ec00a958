"""A table as a JSON file: the same when read again; whatever is wrong with it is said with its place."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.microdata.files import FileMissing
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.presentation.present import present_draft
from ckmcore.statistic import table_file
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.series import draft_of
from ckmcore.statistic.table_compatibility import fit
from ckmcore.statistic.table_file import parse_table, read_table, table_json, write_table
from ckmcore.tabulate.spec import Footnote, Order, OwnRow, Presentation, Width
from tests.kit.examples import examples
from tests.kit.fails import fails

FULL = ckm.TableSpec(
    rows=[
        ckm.Level(
            "land",
            depths=(0, 1),
            nodes=("01", "02"),
            groups=(ckm.Group(ckm.Texts("Both", "Beide"), ("01", "02")),),
            order=Order("hand", codes=("02",)),
        ),
        ckm.Level("::rows1", rows=(OwnRow(ckm.Texts.same("Women"), (ckm.Condition("sex", ("w",)),), "davon"),)),
    ],
    columns=["sex"],
    filters=[ckm.Condition("period", rule="latest")],
    values=[
        ckm.Value(),
        ckm.Value("rate", reference="population", factor=1000, decimals=1, unit=ckm.Texts("per 1 000", "je 1 000")),
    ],
    title=ckm.Texts("Ä", "Ö"),
    presentation=Presentation("both", "de", hide_rows=True, widths=(Width(("m", "0"), 80),)),
    footnotes=[Footnote(ckm.Texts.same("provisional"), "line", (("land", "01"),))],
)
POPULATION = ReferenceTable("population", variables=("land",), rows=(ReferenceRow(("01",), "12.5"),))
AREA = ReferenceTable("area")


def level_of(raw: dict[str, Any], number: int) -> dict[str, Any]:
    found: dict[str, Any] = raw["spec"]["rows"][0]["levels"][number]
    return found


def changed(change: Callable[[dict[str, Any]], None]) -> bytes:
    raw = json.loads(table_json(SavedTable("T", FULL)))
    change(raw)
    return json.dumps(raw).encode()


def test_a_table_is_the_same_when_read_again(tmp_path: Path) -> None:
    path = tmp_path / "t.ckmtable"
    write_table(path, SavedTable("Länder", FULL, "2026-01-01", "1 Übersichten"), (POPULATION, AREA))
    found = read_table(path)
    assert found.table == SavedTable("Länder", FULL, "", "1 Übersichten")
    assert found.references == (POPULATION,)


def test_the_file_is_small_readable_and_names_nobody(tmp_path: Path) -> None:
    content = table_json(SavedTable("T", ckm.TableSpec(rows=["land"]), "2026-01-01T10:00:00+01:00")).decode()
    assert json.loads(content) == {
        "form": "ckm table",
        "version": 1,
        "name": "T",
        "spec": {"rows": [{"levels": [{"variable": "land"}]}]},
    }


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        (lambda raw: level_of(raw, 1).update(total="below"), "$.spec.rows[0].levels[1].total", "below"),
        (lambda raw: level_of(raw, 0).update(depths=["a"]), "$.spec.rows[0].levels[0].depths[0]", "int"),
        (lambda raw: raw["spec"].update(filters={}), "$.spec.filters", "array"),
        (lambda raw: raw["spec"].update(filtres=[]), "$.spec", "filtres"),
        (lambda raw: raw["spec"]["values"][1].update(factor=0), "$.spec.values[1].factor", "0"),
        (lambda raw: raw["spec"]["values"][0].update(decimals=99), "$.spec.values[0].decimals", "99"),
        (lambda raw: raw["spec"]["columns"][0]["levels"][0].update(variable=""), "columns[0].levels[0].variable", ""),
        (lambda raw: level_of(raw, 0).update(depths=[-1]), "$.spec.rows[0].levels[0].depths", "1"),
        (lambda raw: raw.update(name=" "), "$.name", ""),
        (lambda raw: raw.update(folder="x" * 501), "$.folder", "x…"),
        (lambda raw: raw.pop("name"), "$", "name"),
        (lambda raw: raw.update(version="1"), "$.version", "int"),
        (lambda raw: raw.update(version=0), "$.version", "0"),
        (lambda raw: raw["spec"]["rows"][0].update(levels=None), "$.spec.rows[0].levels", "null"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_wrong_field_is_named_with_its_place(
    change: Callable[[dict[str, Any]], None], place: str, said: str, language: typing.Literal["de", "en"]
) -> None:
    with fails("table_file_faulty") as raised:
        parse_table(changed(change), "t.ckmtable")
    text = raised.value.text(language)
    assert "t.ckmtable" in text
    assert place in text
    assert said in text


def test_a_newer_file_is_refused_whatever_else_it_holds() -> None:
    with fails("table_file_newer", match="Update the program"):
        parse_table(b'{"form": "ckm table", "version": 2, "layout": 7}', "t.ckmtable")


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"{", b"[]", b"null", b'{"form": "other"}', b"\xff\xfe", b"[" * 100_000, b'{"variables": []}'],
)
def test_a_file_of_something_else_says_so(content: bytes) -> None:
    with fails("table_file_other", match=r"t\.ckmtable"):
        parse_table(content, "t.ckmtable")


def test_a_file_that_is_too_large_or_not_there_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(tmp_path / "t.ckmtable", SavedTable("T", FULL))
    monkeypatch.setattr(table_file, "MOST_BYTES", 100)
    with fails("table_file_too_large"):
        read_table(tmp_path / "t.ckmtable")
    with fails("table_file_too_large"):
        parse_table(b" " * 101, "t.ckmtable")
    with pytest.raises(FileMissing):
        read_table(tmp_path / "u.ckmtable")


def test_an_axis_without_blocks_is_an_empty_axis() -> None:
    found = parse_table(changed(lambda raw: raw["spec"].update(columns=[], layers=[])), "t")
    assert found.spec == FULL.with_changes(columns=(), layers=())
    assert found.spec.columns == (ckm.Block(),)


def test_a_byte_order_mark_of_an_editor_does_no_harm() -> None:
    assert parse_table(b"\xef\xbb\xbf" + table_json(SavedTable("T", FULL)), "t").spec == FULL


texts = st.builds(ckm.Texts, st.text(max_size=5), st.text(max_size=5))
codes = st.lists(st.text(max_size=4), max_size=3).map(tuple)
levels = st.builds(
    ckm.Level,
    st.text(min_size=1, max_size=5),
    st.lists(st.integers(0, 5), max_size=2).map(tuple),
    codes,
    st.lists(st.builds(ckm.Group, texts, codes), max_size=2).map(tuple),
    st.sampled_from(["before", "after", "off"]),
    codes,
)
values = st.builds(
    ckm.Value,
    st.sampled_from(["count", "share", "rate", "sum"]),
    decimals=st.integers(0, 6),
    factor=st.integers(1, 10**9),
    label=texts,
)
specs = st.builds(
    lambda rows, columns, shown, title: ckm.TableSpec(rows, columns, values=shown or [ckm.Value()], title=title),
    st.lists(levels, max_size=3),
    st.lists(levels, max_size=2),
    st.lists(values, max_size=3),
    texts,
)


@given(specs)
def test_every_table_is_the_same_when_read_again(spec: ckm.TableSpec) -> None:
    assert parse_table(table_json(SavedTable("T", spec)), "t").spec == spec


@settings(max_examples=examples(200))
@given(st.data())
def test_a_file_with_any_byte_changed_opens_or_says_why_not(data: st.DataObject) -> None:
    content = bytearray(table_json(SavedTable("T", FULL)))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] = data.draw(st.integers(0, 255))
    said = "t.ckmtable"
    try:
        parse_table(bytes(content), "t.ckmtable")
    except CkmError as error:
        said = error.text("de")
    assert "t.ckmtable" in said


def places_in(value: object, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a file, as the keys that lead to it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = [(*above, key) for key, _ in items]
    return [*inner, *(place for key in inner for place in places_in(value[key[-1]], key))]  # type: ignore[index]


WHOLE = json.loads(table_json(SavedTable("T", FULL.with_changes(values=(ckm.Value(), ckm.Value("share", base="row"))))))
HANDS = ("", "land", "sex", "::period", "::rows", "group:1", "mean", "value", "off", 0, 1, 99, -1, 10**30, True, None)
RECORDS = ckm.Microdata.from_pandas(pd.DataFrame({"land": ["01", "02"], "sex": ["m", "w"]}), ["land", "sex"])


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.tuples(st.sampled_from(places_in(WHOLE["spec"])), st.sampled_from([*HANDS, [], {}])), max_size=3))
def test_whatever_a_hand_writes_into_a_table_it_is_computed_or_refused_with_a_sentence(
    written: list[tuple[tuple[str | int, ...], object]],
) -> None:
    raw = json.loads(json.dumps(WHOLE))
    for place, value in written:
        inner = raw["spec"]
        try:
            for key in place[:-1]:
                inner = inner[key]
            inner[place[-1]] = json.loads(json.dumps(value))  # one of its own: what follows may write into it
        except (KeyError, IndexError, TypeError):
            continue  # what was written before took the place away
    statistic = ckm.Statistic(ckm.Texts.same("S")).put_in_force(ckm.Rounding(10))
    try:
        spec = parse_table(json.dumps(raw).encode(), "t.ckmtable").spec
        assert fit(spec, statistic, RECORDS) is not None
        assert present_draft(draft_of(statistic, spec, lambda _: RECORDS), "de").title
    except CkmError as error:
        said = (error.text("de"), error.text("en"))
        assert all(said)
