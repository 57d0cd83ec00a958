"""What a person without a mouse, without good eyes or without any sight would miss on the screen, found by looking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QAction, QColor, QImage, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QStatusBar,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from ckmdesk.look.theme import contrast
from ckmdesk.pages.data.codes_dialog import MeaningHeads
from ckmdesk.pages.data.column_heads import ColumnHeads
from ckmdesk.pages.data.marking_view import LinesView
from ckmdesk.pages.tables.heads import RunHeader
from ckmdesk.widgets.basic import ElidedCheckBox, ElidedLabel
from ckmdesk.widgets.chips import Chip
from ckmdesk.widgets.shelf import Shelf

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)
MOST_STEPS = 200
SECTION_PADDING = 6  # the tightest of the style sheet


def said(widget: QWidget) -> str:
    """A widget as a developer finds it: class, object name, words."""
    text = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
    above = widget.parentWidget()
    inside = f" in {type(above).__name__} {above.objectName()}".rstrip() if above is not None else ""
    return f"{type(widget).__name__} {widget.objectName()!r} {text!r}{inside}"


def name_of(widget: QWidget) -> str:
    """What a screen reader calls a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return str(interface.text(QAccessible.Text.Name)) if interface is not None else widget.accessibleName()


def is_part(widget: QWidget) -> bool:
    """Whether a control is only a part of another one that has name and keyboard."""
    if isinstance(widget, QScrollBar | QHeaderView | QMenuBar) or widget.objectName().startswith("qt_"):
        return True
    above = widget.parentWidget()
    if isinstance(above, QAbstractSpinBox | QComboBox | QLineEdit | QTabBar):
        return True
    if isinstance(above, Chip):  # its menu opens with Enter, Delete takes it out
        return True
    if isinstance(above, Shelf):  # the arrows at its ends scroll; by keyboard a chip comes into sight with the focus
        return widget.focusPolicy() == Qt.FocusPolicy.NoFocus and bool(name_of(widget))
    return isinstance(above, QAbstractItemView) and type(widget) is QAbstractButton  # the corner of a table


def controls(root: QWidget) -> list[QWidget]:
    """What can be worked with on the screen, by class or because the keyboard can come to it."""
    found = []
    for widget in root.findChildren(QWidget):
        works = isinstance(widget, CONTROLS) or bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if works and widget.isVisible() and widget.window() is root and not is_part(widget) and not widget.focusProxy():
            found.append(widget)
    return found


def unnamed(root: QWidget) -> list[str]:
    """Controls that a screen reader has no words for."""
    found = [widget for widget in controls(root) if not name_of(widget).strip() and not _only_scrolls(widget)]
    return [said(widget) for widget in found]


def nameless(root: QWidget) -> list[str]:
    """Menus and windows that a screen reader has no name for."""
    menus = [one for one in root.findChildren(QMenu) if one.actions() and not _of_qt(one)]
    above = [one for one in QApplication.topLevelWidgets() if one.isVisible() and not isinstance(one, QMenu)]
    return [said(one) for one in (*menus, *above) if not name_of(one).strip()]


def _of_qt(menu: QMenu) -> bool:
    """What does not fit into the menu bar: Qt shows it behind two arrows."""
    return any(one.objectName() == "qt_menubar_ext_button" for one in menu.menuAction().associatedObjects())


def _only_scrolls(widget: QWidget) -> bool:
    return isinstance(widget, QScrollArea)


# --- the keyboard ----------------------------------------------------------------------------------------------------


def walk(root: QWidget) -> list[QWidget]:
    """Where Tab leads from where the keyboard is, until it comes back, or where Shift+Tab comes from: not all that has
    the keyboard leaves Tab alone."""
    root.activateWindow()
    if root.focusWidget() is None:
        QTest.keyClick(root, Qt.Key.Key_Tab)
    begin = root.focusWidget()
    seen = _walk(root, Qt.Key.Key_Tab)
    if begin is not None:
        begin.setFocus()
    return [*seen, *(one for one in reversed(_walk(root, Qt.Key.Key_Backtab)) if one not in seen)]


def _walk(root: QWidget, key: Qt.Key) -> list[QWidget]:
    begin, seen = root.focusWidget(), list[QWidget]()
    for _ in range(MOST_STEPS):
        if begin is None or (begin in seen and begin is not seen[-1]):
            break
        if begin not in seen:
            seen.append(begin)
        QTest.keyClick(begin, key)  # within a text it may lead to the next link
        begin = root.focusWidget()
    return seen


def unreachable(root: QWidget, seen: list[QWidget]) -> list[str]:
    """Controls to which Tab does not lead."""
    missing = []
    for widget in controls(root):
        if not widget.isEnabled() or widget in seen or widget.focusProxy() in seen or _has_keys_otherwise(widget, seen):
            continue
        missing.append(widget)
    return [said(widget) for widget in missing]


def out_of_order(root: QWidget, seen: list[QWidget]) -> list[str]:
    """Where Tab leads back on the page: to the left in a row, or up without leading to the right. Messages and the
    status bar stand apart."""
    stops = [
        one
        for one in seen
        if one.isVisible()
        and not any(isinstance(above, QStatusBar) or above.objectName() == "toasts" for above in _ancestors(one))
    ]
    if not stops:
        return []
    found = []
    for one, other in pairwise([*stops, stops[0]]):
        if one.isAncestorOf(other) or other.isAncestorOf(one):
            continue
        here, there = (
            QRect(shown.mapTo(root, QPoint()), shown.size())
            for shown in (_seen_from(one, other), _seen_from(other, one))
        )
        shared = min(here.bottom(), there.bottom()) - max(here.top(), there.top())
        left = shared > min(here.height(), there.height()) / 2 and there.right() <= here.left()
        up = there.bottom() <= here.top() and there.left() < here.right()
        if left or up:
            found.append(f"{said(one)} -> {said(other)}")
    return found if len(found) > 1 else []  # once it begins anew


def _seen_from(one: QWidget, other: QWidget) -> QWidget:
    """A widget, or the outermost part of the page that scrolls it and not the other: within it, it may be anywhere."""
    areas = [above for above in _ancestors(one) if isinstance(above, QScrollArea) and not above.isAncestorOf(other)]
    return areas[-1] if areas else one


def _has_keys_otherwise(widget: QWidget, seen: list[QWidget]) -> bool:
    group = QAbstractButton.group(widget) if isinstance(widget, QAbstractButton) else None
    if group is not None and group.exclusive():
        return any(one in seen for one in group.buttons())
    if isinstance(widget, QRadioButton) or (isinstance(widget, QAbstractButton) and widget.autoExclusive()):
        return any(type(one) is type(widget) and one.parentWidget() is widget.parentWidget() for one in seen)
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        model = widget.model()
        return model is None or model.rowCount() == 0
    return (isinstance(widget, QTabBar) and widget.count() < 2) or _only_scrolls(widget)


def invisible_focus(root: QWidget, seen: list[QWidget]) -> list[str]:
    """Controls that look the same with and without the keyboard."""
    found = []
    for widget in filter(isValid, seen):  # lines of a list are made again while Tab passes
        if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or _only_scrolls(widget):
            continue
        bring_into_sight(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if root.focusWidget() is not widget:
            continue
        area = QRect(widget.mapTo(root, QPoint()), widget.size()).adjusted(-4, -4, 4, 4)
        with_focus = root.grab(area).toImage()
        other = next(
            (
                one
                for one in filter(isValid, seen)
                if one is not widget and not widget.isAncestorOf(one) and one.isVisible()
            ),
            None,
        )
        if other is None:
            continue
        other.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if not differs(with_focus, root.grab(area).toImage()):
            found.append(said(widget))
    return found


def bring_into_sight(widget: QWidget) -> None:
    """Scroll as the Tab key does."""
    for above in _ancestors(widget):
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)


def differs(first: QImage, second: QImage) -> bool:
    """Whether two pictures differ by more than a few pixels."""
    if first.size() != second.size():
        return True
    if first == second:
        return False
    wide, high = first.width(), first.height()
    different = 0
    for y in range(high):
        for x in range(wide):
            if first.pixel(x, y) != second.pixel(x, y):
                different += 1
                if different > 8:
                    return True
    return False


# --- room ------------------------------------------------------------------------------------------------------------


def clipped(root: QWidget) -> list[str]:
    """Words that do not fit into their widget and are not told whole elsewhere, and widgets that are cut off."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not root:
            continue
        lacking = _lacking(widget)
        if lacking:
            found.append(f"{lacking}: {said(widget)}")
    return found


def _lacking(widget: QWidget) -> str:
    if widget.toolTip() and isinstance(widget, ElidedLabel | ElidedCheckBox | QAbstractButton):
        return ""
    if isinstance(widget, QLabel) and widget.text() and not isinstance(widget, ElidedLabel):
        if widget.wordWrap():
            needed = widget.heightForWidth(widget.width())
            if needed > widget.height() + 1:
                return f"{needed - widget.height()} px too low"
        elif widget.sizeHint().width() > widget.width() + 1 and not widget.toolTip():
            return f"{widget.sizeHint().width() - widget.width()} px too narrow"
        elif widget.sizeHint().height() > widget.height() + 1:
            return f"{widget.sizeHint().height() - widget.height()} px too low"
    if isinstance(widget, QPushButton | QToolButton | QCheckBox | QRadioButton | QGroupBox):
        text = widget.title() if isinstance(widget, QGroupBox) else widget.text()
        if (
            text
            and isinstance(widget, QToolButton)
            and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
        ):
            return ""
        if text and widget.minimumSizeHint().width() > widget.width() + 1:
            return f"{widget.minimumSizeHint().width() - widget.width()} px too narrow"
        if text and widget.minimumSizeHint().height() > widget.height() + 1:
            return f"{widget.minimumSizeHint().height() - widget.height()} px too low"
    if isinstance(widget, QComboBox) and (lacking := _lacking_of_combo(widget)):
        return lacking
    if isinstance(widget, QHeaderView) and (lacking := _lacking_of_header(widget)):
        return lacking
    if isinstance(widget, CONTROLS) and not is_part(widget):
        return cut_off(widget)
    return ""


def _lacking_of_combo(combo: QComboBox) -> str:
    """By how much the chosen words are wider or higher than their field."""
    if combo.toolTip() or not combo.currentText():
        return ""
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    parts = QStyle.SubControl
    room = combo.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, parts.SC_ComboBoxEditField, combo)
    icon = 0 if combo.itemIcon(combo.currentIndex()).isNull() else combo.iconSize().width() + 4
    metrics = combo.fontMetrics()
    needed = metrics.horizontalAdvance(combo.currentText()) + icon
    if needed > room.width() + 1:
        return f"{needed - room.width()} px too narrow for {combo.currentText()!r}"
    return f"{metrics.height() - combo.height()} px too low" if metrics.height() > combo.height() else ""


def _lacking_of_header(header: QHeaderView) -> str:
    """The sections in sight whose words neither fit nor are told by a tool tip; tables of ours wrap and tell theirs."""
    model, across = header.model(), header.orientation() == Qt.Orientation.Horizontal
    if isinstance(header, RunHeader | ColumnHeads | MeaningHeads) or model is None:
        return ""
    metrics, found = header.fontMetrics(), []
    for section in range(header.count()):
        text = str(model.headerData(section, header.orientation()) or "")
        place = header.sectionViewportPosition(section)
        if header.isSectionHidden(section) or not text or not 0 <= place < header.viewport().width():
            continue
        if model.headerData(section, header.orientation(), int(Qt.ItemDataRole.ToolTipRole)):
            continue
        room = QSize(header.sectionSize(section), header.height()) if across else QSize(header.width(), 1 << 14)
        wraps = int(Qt.TextFlag.TextWordWrap) if header.defaultAlignment() & Qt.TextFlag.TextWordWrap else 0
        taken = metrics.boundingRect(QRect(0, 0, room.width() - SECTION_PADDING, 1 << 14), wraps, text)
        if taken.width() > room.width() - SECTION_PADDING or taken.height() > room.height():
            found.append(f"{text!r} in {room.width()} x {room.height()} px")
    return f"no room for {', '.join(found)}" if found else ""


def cut_off(widget: QWidget) -> str:
    """By how much a widget reaches beyond what holds it; what scrolls may be longer than its view, not wider."""
    area = widget.rect()
    one = widget
    for above in _ancestors(widget):
        area.translate(one.pos())
        holds = above.rect()
        if isinstance(above.parentWidget(), QAbstractScrollArea):
            scroll = above.parentWidget()
            assert isinstance(scroll, QAbstractScrollArea)
            if isinstance(scroll, ColumnHeads | MeaningHeads):  # scrolls with its table
                return ""
            stuck = scroll.horizontalScrollBar().maximum() == 0 or (
                isinstance(scroll, QScrollArea) and _has_no_bar(scroll)
            )
            if stuck and area.right() > holds.right() + 1:
                return f"{area.right() - holds.right()} px beyond the right edge of {said(above)}"
            return ""
        if area.right() > holds.right() + 1 or area.left() < -1:
            return f"{area.right() - holds.right()} px beyond the sides of {said(above)}"
        if area.bottom() > holds.bottom() + 1 or area.top() < -1:
            return f"{area.bottom() - holds.bottom()} px beyond the foot of {said(above)}"
        one = above
    return ""


def _has_no_bar(area: QAbstractScrollArea) -> bool:
    return isinstance(area, QScrollArea) and area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def _ancestors(widget: QWidget) -> Iterator[QWidget]:
    above = widget.parentWidget()
    while above is not None and not widget.isWindow():
        yield above
        if above.isWindow():
            return
        above = above.parentWidget()


# --- contrast and targets --------------------------------------------------------------------------------------------

LEAST_CONTRAST, LEAST_TARGET = 4.5, 24


def faint(root: QWidget) -> list[str]:
    """Words, also those in empty fields, that stand out less than 4.5 : 1 from what they are painted on; of those that
    are scrolled away but for less than a line the edges of letters are no words."""
    picture = root.grab().toImage()
    found = []
    for widget in root.findChildren(QWidget):
        if not (widget.isVisible() and widget.isEnabled() and widget.window() is root) or not _words_in(widget):
            continue
        area = QRect(widget.mapTo(root, QPoint()), widget.size()).intersected(_in_sight(widget, root))
        if area.height() < min(widget.height(), widget.fontMetrics().height()):
            continue
        seen = _contrast_in(picture.copy(area.adjusted(3, 3, -3, -3))) if min(area.width(), area.height()) > 8 else 0
        if 0 < seen < LEAST_CONTRAST:
            found.append(f"{seen:.1f} : 1, {said(widget)}")
    return found


def _words_in(widget: QWidget) -> str:
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        text = widget.text() if isinstance(widget, QLineEdit) else widget.toPlainText()
        return text or widget.placeholderText()
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
        return ""
    if isinstance(widget, QLabel) and not widget.pixmap().isNull():
        return ""
    return widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""


def _in_sight(widget: QWidget, root: QWidget) -> QRect:
    """The part of the window in which a widget is not scrolled away."""
    area = root.rect()
    for above in _ancestors(widget):
        area = area.intersected(QRect(above.mapTo(root, QPoint()), above.size()))
    return area


def _contrast_in(picture: QImage) -> float:
    """Between the commonest colour of a picture and the one that stands out most from it."""
    shown = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(shown.constBits(), np.uint32).reshape(shown.height(), -1)[:, : shown.width()]
    colors, counts = np.unique(pixels, return_counts=True)
    if len(colors) < 2:
        return 0.0
    ground = QColor(int(colors[counts.argmax()]))
    return max(contrast(QColor(int(one)), ground) for one in colors)


def small_targets(root: QWidget) -> list[str]:
    """What is pressed and is less than 24 x 24 px; what Qt puts into a field is as large as Qt makes it."""
    return [
        f"{widget.width()} x {widget.height()} px: {said(widget)}"
        for widget in root.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QComboBox | QLineEdit | QAbstractSlider | QAbstractSpinBox | Chip)
        and widget.isVisible()
        and widget.window() is root
        and not isinstance(widget, QScrollBar)
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget.parentWidget(), QAbstractSpinBox | QComboBox | QLineEdit | QAbstractItemView)
        and min(widget.width(), widget.height()) < LEAST_TARGET
    ]


TARGETS = QAbstractButton | QComboBox | QLineEdit | QAbstractSlider | QAbstractSpinBox | Chip
INSIDE = QAbstractSpinBox | QComboBox | QLineEdit | QAbstractItemView | Chip


def overlapping(root: QWidget) -> list[str]:
    """What is pressed and lies on something else that is pressed; what stands in a field, or above others on purpose,
    is part of that."""
    shown = []
    for widget in root.findChildren(QWidget):
        inside = isinstance(widget.parentWidget(), INSIDE) or isinstance(widget, QScrollBar)
        if not isinstance(widget, TARGETS) or inside or not widget.isVisible() or widget.window() is not root:
            continue
        area = QRect(widget.mapTo(root, QPoint()), widget.size()).intersected(_in_sight(widget, root))
        if any(above.objectName() == "toasts" for above in _ancestors(widget)):
            continue  # it goes from what the keyboard comes to
        if min(area.width(), area.height()) > 2 and not widget.objectName().startswith(("qt_", "find-bar")):
            shown.append((widget, area))
    return [
        f"{said(one)} on {said(other)}"
        for (one, here), (other, there) in combinations(shown, 2)
        if not one.isAncestorOf(other) and not other.isAncestorOf(one)
        if min(here.intersected(there).size().toTuple()) > 1
    ]


def crowded(root: QWidget) -> list[str]:
    """What is smaller than 24 x 24 px, parts of fields too, and has no room around it: a circle of 24 px about its
    middle meets something else that is pressed, or the circle of another small one (WCAG 2.5.8). A target within which
    it stands, such as a field or a chip, is its ground; arrows of number fields are Qt's."""
    areas = [
        (widget, QRect(widget.mapTo(root, QPoint()), widget.size()))
        for widget in root.findChildren(QWidget)
        if isinstance(widget, TARGETS) and not isinstance(widget, QScrollBar)
        if widget.isVisible() and widget.window() is root and not widget.objectName().startswith("qt_")
        if widget.visibleRegion().boundingRect().size() == widget.size()  # nothing that is scrolled away
    ]
    return [
        f"{said(one)} beside {said(other)}"
        for one, here in areas
        if min(here.width(), here.height()) < LEAST_TARGET
        for other, there in areas
        if other is not one and not other.isAncestorOf(one) and not one.isAncestorOf(other)
        if _meets(here.center(), there)
    ]


def _meets(middle: QPoint, area: QRect) -> bool:
    """Whether the circle about a point meets a target; of a small one its own circle."""
    if min(area.width(), area.height()) < LEAST_TARGET:
        apart = area.center() - middle
        return apart.x() ** 2 + apart.y() ** 2 < LEAST_TARGET**2
    away = [max(low - at, at - high, 0) for at, low, high in _sides(middle, area)]
    return sum(one**2 for one in away) < (LEAST_TARGET / 2) ** 2


def _sides(middle: QPoint, area: QRect) -> list[tuple[int, int, int]]:
    return [(middle.x(), area.left(), area.right() + 1), (middle.y(), area.top(), area.bottom() + 1)]


def sideways(root: QWidget) -> list[str]:
    """What scrolls to the side, by how much: pages, and the parts of pages that scroll by themselves. What does so
    upwards, too, is hard to read in large text. Shelves scroll sideways only; lines of a file are as wide as they are.
    """
    rooms = [one for one in root.findChildren(QScrollArea) if one.widget() is not None and one.isVisible()]
    rooms = [one for one in rooms if one.verticalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff]
    rooms = [one for one in rooms if not isinstance(one.widget(), LinesView) and one.horizontalScrollBar().maximum()]
    return [f"{room.horizontalScrollBar().maximum()} px: {said(room.widget())}" for room in rooms]


# --- keys in the user's words ----------------------------------------------------------------------------------------

FOREIGN_KEYS = re.compile(
    r"\b(Ctrl|Shift|Del|Delete|PgUp|PgDown|PgDn|Return|Enter|Up|Down|Left|Right|Space|Home|End|Backspace|Ins|Meta)\b"
)
"""Names of keys that a German keyboard has not."""


def keys_in_english(root: QWidget) -> list[str]:
    """What is read or heard of keys in a German window that is not written on a German keyboard."""
    return [f"{text!r}: {said(one)}" for one in (root, *root.findChildren(QWidget)) for text in _foreign_of(one)]


def _foreign_of(widget: QWidget) -> list[str]:
    kinds, native = QAccessible.Text, QKeySequence.SequenceFormat.NativeText
    texts = [widget.toolTip(), widget.statusTip(), widget.whatsThis()]
    for action in QWidget.actions(widget):
        texts += [action.text(), action.toolTip(), *(key.toString(native) for key in action.shortcuts())]
    spoken = QAccessible.queryAccessibleInterface(widget)
    if spoken is not None:
        texts += [spoken.text(kind) for kind in (kinds.Name, kinds.Description, kinds.Help, kinds.Accelerator)]
        if isinstance(widget, QMenu):
            entries = [spoken.child(place) for place in range(spoken.childCount())]
            texts += [one.text(kinds.Accelerator) for one in entries if one is not None]
    return [text for text in dict.fromkeys(texts) if FOREIGN_KEYS.search(text)]


# --- keys that are taken twice ---------------------------------------------------------------------------------------


def keys_taken_twice(window: QMainWindow) -> list[str]:
    """Keys for which two actions or shortcuts that can be reached now would answer, and menus with the same letter."""
    held: dict[str, list[QObject]] = {}
    for thing in _holders(window):
        sequences = thing.shortcuts() if isinstance(thing, QAction) else [thing.key()]
        for sequence in sequences:
            if not sequence.isEmpty():
                held.setdefault(sequence.toString(), []).append(thing)
    twice = [
        f"{key}: {', '.join(_words(one) for one in things)}"
        for key, things in held.items()
        if any(
            _same_window(one, other, window) and _both_answer(one, other)
            for place, one in enumerate(things)
            for other in things[place + 1 :]
        )
    ]
    shown = [action.text() for action in window.menuBar().actions() if action.isVisible()]
    letters = [text[text.index("&") + 1].lower() for text in shown if "&" in text]
    return twice + [f"Alt+{letter}: {shown}" for letter in sorted(set(letters)) if letters.count(letter) > 1]


def _holders(window: QMainWindow) -> list[QAction | QShortcut]:
    found: list[QAction | QShortcut] = [one for one in window.findChildren(QShortcut) if _is_live(one.parent())]
    menus = [action.menu() for action in window.menuBar().actions() if action.isVisible()]
    while menus:
        menu = menus.pop()
        if isinstance(menu, QMenu):
            found += menu.actions()
            menus += [action.menu() for action in menu.actions()]
    for widget in (window, *window.findChildren(QWidget)):
        if not isinstance(widget, QMenu | QMenuBar) and _is_live(widget):
            found += QWidget.actions(widget)  # a page may call its own so
    return list(dict.fromkeys(found))


def _same_window(one: QAction | QShortcut, other: QAction | QShortcut, window: QMainWindow) -> bool:
    """Whether the keyboard can be where both would answer: a dialog has keys of its own."""

    def inside(thing: QAction | QShortcut) -> QWidget:
        above = thing.parent()
        return above.window() if isinstance(thing, QShortcut) and isinstance(above, QWidget) else window

    return inside(one) is inside(other)


def _is_live(thing: QObject | None) -> bool:
    return isinstance(thing, QWidget) and thing.isVisible()


def _places(thing: QAction | QShortcut) -> list[QWidget] | None:
    """Where the keyboard must be for the key to answer; None: anywhere in the window."""
    contexts = Qt.ShortcutContext
    context = thing.shortcutContext() if isinstance(thing, QAction) else thing.context()
    if context in (contexts.WindowShortcut, contexts.ApplicationShortcut):
        return None
    holders = thing.associatedObjects() if isinstance(thing, QAction) else [thing.parent()]
    return [one for one in holders if isinstance(one, QWidget) and not isinstance(one, QMenu)]


def _both_answer(one: QAction | QShortcut, other: QAction | QShortcut) -> bool:
    first, second = _places(one), _places(other)
    if first is None or second is None:
        return True
    return any(a is b or a.isAncestorOf(b) or b.isAncestorOf(a) for a in first for b in second)


def _words(thing: QAction | QShortcut) -> str:
    return thing.text() if isinstance(thing, QAction) else f"shortcut of {type(thing.parent()).__name__}"
