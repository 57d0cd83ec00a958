"""Sentences of areas, their boundaries and grids. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "maps_missing": (
        "A part of the program that reads boundaries and coordinates is missing. It is installed by `pip install ckmdesk[maps]`, also from the wheelhouse.",
        "Der Teil des Programms, der Grenzen und Koordinaten liest, fehlt. Er wird mit `pip install ckmdesk[maps]` installiert, auch aus dem Wheelhouse.",
    ),
    "areas_not_local": (
        "“{name}” is no file of this computer. Boundaries are read from local files only.",
        "„{name}“ ist keine Datei dieses Rechners. Grenzen werden nur aus lokalen Dateien gelesen.",
    ),
    "areas_missing": (
        "Boundaries cannot be read from {name}: {reason}.",
        "Grenzen lassen sich aus {name} nicht lesen: {reason}.",
    ),
    "areas_too_large": (
        "{name} has more than {most} MB. Choose a file with coarser boundaries.",
        "{name} hat mehr als {most} MB. Wählen Sie eine Datei mit gröberen Grenzen.",
    ),
    "areas_no_form": (
        "{name} is no GeoPackage, Shapefile (.shp) or GeoJSON file with boundaries.",
        "{name} ist keine Datei mit Grenzen als GeoPackage, Shapefile (.shp) oder GeoJSON.",
    ),
    "areas_layer": (
        "{name} has several layers. Name one of these: {known}.",
        "{name} hat mehrere Ebenen. Nennen Sie eine davon: {known}.",
    ),
    "areas_column": (
        "The boundaries have no column “{name}”. Their columns: {known}.",
        "Die Grenzen haben keine Spalte „{name}“. Ihre Spalten: {known}.",
    ),
    "areas_no_polygon": (
        "{count} {count:row has|rows have} no area: only polygons are boundaries.",
        "{count} {count:Zeile hat|Zeilen haben} keine Fläche: Grenzen sind nur Polygone.",
    ),
    "areas_no_code": (
        "{count} {count:area has|areas have} no code.",
        "{count} {count:Gebiet hat|Gebiete haben} keinen Code.",
    ),
    "areas_broken": (
        "{count} {count:boundary crosses|boundaries cross} itself or {count:does|do} not close: {codes}. Have the file repaired.",
        "{count} {count:Grenze schneidet|Grenzen schneiden} sich selbst oder {count:schließt|schließen} nicht: {codes}. Lassen Sie die Datei berichtigen.",
    ),
    "areas_too_many": (
        "The file has {count} areas; a map shows at most {most}.",
        "Die Datei hat {count} Gebiete; eine Karte zeigt höchstens {most}.",
    ),
    "areas_no_projection": (
        "{name} does not say in which projection its coordinates are (.prj, spatial reference).",
        "{name} sagt nicht, in welcher Projektion die Koordinaten stehen (.prj, räumlicher Bezug).",
    ),
    "areas_projection_unknown": (
        "The projection that {name} names is not known.",
        "Die Projektion, die {name} nennt, ist unbekannt.",
    ),
    "areas_projection": (
        "The coordinates in {name} do not lie in Europe by the projection “{crs}”: it is the wrong one.",
        "Nach der Projektion „{crs}“ liegen die Koordinaten in {name} nicht in Europa: Sie ist falsch.",
    ),
    "areas_state": (
        "“{value}” is no day of the form 2025-01-31.",
        "„{value}“ ist kein Tag der Form 2025-01-31.",
    ),
    "areas_do_not_meet": (
        "Neighbouring boundaries do not meet everywhere: gaps may show between areas.",
        "Benachbarte Grenzen schließen nicht überall aneinander: Zwischen Gebieten können Lücken sichtbar sein.",
    ),
    "areas_joined": (
        "{count} {count:row was|rows were} joined to the area with the same code.",
        "{count} {count:Zeile wurde|Zeilen wurden} dem Gebiet mit demselben Code zugeschlagen.",
    ),
    "areas_damaged": (
        "The file {name} in the folder of areas is damaged. Import the boundaries again.",
        "Die Datei {name} im Ordner der Gebiete ist beschädigt. Importieren Sie die Grenzen erneut.",
    ),
}
