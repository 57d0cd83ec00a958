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
    "areas_variable": (
        "The statistic has no variable “{name}” with codes. Its variables: {known}.",
        "Die Statistik hat kein Merkmal „{name}“ mit Codes. Ihre Merkmale: {known}.",
    ),
    "areas_fit_nothing": (
        "No code of “{variable}” has an area: the codes are like “{like}”, those of the areas like “{other}”.",
        "Kein Code von „{variable}“ hat ein Gebiet: Die Codes lauten wie „{like}“, die der Gebiete wie „{other}“.",
    ),
    "areas_fit_zeros": (
        "No code of “{variable}” has an area: one of the two lost its zeros (“{like}”, “{other}”).",
        "Kein Code von „{variable}“ hat ein Gebiet: Auf einer Seite fehlen die Nullen am Anfang („{like}“, „{other}“).",
    ),
    "areas_none": (
        "The statistic has no areas for “{variable}”. Import boundaries first.",
        "Die Statistik hat keine Gebiete für „{variable}“. Lesen Sie zuerst Grenzen ein.",
    ),
    "areas_file_missing": (
        "The file {name} in the folder of areas cannot be read: {reason}. Import the boundaries again.",
        "Die Datei {name} im Ordner der Gebiete lässt sich nicht lesen: {reason}. Lesen Sie die Grenzen erneut ein.",
    ),
    "grid_too_fine": (
        "Shows grid cells of {size}; the office shows cells from {least} on.",
        "Zeigt Gitterzellen von {size}; das Amt zeigt Zellen ab {least}.",
    ),
    # --- grids ---------------------------------------------------------------------------------------------------------
    "grid_code": (
        "“{item}” is no code of a grid cell like 1kmN2689E4337 or CRS3035RES1000mN2689000E4337000.",
        "„{item}“ ist kein Code einer Gitterzelle wie 1kmN2689E4337 oder CRS3035RES1000mN2689000E4337000.",
    ),
    "grid_codes": (
        "{count} {count:code names|codes name} no cell of a grid of 100 m, 1, 10 or 100 km: {codes}.",
        "{count} {count:Code nennt|Codes nennen} keine Zelle eines Gitters von 100 m, 1, 10 oder 100 km: {codes}.",
    ),
    "grid_size": (
        "A grid has cells of {known} metres, not of {value}.",
        "Ein Gitter hat Zellen von {known} Metern, nicht von {value}.",
    ),
    "grid_crs": (
        "Coordinates in EPSG:{value} are not read, only in EPSG:{known}.",
        "Koordinaten in EPSG:{value} werden nicht gelesen, nur in EPSG:{known}.",
    ),
    "grid_outside": (
        "{count} {count:record has|records have} coordinates outside Europe by EPSG:{crs}: it is the wrong projection.",
        "{count} {count:Datensatz hat|Datensätze haben} nach EPSG:{crs} Koordinaten außerhalb Europas: Die Projektion ist falsch.",
    ),
    "grid_finer": (
        "The codes of “{variable}” are cells of {found} metres; finer ones cannot be made of them.",
        "Die Codes von „{variable}“ sind Zellen von {found} Metern; feinere lassen sich daraus nicht bilden.",
    ),
    "left_open_grids": (
        "Grid cells and areas together leave fewer than {units} {units:unit|units} alone: {count} {count:time|times}. They are, the fewest first: {cells}.",
        "Gitterzellen und Gebiete lassen zusammen weniger als {units} Merkmalsträger allein: {count}-mal. Die wenigsten zuerst: {cells}.",
    ),
    "left_open_grids_left_out": (
        "Grid cells and areas were not compared in {count} further {count:category|categories} of other variables.",
        "Gitterzellen und Gebiete wurden in {count} weiteren {count:Ausprägung|Ausprägungen} anderer Merkmale nicht verglichen.",
    ),
    "measure_grid_differences": (
        "few units between grid and areas",
        "wenige Merkmalsträger zwischen Gitter und Gebieten",
    ),
    "measure_grid_differences_is": (
        "Remainders of areas without their whole cells, and pieces of cells that a border cuts, with fewer units than asked.",
        "Reste von Gebieten ohne ihre ganzen Zellen und Stücke geteilter Zellen mit weniger Merkmalsträgern als gefragt.",
    ),
    "grid_remainder": (
        "{area} ({variable}) less {whole} whole {whole:cell|cells}, which leaves pieces of {cells}",
        "{area} ({variable}) abzüglich {whole} {whole:ganzer Zelle|ganzer Zellen}; es bleiben Stücke von {cells}",
    ),
    "grid_piece": (
        "the piece of the cell {cells} in {area} ({variable})",
        "das Stück der Zelle {cells} in {area} ({variable})",
    ),
    "records_for_grids": ("Making grid cells", "Gitterzellen bilden"),
    # --- ckm areas -----------------------------------------------------------------------------------------------------
    "cli_help_areas": (
        "boundaries of areas for the codes of a statistic: import, list, check",
        "Grenzen von Gebieten für die Codes einer Statistik: einlesen, auflisten, prüfen",
    ),
    "cli_help_areas_import": (
        "read boundaries from a local GeoPackage, Shapefile or GeoJSON and keep them beside the statistic",
        "Grenzen aus einer lokalen Datei (GeoPackage, Shapefile, GeoJSON) lesen und neben der Statistik ablegen",
    ),
    "cli_help_areas_list": ("print which areas the statistic has", "ausgeben, welche Gebiete die Statistik hat"),
    "cli_help_areas_check": (
        "print codes without an area and areas without a code",
        "Codes ohne Gebiet und Gebiete ohne Code ausgeben",
    ),
    "cli_help_areas_remove": (
        "take areas out of the statistic; their file stays",
        "Gebiete aus der Statistik nehmen; ihre Datei bleibt",
    ),
    "cli_help_areas_file": ("file of the boundaries", "Datei mit den Grenzen"),
    "cli_help_areas_variable": ("variable whose codes the areas have", "Merkmal, dessen Codes die Gebiete tragen"),
    "cli_help_areas_code": ("column with the code of each area", "Spalte mit dem Code jedes Gebiets"),
    "cli_help_areas_name": ("column with the name of each area", "Spalte mit dem Namen jedes Gebiets"),
    "cli_help_areas_layer": ("layer of a GeoPackage with several", "Ebene eines GeoPackage mit mehreren"),
    "cli_help_areas_state": (
        "state of the areas: day from which the borders hold (2025-01-01)",
        "Gebietsstand: Tag, ab dem die Grenzen gelten (2025-01-01)",
    ),
    "cli_help_areas_source": ("source as maps name it", "Quelle, wie Karten sie nennen"),
    "cli_help_areas_tolerance": (
        "metres by which borders are simplified (default: a part of 3,000 of the extent; 0: not)",
        "Meter, um die Grenzen vereinfacht werden (sonst ein 3.000stel der Ausdehnung; 0: nicht)",
    ),
    "areas_imported": (
        "{count} {count:area|areas} kept for “{variable}”: {file}.",
        "{count} {count:Gebiet|Gebiete} für „{variable}“ abgelegt: {file}.",
    ),
    "areas_line": (
        "{variable}: {count} {count:area|areas}, state {state}. {source} [{file}]",
        "{variable}: {count} {count:Gebiet|Gebiete}, Stand {state}. {source} [{file}]",
    ),
    "areas_list_empty": ("The statistic has no areas.", "Die Statistik hat keine Gebiete."),
    "areas_matched": (
        "{variable}: {count} {count:code has|codes have} an area.",
        "{variable}: {count} {count:Code hat|Codes haben} ein Gebiet.",
    ),
    "areas_without_area": (
        "{count} {count:code|codes} without an area: {codes}",
        "{count} {count:Code|Codes} ohne Gebiet: {codes}",
    ),
    "areas_without_code": (
        "{count} {count:area|areas} without a code: {codes}",
        "{count} {count:Gebiet|Gebiete} ohne Code: {codes}",
    ),
    "areas_removed": ("Areas of “{variable}” removed.", "Gebiete von „{variable}“ entfernt."),
    "areas_damaged": (
        "The file {name} in the folder of areas is damaged. Import the boundaries again.",
        "Die Datei {name} im Ordner der Gebiete ist beschädigt. Lesen Sie die Grenzen erneut ein.",
    ),
}
