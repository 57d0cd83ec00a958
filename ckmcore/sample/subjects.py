"""Subject groups and fields of the sample: labels, who offers them, who studies them."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy

# Kinds of field, in the order of the degrees' table of weights.
KINDS = ("standard", "school", "state", "art")


@dataclass(frozen=True)
class StudyField:
    """A field of study. kind: index into KINDS; women: per 1000 students; weights: by type of university."""

    code: str
    label: Texts
    kind: int
    women: int
    weights: tuple[int, ...]


# Short labels: nine of them stand side by side in the head of the first table.
GROUPS = (
    ("1", Texts("Humanities", "Geisteswissenschaften")),
    ("2", Texts("Sport", "Sport")),
    ("3", Texts("Law, economics, social studies", "Recht, Wirtschaft, Soziales")),
    ("4", Texts("Natural sciences", "Naturwissenschaften")),
    ("5", Texts("Medicine, health", "Medizin, Gesundheit")),
    ("6", Texts("Agriculture, nutrition", "Agrar, Forst, Ernährung")),
    ("7", Texts("Engineering", "Ingenieurwissenschaften")),
    ("8", Texts("Arts", "Kunst")),
    ("9", Texts("Other subjects", "Sonstige Fächer")),
)

# Code, English, German, kind, women per 1000, weights at U, TU, HAW, KH, PH, VH.
# fmt: off
_ROWS: tuple[tuple[str, str, str, str, int, tuple[int, ...]], ...] = (
    ("101", "Theology", "Theologie", "school", 580, (90, 6, 8, 0, 60, 0)),
    ("102", "Philosophy", "Philosophie", "school", 470, (110, 20, 0, 6, 40, 0)),
    ("103", "History", "Geschichte", "school", 460, (210, 30, 2, 4, 120, 0)),
    ("104", "German studies", "Germanistik", "school", 760, (420, 50, 3, 6, 520, 0)),
    ("105", "English studies", "Anglistik", "school", 710, (290, 30, 4, 0, 300, 0)),
    ("106", "Romance studies", "Romanistik", "school", 800, (110, 8, 0, 0, 60, 0)),
    ("107", "Slavonic studies", "Slawistik", "standard", 740, (24, 1, 0, 0, 0, 0)),
    ("108", "Other languages and cultures", "Sonstige Sprach- und Kulturwissenschaften", "standard", 690,
     (230, 20, 40, 12, 30, 0)),
    ("201", "Sport science", "Sportwissenschaft", "school", 390, (130, 40, 12, 0, 110, 0)),
    ("202", "Sport management", "Sportmanagement", "standard", 340, (14, 0, 50, 0, 0, 0)),
    ("301", "Political science", "Politikwissenschaft", "standard", 460, (170, 20, 10, 0, 20, 6)),
    ("302", "Sociology", "Soziologie", "standard", 650, (240, 40, 20, 0, 20, 0)),
    ("303", "Social work", "Sozialwesen", "standard", 770, (60, 0, 620, 0, 120, 0)),
    ("304", "Law", "Rechtswissenschaft", "state", 570, (720, 12, 150, 0, 0, 130)),
    ("305", "Public administration", "Verwaltungswissenschaft", "standard", 620, (20, 0, 130, 0, 0, 3200)),
    ("306", "Economics and business", "Wirtschaftswissenschaften", "standard", 480, (830, 420, 2350, 0, 0, 60)),
    ("307", "Psychology", "Psychologie", "standard", 750, (300, 60, 170, 0, 40, 8)),
    ("308", "Education", "Erziehungswissenschaft", "school", 780, (360, 50, 90, 2, 1150, 0)),
    ("309", "Communication and media", "Kommunikation und Medien", "standard", 640, (110, 20, 210, 60, 10, 0)),
    ("401", "Mathematics", "Mathematik", "school", 480, (260, 220, 40, 0, 210, 0)),
    ("402", "Physics and astronomy", "Physik, Astronomie", "standard", 310, (190, 180, 25, 0, 30, 0)),
    ("403", "Chemistry", "Chemie", "standard", 470, (210, 190, 50, 0, 30, 0)),
    ("404", "Pharmacy", "Pharmazie", "state", 720, (110, 20, 4, 0, 0, 0)),
    ("405", "Biology", "Biologie", "school", 650, (330, 130, 70, 0, 90, 0)),
    ("406", "Geosciences", "Geowissenschaften", "standard", 450, (90, 60, 6, 0, 0, 0)),
    ("407", "Geography", "Geographie", "school", 490, (150, 20, 12, 0, 70, 0)),
    ("501", "Health sciences", "Gesundheitswissenschaften", "standard", 770, (120, 12, 480, 0, 60, 0)),
    ("502", "Medicine", "Humanmedizin", "state", 640, (760, 60, 0, 0, 0, 0)),
    ("503", "Dentistry", "Zahnmedizin", "state", 660, (110, 4, 0, 0, 0, 0)),
    ("601", "Agriculture", "Agrarwissenschaften", "standard", 530, (60, 40, 70, 0, 0, 0)),
    ("602", "Forestry", "Forstwissenschaft", "standard", 370, (14, 20, 20, 0, 0, 0)),
    ("603", "Nutrition", "Ernährungswissenschaft", "standard", 810, (50, 20, 70, 0, 40, 0)),
    ("604", "Veterinary medicine", "Veterinärmedizin", "state", 840, (60, 0, 0, 0, 0, 0)),
    ("605", "Landscape management", "Landespflege", "standard", 560, (6, 40, 50, 4, 0, 0)),
    ("701", "Mechanical engineering", "Maschinenbau", "standard", 210, (90, 1050, 900, 1, 4, 0)),
    ("702", "Electrical engineering", "Elektrotechnik", "standard", 170, (70, 620, 520, 1, 2, 0)),
    ("703", "Transport engineering", "Verkehrstechnik", "standard", 150, (4, 130, 120, 0, 0, 0)),
    ("704", "Architecture", "Architektur", "standard", 580, (20, 220, 230, 260, 0, 0)),
    ("705", "Spatial planning", "Raumplanung", "standard", 510, (12, 70, 40, 6, 0, 0)),
    ("706", "Civil engineering", "Bauingenieurwesen", "standard", 310, (20, 340, 370, 2, 0, 0)),
    ("707", "Computer science", "Informatik", "standard", 230, (480, 820, 1050, 8, 30, 30)),
    ("708", "Materials science", "Materialwissenschaft", "standard", 290, (20, 110, 40, 2, 0, 0)),
    ("709", "Industrial engineering", "Wirtschaftsingenieurwesen", "standard", 270, (30, 310, 420, 0, 0, 4)),
    ("801", "History of art", "Kunstgeschichte", "standard", 790, (120, 6, 2, 160, 40, 0)),
    ("802", "Fine arts", "Bildende Kunst", "art", 640, (20, 0, 12, 780, 50, 0)),
    ("803", "Design", "Gestaltung", "art", 660, (12, 10, 260, 900, 10, 0)),
    ("804", "Performing arts and film", "Darstellende Kunst, Film", "art", 590, (40, 0, 20, 480, 10, 0)),
    ("805", "Music", "Musik", "art", 520, (70, 0, 8, 1500, 130, 0)),
    ("901", "Interdisciplinary studies", "Fächerübergreifendes Studium", "standard", 560, (8, 6, 8, 1, 4, 1)),
    ("902", "Preparatory courses", "Studienkolleg", "standard", 460, (3, 4, 4, 2, 0, 0)),
)
# fmt: on

FIELDS = tuple(
    StudyField(code, Texts(english, german), KINDS.index(kind), women, weights)
    for code, english, german, kind, women, weights in _ROWS
)


def subject_dimension() -> Dimension:
    """Subject group > field of study."""
    entries: list[tuple[str, int]] = []
    for group, _ in GROUPS:
        entries.append((group, 0))
        entries.extend((field.code, 1) for field in FIELDS if field.code.startswith(group))
    return Dimension(
        "subject",
        Texts("Subject group and field", "Fächergruppe und Studienbereich"),
        tuple(Category(field.code, field.label) for field in FIELDS),
        Hierarchy(Hierarchy.from_depths(entries).nodes, ("Subject group|Fächergruppe", "Field|Studienbereich")),
        dict(GROUPS),
    )
