"""Commands: each is one step that can be undone and redone, with its name."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.references import ReferenceTable
from ckmcore.presentation.table_options import OPTIONS
from ckmcore.ptable import Design, FixedProbability
from ckmcore.ptable.stored import stored_table
from ckmcore.statistic.period import Decision
from ckmcore.tabulate.spec import Value
from ckmdesk.commands import layout, presentation, references
from ckmdesk.commands import method as method_commands
from ckmdesk.commands import tables as commands
from ckmdesk.commands import values as value_commands
from ckmdesk.commands.desk import Changes, Command, Desk
from ckmdesk.shell.command_names import NAMES
from ckmdesk.state.desk_state import DeskState, MethodState, Trial, Variant
from ckmdesk.state.table_drafts import title_is_of_another_breakdown
from ckmdesk.state.variant import variant_text
from tests.kit.statistics import small_statistic

TABLE = Design(D=2, V=1.08, js=1).table()


def desk() -> Desk:
    return Desk(DeskState(page="tables", statistic=small_statistic()))


COMMANDS = (
    commands.move_variable("sex", "rows", "Sex"),
    commands.move_variable("area", "rows", "Area", 0),
    commands.move_variable("sex", "columns", "Sex"),
    commands.move_variable("area", "filters", "Area", None, ("1",)),
    commands.move_variable("area", "list", "Area"),
    commands.choose_filter("area", ("2",), "Area"),
    layout.change_level("place_total", "sex", "Sex", None, total="off"),
    layout.change_level("choose_categories", "sex", "Sex", None, nodes=("1",)),
    layout.change_level("choose_levels", "sex", "Sex", None, depths=(0,)),
    commands.swap_axes(),
    commands.clear_table(),
    value_commands.put_value(Value("weighted_count"), "Weighted"),
    value_commands.put_value(Value("share", base="row", decimals=1), "Share", 0),
    value_commands.change_value(0, Value("share", base="total"), "Share", "value:1"),
    value_commands.duplicate_value(0, "Share"),
    value_commands.move_value(0, 2, "Share"),
    value_commands.remove_value(0, "Number"),
    presentation.set_option("labels", "both"),
    presentation.set_option("language", "de"),
    presentation.set_option("hide_rows", True),
    presentation.set_option("hide_columns", True),
    presentation.set_width(("1", "0"), 120),
    presentation.fit_width(("1", "0")),
    presentation.fit_all_widths(),
    references.put_reference(ReferenceTable("people", variables=("sex",)), "People"),
    references.put_reference(ReferenceTable("people", Texts.same("People"), variables=("area",)), "People"),
    references.remove_reference("people", "People"),
    commands.save_table("Mine", "2026-01-01"),
    commands.delete_table("First"),
    commands.new_table(),
    method_commands.put_in_force(Rounding(5), "2026-01-01"),
    method_commands.put_in_force(CellKeyMethod(TABLE), "2026-01-02", Decision("Board"), variant_text(Variant("A"))),
    method_commands.set_variant(Variant("A", design=Design(V=2.0)), "V"),
    method_commands.set_probability(Variant("A", loose=(FixedProbability(3, 3, 0.5),)), "p(3 → 3)"),
    method_commands.import_table("table.csv", stored_table(TABLE)),
    method_commands.add_variant(),
    method_commands.copy_in_force(),
    method_commands.remove_variant(0),
    method_commands.remove_variant(2),
    method_commands.rename_variant("Mine"),
    method_commands.note_variant("because"),
)


@given(st.sampled_from(COMMANDS), st.sampled_from(COMMANDS))
def test_a_landing_that_is_run_is_its_command(command: Command, between: Command) -> None:
    plain, landed, late = desk(), desk(), desk()
    plain.run(command)
    landed.run(landed.landing(command))
    assert (landed.state, landed.undo_name) == (plain.state, plain.undo_name)
    landing = late.landing(command)
    late.run(between)
    late.run(landing)
    plain = desk()
    plain.run(between)
    plain.run(command)
    assert late.state == plain.state


def test_a_landing_is_not_made_again_where_nothing_changed_since() -> None:
    runs, of = [], desk()

    def change(state: DeskState) -> DeskState:
        runs.append(state)
        return replace(state, page="data")

    landing = of.landing(Command(commands.go_to("data").name, change))
    assert of.state.page == "tables"
    of.run(landing)
    assert of.state is landing.after
    assert len(runs) == 1
    of.run(commands.go_to("tables"))
    of.run(landing)  # of a state that is gone
    assert len(runs) == 2
    assert of.state.page == "data"


def test_a_view_that_watches_a_part_of_the_state_shows_it_where_it_has_changed() -> None:
    shown, of = list[object](), desk()
    watch = of.watch(lambda state: (state.table.spec.rows, state.page), shown.append)
    assert shown == []
    watch.look()
    watch.look()
    of.run(commands.move_variable("sex", "columns", "Sex"))
    watch.look()
    assert len(shown) == 1
    of.run(commands.move_variable("sex", "rows", "Sex"))
    watch.look()
    of.undo()
    watch.look()
    assert shown[0] == shown[2] != shown[1]
    watch.show()
    watch.forget()
    watch.look()
    watch.look()
    assert shown[2:] == [shown[0]] * 3


@given(st.lists(st.sampled_from(COMMANDS), max_size=25))
def test_every_step_is_undone_and_redone(steps: list[Command]) -> None:
    made = desk()
    states = [made.state]
    states.extend(made.state for step in steps if made.run(step).parts)
    for state in reversed(states[:-1]):
        assert made.undo_name is not None
        made.undo()
        assert made.state == state
    assert made.undo_name is None
    for state in states[1:]:
        made.redo()
        assert made.state == state
    assert made.redo_name is None


def test_two_hundred_steps_can_be_undone() -> None:
    made = desk()
    for number in range(220):
        made.run(commands.move_variable("sex", "rows" if number % 2 == 0 else "columns", "Sex"))
    for _ in range(220):
        made.undo()
    assert made.state.table.spec == DeskState().table.spec


def test_a_new_step_after_an_undo_ends_the_redo() -> None:
    made = desk()
    made.run(commands.move_variable("sex", "rows", "Sex"))
    made.undo()
    made.run(commands.move_variable("area", "rows", "Area"))
    assert made.redo_name is None


def test_steps_of_one_slider_drag_are_one_undo_step() -> None:
    made = desk()
    for number in range(30, 20, -1):
        made.run(method_commands.set_variant(Variant(design=Design(V=number / 10)), "V"))
    made.end_gesture()
    made.run(method_commands.set_variant(Variant(design=Design(V=1.9)), "V"))
    made.undo()
    assert made.state.method.variant.design.V == 2.1
    made.undo()
    assert made.state.method == MethodState()


def test_trial_views_and_pages_are_no_undo_steps() -> None:
    made = desk()
    made.run(commands.show_trial(Trial("rounding", 5)))
    made.run(commands.shade("noise"))
    made.run(commands.go_to("method"))
    assert made.undo_name is None
    assert made.state.table.trial == Trial("rounding", 5)


def test_undo_does_not_turn_the_page_back() -> None:
    made = desk()
    made.run(commands.move_variable("sex", "rows", "Sex"))
    made.run(commands.go_to("method"))
    made.undo()
    assert made.state.page == "method"


def test_listeners_learn_which_parts_changed() -> None:
    made = desk()
    heard: list[Changes] = []
    made.listeners.append(heard.append)
    made.run(commands.move_variable("sex", "rows", "Sex"))
    made.run(commands.move_variable("sex", "rows", "Sex"))
    made.run(commands.save_table("New", "2026-01-01"))
    assert [set(changes.parts) for changes in heard] == [{"table"}, {"table", "statistic"}]


def test_unsaved_work_is_known() -> None:
    made = desk()
    assert not made.unsaved
    made.run(commands.move_variable("sex", "rows", "Sex"))
    assert made.unsaved
    made.mark_saved()
    assert not made.unsaved
    made.undo()
    assert made.unsaved


def test_every_command_has_a_name_for_the_menu() -> None:
    keys = {step.name.key for step in COMMANDS}
    others = (
        commands.show_trial(Trial()),
        commands.shade("none"),
        commands.go_to("start"),
        method_commands.choose_variant(0),
        method_commands.compare((0, 1)),
        method_commands.inspect_row(1),
        method_commands.look_at_in_force(),
    )
    keys |= {step.name.key for step in others}
    assert keys <= {*NAMES, *(option.field for option in OPTIONS)}


def test_a_deleted_table_on_the_screen_stays_as_a_new_one() -> None:
    made = desk()
    statistic = made.state.statistic
    assert statistic is not None
    made.run(commands.open_table(statistic.tables[0]))
    spec = made.state.table.spec
    made.run(commands.delete_table("First"))
    assert made.state.table == replace(made.state.table, spec=spec, name="")


def test_a_title_that_somebody_wrote_stays_whatever_is_laid_out_and_goes_with_the_table_that_is_emptied() -> None:
    made = desk()
    statistic = made.state.statistic
    assert statistic is not None
    made.run(commands.open_table(statistic.tables[0]))
    saved = statistic.tables[0].spec
    assert saved.title != Texts()
    made.run(layout.change_level("place_total", "sex", "Sex", None, total="off"))
    made.run(commands.swap_axes())
    assert not title_is_of_another_breakdown(made.state)
    made.run(commands.move_variable("area", "filters", "Area"))
    assert made.state.table.spec.title == saved.title
    assert title_is_of_another_breakdown(made.state)
    made.undo()
    assert not title_is_of_another_breakdown(made.state)
    made.redo()
    made.run(commands.set_title(Texts.same("Written now")))
    assert not title_is_of_another_breakdown(made.state)
    made.run(commands.clear_table())
    assert made.state.table.spec.title == Texts()
