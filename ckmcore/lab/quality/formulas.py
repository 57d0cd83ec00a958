"""The formula of each measure, and the page that lists all measures with who defined them (docs/method.md).

Signs: n original, f published, d = f − n, C the cells whose figure is shown and whose original is not 0; v noise of the
row of n; [l, h] the originals that an attack leaves; π a reader's prior, p(i, j) = P(f = j | n = i); x a sum, y the
published sum, e = |y − x| / |x|; x1 the largest contribution to x, x2 the second.
"""

from __future__ import annotations

from ckmcore.lab.quality.measure_registry import COMPARED, MEASURES


def measures_listed() -> str:
    """List of all measures in the order of an evaluation, as Markdown; the generated part of docs/method.md."""
    lines = []
    for kind in (*MEASURES, *COMPARED):
        source = "own" if kind.origin == "own" else kind.source.text("en")
        lines += [
            f"### `{kind.code}`: {kind.label.text('en')}",
            "",
            f"- Definition: {kind.definition.text('en')}",
            f"- Formula: `{kind.formula}`",
            f"- Defined by: {source}",
            "",
        ]
    return "\n".join(lines)
