"""Every error that is made has a sentence, and the fields that the sentence names."""

from __future__ import annotations

import ast
import string

from ckmcore.messages import SENTENCES
from tests.kit.raised import errors_made


def test_every_error_that_is_made_has_a_code_with_a_sentence_and_the_fields_that_it_names() -> None:
    wrong, seen = [], 0
    for made in errors_made():
        seen += 1
        if not made.codes or any(code not in SENTENCES for code in made.codes):
            wrong.append(f"{made.place}: {ast.unparse(made.call)}")
            continue
        given = {keyword.arg for keyword in made.call.keywords}
        for code in made.codes:
            named = {name for _, name, _, _ in string.Formatter().parse(SENTENCES[code][0]) if name is not None}
            if None not in given and not named <= given:
                wrong.append(f"{made.place}: {code} lacks {sorted(named - given)}")
    assert wrong == []
    assert seen > 900
