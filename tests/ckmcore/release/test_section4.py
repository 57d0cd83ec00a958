"""What has left the house is looked at once more: kinds and states, decisions, notices, figures drawn anew."""

from __future__ import annotations

import contextlib
import functools
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.typed import decoded
from ckmcore.base.verdict import Verdict
from ckmcore.base.version import VERSION
from ckmcore.lab.release.recheck import Recheck, recheck, recheck_report
from ckmcore.lab.release.redrawn import attack_redrawn
from ckmcore.lab.release.register_attack import attack_register, register_tables
from ckmcore.lab.risk.linked_tables import attack_tables
from ckmcore.lab.risk.publication import Publication
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.release.actions import release, submit, withdraw
from ckmcore.release.checklist import checklist
from ckmcore.release.closed_pairs import PairClosed, closed_pair
from ckmcore.release.pair_decisions import (
    accept_release,
    decision_words,
    decisions_on,
    notice_text,
    publish_no_further,
    recipients_of,
    take_back,
    with_look,
    write_notice,
)
from ckmcore.release.provenance import prepare
from ckmcore.statistic.image import from_bytes, make_image, to_bytes
from ckmcore.statistic.looks import PAIR_KINDS, Look, PairDecision, PairKind, look_is_due
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.snapshot import unpacked
from tests.kit.disclosing_pairs import METHODS, REQUEST, bare, load_from, out, with_method
from tests.kit.fails import fails
from tests.kit.released_people import LATER, NOON

DAY = "2026-11-28"


def pairs_of(found: Recheck, number: int = 1) -> dict[str, tuple[Verdict, int]]:
    one = next(one for one in found.looked if one.release.number == number)
    return {pair.kind: (pair.verdict, pair.cells) for pair in one.pairs}


def looked(made: Statistic, folder: Path) -> Statistic:
    return with_look(made, recheck(made, load_from(folder)).verdict.value, DAY)


# --- kinds and states ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[PairKind], Recheck]:
    """A look at the release of a pair, made once of each kind."""

    @functools.cache
    def found(kind: PairKind) -> Recheck:
        folder = tmp_path_factory.mktemp(kind)
        return recheck(out(bare(kind, folder), folder), load_from(folder))

    return found


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", PAIR_KINDS)
def test_section4_a_release_with_a_pair_is_open_for_its_kind_alone_and_says_how_many_cells(
    kind: PairKind, found_of: Callable[[PairKind], Recheck]
) -> None:
    found = found_of(kind)
    states = pairs_of(found)
    assert {name for name, (verdict, _) in states.items() if verdict is Verdict.OPEN} == {kind}
    assert states[kind][1] > 0
    assert found.verdict is Verdict.OPEN
    page = recheck_report(found, "People", DAY, "en").html()
    said = next(pair for pair in found.looked[0].pairs if pair.kind == kind)
    assert said.line.text("en") in page
    assert "confidential" in repr(said)


@pytest.mark.parametrize("kind", PAIR_KINDS)
def test_section4_counts_alone_hold_for_every_kind_with_the_reason_that_nothing_is_shown(
    kind: PairKind, tmp_path: Path
) -> None:
    made = out(bare(kind, tmp_path), tmp_path, table=1)
    found = recheck(made, load_from(tmp_path))
    assert {verdict for verdict, _ in pairs_of(found).values()} == {Verdict.HELD}
    assert all(pair.reason is not None for pair in found.looked[0].pairs)


@pytest.mark.parametrize("lacking", ["records", "figures", "period"])
@pytest.mark.parametrize("kind", PAIR_KINDS)
def test_section4_what_cannot_be_looked_at_is_not_tested_and_says_why(
    kind: PairKind, lacking: str, tmp_path: Path
) -> None:
    made, load = out(bare(kind, tmp_path), tmp_path), load_from(tmp_path)
    if lacking == "figures":
        made = replace(made, snapshots=())
    if lacking == "period":
        label = ckm.Texts.same("1999")
        source = made.period.source
        assert source is not None
        made = made.with_period(
            replace(made.period, label=label, date="1999-12-31", source=replace(source, sha256="0"))
        )
    found = recheck(made, (lambda _: None) if lacking == "records" else load)
    assert pairs_of(found)[kind] == (Verdict.NOT_TESTED, 0)
    said = next(pair for pair in found.looked[0].pairs if pair.kind == kind)
    assert said.reason is not None
    assert said.reason.text("de") in said.said.text("de")
    # Of sums it is told still what is concluded of single contributors.
    assert found.verdict is (Verdict.OPEN if found.disclosing else Verdict.NOT_TESTED)


@pytest.mark.parametrize("kind", [pytest.param("weights", marks=pytest.mark.thorough), "answers", "sums"])
def test_section4_a_withdrawn_release_is_looked_at_too(kind: PairKind, tmp_path: Path) -> None:
    made = withdraw(out(bare(kind, tmp_path), tmp_path), 1, "Bernd", LATER, "It discloses.")
    assert pairs_of(recheck(made, load_from(tmp_path)))[kind][0] is Verdict.OPEN


@pytest.mark.thorough
def test_t01_weighted_counts_of_one_release_and_counts_of_another_are_open_in_both(
    tmp_path: Path, found_of: Callable[[PairKind], Recheck]
) -> None:
    made = bare("weights", tmp_path)
    weighted = SavedTable("Weighted", made.tables[0].spec.with_changes(values=made.tables[0].spec.values[1:]))
    made = replace(made, tables=(weighted, made.tables[1]))
    made = out(out(made, tmp_path), tmp_path, table=1)
    found = recheck(made, load_from(tmp_path))
    assert pairs_of(found, 1)["weights"] == pairs_of(found, 2)["weights"] == pairs_of(found_of("weights"))["weights"]


def test_t05_a_sum_of_one_release_beside_a_0_of_another_is_found_where_each_alone_shows_nothing(
    tmp_path: Path, found_of: Callable[[PairKind], Recheck]
) -> None:
    made = bare("sums", tmp_path)
    alone = SavedTable("Sums", made.tables[0].spec.with_changes(values=made.tables[0].spec.values[1:]))
    made = replace(made, tables=(alone, made.tables[1]))
    first = out(made, tmp_path)
    assert pairs_of(recheck(first, load_from(tmp_path)))["sums"] == (Verdict.HELD, 0)
    both = recheck(out(first, tmp_path, table=1), load_from(tmp_path))
    assert pairs_of(both, 1)["sums"] == pairs_of(found_of("sums"))["sums"]
    assert pairs_of(both, 2)["sums"][0] is Verdict.HELD


# --- offered once ----------------------------------------------------------------------------------------------------


def test_section4_a_look_is_due_once_until_somebody_looked_or_declined(tmp_path: Path) -> None:
    made = bare("weights", tmp_path)
    assert not look_is_due(made.register, (), DAY)
    assert not look_is_due(out(made, tmp_path, table=1).register, (), DAY)  # counts alone are no pair
    register = out(made, tmp_path).register
    assert look_is_due(register, (), DAY)
    for result in ("held", "open", "not_tested", "never"):
        looks = (Look(DAY, VERSION, result),)  # type: ignore[arg-type]
        assert not look_is_due(register, looks, "2027-01-01")
    later = Look(DAY, VERSION, "later")
    assert not look_is_due(register, (later,), DAY)
    assert look_is_due(register, (later,), "2026-11-29")
    assert not look_is_due(register, (Look(DAY, VERSION, "held"), later), "2026-11-29")


def test_section4_nothing_of_looks_is_in_a_file_before_there_are_some_and_then_it_is_sealed(tmp_path: Path) -> None:
    made = out(bare("weights", tmp_path), tmp_path)
    path = tmp_path / "s.ckm"

    def kept(statistic: Statistic) -> dict[str, str]:
        path.write_bytes(make_image(statistic, 1)[0])
        with contextlib.closing(sqlite3.connect(path)) as base:
            return dict(base.execute("SELECT key, value FROM statistic"))

    assert not {"looks", "pair_decisions"} & set(kept(made))
    full = accept_release(with_look(made, "open", DAY), 1, "Chief", NOON, "Small weights")
    assert from_bytes(to_bytes(full), "s.ckm") == full
    assert from_bytes(to_bytes(full), "s.ckm").register == made.register
    secret = Secret.key_file(bytes(range(48)))
    seal, _ = make_seal({"methodologist": secret, "clerk": Secret.key_file(bytes(range(1, 49)))})
    sealed = kept(replace(full, seal=seal))
    assert all(sealed[name].startswith("sealed:") for name in ("looks", "pair_decisions"))
    assert from_bytes(path.read_bytes(), "s.ckm", secret).pair_decisions == full.pair_decisions


# --- decisions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PAIR_KINDS)
def test_section4_a_release_is_accepted_by_decision_with_who_when_and_why(kind: PairKind, tmp_path: Path) -> None:
    made = with_look(out(bare(kind, tmp_path), tmp_path), "open", DAY)
    done = accept_release(made, 1, " Chief ", NOON, " Weights are nearly equal ", (kind,))
    assert done.pair_decisions == (PairDecision(1, kind, "accepted", "Chief", NOON, "Weights are nearly equal"),)
    said = decision_words(done.pair_decisions[0]).text("de")
    assert all(one in said for one in ("Chief", "22.11.2026", "Weights are nearly equal"))
    assert done.register == made.register
    other = publish_no_further(done, 1, "Deputy", LATER, "Better so", (kind,))
    assert [one.decided for one in decisions_on(other, 1)] == ["no_further"]
    assert take_back(other, 1).pair_decisions == ()
    with fails("pair_nothing_decided"):
        take_back(made, 1)


def test_section4_a_decision_needs_a_look_a_release_a_person_and_a_reason(tmp_path: Path) -> None:
    made = bare("sums", tmp_path)
    handed_in = submit(made, prepare(made, made.tables[1], load_from(tmp_path), REQUEST), "Anna", NOON)
    with fails("release_wrong_state"):
        accept_release(with_look(handed_in, "open", DAY), 1, "Chief", NOON, "Why")
    counts = out(made, tmp_path, table=1)
    with fails("pair_not_looked_at"):
        accept_release(counts, 1, "Chief", NOON, "Why")
    with fails("pair_not_looked_at"):
        accept_release(with_look(counts, "later", DAY), 1, "Chief", NOON, "Why")
    seen = with_look(counts, "held", DAY)
    with fails("register_person_missing"):
        accept_release(seen, 1, " ", NOON, "Why")
    with fails("release_reason_missing"):
        accept_release(seen, 1, "Chief", NOON, " ")
    assert {one.kind for one in accept_release(seen, 1, "Chief", NOON, "Why").pair_decisions} == {"weights", "answers"}
    shares = SavedTable("Shares", ckm.TableSpec("A", values=[ckm.Value("share", base="column")]))
    only = looked(out(replace(made, tables=(shares,)), tmp_path), tmp_path)
    with fails("pair_none_shown"):
        accept_release(only, 1, "Chief", NOON, "Why")


# --- no further values of a pair -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PAIR_KINDS)
def test_section4_no_further_values_of_a_pair_are_handed_in_or_released_until_the_decision_is_taken_back(
    kind: PairKind, tmp_path: Path
) -> None:
    made, load = bare(kind, tmp_path), load_from(tmp_path)
    made = with_look(out(made, tmp_path), "open", DAY)
    ready = prepare(made, made.tables[0], load, REQUEST)
    assert "pairs" not in [check.name for check in checklist(made, ready)]
    waiting = replace(made, register=out(made, tmp_path).register[:-1])  # handed in before it was decided
    closed = publish_no_further(made, 1, "Chief", NOON, "T")
    check = next(check for check in checklist(closed, ready) if check.name == "pairs")
    assert check.state == "look"
    for language, remedy in (("en", "Take these values out"), ("de", "Nehmen Sie diese Werte aus")):
        said = check.found.text(language)  # type: ignore[arg-type]
        assert remedy in said
        assert "2025" in said
        assert set(re.findall(r"\d+", said)) == {"1", "2025"}  # no number of cells
    with pytest.raises(PairClosed):
        submit(closed, ready, "Anna", NOON)
    pending = replace(waiting, pair_decisions=closed.pair_decisions)
    with pytest.raises(PairClosed):
        release(pending, 2, "Bernd", LATER)
    counts = prepare(closed, closed.tables[1], load, REQUEST)
    assert submit(closed, counts, "Anna", NOON).register[-1].number == 2
    submission = replace(
        ready.submission,
        periods=tuple(
            replace(one, label=ckm.Texts.same("2026"), date="2026-12-31", data=("x",))
            for one in ready.submission.periods
        ),
    )
    assert closed_pair(closed, submission) is None  # other records
    assert closed_pair(take_back(closed, 1), ready.submission) is None
    accepted = accept_release(made, 1, "Chief", NOON, "T")
    assert closed_pair(accepted, ready.submission) is None


@pytest.mark.parametrize("further", ["rows", "filters", "grouped"])
def test_section4_counts_by_classes_that_the_dictionary_makes_are_further_counts_by_value(
    further: str, tmp_path: Path
) -> None:
    classes = VariableEntry("D", "dimension", ckm.Texts.same("D"), derived=Derivation("classes", "m", bounds=("1",)))
    copied = VariableEntry("E", "dimension", ckm.Texts.same("E"), derived=Derivation("same", "D"))
    made, load = bare("answers", tmp_path), load_from(tmp_path)
    spec = {
        "rows": ckm.TableSpec("D"),
        "filters": ckm.TableSpec("A", filters=ckm.Condition("D", ("<1",))),
        "grouped": ckm.TableSpec("A", "E"),
    }[further]
    made = replace(made, dictionary=(*made.dictionary, classes, copied))
    made = with_look(out(made, tmp_path), "open", DAY)
    ready = prepare(made, SavedTable("Classes", spec), load, REQUEST)
    closed = publish_no_further(made, 1, "Chief", NOON, "T", ["answers"])
    with pytest.raises(PairClosed):
        submit(closed, ready, "Anna", NOON)
    assert closed_pair(made, ready.submission) is None
    counts = prepare(closed, closed.tables[1], load, REQUEST)
    assert closed_pair(closed, counts.submission) is None


# --- the notice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PAIR_KINDS)
@pytest.mark.parametrize("ended", [False, True])
def test_section4_a_notice_names_recipients_in_both_languages_and_holds_no_figure_and_no_reason(
    kind: PairKind, ended: bool, tmp_path: Path
) -> None:
    made = out(bare(kind, tmp_path), tmp_path)
    reason = "Cell A1 is 7777"
    if ended:
        made = withdraw(made, 1, "Bernd", LATER, reason)
    assert recipients_of(made, 1) == ("Ministry of Distinction",)
    text = notice_text(made, 1, DAY, "de")
    assert text.index("zurückgezogen") < text.index("withdrawn")
    assert ("Draft:" in text, "Entwurf:" in text) == (not ended, not ended), "what is not so yet is said as a draft"
    assert text.count("Ministry of Distinction") == 2
    submission = made.register[0].submission
    assert submission is not None
    kept = unpacked(made.snapshots, submission.packed, submission.figures, 1)
    figures = {str(figure) for block in kept.blocks for values in block.figures for figure in values.ravel().tolist()}
    day, month = ("23", "11") if ended else ("28", "11")
    known = {"1", "2025", "2026", "22", "11", day, month}
    numbers = set(re.findall(r"\d+", text))
    assert numbers <= known
    assert not numbers & (figures - known)
    assert len(figures - known) > 1
    assert reason not in text
    write_notice(made, 1, tmp_path / "notice.txt", DAY, "de")
    assert (tmp_path / "notice.txt").read_text(encoding="utf-8") == text


# --- a figure that is drawn anew -------------------------------------------------------------------------------------


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", PAIR_KINDS)
def test_section4_only_a_withdrawn_table_is_drawn_anew_and_the_pair_must_be_gone_from_it(
    kind: PairKind, tmp_path: Path
) -> None:
    made, load = out(bare(kind, tmp_path), tmp_path), load_from(tmp_path)
    with fails("release_wrong_state"):
        attack_redrawn(made, 1, load)
    gone = withdraw(made, 1, "Bernd", LATER, "It discloses.")
    assert attack_redrawn(gone, 1, load).verdict is Verdict.OPEN  # the same pair once more
    assert attack_redrawn(gone, 1, lambda _: None).verdict is Verdict.NOT_TESTED
    counts = gone.with_table(replace(gone.tables[0], spec=gone.tables[1].spec))
    assert attack_redrawn(counts, 1, load).verdict is Verdict.HELD
    assert attack_redrawn(replace(gone, tables=()), 1, load).verdict is Verdict.OPEN


@pytest.mark.parametrize("base", [3, 4, 5, 7])
def test_section4_a_second_draw_is_held_only_where_old_and_new_together_disclose_no_more(
    base: int, tmp_path: Path
) -> None:
    made, load = with_method(bare("answers", tmp_path), ckm.Rounding(5)), load_from(tmp_path)
    made = out(made, tmp_path, table=1)
    gone = withdraw(made, 1, "Bernd", LATER, "It discloses.")
    other = ckm.Rounding(base)
    now = with_method(gone, other)
    now = now.with_period(replace(now.period, former=(gone.period.in_force,)))  # type: ignore[arg-type]
    found = attack_redrawn(now, 1, load)
    data = load(now)
    assert data is not None
    raw = ckm.tabulate(data, now.tables[1].spec)
    register = register_tables(now, data)
    at_hand = Publication(ckm.Texts.same("New"), other.protect(raw), other, raw=raw)
    together = len(attack_register(register, data, at_hand=[at_hand]).attack.disclosed)
    before = len(attack_register(register, data).attack.disclosed)
    more = max(together - before, len(attack_tables([raw], data, other).disclosed))
    assert (found.verdict, found.cells) == ((Verdict.OPEN, more) if more else (Verdict.HELD, 0))
    assert bool(more) == (base != 5)  # the same figures once more tell nothing


def test_section4_sums_under_another_method_are_not_attacked_together_and_so_never_offered(tmp_path: Path) -> None:
    made = withdraw(out(bare("sums", tmp_path), tmp_path), 1, "Bernd", LATER, "It discloses.")
    method = METHODS["sums"]
    assert isinstance(method, ckm.MagnitudeCellKeyMethod)
    assert method.settings is not None
    new = replace(method, settings=replace(method.settings, shown_with="records"))
    found = attack_redrawn(with_method(made, new), 1, load_from(tmp_path))
    assert found.verdict is Verdict.NOT_TESTED
    assert found.reason is not None
    assert "method" in found.said.text("en")


def test_section4_kept_looks_of_a_later_program_are_refused_as_damage() -> None:
    with pytest.raises(ValueError, match="result"):
        decoded('[{"day":"2026-11-28","engine":"9","result":"guessed"}]', tuple[Look, ...])
