"""The stories that must work, and the journeys that walk each of them by keys alone.

While one of these runs, the driver has no mouse.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

STORIES: dict[int, tuple[str, ...]] = {
    # First minute: the sample, a drop, rounding as a trial, a draft in Excel.
    1: ("test_stories_by_keys.py::test_the_first_minute",),
    # A new file: preview, roles, labels, hierarchies, record keys, the first table.
    2: (
        "test_census.py::test_by_keyboard_alone_from_a_file_to_an_exported_draft_and_back",
        "test_german_file.py::test_by_keyboard_alone_a_german_file_is_opened_corrected_and_tabulated",
        "test_hierarchy.py::test_a_hierarchy_is_built_by_keyboard_alone",
        "test_spss.py::test_by_keyboard_alone_labels_of_spss_are_seen_and_stand_in_the_table",
        "test_tau_project.py::test_by_keyboard_alone_a_project_of_tau_argus_is_opened_and_its_figures_are_those_of_tau_argus",
    ),
    # A ptable: designed, compared, imported, put in force.
    3: (
        "test_studio.py::test_by_keyboard_alone_a_variant_is_designed_and_put_in_force",
        "test_stories_by_keys.py::test_a_perturbation_table_is_read_and_compared",
    ),
    # A yearbook table: blocks, levels, own rows, filters, groups, shares, title, footnote, undo.
    4: ("test_stories_by_keys.py::test_a_yearbook_table",),
    # Why this figure?
    5: ("test_stories_by_keys.py::test_why_a_figure_is_what_it_is",),
    # Every period: mapped, reviewed, the tables of last year run again.
    6: (
        "test_second_period.py::test_by_keyboard_alone_a_second_period_is_mapped_reviewed_and_shown_beside_the_first",
        "test_stories_by_keys.py::test_all_tables_run_again",
    ),
    # Release: handed in, released by a second person, on record.
    7: (
        "test_release.py::test_a_table_leaves_the_house_by_the_hands_of_three_roles[keys]",
        "test_two_persons.py::test_two_persons_enrol_release_run_and_replace_a_lost_key[keys]",
    ),
}
BY_KEYS = frozenset(name for names in STORIES.values() for name in names)

# What is walked on a screen in every run of the tests: each story, a crash, two persons, drags, a page as it is heard
# and as it is seen. All others run with --thorough.
DAILY = frozenset(
    (
        "test_census.py::test_with_the_mouse_from_a_file_to_an_exported_draft_and_back",
        "test_crash.py::test_after_a_crash_the_lock_is_taken_over_and_the_work_restored_and_saved[keys]",
        "test_pictures.py::test_no_page_is_clipped[1280x800-de-light]",
        "test_release.py::test_a_table_leaves_the_house_by_the_hands_of_three_roles[keys]",
        "test_sample.py::test_chips_are_dragged_between_and_within_shelves_and_out_and_every_step_is_undone_by_name",
        "test_second_period.py::test_with_the_mouse_a_second_period_is_mapped_reviewed_and_shown_beside_the_first",
        "test_stories_by_keys.py::test_a_yearbook_table",
        "test_stories_by_keys.py::test_all_tables_run_again",
        "test_stories_by_keys.py::test_the_first_minute",
        "test_stories_by_keys.py::test_why_a_figure_is_what_it_is",
        "test_studio.py::test_by_keyboard_alone_a_variant_is_designed_and_put_in_force",
        "test_transcripts.py::test_the_first_minute_as_it_is_heard",
        "test_two_persons.py::test_two_persons_enrol_release_run_and_replace_a_lost_key[keys]",
    )
)


def walked(name: str) -> Callable[..., None]:
    """The journey of a name in `STORIES`."""
    file, _, test = name.partition("::")
    module = importlib.import_module(f"tests.journeys.{file.removesuffix('.py')}")
    found: Callable[..., None] = getattr(module, test.partition("[")[0])
    return found
