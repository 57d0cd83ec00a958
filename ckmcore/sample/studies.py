"""Sex, degree, form, semester, age and period in the sample: code lists and invented frequencies."""

from __future__ import annotations

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.sample.subjects import KINDS

SEXES = (
    Category("m", Texts("male", "männlich")),
    Category("w", Texts("female", "weiblich")),
    Category("d", Texts("diverse", "divers")),
)
DIVERSE = 3  # of 1000

STAGES = (
    ("1", Texts("Undergraduate", "Grundständiges Studium")),
    ("2", Texts("Postgraduate", "Weiterführendes Studium")),
)
DEGREES = (
    Category("11", Texts("Bachelor", "Bachelor")),
    Category("12", Texts("Bachelor, teaching", "Lehramt-Bachelor")),
    Category("13", Texts("State examination", "Staatsexamen")),
    Category("14", Texts("Artistic degree", "Künstlerischer Abschluss")),
    Category("15", Texts("Other degree", "Sonstiger Abschluss")),
    Category("21", Texts("Master", "Master")),
    Category("22", Texts("Master, teaching", "Lehramt-Master")),
    Category("23", Texts("Doctorate", "Promotion")),
    Category("24", Texts("Advanced artistic degree", "Künstlerisches Aufbaustudium")),
)
TEACHING = ("12", "22")

# Weights of the degrees, in the order of DEGREES: what a kind of field leads to, times what a university awards.
DEGREES_OF_KIND = {
    "standard": (560, 4, 0, 0, 12, 290, 2, 70, 0),
    "school": (330, 170, 60, 0, 12, 160, 90, 70, 0),
    "state": (60, 0, 760, 0, 4, 50, 0, 120, 0),
    "art": (420, 30, 0, 160, 10, 210, 15, 12, 30),
}
DEGREES_OF_TYPE = {
    "U": (100, 100, 100, 40, 100, 100, 100, 100, 20),
    "TU": (100, 60, 50, 20, 80, 130, 60, 130, 10),
    "HAW": (160, 0, 0, 30, 60, 70, 0, 3, 0),
    "KH": (60, 40, 0, 200, 40, 60, 40, 10, 200),
    "PH": (50, 300, 60, 0, 20, 50, 300, 30, 0),
    "VH": (200, 0, 0, 0, 60, 20, 0, 0, 0),
}

# Foreign students of 1000 by type of university, and how many times 1/10 of that in each degree.
FOREIGN_OF_TYPE = {"U": 130, "TU": 210, "HAW": 110, "KH": 280, "PH": 25, "VH": 4}
FOREIGN_OF_DEGREE = (8, 2, 5, 11, 14, 19, 2, 20, 22)
NOT_STATED = 9  # of 65536: a few hundred records

FORMS = (
    Category("1", Texts("Full-time", "Vollzeitstudium")),
    Category("2", Texts("Part-time", "Teilzeitstudium")),
    Category("3", Texts("Dual (with an employer)", "Duales Studium")),
)
# Part-time and dual of 1000 among undergraduates, part-time among postgraduates.
FORMS_OF_TYPE = {
    "U": (30, 1, 90),
    "TU": (25, 4, 80),
    "HAW": (110, 130, 240),
    "KH": (12, 0, 40),
    "PH": (20, 0, 110),
    "VH": (20, 760, 510),
}

LAST_SEMESTER = 20
# Regular number of semesters, and age in years at the first of them, of each degree.
DURATION = (6, 6, 11, 8, 6, 4, 4, 7, 4)
ENTRY_AGE = (19, 19, 19, 20, 21, 23, 23, 26, 25)

FIRST_AGE, LAST_AGE = 17, 65

# Records of a period in relation to the last one, in 1000; the last is the sizes in places.py.
PERIODS = (
    (Category("2023", Texts.same("WS 2023/24")), 790),
    (Category("2024", Texts.same("WS 2024/25")), 840),
    (Category("2025", Texts.same("WS 2025/26")), 1000),
)
# The records that come of it, by the code of the period.
RECORDS_OF = {"2023": 870_613, "2024": 926_218, "2025": 1_103_169}


def degree_weights() -> list[list[int]]:
    """Weights of the degrees, by type of university and, within it, kind of field."""
    return [
        [a * b for a, b in zip(DEGREES_OF_KIND[kind], factors, strict=True)]
        for factors in DEGREES_OF_TYPE.values()
        for kind in KINDS
    ]


def form_weights() -> list[list[int]]:
    """Weights of the forms of study, by type of university and, within it, degree."""
    rows = []
    for first_degree, dual, later in FORMS_OF_TYPE.values():
        for degree in DEGREES:
            first = (first_degree, dual) if degree.code.startswith("1") else (later, 0)
            rows.append([1000 - sum(first), *first])
    return rows


def sex_weights(women: int, degree: str) -> list[int]:
    """Weights of the sexes in a field with `women` women per 1000, for one degree."""
    shift = 90 if degree in TEACHING else -50 if degree == "23" else 0
    share = min(max(women + shift, 60), 930)
    return [1000 - DIVERSE - share, share, DIVERSE]


def semester_weights(regular: int) -> list[int]:
    """Weights of the semesters 1 .. 20: few students leave before the regular end `regular`, more and more after it.

    Odd semesters are more frequent, since the periods are winter terms and most students begin in winter.
    """
    weights = []
    staying = 1_000_000
    for semester in range(1, LAST_SEMESTER + 1):
        weights.append(staying * (9 if semester % 2 else 1))
        staying = staying * (94 if semester < regular else 62) // 100
    weights[-1] *= 3  # "20 and more"
    return weights


def entry_age_weights(usual: int) -> list[int]:
    """Weights of the ages 17 .. 65 in the first semester: a steep rise, a peak at `usual`, a long tail."""
    weights = []
    for age in range(FIRST_AGE, LAST_AGE + 1):
        years = age - usual
        weights.append(60_000 * 3**years // 4**years + 60 if years >= 0 else 26_000 // 7 ** (-years - 1))
    return weights


def sex_dimension() -> Dimension:
    """Dimension of sex: male, female, diverse."""
    return Dimension("sex", Texts("Sex", "Geschlecht"), SEXES)


def degree_dimension() -> Dimension:
    """Stage of study > degree."""
    entries: list[tuple[str, int]] = []
    for stage, _ in STAGES:
        entries.append((stage, 0))
        entries.extend((degree.code, 1) for degree in DEGREES if degree.code.startswith(stage))
    hierarchy = Hierarchy(Hierarchy.from_depths(entries).nodes, ("Stage|Studienabschnitt", "Degree|Abschluss"))
    return Dimension("degree", Texts("Degree", "Abschluss"), DEGREES, hierarchy, dict(STAGES))


def enrolment_dimension() -> Dimension:
    """Dimension of the form of study: full-time, part-time, dual."""
    return Dimension("enrolment", Texts("Form of study", "Studienform"), FORMS)


def semester_dimension() -> Dimension:
    """1 .. 19, 20 and more."""
    plain = [Category.plain(str(index)) for index in range(1, LAST_SEMESTER)]
    last_category = Category(str(LAST_SEMESTER), Texts(f"{LAST_SEMESTER} and more", f"{LAST_SEMESTER} und mehr"))
    return Dimension("semester", Texts("Semester of study", "Fachsemester"), (*plain, last_category))


def age_dimension() -> Dimension:
    """17 .. 64, 65 and over."""
    plain = [Category.plain(str(years)) for years in range(FIRST_AGE, LAST_AGE)]
    last_category = Category(str(LAST_AGE), Texts(f"{LAST_AGE} and over", f"{LAST_AGE} und älter"))
    return Dimension("age", Texts("Age in years", "Alter in Jahren"), (*plain, last_category))


def period_dimension() -> Dimension:
    """Dimension of the three winter terms; a student has a record in each term enrolled."""
    return Dimension(
        "period", Texts("Reporting period", "Berichtszeitraum"), tuple(category for category, _ in PERIODS)
    )
