"""Which margins of a hypercube's file are not as they were written: read again beside what the register holds."""

from __future__ import annotations

from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.formats.check import FormatViolation
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.office.settings import Office
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.released_figures import released_hypercube
from ckmcore.scale.hypercube.resumable import MarginFacts
from ckmcore.scale.hypercube.stream import read_margins
from ckmcore.statistic.entry import WrittenFile
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import Release
from ckmcore.statistic.series import Load


def changed_margins(
    statistic: Statistic, found: Release, noted: WrittenFile, path: Path, load: Load, office: Office
) -> Sentence:
    """Sentence on the margins in which a hypercube's file differs from the recorded file `noted`. Records are loaded
    for code lists and signs, but not counted; failures are also reported as a sentence. office: of its signs."""
    name, number = path.name, str(found.number)
    try:
        hyper_draft = released_hypercube(statistic, found, noted, load, office)
        kind = next(stream_kind for form, stream_kind in STREAMS.items() if form == noted.form)
        facts = [MarginFacts(margin.lines, margin.sha256) for margin in noted.margins]
        wrong = read_margins(hyper_draft.page, kind, path, facts).wrong
    except FormatViolation as fault:
        return sentence("verify_margins_unknown", name=name, why=fault.reason)
    except CkmError as error:
        return sentence("verify_margins_unknown", name=name, why=error.sentence())
    if not wrong:
        return sentence("verify_margins_same", name=name, number=number)
    all_variables = [margin.variables for margin in noted.margins]
    wrong_variables = [_margin_name(all_variables[variable]) for variable in wrong]
    return sentence(
        "verify_margins",
        name=name,
        number=number,
        count=len(all_variables),
        margins=joined(wrong_variables, "known_list"),
    )


def _margin_name(variables: tuple[str, ...]) -> Sentence:
    return sentence("margin_of", names=" × ".join(variables)) if variables else sentence("margin_total")
