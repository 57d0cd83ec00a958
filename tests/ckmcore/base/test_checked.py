"""Inputs that passed silently in a trial: each is taken as it is meant, or refused by its name."""

from __future__ import annotations

import typing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.errors import ArgumentNotTaken
from ckmcore.tabulate.spec import Footnote, Order, OwnRow, spec_from_json, spec_to_json
from tests.kit.fails import fails

DATA = {"NUTS": ["1", "1", "2"], "SEX": ["m", "f", "f"]}


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: ckm.Value("shares", base="row"), "Value.kind takes .* not 'shares'. Did you mean 'share'"),
        (lambda: ckm.Value("weighted"), "Value.kind takes .* Did you mean 'weighted_count'"),
        (lambda: ckm.Value("share", base="rows"), "Value.base takes .* Did you mean 'row'"),
        (lambda: ckm.TableSpec(["NUTS", ckm.Block(ckm.Level("SEX"))]), "either names .* which are stacked, not Block"),
        (lambda: ckm.TableSpec([3]), r"TableSpec\.rows takes names .* not 3"),
        (lambda: ckm.TableSpec(columns=3), r"TableSpec\.columns takes names"),
        (lambda: ckm.TableSpec(filters=["SEX"]), r"TableSpec\.filters takes .* not 'SEX'"),
        (lambda: ckm.TableSpec(values_on="rwos"), "Did you mean 'rows'"),
        (lambda: ckm.Condition("EDU", 12), r"Condition\.codes takes several of: a text, not 12|takes a text, not 12"),
        (lambda: ckm.Level("EDU", depths="1"), r"Level\.depths takes a whole number, not '1'|several"),
        (lambda: ckm.Level("EDU", total="bevore"), "Did you mean 'before'"),
        (lambda: OwnRow("Rest", relation="davno"), "Did you mean 'davon'"),
        (lambda: Footnote("x", address=[("SEX", "m", "f")]), "a tuple of 2"),
        (lambda: ckm.Texts(3), r"Texts\.en takes a text, not 3"),
        (lambda: ckm.Statistic(Texts("a"), tables=[ckm.TableSpec()]), r"Statistic\.tables takes SavedTable"),
        (lambda: ckm.tabulate(DATA, ckm.TableSpec()), r"tabulate\(data=\.\.\.\) takes Microdata, not dict"),
        (lambda: ckm.integer_keys([2.5, 1], 256), "a whole number, not list"),
        (lambda: ckm.generate_keys(-1), "from 0 to"),
        (lambda: ckm.CellKeyMethod(ckm.Design()), r"CellKeyMethod\.ptable takes PTable, not Design"),
        (lambda: ckm.read_hrc("a\0b"), "takes a text or a path|takes .* a path"),
    ],
)  # fmt: skip
def test_what_passed_silently_is_refused_by_its_name(made: typing.Callable[[], Any], said: str) -> None:
    with pytest.raises(ArgumentNotTaken, match=said) as found:
        made()
    assert isinstance(found.value, ValueError)
    assert found.value.text("de").count("{") == 0


def test_one_element_is_one_of_several() -> None:
    assert ckm.Condition("EDU", "12").codes == ("12",)
    assert ckm.TableSpec(rows="NUTS") == ckm.TableSpec(["NUTS"])
    assert ckm.TableSpec(ckm.Level("NUTS")) == ckm.TableSpec(["NUTS"])
    assert ckm.TableSpec(values=ckm.Value("weighted_count")).values == (ckm.Value("weighted_count"),)
    assert ckm.TableSpec(filters=ckm.Condition("EDU", ["1"])).filters == (ckm.Condition("EDU", ("1",)),)
    assert ckm.Group("Young", ["1", "2"]) == ckm.Group(Texts("Young", "Young"), ("1", "2"))
    assert ckm.Condition("EDU", {"2", "1"}).codes == ("1", "2")
    assert ckm.Condition("EDU", pd.Series(["1", "2"])).codes == ("1", "2")
    assert ckm.Condition("EDU", np.array(["1", "2"])).codes == ("1", "2")


def test_numbers_of_numpy_and_r_are_numbers() -> None:
    assert ckm.Rounding(np.int64(5)) == ckm.Rounding(5.0) == ckm.Rounding(5)
    design = ckm.Design(np.float64(5), np.float32(3), js=2.0)
    assert design == ckm.Design(5, 3.0, js=2)
    assert {type(design.D), type(design.js)} == {int}
    assert type(ckm.Level("A", mean=np.bool_(True)).mean) is bool
    assert ckm.Level("A", depths=np.array([1, 2])).depths == (1, 2)


def test_a_type_that_is_made_of_what_it_takes_is_written_and_read_as_itself() -> None:
    spec = ckm.TableSpec(
        ["NUTS"],
        ckm.Level("EDU", depths=np.array([1])),
        values=ckm.Value("share", base="row", label="Share"),
        title="T",
    )
    assert spec_from_json(spec_to_json(spec)) == spec
    assert spec.values[0].label == Texts("Share", "Share")
    assert replace(spec.values[0], decimals=np.int64(1)).decimals == 1


def test_what_is_counted_from_0_is_not_negative() -> None:
    for make in (
        lambda: ckm.Top(-1),
        lambda: ckm.Top(3, value=-1),
        lambda: Order(value=-3),
        lambda: ckm.Level("A", -1),
    ):
        with pytest.raises(ArgumentNotTaken, match="takes a whole number from 0, not -"):
            make()
    assert ckm.Top(np.float64(2)).most == 2
    with pytest.raises(ckm.CkmError):
        spec_from_json('{"rows": [{"levels": [{"variable": "A", "order": {"value": -3}}]}]}')


def test_what_msgspec_reads_is_checked_by_it() -> None:
    with pytest.raises(ckm.CkmError):
        spec_from_json('{"values": [{"kind": "shares"}]}')
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"en": 3}, Texts)


@pytest.mark.parametrize("name", [name for name in ckm.__all__ if callable(getattr(ckm, name))])
def test_the_hints_of_every_public_name_can_be_resolved(name: str) -> None:
    typing.get_type_hints(getattr(ckm, name))


def test_another_statistic_is_not_replaced_unless_somebody_says_so(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    first, other = ckm.Statistic(Texts("First")), ckm.Statistic(Texts("Other"))
    stamp = ckm.save_statistic(first, path)
    before = path.read_bytes()
    with fails("ckm_in_the_way", match="is there already"):
        ckm.save_statistic(other, path)
    with fails("ckm_in_the_way"):
        ckm.save_statistic(first, path)  # it may be a later one by now
    with fails("ckm_in_the_way"):
        ckm.save_statistic(other, path, stamp)
    assert path.read_bytes() == before
    stamp = ckm.save_statistic(replace(first, title=Texts("Later")), path, stamp)
    with fails("ckm_in_the_way"):
        ckm.save_statistic(other, path, ckm.open_statistic(path)[1])
    ckm.save_statistic(other, path, replaces=True)
    assert ckm.open_statistic(path)[0] == other


def test_what_could_not_be_opened_again_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that no file may hold, got past the checks of the types."""
    path = tmp_path / "s.ckm"
    first = ckm.Statistic(Texts("First"))
    stamp = ckm.save_statistic(first, path)
    before = path.read_bytes()
    wrong = replace(first, title=Texts("Wrong"))
    object.__setattr__(wrong.title, "en", 3)
    with fails("ckm_not_readable", match="could not be opened again"):
        ckm.save_statistic(wrong, path, stamp)
    assert path.read_bytes() == before


@pytest.mark.parametrize("made", [ckm.Rounding, ckm.KeyedRounding])
def test_the_refusal_of_a_type_comes_before_the_one_of_its_fields(made: typing.Any) -> None:
    for base in ("ten", 2.5):
        with fails("setting_range"):
            made(base)
