"""What was measured: figures, limits, the table on the terminal and RESULTS.md."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

HEADINGS = ("what", "median", "min", "max", "n", "measured against", "ratio", "to reach", "reached")


@dataclass(frozen=True)
class Timing:
    """Seconds of several runs of one thing, or megabytes (`unit`)."""

    name: str
    seconds: tuple[float, ...]
    note: str = ""
    unit: str = "s"

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass(frozen=True)
class Goal:
    """A limit. Without `rival`: at most `limit` seconds. With it: at least `faster` or at most `slower` times its
    median."""

    limit: float | None = None
    rival: Timing | None = None
    faster: float | None = None
    slower: float | None = None

    def ratio(self, ours: Timing) -> str:
        if self.rival is None:
            return ""
        if self.slower is not None:
            digits = 1 if self.slower == int(self.slower) else 2  # one more than the limit has
            return f"{ours.median / self.rival.median:.{digits}f} x as long"
        if self.faster is None and ours.median > self.rival.median:
            return f"{ours.median / self.rival.median:.1f} x as long"
        return f"{self.rival.median / ours.median:.0f} x faster"

    def wanted(self, unit: str = "s") -> str:
        if self.limit is not None:
            return f"at most {figure(self.limit, unit)}"
        if self.faster is not None:
            return f"at least {self.faster:g} x faster"
        return f"at most {self.slower:g} x as long" if self.slower is not None else ""

    def reached(self, ours: Timing) -> bool | None:
        if self.limit is not None:
            return ours.median <= self.limit
        if self.rival is not None and self.faster is not None:
            return self.rival.median >= self.faster * ours.median
        if self.rival is not None and self.slower is not None:
            return ours.median <= self.slower * self.rival.median
        return None


@dataclass(frozen=True)
class Result:
    """One measurement with its goals; `full` says whether it ran at the size for which the goals are set."""

    ours: Timing
    goals: tuple[Goal, ...]
    full: bool = True


def figure(value: float, unit: str) -> str:
    """Megabytes, or a duration."""
    return f"{value:.0f} MB" if unit == "MB" else duration(value)


def duration(seconds: float) -> str:
    if seconds >= 10:
        return f"{seconds:.0f} s"
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.1f} ms" if seconds >= 0.001 else f"{seconds * 1000:.3f} ms"


def rows(results: Sequence[Result]) -> list[tuple[str, ...]]:
    """The lines of the table: each measurement with its first goal, further goals below; rivals in full at the end."""
    lines: list[tuple[str, ...]] = []
    rivals: dict[str, Timing] = {}
    for result in results:
        shown = _figures(result.ours)
        for goal in result.goals:
            name = "" if goal.rival is None else f"{goal.rival.name}: {duration(goal.rival.median)}"
            reached = {True: "yes", False: "NO", None: ""}[goal.reached(result.ours)]
            if reached and not result.full:
                reached = f"({reached})"
            lines.append((*shown, name, goal.ratio(result.ours), goal.wanted(result.ours.unit), reached))
            shown = ("",) * 5
            if goal.rival is not None:
                rivals[goal.rival.name] = goal.rival
    lines += [(*_figures(rival), "", "", "", "") for rival in rivals.values()]
    return lines


def _figures(timing: Timing) -> tuple[str, ...]:
    values = (timing.median, min(timing.seconds), max(timing.seconds))
    median, least, most = (figure(value, timing.unit) for value in values)
    return timing.name, median, least, most, str(len(timing.seconds))


def as_text(results: Sequence[Result]) -> str:
    """The table for the terminal."""
    lines = [HEADINGS, *rows(results)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:]])


def as_markdown(results: Sequence[Result], conditions: Sequence[str]) -> str:
    """RESULTS.md."""
    table = [HEADINGS, ("---",) * len(HEADINGS), *rows(results)]
    notes = dict.fromkeys(
        f"- **{timing.name}**: {timing.note}"
        for result in results
        for timing in (result.ours, *(goal.rival for goal in result.goals if goal.rival is not None))
        if timing.note
    )
    lines = [
        "# What was measured",
        "",
        "Written by `python3 dev.py bench --write`; goals as set in the first issue. Medians of n runs decide.",
        "",
        *(f"- {condition}" for condition in conditions),
        "",
        *("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in table),
        "",
        *notes,
    ]
    return "\n".join(lines) + "\n"


def machine() -> str:
    """The kind of machine, without its name."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = [line for line in cpuinfo.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = found[0].partition(":")[2].strip() if found else model
    system, python = f"{platform.system()} {platform.machine()}", f"Python {platform.python_version()}"
    return f"{system}, {model}, {os.cpu_count()} cores, {python}"


def today() -> str:
    return datetime.now(UTC).date().isoformat()
