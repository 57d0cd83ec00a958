"""The Länder and universities of the sample's country. All names are invented; sizes are students in WS 2025/26."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy

# Types of university, in the order of every table of weights in this package.
TYPES = ("U", "TU", "HAW", "KH", "PH", "VH")
TYPE_NAMES = {
    "U": Texts("University of {}", "Universität {}"),
    "TU": Texts("Technical University of {}", "Technische Universität {}"),
    "HAW": Texts("University of Applied Sciences {}", "Hochschule für angewandte Wissenschaften {}"),
    "KH": Texts("Academy of Arts {}", "Kunsthochschule {}"),
    "PH": Texts("University of Education {}", "Pädagogische Hochschule {}"),
    "VH": Texts("College of Public Administration {}", "Verwaltungshochschule {}"),
}


@dataclass(frozen=True)
class University:
    """A university. kind: index into TYPES; size: number of students in the last period."""

    code: str
    kind: int
    name: Texts
    size: int


# fmt: off
LANDS: tuple[tuple[str, tuple[tuple[str, str, int], ...]], ...] = (
    ("Bergland", (
        ("U", "Kranichhafen", 60000),
        ("U", "Wolkenbrück", 16266),
        ("U", "Sternfurt", 11464),
        ("U", "Dachsmünde", 5801),
        ("TU", "Ginsterstedt", 29841),
        ("TU", "Wolkenbrück", 20142),
        ("TU", "Kranichhafen", 10087),
        ("TU", "Dachsmünde", 8298),
        ("HAW", "Ottermünde", 5368),
        ("HAW", "Kranichhafen", 5146),
        ("HAW", "Dachsmünde", 663),
        ("HAW", "Wolkenbrück", 406),
        ("PH", "Sternfurt", 2631),
        ("PH", "Wolkenbrück", 1630),
        ("PH", "Reiherbrück", 1150),
        ("KH", "Dachsmünde", 1593),
        ("VH", "Reiherbrück", 1167),
        ("VH", "Kranichhafen", 343),
    )),
    ("Nordmark", (
        ("U", "Mohnhafen", 49991),
        ("U", "Amselbrück", 18476),
        ("U", "Thymianfelde", 11682),
        ("U", "Quittenburg", 9169),
        ("TU", "Mohnhafen", 26079),
        ("TU", "Thymianfelde", 13478),
        ("HAW", "Bernsteinmünde", 14152),
        ("HAW", "Mohnhafen", 11273),
        ("HAW", "Amselbrück", 8856),
        ("HAW", "Thymianfelde", 4390),
        ("HAW", "Kieselfurt", 2964),
        ("HAW", "Nebelhafen", 1061),
        ("HAW", "Distelbrück", 518),
        ("HAW", "Quittenburg", 406),
        ("KH", "Mohnhafen", 108),
    )),
    ("Falkengau", (
        ("U", "Ahornstedt", 45887),
        ("U", "Glimmerfels", 15784),
        ("U", "Zeisigburg", 9372),
        ("U", "Salbeifurt", 7999),
        ("U", "Zanderhafen", 5241),
        ("TU", "Glimmerfels", 6100),
        ("HAW", "Ahornstedt", 21000),
        ("HAW", "Zeisigburg", 15017),
        ("HAW", "Glimmerfels", 4083),
        ("HAW", "Flachsmünde", 2111),
        ("HAW", "Zanderhafen", 1740),
        ("VH", "Glimmerfels", 50),
    )),
    ("Silbermark", (
        ("U", "Brombeerfels", 42064),
        ("U", "Igelbrück", 7988),
        ("U", "Fasanstedt", 6791),
        ("HAW", "Brombeerfels", 4311),
        ("HAW", "Uhufels", 2807),
        ("HAW", "Fasanstedt", 1281),
        ("HAW", "Igelbrück", 832),
        ("HAW", "Hermelinburg", 496),
        ("HAW", "Lerchenmünde", 380),
        ("PH", "Lerchenmünde", 6100),
        ("VH", "Brombeerfels", 2294),
    )),
    ("Seenmark", (
        ("U", "Kamillenfelde", 39225),
        ("U", "Schilfhafen", 23184),
        ("TU", "Schilfhafen", 44000),
        ("HAW", "Marderfurt", 11345),
        ("HAW", "Schilfhafen", 9892),
        ("HAW", "Pirolstedt", 7744),
        ("HAW", "Kornblumburg", 3420),
        ("HAW", "Wieselbrück", 3336),
        ("HAW", "Gimpelfurt", 1181),
        ("HAW", "Kamillenfelde", 634),
    )),
    ("Tannengau", (
        ("U", "Farnmünde", 35026),
        ("U", "Libellenau", 18063),
        ("U", "Dohlenstedt", 12678),
        ("U", "Enzianfels", 10690),
        ("U", "Rauchschwalm", 6979),
        ("U", "Krokusburg", 5441),
        ("HAW", "Libellenau", 2377),
        ("HAW", "Enzianfels", 477),
        ("VH", "Farnmünde", 639),
    )),
    ("Quellenland", (
        ("U", "Tauwindhafen", 33013),
        ("TU", "Ulmenfurten", 16819),
        ("TU", "Tauwindhafen", 6596),
        ("HAW", "Stieglitzau", 1639),
        ("HAW", "Holunderbrück", 897),
        ("HAW", "Ulmenfurten", 889),
        ("KH", "Tauwindhafen", 274),
        ("VH", "Stieglitzau", 4800),
    )),
    ("Kupferland", (
        ("U", "Hummelfurt", 26835),
        ("U", "Kiebitzmünde", 14756),
        ("HAW", "Kiebitzmünde", 16736),
        ("HAW", "Karpfenhafen", 6152),
        ("HAW", "Hummelfurt", 2198),
        ("PH", "Hummelfurt", 3501),
        ("KH", "Kiebitzmünde", 216),
    )),
    ("Windhöhen", (
        ("U", "Mispelburg", 26398),
        ("HAW", "Zimtfels", 6505),
        ("HAW", "Forellenbrück", 1114),
        ("KH", "Mispelburg", 375),
        ("KH", "Forellenbrück", 90),
        ("VH", "Zimtfels", 88),
    )),
    ("Weitfelden", (
        ("U", "Rohrdommelau", 26051),
        ("HAW", "Safranstedt", 13464),
        ("HAW", "Rohrdommelau", 9014),
        ("HAW", "Iltisfurt", 773),
        ("HAW", "Kerbelmünde", 542),
    )),
    ("Inselmark", (
        ("U", "Gamsfelsen", 3900),
        ("HAW", "Gamsfelsen", 2062),
        ("HAW", "Blaumeisenau", 1748),
        ("KH", "Eibischburg", 1068),
        ("KH", "Blaumeisenau", 754),
    )),
    ("Sonnhalden", (
        ("U", "Habichtsfurten", 12179),
        ("U", "Ingwerstedt", 6412),
        ("U", "Dotterbrück", 4137),
        ("HAW", "Habichtsfurten", 1511),
    )),
    ("Lindenreich", (
        ("U", "Hechthafen", 22233),
        ("U", "Malvenmünde", 3958),
        ("KH", "Hechthafen", 528),
    )),
    ("Südwalden", (
        ("U", "Neunaugenfurt", 4534),
        ("HAW", "Neunaugenfurt", 6931),
        ("KH", "Basaltfels", 165),
    )),
    ("Ährenland", (
        ("U", "Oreganau", 4667),
        ("VH", "Schneehasburg", 170),
    )),
    ("Zweiwasser", (
        ("U", "Veilchenstedt", 5671),
        ("KH", "Veilchenstedt", 2600),
    )),
)
# fmt: on


def _university(land: int, index: int, kind: str, town: str, size: int) -> University:
    words = TYPE_NAMES[kind]
    name = Texts(words.en.format(town), words.de.format(town))
    return University(f"{land:02d}{index:02d}", TYPES.index(kind), name, size)


UNIVERSITIES = tuple(
    _university(land, entry_number, *entry)
    for land, (_, entries) in enumerate(LANDS, start=1)
    for entry_number, entry in enumerate(entries, start=1)
)


def university_dimension() -> Dimension:
    """Dimension of universities below their Länder."""
    names = {f"{land:02d}": Texts.same(name) for land, (name, _) in enumerate(LANDS, start=1)}
    entries: list[tuple[str, int]] = []
    for land in names:
        entries.append((land, 0))
        entries.extend((university.code, 1) for university in UNIVERSITIES if university.code.startswith(land))
    return Dimension(
        "university",
        Texts("University", "Hochschule"),
        tuple(Category(university.code, university.name) for university in UNIVERSITIES),
        Hierarchy(Hierarchy.from_depths(entries).nodes, ("Land|Land", "University|Hochschule")),
        names,
    )
