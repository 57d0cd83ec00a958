"""What a screen reader would speak, by a small rule as NVDA and Orca have it; the transcripts are written by it.

- A message that the program announces is spoken as it is: `! ...` where it interrupts, `* ...` where it waits its turn.
- A window that comes to the front, of several the last: its title and what it is.
- The thing that has the keyboard, of several in one step the last: the names of what holds it, where they are others
  than before, from the outside in; its name, what it is, its states, its value or text, its description, its place.
- Of a cell: the heads of its row and column where they are others than before and its name does not say them; its name.
- A change of the thing that has the keyboard: only what is another: name, value, state.

Of one step messages come last: where the keyboard is now is heard first, whichever was earlier by a moment. Nothing
else is spoken: words that only stand on the screen are silent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest

from tests.journeys.ear import Accessible, Ear, Heard, Silence

GERMAN = {
    "graphic": "Grafik",
    "push button": "Schalter", "button menu": "Schalter mit Menü", "toggle button": "Umschalter",
    "check box": "Kontrollkästchen", "radio button": "Auswahlknopf", "text": "Eingabefeld",
    "password text": "Kennwortfeld", "combo box": "Kombinationsfeld", "spin button": "Drehfeld", "spin box": "Drehfeld",
    "slider": "Schieberegler", "list": "Liste", "list item": "Eintrag", "tree": "Baum", "tree item": "Baumeintrag",
    "table": "Tabelle", "page tab": "Registerkarte", "page tab list": "Registerkarten", "menu": "Menü",
    "menu item": "Menüpunkt", "check menu item": "Menüpunkt", "radio menu item": "Menüpunkt", "popup menu": "Menü",
    "menu bar": "Menüleiste", "dialog": "Dialog", "frame": "Fenster", "window": "Fenster", "grouping": "Gruppe",
    "heading": "Überschrift", "link": "Link", "document": "Dokument", "document frame": "Dokument",
    "document web": "Dokument",
    "image": "Bild", "splitter": "Teiler", "chart": "Diagramm", "canvas": "Zeichnung", "progress bar": "Fortschritt",
    "checked": "aktiviert", "not checked": "nicht aktiviert", "pressed": "gedrückt", "not pressed": "nicht gedrückt",
    "expanded": "erweitert", "collapsed": "reduziert", "selected": "ausgewählt", "unavailable": "nicht verfügbar",
    "read-only": "schreibgeschützt", "invalid-entry": "ungültige Eingabe", "required": "erforderlich",
    "has-popup": "mit Menü", "of": "von", "empty": "leer",
}  # fmt: skip
# Roles that are not spoken; the names of things that have them are.
SILENT = {"panel", "filler", "layered pane", "scroll pane", "split pane", "viewport", "unknown", "cell", "table cell",
          "label", "statusbar", "root pane"}  # fmt: skip
CELLS = {"cell", "table cell", "list item", "tree item"}
HOLDS_NOTHING = {"cell", "table cell", "label", "frame", "tree item", "list item"}
PLACED = {"list item", "page tab", "radio button", "menu item", "check menu item", "radio menu item"}
# Long work is told after some seconds: on a slow machine there is more of it.
PROGRESS = " ..."
MOST_TEXT = 300


@dataclass
class Reader:
    """Speaks for one program; it remembers what was last said, as a screen reader does."""

    ear: Ear
    program: Accessible
    language: str = "de"
    focus: Accessible | None = None
    holders: list[str] = field(default_factory=list)
    heads: frozenset[str] = frozenset()
    window: str = ""
    parts: dict[str, str] = field(default_factory=dict)

    def word(self, english: str) -> str:
        return GERMAN[english] if self.language == "de" else english

    def speak(self) -> list[str]:
        """What is spoken since the last time, line by line."""
        heard = self.ear.heard(self.program)
        lines: list[str] = []
        last = max((at for at, one in enumerate(heard) if _is_focus(one)), default=-1)
        front = max((at for at, one in enumerate(heard) if one.name == "window:activate"), default=-1)
        for at, one in enumerate(heard):
            if one.name == "window:activate" and at < front:
                continue
            try:
                said = self._of(one, is_last=at == last, is_left=at < last)
            except Silence:
                continue
            if said:
                lines.append(said)
        return sorted(lines, key=lambda line: line[:2] in ("* ", "! "))

    def _of(self, one: Heard, *, is_last: bool, is_left: bool) -> str:
        if one.name == "announcement":
            words = str(one.words)
            return "" if words.endswith(PROGRESS) else f"{'!' if one.detail == 2 else '*'} {words}"
        if one.name == "window:activate":
            found = f"{one.source.name}, {self.word(one.source.role)}".removeprefix(", ")
            new, self.window = found != self.window, found
            return found if new else ""
        if _is_focus(one):
            return self._enter(one.source) if is_last and "focused" in one.source.states else ""
        if one.source == self.focus and not is_left and one.name.startswith(("state-changed", "property-change")):
            return self._changed()
        return ""

    def _enter(self, thing: Accessible) -> str:
        holders = self._holders(thing)
        known = [*self.holders, self.parts.get("name", "")]
        pairs = list(zip_longest(known, holders[: len(known)]))
        same = next((at for at, (known, now) in enumerate(pairs) if known != now), len(pairs))
        again = thing == self.focus
        self.focus, self.holders, self.parts = thing, holders, self._parts(thing)
        said = ", ".join(part for part in self.parts.values() if part)
        around = [one for one in holders[same:] if one != self.window]
        return "" if again and not said else "; ".join([*around, said])

    def _changed(self) -> str:
        assert self.focus is not None
        now = self._parts(self.focus)
        gone = [self.word(f"not {one}") for one in ("checked", "pressed") if one in self.parts and one not in now]
        silent = ("role", "description", "place")
        new = [part for key, part in now.items() if part != self.parts.get(key) and key not in silent]
        self.parts = now
        return ", ".join(dict.fromkeys(part for part in [*gone, *new] if part))

    def _holders(self, thing: Accessible) -> list[str]:
        found = []
        for one in thing.above:
            name, role = one.name, one.role
            if name and role not in HOLDS_NOTHING:
                found.append(name if role in SILENT else f"{name}, {self.word(role)}")
        return found[::-1]

    def _parts(self, thing: Accessible) -> dict[str, str]:
        name, role, states = thing.name, thing.role, thing.states
        if role == "combo box":  # its name is what is chosen; what it is for says its label
            labels = [one.name for one in thing.relations.get("labelled by", [])]
            name = ", ".join(dict.fromkeys([*labels, name]))
        parts = {"heads": self._heads_of(thing, name) if role in CELLS else "", "name": name}
        if role not in SILENT:
            parts["role"] = self.word(role)
        parts |= {state: self.word(state) for state in _states(role, states)}
        parts["value"] = self._value(thing, role)
        description = thing.description
        parts["description"] = "" if description == name else description
        if role in PLACED:
            place = self._place(thing)
            parts["place"] = "" if place and place in name else place
        return parts

    def _value(self, thing: Accessible, role: str) -> str:
        if role in ("text", "password text", "spin button", "spin box", "combo box") and "Text" in thing.interfaces:
            return thing.text.strip().replace("\n", " / ")[:MOST_TEXT] or self.word("empty")
        if role == "combo box":
            chosen = (one.name for one in thing.walk() if one.role == "list item" and "selected" in one.states)
            return next(chosen, "")
        if role in ("slider", "progress bar", "scroll bar"):
            number = f"{thing.value[0]:g}"
            return number.replace(".", ",") if self.language == "de" else number
        return ""

    def _heads_of(self, cell: Accessible, name: str) -> str:
        if "TableCell" not in cell.interfaces:
            return ""
        asked = (cell.call(f"Get{of}HeaderCells", interface="org.a11y.atspi.TableCell") for of in ("Row", "Column"))
        found = [Accessible(self.ear, *one).name for heads in asked for one in heads]
        new = [head for head in found if head and head not in self.heads and head not in name]
        self.heads = frozenset(found)
        return ", ".join(new)

    def _place(self, thing: Accessible) -> str:
        above = thing.parent
        like = [] if above is None else [one for one in above.children if one.role in PLACED]
        return f"{like.index(thing) + 1} {self.word('of')} {len(like)}" if thing in like else ""


def _states(role: str, states: frozenset[str]) -> list[str]:
    found = []
    if "checkable" in states or role in ("check box", "radio button"):
        found.append("checked" if "checked" in states else "not checked")
    elif role == "toggle button":
        found.append("pressed" if states & {"pressed", "checked"} else "not pressed")
    if "expandable" in states:
        found.append("expanded" if "expanded" in states else "collapsed")
    if "selected" in states and role == "page tab":
        found.append("selected")
    if "enabled" not in states:
        found.append("unavailable")
    if "has-popup" in states and role != "button menu":
        found.append("has-popup")
    found += [state for state in ("required", "invalid-entry") if state in states]
    if "read-only" in states and role in ("text", "spin button"):
        found.append("read-only")
    return found


def _is_focus(one: Heard) -> bool:
    return one.name == "state-changed:focused" and one.detail == 1
