"""What left the house is attacked by what readers are taken to know today: per release, with cause and what to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.release.recheck import needs_recheck, recheck, recheck_report, write_recheck
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import design_ptable
from ckmcore.release.actions import release, submit, withdraw
from ckmcore.release.provenance import prepare
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import KeySet, Period, PeriodSource
from tests.kit.fails import fails
from tests.kit.released_people import LATER, NOON, REQUEST, load, people, released, statistic

W19 = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
ONES = SavedTable("Ones", ckm.TableSpec(["area"], title=ckm.Texts("Persons by area", "Personen nach Gebiet")))


def ones() -> ckm.Microdata:
    """Two areas with a person each; published are 2 and 0, and 0 in all (claims.md, section A)."""
    frame = pd.DataFrame({"area": ["01", "02"], "rkey": ["0.60", "0.45"]})
    return ckm.Microdata.from_pandas(frame, ["area"], record_key="rkey")


def disclosing() -> Statistic:
    """A statistic whose only release discloses three cells."""
    entries = tuple(VariableEntry.of(dimension) for dimension in ones().dimensions.values())
    source = PeriodSource("file", "ones.csv", size=10, sha256="ef" * 32, rows=2)
    period = Period(ckm.Texts.same("2025"), "2025-12-31", source, KeySet("column", "rkey"))
    made = Statistic(ckm.Texts("Ones", "Einsen"), entries, (period,), (ONES,))
    made = made.with_period(replace(made.period, in_force=in_force_of(made)))
    handed_in = submit(made, prepare(made, ONES, load(ones()), REQUEST), "Anna", NOON)
    return release(handed_in, handed_in.register[-1].number, "Bernd", NOON)


def in_force_of(made: Statistic) -> object:
    """A method that was in force before there was a floor under protection."""
    from ckmcore.statistic.period import MethodInForce

    del made
    return MethodInForce(ckm.CellKeyMethod(W19), "2025-01-01")


def test_a_release_that_discloses_is_listed_with_cells_cause_and_what_can_be_done() -> None:
    found = recheck(disclosing(), load(ones()))
    assert (found.attacked, len(found.disclosing)) == (1, 1)
    assert found.disclosing[0].count == 3
    assert "do not hold the same records" in found.disclosing[0].cells[0].text("en")
    assert "3 cells in all" in found.summary.text("en")
    page = recheck_report(found, "Einsen", "2026-11-23", "de").html()
    for words in ("Freigabe 1", "rückrechenbare Felder", "zurückziehen", "Berichtigung", "Intern und vertraulich"):
        assert words in page
    assert repr(found) == "Recheck(1 releases, confidential)"


def test_a_withdrawn_release_is_attacked_too_since_it_is_known_outside() -> None:
    gone = withdraw(disclosing(), 1, "Bernd", LATER, "It discloses.")
    found = recheck(gone, load(ones()))
    assert found.disclosing[0].count == 3
    assert found.disclosing[0].release.state == "withdrawn"


def test_releases_without_a_disclosed_cell_are_counted_and_nothing_is_claimed_beyond() -> None:
    made = released(statistic())
    assert needs_recheck(made)
    assert not needs_recheck(statistic())
    found = recheck(made, load(people()))
    assert found.disclosing == ()
    assert "is shown to be disclosed" in found.summary.text("en")


def test_periods_without_records_and_cancelling_are_told(tmp_path: Path) -> None:
    made = disclosing()
    found = recheck(made, lambda one: None)
    assert found.attacked == 0
    assert "records are not there" in found.notes[0].text("en")
    with pytest.raises(Cancelled):
        recheck(made, load(ones()), cancelled=lambda: True)
    write_recheck(found, tmp_path / "report.html", "Ones", "2026-11-23", "en")
    assert "Still open" in (tmp_path / "report.html").read_text(encoding="utf-8")
    write_recheck(found, tmp_path / "report.pdf", "Ones", "2026-11-23", "en")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-")
    with fails("report_form", match=r"report\.txt"):
        write_recheck(found, tmp_path / "report.txt", "Ones", "2026-11-23", "en")
    assert not (tmp_path / "report.txt").exists()


def test_progress_rises_to_the_end() -> None:
    told: list[float] = []
    recheck(disclosing(), load(ones()), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
