"""Planted faults: small changes of the program, drawn by a seed, that some test has to notice.

    python -m tests.mutations list                    the faults, by room
    python -m tests.mutations run COPY [NUMBER ...]   sixty of them, or those named, in a copy of the checkout: tests
                                                      of its room, then those that use its module; with CKM_WHOLE=1 all
                                                      of its package afterwards, what takes long, too
    python -m tests.mutations table RESULTS           the lines of tests/mutations.md

A copy is a clone with an environment `.venv` of its own or a link to one. Results are lines of JSON on standard output.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEED, A_ROOM, AT_ONCE = 43, 3, 60
PACKAGES = ("ckmcore", "ckmdesk")
TIME_LIMIT = 900  # seconds of one run of tests
COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SIGNS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OPERATORS = ("comparison", "sign", "off by one", "dropped call", "swapped argument")


@dataclass(frozen=True)
class Fault:
    """A change of one expression. line: its first line; start, end: its bytes in the file."""

    room: str
    file: str
    operator: str
    line: int
    start: int
    end: int
    before: str
    after: str


def faults_of(file: Path, room: str) -> Iterator[Fault]:
    """Every fault that could be planted in a file."""
    content = file.read_bytes()
    starts = [0, *(match.end() for match in re.finditer(rb"\n", content))]
    for node in ast.walk(ast.parse(content)):
        for operator, changed in _changes(node):
            first, last = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
            before, after = content[first:last].decode(), ast.unparse(changed)
            if before.count("\n") < 3 and after != ast.unparse(node):
                yield Fault(room, file.relative_to(ROOT).as_posix(), operator, node.lineno, first, last, before, after)


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=others) if type(operator) in COMPARISONS:
            yield "comparison", ast.Compare(left, [COMPARISONS[type(operator)]()], others)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in SIGNS and not _is_text(left, right):
            yield "sign", ast.BinOp(left, SIGNS[type(operator)](), right)
        case ast.Constant(value=int() as value) if not isinstance(value, bool) and 0 <= value < 100:
            yield "off by one", ast.Constant(value + 1)
        case ast.Expr(value=ast.Call()):
            yield "dropped call", ast.Expr(ast.Constant(None))
        case ast.Call(func=function, args=[first, second, *rest]) if not isinstance(first, ast.Starred):
            if not isinstance(second, ast.Starred):
                yield "swapped argument", ast.Call(function, [second, first, *rest], node.keywords)


def _is_text(*nodes: ast.AST) -> bool:
    return any(isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str) for node in nodes)


def rooms() -> list[str]:
    """Every folder of the product that holds modules."""
    return sorted(
        {file.parent.relative_to(ROOT).as_posix() for name in PACKAGES for file in (ROOT / name).rglob("*.py")}
    )


def drawn() -> list[Fault]:
    """The same faults every time: three of each room, of three operators where it has them."""
    faults: list[Fault] = []
    for room in rooms():
        files = sorted((ROOT / room).glob("*.py"))
        chance = random.Random(f"{SEED} {room}")
        possible = [fault for file in files for fault in faults_of(file, room)]
        for operator in chance.sample(OPERATORS, A_ROOM):
            among = [fault for fault in possible if fault.operator == operator] or possible
            faults += [chance.choice(among)] if among else []
    return faults


def selections(fault: Fault) -> Iterator[list[str]]:
    """Tests to run one after another until one notices: of the room, of the module's users, of the room
    around it, of the package."""
    package = "tests/ckmdesk" if fault.room.startswith("ckmdesk") else "tests/ckmcore"
    module = fault.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    own = Path(f"tests/{fault.room}")
    if (ROOT / own).is_dir() and own.as_posix() not in ("tests/ckmdesk", "tests/ckmcore"):
        yield [own.as_posix()]
    users = [
        file.relative_to(ROOT).as_posix()
        for file in sorted((ROOT / "tests").rglob("test_*.py"))
        if re.search(rf"\b{re.escape(module)}\b", file.read_text(encoding="utf-8"))
    ]
    if users:
        yield users
    around = "/".join(own.parts[:3])
    if Path(around).is_dir() and around != own.as_posix() and around != package:
        yield [around]
    if os.environ.get("CKM_WHOLE"):  # what the others have not noticed
        yield [package, "tests/journeys" if package == "tests/ckmdesk" else "tests/reference"]
        yield [package, "--thorough"]


def run(copy: Path, numbers: list[int]) -> None:
    """Plant each fault in the copy, print what noticed it, and take it out again."""
    faults = drawn()
    for number in numbers or sorted(random.Random(SEED).sample(range(len(faults)), AT_ONCE)):
        fault = faults[number]
        file = copy / fault.file
        content = file.read_bytes()
        file.write_bytes(content[: fault.start] + fault.after.encode() + content[fault.end :])
        began, noticed = time.monotonic(), ""
        try:
            for tests in selections(fault):
                if noticed := noticed_by(copy, tests):
                    break
        finally:
            file.write_bytes(content)
        line = {"number": number, "noticed": noticed, "seconds": round(time.monotonic() - began), **asdict(fault)}
        say(json.dumps(line))


def noticed_by(copy: Path, tests: list[str]) -> str:
    """The first test that fails, `time` where they do not end; "" where all pass."""
    python = str(copy / ".venv/bin/python")
    command = [python, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]
    steady = {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1", "CKM_FEW_EXAMPLES": "1"}
    environment = {**os.environ, **steady, "PYTHONPATH": str(copy), "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return "time"
    if done.returncode in (0, 5):
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else f"exit code {done.returncode}"


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def table(results: Path) -> None:
    """Print results as a table."""
    lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    say("| room | fault | in | noticed by |\n|---|---|---|---|")
    for line in sorted(lines, key=lambda line: line["number"]):
        change = " ".join(f"`{line['before']}` → `{line['after']}`".split())
        place = f"{Path(line['file']).name}:{line['line']}"
        say(f"| {line['room']} | {line['operator']}: {change} | {place} | {line['noticed'] or '**nothing**'} |")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["list"]:
            for number, fault in enumerate(drawn()):
                say(f"{number} {fault.file}:{fault.line} {fault.operator}: {fault.before} -> {fault.after}")
        case ["run", copy, *numbers]:
            run(Path(copy), [int(number) for number in numbers])
        case ["table", results]:
            table(Path(results))
        case _:
            sys.exit(__doc__)
