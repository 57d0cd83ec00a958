"""Labels that wrap their words."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from ckmdesk.widgets.basic import WrapLabel


def test_a_label_of_several_lines_needs_less_height_once_it_is_wider(qtbot: QtBot) -> None:
    label = WrapLabel("A sentence that needs several lines where there is little room for it.")
    qtbot.addWidget(label)
    label.show()
    label.resize(120, 200)
    narrow = label.minimumHeight()
    label.resize(900, 200)
    assert narrow > 2 * label.minimumHeight() > 0
