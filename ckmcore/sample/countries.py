"""Nationality in the sample: continents and countries; "Inland" is the sample's own, made-up country.

The frequencies are invented and say nothing about any country.
"""

from __future__ import annotations

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import MISSING, MISSING_LABEL, Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy

HOME = "100"

CONTINENTS = (
    ("1", Texts("Europe", "Europa")),
    ("2", Texts("Africa", "Afrika")),
    ("3", Texts("America", "Amerika")),
    ("4", Texts("Asia", "Asien")),
    ("5", Texts("Australia and Oceania", "Australien und Ozeanien")),
    ("6", Texts("Stateless or unresolved", "Staatenlos, ungeklärt")),
)

# Code (its first digit is the continent), English, German, weight among foreign students.
COUNTRIES: tuple[tuple[str, str, str, int], ...] = (
    (HOME, "Own country", "Inland", 0),
    ("101", "Albania", "Albanien", 90),
    ("102", "Austria", "Österreich", 520),
    ("103", "Belarus", "Belarus", 70),
    ("104", "Belgium", "Belgien", 60),
    ("105", "Bosnia and Herzegovina", "Bosnien und Herzegowina", 110),
    ("106", "Bulgaria", "Bulgarien", 260),
    ("107", "Croatia", "Kroatien", 210),
    ("108", "Czechia", "Tschechien", 80),
    ("109", "Denmark", "Dänemark", 20),
    ("110", "Finland", "Finnland", 24),
    ("111", "France", "Frankreich", 330),
    ("112", "Greece", "Griechenland", 250),
    ("113", "Hungary", "Ungarn", 120),
    ("114", "Iceland", "Island", 3),
    ("115", "Ireland", "Irland", 26),
    ("116", "Italy", "Italien", 560),
    ("117", "Liechtenstein", "Liechtenstein", 1),
    ("118", "Luxembourg", "Luxemburg", 140),
    ("119", "Netherlands", "Niederlande", 110),
    ("120", "Norway", "Norwegen", 14),
    ("121", "Poland", "Polen", 330),
    ("122", "Portugal", "Portugal", 90),
    ("123", "Romania", "Rumänien", 210),
    ("124", "Serbia", "Serbien", 120),
    ("125", "Spain", "Spanien", 300),
    ("126", "Sweden", "Schweden", 24),
    ("127", "Switzerland", "Schweiz", 110),
    ("128", "Türkiye", "Türkei", 1150),
    ("129", "Ukraine", "Ukraine", 640),
    ("130", "United Kingdom", "Vereinigtes Königreich", 90),
    ("201", "Algeria", "Algerien", 60),
    ("202", "Cameroon", "Kamerun", 290),
    ("203", "Egypt", "Ägypten", 330),
    ("204", "Ethiopia", "Äthiopien", 24),
    ("205", "Ghana", "Ghana", 100),
    ("206", "Lesotho", "Lesotho", 1),
    ("207", "Morocco", "Marokko", 250),
    ("208", "Nigeria", "Nigeria", 170),
    ("209", "South Africa", "Südafrika", 30),
    ("210", "Tunisia", "Tunesien", 300),
    ("301", "Argentina", "Argentinien", 36),
    ("302", "Brazil", "Brasilien", 200),
    ("303", "Canada", "Kanada", 50),
    ("304", "Chile", "Chile", 44),
    ("305", "Colombia", "Kolumbien", 150),
    ("306", "Mexico", "Mexiko", 130),
    ("307", "Suriname", "Suriname", 1),
    ("308", "United States", "Vereinigte Staaten", 210),
    ("401", "Bangladesh", "Bangladesch", 240),
    ("402", "Bhutan", "Bhutan", 2),
    ("403", "China", "China", 1180),
    ("404", "India", "Indien", 1420),
    ("405", "Indonesia", "Indonesien", 180),
    ("406", "Iran", "Iran", 460),
    ("407", "Japan", "Japan", 70),
    ("408", "Korea, Republic of", "Korea, Republik", 170),
    ("409", "Lebanon", "Libanon", 110),
    ("410", "Pakistan", "Pakistan", 400),
    ("411", "Syria", "Syrien", 570),
    ("412", "Viet Nam", "Vietnam", 220),
    ("501", "Australia", "Australien", 24),
    ("502", "New Zealand", "Neuseeland", 8),
    ("503", "Tonga", "Tonga", 1),
    ("601", "Stateless", "Staatenlos", 12),
    ("602", "Unresolved", "Ungeklärt", 18),
)


def nationality_dimension() -> Dimension:
    """Dimension of nationality: continents with their countries; no answer is the category missing."""
    entries: list[tuple[str, int]] = []
    for continent, _ in CONTINENTS:
        entries.append((continent, 0))
        entries.extend((code, 1) for code, *_ in COUNTRIES if code.startswith(continent))
    categories = [Category(code, Texts(english, german)) for code, english, german, _ in COUNTRIES]
    return Dimension(
        "nationality",
        Texts("Nationality", "Staatsangehörigkeit"),
        (*categories, Category(MISSING, MISSING_LABEL)),
        Hierarchy(Hierarchy.from_depths(entries).nodes, ("Continent|Kontinent", "Country|Staat")),
        dict(CONTINENTS),
    )
