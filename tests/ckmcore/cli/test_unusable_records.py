"""Records that cannot be read: commands tell a clerk or releaser of a sealed statistic that, and nothing of what they
hold; the methodologist is told row and value."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.command import build_parser
from ckmcore.statistic.seal import Seal, Secret, make_seal
from tests.ckmcore.cli.alike_sides import KEY, LINES, METHODOLOGIST, ROLES, Side
from tests.kit.command_lines import commands
from tests.kit.pairs_alike import in_any_table

VALUE, ROW = "twelve thousand", 7


@pytest.fixture(scope="module")
def side(tmp_path_factory: pytest.TempPathFactory) -> Side:
    """A statistic whose records have a text where its amounts stand."""
    secrets = {role: Secret.key_file(f"{role:>40}".encode()) for role in (*ROLES, "methodologist")}
    seal: Seal = make_seal(secrets)[0]
    frame = in_any_table(1)[0].astype({"m": object})
    frame.loc[ROW - 1, "m"] = VALUE
    return Side(frame, tmp_path_factory.mktemp("damaged") / "one", seal, "refuse")


@pytest.mark.thorough
def test_t07_no_command_tells_a_clerk_or_releaser_row_and_value_of_records_that_cannot_be_read(
    side: Side, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = set()
    parsers = dict(commands(build_parser("en")))
    for path in sorted(LINES.keys() - METHODOLOGIST.keys()):
        opened = ["--key-file", KEY] if "--key-file" in parsers[path]._option_string_actions else []
        for role in ROLES if path[0] == "release" else ROLES[:1]:
            code, said = side.run([*path, *LINES[path][0].split(), *opened], role, capsys, monkeypatch)
            assert code != Exit.FAULT
            everything = "".join(said)
            assert VALUE not in everything, path
            assert f"record {ROW}" not in everything, path
            if "The records of 2025 cannot be used as they are" in everything:
                assert code == Exit.INPUT or path == ("leak-check",)
                told.add(path)
    assert told >= {("draft",), ("run",), ("cube",), ("release", "submit")}


def test_t07_the_methodologist_is_told_row_and_value(
    side: Side, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = [*("draft", "persons.ckm", "Counts", "-o", "out.csv"), "--key-file", KEY]
    code, said = side.run(line, "methodologist", capsys, monkeypatch)
    assert code == Exit.INPUT
    assert f"record {ROW} (counted from 1): “{VALUE}” is not a number" in said[1]
    assert f"record {ROW} (counted from 1): “{VALUE}” is not a number" in said[2]


def test_t07_the_document_of_a_command_has_no_field_of_what_is_not_told(
    side: Side, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = [*("draft", "persons.ckm", "Counts", "-o", "out.csv", "--json"), "--key-file", KEY]
    told = "".join(side.run(line, "clerk", capsys, monkeypatch)[1])
    assert "records_unusable" in told
    assert VALUE not in told
    assert Path("out.csv").exists() is False
