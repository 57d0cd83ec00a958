"""Errors are a family that Python's users know: each is caught as ValueError, OSError or PermissionError, too."""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
import pkgutil
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore import errors
from ckmcore.base.files import NotWritten
from ckmcore.base.former_errors import FORMER_NAMES
from ckmcore.errors import CkmError, PermissionRefused, ProtectionError
from ckmcore.messages import SENTENCES
from ckmcore.microdata.data import UnknownVariable
from ckmcore.statistic.image import NotAStatistic
from ckmcore.statistic.seal import Secret, SecretNeeded, make_seal
from tests.kit.people import METHOD, made, people
from tests.kit.trees import ROOT, trees

FAMILIES = (ckm.InputError, ckm.FileError, ckm.DataError, ckm.ProtectionError, ckm.PermissionRefused)
# What is nobody's input: Python has a class of its own for each, or the program is at fault.
OF_NONE = {
    "Cancelled": "was asked for", "OutOfMemory": "of the machine",
}  # fmt: skip


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


@pytest.mark.parametrize(
    "error",
    [
        UnknownVariable(variable="AGE", known="SEX"),
        NotWritten(name="t.csv", reason="no room"),
        NotAStatistic(name="s.ckm"),
        ProtectionError("ptable_zeros_not_kept"),
        PermissionRefused("release_role_not_allowed", role="clerk", needed="releaser"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_of_each_family_one_prints_its_sentence_also_after_its_way_to_another_process(error: CkmError) -> None:
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    for one in (error, sent, copy.copy(error), copy.deepcopy(error)):
        assert str(one) == error.text("en")
        assert error.text("en") in "".join(traceback.format_exception(one))
        assert one.text("de") == error.text("de") != error.text("en")
    if isinstance(error, OSError):
        assert (error.errno, error.strerror, error.filename) == (None, None, None)


@pytest.fixture
def no_former_class(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a program that asks for former classes of errors for the first time."""
    made: dict[str, type[CkmError]] = {}
    monkeypatch.setattr(errors, "_FORMER_CLASSES", made)
    yield
    for kind in made.values():
        delattr(errors, kind.__name__)


@pytest.mark.usefixtures("no_former_class")
@pytest.mark.parametrize("name", ["SettingRange", "PeriodNotThere", "RoleNotAllowed", "FileIsFolder"])
def test_a_former_class_of_an_error_is_imported_with_one_warning_and_catches_that_cause_alone(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=name) as said:
        former = getattr(errors, name)
    assert (len(said), getattr(errors, name)) == (1, former)
    family = next(one for one in FAMILIES if issubclass(former, one))
    error = family(former.code, reason="b", number=3)
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(error) is type(sent) is former
    assert (sent.code, sent.fields) == (former.code, {"reason": "b", "number": 3})
    assert not isinstance(family("cancelled"), former)
    assert former(reason="b").code == former.code


@pytest.mark.usefixtures("no_former_class")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("NulByte", ckm.DataError("nul_byte")),
        ("FileIsFolder", ckm.FileError("file_is_folder", file="here")),
        ("RoleNotAllowed", ckm.PermissionRefused("release_role_not_allowed", role="clerk", needed="releaser")),
    ],
)
def test_a_former_class_catches_its_cause_where_only_the_except_asks_for_it(name: str, error: CkmError) -> None:
    caught = None
    try:
        raise error
    except errors.SettingRange:
        pytest.fail("another cause was caught")
    except getattr(errors, name) as asked_for:
        caught = asked_for
    assert (caught, type(error), type(error).__name__) == (error, getattr(errors, name), name)


@pytest.mark.usefixtures("no_former_class")
def test_every_former_name_stands_for_a_cause_that_has_a_sentence() -> None:
    names = [name.partition("=")[0] for names in FORMER_NAMES.values() for name in names.split()]
    assert len(names) == len({*names}) > 390
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert [name for name in names if getattr(errors, name).code not in SENTENCES] == []


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
    assert refused.value.code == "release_role_not_allowed"


def _sealed(statistic: ckm.Statistic, secret: Secret) -> ckm.Statistic:
    from dataclasses import replace

    return replace(statistic, seal=make_seal({"clerk": secret})[0])


def _data(folder: Path) -> ckm.Microdata:
    return ckm.read_microdata(people(folder, 2025), ["area", "sex"], record_key="rkey")


# --- our own handlers take none of them for the system's -------------------------------------------------------------

# What catches one of ours: classes that stand above a family. A FileNotFoundError or UnicodeError does not.
ABOVE = {"OSError", "IOError", "EnvironmentError", "PermissionError", "ValueError", "Exception", "BaseException"}
# It knows nothing of ours and raises errors of the system alone.
SYSTEMS_OWN = "ckmcore.base.reading"
# What such a handler guards although no handler of ours stands before it, and why that takes none of ours for another.
HARMLESS: dict[str, dict[str, str]] = {
    "ckmcore/cli/design.py": {"parse": "int, float, or a word of a dictionary"},
    "ckmcore/release/actions.py": {"_in_zone": "reckons with times"},
    "ckmcore/dictionary/changes.py": {"day_before": "reckons with days"},
    "ckmcore/base/files.py": {
        "_give_owner": "asks the system", "_former": "asks the system", "_on_its_disk": "asks the system",
        "replace_file": "asks the system", "insist": "asks the system", "act": "asks the system",
    },
    "ckmcore/formats/read_xlsx.py": {"_look_at": "notes what it finds", "_look_at_end": "notes what it finds"},
    "ckmcore/formats/read_parquet.py": {"_json": "notes what it finds"},
    "ckmcore/formats/read_html_cube.py": {"decoded": "whatever is wrong in a page makes it none of ours"},
    "ckmcore/formats/read_jsonstat.py": {"_loaded": "parses a text by the library of Python"},
    "ckmcore/base/processes.py": {
        "_boot": "asks the system", "windows_begun": "asks the system", "WindowsProcesses": "asks the system",
    },
    "ckmcore/ptable/files/xlsx.py": {
        "_lines": "makes texts of cells",
        "check_archive": "raises errors of zipfile and two of its own; what watches here keeps bytes",
    },
    "ckmcore/release/register.py": {
        "Entry.read": "keeps what it cannot read as unreadable", "Snapshot": "holds two fields",
        "_line": "joins bytes", "decoded": "whatever is wrong in a line makes it unreadable",
        "_header": "joins bytes", "_whole_lines": "asks the system", "_write": "asks the system",
        "sync_folder": "its NotCertain has a handler before",
    },
    "ckmcore/release/verify.py": {"file_hash": "asks the system"},
    "ckmcore/statistic/key_file.py": {
        "DataError": "is no OSError", "Secret.key_file": "a ProtectionError is no OSError",
    },
    "ckmcore/statistic/trusted_state.py": {
        "_path": "makes a name", "decoded": "the types have no rules of their own",
    },
    "ckmcore/statistic/lock.py": {
        "_made": "asks the system", "_remove": "asks the system",
        "_take_lock": "asks the system", "_taken_over": "asks the system", "_changing": "asks the system",
        "holder": "reads a lock or says that nobody holds it", "Holder": "holds fields",
        "decoded": "a holder has no rules of its own", "_age": "asks the system",
        "_content": "asks the system", "_is_left": "asks the system",
    },
    "ckmcore/statistic/personal_key.py": {
        "PersonalKey": "holds fields", "_bound_to": "joins bytes", "_key_of": "derives a key",
        "signature_holds": "says yes or no",
    },
    "ckmcore/statistic/recovery.py": {"make_private": "asks the system", "_name": "makes a name"},
    "ckmcore/release/run.py": {"target_of": "asks the system"},
    "ckmcore/statistic/seal.py": {"_bound_to": "joins bytes", "_key_of": "derives a key"},
    "ckmcore/microdata/rda.py": {"_is_file": "asks the system"},
    "ckmcore/tabulate/kernel.py": {
        **dict.fromkeys(
            ("Kernel", "cache_folder", "machine_code.agree", "machine_code.load"), "the compiler loads the loops itself"
        ),
        "_close_to_others": "asks the system", "is_own": "asks the system", "temporary_beside": "asks the system",
        "self.load": "compiles: what fails is told",
    },
    "ckmdesk/base/clock.py": {"date_text": "writes a day"},
    "ckmdesk/base/crash_report.py": {"self._take": "moves files", "_Log": "opens its file"},
    "ckmdesk/base/unexpected.py": {"method": "nothing may escape into Qt: what comes here is reported"},
    "ckmdesk/services/file_locks.py": {"release": "asks the system"},
    "ckmdesk/pages/tables/computing.py": {
        "work": "the job that follows tells what is wrong",
    },
    "ckmdesk/base/settings.py": {"Recent": "holds fields", "self.value": "reads a setting"},
}  # fmt: skip


def handlers(tree: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """Lines of handlers that would catch ours, with what of ours is called where they catch.

    Not those behind a handler of `CkmError`, nor those that have no way out but a bare `raise`: what passes through is
    the same.
    """
    ours, tuples = names_of_ours(tree), named_tuples(tree)
    callbacks = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.TryStar):
            for handler in node.handlers:
                caught = {"BaseException"} if handler.type is None else kinds(handler.type, tuples)
                if "CkmError" in caught:
                    break
                if caught & ABOVE and not passes(handler):
                    yield handler.lineno, called(node.body, ours, callbacks)
        elif isinstance(node, ast.With):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and names(call.func, {}) == {"suppress"}:
                    caught = set().union(*(kinds(one, tuples) for one in call.args))
                    if caught & ABOVE and "CkmError" not in caught:
                        yield node.lineno, called(node.body, ours, callbacks)


def passes(handler: ast.ExceptHandler) -> bool:
    """Whether whatever is caught goes on as it came: a bare `raise` at the end, and no way out before."""
    last = handler.body[-1]
    before = [one for statement in handler.body[:-1] for one in ast.walk(statement)]
    leaves = any(isinstance(one, ast.Return | ast.Break | ast.Continue) or _raises_another(one) for one in before)
    return isinstance(last, ast.Raise) and last.exc is None and not leaves


def _raises_another(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise) and node.exc is not None


def kinds(node: ast.expr, tuples: dict[str, ast.expr]) -> set[str]:
    """What a handler catches; a constant from another module may hold anything."""
    return {"Exception" if one.isupper() else one for one in names(node, tuples)}


def names_of_ours(tree: ast.Module) -> set[str]:
    """What a module defines, or has from this project."""
    ours: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            ours.add(node.name)
        elif isinstance(node, ast.ImportFrom) and node.module == SYSTEMS_OWN:
            continue
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("ckmcore", "ckmdesk")):
            ours |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            names_given = {alias.asname or alias.name.partition(".")[0]: alias.name for alias in node.names}
            ours |= {name for name, module in names_given.items() if module.startswith(("ckmcore", "ckmdesk"))}
    return ours


def named_tuples(tree: ast.Module) -> dict[str, ast.expr]:
    """Names that a module gives to errors: to a tuple of them, a sum of tuples, or one."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(node.value, ast.Tuple | ast.BinOp | ast.Name | ast.Attribute):
                found |= {target.id: node.value for target in targets if isinstance(target, ast.Name)}
    return found


def names(node: ast.expr, tuples: dict[str, ast.expr]) -> set[str]:
    if isinstance(node, ast.Tuple):
        return set().union(*(names(one, tuples) for one in node.elts))
    if isinstance(node, ast.Starred):
        return names(node.value, tuples)
    if isinstance(node, ast.BinOp):
        return names(node.left, tuples) | names(node.right, tuples)
    if isinstance(node, ast.Attribute):
        return {node.attr}
    if isinstance(node, ast.Name):
        return names(tuples[node.id], tuples) if node.id in tuples else {node.id}
    return set()


def called(body: list[ast.stmt], ours: set[str], callbacks: set[str]) -> set[str]:
    """What of ours a block calls: a name of ours, a method of one or of `self`, or what it was given to call; a `yield`
    lets whoever waits there raise."""
    found = set()
    for node in (one for statement in body for one in ast.walk(statement)):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            found.add("yield")
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in ours | callbacks:
                found.add(node.func.id)
            elif isinstance(node.func, ast.Attribute):
                whole = ast.unparse(node.func)
                of_ours = names(node.func.value, {}) & (ours | {"self", "cls"})
                if of_ours or whole.startswith(("ckmcore.", "ckmdesk.")):
                    found.add(whole)
    return found


def test_the_function_that_reads_files_raises_errors_of_the_system_alone() -> None:
    (tree,) = (tree for path, tree in trees("ckmcore", "") if path.as_posix().endswith("ckmcore/base/reading.py"))
    imported = [one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    assert not [one for one in imported if one.startswith("ckm")]


@pytest.mark.parametrize("package", ["ckmcore", "ckmdesk"])
def test_a_handler_of_the_system_s_errors_stands_behind_one_of_ours_or_calls_nothing_that_raises_ours(
    package: str,
) -> None:
    found, seen = [], set()
    for path, tree in trees(package, r"\bexcept\b|\bsuppress\b"):
        name = path.relative_to(ROOT).as_posix()
        known = HARMLESS.get(name, {})
        for line, calls in handlers(tree):
            seen |= {(name, one) for one in calls & known.keys()}
            found += [f"{name}:{line}: {one}" for one in sorted(calls - known.keys())]
    assert found == []
    listed = {(name, one) for name, known in HARMLESS.items() if name.startswith(package) for one in known}
    assert listed - seen == set(), "the list names what is no longer there"


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("def a(): ...\ntry:\n    a()\nexcept OSError:\n    pass", {"a"}),
        ("from ckmcore.files import b\ntry:\n    b()\nexcept (KeyError, ValueError) as f:\n    raise X from f", {"b"}),
        ("try:\n    self.a()\nexcept Exception:\n    pass", {"self.a"}),
        ("def f(g):\n    with contextlib.suppress(PermissionError):\n        g()", {"g"}),
        ("BAD = (TypeError, OSError)\ndef a(): ...\ntry:\n    a()\nexcept (*BAD, KeyError):\n    pass", {"a"}),
        ("def a(): ...\ntry:\n    a()\nexcept:\n    pass", {"a"}),
        ("def a(): ...\ntry:\n    a()\nexcept OSError:\n    pass\nexcept CkmError:\n    raise", {"a"}),
        ("def a(): ...\ntry:\n    a()\nexcept CkmError:\n    raise\nexcept OSError:\n    pass", None),
        ("def a(): ...\ntry:\n    a()\nexcept OSError:\n    tidy()\n    raise", None),
        ("def a(): ...\ntry:\n    a()\nexcept FileNotFoundError:\n    pass", None),
        ("def a(): ...\nwith suppress(OSError, CkmError):\n    a()", None),
        ("from ckmcore.x import BAD\ndef a(): ...\ntry:\n    a()\nexcept BAD:\n    pass", {"a"}),
        ("BAD: Final = (TypeError, OSError)\ndef a(): ...\ntry:\n    a()\nexcept BAD:\n    pass", {"a"}),
        ("BAD = (TypeError,)\ndef a(): ...\ntry:\n    a()\nexcept BAD + (OSError,):\n    pass", {"a"}),
        ("Bad = OSError\ndef a(): ...\ntry:\n    a()\nexcept Bad:\n    pass", {"a"}),
        ("import ckmcore.x\ntry:\n    ckmcore.x.a()\nexcept OSError:\n    pass", {"ckmcore.x.a"}),
        ("import ckmcore as ckm\ntry:\n    ckm.a()\nexcept OSError:\n    pass", {"ckm.a"}),
        ("def f():\n    try:\n        yield\n    except OSError:\n        pass", {"yield"}),
        ("def a(): ...\ntry:\n    a()\nexcept OSError:\n    if b:\n        raise X\n    raise", {"a"}),
        ("def a(): ...\ntry:\n    a()\nexcept* OSError:\n    pass", {"a"}),
    ],
)
def test_the_guard_sees_what_would_swallow_an_error(text: str, calls: set[str] | None) -> None:
    assert [found for _, found in handlers(ast.parse(text))] == ([] if calls is None else [calls])


def test_an_error_within_writing_is_not_taken_for_one_of_the_system(tmp_path: Path) -> None:
    from ckmcore.base.files import hand_over, write_whole

    def refused(_: Path) -> Any:
        raise NotWritten(name="inner", reason="inner")

    for act in (write_whole, hand_over):
        with pytest.raises(NotWritten) as caught:
            act(tmp_path / "outer", refused)
        assert caught.value.fields["name"] == "inner"


def test_a_refusal_is_no_error_of_a_file() -> None:
    assert isinstance(PermissionRefused("release_role_not_allowed", role="", needed=""), PermissionRefused)
    assert PermissionRefused("release_role_not_allowed", role="", needed="").errno is None
