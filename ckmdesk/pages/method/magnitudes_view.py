"""How sums of magnitudes are protected by the cell-key method: tables, contributions, scaling, extra noise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.methods.cellkey import CellKeyMethod, as_cell_key
from ckmcore.methods.magnitude_settings import Compat, Contribution, MagnitudeSettings, Nature, Scaling
from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.methods.own_keys import new_own_key
from ckmcore.methods.sum_defaults import bend_from_totals, last_row
from ckmcore.methods.sum_presets import SumDesign, SumPreset, percent_of
from ckmcore.methods.sums import PEERS_METHOD, MeanOf, MissingValues, ShownWith, ZeroIs
from ckmcore.ptable.stored import StoredTable, stored_magnitudes
from ckmcore.tabulate.magnitudes import MOST_CONTRIBUTORS
from ckmdesk.base.frame import Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands import method as commands
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.published_card import PublishedCard
from ckmdesk.pages.method.settings_form import SettingsForm
from ckmdesk.pages.method.settings_words import set_further_words, set_primary_words, set_sum_words
from ckmdesk.pages.method.sums_cards import SumsCards
from ckmdesk.pages.method.sums_design import SumsDesign, preset_tables
from ckmdesk.pages.method.sums_pictures import SumsPictures
from ckmdesk.ports import filled
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.method_settings import (
    PRIMARY,
    MagnitudeChoice,
    NumbersUnreadable,
    magnitudes_of,
    number_of,
    numbers_of,
    numbers_text,
    primary_texts,
    with_primary,
)
from ckmdesk.state.sum_designs import SumRequest
from ckmdesk.state.sums_view import Total, fitting_preset, totals_of
from ckmdesk.state.variant import counts_variant, is_of_magnitudes, ptable_of, sums_at_hand, sums_beside
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling
from ckmdesk.widgets.scrolled import folds

OPTIONS = ("separation", "parity", "include_zeros")
OWN_KEY = "own_key"
SCOPE = "scope"
LEFT_WIDTH, RIGHT_WIDTH = 330, 350
FLEX = ("large", "bend", "q")
# What other programs know: blanks count as 0, means are per record, no least noise.
AS_PEERS = {**PEERS_METHOD, "least_noise": "", "small_unit": "1"}
# What flex scaling begins with: σ0 a tenth of σ1, as in the literature.
BEND, Q, FRACTION = 1000.0, 3.0, 0.1


class MagnitudesView(QWidget):
    """Settings for sums, of all magnitudes or one of them, beside their pictures; emits `save_asked(picture, name)`."""

    save_asked = Signal(object, str)

    kept = ("of", "judging.judged")

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.of = ""
        self._key = ""  # of own keys, while they are off
        self._proposed: set[int] = set()  # the records of which a preset was filled in
        card = Card()
        self.title = label(self.tr("Sums of magnitudes by the cell-key method"), "heading")
        self.lead = WrapLabel("", "secondary")
        self.read_button = QPushButton(self.tr("Read a table for sums ..."), objectName="read-magnitude-table")
        self.give_back = QPushButton(self.tr("Same settings as all magnitudes"), objectName="same-as-all-magnitudes")
        self.give_back.clicked.connect(self._give_back)
        self.design = SumsDesign(context)
        self.design.looked.connect(self.refresh)
        self.design.preset_chosen.connect(self._take_preset)
        self.design.derive_asked.connect(self._derive)
        self.design.designed.connect(self._take_table)
        self.design.designed_beside.connect(self._take_beside)
        self.form = form = SettingsForm(narrow=True)
        form.add_checks(SCOPE, ("own",))
        form.add_choice("of", ("",))
        form.add_choice("large_table", (None,))
        form.add_choice("small_table", (None,))
        form.add_choice("contribution", get_args(Contribution))
        form.add_count("k", 1, MOST_CONTRIBUTORS)
        form.add_text("epsilon")
        form.add_choice("form", ("simple", "flex"))
        for name in ("small", *FLEX):
            form.add_text(name)
        form.add_text("least_noise")
        form.add_text("extra_noise")
        for name in PRIMARY:
            form.add_text(name)
        form.add_checks("options", (*OPTIONS, OWN_KEY))
        form.add_text("small_unit")
        form.add_choice("nature", get_args(Nature))
        form.add_text("decimals")
        form.add_choice("missing", get_args(MissingValues))
        form.add_choice("mean_of", get_args(MeanOf))
        form.add_choice("shown_with", get_args(ShownWith))
        form.add_choice("zero_is", get_args(ZeroIs))
        form.add_text("least_contributors")
        form.add_choice("compat", get_args(Compat))
        form.changed.connect(self._changed)
        fill(card.body, self.title, self.lead, self.design, self.read_button, self.give_back, form, STRETCH)
        left = scrolling(card)
        left.setFixedWidth(px(LEFT_WIDTH))
        self.pictures = SumsPictures(context)
        self.pictures.bend_moved.connect(self._move_bend)
        self.pictures.save_asked.connect(self.save_asked)
        self.published = PublishedCard()
        cards = QWidget()
        self.judging: SumsCards = filled("SumsJudged", SumsCards)(context, self)
        column_of(*self.judging.cards, self.published, STRETCH, within=cards, margins=0, spacing=STEP)
        self.right = scrolling(cards)
        self.right.setFixedWidth(px(RIGHT_WIDTH))
        body = row_of(left, (self.pictures, 1), self.right, margins=0, spacing=STEP)
        folds(body)
        column_of(body, within=self, margins=(0, STEP, 0, 0))
        form = self.form
        form.set_words("large_table", self.tr("Table"), self.tr("Without one, no sums are published."))
        form.set_words("small_table", self.tr("Table for small values"), self.tr("Needed where they are separated."))
        form.set_words("of", self.tr("Settings of"), self.tr("One magnitude may have settings of its own."))
        form.set_words(
            "contribution",
            self.tr("Noise by"),
            self.tr("How large noise is depends on these contributions; the range is the largest less the smallest."),
        )
        form.set_choice_words(
            "contribution",
            [
                self.tr("T: the k largest"),
                self.tr("M: the mean"),
                self.tr("D: the range"),
                self.tr("V: the total"),
            ],
        )
        form.set_words("k", self.tr("k"), self.tr("How many of the largest contributions, each with a step of noise."))
        form.set_words("epsilon", self.tr("ε"), self.tr("1 and descending, one for each step: 1; 0.5; 0.2"))
        shape = self.tr("Simple: alike for all sizes. Flex: relatively less for large ones.")
        form.set_words("form", self.tr("Scaling"), shape)
        form.set_choice_words("form", [self.tr("simple"), self.tr("flex")])
        form.set_words("small", "σ1", self.tr("The unit of noise as a part of the contribution."))
        form.set_words("large", "σ0", self.tr("What it falls towards for very large contributions."))
        form.set_words("bend", "z_f", self.tr("From this size on it falls, in the unit of the magnitude."))
        form.set_words("q", "q", self.tr("How fast it falls; more than 1."))
        form.set_words("options", self.tr("Rules"))
        form.set_choice_words(
            "options",
            [
                self.tr("small values apart (separation)"),
                self.tr("even and odd (parity)"),
                self.tr("records with 0 count"),
                self.tr("own key per magnitude"),
            ],
            [
                self.tr("Small values have a table of their own."),
                self.tr("Other rows for even and odd numbers of contributors."),
                self.tr("Records with the value 0 count for the cell key."),
                self.tr("Without own keys the ratio of two sums of one contributor is that of the originals."),
            ],
        )
        form.set_words(
            "nature",
            self.tr("Nature"),
            self.tr("Levels (stocks, wages) recur: the same key in all periods. Flows (turnover): another in each."),
        )
        form.set_choice_words("nature", [self.tr("level"), self.tr("flow")])
        form.set_words(
            "least_noise",
            self.tr("Least noise λ"),
            self.tr("In sensitive cells noise is at least this share of the largest contribution: 2 p or more."),
        )
        form.set_words("extra_noise", "μ_c", self.tr("More noise in sensitive cells, in the first step. Empty: none."))
        set_primary_words(form)
        form.set_words("decimals", self.tr("Decimals of sums"), self.tr("Empty: as many as the data have."))
        set_sum_words(form)
        form.set_words(
            "zero_is",
            self.tr("Sums of true zeros"),
            self.tr("A sum to which nobody contributes shows “.”, as one of few does, unless zeros are public."),
        )
        form.set_choice_words("zero_is", [self.tr("not shown"), self.tr("public: shown as 0")])
        set_further_words(form)
        self._shown: tuple[MagnitudeChoice, str] | None = None

    # --- showing -------------------------------------------------------------------------------------------------

    @property
    def choice(self) -> MagnitudeChoice:
        """Return the edited settings, or those in force."""
        method = self._locked
        return sums_at_hand(self.context.desk.state.method) if method is None else MagnitudeChoice.of_method(method)

    @property
    def _variant(self) -> Variant:
        """The variant whose sums are worked on."""
        return counts_variant(self.context.desk.state)

    @property
    def _locked(self) -> CellKeyMethod | None:
        """The method in force, where it is looked at."""
        state = self.context.desk.state
        in_force = None if state.statistic is None else state.statistic.period.in_force
        return as_cell_key(in_force.method) if state.method.in_force and in_force is not None else None

    def refresh(self) -> None:
        """Show the settings."""
        form, choice = self.form, self.choice
        names = self.titles()
        if self.of not in ("", *names):
            self.of = ""
        has_own = dict(choice.own)
        own_text = self.tr("%1 (own settings)")
        magnitude_words = [
            (name, own_text.replace("%1", word) if name in has_own else word) for name, word in names.items()
        ]
        form.set_values("of", [("", self.tr("all magnitudes")), *magnitude_words])
        self._offer("large_table", choice.large, self.tr("none: no sums"))
        self._offer("small_table", choice.small, self.tr("none"))
        form.choices["of"].setCurrentIndex(form.choices["of"].findData(self.of))
        settings = choice.of(self.of)
        try:
            values = form.values()
            same = self._read(values) == settings and (OWN_KEY in values["options"]) == bool(choice.own_key)
            same = same and bool(values[SCOPE]) == (self._variant.sums is not None)
        except CkmError:
            same = False
        locked = self._locked is not None
        shown = (choice, self.of)
        refused = form.refused and shown == self._shown  # what was refused stays where it was typed
        if (not same and not refused) or locked or not form.choices["contribution"].isEnabled():
            form.show_settings(self._values(settings, choice), locked=locked)
        self._shown = shown
        form.choices["of"].setEnabled(True)
        scope = self.tr("own settings of variant %1").replace("%1", self._variant.name)
        form.set_choice_words(SCOPE, [scope], [self.tr("Else all variants share these settings and tables.")])
        self.read_button.setEnabled(not locked)
        self.give_back.setVisible(self.of in has_own and not locked)
        self.design.set_locked(locked)
        self.design.derive.setEnabled(bool(names) and not locked and settings.scaling.is_flex)
        self._show_lines(settings)
        large, small = (
            None if stored_table is None else magnitudes_of(stored_table)
            for stored_table in (choice.large, choice.small)
        )
        self.pictures.look_at_cells(self.of or next(iter(names), ""))
        variance = 0.0 if small is None else small.parts[0].last_variance
        every = (choice.settings, *(setting for _, setting in choice.own))
        self.design.further = any(setting.k > 1 for setting in every)
        typed = self.design.preview
        shown, wanted_V = (large, self.design.wanted(large)) if typed is None else (typed.table, typed.wanted)
        beside = sums_beside(self.context.desk.state)
        measure_name = self.of or next(iter(names), "")
        others = [
            (named_sums.name, named_sums.choice.of(measure_name).scaling)
            for named_sums in beside
            if not named_sums.shown or locked
        ]
        self.pictures.show_sums(
            settings, shown, variance, locked=locked, wanted=wanted_V, typed=typed is not None, others=others
        )
        lead = self.tr("Sums come into force together with the table for counts.")
        if locked:
            lead = self.tr("In force, and therefore locked. Choose a variant to work on other settings.")
        elif not names:
            lead = self.tr("The data have no magnitudes. Give a variable this role on page Data.")
        self.lead.setText(lead)
        fault = form.fault.text()
        method = self.made(choice)
        if refused:
            form.tell(fault)
        if method is not None:
            self.published.show_method(method, self.context.language)
        self.judging.show_method(as_of_sums(method), measure_name, beside)

    def titles(self) -> dict[str, str]:
        """Return the titles of the data's magnitudes by name."""
        data = self.context.desk.session.data
        if data is None:
            return {}
        language = self.context.language
        return {name: magnitude.title.text(language) or name for name, magnitude in data.magnitudes.items()}

    def _offer(self, name: str, chosen_table: StoredTable | None, none: str) -> None:
        """Fill the choice of tables for magnitudes among the variants, and select one."""
        variants = [variant for variant in self.context.desk.state.method.variants if is_of_magnitudes(variant)]
        table_words: list[tuple[Any, str]] = [(None, none)]
        table_words += [(variant_index, variant.file or variant.name) for variant_index, variant in enumerate(variants)]
        tables = [variant.table for variant in variants]
        if chosen_table is not None and chosen_table not in tables:
            table_words.append((len(tables), self.tr("own table")))
        self.form.set_values(name, table_words)
        table_index = (
            None if chosen_table is None else tables.index(chosen_table) if chosen_table in tables else len(tables)
        )
        self.form.choices[name].setCurrentIndex(self.form.choices[name].findData(table_index))

    def _show_lines(self, settings: MagnitudeSettings) -> None:
        """Show only the fields that apply."""
        top = settings.contribution == "T"
        self.form.show_part("k", shown=top)
        self.form.show_part("epsilon", shown=top and settings.k > 1)
        for name in FLEX:
            self.form.show_part(name, shown=settings.scaling.is_flex)
        self.form.show_part("small_unit", shown=settings.separation)

    def made(self, choice: MagnitudeChoice) -> CellKeyMethod | None:
        """Make the method of a choice; errors and warnings are shown below the form."""
        state, language = self.context.desk.state, self.context.language
        try:
            method = choice.method(state.method.settings.counts.method(ptable_of(counts_variant(state))))
        except CkmError as error:
            self.form.tell(error.text(language))
            return None
        large = None if choice.large is None else magnitudes_of(choice.large)
        sentences = self.judging.warnings(choice.of(self.of), large)
        self.form.tell(" ".join(each_sentence.text(language) for each_sentence in sentences), warning=True)
        return method

    def _values(self, settings: MagnitudeSettings, choice: MagnitudeChoice) -> dict[str, Any]:
        """Settings as the fields show them."""
        language, scaling, form = self.context.language, settings.scaling, self.form
        numbers_texts: dict[str, Any] = {
            "large_table": form.choices["large_table"].currentData(),
            "small_table": form.choices["small_table"].currentData(),
            "of": self.of,
            SCOPE: () if self._locked is not None or self._variant.sums is None else ("own",),
            "contribution": settings.contribution,
            "k": settings.k,
            "epsilon": numbers_text(settings.epsilon, language),
            "form": "flex" if scaling.is_flex else "simple",
            "options": (
                *(name for name in OPTIONS if getattr(settings, name)),
                *((OWN_KEY,) if choice.own_key else ()),
            ),
            "nature": settings.nature,
            "decimals": "" if settings.decimals is None else str(settings.decimals),
            "missing": settings.missing,
            "mean_of": settings.mean_of,
            "shown_with": settings.shown_with,
            "zero_is": settings.zero_is,
            "least_contributors": str(settings.least_contributors),
            "small_unit": numbers_text((settings.small_unit,), language),
            "compat": settings.compat,
        }
        for name in ("extra_noise", "least_noise"):
            number = getattr(settings, name)
            numbers_texts[name] = numbers_text((number,), language) if number else ""
        for name in ("small", *FLEX):
            number = getattr(scaling, name)
            numbers_texts[name] = "" if number is None else numbers_text((number,), language)
        return numbers_texts | primary_texts(settings.primary, language)

    # --- changing ------------------------------------------------------------------------------------------------

    def _read(self, values: dict[str, Any]) -> MagnitudeSettings:
        """Read the settings from the fields; raises CkmError."""
        flex = values["form"] == "flex"
        numbers = [number_of(values[name]) for name in FLEX] if flex else [None] * 3
        scaling = Scaling(number_of(values["small"]), *numbers)
        top = values["contribution"] == "T"
        k = values["k"] if top else 1
        primary = None
        for name in PRIMARY:
            primary = with_primary(primary, name, values[name])
        decimals, known_settings = values["decimals"].strip(), self.choice.of(self.of)
        least = number_of(values["least_noise"], 0.2) if values["least_noise"].strip() else 0.0
        return MagnitudeSettings(
            scaling,
            values["contribution"],
            k,
            numbers_of(values["epsilon"]) if top and k > 1 else (1.0,),
            **{name: name in values["options"] for name in OPTIONS},
            extra_noise=number_of(values["extra_noise"]) if values["extra_noise"].strip() else 0.0,
            least_noise=least,
            # Noise 0 with something added to it would always go up; other programs know no sign by the key.
            zero_sign="key" if least else "plus" if values["compat"] else known_settings.zero_sign,
            nature=values["nature"],
            primary=primary,
            decimals=_whole(decimals) if decimals else None,
            missing=values["missing"],
            mean_of=values["mean_of"],
            shown_with=values["shown_with"],
            zero_is=values["zero_is"],
            least_contributors=_whole(values["least_contributors"].strip() or "0"),
            small_unit=number_of(values["small_unit"], 1.0),
            compat=values["compat"],
        )

    def _changed(self, name: str, value: Any) -> None:
        choice = self.choice
        if name == "of":
            self.of = value
            self.refresh()
            return
        if name == SCOPE:
            self.context.desk.run(commands.own_sums(own=bool(value)))
            return
        if name in ("large_table", "small_table"):
            kept_table = self._table(value, choice.large if name == "large_table" else choice.small)
            changed = replace(choice, large=kept_table) if name == "large_table" else replace(choice, small=kept_table)
            self.context.desk.run(commands.set_magnitudes(changed, name))
            return
        values = self.form.values()
        if name == "k":
            values["epsilon"] = numbers_text(_padded(choice.of(self.of).epsilon, value), self.context.language)
        if name == "compat" and value:
            values |= {**AS_PEERS, "options": tuple(option for option in values["options"] if option != OWN_KEY)}
            values |= {} if values["extra_noise"].strip() else dict.fromkeys(PRIMARY, "")
        try:
            if name == "form" and value == "flex" and not values["large"].strip():
                values |= self._flex(values["small"])
            settings = self._read(values)
        except CkmError as error:
            self.form.tell(error.text(self.context.language))
            return
        statistic = self.context.desk.state.statistic
        first = statistic is not None and not (choice.own_key or self._key)
        key, declared = self._own_key(values["options"], choice), statistic.nature if statistic and first else None
        changed = choice.with_settings(self.of, settings).with_keys(key, declared)
        self.made(changed)  # also where nothing has changed: back from a fault
        self.context.desk.run(commands.set_magnitudes(changed, name))

    def _own_key(self, options: tuple[str, ...], choice: MagnitudeChoice) -> str:
        """Return the secret of own keys; the same one again if the box was only off for a moment."""
        self._key = choice.own_key or self._key
        if OWN_KEY not in options:
            return ""
        self._key = self._key or new_own_key()
        return self._key

    def propose(self) -> None:
        """Offer the preset that fits the first magnitude when the view is first opened without settings.

        Opening the view changes nothing; taking the preset is an undoable step, a draft that is not in force.
        """
        data, choice = self.context.desk.session.data, self.choice
        if data is None or not data.magnitudes or self._locked is not None or id(data) in self._proposed:
            return
        self._proposed.add(id(data))
        tables = any(is_of_magnitudes(variant) for variant in self.context.desk.state.method.variants)
        if choice == MagnitudeChoice() and not tables and data.counter is None:
            name, column = next(iter(data.magnitudes.items()))
            title, preset = self.titles()[name], fitting_preset(column)

            def take() -> None:
                self._take_preset(preset)
                self.context.show_message(sentence("sums_preset_proposed", magnitude=title), "info")

            offered = sentence("sums_preset_offered", magnitude=title)
            self.context.show_message(offered, "info", Remedy(self.tr("Take the preset"), take))

    def _take_preset(self, name: SumPreset) -> None:
        """Apply settings and tables of a preset in one step, with the p that is set."""
        choice, statistic = self.choice, self.context.desk.state.statistic
        p, nature = percent_of(choice.of(self.of)), None if statistic is None else statistic.nature
        try:
            settings, design, large, small, seed = preset_tables(name, p, nature)
        except CkmError as error:
            self.form.tell(error.text(self.context.language))
            return
        self.design.show_design(design, seed=seed)
        key = choice.own_key or self._key or new_own_key()
        kept_table = None if small is None else stored_magnitudes(small)
        changed = replace(choice, large=stored_magnitudes(large), small=kept_table or choice.small, own_key=key)
        self.context.desk.run(commands.set_magnitudes(changed.with_settings(self.of, settings), f"preset {name}"))

    def _take_table(self, asked_request: SumRequest) -> None:
        """Use a designed table for the sums, or small values, of the current variant only, in one step."""
        self.context.desk.run(commands.set_magnitudes(self._designed(asked_request), "large_table", own=True))

    def _take_beside(self, asked_request: SumRequest) -> None:
        """Use a designed table in a new variant, a copy of the current one."""
        variant = replace(self._variant, sums=self._designed(asked_request))
        self.context.desk.run(commands.add_variant(variant))

    def _designed(self, asked_request: SumRequest) -> MagnitudeChoice:
        """The choice with a table that was designed."""
        choice, table = self.choice, stored_magnitudes(asked_request.table)
        if asked_request.kind == "small_cells":
            settings = replace(choice.of(self.of), separation=True)
            return replace(choice.with_settings(self.of, settings), small=table)
        parity = asked_request.kind == "parity"
        own_settings = tuple((name, replace(setting, parity=parity)) for name, setting in choice.own)
        return replace(choice, large=table, settings=replace(choice.settings, parity=parity), own=own_settings)

    def _move_bend(self, scaling: Scaling) -> None:
        """Set the scaling after the point of the curve was moved."""
        settings = replace(self.choice.of(self.of), scaling=scaling)
        self.context.desk.run(commands.set_magnitudes(self.choice.with_settings(self.of, settings), "bend"))

    def _derive(self) -> None:
        """z_f from the totals of the data, off the window's thread."""
        data, language, measure_name = self.context.desk.session.data, self.context.language, self.of
        name = measure_name or next(iter(self.titles()), "")
        choice = self.choice
        settings, large = choice.of(measure_name), choice.large
        scaling, large_share, q = settings.scaling, settings.scaling.large, settings.scaling.q
        if data is None or not name or large_share is None or q is None:
            return
        table = SumDesign().table(1) if large is None else magnitudes_of(large)
        mean = float(np.abs(last_row(table.parts[0])[0]) @ last_row(table.parts[0])[1])

        def work(context: JobContext) -> tuple[list[Total], Any]:
            totals = totals_of(data, name, language, context.cancelled)
            pairs = [(total.sum, total.largest) for total in totals]
            if not pairs:
                return totals, "simple"
            return totals, bend_from_totals(pairs, scaling.small, large_share, q, mean)

        def done(result: tuple[list[Total], Any]) -> None:
            totals, bend = result
            if self.choice != choice or self.of != measure_name:
                return
            if bend is None:
                worst_total = max(totals, key=lambda total: total.largest / total.sum)
                self.context.show_message(sentence("one_contributor_rules", total=worst_total.name), "warning")
                return
            simple = bend == "simple"
            found_scaling = Scaling(scaling.small) if simple else replace(scaling, bend=bend)
            whole_bend = "" if simple else int(bend) if bend >= 1 else bend
            said_sentence = sentence("sums_simple_does") if simple else sentence("sums_bend_found", bend=whole_bend)
            self._move_bend(found_scaling)
            self.context.show_message(said_sentence, "ok")  # a command takes away what was said before

        self.context.jobs.start("sum-bend", work, done, self.context.show_message)

    def _give_back(self) -> None:
        """Give the magnitude shown the settings of all magnitudes again."""
        self.context.desk.run(commands.set_magnitudes(self.choice.with_settings(self.of, None), "of"))

    def _flex(self, small: str) -> dict[str, str]:
        """Return the default values of flex scaling."""
        language = self.context.language
        numbers = {"large": number_of(small) * FRACTION, "bend": BEND, "q": Q}
        return {name: numbers_text((number,), language) for name, number in numbers.items()}

    def _table(self, index: int | None, former_table: StoredTable | None) -> StoredTable | None:
        if index is None:
            return None
        tables = [variant.table for variant in self.context.desk.state.method.variants if is_of_magnitudes(variant)]
        return tables[index] if index < len(tables) else former_table


def _whole(text: str) -> int:
    """Parse an integer; raises NumbersUnreadable."""
    number = number_of(text, 2)
    if not number.is_integer():
        raise NumbersUnreadable(found=text, example=2)
    return int(number)


def _padded(epsilon: tuple[float, ...], k: int) -> tuple[float, ...]:
    """Return `k` steps: each further one is half of the one before."""
    found_epsilon = list(epsilon[:k])
    while len(found_epsilon) < k:
        found_epsilon.append(round(found_epsilon[-1] / 2, 4))
    return tuple(found_epsilon)
