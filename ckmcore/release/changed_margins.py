"""Which margins of a hypercube's file are not as they were written: read again beside what the register holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.formats.begun import MarginFacts
from ckmcore.formats.check import Fault
from ckmcore.formats.hypercubes import STREAMS
from ckmcore.formats.stream import read_margins
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.release.files import as_it_was, as_released
from ckmcore.release.hypercubes import hypercube_of
from ckmcore.statistic.entry import WrittenFile
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import Release
from ckmcore.statistic.series import Load


def changed_margins(statistic: Statistic, found: Release, noted: WrittenFile, path: Path, load: Load) -> Sentence:
    """What of a file of a hypercube differs from the one that was `noted`, in words. The records are loaded for their
    code lists and signs; nothing is counted, and nothing is raised: why it cannot be told is a sentence, too."""
    name, number = path.name, str(found.number)
    try:
        submission = found.submission
        saved = SavedTable(submission.table, submission.spec)
        made = hypercube_of(as_it_was(statistic, submission), saved, load, submission.request).hypercube
        draft = replace(as_released(statistic, found, made.draft), engine=noted.version)
        kind = next(one for form, one in STREAMS.items() if form == noted.form)
        facts = [MarginFacts(one.lines, one.sha256) for one in noted.margins]
        wrong = read_margins(replace(made, draft=draft).page, kind, path, facts).wrong
    except Fault as fault:
        return sentence("verify_margins_unknown", name=name, why=fault.reason)
    except CkmError as error:
        return sentence("verify_margins_unknown", name=name, why=error.sentence())
    if not wrong:
        return sentence("verify_margins_same", name=name, number=number)
    every = [one.variables for one in noted.margins]
    said = [_named(every[one]) for one in wrong]
    return sentence("verify_margins", name=name, number=number, count=len(every), margins=joined(said, "known_list"))


def _named(variables: tuple[str, ...]) -> Sentence:
    return sentence("margin_of", names=" × ".join(variables)) if variables else sentence("margin_total")
