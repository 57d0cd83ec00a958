"""The names of undo steps, by the key that a command carries. `%1` is the command's title, e.g. a variable."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from ckmdesk.commands.desk import CommandName

NAMES = {
    "adapt_table": str(QT_TRANSLATE_NOOP("Commands", "adapt table")),
    "add_derived": str(QT_TRANSLATE_NOOP("Commands", "derived dimension %1")),
    "add_period": str(QT_TRANSLATE_NOOP("Commands", "add reporting period")),
    "add_alternative": str(QT_TRANSLATE_NOOP("Commands", "hierarchy %1")),
    "add_value": str(QT_TRANSLATE_NOOP("Commands", "add value %1")),
    "add_variant": str(QT_TRANSLATE_NOOP("Commands", "add variant")),
    "attach_hierarchy": str(QT_TRANSLATE_NOOP("Commands", "hierarchy of %1")),
    "choose_categories": str(QT_TRANSLATE_NOOP("Commands", "choose categories of %1")),
    "choose_filter": str(QT_TRANSLATE_NOOP("Commands", "filter by %1")),
    "choose_levels": str(QT_TRANSLATE_NOOP("Commands", "choose levels of %1")),
    "choose_period": str(QT_TRANSLATE_NOOP("Commands", "choose reporting period")),
    "choose_variant": str(QT_TRANSLATE_NOOP("Commands", "choose variant")),
    "clear_table": str(QT_TRANSLATE_NOOP("Commands", "empty table")),
    "compare_variants": str(QT_TRANSLATE_NOOP("Commands", "compare variants")),
    "copy_in_force": str(QT_TRANSLATE_NOOP("Commands", "copy the method in force")),
    "declare_zero": str(QT_TRANSLATE_NOOP("Commands", "declare what cannot occur")),
    "delete_table": str(QT_TRANSLATE_NOOP("Commands", "delete table %1")),
    "describe_period": str(QT_TRANSLATE_NOOP("Commands", "describe reporting period")),
    "describe_variable": str(QT_TRANSLATE_NOOP("Commands", "describe %1")),
    "dissolve_folder": str(QT_TRANSLATE_NOOP("Commands", "dissolve folder %1")),
    "duplicate_table": str(QT_TRANSLATE_NOOP("Commands", "duplicate table %1")),
    "edit_categories": str(QT_TRANSLATE_NOOP("Commands", "categories of %1")),
    "edit_hierarchy": str(QT_TRANSLATE_NOOP("Commands", "edit hierarchy of %1")),
    "go_to": str(QT_TRANSLATE_NOOP("Commands", "go to page")),
    "import_table": str(QT_TRANSLATE_NOOP("Commands", "read perturbation table %1")),
    "inspect_row": str(QT_TRANSLATE_NOOP("Commands", "inspect row")),
    "map_codes": str(QT_TRANSLATE_NOOP("Commands", "map codes of %1")),
    "mark_break": str(QT_TRANSLATE_NOOP("Commands", "break in the series")),
    "label_node": str(QT_TRANSLATE_NOOP("Commands", "label in %1")),
    "make_new_keys": str(QT_TRANSLATE_NOOP("Commands", "make new record keys")),
    "move_folder": str(QT_TRANSLATE_NOOP("Commands", "move folder %1")),
    "move_table": str(QT_TRANSLATE_NOOP("Commands", "move table %1")),
    "move_to_columns": str(QT_TRANSLATE_NOOP("Commands", "%1 into columns")),
    "move_to_filters": str(QT_TRANSLATE_NOOP("Commands", "%1 into filter")),
    "move_to_layers": str(QT_TRANSLATE_NOOP("Commands", "%1 onto sheets")),
    "move_to_rows": str(QT_TRANSLATE_NOOP("Commands", "%1 into rows")),
    "new_table": str(QT_TRANSLATE_NOOP("Commands", "new table")),
    "note_variant": str(QT_TRANSLATE_NOOP("Commands", "notes of the variant")),
    "open_table": str(QT_TRANSLATE_NOOP("Commands", "open table %1")),
    "open_table_file": str(QT_TRANSLATE_NOOP("Commands", "open table %1 of a file")),
    "order_categories": str(QT_TRANSLATE_NOOP("Commands", "order of %1")),
    "place_total": str(QT_TRANSLATE_NOOP("Commands", "total of %1")),
    "put_in_force": str(QT_TRANSLATE_NOOP("Commands", "put method in force")),
    "remove_derived": str(QT_TRANSLATE_NOOP("Commands", "remove %1")),
    "remove_alternative": str(QT_TRANSLATE_NOOP("Commands", "remove hierarchy %1")),
    "remove_hierarchy": str(QT_TRANSLATE_NOOP("Commands", "remove hierarchy of %1")),
    "remove_period": str(QT_TRANSLATE_NOOP("Commands", "remove reporting period")),
    "remove_value": str(QT_TRANSLATE_NOOP("Commands", "remove value %1")),
    "remove_variable": str(QT_TRANSLATE_NOOP("Commands", "remove %1")),
    "remove_variant": str(QT_TRANSLATE_NOOP("Commands", "remove variant")),
    "rename_folder": str(QT_TRANSLATE_NOOP("Commands", "rename folder %1")),
    "rename_table": str(QT_TRANSLATE_NOOP("Commands", "rename table %1")),
    "rename_variant": str(QT_TRANSLATE_NOOP("Commands", "name variant %1")),
    "save_table": str(QT_TRANSLATE_NOOP("Commands", "save table %1")),
    "set_level_names": str(QT_TRANSLATE_NOOP("Commands", "name levels of %1")),
    "set_parameter": str(QT_TRANSLATE_NOOP("Commands", "change parameter %1")),
    "set_period_label": str(QT_TRANSLATE_NOOP("Commands", "name reporting period")),
    "set_probability": str(QT_TRANSLATE_NOOP("Commands", "set %1 by hand")),
    "set_role": str(QT_TRANSLATE_NOOP("Commands", "role of %1")),
    "set_rule": str(QT_TRANSLATE_NOOP("Commands", "rule of %1")),
    "set_statistic_title": str(QT_TRANSLATE_NOOP("Commands", "name statistic")),
    "set_title": str(QT_TRANSLATE_NOOP("Commands", "change title")),
    "set_variable_title": str(QT_TRANSLATE_NOOP("Commands", "title of %1")),
    "shade": str(QT_TRANSLATE_NOOP("Commands", "shading")),
    "show_layer": str(QT_TRANSLATE_NOOP("Commands", "show sheet")),
    "show_trial": str(QT_TRANSLATE_NOOP("Commands", "trial view")),
    "swap_axes": str(QT_TRANSLATE_NOOP("Commands", "swap rows and columns")),
    "take_back_zero": str(QT_TRANSLATE_NOOP("Commands", "take a declaration back")),
    "take_over": str(QT_TRANSLATE_NOOP("Commands", "import data")),
}


def command_text(name: CommandName) -> str:
    """The name of a step in the window's language; a key without a name is shown as it is (a test forbids it)."""
    source = NAMES.get(name.key)
    text = name.key if source is None else QCoreApplication.translate("Commands", source)
    for _, words in name.fields[:1]:
        text = text.replace("%1", words)
    return text
