"""The list of ticks: search, ticks of what is shown, of a node with everything below it."""

from __future__ import annotations

from PySide6.QtCore import Qt

from ckmdesk.models.ticks_model import CHECK, DISPLAY, TickEntry, TicksModel

TREE = [
    TickEntry("a", "Bavaria", 0),
    TickEntry("a1", "Munich", 1),
    TickEntry("a2", "Passau", 1),
    TickEntry("b", "Hesse", 0),
]


def shown(model: TicksModel) -> list[str]:
    return [str(model.data(model.index(row), DISPLAY)).strip() for row in range(model.rowCount())]


def test_search_hides_entries_and_keeps_their_ticks() -> None:
    model = TicksModel(TREE, [0, 1])
    model.search("MU")
    assert shown(model) == ["Munich"]
    model.tick_shown(ticked=False)
    assert model.codes() == ("a",)
    model.search("a2")
    assert shown(model) == ["Passau"]
    model.tick_shown(ticked=True)
    model.search("")
    assert shown(model) == [entry.text for entry in TREE]
    assert model.codes() == ("a", "a2")


def test_a_node_is_ticked_with_everything_below_it_and_taken_away_again() -> None:
    model = TicksModel(TREE, [3])
    model.tick_below(0)
    assert model.codes() == ()  # all are ticked
    model.tick_below(0)
    assert model.codes() == ("b",)
    model.search("passau")
    model.tick_below(0)
    assert model.codes() == ("a2", "b")


def test_a_tick_by_hand_is_told() -> None:
    model = TicksModel(TREE, [])
    told: list[bool] = []
    model.changed.connect(lambda: told.append(True))
    assert model.setData(model.index(1), Qt.CheckState.Checked.value, CHECK)
    assert model.data(model.index(1), CHECK) == Qt.CheckState.Checked.value
    assert model.codes() == ("a1",)
    assert told == [True]
    assert not model.setData(model.index(1), "x", DISPLAY)
