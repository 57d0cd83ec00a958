"""Two sets of records that publish alike say alike to who may not know the originals: messages, logs, estimates."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.files import write_whole
from ckmcore.cli.common import CommandReport
from ckmcore.cli.work import records_of
from ckmcore.formats.stream import hashed
from ckmcore.methods.method import Method
from ckmcore.microdata.read import read_with_report
from ckmcore.release.hypercubes import hyper_draft
from ckmcore.statistic.seal import Role, Seal
from ckmcore.tabulate.spec import Level

M, CODES = 10**9, "abcd"
COUNTS = ckm.design_ptable(D=2, V=1)
KINDS = ("cell key", "weighted", "sums", "rounding", "list", "cube")
VALUES = {"weighted": ckm.Value("weighted_count"), "sums": ckm.sum_of("m")}
METHODS: dict[str, Method] = {
    "sums": ckm.Rounding(10, magnitude_bases=[("m", 1000)]),
    "rounding": ckm.Rounding(10),
    "cube": ckm.Rounding(10),
}
SPEC = ckm.HyperSpec(("A", "B"), (Level("A", total="off"), Level("B", total="off")))
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*")


def spec_of(kind: str) -> ckm.TableSpec:
    return ckm.TableSpec(Level("A", total="off"), values=[ckm.Value(), *([VALUES[kind]] if kind in VALUES else [])])


def keys_for(draw: np.random.Generator, count: int, noise: int) -> list[str]:
    """Keys of `count` records whose cell gets this noise."""
    while True:
        keys = draw.integers(0, M, count)
        total = np.array([int(keys.sum()) % M], dtype=np.uint64)
        if COUNTS.lookup(np.array([count]), total, M, "less")[0] == noise:
            return [f"{int(one) / M:.9f}" for one in keys]


def pair(kind: str, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Records of four cells that publish the same figures, of other numbers of records in each."""
    draw = np.random.default_rng(seed)
    by_key = kind in ("cell key", "weighted", "list")
    frames: list[list[dict[str, Any]]] = [[], []]
    for code in CODES:
        published = int(draw.integers(6, 14)) if by_key else 10 * int(draw.integers(1, 4))
        spread = 2 if by_key else 4
        sizes = draw.choice(np.arange(-spread, spread + 1), 2, replace=False)
        for lines, size in zip(frames, sizes, strict=True):
            count = published + int(size)
            keys = keys_for(draw, count, -int(size)) if by_key else [f"{one:.9f}" for one in draw.random(count)]
            amounts = [100.0] * 3 + [0.0] * (count - 3)
            lines += [
                {"A": code, "B": "x", "rkey": key, "w": "2", "m": amount}
                for key, amount in zip(keys, amounts, strict=True)
            ]
    return pd.DataFrame(frames[0]), pd.DataFrame(frames[1])


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
        if kind in ("list", "cube"):
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
            shown = statistic.draft(spec_of(kind), records).table
            figures = [one[1:].tolist() for one in shown.blocks[0].figures]  # the total is not shown
            estimate = [str(one) for one in (shown.legend, shown.remarks)]
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
