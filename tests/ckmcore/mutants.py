"""Files in which bytes were changed, read in a process of their own that may use 1 GB and 10 seconds for each.

What falls into a library of C would take the tests with it; what never ends would stop them.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SAMPLE, THOROUGH = 60, 10_000
WORDS = [b"\xff\xff\xff\x7f", b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"\x00\x00\x00\x10", b"\n", b"\x00", b'"', b";"]
NUMBERS = [b"0", b"-1", b"65536", b"1048576", b"99999999", b"2147483648", b"1e308", b"18446744073709551616"]
_DIGITS = re.compile(rb"\d+")

# Reads each file it is told of; one line of answer each: the class of the sentence, or that it was read.
READER = """
import resource, signal, sys, time
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
from pathlib import Path
from ckmcore.errors import CkmError

def most_memory():
    # Not ru_maxrss: that begins with what the process that started this one has used.
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

def data(path, meta):
    from ckmcore.microdata import preview, read_microdata
    shown = preview(path, meta=meta)
    asked = None if shown.format == "prepared" else shown.names[:20]
    read_microdata(path, asked, dialect=shown.dialect, meta=meta)

def ptable(path, meta):
    from ckmcore.ptable import open_ptable
    open_ptable(path)

def statistic(path, meta):
    from ckmcore.statistic.file import open_statistic
    open_statistic(path)

def register(path, meta):
    from ckmcore.release.register import read_register
    read_register(Path(path), meta)

def leaks(path, meta):
    from ckmcore.formats.publishable import PublishableContent
    from ckmcore.formats.scan import scan
    for hit in scan(path, PublishableContent(anything=True)):
        hit.sentence().text("de")

for line in sys.stdin:
    kind, path, meta = line.rstrip("\\n").split("\\t")
    start = time.monotonic()
    signal.alarm(60)
    try:
        globals()[kind](path, meta or None)
        answer = "read"
    except CkmError as error:
        texts = error.text("en"), error.text("de")
        answer = error.code if all(texts) else "no sentence"
    except Exception as error:
        answer = type(error).__name__ + " raised"
    signal.alarm(0)
    slow = " slow" if time.monotonic() - start > 10 else ""
    heavy = " heavy" if most_memory() > 1 << 20 else ""
    print(answer + slow + heavy, flush=True)
"""


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Cut off, changed in single bytes, bits, words or numbers, or with bytes left out; mostly where the description
    stands."""
    changed = bytearray(content)
    way = chance.randrange(6)
    if way == 0:
        return bytes(changed[: chance.randrange(len(changed))])
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        place = chance.randrange(min(len(changed), 2000)) if chance.random() < 0.6 else chance.randrange(len(changed))
        if way == 1:
            changed[place] = chance.randrange(256)
        elif way == 2:
            changed[place] ^= 1 << chance.randrange(8)
        elif way == 3:
            word = chance.choice(WORDS)
            changed[place : place + len(word)] = word
        elif way == 4:
            if found := _DIGITS.search(changed, place):
                changed[found.start() : found.end()] = chance.choice(NUMBERS)
        elif len(changed) > 50:
            del changed[place : place + chance.randrange(1, 40)]
    return bytes(changed)


class Reader:
    """A process that reads files; a new one where one has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def answer(self, kind: str, path: Path, meta: object = "") -> str:
        """How reading ended; "ended" where the process did."""
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen([sys.executable, "-c", READER], stdin=pipe, stdout=pipe, text=True)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{kind}\t{path}\t{meta}\n")
        process.stdin.flush()
        found = process.stdout.readline().strip()
        if not found or found.endswith(("slow", "heavy")):
            self.close()
        return found or "ended"

    def close(self) -> None:
        if self._process is not None:
            with self._process as process:
                assert process.stdin is not None
                process.stdin.close()
            self._process = None


@dataclass
class Campaign:
    """The mutants of one file, and how reading each of them ended."""

    reader: Reader
    kind: str
    target: Path
    meta: object = ""
    data: Path | None = None
    found: dict[str, int] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    def run(self, content: bytes, count: int, seed: str, pack: Callable[[bytes], bytes] = bytes) -> None:
        """Read `count` mutants; fails where one ends in anything but data or a sentence."""
        if os.name == "nt":
            pytest.skip("memory and time of the reader are limited and measured as POSIX does it")
        chance = random.Random(seed)
        for number in range(count):
            self.target.write_bytes(pack(mutated(content, chance)))
            answer = self.reader.answer(self.kind, self.data or self.target, self.meta)
            self.found[answer] = self.found.get(answer, 0) + 1
            if answer.endswith(("raised", "slow", "heavy", "no sentence", "ended")) and answer not in self.faults:
                kept = self.target.with_name(f"fault-{number}")
                kept.write_bytes(self.target.read_bytes())
                self.faults[answer] = str(kept)
        if self.faults:
            pytest.fail(json.dumps({"faults": self.faults, "found": self.found}, indent=1, ensure_ascii=False))
        assert sum(self.found.values()) == count
        # A search for leaks says what is wrong with a file as its hits.
        assert self.kind == "leaks" or self.found.get("read", 0) < count
