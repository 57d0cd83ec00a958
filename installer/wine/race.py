"""One of two programs that take a lock from each other: `python race.py FILE plain|take SECONDS`; ends with 1 where a
try failed. The same on every system."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from ckmcore.statistic import lock


def main(file: Path, how: str, seconds: float) -> int:
    end, tries, taken, longest = time.monotonic() + seconds, 0, 0, 0.0
    faults = Counter[str]()
    while time.monotonic() < end:
        begun = time.monotonic()
        tries += 1
        try:
            if lock.acquire(file, take_over=how == "take") is None:
                taken += 1
                lock.release(file)
        except Exception as fault:  # noqa: BLE001 - each is counted
            faults[f"{type(fault).__name__}: {fault.__cause__!r}"] += 1
        longest = max(longest, time.monotonic() - begun)
    said = [f"{how}: {tries} tries, {taken} taken, {faults.total()} failed, longest {longest:.1f} s"]
    print(*said, *(f"{count} x {fault}" for fault, count in faults.items()), sep="; ", flush=True)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
