"""What an option of `ckm` names to be written is guarded: no file that is needed or kept is lost, whatever it is."""

from __future__ import annotations

import argparse
import ast
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import place_all, temporary_folder
from ckmcore.base.guarded import FileNeeded, need, needed_while
from ckmcore.base.wings import WINGS, wing
from ckmcore.cli.command import build_parser, main
from ckmcore.office.settings import PLAIN
from ckmcore.office.settings_file import write_office
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.trusted_state import mark_of
from ckmcore.working.statistic import work_on_statistic
from tests.kit.command_lines import WRITES, commands, free_texts, line
from tests.kit.statistic_files import TABLES, write_statistic

ROOT = Path(__file__).resolve().parents[3]
# Options with a free text that name nothing that is written: names, numbers and texts, and files that are read.
READS_OR_TEXT = set(
    """accept across alt answer answers any_member area_name areas around at_least bases blocked body borders
    card categories ckm classes code code_list colours column columns compare_with control conversion counts
    D data date deputy dictionary dimensions dominance embargo encoding end exempt file files filter folder
    format former from_column from_file from_id groups hierarchy household icat id identifiers
    indicator_originals indicator_published inform keep key_file keyed_bases label layer layers levels
    limits magnitude_bases magnitudes mean_shown mean_with meaning meta missing_code missing_words mono
    moving name no_further not_applicable_code number numbers of office optim order_number other own_keys
    period period_code period_column person person_key person_key_file pin pq presentation protection pstay
    ptable ptable_cont ptable_sep ptables published purpose range ratio_to recipient record_key reference
    register relation remark rename replaces rows rule rules saved scaling second_key second_key_file
    second_person secret seed separator sheet sign since skip_rows sole source source_de start state
    statistic stay sums_of suppressed table tables test_set title title_de total total_code type user V
    valid_from valid_to value value_shown values variable variables variance variants ways weight where who
    with_published withdraw without zero_code""".split()  # noqa: SIM905
)
# Modules that open files for writing: each fills what `write_whole`, `hand_over` or `Log` gave it after the guard, or
# writes what the program keeps for itself (lock, register, statistic, store, personal key), or spools within a folder
# for the time being.
OPENS = set(
    """base/blocks base/files cli/command cli/data cli/draft cli/output cli/person cli/ptable_output cli/streams
    compare/write dictionary/hierarchy_files dictionary/json_file formats/drawn_picture formats/write_csv
    formats/write_genesis formats/write_html formats/write_html_cube formats/write_jsonstat formats/write_pdf
    formats/write_picture
    formats/write_px formats/write_sdmx formats/write_xlsx internal/cells internal/rule_report keys/derivation
    lab/cli/sums lab/conformance/run lab/report/board lab/report/evaluation_files methods/package microdata/addkeys
    microdata/store office/settings_file ptable/files/write release/listing release/pair_decisions release/register
    release/run rivals/cli/audit rivals/cli/files rivals/cli/report rivals/cli/safe rivals/report statistic/areas_beside
    scale/hypercube/resumable scale/hypercube/stream_csv scale/hypercube/stream_parquet statistic/file
    statistic/kept_beside statistic/lock statistic/personal_key statistic/recovery statistic/table_file
    statistic/trusted_state tabulate/machine_code typesetting/page""".split()  # noqa: SIM905 formats/write_picture""".split() pictures/write pictures/write""".split()
)


def test_t17_every_option_of_ckm_that_takes_a_text_is_known_to_write_or_not_to() -> None:
    parser = build_parser("en")
    found = {one.dest for _, command in commands(parser) for one in free_texts(command)}
    assert found - WRITES - READS_OR_TEXT == set()
    assert set() == WRITES & READS_OR_TEXT


def opens_for_writing(path: Path) -> bool:
    """Whether a module opens, makes or fills a file by anything but the guarded functions."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    if any(isinstance(one, ast.Attribute) and one.attr in ("O_CREAT", "O_WRONLY", "O_RDWR") for one in nodes):
        return True
    for node in nodes:
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            parts = [one for argument in node.args for one in ast.walk(argument) if isinstance(one, ast.Constant)]
            texts = [one.value for one in parts if isinstance(one.value, str)]
            if name in ("write_bytes", "write_text") or (name == "to_csv" and node.args):
                return True
            if name == "open" and any(re.fullmatch("[wax]b?|r\\+b?|[wax]\\+b?", one) for one in texts):
                return True
    return False


def test_t17_no_other_part_of_the_engine_opens_a_file_for_writing() -> None:
    engine = ROOT / "ckmcore"
    found = {
        path.relative_to(engine).with_suffix("").as_posix() for path in engine.rglob("*.py") if opens_for_writing(path)
    }
    assert found == OPENS


# --- every option that writes, aimed at every kind of file that is kept ----------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Files of each kind that a statistic needs, by their kind."""
    folder = tmp_path_factory.mktemp("kept")
    statistic = write_statistic(folder)
    opened, stamp = open_statistic(statistic)
    register = folder / f"{opened.identity}.ckmregister"
    register.write_text("a register\n", encoding="utf-8")
    keys = folder / "people.period1.keys.parquet"
    keys.write_bytes(b"PAR1 keys")
    person = folder / "anna.ckmperson"
    person.write_text("a personal key\n", encoding="utf-8")
    mark = folder / f"{opened.identity}.ckmmark"
    mark.write_text(mark_of(opened, stamp.guard).head or "a mark", encoding="utf-8")
    lock = folder / "other.ckm.lock"
    lock.write_text("{}", encoding="utf-8")
    hidden = folder / "called otherwise.csv"
    hidden.write_bytes(statistic.read_bytes())
    source = folder / "people_2025.csv"
    links = {"link": linked(folder / "link.csv", keys)} if os.name == "posix" else {}
    return {
        "statistic": statistic, "register": register, "keys": keys, "person": person, "mark": mark, "lock": lock,
        "statistic under another name": hidden, "read": source, **links,
    }  # fmt: skip


def linked(link: Path, to: Path) -> Path:
    link.symlink_to(to)
    return link


WRITING = [
    pytest.param(path, parser, option, id=" ".join([*path, (option.option_strings or [option.dest])[-1]]))
    for path, parser in commands(build_parser("en"))
    for option in free_texts(parser)
    if option.dest in WRITES
]


def test_t17_all_commands_that_write_are_tried() -> None:
    if not all(wing(name, "commands") for name in WINGS):
        pytest.skip("commands of a wing are absent")
    assert len(WRITING) >= 80
    assert {one.values[2].dest for one in WRITING} == WRITES  # type: ignore[attr-defined]


@pytest.mark.parametrize(("path", "parser", "option"), WRITING)
def test_t17_no_option_writes_over_what_is_kept_or_read(
    path: tuple[str, ...], parser: argparse.ArgumentParser, option: argparse.Action, kept: dict[str, Path],
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    before = {kind: one.read_bytes() for kind, one in kept.items()}
    for kind, file in kept.items():
        asked = line(path, parser, option, str(file), str(kept["read"]))
        if kind == "read" and option.dest != "log" and asked.count(str(file)) < 2:
            continue  # the command names no file that is read
        assert main(asked) == Exit.INPUT, kind
        assert file.name in capsys.readouterr().err, kind
    assert {kind: one.read_bytes() for kind, one in kept.items()} == before
    assert "link" not in kept or kept["link"].is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices in folders")
@pytest.mark.parametrize(
    ("path", "parser", "option"), [one for one in WRITING if one.values[0] in (("run",), ("table",), ("verify",))]
)
def test_t17_a_pipe_in_the_place_of_what_is_written_is_refused_at_once(
    path: tuple[str, ...],
    parser: argparse.ArgumentParser,
    option: argparse.Action,
    tmp_path: Path,
    kept: dict[str, Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert main(line(path, parser, option, str(tmp_path / "pipe"), str(kept["read"]))) == Exit.INPUT
    assert "pipe" in capsys.readouterr().err


# --- what only the opened statistic knows -----------------------------------------------------------------------------


def test_t17_a_run_never_takes_the_place_of_a_source(tmp_path: Path) -> None:
    statistic = write_statistic(tmp_path, (replace(TABLES[0], name="people_2026"),))
    source, office = tmp_path / "people_2026.csv", tmp_path / "office.ckmoffice"
    before = source.read_bytes()
    write_office(office, replace(PLAIN, file_names="{table}"))
    main(["run", str(statistic), "-o", str(tmp_path), "--format", "csv-long", "--replace", "--office", str(office)])
    assert source.read_bytes() == before


def test_t17_of_several_files_none_is_placed_where_one_would_take_the_place_of_a_needed_one(tmp_path: Path) -> None:
    needed = tmp_path / "needed.csv"
    needed.write_text("records\n", encoding="utf-8")
    with needed_while(), temporary_folder(tmp_path) as inside:
        need([needed])
        for name in ("free.csv", "needed.csv"):
            (inside / name).write_text("figures\n", encoding="utf-8")
        with pytest.raises(FileNeeded):
            place_all(sorted(inside.iterdir()), tmp_path)
    assert needed.read_text("utf-8") == "records\n"
    assert not (tmp_path / "free.csv").exists()


def test_t17_by_code_nothing_is_written_over_what_the_statistic_needs(tmp_path: Path) -> None:
    path, source = write_statistic(tmp_path), tmp_path / "people_2025.csv"
    before = source.read_bytes()
    with work_on_statistic(path, read_only=True) as work:
        draft = work.draft("Area and sex")
        with pytest.raises(FileNeeded):
            ckm.export(draft, source)
    assert source.read_bytes() == before
    ckm.export(draft, source)  # nobody needs it now
    assert source.read_bytes() != before


def test_t17_a_log_is_added_to_in_either_language_and_to_no_other_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statistic, log = write_statistic(tmp_path), tmp_path / "ckm.log"
    log.touch()
    for language in ("de", "en"):
        assert main(["--language", language, "--log", str(log), "verify", str(statistic)]) == Exit.DONE
    assert len(log.read_text("utf-8").splitlines()) == 4
    other = tmp_path / "notes.txt"
    other.write_text("2026-11-28T05:00:00+00:00 INFO of something else\n", encoding="utf-8")
    before = other.read_bytes()
    assert main(["--log", str(other), "verify", str(statistic)]) == Exit.INPUT
    assert "no log of ckm" in capsys.readouterr().err
    assert other.read_bytes() == before
