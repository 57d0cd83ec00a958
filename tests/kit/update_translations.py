"""Refresh resources/translations/ckmdesk_de.ts from the sources.

    python tests/kit/update_translations.py [GERMAN.json]

New sources appear as unfinished entries and are listed. Write the German into them by hand, without the attribute
`unfinished`, or give it as JSON: {"Context": {"source": "German"}}. Plurals (`%n`) are filled in by hand.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import PySide6

ROOT = Path(__file__).resolve().parents[2]
TS = ROOT / "resources" / "translations" / "ckmdesk_de.ts"
TOOLS = Path(PySide6.__file__).parent
ENDING = ".exe" if sys.platform == "win32" else ""


Entries = dict[tuple[str, str], ElementTree.Element]


def entries(file: Path) -> Entries:
    """The messages of a file by their context and source."""
    found: Entries = {}
    for context in ElementTree.parse(file).getroot().iter("context"):  # noqa: S314 - our own file
        for message in context.iter("message"):
            found[str(context.findtext("name") or ""), str(message.findtext("source"))] = message
    return found


def sources() -> list[Path]:
    return sorted((ROOT / "ckmdesk").rglob("*.py"))


def lupdate(target: Path) -> None:
    """Write what the sources say into `target`, keeping the translations it holds; obsolete entries go."""
    command = [str(TOOLS / ("lupdate" + ENDING)), "-silent", "-no-obsolete", "-locations", "none", "-sort-messages"]
    command += ["-source-language", "en", "-target-language", "de_DE"]
    command += ["-disable-heuristic", "sametext", "-disable-heuristic", "similartext"]
    subprocess.run([*command, *map(str, sources()), "-ts", str(target)], check=True, capture_output=True)


def lrelease(source: Path, target: Path) -> None:
    """Make the binary that the window loads, whole: a window that runs has the one before mapped into its memory."""
    made = target.with_suffix(f".{os.getpid()}.qm")
    subprocess.run([str(TOOLS / ("lrelease" + ENDING)), "-silent", str(source), "-qm", str(made)], check=True)
    made.replace(target)


def _escaped(text: str) -> str:
    return escape(text, {'"': "&quot;", "'": "&apos;"})


def fill(german: dict[str, dict[str, str]]) -> None:
    """Put German words into the unfinished entries."""
    blocks = TS.read_text(encoding="utf-8").split("<context>")
    for number, block in enumerate(blocks):
        for context, words in german.items():
            if f"<name>{context}</name>" not in block:
                continue
            for source, target in words.items():
                head = f"<source>{_escaped(source)}</source>\n        <translation"
                block = block.replace(
                    head + ' type="unfinished"></translation>', f"{head}>{_escaped(target)}</translation>"
                )
            blocks[number] = block
    TS.write_text("<context>".join(blocks), encoding="utf-8")


def unfinished() -> list[tuple[str, str]]:
    """(context, source) of what has no German yet."""
    return [
        (str(context.findtext("name")), str(message.findtext("source")))
        for context in ElementTree.parse(TS).getroot().iter("context")  # noqa: S314 - our own file
        for message in context.iter("message")
        if message.find("translation[@type]") is not None
    ]


def main(arguments: list[str]) -> int:
    lupdate(TS)
    for name in arguments:
        fill(json.loads(Path(name).read_text(encoding="utf-8")))
    missing = unfinished()
    for context, source in missing:
        sys.stdout.write(f"{context}: {source}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
