"""Two sets of records that publish alike say alike to who may not know the originals: messages, logs, estimates."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.files import write_whole
from ckmcore.cli.common import CommandReport
from ckmcore.cli.statistic_session import records_of
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS
from ckmcore.microdata.read import read_with_report
from ckmcore.scale.hypercube import tabulate as hypercube
from ckmcore.scale.hypercube.draft import hyper_draft
from ckmcore.scale.hypercube.stream import hashed
from ckmcore.statistic.seal import Role, Seal
from ckmcore.tabulate import tabulate
from ckmcore.tabulate.hyper_spec import HyperPlan
from ckmcore.tabulate.spec import Level
from ckmcore.tabulate.tabulate import BlockPlan
from tests.kit.pairs_alike import COUNTS, KINDS, METHODS, in_any_table, pair, spec_of

SPEC = ckm.HyperSpec(("A", "B"), (Level("A", total="off"), Level("B", total="off")))
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*")


class Told(CommandReport):
    """A report that also keeps what a screen would show in passing."""

    passing: list[str]

    def _show(self, code: str, **fields: object) -> None:
        self.passing.append(repr((code, fields)))


def said_of(frame: pd.DataFrame, kind: str, role: Role, folder: Path) -> tuple[list[Any], list[Any]]:
    """What is published, and all that is said meanwhile."""
    file = folder / "records.csv"
    write_whole(file, lambda path: frame.to_csv(path, index=False))
    log = folder / "log"
    log.unlink(missing_ok=True)
    method = METHODS.get(kind, ckm.CellKeyMethod(COUNTS))
    known = ckm.Statistic("Persons", identity="0" * 32, secret="s").put_in_force(method, "2026-01-01")
    statistic = replace(known, seal=Seal((), b"0" * 32, role))

    def load(_statistic: object, progress: Callable[[int, float], None]) -> ckm.Microdata:
        return read_with_report(file, ["A", "B"], "rkey", "w", ["m"], progress=progress)[0]

    report = Told("en")
    report.passing = []
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        report.begin("draft", as_json=True, quiet=False, log=str(log))
        records = records_of(cast(Any, SimpleNamespace(load=load)), statistic, report)
        figures: list[Any]
        estimate: list[Any] = []
        if kind == "cube":
            made = hyper_draft(statistic, SPEC, records, "en")
            for form in ("parquet", "csv-long", "sdmx-csv-2"):
                words = made.estimate(form).said
                report.out(words.code, **words.fields)
            estimate = [made.estimate("parquet")]
            steps: list[float] = []
            facts = hashed(made.page, made.blocks(), steps.append)
            figures = [facts]
            estimate += steps
        else:
            with pytest.MonkeyPatch.context() as patched:
                if kind == "list":
                    patched.setattr(tabulate, "CELL_LIMIT", 0)
                draft = statistic.draft(spec_of(kind), records)
            shown = draft.table
            (block,) = shown.blocks
            assert (block.listed is not None) == (kind == "list")
            figures = [one[1:].tolist() for one in block.figures]  # the total is not shown
            if block.listed is not None:
                figures.append(block.listed.numbers.tolist())
                for form in ("csv-long", "parquet"):
                    files = export_files(draft, folder / f"out{FORMS[form].ending}", language="en", form=form)
                    estimate += [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
            estimate += [str(one) for one in (shown.legend, shown.remarks, draft.title, shown.footnotes)]
        report.share(1.0)
        report.end(0)
    return figures, [out.getvalue(), err.getvalue(), log.read_text().splitlines()[1:], report.passing, estimate]


def masked(said: list[Any], folder: Path) -> list[str]:
    """Without times, which are not promised, and without the folder of the test."""
    return [TIME.sub("", str(part)).replace(str(folder), "") for part in said]


def alike(kind: str, seeds: range, folder: Path) -> None:
    roles: tuple[Role, ...] = ("clerk", "releaser")
    others = 0
    for seed in seeds:
        pairs, role = pair(kind, seed), roles[seed % 2]
        (figures, said), (again, also) = (said_of(one, kind, role, folder) for one in pairs)
        assert figures == again
        assert masked(said, folder) == masked(also, folder)
        others += len(pairs[0]) != len(pairs[1])
    assert others > len(seeds) // 2


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", KINDS)
def test_t07_data_that_publish_alike_say_alike_to_clerks_and_releasers(kind: str, tmp_path: Path) -> None:
    alike(kind, range(34), tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_t07_two_thousand_pairs_that_publish_alike_say_alike(kind: str, tmp_path: Path) -> None:
    alike(kind, range(34, 368), tmp_path)


@pytest.mark.parametrize("kind", ["cell key", "cube"])
def test_t07_a_methodologist_is_told_of_the_records_so_the_pairs_do_differ(kind: str, tmp_path: Path) -> None:
    one, other = pair(kind, 3)
    assert len(one) != len(other)
    (_, said), (_, also) = (said_of(frame, kind, "methodologist", tmp_path) for frame in (one, other))
    assert masked(said, tmp_path) != masked(also, tmp_path)


def said_at_the_end(ask: Callable[[], object]) -> str:
    """What refuses; an empty text where nothing does."""
    try:
        ask()
    except ckm.CkmError as fault:
        return fault.text("en")
    return ""


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_t07_whether_a_list_or_cube_has_room_follows_from_the_published_number_of_records(
    seed: int, layers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else somebody who may choose the memory would count records by it: here it suffices for those of one set only."""
    pair_of = in_any_table(seed)
    fewer, more = sorted(map(len, pair_of))
    assert fewer < more
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)
    for place in (tabulate, hypercube):
        monkeypatch.setattr(place, "LISTED_LIMIT", layers * more - 1)
    monkeypatch.setattr(BlockPlan, "cells", 10**6)
    monkeypatch.setattr(HyperPlan, "most_held", property(lambda plan: layers * plan.rows))
    statistic = ckm.Statistic("Persons").put_in_force(ckm.Rounding(10), "2026-01-01")
    ends: list[list[str]] = []
    for frame in pair_of:
        data = ckm.Microdata.from_pandas(frame, ["A", "B"])
        asked: tuple[Callable[[], object], ...] = (
            partial(statistic.draft, ckm.TableSpec("A"), data),
            partial(hyper_draft, statistic, ckm.HyperSpec(("A", "B")), data, "en"),
        )
        ends.append([said_at_the_end(one) for one in asked])
    assert ends[0] == ends[1]
