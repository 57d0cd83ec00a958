"""The same file by the library, by `ckm table` and from a saved table by `ckm run`: random pipelines, byte by byte.

Each draws records in a file, a table, a method that the floor lets pass, and a form. What one of them refuses, the
others refuse, too. 25 pipelines always, 300 with --thorough.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.base.files import file_stem
from ckmcore.base.numbers import Language
from ckmcore.cli import main
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS, Form
from ckmcore.formats.scan import LeakFound
from ckmcore.methods.method import Method
from ckmcore.methods.sums import LEAST_CONTRIBUTORS, NEW_METHOD
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from ckmcore.office.settings import PLAIN, Office
from ckmcore.office.settings_file import write_office
from ckmcore.ptable.files.write import write_ptable
from ckmcore.ptable.floor.floor import refusing
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.magnitudes.write import magnitude_text
from ckmcore.release.run import report_name
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import KeySet, Period
from ckmcore.statistic.source import describe_source
from ckmcore.statistic.table_file import write_table
from ckmcore.tabulate.spec import Footnote, TableSpec, Value
from tests.kit.examples import FEW
from tests.kit.layouts import CODES, LAND, REFERENCE, condition, records, table

SEEDS = [pytest.param(seed, marks=[] if seed < (15 if FEW else 25) else pytest.mark.thorough) for seed in range(300)]
DIGITS = 9
PEOPLE = ReferenceTable(
    "people", variables=("land", "sex"), rows=tuple(ReferenceRow(*one) for one in REFERENCE.items())
)
ENGINE_FORMS = list(FORMS.values())
FAULTS_OF_THE_PROGRAM = (LeakFound.code, "export_file_faulty")
Files = dict[str, bytes]


@dataclass
class Pipeline:
    """What is drawn: a table, a method, its options for `ckm table`, and how the file is written."""

    spec: TableSpec
    method: Method
    options: list[str]
    form: Form
    language: Language
    office: Office
    weighted: bool
    laid_out: list[str] | None = None  # options in the place of a file of the table


# --- what is drawn ----------------------------------------------------------------------------------------------------


def write_records(draw: Random, folder: Path) -> Path:
    """`people.csv` in one of several dialects, with every code of every variable, and `land.hrc`."""
    frame = (
        records(DIGITS).sample(draw.choice([60, 250, 900]), random_state=draw.randrange(2**31)).reset_index(drop=True)
    )
    for name, codes in CODES.items():
        frame.loc[range(len(codes)), name] = codes
    frame["key"] = [f"0.{key:0{DIGITS}d}" for key in frame["key"]]
    frame["weight"] = [f"{weight / 100:.2f}" for weight in frame["weight"]]
    drawn = np.random.default_rng(draw.randrange(2**31)).gamma(2, 900, len(frame))
    frame["income"] = ["" if draw.random() < 0.05 else f"{one:.{draw.choice([0, 1, 2])}f}" for one in drawn]
    separator, decimal = draw.choice([(",", "."), (";", "."), (";", ","), ("\t", ".")])
    if decimal == ",":
        for name in ("key", "weight", "income"):
            frame[name] = [text.replace(".", ",") for text in frame[name]]
    path = folder / "people.csv"
    frame.to_csv(path, sep=separator, index=False, encoding=draw.choice(["utf-8", "utf-8-sig", "utf-16"]))
    (folder / "land.hrc").write_text("".join(f"{'@' * depth}{code}\n" for code, depth in LAND), encoding="utf-8")
    return path


@cache
def ptables() -> tuple[ckm.PTable, ...]:
    """Small perturbation tables that the floor lets pass."""
    found = []
    for seed in range(40):
        draw = Random(seed)
        with suppress(ckm.CkmError):
            made = ckm.design_ptable(D=draw.randint(2, 6), V=draw.choice([1.0, 1.5, 2.0, 3.0]), js=draw.randint(0, 2))
            if not refusing(ckm.CellKeyMethod(made).floor):
                found.append(ckm.shuffle(made, seed=seed) if draw.random() < 0.3 else made)
    assert len(found) > 10
    return tuple(found)


@cache
def large(D: int) -> MagnitudePTable:
    return ckm.design_magnitudes(D, 2.0)


def laid_out(draw: Random) -> tuple[TableSpec, list[str] | None]:
    """A table, and the options that lay it out, where it is one that options can."""
    if draw.random() < 0.3:
        return by_options(draw)
    spec = table(draw.randrange(10**6))
    values = list(spec.values)
    if draw.random() < 0.4:
        of = draw.choice(["count", "weighted_count"])
        values += [
            Value(cast(Any, kind), of=cast(Any, of), magnitude="income", decimals=draw.choice([0, 1, 2]))
            for kind in draw.sample(["sum", "mean"], draw.randint(1, 2))
        ]
    notes = [Footnote(ckm.Texts("A note", "Eine Note"))] if draw.random() < 0.3 else []
    if draw.random() < 0.3:
        notes.append(Footnote(ckm.Texts.same("= of men"), "line", (("sex", "m"),)))
    shown = replace(
        spec.presentation, labels=draw.choice(["labels", "codes", "both"]), language=draw.choice(["", "", "de", "en"])
    )
    title = draw.choice([ckm.Texts(), ckm.Texts("People; by place", "Personen nach Ort, Größe")])
    changed = spec.with_changes(
        values=tuple(values),
        values_on=draw.choice(["columns", "rows"]),
        title=title,
        presentation=shown,
        footnotes=tuple(notes),
    )
    return changed, None


def by_options(draw: Random) -> tuple[TableSpec, list[str]]:
    names = list(CODES)
    draw.shuffle(names)
    cut = sorted(draw.choices(range(len(names) + 1), k=3))
    axes = names[: cut[0]], names[cut[0] : cut[1]], names[cut[1] : cut[2]]
    told = [f"--{axis}={','.join(own)}" for axis, own in zip(("rows", "columns", "layers"), axes, strict=True) if own]
    filters = []
    if draw.random() < 0.5:
        one = condition(draw)
        if "" not in one.codes:
            filters.append(one)
            told += ["--filter", f"{one.variable}={','.join(one.codes)}"]
    kind, of = draw.choice(["count", "weighted_count", "sum", "mean"]), draw.choice(["count", "weighted_count"])
    value = Value(cast(Any, kind))
    if kind in ("sum", "mean"):
        value = Value(cast(Any, kind), of=cast(Any, of), magnitude="income")
        told += ["--value", "income", *(["--mean"] if kind == "mean" else [])]
    return TableSpec(*axes, filters, [value]), told


def method_of(draw: Random, spec: TableSpec, folder: Path) -> tuple[Method, list[str]]:
    """A method for a table, and its options."""
    kind = draw.choice(["ckm", "ckm", "rounding", "keyed-rounding"])
    told, given = ["--method", kind], dict[str, Any]()
    if kind != "ckm":
        # What the library leaves as it was before has its new value in `ckm`, so it is said here.
        base = draw.choice([5, 10])
        told += ["--base", str(base)]
        if spec.magnitudes:
            given["magnitude_bases"] = (("income", 100),)
            told += ["--magnitude-base", "income=100"]
        if draw.random() < 0.3:
            given["minimum_base"] = 20
            told += ["--minimum-base", "20"]
        return (ckm.Rounding if kind == "rounding" else ckm.KeyedRounding)(base, **given, **NEW_METHOD), told
    ptable = draw.choice(ptables())
    write_ptable(ptable, folder / "p.csv")
    told += ["--ptable", str(folder / "p.csv")]
    if draw.random() < 0.5:
        given["boundary"] = draw.choice(["less", "less_equal"])
        told += ["--boundary", given["boundary"]]
    limit = draw.choice([0, 0, 3, 5])
    for name in ("threshold", "unreliable_below", "uncertain_below"):
        limit += 2
        if draw.random() < 0.25:
            given[name] = limit
            told += [f"--{name.replace('_', '-')}", str(limit)]
    if draw.random() < 0.3:
        given["minimum_base"], given["base_sign"] = 10, draw.choice(["unreliable", "uncertain"])
        told += ["--minimum-base", "10", "--base-sign", given["base_sign"]]
    if draw.random() < 0.3:
        given["weighted_step"] = 10
        told += ["--weighted-step", "10"]
    ptable = ckm.read_ptable(folder / "p.csv")
    if not spec.magnitudes:
        return ckm.CellKeyMethod(ptable, **given), told
    told[1] = "magnitude"
    noise = large(draw.choice([5, 6]))
    (folder / "large.csv").write_text(magnitude_text(noise))
    contribution, scaling = draw.choice(
        [("T(1)", "N(0.2)"), ("T(3)", "F(0.03,0.30,5000,3,0.5,0.2)"), ("M", "N(0.5)"), ("D", "N(0.3)"), ("V", "N(0.1)")]
    )
    told += ["--ckm", contribution, "--scaling", scaling, "--ptable-cont", str(folder / "large.csv")]
    own = {"include_zeros": draw.random() < 0.5}
    told += ["--include-zeros"] if own["include_zeros"] else []
    settings = ckm.magnitude_settings(contribution, scaling, **own, **NEW_METHOD, least_contributors=LEAST_CONTRIBUTORS)
    sums = ckm.read_magnitudes(folder / "large.csv")
    return ckm.MagnitudeCellKeyMethod(ptable=ptable, large=sums, settings=settings, **given), told


def office_of(draw: Random) -> Office:
    if draw.random() < 0.6:
        return PLAIN
    return replace(
        PLAIN,
        name=ckm.Texts("Office of figures", "Amt für Zahlen"),
        note=draw.choice([ckm.Texts(), ckm.Texts("Ask us.", "Fragen Sie uns.")]),
        signs=draw.choice(["german", "british"]),
        note_length=draw.choice(["long", "short"]),
        flat_sheets=draw.random() < 0.5,
    )


def pipeline(draw: Random, folder: Path) -> Pipeline:
    spec, told = laid_out(draw)
    method, options = method_of(draw, spec, folder)
    return Pipeline(
        spec,
        method,
        options,
        draw.choice(ENGINE_FORMS),
        draw.choice(["de", "en"]),
        office_of(draw),
        any(value.needs_weights for value in spec.values) or (told is None and draw.random() < 0.3),
        laid_out=told,
    )


# --- the three roads --------------------------------------------------------------------------------------------------


def records_of(folder: Path, one: Pipeline) -> ckm.Microdata:
    data = ckm.read_microdata(folder / "people.csv", list(CODES), "key", "weight" if one.weighted else None, ["income"])
    return replace(data.with_hierarchy("land", ckm.read_hrc(folder / "land.hrc")), references=(PEOPLE,))


def by_the_library(folder: Path, one: Pipeline) -> tuple[ckm.ProtectedTable, Files]:
    data, spec = records_of(folder, one), one.spec
    if one.laid_out is not None:
        # Nobody can say decimals on the command line: sums and means have those of the records.
        spec = spec.with_changes(
            values=tuple(replace(value, decimals=decimals_of(data, value)) for value in spec.values)
        )
    shown = one.method.protect(ckm.tabulate(data, spec, contributors=one.method.contributors))
    target = folder / "library" / f"out{one.form.ending}"
    target.parent.mkdir(exist_ok=True)
    return shown, content(export_files(shown, target, language=one.language, form=one.form.name))


def decimals_of(data: ckm.Microdata, value: Value) -> int:
    return (data.magnitudes[value.magnitude].decimals or 0) if value.magnitude else 0


def by_the_command(folder: Path, one: Pipeline) -> tuple[int, Files]:
    target = folder / "command" / f"out{one.form.ending}"
    target.parent.mkdir(exist_ok=True)
    for former in target.parent.iterdir():
        former.unlink()
    form = {"csv": "layout", "csv-long": "long"}.get(one.form.name, one.form.name)
    arguments = [
        "--language", one.language, "table", "--data", str(folder / "people.csv"), "--record-key", "key",
        "--hierarchy", f"land={folder / 'land.hrc'}", "--form", form, "-o", str(target), *one.options,
    ]  # fmt: skip
    arguments += ["--weight", "weight"] if one.weighted else []
    if one.laid_out is None:
        write_table(folder / "t.ckmtable", SavedTable("T", one.spec), (PEOPLE,))
        arguments += ["--table", str(folder / "t.ckmtable")]
    return main([*arguments, *(one.laid_out or [])]), content(tuple(target.parent.iterdir()))


def statistic_of(folder: Path, one: Pipeline) -> ckm.Statistic:
    data = records_of(folder, replace(one, weighted=True))
    titles = {"land": ckm.Texts("Land", "Land"), "age": ckm.Texts("Age", "Alter")}
    entries = [
        replace(VariableEntry.of(dimension), title=titles.get(name, dimension.title))
        for name, dimension in data.dimensions.items()
    ]
    entries += [
        VariableEntry("income", "magnitude", ckm.Texts("Income", "Einkommen")),
        VariableEntry("weight", "weight", ckm.Texts.same("weight")),
        VariableEntry("key", "record_key", ckm.Texts.same("key")),
    ]
    source = describe_source(folder / "people.csv", None, data.rows)
    period = Period(ckm.Texts.same("2025"), "2025-12-31", source, KeySet("column", "key", 10**DIGITS, DIGITS))
    made = ckm.Statistic(
        ckm.Texts("People", "Personen"), tuple(entries), (period,), (SavedTable("T", one.spec),),
        ckm.Texts("Survey", "Erhebung"), references=(PEOPLE,),
    )  # fmt: skip
    return made.put_in_force(
        one.method, decision=ckm.Decision("B", remark="test", second_person="C", valid_to="2030-01-01")
    )


def draft_by_the_library(folder: Path, statistic: ckm.Statistic, one: Pipeline) -> tuple[ckm.Draft, Files]:
    data = statistic.describe(records_of(folder, replace(one, weighted=True)))
    draft = statistic.draft(one.spec, data)
    target = folder / "drafted" / f"{file_stem('T 2025')}{one.form.ending}"
    target.parent.mkdir(exist_ok=True)
    files = export_files(draft, target, language=one.language, form=one.form.name, office=one.office)
    return draft, content(files)


def by_the_saved_table(folder: Path, statistic: ckm.Statistic, one: Pipeline) -> tuple[int, Files]:
    path, out = folder / "people.ckm", folder / "run"
    path.unlink(missing_ok=True)
    for former in out.iterdir() if out.exists() else ():
        former.unlink()
    ckm.save_statistic(statistic, path)
    write_office(folder / "office.json", one.office)
    told = ["--language", one.language, "run", str(path), "-o", str(out), "--format", one.form.name]
    code = main([*told, "--office", str(folder / "office.json")])
    report = report_name(one.language, ckm.Texts.same("2025"))
    return code, {name: held for name, held in content(tuple(out.iterdir())).items() if name != report}


def content(files: tuple[Path, ...]) -> Files:
    return {file.name: file.read_bytes() for file in files}


@pytest.mark.daily(24)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_is_the_same_file_by_library_command_and_saved_table(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draw = Random(seed)
    write_records(draw, tmp_path)
    for _ in range(20):
        one = pipeline(draw, tmp_path)
        refused, shown, written = tried(tmp_path, one)
        code, made = by_the_command(tmp_path, one)
        said = capsys.readouterr().err
        if shown is not None:
            assert (code, made) == (0, written), said
            assert_drafts_are_the_same(tmp_path, one, shown)
            return
        # A table that cannot be computed or written as asked; a file with a fault in it would be one of the program.
        assert refused is not None
        assert refused.code not in FAULTS_OF_THE_PROGRAM, refused
        assert (code, made) == (int(refused.exit_code), {}), said
        assert refused.sentence().text(one.language) in said
    pytest.fail("twenty pipelines in a row were refused")


def tried(folder: Path, one: Pipeline) -> tuple[ckm.CkmError | None, ckm.ProtectedTable | None, Files]:
    try:
        return (None, *by_the_library(folder, one))
    except ckm.CkmError as error:
        return error, None, {}


def assert_drafts_are_the_same(folder: Path, one: Pipeline, shown: ckm.ProtectedTable) -> None:
    """A draft bears title, statistic and period, so its file is another one; its figures are those of the table."""
    one = replace(one, spec=shown.spec)
    statistic = statistic_of(folder, one)
    draft, written = draft_by_the_library(folder, statistic, one)
    assert len(draft.table.blocks) == len(shown.blocks)
    for drafted, plain in zip(draft.table.blocks, shown.blocks, strict=True):
        np.testing.assert_equal(drafted.figures, plain.figures)
        np.testing.assert_equal(drafted.signs, plain.signs)
    code, made = by_the_saved_table(folder, statistic, one)
    assert (code, set(made)) == (0, set(written))
    assert made == written
