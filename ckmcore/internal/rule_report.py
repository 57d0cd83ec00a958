"""Report on rules for records: a page that a person reads, and JSON. Its numbers of records are confidential."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language, integer_text
from ckmcore.base.texts import Texts
from ckmcore.dictionary.judge_rules import RuleFinding
from ckmcore.errors import InputError
from ckmcore.messages import say

ENDINGS = (".html", ".json")
MOST_SHOWN = 20
"""Records of a rule that the page lists with their values; JSON has the numbers of all that the finding names."""
_STYLE = """
body { font: 15px/1.45 "Noto Sans", "Segoe UI", Arial, sans-serif; color: #1b1f24; background: #ffffff;
  max-width: 1080px; margin: 0 auto; padding: 24px; }
.band { background: #fbe9f1; color: #8a1c4a; border: 1px solid #8a1c4a; padding: 6px 12px; font-weight: 600; }
h1 { font-size: 24px; margin: 20px 0 4px; }
h2 { font-size: 18px; margin: 28px 0 8px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #d0d7de; padding: 3px 8px; text-align: left; vertical-align: top; }
th { background: #f4f5f7; }
td.number { text-align: right; }
@media print { body { padding: 0; max-width: none; font-size: 10pt; } tr { break-inside: avoid; } }
"""

Values = Callable[[Sequence[str], Sequence[int]], Sequence[Sequence[str]]]
"""Gives the values of columns in some records, by their numbers from 1."""


@dataclass(frozen=True)
class RuleReport:
    """What became of rules for records. values: None leaves numbers and values of records out of the report."""

    statistic: Texts
    period: Texts
    source: str
    day: str
    titles: Mapping[str, Texts]
    findings: Sequence[RuleFinding]
    values: Values | None = None

    def write(self, path: Path, language: Language) -> None:
        """Write it as HTML or JSON, by the ending of the name; with numbers of records it is its user's alone.

        Raises rule_report_ending, NotWritten.
        """
        ending = path.suffix.lower()
        if ending not in ENDINGS:
            raise InputError("rule_report_ending", name=path.name, endings=ENDINGS)
        content = (self.html(language) if ending == ".html" else self.json()).encode("utf-8")
        has_values = self.values is not None
        write_whole(path, lambda target: _write(target, content), private=has_values, own=has_values)

    def json(self) -> str:
        """The report as JSON: names, words in both languages, verdicts; where they are wanted numbers of records."""
        content = {
            "form": "ckm rules for records",
            "version": 1,
            "statistic": _words(self.statistic),
            "period": _words(self.period),
            "source": self.source,
            "day": self.day,
            "confidential": self.values is not None,
            "rules": [self._item(finding) for finding in self.findings],
        }
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    def _item(self, finding: RuleFinding) -> dict[str, Any]:
        rule = finding.rule
        item: dict[str, Any] = {
            "rule": _words(rule.worded(self.titles)), "kind": rule.kind, "columns": list(rule.names),
            "severity": rule.severity, "verdict": str(finding.verdict),
        }  # fmt: skip
        if finding.reason is not None:
            item["reason"] = {"code": finding.reason.code, **_words(finding.reason)}
        if self.values is not None and rule.kind == "former":
            item["categories"] = [
                {"code": code, "former": former, "records": current_count}
                for code, former, current_count in finding.counts
            ]
        elif self.values is not None:
            item |= {"broken": finding.broken, "rows": list(finding.rows)}
        return item

    def html(self, language: Language) -> str:
        """The report as a page without anything from outside."""
        title = say("rule_report_title", language)
        heads = ["rule_report_rule", "rule_report_kind", "rule_report_severity", "rule_report_verdict"]
        heads += ["rule_report_broken"] if self.values is not None else []
        rows = [self._line(finding, language) for finding in self.findings]
        facts = [self.statistic.text(language), self.period.text(language), self.source, self.day]
        band = say("rule_report_confidential" if self.values is not None else "rule_report_internal", language)
        html_parts = [
            f'<p class="band">{_escaped(band)}</p>\n<h1>{_escaped(title)}</h1>',
            f"<p>{_escaped(' · '.join(filter(None, facts)))}</p>",
            _table([say(head, language) for head in heads], rows, {4}),
        ]
        html_parts += [html_part for finding in self.findings for html_part in self._details(finding, language)]
        return (
            f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n<title>{_escaped(title)}'
            f"</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n" + "\n".join(html_parts) + "\n</body>\n</html>\n"
        )

    def _line(self, finding: RuleFinding, language: Language) -> list[str]:
        rule = finding.rule
        verdict = say(f"rule_verdict_{finding.verdict}", language)
        if finding.reason is not None:
            verdict = f"{verdict}: {finding.reason.text(language)}"
        line = [
            rule.worded(self.titles).text(language), say(f"rule_kind_{rule.kind}", language),
            say(f"rule_severity_{rule.severity}", language), verdict,
        ]  # fmt: skip
        if self.values is not None:
            line.append("" if finding.reason is not None else integer_text(finding.broken, language))
        return line

    def _details(self, finding: RuleFinding, language: Language) -> list[str]:
        """The records that break a rule, or the categories out of its limits."""
        if self.values is None or not finding.broken:
            return []
        rule = finding.rule
        heading = f"<h2>{_escaped(rule.worded(self.titles).text(language))}</h2>"
        if rule.kind == "former":
            heads = [say(f"rule_report_{name}", language) for name in ("category", "former", "now")]
            total = say("rule_report_all", language)
            lines = [
                [code or total, integer_text(former, language), integer_text(current_count, language)]
                for code, former, current_count in finding.counts
            ]
            return [heading, _table(heads, lines, {1, 2})]
        if not finding.rows:
            return []
        shown = finding.rows[:MOST_SHOWN]
        heads = [say("rule_report_record", language)]
        heads += [self.titles[name].text(language) if name in self.titles else name for name in rule.names]
        values = self.values(rule.names, shown)
        lines = [[integer_text(row, language), *texts] for row, texts in zip(shown, values, strict=True)]
        more = finding.broken - len(shown)
        paragraphs = [f"<p>{_escaped(say('rule_report_more', language, count=more))}</p>"] if more else []
        return [heading, _table(heads, lines, {0}), *paragraphs]


def _write(target: Path, content: bytes) -> None:
    target.write_bytes(content)


def _words(text: Any) -> dict[str, str]:
    return {"en": text.text("en"), "de": text.text("de")}


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int]) -> str:
    """A table; columns in `numbers` are aligned right."""
    head = "".join(f'<th scope="col">{_escaped(text)}</th>' for text in heads)
    lines = [
        "".join(
            f'<td class="number">{_escaped(text)}</td>' if column_index in numbers else f"<td>{_escaped(text)}</td>"
            for column_index, text in enumerate(row)
        )
        for row in rows
    ]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
