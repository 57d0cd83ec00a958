"""Sentences of pictures: kinds, why one does not fit, words in and around them. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    "picture_kind_bars": ("Bars", "Balken"),
    "picture_kind_grouped": ("Bars, grouped", "Balken, gruppiert"),
    "picture_kind_stacked": ("Bars, stacked", "Balken, gestapelt"),
    "picture_kind_percent": ("Shares, 100%", "Anteile, 100 %"),
    "picture_kind_dots": ("Dots", "Punkte"),
    "picture_kind_lines": ("Lines over time", "Verlauf"),
    "picture_kind_multiples": ("Small multiples", "Kleine Vielfache"),
    "picture_kind_pyramid": ("Population pyramid", "Alterspyramide"),
    "picture_kind_choropleth": ("Map of areas", "Flächenkarte"),
    "picture_kind_grid": ("Grid", "Gitter"),
    "picture_kind_circles": ("Map with circles", "Karte mit Kreisen"),
    # --- why a kind does not fit ---------------------------------------------------------------------------------------
    "picture_needs_bars": ("Needs a breakdown with two categories.", "Braucht eine Gliederung mit zwei Ausprägungen."),
    "picture_needs_grouped": (
        "Needs two breakdowns, one of 2 to 4 categories.",
        "Braucht zwei Gliederungen, eine davon mit 2 bis 4 Ausprägungen.",
    ),
    "picture_needs_stacked": (
        "Needs two breakdowns, one of 2 to 6 categories that do not overlap.",
        "Braucht zwei Gliederungen, eine davon mit 2 bis 6 überschneidungsfreien Ausprägungen.",
    ),
    "picture_needs_additive": (
        "Only counts and sums can be stacked.",
        "Nur Fallzahlen und Summen lassen sich stapeln.",
    ),
    "picture_needs_positive": (
        "Negative figures have no place in it.",
        "Negative Werte lassen sich so nicht darstellen.",
    ),
    "picture_needs_dots": (
        "Needs two figures for each of at most 25 categories.",
        "Braucht je zwei Werte für höchstens 25 Ausprägungen.",
    ),
    "picture_needs_lines": ("Needs at least three periods.", "Braucht mindestens drei Berichtszeiträume."),
    "picture_needs_few_lines": ("Shows at most six lines.", "Zeigt höchstens sechs Linien."),
    "picture_needs_multiples": (
        "Needs two breakdowns: at most 12 categories or periods, and 2 to 24 panels.",
        "Braucht zwei Gliederungen: höchstens 12 Ausprägungen oder Zeiträume und 2 bis 24 Felder.",
    ),
    "picture_needs_pyramid": ("Needs age and sex.", "Braucht Alter und Geschlecht."),
    "picture_needs_areas": (
        "Needs boundaries for one of its variables.",
        "Braucht Grenzen für eines ihrer Merkmale.",
    ),
    "picture_needs_three_areas": (
        "Needs at least {least} areas.",
        "Braucht mindestens {least} Gebiete.",
    ),
    "picture_counts_as_circles": (
        "Counts and sums are drawn as circles: large areas would look like large numbers.",
        "Fallzahlen und Summen werden als Kreise gezeichnet: Große Flächen sähen wie große Zahlen aus.",
    ),
    "picture_needs_counts": (
        "Circles show counts and sums only.",
        "Kreise zeigen nur Fallzahlen und Summen.",
    ),
    "picture_needs_areas_or_grid": (
        "A map needs a variable with boundaries or of grid cells.",
        "Eine Karte braucht ein Merkmal mit Grenzen oder mit Gitterzellen.",
    ),
    "picture_needs_grid": (
        "Needs a variable of grid cells.",
        "Braucht ein Merkmal mit Gitterzellen.",
    ),
    "picture_class_count": (
        "A map has {least} to {most} classes.",
        "Eine Karte hat {least} bis {most} Klassen.",
    ),
    "picture_limits": (
        "Limits of classes are ascending numbers with at most {places} {places:decimal|decimals}.",
        "Klassengrenzen sind aufsteigende Zahlen mit höchstens {places} {places:Nachkommastelle|Nachkommastellen}.",
    ),
    "picture_only_signs": ("All cells carry signs.", "Alle Felder tragen Zeichen."),
    "picture_none": (
        "There is no picture of this table. {reason}",
        "Für diese Tabelle gibt es kein Bild. {reason}",
    ),
    "picture_unfit": ("{kind}: does not fit this table. {reason}", "{kind}: passt nicht zu dieser Tabelle. {reason}"),
    "picture_not_upright": (
        "Bars stand over periods and over at most {most} short {most:word|words}.",
        "Säulen gibt es für Zeiträume und für höchstens {most} {most:kurzes Wort|kurze Wörter}.",
    ),
    "picture_size": (
        "A picture is {width} to {most} mm wide and {height} to {most} mm high.",
        "Ein Bild ist {width} bis {most} mm breit und {height} bis {most} mm hoch.",
    ),
    "picture_value": (
        "The table has {count} {count:value|values}; there is no value {number}.",
        "Die Tabelle hat {count} {count:Wert|Werte}; einen Wert {number} gibt es nicht.",
    ),
    "picture_block": (
        "The table has {count} {count:block|blocks}; there is no block {number}.",
        "Die Tabelle hat {count} {count:Block|Blöcke}; einen Block {number} gibt es nicht.",
    ),
    "picture_variable": (
        "The table has no variable “{name}”. Its variables: {known}.",
        "Die Tabelle hat kein Merkmal „{name}“. Ihre Merkmale: {known}.",
    ),
    "picture_counted_from": ("{option} counts from 1.", "{option} zählt ab 1."),
    "picture_lines": (
        "Tables of more than {limit} {limit:line|lines} have no picture.",
        "Tabellen mit mehr als {limit} {limit:Zeile|Zeilen} haben kein Bild.",
    ),
    "picture_letters": (
        "PDF and PNG have no letters for “{letters}”: the font {font} lacks them. Choose SVG, or change the text.",
        "Für „{letters}“ haben PDF und PNG keine Buchstaben: Sie fehlen der Schrift {font}. Wählen Sie SVG, oder ändern Sie den Text.",
    ),
    "picture_alt_number": (
        "The description has the number {number}, which the picture does not show. Write published figures alone.",
        "In der Beschreibung steht die Zahl {number}, die das Bild nicht zeigt. Schreiben Sie nur ausgewiesene Zahlen.",
    ),
    "picture_dpi": ("PNG has {least} to {most} dpi.", "PNG hat {least} bis {most} dpi."),
    "picture_too_large": (
        "The PNG would have {width} × {height} points. Choose fewer dpi or a smaller size.",
        "Das PNG hätte {width} × {height} Punkte. Wählen Sie weniger dpi oder ein kleineres Format.",
    ),
    "picture_ending": (
        "“{name}” is not a picture that can be written. Choose .svg, .png, .pdf, .html or .vl.json.",
        "„{name}“ ist kein Bild, das sich schreiben lässt. Wählen Sie .svg, .png, .pdf, .html oder .vl.json.",
    ),
    "picture_no_table": (
        "Only PDF and web pages (.html) have room for the table of figures, not “{name}”.",
        "Nur PDF und Webseiten (.html) haben Platz für die Zahlen zum Bild, „{name}“ nicht.",
    ),
    "picture_written": ("Picture written ({kind}): {name}.", "Bild geschrieben ({kind}): {name}."),
    "picture_fits": ("{name}: {kind}", "{name}: {kind}"),
    "picture_fits_not": ("{name}: {kind} – does not fit. {reason}", "{name}: {kind} – passt nicht. {reason}"),
    # --- the command ---------------------------------------------------------------------------------------------------
    "cli_help_picture": (
        "one table of a statistic as a picture: SVG, PDF, web page or Vega-Lite",
        "eine Tabelle einer Statistik als Bild: SVG, PDF, Webseite oder Vega-Lite",
    ),
    "cli_help_picture_dpi": ("pixels an inch of .png, 96 to 600", "Punkte je Zoll von .png, 96 bis 600"),
    "cli_help_picture_output": (
        "file of the picture: .svg, .png, .pdf, .html or .vl.json",
        "Datei des Bildes: .svg, .png, .pdf, .html oder .vl.json",
    ),
    "cli_help_picture_kinds": (
        "write no picture, but name the kinds that fit, and why others do not",
        "kein Bild schreiben, sondern nennen, welche Bildarten passen und warum andere nicht",
    ),
    "cli_help_picture_kind": ("kind of picture (default: the best that fits)", "Bildart (sonst die beste, die passt)"),
    "cli_help_picture_categories": ("variable along the axis", "Merkmal auf der Achse"),
    "cli_help_picture_colours": ("variable of colours or panels", "Merkmal der Farben oder Felder"),
    "cli_help_picture_without": (
        "code of a series that is left out; repeatable",
        "Code einer Reihe, die wegbleibt; mehrfach möglich",
    ),
    "cli_help_picture_order": (
        "order of the categories: as in the table, or largest first",
        "Reihenfolge der Ausprägungen: wie in der Tabelle oder die größte zuerst",
    ),
    "cli_help_picture_value": (
        "number of the value that is shown (default: 1)",
        "Nummer des gezeigten Wertes (sonst 1)",
    ),
    "cli_help_picture_block": ("number of the stacked block (default: 1)", "Nummer des gestapelten Blocks (sonst 1)"),
    "cli_help_picture_width": ("width in millimetres (default: 160)", "Breite in Millimetern (sonst 160)"),
    "cli_help_picture_height": (
        "height in millimetres (default: 110); more where the content needs it",
        "Höhe in Millimetern (sonst 110); mehr, wo der Inhalt es braucht",
    ),
    "cli_help_picture_upright": (
        "bars stand: for periods and few short words",
        "Säulen statt Balken: für Zeiträume und wenige kurze Wörter",
    ),
    "cli_help_picture_patterns": ("patterns for print in black and white", "Muster für den Druck in Schwarz-Weiß"),
    "cli_help_picture_no_numbers": (
        "no figures at bars, points and lines",
        "keine Zahlen an Balken, Punkten und Linien",
    ),
    "cli_help_picture_no_zero": (
        "lines and points may begin above 0; bars never do",
        "Linien und Punkte dürfen über 0 beginnen; Balken nie",
    ),
    "cli_help_picture_with_figures": (
        "PDF: behind the picture a page with the table of its figures",
        "PDF: hinter dem Bild eine Seite mit den Zahlen zum Bild",
    ),
    "cli_help_picture_no_excess": (
        "population pyramid: no darker part where one side is longer",
        "Alterspyramide: kein dunklerer Teil, wo eine Seite länger ist",
    ),
    "cli_help_picture_alt": (
        "description in place of the made one",
        "Beschreibung anstelle der gebildeten",
    ),
    "cli_help_picture_classes": (
        "classes of a map: as many areas each, equal width, natural breaks, own limits (default: quantiles)",
        "Klassen einer Karte: gleich viele Gebiete, gleich breit, natürliche, eigene Grenzen (sonst quantiles)",
    ),
    "cli_help_picture_class_count": ("number of classes, 3 to 7 (default: 5)", "Zahl der Klassen, 3 bis 7 (sonst 5)"),
    "cli_help_picture_limits": (
        "least figures of own classes, ascending: 10|50|200",
        "kleinste Werte eigener Klassen, aufsteigend: 10|50|200",
    ),
    "cli_help_picture_borders": (
        "variable whose areas are outlined on a grid",
        "Merkmal, dessen Gebiete im Gitter umrandet sind",
    ),
    "cli_help_picture_around": (
        "value at which a class begins and below which classes have another colour",
        "Wert, an dem eine Klasse beginnt und unter dem Klassen eine andere Farbe haben",
    ),
    "cli_help_picture_reversed": (
        "the darkest colour is the lowest class",
        "die dunkelste Farbe ist die niedrigste Klasse",
    ),
    # --- words in a picture --------------------------------------------------------------------------------------------
    "picture_figures": ("Figures", "Zahlen zum Bild"),
    "picture_thousands": ("{what} in 1,000", "{what} in 1\u00a0000"),
    "picture_millions": ("{what} in millions", "{what} in Mio."),
    "picture_billions": ("{what} in billions", "{what} in Mrd."),
    "picture_of_parts": ("shares of the sum of the shown parts", "Anteile an der Summe der gezeigten Teile"),
    "picture_begins": ("the axis begins at {figure}", "die Achse beginnt bei {figure}"),
    "picture_excess": ("surplus: {name}", "Überschuss: {name}"),
    "picture_largest": (
        "the {shown} largest of {all} {all:category|categories}",
        "die {shown} größten von {all} {all:Ausprägung|Ausprägungen}",
    ),
    "picture_last": (
        "the last {shown} of {all} {all:period|periods}",
        "die letzten {shown} von {all} {all:Zeitraum|Zeiträumen}",
    ),
    "picture_class_below": ("{low} to below {high}", "{low} bis unter {high}"),
    "picture_class_to": ("{low} to {high}", "{low} bis {high}"),
    "picture_class_from": ("{low} and more", "{low} und mehr"),
    "picture_class_one": ("{low}", "{low}"),
    "picture_classes": ("Classes: {how}", "Klassen: {how}"),
    "picture_classes_two": (
        "Classes: {how}; two colours around one limit",
        "Klassen: {how}; zwei Farben um eine Grenze",
    ),
    "picture_classes_quantiles": (
        "quantiles; equal figures are in one class",
        "Quantile; gleiche Werte liegen in einer Klasse",
    ),
    "picture_classes_width": ("equal width", "gleich breit"),
    "picture_classes_breaks": ("natural breaks", "natürliche Klassen"),
    "picture_classes_own": ("own limits", "eigene Grenzen"),
    "picture_borders": (
        "Borders: {source}, as of {state}; true to area (EPSG:3035)",
        "Grenzen: {source}, Stand {state}; flächentreu (EPSG:3035)",
    ),
    "picture_grid": (
        "Grid: INSPIRE cells of {size}, EPSG:3035; each cell is protected by itself",
        "Gitter: INSPIRE-Zellen von {size}, EPSG:3035; jede Zelle ist für sich geschützt",
    ),
    "picture_grid_zero": (
        "not coloured: nothing there, or made 0; both look the same",
        "ohne Farbe: nichts vorhanden oder auf 0 verändert; beides sieht gleich aus",
    ),
    "picture_without_area": ("Without an area: {names}", "Ohne Gebiet: {names}"),
    "picture_left_out": ("not shown: {names}", "nicht dargestellt: {names}"),
    "picture_alt": ("{kind}. {title}.", "{kind}. {title}."),
    "picture_alt_count": ("{count} {count:figure|figures}: {what}.", "{count} {count:Wert|Werte}: {what}."),
    "picture_alt_largest": ("Largest: {name} ({figure}).", "Größter Wert: {name} ({figure})."),
    "picture_alt_smallest": ("Smallest: {name} ({figure}).", "Kleinster Wert: {name} ({figure})."),
    "picture_alt_signs": (
        "{count} {count:cell shows a sign|cells show signs}.",
        "{count} {count:Feld trägt ein Zeichen|Felder tragen Zeichen}.",
    ),
}
