"""`ckm release recheck`: kinds and states with their exit codes, decisions, the notice, roles."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.version import VERSION
from ckmcore.cli import main
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.looks import PairKind
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.seal import Role, Secret
from tests.kit.disclosing_pairs import SECRETS, bare, on_disk, out


def written(folder: Path, kind: PairKind = "answers", table: int = 0, *, sealed: bool = False) -> Path:
    """`people.ckm` with a release of one of its tables."""
    made = out(bare(kind, folder), folder, table)
    return on_disk(made, folder, sealed=sealed)


def run(*arguments: object) -> int:
    return main(["--language", "en", "release", "recheck", *map(str, arguments)])


def kept(path: Path, role: Role | None = None) -> Statistic:
    return open_statistic(path, None if role is None else Secret.passphrase(SECRETS[role]))[0]


@pytest.mark.parametrize("kind", [pytest.param("weights", marks=pytest.mark.thorough), "answers", "sums"])
def test_section4_the_command_tells_three_kinds_with_states_and_ends_with_3_where_one_is_open(
    kind: PairKind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, kind)
    assert run(path) == Exit.DISCLOSES
    said = capsys.readouterr().out
    assert [said.count(f"{state}: ") for state in ("open", "held")] == [1, 2]
    (look,) = kept(path).looks
    assert (look.result, look.engine) == ("open", VERSION)


def test_section4_the_command_ends_with_0_where_all_is_held_and_with_8_where_records_are_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, table=1)
    assert run(path) == Exit.DONE
    assert capsys.readouterr().out.count("held: ") == 3
    (tmp_path / "other").mkdir()
    path = written(tmp_path / "other")
    (tmp_path / "other" / "answers.csv").unlink()
    assert run(path) == Exit.NOT_TESTED
    assert "not tested: Counts by the value of a magnitude" in capsys.readouterr().out


@pytest.mark.thorough
def test_section4_decisions_of_the_command_are_kept_told_and_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, who = written(tmp_path), ("--person", "Chief")
    assert run(path, 1, "--accept", "Few answers", *who) == Exit.INPUT
    assert "Look at them first" in capsys.readouterr().err
    run(path)
    capsys.readouterr()
    assert run(path, 1, "--accept", "Few answers", "--kind", "answers", *who) == Exit.DONE
    assert "accepted by Chief" in capsys.readouterr().out
    assert [(one.kind, one.decided, one.reason) for one in kept(path).pair_decisions] == [
        ("answers", "accepted", "Few answers")
    ]
    assert run(path, 1, "--no-further", "No more", *who) == Exit.DONE
    capsys.readouterr()
    submit = ["release", "submit", str(path), "Pairs", "--person", "Anna"]
    assert main(["--language", "en", *submit]) == Exit.INPUT
    assert "no further ones are published of 2025" in capsys.readouterr().err
    assert run(path, 1, "--take-back") == Exit.DONE
    assert kept(path).pair_decisions == ()
    assert main(["--language", "en", *submit]) == Exit.DONE
    capsys.readouterr()
    assert run(path, "--accept", "Why", *who) == Exit.INPUT
    assert "Name the release" in capsys.readouterr().err
    assert run(path, 1, "--accept", "Why") == Exit.INPUT  # nobody is named
    assert run(path, 9, "--accept", "Why", *who) == Exit.INPUT


@pytest.mark.thorough
def test_section4_withdrawing_lists_recipients_writes_the_notice_and_only_then_a_redrawn_table_is_attacked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, notice = written(tmp_path), tmp_path / "notice.txt"
    assert run(path, 1, "--redrawn") == Exit.INPUT
    capsys.readouterr()
    assert run(path, 1, "--withdraw", "Cells 4711", "--notice", notice, "--person", "Bernd") == Exit.DONE
    assert "Ministry of Distinction" in capsys.readouterr().out
    assert find_release(kept(path).register, 1).state == "withdrawn"
    text = notice.read_text(encoding="utf-8")
    assert text.index("withdrawn") < text.index("zurückgezogen")
    assert "4711" not in text
    assert run(path, 1, "--redrawn") == Exit.DISCLOSES
    assert "open: The new figures" in capsys.readouterr().out
    with ckm.work_on_statistic(path) as work:
        work.save_table("Pairs", work.statistic.tables[1].spec)
    assert run(path, 1, "--redrawn") == Exit.DONE
    assert "held: The new figures" in capsys.readouterr().out
    before = path.read_bytes()
    assert run(path, 1, "--notice", path) == Exit.INPUT  # never over what is kept
    assert path.read_bytes() == before


@pytest.mark.daily(1)
@pytest.mark.parametrize("role", SECRETS)
def test_section4_a_clerk_is_refused_everything_and_the_other_roles_what_is_not_theirs(
    role: Role, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, sealed=True)

    def as_role(*arguments: object) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(SECRETS[role] + "\n"))
        return run(path, *arguments)

    looked = as_role()
    said = capsys.readouterr()
    if role == "clerk":
        assert looked == Exit.INPUT
        assert "cell" not in said.out + said.err
        assert kept(path, "methodologist").looks == ()
    else:
        assert looked == Exit.DISCLOSES
    assert as_role(1, "--withdraw", "Why", "--person", "Bernd") == (Exit.DONE if role == "releaser" else Exit.INPUT)
    accepted = as_role(1, "--accept", "Why", "--person", "Chief")
    assert accepted == (Exit.DONE if role == "methodologist" else Exit.INPUT)
    notice = tmp_path / "notice.txt"
    assert (as_role(1, "--notice", notice) == Exit.DONE) == notice.exists() == (role != "clerk")
    assert as_role(1, "--take-back") == (Exit.DONE if role == "methodologist" else Exit.INPUT)
