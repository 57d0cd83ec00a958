"""Errors are a family that Python's users know: each is caught as ValueError, OSError or PermissionError, too."""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.base.files import NotWritten
from ckmcore.errors import CkmError, PermissionRefused
from ckmcore.statistic.seal import Secret, SecretNeeded, make_seal
from ckmcore.working.held import RoleNotAllowed
from tests.ckmcore.working.people import METHOD, made, people

FAMILIES = (ckm.InputError, ckm.FileError, ckm.DataError, ckm.ProtectionError, ckm.PermissionRefused)
# What is nobody's input: Python has a class of its own for each, or the program is at fault.
OF_NONE = {"Cancelled": "was asked for", "OutOfMemory": "of the machine", "FileFaulty": "a fault of the program"}


def all_errors() -> list[type[CkmError]]:
    for module in pkgutil.walk_packages(ckm.__path__, "ckmcore."):
        importlib.import_module(module.name)
    found: list[type[CkmError]] = []
    waiting: list[type[CkmError]] = [CkmError]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        found += kinds
        waiting += kinds
    return [kind for kind in found if kind.__module__.startswith("ckmcore") and kind not in FAMILIES]


ERRORS = all_errors()


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_an_error_is_of_one_family_and_the_same_after_its_way_to_another_process(kind: type[CkmError]) -> None:
    families = [one for one in FAMILIES if issubclass(kind, one)]
    assert len(families) == (0 if kind.__name__ in OF_NONE else 1)
    if kind.__name__ == "PtableFaulty":  # it is made of its faults
        return
    error = kind(name="a", reason="b", number=3)
    for other in (error, pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 - our own
        assert type(other) is kind
        assert other.fields == {"name": "a", "reason": "b", "number": 3}
        assert other.args == (kind.code,)
        assert other.code == kind.code


def test_the_families_are_what_python_calls_them() -> None:
    assert issubclass(ckm.FileError, OSError)
    assert issubclass(ckm.PermissionRefused, PermissionError)
    for family in (ckm.InputError, ckm.DataError, ckm.ProtectionError):
        assert issubclass(family, ValueError)
    assert not issubclass(ckm.PermissionRefused, ckm.FileError)


def test_the_words_of_an_error_are_its_sentence_not_those_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="cannot be opened") as caught:
        ckm.open_statistic(tmp_path / "gone.ckm")
    assert isinstance(caught.value, ckm.FileError)
    assert str(caught.value) == caught.value.text("en")
    assert "gone.ckm" in repr(caught.value.fields)


# --- through the public functions, caught as Python's own -----------------------------------------------------------


def test_a_file_that_is_not_there_or_cannot_be_written_is_an_oserror(tmp_path: Path) -> None:
    table = ckm.protect(ckm.tabulate(_data(tmp_path), ckm.TableSpec("sex")), METHOD)
    for act in (
        lambda: ckm.read_microdata(tmp_path / "gone.csv"),
        lambda: ckm.read_ptable(tmp_path / "gone.csv"),
        lambda: ckm.read_hrc(tmp_path / "gone.hrc"),
        lambda: ckm.export(table, tmp_path / "no folder" / "t.csv"),
    ):
        with pytest.raises(OSError, match=r"[a-z]") as caught:
            act()
        assert isinstance(caught.value, ckm.FileError)


def test_what_a_file_holds_is_a_valueerror_of_data(tmp_path: Path) -> None:
    (tmp_path / "s.ckm").write_bytes(b"no statistic")
    (tmp_path / "p.csv").write_text("i;j\n1;x\n")
    (tmp_path / "ragged.csv").write_text("a,b\n" + "1,2\n" * 20 + "1,2,3\n")
    for act in (
        lambda: ckm.open_statistic(tmp_path / "s.ckm"),
        lambda: ckm.read_ptable(tmp_path / "p.csv"),
        lambda: ckm.read_microdata(tmp_path / "ragged.csv", ["a"]),
    ):
        with pytest.raises(ValueError, match=r"[a-z]") as caught:
            act()
        assert isinstance(caught.value, ckm.DataError)


def test_what_would_not_protect_is_a_valueerror_of_protection(tmp_path: Path) -> None:
    path = made(tmp_path)
    with ckm.work_on_statistic(path) as work, pytest.raises(ValueError, match="floor") as caught:
        work.put_in_force(ckm.Rounding(3))
    assert isinstance(caught.value, ckm.ProtectionError)


def test_who_may_not_gets_a_permissionerror(tmp_path: Path) -> None:
    path = made(tmp_path)
    secret = Secret.passphrase("tables for the yearbook")
    with ckm.work_on_statistic(path) as work:
        work.take(lambda now: _sealed(now, secret))
    with pytest.raises(PermissionError) as caught:
        ckm.open_statistic(path)
    assert isinstance(caught.value, SecretNeeded)
    with ckm.work_on_statistic(path, secret=secret, person="Anna") as work:
        number = work.submit("1.1")
        with pytest.raises(PermissionError) as refused:
            work.approve(number)
    assert isinstance(refused.value, RoleNotAllowed)


def _sealed(statistic: ckm.Statistic, secret: Secret) -> ckm.Statistic:
    from dataclasses import replace

    return replace(statistic, seal=make_seal({"clerk": secret})[0])


def _data(folder: Path) -> ckm.Microdata:
    return ckm.read_microdata(people(folder, 2025), ["area", "sex"], record_key="rkey")


# --- our own handlers take none of them for the system's -------------------------------------------------------------

ROOT = Path(__file__).parents[2]
SYSTEMS = {"OSError", "ValueError", "PermissionError", "FileNotFoundError", "FileExistsError", "Exception"}
# What is called where such errors are caught, and raises none of ours, or is meant to be caught with them.
HARMLESS = {
    # of the system only
    "_give_owner", "_former", "_on_its_disk", "_whole_lines", "_write", "file_hash", "_taken", "_taken_over", "_own",
    "_changing", "holder", "release", "_age", "_content", "_is_left", "make_private", "_name", "_path", "target_of",
    "_close_to_others", "is_own", "replace_file", "_boot", "_windows_begun", "_take", "value",
    # an arithmetic or a reading of its own
    "day_before", "date_text", "decoded", "_look_at", "_look_at_end", "_json", "_lines", "check_archive", "_header",
    "Holder", "PersonalKey", "_bound_to", "_key_of", "signature_holds", "Recent", "key_file", "_line",
    # errors of data in a handler of the system's alone
    "_refuse_nul", "_refuse_unclosed", "_say_cut", "StatisticTooLarge", "KeyFileTooLarge",
    # whatever is wrong in a line of the register makes the line unreadable
    "read", "Snapshot",
    # a handler of NotCertain stands before
    "sync_folder",
    # nothing may escape into Qt; the job tells what a figure at once does not
    "table_size", "work",
}  # fmt: skip


def handlers(tree: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """Lines of handlers of the system's errors that no handler of ours stands before, and what of ours is called."""
    ours = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("ckmcore", "ckmdesk")):
            ours |= {alias.asname or alias.name for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            for handler in node.handlers:
                caught = names(handler.type)
                if "CkmError" in caught:
                    break
                if caught & SYSTEMS:
                    yield handler.lineno, called(node.body, ours)
        elif isinstance(node, ast.With):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and names(call.func) == {"suppress"}:
                    caught = set().union(*map(names, call.args))
                    if caught & SYSTEMS and "CkmError" not in caught:
                        yield node.lineno, called(node.body, ours)


def names(node: Any) -> set[str]:
    if isinstance(node, ast.Tuple):
        return set().union(*map(names, node.elts))
    if isinstance(node, ast.Attribute):
        return {node.attr}
    return {node.id} if isinstance(node, ast.Name) else set()


def called(body: list[ast.stmt], ours: set[str]) -> set[str]:
    """What of ours a block calls: a name of this project, or a method of such a name or of `self`."""
    found = set()
    for node in (one for statement in body for one in ast.walk(statement)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in ours:
            found.add(node.func.id)
        elif isinstance(node.func, ast.Attribute) and names(node.func.value) & (ours | {"self", "cls"}):
            found.add(node.func.attr)
    return found


@pytest.mark.parametrize("package", ["ckmcore", "ckmdesk"])
def test_a_handler_of_the_system_s_errors_stands_behind_one_of_ours_or_calls_nothing_that_raises_ours(
    package: str,
) -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}: {sorted(calls - HARMLESS)}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, calls in handlers(ast.parse(path.read_text(encoding="utf-8")))
        if calls - HARMLESS
    }
    assert found == set()


def test_an_error_within_writing_is_not_taken_for_one_of_the_system(tmp_path: Path) -> None:
    from ckmcore.base.files import hand_over, write_whole

    def refused(_: Path) -> Any:
        raise NotWritten(name="inner", reason="inner")

    for act in (write_whole, hand_over):
        with pytest.raises(NotWritten) as caught:
            act(tmp_path / "outer", refused)
        assert caught.value.fields["name"] == "inner"


def test_a_refusal_is_no_error_of_a_file() -> None:
    assert isinstance(RoleNotAllowed(role="", needed=""), PermissionRefused)
    assert RoleNotAllowed(role="", needed="").errno is None
