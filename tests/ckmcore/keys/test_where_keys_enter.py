"""Record keys that are constant or coarse are refused wherever they enter: command, library, keys that are added."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import ckmcore as ckm
from ckmcore.cli.command import build_parser, main
from ckmcore.dictionary.json_file import write_dictionary
from ckmcore.errors import CkmError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable.floor.key_floor import check_keys, key_floor
from ckmcore.ptable.magnitudes import magnitude_text
from tests.kit.command_lines import commands
from tests.kit.fails import fails

Way = Callable[[pd.DataFrame, Path], bool]
RNG = np.random.default_rng(4)
GOOD = [f"{one:.9f}" for one in RNG.random(600)]
BAD: dict[str, list[str]] = {
    "constant": ["0.5"] * 600,
    "one decimal": [f"{one:.1f}" for one in RNG.random(600) * 0.9],
    "two decimals": [f"{one:.2f}" for one in RNG.random(600) * 0.9],
    "constant, few records": ["0.123456789"] * 8,
    "two records": ["0.123456789"] * 2,
    "one key six times of few": ["0.123456789"] * 6 + GOOD[:60],
    "growing": [f"{(number * 618_033_989) % 10**9 / 10**9:.9f}" for number in range(1, 601)],
    "lower half": [f"{one:.9f}" for one in RNG.random(600) / 2],
}


def frame_of(keys: list[str]) -> pd.DataFrame:
    return pd.DataFrame({"A": [f"{place % 3}" for place in range(len(keys))], "key": keys})


def by_frame(frame: pd.DataFrame, folder: Path) -> bool:
    del folder
    return _refused(lambda: ckm.microdata_of(frame, ["A"], record_key="key"))


def by_arrow(frame: pd.DataFrame, folder: Path) -> bool:
    del folder
    return _refused(lambda: ckm.microdata_of(pa.Table.from_pandas(frame), ["A"], record_key="key"))


def by_file(frame: pd.DataFrame, folder: Path) -> bool:
    return _refused(lambda: ckm.microdata_of(_csv(frame, folder), ["A"], record_key="key"))


def by_statistic(frame: pd.DataFrame, folder: Path) -> bool:
    def work() -> None:
        with ckm.create_statistic(folder / "s.ckm", "Persons") as made:
            made.add_records(_csv(frame, folder), ["A"], record_key="key")

    return _refused(work)


def by_table(frame: pd.DataFrame, folder: Path) -> bool:
    ckm.write_ptable(ckm.design_ptable(D=2, V=1), folder / "p.csv")
    made = folder / "t.csv"
    asked = ["table", "--data", str(_csv(frame, folder)), "--rows", "A", "--record-key", "key", "-o", str(made)]
    ended = main([*asked, "--ptable", str(folder / "p.csv")])
    assert ended == (0 if made.exists() else 3)
    return ended == 3


def by_keyed_rounding(frame: pd.DataFrame, folder: Path) -> bool:
    asked = ["table", "--data", str(_csv(frame, folder)), "--rows", "A", "--record-key", "key"]
    return main([*asked, "--method", "keyed-rounding", "-o", str(folder / "t.csv")]) == 3


def by_keys_from(frame: pd.DataFrame, folder: Path) -> bool:
    other = folder / "keys.csv"
    frame.assign(id=range(len(frame)))[["id", "key"]].to_csv(other, index=False)
    bare = folder / "bare.csv"
    frame.assign(id=range(len(frame)))[["A", "id"]].to_csv(bare, index=False)
    asked = ["keys", "add", str(bare), "-o", str(folder / "with.csv"), "--column", "rkey", "--id", "id"]
    return main([*asked, "--from", str(other), "--from-column", "key"]) != 0


def by_period(frame: pd.DataFrame, folder: Path) -> bool:
    statistic = str(folder / "s.ckm")
    assert main(["statistic", "create", statistic, "--title", "Persons"]) == 0
    asked = ["statistic", "period", statistic, "2025", "--data", str(_csv(frame, folder)), "--dimensions", "A"]
    return main([*asked, "--record-key", "key"]) != 0


def by_corrected_delivery(frame: pd.DataFrame, folder: Path) -> bool:
    """All units of before are gone: the keys are those of new ones."""
    before = frame_of(GOOD).assign(id=[f"before {at}" for at in range(600)])
    after = frame.assign(id=[f"after {at}" for at in range(len(frame))])
    before.to_csv(folder / "before.csv", index=False)
    with ckm.create_statistic(folder / "s.ckm", "Persons") as made:
        made.add_records(folder / "before.csv", ["A"], record_key="key", identifiers=["id"])
        return _refused(lambda: made.replace_records(_csv(after, folder), "id"))


def by_assess(frame: pd.DataFrame, folder: Path) -> bool:
    ckm.write_ptable(ckm.design_ptable(D=2, V=1), folder / "p.csv")
    asked = ["assess", "--data", str(_csv(frame, folder)), "--rows", "A", "--record-key", "key"]
    return main([*asked, "--ptable", str(folder / "p.csv")]) == 1


# What is refused, by where keys enter: of the library by what takes them, of `ckm` by command and option.
REFUSED: dict[str, list[Way]] = {
    "microdata_of": [by_frame, by_arrow, by_file],
    "WorkingStatistic.add_records": [by_statistic],
    "WorkingStatistic.replace_records": [by_corrected_delivery],
    "table --record-key": [by_table, by_keyed_rounding],
    "assess --record-key": [by_assess],
    "statistic period --record-key": [by_period],
    "keys add --from-column": [by_keys_from],
}
WAYS = [way for ways in REFUSED.values() for way in ways]
# Who reads or changes records without judging them is told.
TOLD: dict[str, Callable[[pd.DataFrame, Path], ckm.Microdata]] = {
    "Microdata.from_pandas": lambda frame, folder: ckm.Microdata.from_pandas(frame, ["A"], "key"),
    "read_microdata": lambda frame, folder: ckm.read_microdata(_csv(frame, folder), ["A"], "key"),
    "Microdata.with_record_keys": lambda frame, folder: _bare(frame).with_record_keys(_keys(frame)),
}
# Where keys enter elsewhere, and why they are not tried here.
ELSEWHERE = {
    "Microdata": "what is built by hand is taken as it is; `with_record_keys` judges",
    "WorkingStatistic.import_areas": "brings boundaries; its key is the column of their codes",
    "WorkingStatistic.add_relation": "tests/ckmcore/scale/database/test_key_floor.py",
    "database check --record-key": "tests/ckmcore/scale/database/test_key_floor.py",
    "compare --record-key": "says it, as below",
    "reading_plan": "reads for questions alone, and makes no records",
    "data plan --record-key": "the same",
    "sums floor --record-key": "refused, as below",
    "sums assess --record-key": "refused, as below",
    "sums search --record-key": "refused, as below",
    "statistic period --keys": "draws or derives them",
}


def _bare(frame: pd.DataFrame) -> ckm.Microdata:
    return ckm.Microdata.from_pandas(frame, ["A"])


def _keys(frame: pd.DataFrame) -> RecordKeys:
    values = np.array([int(one[2:].ljust(9, "0")) for one in frame["key"]], dtype=np.uint64)
    return RecordKeys(values, 10**9, 9, "decimal")


def entries() -> set[str]:
    """Whatever takes record keys, or records of which they are a column, into the library or a command."""
    found = set()
    for name in ckm.__all__:
        public = getattr(ckm, name)
        owned = inspect.getmembers(public, callable) if inspect.isclass(public) else []
        every = [(name, public), *((f"{name}.{one}", call) for one, call in owned if not one.startswith("_"))]
        for called, call in every:
            with contextlib.suppress(TypeError, ValueError):
                for parameter in inspect.signature(call).parameters.values():
                    says = str(parameter.annotation)
                    taken = parameter.name in {"record_key", "record_keys"} or "RecordKeys" in says
                    taken |= "KeyChoice" in says
                    if taken or (name == "WorkingStatistic" and parameter.name == "source"):
                        found.add(called)
    for steps, parser in commands(build_parser("en")):
        options = {option for action in parser._actions for option in action.option_strings}
        asked = {"--record-key", "--from-column", *(["--keys"] if steps[0] == "statistic" else [])}
        found |= {" ".join((*steps, option)) for option in options & asked}
    return found


def test_t04_every_place_where_keys_enter_is_known_here() -> None:
    assert entries() == {*REFUSED, *TOLD, *ELSEWHERE}


def _csv(frame: pd.DataFrame, folder: Path) -> Path:
    frame.to_csv(folder / "persons.csv", index=False)
    return folder / "persons.csv"


def _refused(act: Callable[[], object]) -> bool:
    try:
        act()
    except CkmError as error:
        return error.code == "keys_below_floor"
    return False


@pytest.mark.daily(24)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", BAD)
def test_t04_bad_keys_are_refused_wherever_they_enter(
    way: Callable[[pd.DataFrame, Path], bool], name: str, tmp_path: Path
) -> None:
    assert way(frame_of(BAD[name]), tmp_path)


@pytest.mark.daily(18)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", [1, 5, 99, 100, 600])
def test_t04_good_keys_enter_everywhere(way: Callable[[pd.DataFrame, Path], bool], count: int, tmp_path: Path) -> None:
    assert not way(frame_of(GOOD[:count]), tmp_path)


def test_t04_of_few_records_five_may_share_a_key_and_no_more_unless_that_are_all() -> None:
    def levels(values: list[int]) -> list[tuple[str, str]]:
        keys = RecordKeys(np.array(values, dtype=np.uint64), 10**9, 9, "decimal")
        return [(one.rule, one.level) for one in key_floor(keys)]

    others = list(range(1000, 1050))
    assert levels([7] * 5 + others) == []
    assert levels([7] * 6 + others) == [("F11", "R")]
    assert levels([7] * 3) == [("F11", "R")]
    assert levels([7]) == []


@pytest.mark.parametrize("household", [False, True])
def test_t04_a_column_that_names_no_units_or_one_household_gives_all_one_key_and_is_refused(
    household: bool, tmp_path: Path
) -> None:
    frame = pd.DataFrame({"A": ["x", "y"] * 60, "id": range(120), "same": 1, "home": [n // 3 for n in range(120)]})
    path, secret = _csv(frame, tmp_path), tmp_path / "secret"
    secret.write_text("a secret of thirty-two bytes here")
    asked = ["keys", "add", str(path), "-o", str(tmp_path / "with.csv"), "--column", "rkey"]
    derived = [*asked, "--secret", str(secret)]
    if household:
        assert main([*asked, "--random", "--household", "same"]) == 1
        assert main([*derived, "--id", "id", "--household", "same"]) == 1
        assert not (tmp_path / "with.csv").exists()
        assert main([*derived, "--id", "id", "--household", "home"]) == 0
    else:
        assert main([*derived, "--id", "same"]) == 1
        assert not (tmp_path / "with.csv").exists()
        assert main([*derived, "--id", "id"]) == 0


def test_t04_a_trial_is_made_all_the_same_and_says_that_it_is_one(tmp_path: Path) -> None:
    path = _csv(frame_of(BAD["constant"]), tmp_path)
    asked = ["table", "--data", str(path), "--rows", "A", "--record-key", "key", "--method", "keyed-rounding"]
    assert main([*asked, "--trial", "-o", str(tmp_path / "t.csv")]) == 0
    assert [one.name for one in tmp_path.glob("t*.csv")] != ["t.csv"]


def test_t04_records_of_one_unit_share_its_key() -> None:
    values = np.repeat(np.arange(1, 61) * 15_485_863 % 10**9, 8).astype(np.uint64)
    keys = RecordKeys(values, 10**9, 9, "decimal")
    units = [f"u{place // 8}" for place in range(len(values))]
    with fails("keys_below_floor"):
        check_keys(keys)
    assert check_keys(keys, units=lambda: units) == ()


@pytest.mark.parametrize("told", TOLD)
@pytest.mark.parametrize("name", BAD)
def test_t04_whoever_reads_records_without_judging_their_keys_is_told(told: str, name: str, tmp_path: Path) -> None:
    with pytest.warns(ckm.CkmWarning, match="F1[0-4], refused"):
        TOLD[told](frame_of(BAD[name]), tmp_path)


@pytest.mark.filterwarnings("error")
def test_t04_whoever_reads_good_keys_is_told_nothing_and_of_few_that_they_were_not_tested(tmp_path: Path) -> None:
    judged = {"microdata_of": lambda frame, folder: ckm.microdata_of(frame, ["A"], record_key="key")}
    for read in (TOLD | judged).values():
        assert read(frame_of(GOOD[:600]), tmp_path).record_keys is not None
        with pytest.raises(ckm.CkmWarning, match="99 record keys are too few, 100 are needed"):
            read(frame_of(GOOD[:99]), tmp_path)


@pytest.mark.daily(3)
@pytest.mark.parametrize("name", BAD)
def test_t04_commands_that_judge_or_prepare_refuse_bad_keys_or_say_so(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = frame_of(BAD[name]).assign(m=np.arange(len(BAD[name])) % 7 + 1)
    path, ptable = str(_csv(frame, tmp_path)), str(tmp_path / "p.csv")
    ckm.write_ptable(ckm.design_ptable(D=2, V=1), ptable)
    asked = ["--data", path, "--rows", "A", "--record-key", "key"]
    assert main(["assess", *asked, "--ptable", ptable]) == 1
    assert "F1" in capsys.readouterr().err
    assert main(["assess", *asked[:4], "--bases", "5"]) in (0, 3)  # rounding draws by no key
    capsys.readouterr()
    large = ckm.permute(ckm.design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
    (tmp_path / "large.csv").write_text(magnitude_text(large, "r"))
    sums = ["--value", "m", "--ptable", ptable, "--ptable-cont", str(tmp_path / "large.csv")]
    sums += ["--ckm", "T(1)", "--scaling", "N(0.3)"]
    for action in ("floor", "assess", "search"):
        assert main(["sums", action, *asked, *sums]) == 1
        assert "F1" in capsys.readouterr().err
    (tmp_path / "former.csv").write_text("A,published\n0,200\n1,200\n2,200\n")
    former = ["--with", str(tmp_path / "former.csv"), "--record-key", "key", "--ptable", ptable]
    assert main(["compare", "--data", path, "--published", "published", *former]) in (0, 5)
    assert "F1" in capsys.readouterr().err
    described = tmp_path / "d.json"
    entries = [
        VariableEntry("A", "dimension", ckm.Texts()),
        VariableEntry("key", "record_key", ckm.Texts()),
    ]
    write_dictionary(described, entries)
    assert main(["data", "prepare", path, "--dictionary", str(described), "-o", str(tmp_path / "p.parquet")]) == 0
    assert "F1" in capsys.readouterr().err
