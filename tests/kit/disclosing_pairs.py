"""Statistics that have released a pair of values that discloses: of each kind one (T1, T2, T5)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.release.actions import release, submit
from ckmcore.release.provenance import prepare
from ckmcore.release.register import reconcile
from ckmcore.statistic.entry import Request
from ckmcore.statistic.looks import PairKind
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import KeySet, MethodInForce, Period
from ckmcore.statistic.seal import Role, Secret, make_seal
from ckmcore.statistic.series import Load
from ckmcore.statistic.source import describe_source, load_period
from tests.kit.released_people import NOON
from tests.kit.weighted_records import weighted_data

WEIGHTS = ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=3, V=2.0, js=1)))
ANSWERS = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True]))
SUMS = ckm.MagnitudeCellKeyMethod(
    ckm.design_ptable(D=2, V=1),
    large=ckm.design_magnitudes(5, 1.0),
    settings=ckm.MagnitudeSettings(ckm.Scaling(0.3), missing="out", mean_of="valid", shown_with="contributors"),
)
METHODS: dict[PairKind, Method] = {"weights": WEIGHTS, "answers": ANSWERS, "sums": SUMS}
VALUES: dict[PairKind, tuple[str | ckm.Value, ...]] = {
    "weights": ("count", "weighted_count"),
    "answers": ("count", ckm.Value("valid", magnitude="m"), ckm.Value("missing", magnitude="m")),
    "sums": ("count", ckm.Value("sum", magnitude="m")),
}
ROLES = {"key": "record_key", "w": "weight", "m": "magnitude"}
SECRETS: dict[Role, str] = {role: f"a long {role} secret 42" for role in ("methodologist", "clerk", "releaser")}
REQUEST = Request("Ministry of Distinction", "Yearbook", "A-7", forms=("csv",), language="en")


def frame_of(kind: PairKind) -> pd.DataFrame:
    """The records of a kind, with their keys."""
    if kind == "weights":
        data = weighted_data(1, (2, 2), 3, 1000, 0.3)  # one of which an attack is quick
        codes = {name: np.array(one.codes)[data.columns[name]] for name, one in data.dimensions.items()}
        assert data.record_keys is not None
        assert data.weight is not None
        keys = [f"0.{key:08d}" for key in data.record_keys.values.tolist()]
        return pd.DataFrame({**codes, "w": data.weight.values, "key": keys})
    if kind == "answers":
        chance = np.random.default_rng(3)
        areas = [f"A{at}" for at in range(12) for _ in range(int(chance.integers(1, 5)))]
        given = [None if chance.random() < 0.4 else float(chance.integers(0, 3)) for _ in areas]
        keys = [f"0.{key:06d}" for key in chance.integers(0, 10**6, len(areas))]
        return pd.DataFrame({"A": areas, "m": given, "key": keys})
    chance = np.random.default_rng(5)
    lines = [(f"A{at}", float(chance.integers(1000, 2000)) if one else None) for at in range(12) for one in range(2)]
    keys = [f"0.{key:09d}" for key in chance.integers(0, 10**9, len(lines))]
    return pd.DataFrame(lines, columns=["A", "m"]).assign(key=keys)


def bare(kind: PairKind, folder: Path) -> Statistic:
    """The statistic of a kind with its saved tables, nothing released; its records lie in a file in the folder."""
    frame, path = frame_of(kind), folder / f"{kind}.csv"
    frame.to_csv(path, index=False)
    source = describe_source(path, None, len(frame))
    period = Period(ckm.Texts.same("2025"), "2025-12-31", source, KeySet("column", "key"))
    entries = tuple(_entry(name, frame) for name in frame.columns)
    rows = [name for name in frame.columns if name not in ROLES]
    spec = ckm.TableSpec(*rows, values=VALUES[kind], title=ckm.Texts("Pairs", "Paare"))
    counts = ckm.TableSpec(*rows, title=ckm.Texts("Counts", "Fallzahlen"))
    tables = (SavedTable("Pairs", spec), SavedTable("Counts", counts))
    made = Statistic(ckm.Texts("People", "Personen"), entries, (period,), tables)
    return with_method(made, METHODS[kind])


def with_method(made: Statistic, method: Method) -> Statistic:
    """With a method in force as before there was a floor."""
    return made.with_period(replace(made.period, in_force=MethodInForce(method, "2025-01-01")))


def _entry(name: str, frame: pd.DataFrame) -> VariableEntry:
    codes = () if name in ROLES else tuple(map(Category.plain, sorted(frame[name].unique())))
    return VariableEntry(name, ROLES.get(name, "dimension"), ckm.Texts.same(name), codes)  # type: ignore[arg-type]


def load_from(folder: Path) -> Load:
    """Gives the records that lie in the folder."""
    return lambda one: load_period(one, folder / "people.ckm")


def out(made: Statistic, folder: Path, table: int = 0) -> Statistic:
    """The statistic with one of its tables released, as before sums had a floor."""
    with patch("ckmcore.release.actions.NEEDED_CHECKS", ()):
        handed_in = submit(made, prepare(made, made.tables[table], load_from(folder), REQUEST), "Anna", NOON)
    return release(handed_in, handed_in.register[-1].number, "Bernd", NOON)


def on_disk(made: Statistic, folder: Path, *, sealed: bool) -> Path:
    """`people.ckm` with a statistic, sealed with `SECRETS` or open."""
    if sealed:
        seal, _ = make_seal({role: Secret.passphrase(text) for role, text in SECRETS.items()})
        made = replace(made, seal=seal)
    path = folder / "people.ckm"
    ckm.save_statistic(reconcile(made, folder), path)
    return path
