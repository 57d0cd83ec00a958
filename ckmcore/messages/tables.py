"""Sentences on tables, methods, export and the statistic. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {
    # --- tables --------------------------------------------------------------------------------------------------------
    "word_total": ("Total", "Insgesamt"),
    "word_others": ("Others", "Übrige"),
    "top_not_ranked": (
        "The largest of “{variable}” cannot be told: they are ranked by a value, a column or a row that the table does not show. Rank them by another one.",
        "Die größten bei „{variable}“ lassen sich nicht bestimmen: Sie sind nach einem Wert, einer Spalte oder einer Zeile zu sortieren, die die Tabelle nicht zeigt. Sortieren Sie sie nach einer anderen.",
    ),
    "table_too_wide": (
        "{count} {count:variable|variables} together have more combinations than can be numbered. Leave out one of them.",
        "{count} {count:Merkmal hat|Merkmale zusammen haben} mehr Kombinationen, als sich nummerieren lassen. Lassen Sie eines davon weg.",
    ),
    "listed_not_computed": (
        "The table has so many possible cells that only those which do not publish 0 are listed, and {what}. Leave out a variable, show fewer nodes or choose another value.",
        "Die Tabelle hat so viele mögliche Felder, dass nur diejenigen aufgezählt werden, die nicht 0 ausweisen, und {what}. Lassen Sie ein Merkmal weg, zeigen Sie weniger Ausprägungen, oder wählen Sie einen anderen Wert.",
    ),
    "listed_change": (
        "a change needs the empty ones, too",
        "eine Veränderung braucht auch die leeren",
    ),
    "listed_magnitudes": (
        "sums, means and all other values of magnitudes are not made for such tables",
        "Summen, Mittelwerte und alle anderen Werte von Größen werden für solche Tabellen nicht gebildet",
    ),
    "listed_doubles": (
        "weights with more than 6 decimals are not added up exactly there",
        "Gewichte mit mehr als 6 Nachkommastellen werden dort nicht genau addiert",
    ),
    "listed_households": (
        "households are not counted for such tables",
        "Haushalte werden für solche Tabellen nicht gezählt",
    ),
    "listed_exempt_rows": (
        "cells whose counts stay unchanged are not found there among rows of your own",
        "Felder, deren Werte unverändert bleiben, werden dort unter eigenen Zeilen nicht gefunden",
    ),
    "listed_exempt": (
        "cells whose counts stay unchanged would show a 0 where all others have a sign",
        "Felder, deren Werte unverändert bleiben, hätten eine 0, wo alle anderen ein Zeichen haben",
    ),
    "hypercube_variables": (
        "A data cube has at least one variable and at most {most}; here are {count}.",
        "Ein Datenquader hat mindestens ein Merkmal und höchstens {most}; hier sind es {count}.",
    ),
    "hypercube_level": (
        "“{variable}” cannot be shown so in a data cube. There are levels, nodes and own groups of its variables; rows of your own, the largest nodes by a rule and averages stand in tables.",
        "„{variable}“ lässt sich so in einem Datenquader nicht zeigen. Es gibt Stufen, Ausprägungen und eigene Gruppen seiner Merkmale; eigene Zeilen, die größten Ausprägungen nach einer Regel und Durchschnitte stehen in Tabellen.",
    ),
    "hypercube_value": (
        "A data cube lists the cells that do not publish 0, margin by margin, and {what}. Choose another value.",
        "Ein Datenquader zählt die Felder auf, die nicht 0 ausweisen, Rand für Rand, und {what}. Wählen Sie einen anderen Wert.",
    ),
    "hypercube_of_blocks": (
        "The blocks of this table stand beside or under one another; a data cube has the margins of one set of variables. Hand in a table of one block.",
        "Die Blöcke dieser Tabelle stehen neben- oder untereinander; ein Datenquader hat die Ränder einer Reihe von Merkmalen. Reichen Sie eine Tabelle aus einem Block ein.",
    ),
    "hypercube_form": (
        "A data cube is not written as {form}, but as {forms}.",
        "Ein Datenquader wird nicht als {form} geschrieben, sondern als {forms}.",
    ),
    "hypercube_form_of_ending": (
        "Several forms of data cubes end in {ending}. Say with --form which: {forms}.",
        "Auf {ending} enden mehrere Formen von Datenquadern. Nennen Sie mit --form die gewünschte: {forms}.",
    ),
    "hypercube_share": (
        "a share needs a cell of another margin",
        "ein Anteil braucht ein Feld eines anderen Randes",
    ),
    "hypercube_change": (
        "a change needs other cells, also empty ones",
        "eine Veränderung braucht andere Felder, auch leere",
    ),
    "hypercube_rate": (
        "reference figures are not looked up for it",
        "Bezugszahlen werden dafür nicht nachgeschlagen",
    ),
    "hypercube_too_large": (
        "These variables need up to {needed} MB for the lists of a data cube; allowed are {allowed} MB. Leave out a variable, show fewer nodes, or allow more memory.",
        "Diese Merkmale brauchen bis zu {needed} MB für die Listen eines Datenquaders; zulässig sind {allowed} MB. Lassen Sie ein Merkmal weg, zeigen Sie weniger Ausprägungen, oder lassen Sie mehr Arbeitsspeicher zu.",
    ),
    "needs_all_cells": (
        "{what} needs every cell, also the empty ones; leave out a variable or show fewer nodes.",
        "{what} braucht jedes Feld, auch die leeren; lassen Sie ein Merkmal weg, oder zeigen Sie weniger Ausprägungen.",
    ),
    "listed_originals": ("A view of the originals", "Eine Ansicht der Originale"),
    "listed_comparison": ("A comparison with published figures", "Ein Vergleich mit veröffentlichten Werten"),
    "listed_wide_frame": ("A frame as the table is laid out", "Ein Frame in der Form der Tabelle"),
    "listed_form": (
        "This table has too many possible cells for {form}. It can be written as {forms}.",
        "Diese Tabelle hat zu viele mögliche Felder für {form}. Sie lässt sich schreiben als {forms}.",
    ),
    "kernel_not_loaded": (
        "The quick way of counting could not be loaded: {reason}. The figures are the same without it; it takes about ten times as long.",
        "Das schnelle Zählen ließ sich nicht laden: {reason}. Die Werte sind ohne es dieselben; es dauert etwa zehnmal so lange.",
    ),
    "word_subtotal": ("Subtotal", "Zusammen"),
    "word_average": ("Average", "Durchschnitt"),
    "word_selected": ("Total (selection)", "Zusammen (Auswahl)"),
    "word_count": ("Number", "Anzahl"),
    "word_count_households": ("Number of households", "Anzahl Haushalte"),
    "word_weighted_count_households": ("Weighted number of households", "Anzahl Haushalte, gewichtet"),
    "word_weighted_count": ("Weighted number", "Anzahl, gewichtet"),
    "side_original": ("Original: {value}", "Original: {value}"),
    "side_tried": ("Trial: {value}", "Probe: {value}"),
    "side_published": ("Published: {value}", "Ausgewiesen: {value}"),
    "side_difference": ("Difference: {value}", "Differenz: {value}"),
    "relation_davon": ("of which (complete)", "davon (vollständig)"),
    "relation_darunter": ("including", "darunter"),
    "relation_und_zwar": ("namely (may overlap)", "und zwar (auch mehrfach)"),
    "row_davon": ("of which: {label}", "davon: {label}"),
    "row_darunter": ("including: {label}", "darunter: {label}"),
    "row_und_zwar": ("namely: {label}", "und zwar: {label}"),
    "row_unlabelled": ("without label", "ohne Bezeichnung"),
    "value_share_total": ("Share of the total in %", "Anteil an insgesamt in %"),
    "value_share_row": ("Share of the row in %", "Anteil an der Zeile in %"),
    "value_share_column": ("Share of the column in %", "Anteil an der Spalte in %"),
    "value_share_row_parent": ("Share of the group of rows in %", "Anteil an der übergeordneten Zeile in %"),
    "value_share_column_parent": ("Share of the group of columns in %", "Anteil an der übergeordneten Spalte in %"),
    "value_change_category_before": (
        "Change against the category before in %",
        "Veränderung gegenüber der vorherigen Ausprägung in %",
    ),
    "value_difference_category_before": (
        "Difference from the category before",
        "Differenz zur vorherigen Ausprägung",
    ),
    "value_change_period_before": (
        "Change against the period before in %",
        "Veränderung gegenüber dem vorherigen Berichtszeitraum in %",
    ),
    "value_difference_period_before": (
        "Difference from the period before",
        "Differenz zum vorherigen Berichtszeitraum",
    ),
    "value_change_against": ("Change against {against} in %", "Veränderung gegenüber {against} in %"),
    "value_difference_against": ("Difference from {against}", "Differenz zu {against}"),
    "value_ratio": ("{counted} per {base}", "{counted} je {base}"),
    "value_ratio_per": ("{counted} per {factor} {base}", "{counted} je {factor} {base}"),
    "value_rate": ("Per {factor} {unit}", "Je {factor} {unit}"),
    "own_row_unconditioned": (
        "The row “{label}” has no condition, so it would be the total. Choose its categories, or add a heading in its place.",
        "Die Zeile „{label}“ hat keine Bedingung und wäre damit „Insgesamt“. Wählen Sie ihre Ausprägungen, oder fügen Sie an ihrer Stelle eine Überschrift hinzu.",
    ),
    "davon_overlaps": (
        "“{first}” and “{second}” say “of which” and overlap: {example} is in both. Change the categories, or choose “namely”.",
        "„{first}“ und „{second}“ stehen unter „davon“ und überschneiden sich: {example} gehört zu beiden. Ändern Sie die Ausprägungen, oder wählen Sie „und zwar“.",
    ),
    "davon_incomplete": (
        "The rows under “of which” leave something out: {example} is in none of them. Add a row for it, or choose “including”.",
        "Die Zeilen unter „davon“ lassen etwas aus: {example} gehört zu keiner. Ergänzen Sie eine Zeile dafür, oder wählen Sie „darunter“.",
    ),
    "davon_too_large": (
        "Whether the rows under “of which” are complete cannot be checked: their variables have {count} combinations, at most {limit} are looked at. Use fewer variables, or choose “including”.",
        "Ob die Zeilen unter „davon“ vollständig sind, ist nicht prüfbar: Ihre Merkmale haben {count} Kombinationen, höchstens {limit} werden geprüft. Nehmen Sie weniger Merkmale, oder wählen Sie „darunter“.",
    ),
    "change_needs_variable": (
        "The change is one along “{variable}”, by which the table, or a block of it, is not broken down. Put it into rows, columns or sheets, or take the change out.",
        "Die Veränderung bezieht sich auf „{variable}“, nach dem die Tabelle oder einer ihrer Blöcke nicht gegliedert ist. Ziehen Sie es in Zeilen, Spalten oder Blätter, oder nehmen Sie die Veränderung heraus.",
    ),
    "value_faulty": (
        "A value of the table cannot be computed: {part}. Edit the value, or take it out.",
        "Ein Wert der Tabelle ist nicht berechenbar: {part}. Bearbeiten Sie den Wert, oder nehmen Sie ihn heraus.",
    ),
    "reference_unknown": (
        "The table divides by “{name}”, which the statistic does not have; it has: {known}. Add the reference figures, or take the value out.",
        "Die Tabelle teilt durch „{name}“, das die Statistik nicht hat; vorhanden: {known}. Ergänzen Sie die Bezugszahlen, oder nehmen Sie den Wert heraus.",
    ),
    "reference_figure_faulty": (
        "The reference figures “{name}” hold “{figure}” for {codes}, which is no number from 0. Correct it in the file and read it again.",
        "Die Bezugszahlen „{name}“ enthalten „{figure}“ für {codes}; das ist keine Zahl ab 0. Berichtigen Sie die Datei und lesen Sie sie neu ein.",
    ),
    "period_unknown": (
        "The table names the reporting period “{period}”, which the statistic does not have; it has: {known}. Choose the periods anew.",
        "Die Tabelle nennt den Berichtszeitraum „{period}“, den die Statistik nicht hat; vorhanden: {known}. Wählen Sie die Berichtszeiträume neu.",
    ),
    "period_twice": (
        "The reporting period stands in the table twice. Take it out of rows, columns or sheets.",
        "Der Berichtszeitraum steht zweimal in der Tabelle. Nehmen Sie ihn aus Zeilen, Spalten oder Blättern heraus.",
    ),
    "title_by": ("{what} by {variables}", "{what} nach {variables}"),
    "title_by_names": ("by {variables}", "nach {variables}"),
    "title_as_well_as": ("{first} as well as {last}", "{first} sowie {last}"),
    "title_and": ("{first} and {last}", "{first} und {last}"),
    "table_too_large": (
        "The table would have {cells} cells; at most {limit} can be computed. Without “{variable}” it would have {fewer}. Take it out, choose fewer levels or add a filter.",
        "Die Tabelle hätte {cells} Felder; höchstens {limit} können berechnet werden. Ohne „{variable}“ hätte sie {fewer}. Nehmen Sie es heraus, wählen Sie weniger Ebenen oder filtern Sie.",
    ),
    "table_could_be_listed": (
        "As a list of the cells that publish anything it can be made: ckm.tabulate(data, spec, listed=True).",
        "Als Liste der Felder, die etwas ausweisen, ist sie möglich: ckm.tabulate(data, spec, listed=True).",
    ),
    "spec_unreadable": (
        "The saved table cannot be read: {detail}. Lay the table out anew or open a copy of the file.",
        "Die gespeicherte Tabelle ist nicht lesbar: {detail}. Bauen Sie die Tabelle neu auf oder öffnen Sie eine Kopie der Datei.",
    ),
    "spec_part_not_computed": (
        "This version cannot compute “{part}” yet. The saved table keeps it; take it out to see the rest.",
        "Diese Version kann „{part}“ noch nicht berechnen. Die gespeicherte Tabelle behält es; nehmen Sie es heraus, um den Rest zu sehen.",
    ),
    "filter_unknown_codes": (
        "The filter on “{variable}” names codes that do not exist: {codes}. Choose among the categories of the variable.",
        "Der Filter auf „{variable}“ nennt Codes, die es nicht gibt: {codes}. Wählen Sie unter den Ausprägungen des Merkmals.",
    ),
    "level_unknown_codes": (
        "The table names codes of “{variable}” that do not exist: {codes}. Choose the categories of this variable anew.",
        "Die Tabelle nennt Codes von „{variable}“, die es nicht gibt: {codes}. Wählen Sie die Ausprägungen dieses Merkmals neu.",
    ),
    "no_value": (
        "The table shows no value. Choose one, for example the number.",
        "Die Tabelle zeigt keinen Wert. Wählen Sie einen, zum Beispiel die Anzahl.",
    ),
    "no_weight": (
        "The data have no weight, so weighted counts cannot be computed. Give a column the role weight.",
        "Die Daten haben kein Gewicht, gewichtete Häufigkeiten sind nicht möglich. Geben Sie einer Spalte die Rolle Gewicht.",
    ),
    "column_name_reserved": (
        "A variable is called “{variable}”, like a column that this result has itself. Rename the variable.",
        "Ein Merkmal heißt „{variable}“ wie eine Spalte, die dieses Ergebnis selbst hat. Benennen Sie das Merkmal um.",
    ),
    "address_unknown": (
        "There is no cell {variable} = “{category}” in this table.",
        "Ein Tabellenfeld {variable} = „{category}“ gibt es in dieser Tabelle nicht.",
    ),
    # --- export --------------------------------------------------------------------------------------------------------
    "export_state_draft": ("Draft – not released", "Entwurf – nicht freigegeben"),
    "export_state_released": ("Released on {date}, no. {number}", "Freigegeben am {date}, Nr. {number}"),
    "export_state_corrected": (
        "Corrected version of {date}, replaces no. {number}",
        "Berichtigte Fassung vom {date}, ersetzt Nr. {number}",
    ),
    "export_revised": ("r: figure corrected against no. {number}", "r: gegenüber Nr. {number} berichtigter Wert"),
    "export_revised_cell": ("r belongs to: {place}", "r gehört zu: {place}"),
    "export_revised_unmarked": (
        "Figures corrected against no. {number} are not marked one by one.",
        "Werte, die gegenüber Nr. {number} berichtigt sind, sind nicht einzeln gekennzeichnet.",
    ),
    "export_revised_margins": (
        "Figures corrected against no. {number} are in these margins, not marked one by one: {margins}.",
        "Werte, die gegenüber Nr. {number} berichtigt sind, stehen in diesen Rändern, nicht einzeln gekennzeichnet: {margins}.",
    ),
    "export_revised_margins_count": (
        "Figures corrected against no. {number} are in {count} of {all} margins, not marked one by one.",
        "Werte, die gegenüber Nr. {number} berichtigt sind, stehen in {count} von {all} Rändern, nicht einzeln gekennzeichnet.",
    ),
    "export_revised_none": (
        "No figure differs from no. {number}.",
        "Keine Zahl weicht von Nr. {number} ab.",
    ),
    "export_revised_many": (
        "More than {limit} figures were corrected against no. {number}; they are not marked one by one.",
        "Mehr als {limit} Werte wurden gegenüber Nr. {number} berichtigt; sie sind nicht einzeln gekennzeichnet.",
    ),
    "export_trial": (
        "Made without a statistic: not a release.",
        "Ohne Statistik erstellt: keine Freigabe.",
    ),
    "export_statistic": ("Statistic: {statistic}", "Statistik: {statistic}"),
    "export_period": ("Reporting period: {period}", "Berichtszeitraum: {period}"),
    "export_source": ("Source: {source}", "Quelle: {source}"),
    "export_publisher": ("Published by: {office}", "Herausgeber: {office}"),
    "export_corrections": ("Corrections: {address}", "Berichtigungen: {address}"),
    "export_program": ("Made by {program}", "Erstellt mit {program}"),
    "export_as_of": ("State of the data: {date}", "Stand der Daten: {date}"),
    "export_filter": ("Selection: {selection}", "Auswahl: {selection}"),
    "export_note_heading": ("Note on the method", "Hinweis zum Verfahren"),
    "export_sign_zero": (
        "nothing, or a figure that the method made 0",
        "nichts vorhanden, oder eine Zahl, die das Verfahren zu 0 gemacht hat",
    ),
    "export_listed": (
        "Only cells are listed that publish anything else; all others publish: {sign}.",
        "Aufgezählt sind nur Felder, die etwas anderes ausweisen; alle übrigen weisen aus: {sign}.",
    ),
    "export_listed_derived": (
        "Only cells are listed that publish anything else; all others publish: {sign}. What is derived from them is 0 there, or cannot be computed.",
        "Aufgezählt sind nur Felder, die etwas anderes ausweisen; alle übrigen weisen aus: {sign}. Daraus Abgeleitetes ist dort 0 oder nicht zu berechnen.",
    ),
    "export_sign_dash": ("nothing, or changed to 0", "nichts vorhanden oder auf 0 verändert"),
    "export_empty_sums": (
        "Where the published number of contributors is 0, the sum is given as {zero}: this follows from that number and says nothing more.",
        "Wo die ausgewiesene Zahl der Fälle mit Betrag 0 ist, ist die Wertsumme mit {zero} angegeben: Das folgt aus dieser Zahl und sagt nicht mehr als sie.",
    ),
    "export_sign_break": ("break in the series", "Bruch in der Zeitreihe"),
    "export_sign": ("{sign}: {meaning}", "{sign}: {meaning}"),
    "export_signs_heading": ("Legend of signs", "Zeichenerklärung"),
    "export_cell_note": ("{number}) belongs to: {place}", "{number}) gehört zu: {place}"),
    "export_apostrophe": (
        "Labels that begin with =, +, - or @ and figures in brackets carry an apostrophe in front, so that a spreadsheet does not compute them.",
        "Bezeichnungen, die mit =, +, - oder @ beginnen, und Zahlen in Klammern tragen einen Apostroph, damit eine Tabellenkalkulation sie nicht umrechnet.",
    ),
    "export_labels_apostrophe": (
        "Labels and notes that begin with =, +, - or @ carry an apostrophe in front, so that a spreadsheet does not compute them.",
        "Bezeichnungen und Hinweise, die mit =, +, - oder @ beginnen, tragen einen Apostroph, damit eine Tabellenkalkulation sie nicht umrechnet.",
    ),
    "export_codes_like_formulas": (
        "Some codes begin with =, +, - or @. They stand as they are, since codes with an apostrophe would be others: do not open the file in a spreadsheet by double click, but import its columns as text.",
        "Einige Codes beginnen mit =, +, - oder @. Sie stehen unverändert in der Datei, denn mit Apostroph wären es andere Codes: Öffnen Sie die Datei in einer Tabellenkalkulation nicht mit einem Doppelklick, sondern lesen Sie ihre Spalten als Text ein.",
    ),
    "export_sheet_table": ("Table", "Tabelle"),
    "export_sheet_notes": ("Notes", "Hinweise"),
    "export_sheet_contents": ("Contents", "Inhalt"),
    "export_sheet_flat": ("Flat", "Flach"),
    "export_sheet_picture": ("Picture", "Bild"),
    "export_page": ("Page {page} of {pages}", "Seite {page} von {pages}"),
    "word_label": ("Label", "Bezeichnung"),
    "export_sheet": ("Sheet", "Blatt"),
    "export_notes_on_sheet": ("Notes: sheet “{sheet}”", "Hinweise: Blatt „{sheet}“"),
    "export_logo": ("Logo", "Logo"),
    "export_flat_left_out": (
        "The flat sheet is left out: it would have {rows} rows, and a sheet holds at most {limit}.",
        "Das flache Blatt fehlt: Es hätte {rows} Zeilen, ein Tabellenblatt fasst höchstens {limit}.",
    ),
    "export_too_many_cells": (
        "The table has {cells} cells; a workbook takes at most {limit}. Export it as CSV or Parquet, or choose fewer categories.",
        "Die Tabelle hat {cells} Felder; eine Arbeitsmappe fasst höchstens {limit}. Geben Sie sie als CSV oder Parquet aus, oder wählen Sie weniger Ausprägungen.",
    ),
    "export_no_heading": ("no heading", "ohne Zwischenüberschrift"),
    "export_heading": ("Heading", "Zwischenüberschrift"),
    "export_left_out": (
        "Not listed, because not valid in the reporting period: {names}.",
        "Nicht aufgeführt, weil im Berichtszeitraum nicht gültig: {names}.",
    ),
    "export_hidden": (
        "Not shown, but part of the totals: {names}.",
        "Nicht aufgeführt, aber in den Summen enthalten: {names}.",
    ),
    "export_left_out_more": ("{names} … (+{count})", "{names} … (+{count})"),
    "export_left_out_of": ("{title}: {names}", "{title}: {names}"),
    "export_continued": ("{label} (continued)", "Noch: {label}"),
    "export_unknown_form": (
        "“{name}” is not a format for tables. Choose a name that ends in {known}.",
        "„{name}“ ist kein Format für Tabellen. Wählen Sie einen Namen mit der Endung {known}.",
    ),
    "export_not_written": (
        "{name} could not be written: {reason}. What was there before is unchanged. Close the file in other programs, make room, or choose another folder.",
        "{name} konnte nicht geschrieben werden: {reason}. Was vorher dort stand, ist unverändert. Schließen Sie die Datei in anderen Programmen, schaffen Sie Platz oder wählen Sie einen anderen Ordner.",
    ),
    "export_too_wide": (
        "The table has {rows} {rows:row|rows} and {columns} {columns:column|columns}; a sheet holds at most {row_limit} and {column_limit}. Export it as CSV or choose fewer categories.",
        "Die Tabelle hat {rows} {rows:Zeile|Zeilen} und {columns} {columns:Spalte|Spalten}; ein Tabellenblatt fasst höchstens {row_limit} und {column_limit}. Geben Sie sie als CSV aus oder wählen Sie weniger Ausprägungen.",
    ),
    # --- statistic -----------------------------------------------------------------------------------------------------
    "no_method_in_force": (
        "No method is in force for this period, so nothing can be exported. Ask the methodologist to put one in force.",
        "Für diesen Berichtszeitraum ist kein Verfahren in Kraft, daher ist keine Ausgabe möglich. Die Methodik muss eines in Kraft setzen.",
    ),
    "ptable_zeros_not_kept": (
        "Row 0 of this perturbation table changes zeros. Only a table that leaves zeros unchanged can be put in force.",
        "Zeile 0 dieser Überlagerungstabelle verändert Nullen. In Kraft gesetzt werden kann nur eine Tabelle, die Nullen unverändert lässt.",
    ),
    "ckm_missing": (
        "The statistic {name} cannot be opened: {reason}. Check the drive and the name.",
        "Die Statistik {name} lässt sich nicht öffnen: {reason}. Prüfen Sie Laufwerk und Namen.",
    ),
    "ckm_not_a_statistic": (
        "{name} is damaged or does not come from ckmdesk. Choose another file (.ckm).",
        "{name} ist beschädigt oder stammt nicht von ckmdesk. Wählen Sie eine andere Datei (.ckm).",
    ),
    "ckm_newer": (
        "{name} was saved by a newer program (format {version}, this program reads up to {known}). Update the program.",
        "{name} wurde mit einem neueren Programm gespeichert (Format {version}, dieses Programm liest bis {known}). Aktualisieren Sie das Programm.",
    ),
    "ckm_damaged": (
        "The statistic {name} is damaged ({detail}). Open the last good copy.",
        "Die Statistik {name} ist beschädigt ({detail}). Öffnen Sie die letzte gute Kopie.",
    ),
    "ckm_changed_meanwhile": (
        "{name} was changed by somebody else since you opened it. Save your work under another name.",
        "{name} wurde seit dem Öffnen von anderer Seite geändert. Speichern Sie Ihre Arbeit unter einem anderen Namen.",
    ),
    "ckm_not_saved": (
        "{name} could not be saved: {reason}. The former file is unchanged; save under another name or in another folder.",
        "{name} konnte nicht gespeichert werden: {reason}. Die bisherige Datei ist unverändert; speichern Sie unter einem anderen Namen oder in einem anderen Ordner.",
    ),
    "frame_not_wide": (
        "A table of {blocks} stacked blocks has no wide data frame. Take to_pandas() without wide=True, or a table for each block.",
        "Eine Tabelle aus {blocks} Blöcken untereinander hat kein breites Data-Frame. Nehmen Sie to_pandas() ohne wide=True, oder eine Tabelle je Block.",
    ),
    "html_part_too_large": (
        "A table of {cells} {cells:cell|cells}; here at most {limit} {limit:is|are} shown. Write it to a file, or take to_pandas().",
        "Eine Tabelle mit {cells} {cells:Feld|Feldern}; hier {limit:wird|werden} höchstens {limit} gezeigt. Schreiben Sie sie in eine Datei, oder nehmen Sie to_pandas().",
    ),
    "ckm_in_the_way": (
        "{name} is there already and is not the statistic that was opened from it. It was not replaced: choose another name, open it and save with its stamp, or say that it is to be replaced (replaces=True).",
        "{name} gibt es schon, und es ist nicht die Statistik, die daraus geöffnet wurde. Sie wurde nicht ersetzt: Wählen Sie einen anderen Namen, öffnen Sie sie und speichern Sie mit ihrem Stempel, oder sagen Sie, dass sie ersetzt werden soll (replaces=True).",
    ),
    "ckm_not_readable": (
        "{name} was not saved, for it could not be opened again: {reason} The former file is unchanged.",
        "{name} wurde nicht gespeichert, denn es ließe sich nicht wieder öffnen: {reason} Die bisherige Datei ist unverändert.",
    ),
    "ckm_locked": (
        "{name} is open on {host} since {time}. It was opened read-only.",
        "{name} ist auf {host} seit {time} geöffnet. Die Datei ist schreibgeschützt geöffnet.",
    ),
    "source_unreachable": (
        "The data of this period cannot be reached: {name}. Connect the drive or choose the file again.",
        "Die Daten dieses Berichtszeitraums sind nicht erreichbar: {name}. Verbinden Sie das Laufwerk oder wählen Sie die Datei neu.",
    ),
    "source_changed": (
        "The data file {name} changed since it was imported. Put the file back as it was; a corrected one replaces the data of its reporting period.",
        "Die Datendatei {name} hat sich seit der Übernahme geändert. Legen Sie die Datei zurück, wie sie war; durch eine berichtigte ersetzen Sie die Daten des Berichtszeitraums.",
    ),
    "frame_not_there": (
        "The records of {period} came from a data frame; no file has them. Hand the same frame in: work.give_frame(frame).",
        "Die Datensätze zu {period} stammen aus einem Data-Frame und liegen in keiner Datei. Übergeben Sie ihn noch einmal: work.give_frame(frame).",
    ),
    "frame_differs": (
        "These are not the records of {period}, which had {rows} {rows:record|records}: {found} {found:was|were} handed in. Their values and order have to be the same, too. Hand in the frame from which they came.",
        "Das sind nicht die Datensätze zu {period}. Dort {rows:war|waren} es {rows}, übergeben {found:wurde|wurden} {found}; auch Werte und Reihenfolge müssen dieselben sein. Übergeben Sie den Data-Frame, aus dem sie stammen.",
    ),
    "frame_not_asked": (
        "The records of {period} did not come from a data frame. Take a frame over with work.add_records(frame).",
        "Die Datensätze zu {period} stammen nicht aus einem Data-Frame. Übernehmen Sie einen mit work.add_records(frame).",
    ),
    "frame_household": (
        "Households cannot be found in a data frame (column {column}). Write it to a file, and take that over.",
        "In einem Data-Frame lassen sich keine Haushalte finden (Spalte {column}). Schreiben Sie ihn in eine Datei, und übernehmen Sie diese.",
    ),
    "records_unusable": (
        "The records of {period} cannot be used as they are. Have a methodologist open the statistic: that role is told what is wrong with them.",
        "Die Datensätze zu {period} sind so nicht verwendbar. Lassen Sie die Statistik in der Rolle Methodik öffnen: Dort steht, was an ihnen falsch ist.",
    ),
    "keys_file_missing": (
        "The generated record keys ({name}) are missing or do not fit the data. Restore the file beside the statistic; new keys would change every published figure.",
        "Die erzeugten Record-Keys ({name}) fehlen oder passen nicht zu den Daten. Stellen Sie die Datei neben der Statistik wieder her; neue Keys würden jede ausgewiesene Zahl ändern.",
    ),
    "copy_too_large": (
        "{cells} cells are too many for the clipboard, at most {limit} fit. Choose fewer, or export the draft.",
        "{cells} Felder sind zu viele für die Zwischenablage, höchstens {limit} passen. Wählen Sie weniger, oder geben Sie den Entwurf aus.",
    ),
    # Options of how a table is shown: in the menu, its hint or its choices, undone.
    "options_lines": ("Rows and columns", "Zeilen und Spalten"),
    "options_headings": ("Headings", "Köpfe"),
    "options_look": ("Look", "Aussehen"),
    "options_files": ("In files", "In Dateien"),
    "option_labels": ("Labels and codes", "Bezeichnungen und Codes"),
    "option_labels_labels": ("Labels", "Bezeichnungen"),
    "option_labels_codes": ("Codes", "Codes"),
    "option_labels_both": ("Codes and labels", "Codes und Bezeichnungen"),
    "option_labels_step": ("labels or codes", "Bezeichnungen oder Codes"),
    "option_language": ("Language of the table", "Sprache der Tabelle"),
    "option_language_window": ("As the window", "Wie das Fenster"),
    "option_language_de": ("Deutsch", "Deutsch"),
    "option_language_en": ("English", "English"),
    "option_language_step": ("language of the table", "Sprache der Tabelle"),
    "option_block_total": ("Total of stacked blocks", "Insgesamt bei gestapelten Blöcken"),
    "option_block_total_first": ("In the first block", "Im ersten Block"),
    "option_block_total_last": ("In the last block", "Im letzten Block"),
    "option_block_total_each": ("In each block", "In jedem Block"),
    "option_block_total_step": ("total of blocks", "Insgesamt der Blöcke"),
    "option_csv_codes": ("Codes in CSV", "Codes in CSV"),
    "option_csv_codes_none": ("No codes", "Keine Codes"),
    "option_csv_codes_hierarchies": ("Codes and levels of hierarchies", "Codes und Ebenen von Hierarchien"),
    "option_csv_codes_all": ("Codes of all variables", "Codes aller Merkmale"),
    "option_csv_codes_step": ("codes in CSV", "Codes in CSV"),
    "export_code_of": ("{title}, code", "{title}, Code"),
    "export_level_of": ("{title}, level", "{title}, Ebene"),
    "option_hide_rows": ("Hide empty rows", "Leere Zeilen ausblenden"),
    "option_hide_rows_tip": ("Those whose published figures are all 0", "Solche, deren ausgewiesene Werte alle 0 sind"),
    "option_hide_rows_step": ("empty rows", "leere Zeilen"),
    "option_hide_columns": ("Hide empty columns", "Leere Spalten ausblenden"),
    "option_hide_columns_tip": (
        "Those whose published figures are all 0",
        "Solche, deren ausgewiesene Werte alle 0 sind",
    ),
    "option_hide_columns_step": ("empty columns", "leere Spalten"),
    "option_tree": ("Nested column headings", "Gestufte Spaltenköpfe"),
    "option_tree_tip": ("In the head a group spans its parts", "Im Tabellenkopf überspannt eine Gruppe ihre Teile"),
    "option_tree_step": ("nested column headings", "Gestufte Spaltenköpfe"),
    "option_headed": ("Headings of blocks", "Überschriften der Blöcke"),
    "option_headed_tip": (
        "Made from their variables where they have none of their own; the title names them",
        "Aus ihren Merkmalen gebildet, wo sie keine eigene haben; der Titel nennt sie",
    ),
    "option_headed_step": ("headings of blocks", "Überschriften der Blöcke"),
    "option_valid_codes": ("Only categories that are valid", "Nur gültige Ausprägungen"),
    "option_valid_codes_tip": (
        "Without those that the dictionary ends before the period; a note names them",
        "Ohne solche, die nach dem Merkmalsverzeichnis im Berichtszeitraum nicht gelten; ein Hinweis nennt sie",
    ),
    "option_valid_codes_step": ("valid categories", "gültige Ausprägungen"),
    "option_name_hidden": ("Name hidden categories", "Ausgeblendete Ausprägungen nennen"),
    "option_name_hidden_tip": (
        "A line below the table names them: totals include them",
        "Eine Zeile unter der Tabelle nennt sie: Die Summen enthalten sie",
    ),
    "option_name_hidden_step": ("naming hidden categories", "Nennen ausgeblendeter Ausprägungen"),
    "option_set_off": ("Print layout for files", "Dateien im Drucklayout"),
    "option_set_off_tip": (
        "Subtotals and blocks set off, a common unit once, columns of one width",
        "Zwischensummen und Blöcke abgesetzt, eine gemeinsame Einheit einmal, Spalten gleich breit",
    ),
    "option_set_off_step": ("print layout for files", "Dateien im Drucklayout"),
    "option_numbered": ("Numbers of the columns", "Spaltennummern"),
    "option_numbered_tip": ("Below the head, in Excel, HTML and PDF", "Unter dem Kopf, in Excel, HTML und PDF"),
    "option_numbered_step": ("numbers of the columns", "Spaltennummern"),
    "option_leaders": ("Dotted leaders", "Führungspunkte"),
    "option_leaders_tip": (
        "From the labels to the figures, in Excel and PDF",
        "Von den Bezeichnungen zu den Zahlen, in Excel und PDF",
    ),
    "option_leaders_step": ("dotted leaders", "Führungspunkte"),
    "option_bars": ("Bars behind the figures", "Balken hinter den Zahlen"),
    "option_bars_tip": (
        "By published figures without sums; in Excel, too",
        "Nach ausgewiesenen Zahlen ohne Summen; auch in Excel",
    ),
    "option_bars_step": ("bars", "Balken"),
    "option_colours": ("Colour by size", "Farbe nach Größe"),
    "option_colours_tip": (
        "By published figures without sums; in Excel, too",
        "Nach ausgewiesenen Zahlen ohne Summen; auch in Excel",
    ),
    "option_colours_step": ("colour by size", "Farbe nach Größe"),
}
