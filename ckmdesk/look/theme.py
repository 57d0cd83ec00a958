"""The tokens of the look, light and dark: the only place with colours. Palette, fonts, icons and the style sheet."""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look import icons, stylesheet, text_size
from ckmdesk.look.text_size import BASE_POINTS

ThemeChoice = Literal["system", "light", "dark"]

# Sizes in px at 100 %: what holds text is asked for by `text_size.px`, gaps stay as they are.
STEP = 8  # spacing goes in steps of 8 px
SMALL_STEP = 4  # inside chips
MARGIN = 12  # around the body of a page
RADIUS = 6
ROW_HEIGHT = 24
TOLD_MS = 5000  # how long a hint near the mouse stays
INK = "#000000"  # on paper, whatever the theme of the window
PAPER_RULE = "#d0d7de"  # borders in tables on paper, as in the HTML of a table
RAIL_WIDTH = 80
RAIL_ITEM_HEIGHT = 58
HEAD_HEIGHT = 44
BAR_HEIGHT = 26
BAND_HEIGHT = 28
FIELD_HEIGHT = 32

SMALL_POINTS = 9  # noise marks, chart numbers, rail, notes, status bar


@dataclass(frozen=True)
class Tokens:
    """Colours by purpose, as `#rrggbb`."""

    window: str
    surface: str
    raised: str
    text: str
    secondary: str
    disabled: str
    border: str
    grid: str
    frame: str
    accent: str
    accent_soft: str
    on_accent: str
    selected: str
    on_selected: str
    value_chip: str
    filter_chip: str
    confidential: str
    confidential_soft: str
    ok: str
    warning: str
    error: str
    noise: tuple[str, str, str, str, str, str, str]


LIGHT = Tokens(
    window="#f4f5f7",
    surface="#ffffff",
    raised="#ffffff",
    text="#1b1f24",
    secondary="#57606a",
    disabled="#8c959f",
    border="#d0d7de",
    grid="#e6e9ed",
    frame="#818b98",
    accent="#1f5fa8",
    accent_soft="#e3edf8",
    on_accent="#ffffff",
    selected="#e3edf8",
    on_selected="#1b1f24",
    value_chip="#e6f2ea",
    filter_chip="#f3ecdf",
    confidential="#8a1c4a",
    confidential_soft="#fbe9f1",
    ok="#1a7f37",
    warning="#8a5c00",
    error="#b3261e",
    noise=("#542788", "#998ec3", "#d8daeb", "#f2f2f2", "#fee0b6", "#f1a340", "#b35806"),
)

DARK = Tokens(
    window="#15181c",
    surface="#1d2126",
    raised="#252a31",
    text="#e6e9ec",
    secondary="#9aa4ae",
    disabled="#6b7480",
    border="#3a424b",
    grid="#2b3138",
    frame="#6e7781",
    accent="#74aceb",
    accent_soft="#1d3350",
    on_accent="#15181c",
    selected="#1d3350",
    on_selected="#e6e9ec",
    value_chip="#1f3a2a",
    filter_chip="#3b3220",
    confidential="#f29bc1",
    confidential_soft="#3a1526",
    ok="#57ab5a",
    warning="#d4a72c",
    error="#f47067",
    noise=("#b9a9ec", "#8a7cc6", "#463f6b", "#2b3138", "#5a421f", "#c0812a", "#f6b765"),
)

BLACK, WHITE = "#000000", "#ffffff"


def luminance(color: QColor | str) -> float:
    """Relative luminance of WCAG 2, 0 to 1."""

    def linear(fraction: float) -> float:
        return fraction / 12.92 if fraction <= 0.04045 else ((fraction + 0.055) / 1.055) ** 2.4

    shade = QColor(color)
    return 0.2126 * linear(shade.redF()) + 0.7152 * linear(shade.greenF()) + 0.0722 * linear(shade.blueF())


def contrast(first: QColor | str, second: QColor | str) -> float:
    """Contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def text_on(color: QColor | str) -> QColor:
    """Black or white, whichever contrasts more with `color`."""
    return QColor(_ink(QColor(color).rgb()))


@lru_cache(maxsize=1024)
def _ink(rgb: int) -> str:
    color = QColor(rgb)
    return BLACK if contrast(color, BLACK) >= contrast(color, WHITE) else WHITE


def mix(first: QColor | str, second: QColor | str, share: float) -> QColor:
    """Mix two colours: `first` moved towards `second` by `share` (0 to 1)."""
    low, high = QColor(first), QColor(second)
    channels = [
        round(a + (b - a) * min(max(share, 0.0), 1.0))
        for a, b in zip(low.getRgb()[:3], high.getRgb()[:3], strict=True)  # type: ignore[index, arg-type]
    ]
    return QColor(*channels)


READABLE = 4.5
STARKEST = 19.5  # of text on a ground: black and white, or nearly so


def asks_for_contrast(palette: QPalette) -> bool:
    """Return whether the system asks for high contrast, by its setting or by a palette of black and white only."""
    hints = QGuiApplication.styleHints()  # held: PySide drops what it gives with it
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return True
    role = QPalette.ColorRole
    window, base = palette.color(role.Window), palette.color(role.Base)
    stark = min(contrast(palette.color(role.WindowText), window), contrast(palette.color(role.Text), base)) >= STARKEST
    return stark and window == base


def tokens_of(palette: QPalette) -> Tokens:
    """Derive our colours from the system's palette, for high contrast.

    Its backgrounds, texts and highlight are used. What is a tint in other themes is a background, a frame or a shade of
    the highlight on which the system's text can be read. No meaning is expressed by colour alone.
    """
    role, disabled = QPalette.ColorRole, QPalette.ColorGroup.Disabled
    window, surface = palette.color(role.Window), palette.color(role.Base)
    text = _first_readable((palette.color(role.WindowText), palette.color(role.Text)), (window, surface))
    selected, on_selected = palette.color(role.Highlight), palette.color(role.HighlightedText)
    accent = _first_readable((palette.color(role.Link), selected, text), (window, surface))
    idle = _first_readable((palette.color(disabled, role.WindowText), text), (window, surface))
    shades = [mix(surface, selected, share) for share in (0.4, 0.3, 0.2, 0.1)]
    soft = next((shade for shade in shades if min(contrast(text, shade), contrast(accent, shade)) >= READABLE), surface)
    steps = [mix(surface, text, share).name() for share in (1, 2 / 3, 1 / 3, 0, 1 / 3, 2 / 3, 1)]
    ink = text.name()
    return Tokens(
        window=window.name(),
        surface=surface.name(),
        raised=surface.name(),
        text=ink,
        secondary=ink,
        disabled=idle.name(),
        border=ink,
        grid=ink,
        frame=ink,
        accent=accent.name(),
        accent_soft=soft.name(),
        on_accent=surface.name(),
        selected=selected.name(),
        on_selected=on_selected.name(),
        value_chip=surface.name(),
        filter_chip=surface.name(),
        confidential=ink,
        confidential_soft=surface.name(),
        ok=ink,
        warning=ink,
        error=ink,
        noise=tuple(steps),  # type: ignore[arg-type]
    )


def _first_readable(colors: Iterable[QColor], grounds: Iterable[QColor]) -> QColor:
    """Return the first colour with enough contrast to all backgrounds; the last one where none has it."""
    found_colors = list(colors)
    on = list(grounds)
    return next(
        (color for color in found_colors if min(contrast(color, ground) for ground in on) >= READABLE), found_colors[-1]
    )


def noise_step(v: float, D: float) -> int:
    """Return the position of a noise v on the seven-step scale, 0 to 6; 3 is no noise. Steps are |v| / D in thirds."""
    if v == 0 or D <= 0:
        return 3
    step = min(3, math.ceil(3 * abs(v) / D - 1e-12))
    return 3 + step if v > 0 else 3 - step


def noise_color(v: float, D: float, tokens: Tokens = LIGHT) -> QColor:
    """The colour of noise `v` under the maximum deviation `D`."""
    return QColor(tokens.noise[noise_step(v, D)])


def probability_color(p: float, tokens: Tokens = LIGHT) -> QColor:
    """Return the colour of a probability, from the surface (p = 0) to the accent (p = 1).

    The square root keeps small probabilities visible.
    """
    return mix(tokens.surface, tokens.accent, math.sqrt(max(p, 0.0)))


def bar_color(tokens: Tokens = LIGHT) -> QColor:
    """Return the colour for bars of counts: softer than the accent, and still 3:1 against the surface."""
    return mix(tokens.surface, tokens.accent, 0.75)


class Theme(QObject):
    """The look in force. `changed` is emitted after the colours or the text size of the application have changed."""

    changed = Signal()

    def __init__(
        self, choice: ThemeChoice = "system", parent: QObject | None = None, *, text_percent: int = 100
    ) -> None:
        super().__init__(parent)
        self.choice: ThemeChoice = choice
        self.text_percent = text_percent
        self._fonts: dict[tuple[int, bool], QFont] = {}
        self._sheet = ""
        self._parts: list[QWidget] = []
        self._waiting: dict[QWidget, float] = {}  # parts that still have the look before, and by what they will grow
        self._later = QTimer(self, interval=0, singleShot=True)
        self._later.timeout.connect(self._dress_next)
        self._shapes = tempfile.TemporaryDirectory(prefix="ckmdesk-shapes-")
        self.system: QPalette | None = None
        self.tokens = self._tokens()
        self._hints = QGuiApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self._system_changed)
        self._hints.accessibility().contrastPreferenceChanged.connect(self._system_changed)

    @property
    def dark(self) -> bool:
        return luminance(self.tokens.window) < luminance(self.tokens.text)

    @property
    def of_system(self) -> bool:
        """Whether the colours are the system's, which asks for high contrast."""
        return self.system is not None

    def color(self, token: str) -> QColor:
        """The colour of a token by its name, e.g. "accent"."""
        return QColor(getattr(self.tokens, token))

    def noise_color(self, v: float, D: float) -> QColor:
        return noise_color(v, D, self.tokens)

    def color_of_step(self, step: int) -> QColor:
        """Return the colour of a step of the noise scale, 0 to 6; 3 is no noise."""
        return QColor(self.tokens.noise[step])

    def probability_color(self, p: float) -> QColor:
        return probability_color(p, self.tokens)

    @property
    def bar(self) -> QColor:
        return bar_color(self.tokens)

    @property
    def tint(self) -> QColor:
        """Return the half-strength tint under subtotals."""
        return mix(self.tokens.surface, self.tokens.window, 0.5)

    def font(self, points: int = BASE_POINTS, *, bold: bool = False) -> QFont:
        """Return the system font in `points`, with tabular figures where it has them."""
        font = self._fonts.get((points, bold))
        if font is None:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
            font.setPointSizeF(text_size.points(points))
            font.setBold(bold)
            font.setFeature(QFont.Tag("tnum"), 1)
            self._fonts[points, bold] = font
        return QFont(font)

    def small_font(self) -> QFont:
        return self.font(SMALL_POINTS)

    def icon(self, name: str, paint: str = "text", *, disabled: str = "disabled") -> QIcon:
        """Return an outline icon in the colour of a token.

        Names are those of icons.py; use 16 px in text, 20 px in the rail.
        """
        return icons.icon(name, self.color(paint), self.color(disabled))

    def pixmap(self, name: str, paint: str, size: int, ratio: float) -> QPixmap:
        """An outline icon as a picture of `size` px."""
        return icons.pixmap(name, self.color(paint), size, ratio)

    def choose(self, choice: ThemeChoice) -> None:
        """Follow the system, or be light or dark whatever the system says."""
        self.choice = choice
        self.apply()

    def choose_text_size(self, percent: int) -> None:
        """Set the text size, in percent of the default."""
        self.text_percent = percent
        self.apply()

    def dress(self, part: QWidget) -> QWidget:
        """Apply the style sheet to a part of a window, now and at each change; no part may lie in another.

        It is not the application's, and not the window's: under that one what is built for a window is styled again
        with each part that it is put into, which took three quarters of the time of a page. A part that is out of sight
        at a change waits until it is shown or nothing else is to be done.
        """
        self._parts.append(part)
        part.destroyed.connect(lambda _=None: self._forget(part))
        part.installEventFilter(self)
        part.setStyleSheet(self._sheet)
        return part

    def dress_windows_above(self, window: QWidget) -> None:
        """Apply the style sheet to all windows that will be opened above this one."""
        window.installEventFilter(self)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and watched in self._waiting:
            self._dress_waiting(watched)  # type: ignore[arg-type]
        elif event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            child = event.child()
            if isinstance(child, QWidget) and child.isWindow() and child not in self._parts:
                self.dress(child)
        return super().eventFilter(watched, event)

    def _forget(self, part: QWidget) -> None:
        self._parts.remove(part)
        self._waiting.pop(part, None)

    def _dress_next(self) -> None:
        if self._waiting:
            self._dress_waiting(next(iter(self._waiting)))
            self._later.start()

    def _dress_waiting(self, part: QWidget) -> None:
        grown = self._waiting.pop(part)
        part.setStyleSheet("")
        part.setStyleSheet(self._sheet)
        self._fit([part, *part.findChildren(QWidget)], grown)

    def _fit(self, widgets: list[QWidget], grown: float) -> None:
        """Scale what has a size of its own to the text size."""
        if grown != 1:
            text_size.grow(grown, widgets)
        text_size.lay_out_tabs(widgets)

    def apply(self) -> None:
        """Apply style, palette and font to the application, the style sheet to its windows, and colours to
        pyqtgraph."""
        self._fonts.clear()
        self.tokens = self._tokens()
        grown = text_size.use(self.text_percent)
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        # One in the place of another polishes each widget once for every widget above it, one put anew only once.
        seen = [part for part in self._parts if not part.visibleRegion().isEmpty()]
        self._waiting = {part: grown * self._waiting.get(part, 1) for part in self._parts if part not in seen}
        for part in seen:
            part.setStyleSheet("")
        if app.style().name() != "fusion":
            app.setStyle("fusion")
        app.setFont(self.font())
        app.setPalette(self.qt_palette())
        # Windows are told of the font later: under a style sheet that stands by then they keep the former one.
        app.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
        colors = {field.name: getattr(self.tokens, field.name) for field in fields(Tokens) if field.name != "noise"}
        colors["hover"] = mix(self.tokens.surface, self.tokens.accent, 0.08).name()
        colors["pressed"] = mix(self.tokens.surface, self.tokens.accent, 0.16).name()
        colors["accent_hover"] = mix(self.tokens.accent, self.tokens.text, 0.14).name()
        colors["scroll"] = mix(self.tokens.border, self.tokens.frame, 0.4).name()
        if self.of_system:  # no tints of ours
            colors |= {"hover": self.tokens.surface, "pressed": self.tokens.accent_soft, "scroll": self.tokens.frame}
            colors["accent_hover"] = self.tokens.accent
        name = "system" if self.of_system else "dark" if self.dark else "light"
        self._sheet = stylesheet.sheet(colors, Path(self._shapes.name), name)
        for part in seen:
            part.setStyleSheet(self._sheet)
        self._later.start()
        later = {widget for part in self._waiting for widget in (part, *part.findChildren(QWidget))}
        self._fit([widget for widget in text_size.all_widgets() if widget not in later], grown)
        self._color_plots()
        self.changed.emit()

    def plots(self) -> Any:
        """Return pyqtgraph in our colours. Importing it is slow: call this when the first plot is made, not before."""
        import pyqtgraph

        self._color_plots()
        return pyqtgraph

    def qt_palette(self) -> QPalette:
        if self.system is not None:
            return QPalette(self.system)
        tokens, palette, role = self.tokens, QPalette(), QPalette.ColorRole
        roles = {
            role.Window: tokens.window, role.WindowText: tokens.text, role.Base: tokens.surface,
            role.AlternateBase: tokens.window, role.Text: tokens.text, role.Button: tokens.surface,
            role.ButtonText: tokens.text, role.BrightText: tokens.error, role.Highlight: tokens.accent_soft,
            role.HighlightedText: tokens.text, role.ToolTipBase: tokens.raised, role.ToolTipText: tokens.text,
            role.PlaceholderText: tokens.secondary, role.Link: tokens.accent, role.LinkVisited: tokens.accent,
            role.Light: tokens.surface, role.Midlight: tokens.grid, role.Mid: tokens.border, role.Dark: tokens.frame,
            role.Shadow: tokens.border, role.Accent: tokens.accent,
        }  # fmt: skip
        for name, color in roles.items():
            palette.setColor(name, QColor(color))
        for name in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
            palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.disabled))
        return palette

    def close(self) -> None:
        """Let go of the files of the style sheet."""
        self._shapes.cleanup()

    def _tokens(self) -> Tokens:
        self.system = None
        if self.choice == "system":
            palette = system_palette()
            if asks_for_contrast(palette):
                self.system = palette
                return tokens_of(palette)
            return DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
        return DARK if self.choice == "dark" else LIGHT

    def _system_changed(self) -> None:
        if self.choice == "system" and self._tokens() != self.tokens:
            self.apply()

    def _color_plots(self) -> None:
        pyqtgraph = sys.modules.get("pyqtgraph")
        if pyqtgraph is not None:
            pyqtgraph.setConfigOption("background", self.color("surface"))
            pyqtgraph.setConfigOption("foreground", self.color("secondary"))
            pyqtgraph.setConfigOption("antialias", True)


def system_palette() -> QPalette:
    """The palette of the system, whatever ours is now."""
    ours = QGuiApplication.palette()
    if QGuiApplication.instance() is None:
        return ours
    QGuiApplication.setPalette(QPalette())
    palette = QGuiApplication.palette()
    QGuiApplication.setPalette(ours)
    return palette


def set_kind(widget: QWidget, kind: str) -> None:
    """Set the style sheet class (`[kind="..."]`) of a widget, also after it was shown."""
    if widget.property("kind") == kind:
        return
    widget.setProperty("kind", kind)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
