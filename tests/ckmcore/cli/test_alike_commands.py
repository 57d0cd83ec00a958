"""Each command that works on a statistic says and writes the same to a clerk or releaser over two sets of records that
publish alike: results, notices, log, files and exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.command import build_parser
from ckmcore.statistic.personal_key import card_file, make_personal_key, wrapped
from ckmcore.statistic.seal import Role, Seal, Secret, make_seal
from tests.ckmcore.cli.alike_sides import KEY, LINES, METHODOLOGIST, ROLES, Side
from tests.kit.alike_statistic import STATISTIC
from tests.kit.command_lines import commands
from tests.kit.pairs_alike import in_any_table


@pytest.fixture(scope="module")
def seal() -> Seal:
    return make_seal({role: Secret.key_file(f"{role:>40}".encode()) for role in (*ROLES, "methodologist")})[0]


def of_statistics() -> set[tuple[str, ...]]:
    """The commands that take a statistic."""
    return {
        path for path, parser in commands(build_parser("en")) if any(one.dest == "statistic" for one in parser._actions)
    }


def test_t07_no_command_that_takes_a_statistic_is_left_out() -> None:
    assert of_statistics() == set(LINES)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory, seal: Seal) -> tuple[Side, Side]:
    folder, pair = tmp_path_factory.mktemp("sides"), in_any_table(1)
    assert len(pair[0]) != len(pair[1])
    person = make_personal_key("Anna")
    made = Side(pair[0], folder / "one", seal), Side(pair[1], folder / "other", seal)
    for side in made:
        (side.base / "anna.ckmperson").write_bytes(wrapped(person, Secret.key_file(b"x" * 32)))
        (side.base / "anna.key").write_bytes(b"x" * 32)
        (side.base / "anna.ckmcard").write_bytes(card_file(person))
    return made


# What a releaser is told of records is what a clerk is told; the steps of a release are a releaser's own.
CASES = [
    pytest.param(path, role, marks=() if role == "clerk" or path[0] == "release" else pytest.mark.thorough)
    for path in sorted(LINES)
    for role in ROLES
]


@pytest.mark.daily(6)
@pytest.mark.parametrize(("path", "role"), CASES, ids=lambda one: one if isinstance(one, str) else " ".join(one))
def test_t07_a_command_says_and_writes_the_same_over_records_that_publish_alike(
    path: tuple[str, ...],
    role: Role,
    sides: tuple[Side, Side],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parser = dict(commands(build_parser("en")))[path]
    opened = ["--key-file", KEY] if "--key-file" in parser._option_string_actions else []
    for text in LINES[path]:
        line = [*path, *text.split(), *opened]
        (code, said), (other, also) = (side.run(line, role, capsys, monkeypatch) for side in sides)
        assert code == other, (line, said, also)
        assert said == also, line
        assert code != Exit.FAULT
        if path in METHODOLOGIST:
            assert code == Exit.INPUT
            assert "methodologist" in said[1]


def test_t07_a_refusal_of_missing_values_does_not_say_how_many_there_are(
    tmp_path: Path, seal: Seal, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = in_any_table(2)
    assert len({int((one["m"] == "").sum()) for one in frames}) == 2
    both = [Side(frame, tmp_path / str(place), seal, "refuse") for place, frame in enumerate(frames)]
    for line in (["draft", STATISTIC, "Sums", "-o", "out.csv"], ["run", STATISTIC, "-o", "out"]):
        one, other = (side.run([*line, "--key-file", KEY], "clerk", capsys, monkeypatch) for side in both)
        assert "Records have no value of “m”" in "".join(one[1])
        assert one == other
