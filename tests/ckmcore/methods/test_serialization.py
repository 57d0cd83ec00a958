"""A method is kept by its kind and settings, its tables by their content hash; faulty settings are refused."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.methods.serialization import (
    KINDS,
    KeptMethod,
    keep_method,
    method_text,
    restored_method,
    restored_table,
    serialize_table,
    settings_record,
    tables_of,
)
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.ptable import parse_ptable
from ckmcore.ptable.magnitudes import design_magnitudes
from ckmcore.statistic.claims import ClaimNotTested
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.period import Period
from tests.kit.before_the_floor import put_in_force
from tests.kit.changed_images import changed
from tests.kit.fails import fails

PTABLE = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.5;-1;0.5\n1;2;0.5;1;1\n", "p.csv")
METHODS: list[Method] = [
    ckm.CellKeyMethod(PTABLE),
    ckm.CellKeyMethod(PTABLE, "less_equal", criteria=("within_one", "from_three")),
    ckm.Rounding(7),
    ckm.Rounding(
        5, 500, (("income", 1000), ("staff", 3)), ratio_decimals=0, primary=ckm.PrimaryRules(dominance=((1, 50.0),))
    ),
    ckm.KeyedRounding(3, magnitude_bases=(("income", 100),)),
    ckm.MagnitudeCellKeyMethod(
        ptable=PTABLE,
        threshold=3,
        large=design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2),
        small=design_magnitudes(D=5, V=1.5, icat=(1, 3, 5), step=2),
        settings=ckm.magnitude_settings("T(3)", "F(0.03,0.30,5000,3,0.5,0.2)", separation=True),
        own=(
            ("staff", ckm.magnitude_settings("M", "N(0.05)", include_zeros=True, decimals=0)),
            (
                "profit",
                ckm.MagnitudeSettings(
                    ckm.Scaling(0.2),
                    extra_noise=0.5,
                    primary=ckm.PrimaryRules(3, ((1, 50.0), (2, 80)), 10.0, (10.0, 50.0), ((("land", "09"),),)),
                ),
            ),
        ),
    ),
]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_comes_back_as_it_was(method: Method) -> None:
    text = msgspec.json.encode(keep_method(method))
    kept = msgspec.json.decode(text, type=KeptMethod)
    tables = {table.content_hash: serialize_table(table) for table in tables_of(method).values()}
    assert restored_method(kept, tables) == method
    assert kept.kind in KINDS
    assert method_text(restored_method(kept, tables)) == method_text(method)


@pytest.mark.parametrize("method", METHODS)
def test_a_statistic_keeps_every_method(method: Method) -> None:
    made = put_in_force(ckm.Statistic(ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025")),)), method)
    again = from_bytes(to_bytes(made), "s.ckm")
    assert again == made
    assert again.period.in_force is not None
    assert again.period.in_force.method == method


def test_a_table_for_magnitudes_comes_back_with_its_hash() -> None:
    table = design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2)
    assert restored_table(serialize_table(table)) == table


def test_a_setting_that_is_not_known_is_refused_not_dropped() -> None:
    with pytest.raises(msgspec.ValidationError, match="treshold"):
        restored_method(KeptMethod("rounding", {"base": 10, "treshold": 5}), {})


def test_a_setting_that_was_not_kept_has_its_default() -> None:
    assert restored_method(KeptMethod("rounding"), {}) == ckm.Rounding(**FORMER)


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (KeptMethod("magic"), "method magic"),
        (KeptMethod("cell_key", {}, {"ptable": "0" * 64}), "ptable 0000"),
        (KeptMethod("rounding", {"base": "ten"}), "int"),
        (KeptMethod("rounding", {"base": 0}), "base for rounding"),
        (KeptMethod("cell_key"), "ptable"),
    ],
)
def test_a_method_that_makes_no_sense_is_a_damaged_file(kept: KeptMethod, words: str) -> None:
    with fails("ckm_damaged", match=words):
        from_bytes(_with_method(kept), "s.ckm")


def test_a_damaged_setting_within_a_setting_is_told_in_the_language_of_the_reader() -> None:
    kept = keep_method(ckm.Rounding(10, primary=ckm.PrimaryRules(p_percent=10.0)))
    kept.settings["primary"]["p_percent"] = -1.0
    with fails("primary_rule_faulty"):
        restored_method(kept, {})
    with fails("ckm_damaged") as told:
        from_bytes(_with_method(kept), "s.ckm")
    assert "Eine Primärregel ist nicht möglich: die p-%-Regel hat p = −1" in told.value.text("de")


def _with_method(kept: KeptMethod) -> bytes:
    """A file of a statistic that keeps such a method."""
    made = ckm.Statistic(ckm.Texts.same("S")).put_in_force(ckm.Rounding(10))

    def change(base: sqlite3.Connection) -> None:
        (record,) = base.execute("SELECT record FROM period").fetchone()
        period = msgspec.json.decode(record)
        period["method"]["method"] = msgspec.to_builtins(kept)
        base.execute("UPDATE period SET record = ?", (msgspec.json.encode(period).decode(),))

    return changed(to_bytes(made), change)


def test_a_table_that_is_not_the_one_its_hash_names_is_refused() -> None:
    other = replace(PTABLE, integer_modulus=256)
    with pytest.raises(ValueError, match=other.content_hash):
        restored_method(keep_method(ckm.CellKeyMethod(PTABLE)), {PTABLE.content_hash: serialize_table(other)})


@pytest.mark.parametrize("kind", list(KINDS.values()))
def test_the_settings_of_a_kind_are_a_typed_record_without_tables(kind: type[Method]) -> None:
    assert "ptable" not in settings_record(kind).__struct_fields__


@pytest.mark.parametrize("base", [1, 0, -10, 2.5, True, "10", 10**9 + 1])
def test_a_base_that_is_none_is_one_sentence(base: object) -> None:
    with fails("setting_range") as found:
        ckm.Rounding(base)  # type: ignore[arg-type]
    assert found.value.text("en").startswith("The base for rounding cannot be ")
    assert found.value.text("de").startswith("Die Basis der Rundung kann nicht ")


def test_an_unknown_boundary_rule_or_criterion_is_refused() -> None:
    for made in (
        lambda: ckm.CellKeyMethod(PTABLE, "above"),  # type: ignore[arg-type]
        lambda: ckm.CellKeyMethod(PTABLE, criteria=("median",)),  # type: ignore[arg-type]
    ):
        with fails("setting_unknown"):
            made()


def test_t06_a_method_whose_claims_hold_in_no_row_is_made_and_read_and_judged_where_it_is_put_in_force() -> None:
    method = ckm.CellKeyMethod(PTABLE, criteria=("mean",))
    assert method.claims == ("mean",)
    above_the_floor = ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=5, V=3, js=2)), criteria=("mean",))
    with pytest.raises(ClaimNotTested, match=r"below 0\.5 on average"):
        ckm.Statistic(ckm.Texts.same("S")).put_in_force(above_the_floor)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_has_a_note_in_two_lengths_and_a_legend(method: Method) -> None:
    for language in ("en", "de"):
        long, short = method.note.text(language), method.short_note.text(language)
        assert len(short) < len(long)
        assert ("do not add" if language == "en" else "addieren Sie nicht") in short
        assert ("do not add" if language == "en" else "addieren Sie nicht") in long
        assert ("you compute yourself" if language == "en" else "selbst berechnete") in long
        assert all(words.text(language) for words in method.legend.values())


def test_the_note_tells_criteria_as_thresholds_and_neither_D_nor_V() -> None:
    plain = ckm.CellKeyMethod(PTABLE).note.text("en")
    method = ckm.CellKeyMethod(PTABLE, criteria=("within_one", "from_three"))
    told = method.note.text("en").removeprefix(plain)
    assert ckm.CellKeyMethod(PTABLE, weighted_step=100).note.text("de") == (
        ckm.CellKeyMethod(PTABLE).note.text("de") + " Gewichtete Zahlen sind auf Vielfache von 100 gerundet."
    )
    assert told == (
        " Of the changes it holds that at least 90 % of the figures change by 1 at most, at most 5 % of the figures"
        " change by 3 or more."
    )


def test_former_files_name_their_tables_by_hash_when_saved_again(tmp_path: Path) -> None:
    from ckmcore.statistic.file import open_statistic

    made, _ = open_statistic(Path(__file__).parents[1] / "statistic" / "version_4.ckm")
    assert made.period.in_force is not None
    assert keep_method(made.period.in_force.method).tables == {"ptable": PTABLE.content_hash}
