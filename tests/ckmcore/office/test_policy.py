"""The policy of a computer: read from one file, checked whole, and what it decides holds for `ckm`, too."""

from __future__ import annotations

import json
import os
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base import limits
from ckmcore.base.limits import LEAST_MEMORY, Limits
from ckmcore.base.texts import Texts
from ckmcore.cli import main
from ckmcore.errors import CkmError
from ckmcore.office import policy
from ckmcore.office.policy import Policy, parse_policy, read_policy
from ckmcore.office.settings import OFFICE_SETTINGS, Office
from ckmcore.office.settings_file import write_office
from tests.kit.fails import fails

WHOLE: dict[str, Any] = {
    "form": "ckm policy",
    "version": 1,
    "reason": {"en": "Ten people share this computer.", "de": "Zehn Personen teilen sich diesen Rechner."},
    "desk": {"language": "de", "theme": "light", "text_size": 150, "role": "clerk", "person": ""},
    "process": {"threads": 2, "memory": 1024},
    "office": {"signs": "british", "four_eyes": True, "name": {"de": "Amt", "en": "Office"}},
}


def written(folder: Path, content: object) -> Path:
    path = folder / "policy.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where this computer's policy lies, for this test."""
    path = tmp_path / "policy.json"
    monkeypatch.setattr(policy, "machine_file", lambda: path)
    yield path
    limits.use(Limits())


def test_a_policy_says_what_it_decides_and_why(tmp_path: Path) -> None:
    found = read_policy(written(tmp_path, WHOLE))
    assert found.settings == {
        "language": "de",
        "theme": "light",
        "text_size": "150",
        "role": "clerk",
        "person": "",
        "threads": "2",
        "memory": "1024",
    }
    assert found.office == {"signs": "british", "four_eyes": True, "name": Texts("Office", "Amt")}
    assert found.office_with(Office(font="Arial")) == Office(
        name=Texts("Office", "Amt"), signs="british", four_eyes=True, font="Arial"
    )
    assert found.reason.text("de") == "Zehn Personen teilen sich diesen Rechner."
    assert len(found.named) == 10


def test_where_there_is_no_file_nothing_is_decided(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path / "no" / "folder.json", written(tmp_path, WHOLE) / "below.json"):
        found = read_policy(path)
        assert found == Policy()
        assert found.named == {}
        assert found.office_with(Office(font="Arial")) == Office(font="Arial")


@pytest.mark.parametrize(
    ("part", "value", "place"),
    [
        ("desk", {"language": "fr"}, "$.desk.language"),
        ("desk", {"langauge": "de"}, "$.desk"),
        ("desk", {"geometry": "x"}, "$.desk"),
        ("desk", {"role": 1}, "$.desk.role"),
        ("desk", {"person": "x" * 121}, "$.desk.person"),
        ("desk", {"person": "a\nb"}, "$.desk.person"),
        ("desk", [], "$.desk"),
        ("process", {"threads": -1}, "$.process.threads"),
        ("process", {"threads": 1.5}, "$.process.threads"),
        ("process", {"memory": 10}, "$.process.memory"),
        ("process", {"cores": 2}, "$.process"),
        ("office", {"signs": "pink"}, "$.office.signs"),
        ("office", {"font_size": 99}, "$.office.font_size"),
        ("office", {"sign": "german"}, "$.office"),
        ("office", 3, "$.office"),
        ("reason", {"de": "x" * 301}, "$.reason.de"),
        ("reason", "because", "$.reason"),
        ("settings", {}, "$"),
        ("version", 0, "$.version"),
        ("version", True, "$.version"),
    ],
)
def test_a_fault_is_told_with_its_place_in_both_languages(part: str, value: object, place: str) -> None:
    content = json.dumps(WHOLE | {part: value}).encode()
    with fails("policy_faulty") as caught:
        parse_policy(content, Path("policy.json"))
    for language in ("en", "de"):
        assert f"{place}: " in caught.value.text(language)
        assert "policy.json" in caught.value.text(language)
    assert caught.value.fields["count"] == 1


def test_all_faults_are_told_at_once() -> None:
    content = WHOLE | {"desk": {"language": "fr"}, "process": {"cores": 1}, "office": {"font_size": 99}, "more": 1}
    with fails("policy_faulty") as caught:
        parse_policy(json.dumps(content).encode(), Path("policy.json"))
    assert caught.value.fields["count"] == 4


def test_a_policy_for_a_later_program_is_refused_before_anything_else_is_looked_at() -> None:
    with fails("policy_newer"):
        parse_policy(json.dumps({"form": "ckm policy", "version": 2, "desk": 7}).encode(), Path("policy.json"))


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", b'{"form": "ckm office", "version": 1}', b"[" * 9999]
)
def test_what_is_no_policy_is_refused_not_ignored(content: bytes) -> None:
    with fails("policy_not_readable"):
        parse_policy(content, Path("policy.json"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="rights do not bind this user")
def test_a_policy_that_may_not_be_read_is_refused_not_ignored(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    path.chmod(0)
    with fails("policy_not_readable"):
        read_policy(path)


def test_a_folder_in_the_place_of_the_file_is_refused_not_ignored(tmp_path: Path) -> None:
    with fails("policy_not_readable") as caught:
        read_policy(tmp_path)
    assert str(tmp_path) in caught.value.text("de")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(string.printable, max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["de", "en", "x"]), inner, max_size=3),
    max_leaves=5,
)
NAMES = [
    "language",
    "theme",
    "text_size",
    "role",
    "person",
    "threads",
    "memory",
    *(one.name for one in OFFICE_SETTINGS),
    "other",
]
PART = JSON | st.dictionaries(st.sampled_from(NAMES), JSON, max_size=4)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("reason", "desk", "process", "office", "version"), PART)))
def test_whatever_json_stands_in_the_file_it_is_a_policy_or_a_sentence(parts: dict[str, Any]) -> None:
    content = json.dumps({"form": "ckm policy", "version": 1} | parts).encode()
    said = {"de", "en"}
    try:
        found = parse_policy(content, Path("policy.json"))
    except CkmError as error:
        said = {error.text("de"), error.text("en")}
    else:
        assert set(found.named) <= {f"{part}.{name}" for part in ("desk", "process", "office") for name in NAMES}
    assert len(said) == 2


def test_no_variable_of_the_environment_leads_to_another_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    before = policy.machine_file()
    assert before.is_absolute()
    for name in ("CKMDESK_POLICY", "CKM_POLICY", "HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "ProgramData"):
        monkeypatch.setenv(name, str(Path.cwd()))
    assert policy.machine_file() == before


# --- ckm -----------------------------------------------------------------------------------------------------------


def test_ckm_works_within_the_limits_of_the_policy(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(machine.parent, WHOLE)
    design = ["ptable", "design", "--D", "2", "--V", "1", "--js", "0", "-o", str(machine.parent / "p.csv")]
    assert main(design) == 0
    assert limits.limits() == Limits(2, 1024)
    assert main(["--threads", "1", *design]) == 0
    assert limits.limits() == Limits(1, 1024)
    capsys.readouterr()
    for more in ("3", "0"):
        assert main(["--language", "en", "--threads", more, *design]) == 1
        assert "the policy of this computer allows 2 at most" in capsys.readouterr().err
    assert main(["--memory", "2048", *design]) == 1


def test_without_a_policy_the_options_decide_and_nonsense_is_refused(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design = ["ptable", "design", "--D", "2", "--V", "1", "--js", "0", "-o", str(machine.parent / "p.csv")]
    assert main(["--threads", "3", "--memory", "512", *design]) == 0
    assert limits.limits() == Limits(3, 512)
    assert main(design) == 0
    assert limits.limits() == Limits()
    capsys.readouterr()
    assert main(["--language", "en", "--memory", "5", *design]) == 1
    assert capsys.readouterr().err.startswith("--memory 5: 256 to 1,048,576 MB are possible")


def test_a_faulty_policy_lets_nothing_run_but_its_own_check(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(machine.parent, WHOLE | {"desk": {"language": "fr"}})
    target = machine.parent / "p.csv"
    assert main(["--language", "en", "ptable", "design", "--D", "2", "--V", "1", "--js", "0", "-o", str(target)]) == 1
    assert "does not start" in capsys.readouterr().err
    assert not target.exists()
    good = machine.parent / "good.json"
    good.write_text(json.dumps(WHOLE), encoding="utf-8")
    assert main(["--language", "en", "policy", str(good)]) == 0
    said = capsys.readouterr().out
    assert "Settings that it decides: 10" in said
    assert "Ten people share" in said
    assert '  desk.role = "clerk"' in said
    assert "  office.four_eyes = true" in said
    assert main(["policy"]) == 1
    machine.unlink()
    assert main(["--language", "de", "policy"]) == 0
    assert "keine Richtlinie" in capsys.readouterr().out


def test_the_office_of_a_command_is_its_file_with_what_the_policy_decides(machine: Path) -> None:
    from ckmcore.cli.policy import office_asked

    written(machine.parent, WHOLE)
    file = machine.parent / "office.ckmoffice"
    write_office(file, Office(font="Arial", signs="dots"))
    assert office_asked(str(file)) == Office(name=Texts("Office", "Amt"), signs="british", four_eyes=True, font="Arial")
    assert office_asked(None).signs == "british"
    machine.unlink()
    assert office_asked(str(file)) == Office(font="Arial", signs="dots")


def test_the_example_for_administrators_is_a_policy() -> None:
    text = (Path(__file__).parents[3] / "docs" / "policy.md").read_text(encoding="utf-8")
    found = parse_policy(text.partition("```json")[2].partition("```")[0].encode(), Path("policy.json"))
    assert len(found.named) == 10
    assert "16 384 cells for each MB" in text
    assert Limits(memory=LEAST_MEMORY).cells == LEAST_MEMORY * 16_384
