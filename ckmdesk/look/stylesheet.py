"""The one style sheet. It names tokens, never colours; small shapes (check mark, chevrons) are drawn into `folder`.

Widgets take their look by the property `kind`, e.g. `set_kind(button, "primary")`. What holds text follows its size
(`${px_24}`, `${pt_9}`); lines, gaps and corners stay. A control with the keyboard has a thicker border and is that much
smaller inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

from ckmdesk.look.text_size import ICON, is_enlarged, points, px

# name -> (path, token of the stroke), 16 x 16
_SHAPES = {
    "check": ("M3.5 8.5 L6.7 11.5 L12.5 4.8", "on_accent"),
    "dot": ("M8 7.9 L8 8.1", "on_accent"),
    "down": ("M4 6.2 L8 10.2 L12 6.2", "secondary"),
    "up": ("M4 9.8 L8 5.8 L12 9.8", "secondary"),
    "right": ("M6.2 4 L10.2 8 L6.2 12", "secondary"),
    "down_disabled": ("M4 6.2 L8 10.2 L12 6.2", "disabled"),
    "up_disabled": ("M4 9.8 L8 5.8 L12 9.8", "disabled"),
}
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><path d="$path" fill="none" '
    'stroke="$color" stroke-width="$width" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)

_SHEET = """
QMainWindow, QDialog { background: $window; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 6px; }

QMenuBar { background: $window; border-bottom: 1px solid $border; padding-left: 4px; }
QMenuBar::item { padding: 4px 9px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $selected; color: $on_selected; }
QMenu { background: $raised; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 8px; border-radius: 4px; min-height: ${px_18}; }
QMenu::item:selected { background: $selected; color: $on_selected; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $grid; margin: 4px 8px; }
QMenu::icon { padding-left: 6px; }

QStatusBar { background: $window; border-top: 1px solid $border; font-size: ${pt_9}; color: $secondary; }
QStatusBar::item { border: none; }
QStatusBar QLabel { font-size: ${pt_9}; color: $secondary; }

QFrame[kind="card"], QWidget[kind="card"] { background: $surface; border: 1px solid $border; border-radius: 6px; }
QFrame[kind="surface"], QWidget[kind="surface"] { background: $surface; border: none; }
QFrame[kind="line"] { background: $border; border: none; }
QFrame[kind="head"] { background: $window; border: none; }
QFrame[kind="rail"] { background: $window; border: none; border-right: 1px solid $border; }
QFrame[kind="band"] { background: $confidential_soft; border: none; }
QFrame[kind="band"] QLabel { color: $confidential; }
QFrame[kind="drop"] { background: $surface; border: 2px dashed $accent; border-radius: 6px; }
QFrame[kind="drop-active"] { background: $accent_soft; border: 2px solid $accent; border-radius: 6px; }
QFrame[kind="warnings"] { background: $filter_chip; border: none; border-top: 1px solid $border;
    border-bottom-left-radius: 5px; border-bottom-right-radius: 5px; }
QWidget[kind="corner"] { background: $window; border: none; border-bottom: 1px solid $border; }
QFrame[kind="message-error"] { background: $surface; border: 1px solid $error; border-radius: 6px; }
QFrame[kind="message-warning"] { background: $filter_chip; border: 1px solid $warning; border-radius: 6px; }
QFrame[kind="message-info"] { background: $accent_soft; border: 1px solid $accent; border-radius: 6px; }
QFrame[kind="message-ok"] { background: $value_chip; border: 1px solid $ok; border-radius: 6px; }

QLabel { background: transparent; }
QLabel[kind="drop"] { background: $surface; border: 1px dashed $accent; border-radius: 6px; color: $accent; }
QLabel[kind="drop-active"] { background: $accent_soft; border: 2px solid $accent; border-radius: 6px; color: $accent;
    font-weight: 700; }
QLabel[kind="sheet"] { border: 1px solid $border; }
QLabel[kind="title"] { font-size: ${pt_15}; font-weight: 700; }
QLabel[kind="heading"] { font-weight: 700; }
QLabel[kind="secondary"] { color: $secondary; }
QLabel[kind="small"] { color: $secondary; font-size: ${pt_9}; }
QLabel[kind="error"] { color: $error; }
QLabel[kind="warning"] { color: $warning; }
QLabel[kind="ok"] { color: $ok; }
QLabel[kind="confidential"] { color: $confidential; }
QLabel[kind="disabled"] { color: $disabled; }

QPushButton { background: $surface; border: 1px solid $frame; border-radius: 6px; padding: 0 12px;
    min-height: ${px_26}; }
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $accent_soft; }
QPushButton:focus { border: 2px solid $accent; padding: 0 11px; min-height: ${focused_button}; }
QPushButton:disabled { color: $disabled; border-color: $border; background: $window; }
QPushButton[kind="line"] { min-height: ${px_22}; padding: 0 8px; }
QPushButton[kind="line"]:focus { min-height: ${focused_line}; padding: 0 7px; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border: 1px solid $accent; }
QPushButton[kind="primary"]:hover { background: $accent_hover; }
QPushButton[kind="primary"]:focus { border: 2px solid $text; }
QPushButton[kind="primary"]:disabled { background: $window; color: $disabled; border-color: $border; }
QPushButton[kind="link"] { background: transparent; border: none; color: $accent; padding: 0 2px;
    min-height: ${px_24}; text-decoration: underline; }
QPushButton[kind="link"]:focus { border: 2px solid $accent; padding: 0; min-height: ${focused_link}; }
QFrame[kind="switch"] { background: $surface; border: 1px solid $frame; border-radius: 6px; }
QFrame[kind="switch"] QPushButton { border: none; border-radius: 0; border-left: 1px solid $border;
    border-right: 1px solid $border; }
QFrame[kind="switch"] QPushButton:focus { border: 2px solid $accent; }
QPushButton[kind="segment"] { border-radius: 0; margin: 0; }
QPushButton[kind="segment"]:checked { background: $accent_soft; font-weight: 700; border-color: $accent; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 3px;
    min-height: ${px_16}; }
QToolButton[toolButtonStyle="0"] { min-width: ${px_16}; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $accent_soft; }
QToolButton:focus { border: 2px solid $accent; padding: 2px; }
QToolButton[kind="tile"] { border: 1px solid $border; padding: 2px; font-size: ${pt_9};
    min-height: ${tile}; }
QToolButton[kind="tile"]:checked { border-color: $accent; font-weight: 700; }
QToolButton[kind="tile"]:focus { border: 2px solid $accent; padding: 1px; }
QToolButton::menu-indicator { image: none; }
QLineEdit QToolButton, QLineEdit QToolButton:focus { padding: 0; border: none; }
QLineEdit QToolButton[kind="inside"] { border: 2px solid transparent; padding: 0; min-width: ${px_20}; }
QLineEdit QToolButton[kind="inside"]:focus { border: 2px solid $accent; padding: 0; }
QToolButton[kind="status"] { color: $secondary; font-size: ${pt_9}; padding: 0 4px; border-radius: 4px;
    min-height: ${px_22}; }

QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit { background: $surface; color: $text;
    border: 1px solid $frame; border-radius: 6px; padding: 1px 7px; selection-background-color: $accent;
    selection-color: $on_accent; placeholder-text-color: $secondary; }
QPlainTextEdit#footnotes { border: 0; border-top: 1px solid $border; border-radius: 0; }
QLineEdit, QComboBox, QAbstractSpinBox { min-height: ${px_22}; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border: 2px solid $accent; padding: 0 6px; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: $disabled; border-color: $border;
    background: $window; }
QLineEdit[kind="faulty"], QAbstractSpinBox[kind="faulty"], QComboBox[kind="faulty"] {
    border: 2px solid $error; padding: 0 6px; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractItemView QLineEdit { border: none; padding: 0;
    border-radius: 0; background: transparent; }
QAbstractSpinBox { padding-left: 7px; }
QAbstractSpinBox:focus { padding-left: 6px; }
QComboBox[kind="heading"] { border: 1px solid transparent; font-weight: 700; padding: 1px 2px; }
QComboBox[kind="heading"]:hover { border: 1px solid $border; }
QComboBox[kind="heading"]:focus { border: 2px solid $accent; padding: 0 1px; }
QToolButton[kind="more"] { color: $secondary; font-size: ${pt_9}; padding: 0; min-width: ${px_28};
    min-height: ${px_24}; }
QToolButton[kind="fold"] { color: $text; padding: 3px 2px; }
QToolButton[kind="fold"]:checked { background: transparent; }
QHeaderView[kind="tight"]::section { padding: 0 3px; }
QComboBox::drop-down, QDateTimeEdit::drop-down { border: none; width: ${px_22}; background: transparent; }
QComboBox::down-arrow, QDateTimeEdit::down-arrow { image: url("$down"); width: ${px_14}; height: ${px_14}; }
QComboBox::down-arrow:disabled, QDateTimeEdit::down-arrow:disabled { image: url("$down_disabled"); }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border; outline: none; padding: 2px;
    selection-background-color: $selected; selection-color: $on_selected; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; background: transparent;
    width: ${px_18}; }
QAbstractSpinBox::up-arrow { image: url("$up"); width: ${px_11}; height: ${px_11}; }
QAbstractSpinBox::down-arrow { image: url("$down"); width: ${px_11}; height: ${px_11}; }
QAbstractSpinBox::up-arrow:disabled, QAbstractSpinBox::up-arrow:off { image: url("$up_disabled"); }
QAbstractSpinBox::down-arrow:disabled, QAbstractSpinBox::down-arrow:off { image: url("$down_disabled"); }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; min-height: ${px_24}; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled; }
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator { width: ${px_14}; height: ${px_14};
    border: 1px solid $frame; background: $surface; }
QCheckBox::indicator, QAbstractItemView::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: ${half_box}; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: $accent; border-color: $accent;
    image: url("$check"); }
QRadioButton::indicator:checked { background: $accent; border-color: $accent; image: url("$dot"); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $border; background: $window; }
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled { border-color: $disabled;
  background: $disabled; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid $accent; width: ${focused_box};
    height: ${focused_box}; }

QSlider { min-height: ${px_20}; }
QSlider::groove:horizontal { height: ${px_4}; background: $border; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: ${px_12}; height: ${px_12}; margin: -${px_6} 0; border: 2px solid $accent;
    border-radius: ${px_8}; background: $surface; }
QSlider::handle:horizontal:focus { background: $accent; }

QProgressBar { border: none; border-radius: 3px; background: $grid; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QAbstractItemView { background: $surface; border: none; outline: none; gridline-color: $grid;
    selection-background-color: $selected; selection-color: $on_selected; }
QTreeView::item, QListView::item { min-height: ${px_24}; border: none; }
QTreeView::item:hover, QListView::item:hover { background: $hover; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected {
    background: $selected; color: $on_selected; }
QTableView[kind="list"]::item { padding: 0 5px; border: none; border-bottom: 1px solid $grid; }
QTableView[kind="list"]::item:selected { background: $selected; color: $on_selected; }
QTreeView::branch { background: transparent; }
QTreeView::branch:selected { background: $selected; }
QTreeView::branch:has-children:closed { image: url("$right"); }
QTreeView::branch:has-children:open { image: url("$down"); }
QHeaderView { background: $window; border: none; }
QHeaderView::section { background: $window; color: $secondary; border: none; border-bottom: 1px solid $border;
    padding: 0 8px; min-height: ${px_23}; font-weight: 400; }
QTableCornerButton::section { background: $window; border: none; border-bottom: 1px solid $border; }

QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $secondary; padding: 6px 12px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:hover { color: $text; background: $hover; }
QTabBar::tab:focus { color: $accent; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }

QScrollArea { border: none; background: transparent; }
QScrollBar:vertical { width: ${px_10}; background: transparent; margin: 0; }
QScrollBar:horizontal { height: ${px_10}; background: transparent; margin: 0; }
QScrollBar::handle { background: $scroll; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: ${px_24}; }
QScrollBar::handle:horizontal { min-width: ${px_24}; }
QScrollBar::handle:hover { background: $frame; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
"""


# Icons that nobody gave a size; at 100 % they have that of the platform.
_LARGE_ICONS = """
QMenu, QPushButton, QToolButton, QCheckBox, QComboBox, QTabBar, QAbstractItemView { icon-size: ${icon}; }
"""
_LARGEST_SIZE = 32


def sheet(colors: Mapping[str, str], folder: Path, name: str) -> str:
    """Return the style sheet with the colours of a theme, in the current text size.

    The shapes it refers to are written to `folder` under the theme's `name`.
    """
    values = dict(colors)
    values |= {f"px_{size}": f"{px(size)}px" for size in range(_LARGEST_SIZE)}
    values |= {f"pt_{size}": f"{points(size):g}pt" for size in range(_LARGEST_SIZE)}
    values |= {
        "tile": f"{px(76) - 6}px",
        "focused_button": f"{px(26) - 2}px",
        "focused_line": f"{px(22) - 2}px",
        "focused_link": f"{px(24) - 4}px",
        "focused_box": f"{px(14) - 2}px",
    }
    values["half_box"] = f"{(px(14) + 2) // 2}px"  # a larger one makes corners
    values["icon"] = f"{px(ICON)}px"
    for shape, (path, token) in _SHAPES.items():
        svg = Template(_SVG).substitute(path=path, color=colors[token], width="5" if shape == "dot" else "1.6")
        file = folder / f"{name}-{shape}.svg"
        file.write_text(svg, encoding="utf-8", newline="\n")
        values[shape] = file.as_posix()
    return Template(_SHEET + (_LARGE_ICONS if is_enlarged() else "")).substitute(values)
