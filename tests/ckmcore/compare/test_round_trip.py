"""What this program wrote is found again: every form and language against itself, and planted changes exactly."""

from __future__ import annotations

import itertools
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.compare.comparison import TableComparison, compare
from ckmcore.formats.forms import FormName
from ckmcore.microdata.data import Category, Dimension, StructuralZero
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmcore.tabulate.spec import OWN_ROWS, Block, Footnote, Level, Order, OwnRow, Presentation
from tests.kit.examples import examples

NAMES = ("land", "sex", "age", "job")
FORMS: list[tuple[str, str, FormName]] = [
    (language, ending, form)  # type: ignore[misc]
    for language in ("de", "en")
    for ending, form in ((".csv", "csv"), (".csv", "csv-long"), (".xlsx", "xlsx"), (".xlsx", "xlsx-accessible"))
]
# Labels that look like totals, signs, figures, formulas, separators, and like those of another variable.
LABELS = [
    "a",
    "b",
    "Total",
    "Insgesamt",
    "Zusammen",
    "1",
    "2024",
    "-",
    "x",
    "...",
    "=1+1",
    "a, b",
    "c;d",
    "yes",
    "Anzahl",
]


def table(
    spec: ckm.TableSpec, seed: int, labels: dict[str, list[str]], zeros: tuple[StructuralZero, ...] = ()
) -> ckm.ProtectedTable:
    """A rounded table of 300 records; each variable has a code per label."""
    chance = np.random.default_rng(seed)
    codes = {name: [f"{name}{place}" for place in range(len(texts))] for name, texts in labels.items()}
    frame = pd.DataFrame({name: chance.choice(codes[name], 300) for name in labels})
    frame = pd.concat([frame, pd.DataFrame(list(itertools.product(*codes.values())), columns=list(codes))])
    for zero in zeros:
        for name, void in zero.cells:
            frame = frame[~frame[name].isin(void)]
    data = ckm.Microdata.from_pandas(frame, list(labels))
    for name, texts in labels.items():
        categories = tuple(Category(code, ckm.Texts.same(text)) for code, text in zip(codes[name], texts, strict=True))
        data = data.with_categories(Dimension(name, ckm.Texts(name.title(), name.upper()), categories))
    return ckm.protect(ckm.tabulate(replace(data, structural_zeros=zeros), spec), ckm.Rounding(5))


def cells(shown: ckm.ProtectedTable) -> dict[tuple[str, ...], Any]:
    """Codes of each cell, variables by name, with what stands there: an independent reading of the table."""
    frame = shown.to_pandas(total="::total")
    names = sorted(name for name in frame.columns if name in NAMES)
    signs = frame["sign"] if "sign" in frame else [""] * len(frame)
    figures = [sign or int(figure) for sign, figure in zip(signs, frame["published"], strict=True)]
    return dict(zip(frame[names].itertuples(index=False, name=None), figures, strict=True))


def written(shown: ckm.ProtectedTable, language: Any, ending: str, form: Any) -> Path:
    folder = Path(tempfile.mkdtemp())
    return ckm.export(shown, folder / f"table{ending}", language=language, form=form)


def changes(found: TableComparison) -> list[tuple[Any, Any]]:
    return sorted(
        (
            str(one.old if isinstance(one.old, str) else int(one.old or 0)),
            str(one.new if isinstance(one.new, str) else int(one.new or 0)),
        )
        for one in found.found
        if one.kind == "changed"
    )


@st.composite
def specs(draw: st.DrawFn) -> tuple[ckm.TableSpec, dict[str, list[str]]]:
    """One to four variables on rows, columns and layers, their totals anywhere; labels may occur twice."""
    names = draw(st.permutations(NAMES))[: draw(st.integers(1, 4))]
    axes: dict[str, list[Level]] = {"rows": [], "columns": [], "layers": []}
    for name in names:
        axis = draw(st.sampled_from(["rows", "rows", "columns", "columns", "layers"]))
        axes[axis].append(Level(name, total=draw(st.sampled_from(["before", "after", "off"]))))
    labels = {name: draw(st.lists(st.sampled_from(LABELS), min_size=1, max_size=3)) for name in names}
    return ckm.TableSpec(**axes), labels


@pytest.mark.thorough
@settings(max_examples=examples(60))
@given(specs(), st.sampled_from(FORMS), st.sampled_from(["de", "en"]), st.booleans())
def test_a_changed_table_against_what_was_written_before_shows_exactly_the_changes(
    made: tuple[ckm.TableSpec, dict[str, list[str]]], how: tuple[str, str, Any], reader: Any, with_signs: bool
) -> None:
    spec, labels = made
    name = next(iter(labels))
    zeros = (StructuralZero(((name, (f"{name}0",)),)),) if with_signs and len(labels[name]) > 1 else ()
    former, now = table(spec, 1, labels), table(spec, 2, labels, zeros)
    found = compare(now, written(former, *how), reader)
    assert found.notices == ()
    before, after = shown_cells(spec, cells(former)), shown_cells(spec, cells(now))
    assert changes(found) == sorted((str(before[key]), str(after[key])) for key in before if before[key] != after[key])
    assert found.count("new") == found.count("gone") == 0
    assert found.unchanged == sum(before[key] == after[key] for key in before)


def shown_cells(spec: ckm.TableSpec, found: dict[tuple[str, ...], Any]) -> dict[tuple[str, ...], Any]:
    """Without the totals that are switched off."""
    levels = {
        level.variable: level for axis in (spec.rows, spec.columns, spec.layers) for b in axis for level in b.levels
    }
    off = [levels[name].total == "off" for name in sorted(levels)]
    return {
        key: figure
        for key, figure in found.items()
        if not any(hidden and code == "::total" for hidden, code in zip(off, key, strict=True))
    }


@pytest.mark.parametrize("how", FORMS)
@pytest.mark.parametrize("reader", ["de", "en"])
def test_a_table_against_itself_has_no_differences(how: tuple[str, str, Any], reader: Any) -> None:
    labels = {"land": ["Nord", "Süd"], "sex": ["m", "w"], "age": ["1", "2"], "job": ["yes", "no"]}
    shown = table(ckm.TableSpec(rows=["land", "age"], columns=["sex"], layers=["job"]), 1, labels)
    found = compare(shown, written(shown, *how), reader)
    assert found.same
    assert found.unchanged == shown.cells
    assert found.notices == ()


@pytest.mark.parametrize("how", [how for how in FORMS if how[1] == ".xlsx"])
def test_a_picture_beside_a_table_is_no_figure_of_it(how: tuple[str, str, Any]) -> None:
    labels = {"land": ["Nord", "Süd"], "sex": ["m", "w"]}
    shown = Presentation(picture=PictureChoice(sight="both"))
    made = table(ckm.TableSpec(rows=["land"], columns=["sex"], presentation=shown), 1, labels)
    found = compare(made, written(made, *how), "en")
    assert found.same
    assert found.unchanged == made.cells


def hierarchical() -> ckm.Microdata:
    """6000 records of a hierarchy of two levels and three variables with the same two labels."""
    chance = np.random.default_rng(1)
    codes = {"land": ["011", "012", "021", "03"], "sex": ["yes", "no"], "age": ["yes", "no"], "job": ["yes", "no"]}
    frame = pd.DataFrame({name: chance.choice(found, 6000) for name, found in codes.items()})
    places = Hierarchy.from_depths([("01", 0), ("011", 1), ("012", 1), ("02", 0), ("021", 1), ("03", 0)])
    return ckm.Microdata.from_pandas(frame, list(codes)).with_hierarchy("land", places)


MEN = OwnRow(ckm.Texts("men", "Männer"), (ckm.Condition("sex", ("yes",)),), "davon")
WOMEN = OwnRow(ckm.Texts("women", "Frauen"), (ckm.Condition("sex", ("no",)),), "davon")
OWN = Level(OWN_ROWS, rows=(MEN, WOMEN, OwnRow(ckm.Texts("Work", "Arbeit"), kind="heading"), OwnRow(kind="blank")))
LAYOUTS = {
    "stacked rows": ckm.TableSpec(
        [
            Block((Level("land"),), ckm.Texts("Places", "Orte")),
            Block((Level("sex"), Level("age")), ckm.Texts("People", "Personen"), blank=True),
        ],
        ["job"],
    ),
    "stacked columns": ckm.TableSpec(
        ["land"], [Block((Level("sex"),), ckm.Texts("A", "B")), Block((Level("age"), Level("job")))]
    ),
    "levels in columns": ckm.TableSpec([Level("land", stub="columns"), "sex"], ["age"], ["job"]),
    "own rows": ckm.TableSpec([OWN], ["land"], ["job"]),
    "several values": ckm.TableSpec(
        ["land"],
        ["sex"],
        values=[
            ckm.Value(),
            ckm.Value(kind="share", base="column", decimals=1),
            ckm.Value(conditions=(ckm.Condition("age", ("yes",)),), label=ckm.Texts.same("Number")),
        ],
    ),
    "footnotes": ckm.TableSpec(
        ["land"],
        ["sex"],
        ["job"],
        footnotes=[
            Footnote(ckm.Texts("New border", "Neue Grenze"), "line", (("land", "011"),)),
            Footnote(ckm.Texts("Late", "Verspätet"), "cell", (("land", "03"), ("sex", "no"), ("job", "yes"))),
            Footnote(ckm.Texts("Estimated", "Geschätzt"), "value"),
            Footnote(ckm.Texts("One sheet", "Ein Blatt"), "line", (("job", "no"),)),
            Footnote(ckm.Texts("All", "Alle")),
        ],
    ),
    "codes and labels": ckm.TableSpec(["land"], ["sex"], presentation=Presentation(labels="both")),
    "order by value": ckm.TableSpec([Level("land", order=Order("value", descending=True))], ["sex"]),
}


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_kind_of_table_is_found_again(name: str) -> None:
    shown = ckm.protect(ckm.tabulate(hierarchical(), LAYOUTS[name]), ckm.Rounding(10))
    wanted = len(cells_of(shown))
    for how in FORMS:
        for reader in ("de", "en"):
            found = compare(shown, written(shown, *how), reader)  # type: ignore[arg-type]
            assert (found.found, found.notices, found.unchanged) == ((), (), wanted)


def cells_of(shown: ckm.ProtectedTable) -> set[tuple[frozenset[tuple[str, object]], int]]:
    """The logical cells that a table shows, each once: total lines of stacked blocks are the same cell."""
    layout = present_draft(shown, "en").layout
    axes = (layout.layers, layout.rows, layout.columns)
    lines = [[axis.address(line) for line in range(len(axis)) if not axis.empty[line]] for axis in axes]
    values = range(len(shown.spec.values))
    return {
        (frozenset({**layer, **row, **column}.items()), value)
        for layer, row, column in itertools.product(*lines)
        for value in values
    }
