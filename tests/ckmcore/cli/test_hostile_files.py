"""What is no file, too long or damaged is said in a sentence, at once: no pipe is waited for, no device read."""

from __future__ import annotations

import argparse
import ast
import os
import struct
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.feather as feather
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli.command import build_parser, main
from ckmcore.cli.registry import CliCommand
from ckmcore.errors import CkmError
from ckmcore.keys.derivation import read_secret
from ckmcore.lab.conformance.run import conform
from ckmcore.methods.package import read_package
from ckmcore.microdata import files
from ckmcore.microdata.open import open_source
from ckmcore.office.policy import read_policy
from ckmcore.office.settings_file import read_office
from ckmcore.release.register import read_register, register_path
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.key_file import read_key_file
from ckmcore.statistic.lock import acquire
from ckmcore.statistic.personal_key import read_person_file
from ckmcore.statistic.recovery import all_unsaved
from ckmcore.statistic.source import file_hash
from ckmcore.statistic.table_file import read_table
from ckmcore.statistic.trusted_state import own_folder, read_mark
from tests.kit.command_lines import WRITES, commands, free_texts, line
from tests.kit.statistic_files import write_statistic

ROOT = Path(__file__).resolve().parents[3]
posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices in folders")

READING = [
    pytest.param(path, parser, option, id=" ".join([*path, (option.option_strings or [option.dest])[-1]]))
    for path, parser in commands(build_parser("en"))
    for option in free_texts(parser)
    if option.dest not in WRITES
]


@pytest.fixture(scope="module")
def pipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("pipe") / "pipe"
    os.mkfifo(place)
    return place


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("records") / "records.csv"
    place.write_text("a,k\n1,0.123456789\n2,0.223456789\n", encoding="utf-8")
    return place


@posix
@pytest.mark.parametrize(("path", "parser", "option"), READING)
def test_t19_no_option_waits_for_a_pipe_or_reads_a_device(
    path: tuple[str, ...],
    parser: argparse.ArgumentParser,
    option: argparse.Action,
    pipe: Path,
    records: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for target in (str(pipe), "/dev/zero"):
        assert main(line(path, parser, option, target, str(records))) == Exit.INPUT
        assert "no file but a pipe, a device" in capsys.readouterr().err


READERS: dict[str, Callable[[Path], object]] = {
    "records": open_source,
    "description": lambda path: open_source(__file__, meta=path),
    "perturbation table": ckm.read_ptable,
    "method": read_package,
    "statistic": open_statistic,
    "table": read_table,
    "office": read_office,
    "policy": read_policy,
    "register": lambda path: read_register(path, "0" * 32),
    "key file": read_key_file,
    "personal key": read_person_file,
    "secret": read_secret,
    "solved cases": conform,
}


@posix
@pytest.mark.parametrize("kind", READERS)
def test_t19_no_reader_of_the_engine_waits_for_a_pipe_or_reads_a_device(kind: str, pipe: Path) -> None:
    for target in (pipe, Path("/dev/zero")):
        with pytest.raises(CkmError, match="no file but a pipe, a device"):
            READERS[kind](target)


@posix
def test_t19_what_lies_beside_a_statistic_is_no_trap_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_statistic(tmp_path)
    statistic, _ = open_statistic(path)
    own_folder().mkdir(parents=True, exist_ok=True)
    for folder in (tmp_path, own_folder()):
        os.mkfifo(folder / f"{statistic.identity}.ckmmark")
        assert read_mark(folder, statistic) is None
    unsaved = tmp_path / "unsaved"
    unsaved.mkdir()
    os.mkfifo(unsaved / ("0" * 32 + ".ckmunsaved"))
    assert all_unsaved(unsaved) == ()
    os.mkfifo(register_path(tmp_path, statistic.identity))
    assert main(["release", "submit", str(path), "Area and sex", "--person", "Anna"]) == Exit.INPUT
    assert "no file but a pipe" in capsys.readouterr().err
    with pytest.raises(OSError, match=r"."):
        file_hash(Path("/dev/zero"))
    os.mkfifo(tmp_path / "people.ckm.lock")
    holder = acquire(path)
    assert holder is not None
    assert holder.host == "?"


def opens_for_reading(path: Path) -> list[int]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            of_path = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = of_path or getattr(node.func, "id", "")
            if of_path in ("read_bytes", "read_text") or (called == "open" and "rb" in texts):
                found.append(node.lineno)
    return found


def test_t19_all_of_the_engine_reads_files_by_the_one_function_that_looks_what_they_are() -> None:
    # The function, the system's own, what a command has spooled itself, streams within a PDF, templates of the package.
    known = {
        "base/processes.py",
        "base/reading.py",
        "cli/streams.py",
        "typesetting/tagged_pages.py",
        "typesetting/worker.py",
    }
    engine = ROOT / "ckmcore"
    found = {one.relative_to(engine).as_posix() for one in engine.rglob("*.py") if opens_for_reading(one)}
    assert found == known


# --- numbers ----------------------------------------------------------------------------------------------------------

LONG = "9" * 5000


@pytest.mark.parametrize(
    "asked",
    [
        ["--rows", "a"],
        ["--rows", "b"],
        ["--rows", "b", "--value", "a", "--mean"],
        ["--rows", "b", "--weight", "a"],
        ["--rows", "b", "--filter", f"a={LONG}"],
        ["--rows", "b", "--value", "a", "--classes", f"a=0,{LONG}", "--distribution"],
        ["--rows", "b", "--record-key", "a", "--modulus", "1000"],
        ["--rows", "b", "--minimum-frequency", LONG],
        ["--rows", "b", "--base", LONG],
    ],
    ids=lambda asked: " ".join(asked).replace(LONG, "9…")[:50],
)
def test_t19_a_whole_number_of_five_thousand_digits_is_a_code_or_a_sentence_and_never_a_fault(
    asked: list[str], tmp_path: Path
) -> None:
    data = tmp_path / "long.csv"
    data.write_text(f"a;b\n1;x\n{LONG};y\n20;x\n", encoding="utf-8")
    whole = ["table", "--data", str(data), *asked, "--method", "rounding", "-o", str(tmp_path / "t.csv")]
    if "--base" not in asked:
        whole += ["--base", "5"]
    try:
        ended = main(whole)
    except SystemExit as usage:
        ended = int(str(usage.code))
    assert ended in (Exit.DONE, Exit.INPUT, Exit.USAGE)


def test_t19_codes_of_any_length_are_ordered_as_numbers(tmp_path: Path) -> None:
    data = tmp_path / "long.csv"
    data.write_text(f"a\n{LONG}\n10\n9\n{'1' * 4999}\n010\n", encoding="utf-8")
    written = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("lost_zeros", "a", "as_is"),))
    found = ckm.read_microdata(data, ["a"], dialect=written).dimensions["a"]
    assert [one.code for one in found.categories] == ["9", "010", "10", "1" * 4999, LONG]


def test_t19_whatever_else_meets_such_a_number_says_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = dict(commands(build_parser("en")))["policy",]
    monkeypatch.setitem(parser._defaults, "cli", CliCommand("policy", run=lambda *_: int(LONG)))
    assert main(["--language", "en", "policy"]) == Exit.INPUT


def test_t19_bases_of_a_comparison_are_whole_numbers_that_can_be_bases(records: Path) -> None:
    assert main(["assess", "--data", str(records), "--rows", "a", "--bases", LONG]) == Exit.INPUT


# --- memory -----------------------------------------------------------------------------------------------------------


def damaged_arrow(path: Path, compression: str) -> None:
    """A compressed Arrow file in which a part says that it unpacks to 2^62 bytes."""
    table = pa.table({"a": pa.array([str(number % 7) for number in range(20_000)]), "b": pa.array(range(20_000))})
    feather.write_feather(table, path, compression=compression)
    content = bytearray(path.read_bytes())
    length = struct.pack("<q", 8 * 20_000)
    place = content.index(length)
    content[place : place + 8] = struct.pack("<q", 1 << 62)
    path.write_bytes(bytes(content))


@pytest.mark.parametrize("compression", ["lz4", "zstd"])
def test_t19_a_small_arrow_file_that_asks_for_more_than_all_memory_is_damaged(
    tmp_path: Path, compression: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "records.arrow"
    damaged_arrow(path, compression)
    asked = ["table", "--data", str(path), "--rows", "a", "--value", "b", "--mean", "--method", "rounding"]
    assert main(["--language", "en", *asked, "--base", "5", "-o", str(tmp_path / "t.csv")]) == Exit.INPUT
    assert "is damaged or incomplete" in capsys.readouterr().err


def test_t19_of_a_large_file_the_memory_does_not_suffice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "records.arrow"
    damaged_arrow(path, "zstd")
    monkeypatch.setattr(files, "SMALL_BYTES", 10)
    with pytest.raises(MemoryError):
        ckm.read_microdata(path, ["a"], magnitudes=["b"])
